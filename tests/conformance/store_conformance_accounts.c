/* SPDX-License-Identifier: MIT */
/*
 * Conformance: accounts and blocks. What a player chose and said, what was decided about them, whom
 * they blocked; wherever a player is answered or loaded.
 */
#include "tests/conformance/store_conformance.h"

#include <string.h>

static const struct store_account FULL = {
    .settings = "-10",
    .about = "\xd0\x90 line\nand another",
    .country = "KZ",
    .role = ROLE_MODERATOR,
    .banned_until_ms = STORE_FOR_GOOD,
    .ban_reason = "rude",
    .muted_until_ms = 1700000000123,
    .mute_reason = "loud",
    .is_deleted = true,
};

static void assert_account(const struct store_account *account, const struct store_account *wanted)
{
    assert_non_null(account);
    assert_string_equal(account->settings, wanted->settings);
    assert_string_equal(account->about, wanted->about);
    assert_string_equal(account->country, wanted->country);
    assert_int_equal(account->role, wanted->role);
    assert_true(account->banned_until_ms == wanted->banned_until_ms);
    assert_string_equal(account->ban_reason, wanted->ban_reason);
    assert_int_equal(account->muted_until_ms, wanted->muted_until_ms);
    assert_string_equal(account->mute_reason, wanted->mute_reason);
    assert_int_equal(account->is_deleted, wanted->is_deleted);
}

static const struct store_player *player_of(struct harness *harness, uint64_t id)
{
    return &conformance_ask(harness, sample_by_id(id))->player;
}

static void who_never_wrote_an_account_has_one_of_zeros(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 1);
    assert_account(player_of(harness, 1)->account, &(struct store_account){0});
    assert_int_equal(player_of(harness, 1)->blocked_count, 0);
}

static void every_member_of_an_account_is_kept(void **state)
{
    struct harness *harness = *state;
    struct store_account longest = FULL;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_account(1, &FULL));
    memset(longest.settings, '~', STORE_SETTINGS_SIZE - 1);
    memset(longest.about, 'a', STORE_ABOUT_SIZE - 1);
    memset(longest.ban_reason, 'b', STORE_REASON_SIZE - 1);
    memset(longest.mute_reason, 'm', STORE_REASON_SIZE - 1);
    longest.role = ROLE_OPERATOR;
    conformance_must(harness, sample_account(2, &longest));
    assert_account(player_of(harness, 1)->account, &FULL);
    assert_account(player_of(harness, 2)->account, &longest);
    assert_account(conformance_ask(harness, sample_by_name("key p1"))->player.account, &FULL);
    conformance_must(harness, sample_account(1, &(struct store_account){.country = "RU"}));
    assert_account(player_of(harness, 1)->account, &(struct store_account){.country = "RU"});
    assert_account(player_of(harness, 2)->account, &longest);
}

static void a_guest_has_an_account_and_keeps_it_when_registering(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    const struct store_account chosen = {.settings = "1"};
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must(harness, sample_account(7, &chosen));
    conformance_must(harness, sample_block(7, 1));
    conformance_must(harness, sample_register(7, "anna", &names));
    assert_account(player_of(harness, 7)->account, &chosen);
    assert_int_equal(player_of(harness, 7)->blocked_count, 1);
}

static void what_has_no_player_or_no_range_is_refused(void **state)
{
    struct harness *harness = *state;
    struct store_account wrong = {.country = "kz"};
    conformance_accounts(harness, 2);
    conformance_must_not(harness, sample_account(3, &FULL));
    conformance_must_not(harness, sample_account(1, &wrong));
    conformance_must_not(harness, sample_block(1, 3));
    conformance_must_not(harness, sample_block(3, 1));
    conformance_must_not(harness, sample_block(1, 1));
    conformance_must(harness, sample_unblock(1, 3));
    assert_account(player_of(harness, 1)->account, &(struct store_account){0});
}

static void blocks_are_kept_by_id_until_they_are_removed(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 4);
    conformance_must(harness, sample_block(1, 4));
    conformance_must(harness, sample_block(1, 2));
    struct store_op again = sample_block(1, 4);
    again.as.block.at_ms = 5;
    conformance_must(harness, again);
    const struct store_player *player = player_of(harness, 1);
    assert_int_equal(player->blocked_count, 2);
    assert_int_equal(player->blocked[0], 2);
    assert_int_equal(player->blocked[1], 4);
    assert_int_equal(player_of(harness, 4)->blocked_count, 0);
    const struct store_answer *answer = conformance_ask(harness, sample_blocks(1));
    assert_int_equal(answer->blocks_count, 2);
    assert_int_equal(answer->blocks[1].player, 4);
    assert_string_equal(answer->blocks[1].name, "p4");
    assert_int_equal(answer->blocks[1].kind, PLAYER_REGISTERED);
    assert_int_equal(answer->blocks[1].at_ms, 1700000000004);
    conformance_must(harness, sample_unblock(1, 2));
    conformance_must(harness, sample_unblock(1, 2));
    answer = conformance_ask(harness, sample_blocks(1));
    assert_int_equal(answer->blocks_count, 1);
    assert_int_equal(answer->blocks[0].player, 4);
    assert_int_equal(conformance_ask(harness, sample_blocks(2))->blocks_count, 0);
    conformance_ask_nothing(harness, sample_blocks(9));
}

static void all_that_a_player_may_block_is_told(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 60);
    for (uint64_t id = 60; id > 1; id--)
        harness_add(harness, sample_block(1, id));
    assert_int_equal(harness_commit(harness), STORE_OK);
    const struct store_player *player = player_of(harness, 1);
    assert_int_equal(player->blocked_count, 59);
    for (size_t i = 0; i < player->blocked_count; i++)
        assert_int_equal(player->blocked[i], i + 2);
}

static void a_failed_batch_takes_accounts_and_blocks_back(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_account(1, &FULL));
    conformance_must(harness, sample_block(1, 2));
    harness_add(harness, sample_account(1, &(struct store_account){.country = "DE"}));
    harness_add(harness, sample_account(1, &(struct store_account){.country = "FR"}));
    harness_add(harness, sample_account(2, &FULL));
    harness_add(harness, sample_unblock(1, 2));
    harness_add(harness, sample_block(1, 3));
    harness_add(harness, sample_block(1, 2));
    harness_add(harness, sample_log(99, 1, "h8"));
    assert_int_equal(harness_commit(harness), STORE_UNAVAILABLE);
    harness_resume(harness);
    assert_account(player_of(harness, 1)->account, &FULL);
    assert_account(player_of(harness, 2)->account, &(struct store_account){0});
    assert_int_equal(player_of(harness, 1)->blocked_count, 1);
    assert_int_equal(player_of(harness, 1)->blocked[0], 2);
}

static void the_loaded_one_is_whole(struct harness *harness)
{
    struct harness_loaded loaded;
    harness_load(harness, &loaded);
    assert_int_equal(loaded.player_count, 2);
    assert_account(loaded.players[0].account, &FULL);
    assert_int_equal(loaded.players[0].blocked_count, 1);
    assert_int_equal(loaded.players[0].blocked[0], 3);
    assert_account(loaded.players[1].account, &(struct store_account){0});
    const struct store_table *table = conformance_ask(harness, sample_table(30))->tables;
    assert_account(table->players[0].account, &FULL);
    assert_int_equal(table->players[0].blocked[0], 3);
}

static void accounts_and_blocks_are_loaded_with_their_player(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_room(30, 1, 2, 0));
    conformance_must(harness, sample_account(1, &FULL));
    conformance_must(harness, sample_block(1, 3));
    the_loaded_one_is_whole(harness);
    if (!harness->backend->keeps)
        return;
    harness_reopen(harness);
    the_loaded_one_is_whole(harness);
}

int conformance_accounts_and_blocks(void)
{
    const struct CMUnitTest tests[] = {
        CONFORMANCE_TEST(who_never_wrote_an_account_has_one_of_zeros),
        CONFORMANCE_TEST(every_member_of_an_account_is_kept),
        CONFORMANCE_TEST(a_guest_has_an_account_and_keeps_it_when_registering),
        CONFORMANCE_TEST(what_has_no_player_or_no_range_is_refused),
        CONFORMANCE_TEST(blocks_are_kept_by_id_until_they_are_removed),
        CONFORMANCE_TEST(all_that_a_player_may_block_is_told),
        CONFORMANCE_TEST(a_failed_batch_takes_accounts_and_blocks_back),
        CONFORMANCE_TEST(accounts_and_blocks_are_loaded_with_their_player),
    };
    return cmocka_run_group_tests_name("accounts", tests, NULL, NULL);
}
