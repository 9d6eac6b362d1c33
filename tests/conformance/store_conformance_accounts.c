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
    assert_record_equal(account, account, wanted);
}

CONFORMANCE_TEST(who_never_wrote_an_account_has_one_of_zeros)
{
    conformance_accounts(harness, 1);
    assert_account(conformance_player(harness, 1)->account, &(struct store_account){0});
    assert_int_equal(conformance_player(harness, 1)->blocked_count, 0);
}

/* Fills a text with characters of four bytes. */
static void fill(char *text, size_t size)
{
    for (size_t at = 0; at + 4 < size; at += 4)
        memcpy(text + at, "\xF0\x9F\x98\x80", 5);
}

CONFORMANCE_TEST(every_member_of_an_account_is_kept)
{
    struct store_account longest = FULL;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_account(1, &FULL));
    memset(longest.settings, '~', STORE_SETTINGS_SIZE - 1);
    fill(longest.about, STORE_ABOUT_SIZE);
    fill(longest.ban_reason, STORE_REASON_SIZE);
    fill(longest.mute_reason, STORE_REASON_SIZE);
    longest.role = ROLE_OPERATOR;
    conformance_must(harness, sample_account(2, &longest));
    assert_account(conformance_player(harness, 1)->account, &FULL);
    assert_account(conformance_player(harness, 2)->account, &longest);
    assert_account(ask_player_by_name(harness, sample_by_name("key p1"))->player.account, &FULL);
    conformance_must(harness, sample_account(1, &(struct store_account){.country = "RU"}));
    assert_account(conformance_player(harness, 1)->account,
                   &(struct store_account){.country = "RU"});
    assert_account(conformance_player(harness, 2)->account, &longest);
}

CONFORMANCE_TEST(a_guest_has_an_account_and_keeps_it_when_registering)
{
    struct sample_names names;
    const struct store_account chosen = {.settings = "1"};
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must(harness, sample_account(7, &chosen));
    conformance_must(harness, sample_block(7, 1));
    conformance_must(harness, sample_register(7, "anna", &names));
    assert_account(conformance_player(harness, 7)->account, &chosen);
    assert_int_equal(conformance_player(harness, 7)->blocked_count, 1);
}

CONFORMANCE_TEST(what_has_no_player_or_no_range_is_refused)
{
    struct store_account wrong = {.country = "kz"};
    conformance_accounts(harness, 2);
    conformance_must_not(harness, sample_account(3, &FULL));
    conformance_must_not(harness, sample_account(1, &wrong));
    conformance_must_not(harness, sample_block(1, 3));
    conformance_must_not(harness, sample_block(3, 1));
    conformance_must_not(harness, sample_block(1, 1));
    conformance_must(harness, sample_unblock(1, 3));
    assert_account(conformance_player(harness, 1)->account, &(struct store_account){0});
}

CONFORMANCE_TEST(blocks_are_kept_by_id_until_they_are_removed)
{
    conformance_accounts(harness, 4);
    conformance_must(harness, sample_block(1, 4));
    conformance_must(harness, sample_block(1, 2));
    struct store_op again = sample_block(1, 4);
    again.as.block_add.at_ms = 5;
    conformance_must(harness, again);
    const struct store_player *player = conformance_player(harness, 1);
    assert_int_equal(player->blocked_count, 2);
    assert_int_equal(player->blocked[0], 2);
    assert_int_equal(player->blocked[1], 4);
    assert_int_equal(conformance_player(harness, 4)->blocked_count, 0);
    const struct store_picked wanted = {4, "p4", PLAYER_REGISTERED, SAMPLE_MS + 4};
    const struct store_picks *answer = ask_blocks(harness, sample_blocks(1));
    assert_int_equal(answer->rows_count, 2);
    assert_record_equal(picked, &answer->rows[1], &wanted);
    conformance_must(harness, sample_unblock(1, 2));
    conformance_must(harness, sample_unblock(1, 2));
    answer = ask_blocks(harness, sample_blocks(1));
    assert_int_equal(answer->rows_count, 1);
    assert_int_equal(answer->rows[0].player, 4);
    assert_int_equal(ask_blocks(harness, sample_blocks(2))->rows_count, 0);
    conformance_ask_nothing(harness, sample_blocks(9));
}

CONFORMANCE_TEST(the_followed_are_a_list_of_their_own)
{
    conformance_accounts(harness, 4);
    conformance_must(harness, sample_block(1, 3));
    conformance_must(harness, sample_follow(1, 4));
    conformance_must(harness, sample_follow(1, 2));
    struct store_op again = sample_follow(1, 4);
    again.as.follow_add.at_ms = 5;
    conformance_must(harness, again);
    const struct store_player *player = conformance_player(harness, 1);
    assert_int_equal(player->blocked_count, 1);
    assert_int_equal(player->followed_count, 2);
    assert_int_equal(player->followed[0], 2);
    assert_int_equal(conformance_player(harness, 4)->followed_count, 0);
    const struct store_picked wanted = {4, "p4", PLAYER_REGISTERED, SAMPLE_MS - 4};
    const struct store_picks *answer = ask_follows(harness, sample_follows(1));
    assert_int_equal(answer->rows_count, 2);
    assert_record_equal(picked, &answer->rows[1], &wanted);
    conformance_must(harness, sample_unfollow(1, 2));
    conformance_must(harness, sample_unfollow(1, 2));
    assert_int_equal(ask_follows(harness, sample_follows(1))->rows_count, 1);
    assert_int_equal(ask_blocks(harness, sample_blocks(1))->rows_count, 1);
    conformance_ask_nothing(harness, sample_follows(9));
    conformance_must_not(harness, sample_follow(1, 1));
    conformance_must_not(harness, sample_follow(1, 9));
}

CONFORMANCE_TEST(all_that_a_player_may_block_is_told)
{
    conformance_accounts(harness, 60);
    for (uint64_t id = 60; id > 1; id--)
        harness_add(harness, sample_block(1, id));
    assert_int_equal(harness_commit(harness), STORE_OK);
    const struct store_player *player = conformance_player(harness, 1);
    assert_int_equal(player->blocked_count, 59);
    for (size_t i = 0; i < player->blocked_count; i++)
        assert_int_equal(player->blocked[i], i + 2);
}

CONFORMANCE_TEST(a_failed_batch_takes_accounts_and_blocks_back)
{
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
    conformance_fail(harness);
    assert_account(conformance_player(harness, 1)->account, &FULL);
    assert_account(conformance_player(harness, 2)->account, &(struct store_account){0});
    assert_int_equal(conformance_player(harness, 1)->blocked_count, 1);
    assert_int_equal(conformance_player(harness, 1)->blocked[0], 2);
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
    const struct store_table *table = ask_table(harness, sample_table(30))->rows;
    assert_account(table->players[0].account, &FULL);
    assert_int_equal(table->players[0].blocked[0], 3);
}

CONFORMANCE_TEST(accounts_and_blocks_are_loaded_with_their_player)
{
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

CONFORMANCE_TEST(a_password_is_set_only_while_it_is_as_expected)
{
    conformance_accounts(harness, 1);
    struct store_op op = sample_password(1, "second");
    op.as.password_set.was = "another";
    conformance_comes_to(harness, op, STORE_CONFLICT);
    assert_string_equal(conformance_player(harness, 1)->password_hash, "hash");
    op.as.password_set.was = "hash";
    conformance_must(harness, op);
    assert_string_equal(conformance_player(harness, 1)->password_hash, "second");
    op.as.password_set.player = 9;
    conformance_must_not(harness, op);
}

CONFORMANCE_TEST(sessions_are_listed_the_newest_first)
{
    struct store_op ops[] = {sample_session(1, 1), sample_session(3, 1), sample_session(2, 1)};
    ops[0].as.session_add.session.created_ms++;
    ops[1].as.session_add.session.client = "penta 1";
    ops[2].as.session_add.session.rights = RIGHTS_LOOK;
    ops[2].as.session_add.session.label = "экран";
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_session(9, 2));
    for (size_t i = 0; i < 3; i++)
        conformance_must(harness, ops[(i + 1) % 3]);
    const struct store_sessions *answer = ask_sessions(harness, sample_sessions(1, 10));
    assert_int_equal(answer->rows_count, 3);
    assert_false(answer->has_more);
    for (size_t i = 0; i < 3; i++)
        assert_record_equal(session, &answer->rows[i], &ops[i].as.session_add.session);
    answer = ask_sessions(harness, sample_sessions(1, 2));
    assert_int_equal(answer->rows_count, 2);
    assert_true(answer->has_more);
    conformance_ask_nothing(harness, sample_sessions(7, 2));
}

CONFORMANCE_TEST(all_sessions_but_one_are_removed)
{
    conformance_accounts(harness, 2);
    for (uint8_t token = 1; token <= 3; token++)
        conformance_must(harness, sample_session(token, 1));
    conformance_must(harness, sample_session(4, 2));
    harness_add(harness, sample_logout_others(2, 1));
    harness_add(harness, sample_log(99, 1, "h8"));
    conformance_fail(harness);
    assert_int_equal(ask_sessions(harness, sample_sessions(1, 9))->rows_count, 3);
    conformance_must(harness, sample_logout_others(2, 1));
    conformance_ask_nothing(harness, sample_by_token(1));
    conformance_ask_nothing(harness, sample_by_token(3));
    (void)ask_player_by_token(harness, sample_by_token(2));
    (void)ask_player_by_token(harness, sample_by_token(4));
    conformance_must(harness, sample_logout_others(7, 1)); /* there is no such one: all go */
    conformance_ask_nothing(harness, sample_by_token(2));
    conformance_must(harness, sample_session(2, 1));
}

/* ------------------------------------------------------------------ deletion */

static void the_deleted_one_is_gone(struct harness *harness)
{
    const struct store_player *player = conformance_player(harness, 1);
    assert_string_equal(player->names.name, "gone");
    assert_string_equal(player->password_hash, "");
    assert_int_equal(player->kind, PLAYER_REGISTERED);
    assert_int_equal(player->ratings_count, 0);
    assert_account(player->account, &(struct store_account){.is_deleted = true});
    assert_int_equal(player->blocked_count, 0);
    assert_int_equal(player->followed_count, 0);
    conformance_ask_nothing(harness, sample_by_token(1));
    conformance_ask_nothing(harness, sample_by_name("key p1"));
    const struct store_standings *top = ask_top(harness, sample_top(1, 10));
    assert_int_equal(top->total, 1);
    assert_int_equal(top->rows[0].player, 2);
    assert_string_equal(ask_history(harness, sample_history(2, 10))->rows[0].opponent, "gone");
    assert_int_equal(ask_history(harness, sample_history(1, 10))->rows_count, 1);
    assert_string_equal(ask_game(harness, sample_game(20))->seats[0].name, "gone");
}

static void somebody_with_everything(struct harness *harness)
{
    conformance_accounts(harness, 3);
    conformance_play(harness, 20, 1, 2, RESULT_FIRST);
    conformance_must(harness, sample_account(1, &FULL));
    conformance_must(harness, sample_block(1, 3));
    conformance_must(harness, sample_block(3, 1));
    conformance_must(harness, sample_follow(1, 2));
    conformance_must(harness, sample_session(1, 1));
    conformance_must(harness, sample_session(2, 2));
}

CONFORMANCE_TEST(of_a_deleted_account_the_games_stay)
{
    struct sample_names names;
    somebody_with_everything(harness);
    conformance_must(harness, sample_delete(1, "gone", &names));
    the_deleted_one_is_gone(harness);
    (void)ask_player_by_token(harness, sample_by_token(2));
    assert_string_equal(ask_blocks(harness, sample_blocks(3))->rows[0].name, "gone");
    conformance_must(harness, sample_register(9, "p1", &names)); /* the name is free */
    if (!harness->backend->keeps)
        return;
    harness_reopen(harness);
    assert_int_equal(ask_player_by_name(harness, sample_by_name("key p1"))->player.id, 9);
    assert_account(conformance_player(harness, 1)->account,
                   &(struct store_account){.is_deleted = true});
}

CONFORMANCE_TEST(a_deletion_that_fails_never_was)
{
    struct sample_names names;
    somebody_with_everything(harness);
    harness_add(harness, sample_delete(1, "gone", &names));
    harness_add(harness, sample_block(1, 2));
    harness_add(harness, sample_log(99, 1, "h8"));
    conformance_fail(harness);
    const struct store_player *player =
        &ask_player_by_name(harness, sample_by_name("key p1"))->player;
    assert_int_equal(conformance_rating_in(player, VARIANT_CLASSIC).points, 1520);
    assert_int_equal(conformance_rating_in(player, VARIANT_CLASSIC).rank, 1);
    assert_string_equal(player->password_hash, "hash");
    assert_account(player->account, &FULL);
    assert_int_equal(player->blocked_count, 1);
    assert_int_equal(player->blocked[0], 3);
    (void)ask_player_by_token(harness, sample_by_token(1));
    conformance_must(harness, sample_delete(1, "gone", &names));
    the_deleted_one_is_gone(harness);
}

CONFORMANCE_TEST(only_an_account_is_deleted_and_gets_a_free_name)
{
    struct sample_names names;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    conformance_must_not(harness, sample_delete(7, "gone", &names));
    conformance_must_not(harness, sample_delete(8, "gone", &names));
    conformance_comes_to(harness, sample_delete(1, "p2", &names), STORE_CONFLICT);
    assert_string_equal(conformance_player(harness, 1)->names.name, "p1");
}
