/* SPDX-License-Identifier: MIT */
/*
 * Batches: operations keep their order and place, and their texts are the batch's own.
 */
#include "db/batch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void operations_keep_their_order(void **state)
{
    (void)state;
    struct store_batch *batch = store_batch_new();
    assert_int_equal(store_batch_count(batch), 0);
    for (uint64_t id = 1; id <= 1000; id++) {
        struct store_op op = {.kind = STORE_ROOM_CLOSE, .as.room.id = id};
        assert_int_equal(store_batch_add(batch, &op), id - 1);
    }
    assert_int_equal(store_batch_count(batch), 1000);
    for (uint64_t id = 1; id <= 1000; id++)
        assert_int_equal(store_batch_get(batch, id - 1)->as.room.id, id);
    assert_null(store_batch_get(batch, 1000));
    store_batch_free(batch);
}

static void texts_are_copied(void **state)
{
    (void)state;
    struct store_batch *batch = store_batch_new();
    char name[] = "anna";
    char text[] = "hello";
    char actions[] = "h8 i9";
    struct store_op player = {.kind = STORE_PLAYER_REGISTER};
    player.as.player.name = name;
    player.as.player.name_key = name;
    player.as.player.skeleton = name;
    player.as.player.password_hash = name;
    struct store_op line = {.kind = STORE_CHAT_ADD, .as.chat = {.text = text}};
    struct store_op end = {.kind = STORE_GAME_END, .as.end = {.actions = actions}};
    store_batch_add(batch, &player);
    store_batch_add(batch, &line);
    store_batch_add(batch, &end);
    memset(name, 'x', 4);
    memset(text, 'x', 5);
    memset(actions, 'x', 5);
    const struct store_player *copy = &store_batch_get(batch, 0)->as.player;
    assert_string_equal(copy->name, "anna");
    assert_string_equal(copy->name_key, "anna");
    assert_string_equal(copy->skeleton, "anna");
    assert_string_equal(copy->password_hash, "anna");
    assert_string_equal(store_batch_get(batch, 1)->as.chat.text, "hello");
    assert_string_equal(store_batch_get(batch, 2)->as.end.actions, "h8 i9");
    store_batch_free(batch);
}

static void texts_survive_growing(void **state)
{
    (void)state;
    struct store_batch *batch = store_batch_new();
    for (unsigned i = 0; i < 3000; i++) {
        char text[16];
        (void)snprintf(text, sizeof(text), "line %u", i);
        struct store_op op = {.kind = STORE_CHAT_ADD, .as.chat = {.text = text}};
        store_batch_add(batch, &op);
    }
    for (unsigned i = 0; i < 3000; i++) {
        char text[16];
        (void)snprintf(text, sizeof(text), "line %u", i);
        assert_string_equal(store_batch_get(batch, i)->as.chat.text, text);
    }
    store_batch_free(batch);
}

static void a_missing_text_stays_missing(void **state)
{
    (void)state;
    struct store_batch *batch = store_batch_new();
    struct store_op op = {.kind = STORE_PLAYER_CREATE, .as.player = {.name = "guest"}};
    store_batch_add(batch, &op);
    assert_null(store_batch_get(batch, 0)->as.player.password_hash);
    store_batch_free(batch);
}

static void the_result_is_applied_until_the_store_says_otherwise(void **state)
{
    (void)state;
    struct store_batch *batch = store_batch_new();
    struct store_op op = {.kind = STORE_PROBE, .result = STORE_CONFLICT};
    store_batch_add(batch, &op);
    assert_int_equal(store_batch_get(batch, 0)->result, STORE_APPLIED);
    batch__set_result(batch, 0, STORE_CONFLICT);
    assert_int_equal(store_batch_get(batch, 0)->result, STORE_CONFLICT);
    store_batch_free(batch);
    store_batch_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_keep_their_order),
        cmocka_unit_test(texts_are_copied),
        cmocka_unit_test(texts_survive_growing),
        cmocka_unit_test(a_missing_text_stays_missing),
        cmocka_unit_test(the_result_is_applied_until_the_store_says_otherwise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
