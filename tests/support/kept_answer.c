/* SPDX-License-Identifier: MIT */
/*
 * Copies of the texts that an answer about a player lends.
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
           kind == STORE_PLAYER_BY_ID;
}

static void no_batch(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    (void)ctx;
    (void)number;
    (void)status;
    (void)batch;
}

static void keep(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    struct kept_answer *kept = ctx;
    (void)number;
    kept->status = status;
    if (status != STORE_OK)
        return;
    kept->answer = *answer;
    struct store_player *player = &kept->answer.player;
    player->name = kept->texts[0] = text_copy(player->name);
    player->name_key = kept->texts[1] = text_copy(player->name_key);
    player->skeleton = kept->texts[2] = text_copy(player->skeleton);
    player->password_hash = kept->texts[3] = text_copy(player->password_hash);
}

void kept_answer_ask(struct kept_answer *kept, struct store *store, const struct store_query *query)
{
    const struct store_listener listener = {
        .ctx = kept, .batch_done = no_batch, .query_done = keep};
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
    for (size_t i = 0; i < sizeof(kept->texts) / sizeof(kept->texts[0]); i++)
        free(kept->texts[i]);
    *kept = (struct kept_answer){0};
}
