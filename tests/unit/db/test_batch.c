/* SPDX-License-Identifier: MIT */
/*
 * Batches: operations keep their order and place, and their texts are the batch's own.
 */
#include "db/batch.h"
#include "tests/support/test.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

TEST(operations_keep_their_order)
{
    struct store_batch *batch = store_batch_new();
    assert_int_equal(store_batch_count(batch), 0);
    for (uint64_t id = 1; id <= 1000; id++) {
        struct store_op op = {.kind = STORE_ROOM_CLOSE, .as.room_close.room = id};
        assert_int_equal(store_batch_add(batch, &op), id - 1);
    }
    assert_int_equal(store_batch_count(batch), 1000);
    for (uint64_t id = 1; id <= 1000; id++)
        assert_int_equal(store_batch_get(batch, id - 1)->as.room_close.room, id);
    assert_null(store_batch_get(batch, 1000));
    store_batch_free(batch);
}

TEST(what_an_operation_points_to_is_copied)
{
    struct store_batch *batch = store_batch_new();
    char key[] = "anna";
    struct store_account account = {.about = "plays"};
    const uint8_t bytes[] = {7, 8};
    struct store_op put = {.kind = STORE_ACCOUNT_PUT,
                           .as.account_put = {1, &account, bytes, sizeof(bytes)}};
    struct store_op guest = {.kind = STORE_PLAYER_CREATE,
                             .as.player_create = {1, {.name = "Anna", .name_key = key}, 0}};
    store_batch_add(batch, &put);
    store_batch_add(batch, &guest);
    memset(key, 'x', 4);
    memset(&account, 'x', sizeof(account));
    const struct store_account_put *copy = &store_batch_get(batch, 0)->as.account_put;
    assert_string_equal(copy->account->about, "plays");
    assert_memory_equal(copy->photo, bytes, sizeof(bytes));
    assert_ptr_not_equal(copy->photo, bytes);
    assert_string_equal(store_batch_get(batch, 1)->as.player_create.names.name_key, "anna");
    store_batch_free(batch);
}

TEST(texts_survive_growing)
{
    struct store_batch *batch = store_batch_new();
    for (unsigned i = 0; i < 3000; i++) {
        char text[16];
        (void)snprintf(text, sizeof(text), "line %u", i);
        struct store_op op = {.kind = STORE_CHAT_ADD, .as.chat_add.text = text};
        store_batch_add(batch, &op);
    }
    for (unsigned i = 0; i < 3000; i++) {
        char text[16];
        (void)snprintf(text, sizeof(text), "line %u", i);
        assert_string_equal(store_batch_get(batch, i)->as.chat_add.text, text);
    }
    store_batch_free(batch);
}

TEST(a_missing_text_stays_missing)
{
    struct store_batch *batch = store_batch_new();
    struct store_op op = {.kind = STORE_PASSWORD_SET, .as.password_set = {.hash = "hash"}};
    store_batch_add(batch, &op);
    assert_null(store_batch_get(batch, 0)->as.password_set.was);
    store_batch_free(batch);
}

TEST(the_result_is_applied_until_the_store_says_otherwise)
{
    struct store_batch *batch = store_batch_new();
    struct store_op op = {.kind = STORE_PROBE, .result = STORE_CONFLICT};
    store_batch_add(batch, &op);
    assert_int_equal(store_batch_get(batch, 0)->result, STORE_APPLIED);
    batch__tell(batch, 0, &(struct store_op){.result = STORE_CONFLICT});
    assert_int_equal(store_batch_get(batch, 0)->result, STORE_CONFLICT);
    store_batch_free(batch);
    store_batch_free(NULL);
}

TEST(what_became_of_ratings_is_the_batchs_own)
{
    struct store_batch *batch = store_batch_new();
    struct store_change changes[SEAT_COUNT] = {{.before = 1500, .after = {.points = 1520}},
                                               {.before = 1500, .after = {.points = 1480}}};
    struct store_op op = {.kind = STORE_GAME_END, .changes = changes};
    store_batch_add(batch, &op);
    store_batch_add(batch, &op);
    assert_null(store_batch_get(batch, 0)->changes); /* the store alone says it */
    batch__tell(batch, 1, &op);
    changes[SEAT_SECOND].after.points = 0;
    assert_null(store_batch_get(batch, 0)->changes);
    assert_int_equal(store_batch_get(batch, 1)->changes[SEAT_FIRST].after.points, 1520);
    assert_int_equal(store_batch_get(batch, 1)->changes[SEAT_SECOND].after.points, 1480);
    store_batch_free(batch);
}
