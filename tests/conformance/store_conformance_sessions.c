/* SPDX-License-Identifier: MIT */
/*
 * Conformance: logins. Sessions and their ends, devices, guesses at a name, networks.
 */
#include "tests/conformance/store_conformance.h"

CONFORMANCE_TEST(a_token_leads_to_its_player_until_it_is_removed)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_session(1, 1));
    conformance_must(harness, sample_session(2, 2));
    conformance_must(harness, sample_session(3, 1));
    assert_int_equal(ask_player_by_token(harness, sample_by_token(1))->player.id, 1);
    assert_int_equal(ask_player_by_token(harness, sample_by_token(2))->player.id, 2);
    conformance_must(harness, sample_logout(1));
    conformance_ask_nothing(harness, sample_by_token(1));
    assert_int_equal(ask_player_by_token(harness, sample_by_token(3))->player.id, 1);
}

CONFORMANCE_TEST(removing_a_token_again_is_no_mistake)
{
    conformance_must(harness, sample_logout(1));
}

CONFORMANCE_TEST(a_session_needs_a_player_and_a_token_of_its_own)
{
    conformance_accounts(harness, 2);
    conformance_must_not(harness, sample_session(1, 99));
    conformance_must(harness, sample_session(1, 1));
    conformance_must_not(harness, sample_session(1, 2));
    assert_int_equal(ask_player_by_token(harness, sample_by_token(1))->player.id, 1);
}

static bool has_device(struct harness *harness, const char *key, uint8_t token)
{
    return ask_login(harness, sample_login_by(key, token))->has_device;
}

CONFORMANCE_TEST(a_session_that_ended_leaves_a_device_and_one_that_was_removed_does_not)
{
    struct sample_names names;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_guest(7, "guest-a", &names));
    for (uint8_t token = 1; token <= 3; token++)
        conformance_must(harness, sample_session(token, 1));
    conformance_must(harness, sample_session(4, 7));
    conformance_must(harness, sample_session_end(1, 10));
    conformance_must(harness, sample_session_end(4, 10));
    conformance_must(harness, sample_logout(2));
    conformance_ask_nothing(harness, sample_by_token(1));
    conformance_ask_nothing(harness, sample_by_token(4));
    assert_true(has_device(harness, "key p1", 1));
    assert_false(has_device(harness, "key p1", 2));
    assert_true(has_device(harness, "key p1", 3)); /* a session is one, too */
    assert_false(has_device(harness, "key p2", 1));
    assert_false(has_device(harness, "key guest-a", 4));
    conformance_must(harness, sample_session_end(1, 10)); /* there is none any more */
    conformance_must(harness, sample_logout_others(3, 1));
    assert_false(has_device(harness, "key p1", 1));
    assert_true(has_device(harness, "key p1", 3));
}

/* A program's token marks no device: who has it need not be the owner. */
CONFORMANCE_TEST(a_session_with_fewer_rights_shows_no_device_and_leaves_none)
{
    struct store_op op = sample_session(1, 1);
    op.as.session_add.session.rights = RIGHTS_PLAY;
    conformance_accounts(harness, 1);
    conformance_must(harness, op);
    assert_false(has_device(harness, "key p1", 1));
    conformance_must(harness, sample_session_end(1, 10));
    assert_false(has_device(harness, "key p1", 1));
}

CONFORMANCE_TEST(with_one_session_too_many_the_one_goes_that_was_used_the_longest_ago)
{
    struct store_op op;
    conformance_accounts(harness, 2);
    for (uint8_t token = 1; token <= 3; token++)
        conformance_must(harness, sample_session(token, 1));
    conformance_must(harness, sample_session(8, 2));
    conformance_must(harness, sample_session_use(1, 10));
    conformance_must(harness, sample_session_use(3, 20));
    op = sample_session(4, 1);
    op.as.session_add.session.last_used_ms += 30;
    op.as.session_add.most = 3;
    conformance_must(harness, op);
    conformance_ask_nothing(harness, sample_by_token(2));
    assert_true(has_device(harness, "key p1", 2));
    assert_int_equal(ask_sessions(harness, sample_sessions(1, 9))->rows_count, 3);
    op = sample_session(5, 1);
    op.as.session_add.session.last_used_ms += 40;
    op.as.session_add.most = 1; /* after an update of the server there may be more than one */
    conformance_must(harness, op);
    assert_int_equal(ask_sessions(harness, sample_sessions(1, 9))->rows_count, 1);
    assert_int_equal(ask_player_by_token(harness, sample_by_token(5))->player.id, 1);
    assert_int_equal(ask_player_by_token(harness, sample_by_token(8))->player.id, 2);
    assert_true(has_device(harness, "key p1", 4)); /* devices, too, are as many as sessions */
    assert_false(has_device(harness, "key p1", 2));
}

CONFORMANCE_TEST(a_session_says_when_and_from_where_it_was_used)
{
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_session(1, 1));
    conformance_must(harness, sample_session_use(1, 50));
    const struct store_session *session = ask_player_by_token(harness, sample_by_token(1))->session;
    assert_int_equal(session->last_used_ms, SAMPLE_MS + 50);
    assert_int_equal(session->ends_ms, SAMPLE_MS + 1050);
    assert_string_equal(session->origin, "203.0.*.*");
    assert_int_equal(session->created_ms, SAMPLE_MS);
    conformance_must(harness, sample_session_use(2, 50)); /* there is none */
}

/* Sessions last for 1000 ms. Two go with each that comes, the one that ended first first. */
CONFORMANCE_TEST(sessions_that_ended_go_with_those_that_come)
{
    conformance_accounts(harness, 2);
    for (uint8_t token = 1; token <= 3; token++) {
        struct store_op op = sample_session(token, 1);
        op.as.session_add.session.ends_ms += token;
        conformance_must(harness, op);
    }
    struct store_op op = sample_session(8, 2);
    op.as.session_add.session.ends_ms += 5000;
    op.as.session_add.over_ms += 1003;
    conformance_must(harness, op);
    conformance_ask_nothing(harness, sample_by_token(1));
    conformance_ask_nothing(harness, sample_by_token(2));
    assert_int_equal(ask_player_by_token(harness, sample_by_token(3))->player.id, 1);
    assert_true(has_device(harness, "key p1", 1));
    op = sample_session(9, 2);
    op.as.session_add.session.ends_ms += 5000;
    op.as.session_add.forget_ms += 1; /* both devices ended before */
    conformance_must(harness, op);
    assert_false(has_device(harness, "key p1", 1));
    assert_false(has_device(harness, "key p1", 2));
}

static uint32_t guesses(struct harness *harness, uint64_t name, int64_t day)
{
    return ask_login(harness, sample_guesses(name, day))->guesses;
}

CONFORMANCE_TEST(guesses_at_a_name_are_those_of_a_day)
{
    conformance_must(harness, sample_guessed(70, 100, 10));
    conformance_must(harness, sample_guessed(71, 100, 10));
    conformance_must(harness, sample_guessed(70, 100, 20));
    assert_int_equal(guesses(harness, 70, 100), 20);
    assert_int_equal(guesses(harness, 70, 101), 0);
    assert_int_equal(guesses(harness, 72, 100), 0);
    assert_int_equal(guesses(harness, 0, 100), 0);
    conformance_must(harness, sample_guessed(72, 101, 10));
    assert_int_equal(guesses(harness, 70, 100), 0); /* they went */
    assert_int_equal(guesses(harness, 72, 101), 10);
    conformance_must_not(harness, sample_guessed(0, 101, 10));
}

static bool has_origin(struct harness *harness, const char *key, uint64_t origin)
{
    return ask_login(harness, sample_login_from(key, origin))->has_origin;
}

CONFORMANCE_TEST(a_login_knows_the_networks_that_a_player_came_from)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_origin(1, 70, 10, 0));
    conformance_must(harness, sample_origin(1, 71, 11, 0));
    conformance_must(harness, sample_origin(1, 70, 20, 0));
    assert_true(has_origin(harness, "key p1", 70));
    assert_true(has_origin(harness, "key p1", 71));
    assert_false(has_origin(harness, "key p1", 72));
    assert_false(has_origin(harness, "key p1", 0));
    assert_false(has_origin(harness, "key p2", 70));
    conformance_must_not(harness, sample_origin(99, 70, 1, 0));
    conformance_must_not(harness, sample_origin(1, 0, 1, 0));
}

/* 70 was seen again at 20, so 71 and 72 are older than 15, and 73 is not yet. */
CONFORMANCE_TEST(two_networks_that_are_old_go_with_each_that_comes)
{
    conformance_accounts(harness, 2);
    for (uint64_t origin = 70; origin < 74; origin++)
        conformance_must(harness, sample_origin(1, origin, (int64_t)origin - 60, 0));
    conformance_must(harness, sample_origin(1, 70, 20, 0));
    conformance_must(harness, sample_origin(2, 80, 30, 13));
    assert_true(has_origin(harness, "key p1", 70));
    assert_false(has_origin(harness, "key p1", 71));
    assert_false(has_origin(harness, "key p1", 72));
    assert_true(has_origin(harness, "key p1", 73));
    assert_true(has_origin(harness, "key p2", 80));
}

/* ------------------------------------------------------------------ who shares a network */

#define DAY INT64_C(86400000)

CONFORMANCE_TEST(who_came_from_the_same_network_is_told)
{
    struct sample_names names;
    const struct store_account muted = {.muted_until_ms = 7, .mute_reason = "noise"};
    conformance_accounts(harness, 4);
    conformance_must(harness, sample_guest(9, "guest-a", &names));
    conformance_must(harness, sample_account(2, &muted));
    for (int day = 0; day < 3; day++)
        conformance_must(harness, sample_origin(1, 70, day * DAY, 0));
    conformance_must(harness, sample_origin(1, 71, 5, 0));
    conformance_must(harness, sample_origin(2, 70, 6, 0));
    conformance_must(harness, sample_origin(2, 70, 7, 0)); /* the same day */
    conformance_must(harness, sample_origin(2, 70, 7 + DAY, 0));
    conformance_must(harness, sample_origin(2, 71, 8, 0));
    conformance_must(harness, sample_origin(3, 72, 9, 0));
    conformance_must(harness, sample_origin(9, 71, 10, 0));
    const struct store_relations *answer = ask_related(harness, sample_related(1, 0, 0, 9));
    assert_int_equal(answer->rows_count, 2);
    assert_false(answer->has_more);
    assert_int_equal(answer->rows[0].player, 9);
    assert_string_equal(answer->rows[0].name, "guest-a");
    assert_int_equal(answer->rows[0].kind, PLAYER_GUEST);
    assert_int_equal(answer->rows[0].networks, 1);
    assert_int_equal(answer->rows[0].days, 1);
    assert_int_equal(answer->rows[0].last_ms, SAMPLE_MS + 10);
    const struct store_related *other = &answer->rows[1];
    assert_int_equal(other->player, 2);
    assert_int_equal(other->networks, 2);
    assert_int_equal(other->days, 2);
    assert_int_equal(other->last_ms, SAMPLE_MS + 7 + DAY);
    assert_int_equal(other->muted_until_ms, 7);
    assert_string_equal(other->mute_reason, "noise");
    assert_int_equal(other->banned_until_ms, 0);
    assert_int_equal(ask_related(harness, sample_related(3, 0, 0, 9))->rows_count, 0);
    assert_int_equal(ask_related(harness, sample_related(4, 0, 0, 9))->rows_count, 0);
}

CONFORMANCE_TEST(a_network_of_long_ago_relates_nobody)
{
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_origin(1, 70, 10, 0));
    conformance_must(harness, sample_origin(2, 70, 20, 0));
    conformance_must(harness, sample_origin(3, 70, 5, 0));
    assert_int_equal(ask_related(harness, sample_related(1, 5, 0, 9))->rows_count, 2);
    const struct store_relations *answer = ask_related(harness, sample_related(1, 6, 0, 9));
    assert_int_equal(answer->rows_count, 1);
    assert_int_equal(answer->rows[0].player, 2);
    assert_int_equal(ask_related(harness, sample_related(1, 11, 0, 9))->rows_count, 0);
}

CONFORMANCE_TEST(the_related_come_in_pages_and_below_a_role)
{
    const struct store_account moderator = {.role = ROLE_MODERATOR};
    struct store_query query = sample_related(2, 0, 0, 9);
    conformance_accounts(harness, 5);
    conformance_must(harness, sample_account(4, &moderator));
    for (uint64_t id = 1; id <= 5; id++)
        conformance_must(harness, sample_origin(id, 70, 10, 0));
    const struct store_relations *answer = ask_related(harness, sample_related(2, 0, 0, 2));
    assert_int_equal(answer->rows_count, 2);
    assert_int_equal(answer->rows[0].player, 5);
    assert_int_equal(answer->rows[1].player, 4);
    assert_true(answer->has_more);
    answer = ask_related(harness, sample_related(2, 0, 4, 2));
    assert_int_equal(answer->rows_count, 2);
    assert_int_equal(answer->rows[0].player, 3);
    assert_int_equal(answer->rows[1].player, 1);
    assert_false(answer->has_more);
    query.as.related.below = ROLE_MODERATOR;
    answer = ask_related(harness, query);
    assert_int_equal(answer->rows_count, 3);
    assert_int_equal(answer->rows[1].player, 3);
}

/* ------------------------------------------------------------------ newcomers */

CONFORMANCE_TEST(recent_networks_are_those_of_the_day_before_the_last)
{
    conformance_accounts(harness, 2);
    assert_int_equal(ask_recent_origins(harness, sample_recent_origins(1, 0, 9))->rows_count, 0);
    conformance_must(harness, sample_origin(1, 70, DAY, 0));
    conformance_must(harness, sample_origin(1, 71, DAY + 1, 0));
    conformance_must(harness, sample_origin(1, 72, 2 * DAY, 0));
    conformance_must(harness, sample_origin(2, 73, 9 * DAY, 0));
    const struct store_recent_origins *answer =
        ask_recent_origins(harness, sample_recent_origins(1, 0, 9));
    assert_int_equal(answer->rows_count, 2);
    assert_int_equal(answer->rows[0].origin, 71);
    assert_int_equal(answer->rows[1].origin, 72);
    assert_int_equal(ask_recent_origins(harness, sample_recent_origins(1, 0, 1))->rows_count, 1);
    assert_int_equal(ask_recent_origins(harness, sample_recent_origins(1, 2 * DAY, 9))->rows_count,
                     1);
    assert_int_equal(
        ask_recent_origins(harness, sample_recent_origins(1, 2 * DAY + 1, 9))->rows_count, 0);
}

CONFORMANCE_TEST(bans_of_origins_are_loaded_until_they_are_lifted_or_another_finds_them_over)
{
    struct harness_loaded loaded;
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_origin_ban(1, 70, 0, DAY));
    conformance_must(harness, sample_origin_ban(1, 71, 0, DAY));
    conformance_must(harness, sample_origin_ban(2, 70, 0, 2 * DAY));
    conformance_must(harness, sample_origin_ban(2, 70, 5, 3 * DAY)); /* in its place */
    if (harness->backend->keeps)
        harness_reopen(harness);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.origin_ban_count, 3);
    const struct store_origin_ban wanted = {
        .player = 2, .origin = 70, .at_ms = SAMPLE_MS + 5, .until_ms = SAMPLE_MS + 5 + 3 * DAY};
    assert_record_equal(origin_ban, &loaded.origin_bans[2], &wanted);
    conformance_must(harness, sample_origin_unban(2));
    conformance_must(harness, sample_origin_unban(2));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.origin_ban_count, 2);
    conformance_must(harness, sample_origin_ban(3, 72, DAY, DAY));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.origin_ban_count, 1);
    assert_int_equal(loaded.origin_bans[0].player, 3);
}

CONFORMANCE_TEST(no_ban_of_an_origin_is_for_longer_than_seven_days_or_of_nobody)
{
    conformance_accounts(harness, 1);
    conformance_must_not(harness, sample_origin_ban(1, 70, 0, 7 * DAY + 1));
    conformance_must_not(harness, sample_origin_ban(1, 70, 0, 0));
    conformance_must_not(harness, sample_origin_ban(9, 70, 0, DAY));
    conformance_must(harness, sample_origin_ban(1, 70, 0, 7 * DAY));
}
