/* SPDX-License-Identifier: MIT */
/*
 * Conformance: accounts, blocks and sessions. What a player chose and said, what was decided about
 * them, whom they blocked; wherever a player is answered or loaded.
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

/* ------------------------------------------------------------------ passwords and sessions */

static void a_password_is_set_only_while_it_is_as_expected(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 1);
    struct store_op op = sample_password(1, "second");
    op.as.password.was = "another";
    assert_int_equal(harness_do(harness, op), STORE_OK);
    assert_int_equal(harness->results[0], STORE_CONFLICT);
    assert_string_equal(player_of(harness, 1)->password_hash, "hash");
    op.as.password.was = "hash";
    conformance_must(harness, op);
    assert_string_equal(player_of(harness, 1)->password_hash, "second");
    op.as.password.player = 9;
    conformance_must_not(harness, op);
}

static void session_add(struct harness *harness, uint8_t token, int64_t created_ms,
                        const char *client)
{
    struct store_op op = sample_session(token, 1);
    op.as.session.created_ms = created_ms;
    op.as.session.client = client;
    conformance_must(harness, op);
}

static void sessions_are_listed_the_newest_first(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    session_add(harness, 3, 100, "penta 1");
    session_add(harness, 1, 300, NULL);
    session_add(harness, 2, 100, "bot");
    conformance_must(harness, sample_session(9, 2));
    const struct store_answer *answer = conformance_ask(harness, sample_sessions(1, 10));
    assert_int_equal(answer->sessions_count, 3);
    assert_false(answer->has_more);
    assert_int_equal(answer->sessions[0].token_hash[0], 1);
    assert_string_equal(answer->sessions[0].client, "");
    assert_int_equal(answer->sessions[0].created_ms, 300);
    assert_int_equal(answer->sessions[0].player, 1);
    assert_int_equal(answer->sessions[1].token_hash[0], 3);
    assert_string_equal(answer->sessions[1].client, "penta 1");
    assert_int_equal(answer->sessions[2].token_hash[0], 2);
    answer = conformance_ask(harness, sample_sessions(1, 2));
    assert_int_equal(answer->sessions_count, 2);
    assert_true(answer->has_more);
    conformance_ask_nothing(harness, sample_sessions(7, 2));
}

static void all_sessions_but_one_are_removed(void **state)
{
    struct harness *harness = *state;
    conformance_accounts(harness, 2);
    for (uint8_t token = 1; token <= 3; token++)
        conformance_must(harness, sample_session(token, 1));
    conformance_must(harness, sample_session(4, 2));
    harness_add(harness, sample_logout_others(2, 1));
    harness_add(harness, sample_log(99, 1, "h8"));
    assert_int_equal(harness_commit(harness), STORE_UNAVAILABLE);
    harness_resume(harness);
    assert_int_equal(conformance_ask(harness, sample_sessions(1, 9))->sessions_count, 3);
    conformance_must(harness, sample_logout_others(2, 1));
    conformance_ask_nothing(harness, sample_by_token(1));
    conformance_ask_nothing(harness, sample_by_token(3));
    (void)conformance_ask(harness, sample_by_token(2));
    (void)conformance_ask(harness, sample_by_token(4));
    conformance_must(harness, sample_logout_others(7, 1)); /* there is no such one: all go */
    conformance_ask_nothing(harness, sample_by_token(2));
    conformance_must(harness, sample_session(2, 1));
}

/* ------------------------------------------------------------------ deletion */

static void the_deleted_one_is_gone(struct harness *harness)
{
    const struct store_answer *answer = conformance_ask(harness, sample_by_id(1));
    assert_string_equal(answer->player.name, "gone");
    assert_string_equal(answer->player.password_hash, "");
    assert_int_equal(answer->player.kind, PLAYER_REGISTERED);
    assert_int_equal(answer->player.ratings[VARIANT_CLASSIC].games, 0);
    assert_int_equal(answer->ranks[VARIANT_CLASSIC], 0);
    assert_account(answer->player.account, &(struct store_account){.is_deleted = true});
    assert_int_equal(answer->player.blocked_count, 0);
    conformance_ask_nothing(harness, sample_by_token(1));
    conformance_ask_nothing(harness, sample_by_name("key p1"));
    answer = conformance_ask(harness, sample_top(1, 10));
    assert_int_equal(answer->total, 1);
    assert_int_equal(answer->standings[0].player, 2);
    answer = conformance_ask(harness, sample_history(2, 10));
    assert_string_equal(answer->history[0].opponent, "gone");
    assert_int_equal(conformance_ask(harness, sample_history(1, 10))->history_count, 1);
    assert_string_equal(conformance_ask(harness, sample_game(20))->game.names[0], "gone");
}

static void somebody_with_everything(struct harness *harness)
{
    conformance_accounts(harness, 3);
    conformance_play(harness, 20, (const uint64_t[]){1, 2}, RESULT_FIRST, (const int[]){20, -20});
    conformance_must(harness, sample_account(1, &FULL));
    conformance_must(harness, sample_block(1, 3));
    conformance_must(harness, sample_block(3, 1));
    conformance_must(harness, sample_session(1, 1));
    conformance_must(harness, sample_session(2, 2));
}

static void of_a_deleted_account_the_games_stay(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    somebody_with_everything(harness);
    conformance_must(harness, sample_delete(1, "gone", &names));
    the_deleted_one_is_gone(harness);
    (void)conformance_ask(harness, sample_by_token(2));
    assert_string_equal(conformance_ask(harness, sample_blocks(3))->blocks[0].name, "gone");
    conformance_must(harness, sample_register(9, "p1", &names)); /* the name is free */
    if (!harness->backend->keeps)
        return;
    harness_reopen(harness);
    assert_int_equal(conformance_ask(harness, sample_by_name("key p1"))->player.id, 9);
    assert_account(player_of(harness, 1)->account, &(struct store_account){.is_deleted = true});
}

static void a_deletion_that_fails_never_was(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    somebody_with_everything(harness);
    harness_add(harness, sample_delete(1, "gone", &names));
    harness_add(harness, sample_block(1, 2));
    harness_add(harness, sample_log(99, 1, "h8"));
    assert_int_equal(harness_commit(harness), STORE_UNAVAILABLE);
    harness_resume(harness);
    const struct store_answer *answer = conformance_ask(harness, sample_by_name("key p1"));
    assert_int_equal(answer->player.ratings[VARIANT_CLASSIC].points, 1520);
    assert_int_equal(answer->ranks[VARIANT_CLASSIC], 1);
    assert_string_equal(answer->player.password_hash, "hash");
    assert_account(answer->player.account, &FULL);
    assert_int_equal(answer->player.blocked_count, 1);
    assert_int_equal(answer->player.blocked[0], 3);
    (void)conformance_ask(harness, sample_by_token(1));
    conformance_must(harness, sample_delete(1, "gone", &names));
    the_deleted_one_is_gone(harness);
}

static void only_an_account_is_deleted_and_gets_a_free_name(void **state)
{
    struct harness *harness = *state;
    struct sample_names names;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must_not(harness, sample_delete(7, "gone", &names));
    conformance_must_not(harness, sample_delete(8, "gone", &names));
    assert_int_equal(harness_do(harness, sample_delete(1, "p2", &names)), STORE_OK);
    assert_int_equal(harness->results[0], STORE_CONFLICT);
    assert_string_equal(player_of(harness, 1)->name, "p1");
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
        CONFORMANCE_TEST(a_password_is_set_only_while_it_is_as_expected),
        CONFORMANCE_TEST(sessions_are_listed_the_newest_first),
        CONFORMANCE_TEST(all_sessions_but_one_are_removed),
        CONFORMANCE_TEST(of_a_deleted_account_the_games_stay),
        CONFORMANCE_TEST(a_deletion_that_fails_never_was),
        CONFORMANCE_TEST(only_an_account_is_deleted_and_gets_a_free_name),
    };
    return cmocka_run_group_tests_name("accounts", tests, NULL, NULL);
}
