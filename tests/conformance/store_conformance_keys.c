/* SPDX-License-Identifier: MIT */
/*
 * Conformance: keys of requests and the replies to them.
 */
#include "tests/conformance/store_conformance.h"

#include <string.h>

CONFORMANCE_TEST(a_key_has_its_reply)
{
    struct sample_names names;
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_key(7, 3, 11, 500, "{\"n\":1}"));
    assert_string_equal(ask_keyed_reply(harness, sample_keyed(7, 3, 11))->reply, "{\"n\":1}");
    conformance_ask_nothing(harness, sample_keyed(7, 3, 12));
    conformance_ask_nothing(harness, sample_keyed(7, 4, 11));
    conformance_ask_nothing(harness, sample_keyed(1, 3, 11));
    conformance_ask_nothing(harness, sample_keyed(9, 3, 11)); /* there is nobody */
}

CONFORMANCE_TEST(a_player_has_keys_by_slot)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_key(1, 5, 11, 500, "{}"));
    conformance_must(harness, sample_key(1, 0, 12, 600, "{}"));
    conformance_must(harness, sample_key(1, 63, 13, 400, "{}"));
    const struct store_player *player = conformance_player(harness, 1);
    static const struct store_used_key wanted[] = {
        {0, 12, 1012, 600}, {5, 11, 1011, 500}, {63, 13, 1013, 400}};
    assert_int_equal(player->keys_count, 3);
    assert_true(records_are_equal(STORED_used_key, player->keys, wanted, 3));
    assert_int_equal(conformance_player(harness, 2)->keys_count, 0);
}

CONFORMANCE_TEST(a_slot_has_one_key)
{
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_key(1, 5, 11, 500, "{}"));
    conformance_must(harness, sample_key(1, 5, 12, 600, "{\"n\":2}"));
    assert_int_equal(conformance_player(harness, 1)->keys_count, 1);
    conformance_ask_nothing(harness, sample_keyed(1, 5, 11));
    assert_string_equal(ask_keyed_reply(harness, sample_keyed(1, 5, 12))->reply, "{\"n\":2}");
}

CONFORMANCE_TEST(a_key_follows_an_operation_that_was_applied)
{
    struct sample_names names;
    conformance_accounts(harness, 2);
    harness_add(harness, sample_register(6, "p1", &names)); /* a conflict */
    harness_add(harness, sample_key(1, 1, 11, 500, "{}"));
    harness_add(harness, sample_written(1, 5000));
    harness_add(harness, sample_key(1, 2, 12, 600, "{}"));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->results[1], STORE_CONFLICT);
    assert_int_equal(harness->results[3], STORE_APPLIED);
    assert_int_equal(conformance_player(harness, 1)->keys_count, 1);
    conformance_comes_to(harness, sample_key(1, 1, 11, 700, "{}"), STORE_APPLIED);
}

CONFORMANCE_TEST(each_key_takes_two_old_ones_along)
{
    conformance_accounts(harness, 3);
    for (uint32_t slot = 0; slot < 4; slot++)
        conformance_must(harness, sample_key(1, slot, 11 + slot, 100 + slot, "{}"));
    conformance_must(harness, sample_key(2, 0, 11, 103 + STORE_KEYS_MS, "{}"));
    assert_int_equal(conformance_player(harness, 1)->keys_count, 2);
    conformance_must(harness, sample_key(2, 1, 12, 103 + STORE_KEYS_MS, "{}"));
    const struct store_player *player = conformance_player(harness, 1);
    assert_int_equal(player->keys_count, 1); /* the last one is just not too old */
    assert_int_equal(player->keys[0].slot, 3);
    assert_int_equal(conformance_player(harness, 2)->keys_count, 2);
}

CONFORMANCE_TEST(a_key_says_what_the_uptime_is)
{
    struct harness_loaded loaded;
    struct sample_names names;
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_key(1, 0, 11, 500, "{}"));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.uptime_ms, 500);
    conformance_must(harness, SAMPLE_OP(uptime, .uptime_ms = 600));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.uptime_ms, 600);
    conformance_must(harness, sample_key(1, 0, 12, 700, "{}"));
    conformance_must(harness, sample_delete(1, "gone", &names));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.uptime_ms, 700);
}

CONFORMANCE_TEST(keys_stay_with_a_guest_who_registers_and_go_with_an_account)
{
    struct sample_names names;
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must(harness, sample_key(7, 0, 11, 100, "{}"));
    conformance_must(harness, sample_register(7, "anna", &names));
    assert_int_equal(conformance_player(harness, 7)->keys_count, 1);
    conformance_must(harness, sample_delete(7, "gone", &names));
    assert_int_equal(conformance_player(harness, 7)->keys_count, 0);
    conformance_ask_nothing(harness, sample_keyed(7, 0, 11));
}

CONFORMANCE_TEST(what_cannot_be_a_key_is_refused)
{
    char reply[STORE_KEYED_REPLY_MAX + 2];
    conformance_accounts(harness, 1);
    memset(reply, 'x', sizeof(reply));
    reply[STORE_KEYED_REPLY_MAX] = '\0';
    conformance_must(harness, sample_key(1, 0, 11, 100, reply));
    assert_string_equal(ask_keyed_reply(harness, sample_keyed(1, 0, 11))->reply, reply);
    reply[STORE_KEYED_REPLY_MAX] = 'x';
    reply[STORE_KEYED_REPLY_MAX + 1] = '\0';
    conformance_must_not(harness, sample_key(1, 0, 11, 100, reply));
    conformance_must_not(harness, sample_key(1, STORE_KEYS_MAX, 11, 100, "{}"));
    conformance_must_not(harness, sample_key(1, 0, 0, 100, "{}"));
    conformance_must_not(harness, sample_key(1, 0, 11, -1, "{}"));
    conformance_must_not(harness, sample_key(9, 0, 11, 100, "{}")); /* there is nobody */
}
