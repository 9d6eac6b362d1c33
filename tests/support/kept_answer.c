/* SPDX-License-Identifier: MIT */
/*
 * Copies into an arena, part by part.
 */
#include "tests/support/kept_answer.h"

#include <string.h>

const char *kept_text(struct arena *arena, const char *text)
{
    return text != NULL ? arena_text(arena, text, strlen(text)) : NULL;
}

static void keep_player(struct arena *arena, struct store_player *player)
{
    player->name = kept_text(arena, player->name);
    player->name_key = kept_text(arena, player->name_key);
    player->skeleton = kept_text(arena, player->skeleton);
    player->password_hash = kept_text(arena, player->password_hash);
}

static void *keep_array(struct arena *arena, const void *items, size_t size)
{
    void *twin = arena_alloc(arena, size + 1);
    return size > 0 ? memcpy(twin, items, size) : twin;
}

/* The table's game is in progress. */
static void keep_table(struct arena *arena, struct store_table *table)
{
    struct store_chat_line *chat =
        keep_array(arena, table->chat, table->chat_count * sizeof(*chat));
    for (size_t i = 0; i < table->chat_count; i++) {
        chat[i].name = kept_text(arena, chat[i].name);
        chat[i].text = kept_text(arena, chat[i].text);
    }
    table->chat = chat;
    table->game.log =
        keep_array(arena, table->game.log, table->game.log_count * sizeof(*table->game.log));
    for (int i = 0; i < 2; i++) {
        keep_player(arena, &table->players[i]);
        table->game.names[i] = kept_text(arena, table->game.names[i]);
    }
}

void kept_answer(struct arena *arena, const struct store_answer *answer,
                 struct store_answer *kept_out)
{
    *kept_out = *answer;
    keep_player(arena, &kept_out->player);
    struct store_table *tables =
        keep_array(arena, answer->tables, answer->tables_count * sizeof(*tables));
    for (size_t n = 0; n < answer->tables_count; n++)
        keep_table(arena, &tables[n]);
    kept_out->tables = tables;
}
