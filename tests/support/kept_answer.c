/* SPDX-License-Identifier: MIT */
/*
 * Copies of what an answer about a player lends.
 */
#include "tests/support/kept_answer.h"

#include <stdlib.h>
#include <string.h>

char *text_copy(const char *text)
{
    char *twin = text != NULL ? strdup(text) : NULL;
    if (text != NULL && twin == NULL)
        abort();
    return twin;
}

bool kept_answer_is_possible(enum store_query_kind kind)
{
    return kind == STORE_PLAYER_BY_NAME || kind == STORE_PLAYER_BY_TOKEN ||
           kind == STORE_PLAYER_BY_ID || kind == STORE_LOGIN || kind == STORE_MAY_WRITE ||
           kind == STORE_MAIL;
}

static void no_batch(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    (void)ctx;
    (void)number;
    (void)status;
    (void)batch;
}

static const char *keep_text(struct arena *arena, const char *text)
{
    return text != NULL ? arena_text(arena, text, strlen(text)) : NULL;
}

static void *keep_array(struct arena *arena, const void *items, size_t size)
{
    void *twin = arena_alloc(arena, size + 1);
    return size > 0 ? memcpy(twin, items, size) : twin;
}

static void keep_player(struct arena *arena, struct store_player *player)
{
    if (player->account != NULL)
        player->account = keep_array(arena, player->account, sizeof(*player->account));
    player->blocked =
        keep_array(arena, player->blocked, player->blocked_count * sizeof(*player->blocked));
    player->name = keep_text(arena, player->name);
    player->name_key = keep_text(arena, player->name_key);
    player->skeleton = keep_text(arena, player->skeleton);
    player->password_hash = keep_text(arena, player->password_hash);
}

/* The table's game is in progress. */
static void keep_table(struct arena *arena, struct store_table *table)
{
    struct store_chat_line *chat =
        keep_array(arena, table->chat, table->chat_count * sizeof(*chat));
    for (size_t i = 0; i < table->chat_count; i++) {
        chat[i].name = keep_text(arena, chat[i].name);
        chat[i].text = keep_text(arena, chat[i].text);
    }
    table->chat = chat;
    table->game.log =
        keep_array(arena, table->game.log, table->game.log_count * sizeof(*table->game.log));
    for (int i = 0; i < 2; i++) {
        keep_player(arena, &table->players[i]);
        table->game.names[i] = keep_text(arena, table->game.names[i]);
    }
}

static void keep(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    struct kept_answer *kept = ctx;
    (void)number;
    kept->status = status;
    if (status != STORE_OK)
        return;
    kept->answer = *answer;
    keep_player(&kept->arena, &kept->answer.player);
    kept->answer.login.password_hash = keep_text(&kept->arena, answer->login.password_hash);
    kept->answer.login.ban_reason = keep_text(&kept->arena, answer->login.ban_reason);
    kept->answer.post.mail.name = keep_text(&kept->arena, kept->answer.post.mail.name);
    struct store_table *tables =
        keep_array(&kept->arena, answer->tables, answer->tables_count * sizeof(*tables));
    for (size_t n = 0; n < answer->tables_count; n++)
        keep_table(&kept->arena, &tables[n]);
    kept->answer.tables = tables;
}

void kept_answer_ask(struct kept_answer *kept, struct store *store, const struct store_query *query)
{
    const struct store_listener listener = {
        .ctx = kept, .batch_done = no_batch, .query_done = keep};
    arena_init(&kept->arena, NULL, 0);
    store_query(store, 1, query);
    store_poll(store, &listener);
}

void kept_answer_tell(const struct kept_answer *kept, uint64_t number,
                      const struct store_listener *listener)
{
    listener->query_done(listener->ctx, number, kept->status,
                         kept->status == STORE_OK ? &kept->answer : NULL);
}

void kept_answer_free(struct kept_answer *kept)
{
    arena_deinit(&kept->arena);
    *kept = (struct kept_answer){0};
}
