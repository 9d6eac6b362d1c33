/* SPDX-License-Identifier: MIT */
/*
 * Conformance: moderation. Acts of moderators are recorded with what they do or not at all;
 * reports are open until they are judged, one each, and not too many.
 */
#include "tests/conformance/store_conformance.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ acts */

CONFORMANCE_TEST(acts_are_counted_and_told_newest_first)
{
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_room(30, 1, 2, 0));
    conformance_must(harness, sample_act(MOD_BAN, 1, 2));
    struct store_op close = sample_act(MOD_CLOSE_ROOM, 0, 0);
    close.as.act.room = 30;
    conformance_must(harness, close);
    conformance_must(harness, sample_act(MOD_MUTE, 0, 3));
    const struct store_acts *answer = ask_acts(harness, sample_acts(0, 0, 10));
    assert_int_equal(answer->rows_count, 3);
    assert_false(answer->has_more);
    const struct store_act_row *act = &answer->rows[0];
    assert_int_equal(act->n, 3);
    assert_int_equal(act->act, MOD_MUTE);
    assert_int_equal(act->by, 0);
    assert_null(act->by_name);
    assert_string_equal(act->player_name, "p3");
    act = &answer->rows[1];
    assert_int_equal(act->room, 30);
    assert_int_equal(act->player, 0);
    assert_null(act->player_name);
    const struct store_act_row wanted = {.n = 1,
                                         .at_ms = sample_act(MOD_BAN, 1, 2).as.act.at_ms,
                                         .act = MOD_BAN,
                                         .by = 1,
                                         .by_name = "p1",
                                         .player = 2,
                                         .player_name = "p2",
                                         .until_ms = STORE_FOR_GOOD,
                                         .reason = "reason",
                                         .detail = "detail"};
    assert_record_equal(act_row, &answer->rows[2], &wanted);
}

CONFORMANCE_TEST(acts_come_in_pages_and_of_one_player)
{
    conformance_accounts(harness, 3);
    for (uint64_t i = 0; i < 6; i++)
        conformance_must(harness, sample_act(MOD_BAN, 1, 2 + i % 2));
    const struct store_acts *answer = ask_acts(harness, sample_acts(0, 4, 3));
    assert_int_equal(answer->rows_count, 3);
    assert_int_equal(answer->rows[0].n, 4);
    assert_true(answer->has_more);
    answer = ask_acts(harness, sample_acts(3, 5, 2));
    assert_int_equal(answer->rows_count, 2);
    assert_int_equal(answer->rows[0].n, 4);
    assert_int_equal(answer->rows[1].n, 2);
    assert_false(answer->has_more);
    assert_int_equal(ask_acts(harness, sample_acts(1, 0, 2))->rows_count, 0);
}

CONFORMANCE_TEST(a_new_name_and_its_record_come_together_or_not_at_all)
{
    struct sample_names names;
    conformance_accounts(harness, 2);
    harness_add(harness, sample_rename(1, "p2", &names));
    harness_add(harness, sample_rename(1, "dora", &names));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->results[0], STORE_CONFLICT);
    assert_int_equal(harness->results[1], STORE_APPLIED);
    assert_int_equal(ask_acts(harness, sample_acts(0, 0, 9))->rows_count, 1);
    assert_int_equal(ask_player_by_name(harness, sample_by_name("key dora"))->player.id, 1);
    conformance_ask_nothing(harness, sample_by_name("key p1"));
    conformance_must(harness, sample_guest(7, "p1", &names));        /* the old name is free */
    conformance_must(harness, sample_rename(2, "p2", &names));       /* one's own is no conflict */
    conformance_must_not(harness, sample_rename(7, "emil", &names)); /* a guest */
    assert_int_equal(ask_acts(harness, sample_acts(0, 0, 9))->rows_count, 2);
}

CONFORMANCE_TEST(a_class_comes_with_its_record_or_not_at_all)
{
    struct sample_names names[4];
    struct store_registration class[4];
    static const char *const pupils[] = {"ada", "p2", "bea", "cai"};
    conformance_accounts(harness, 2);
    for (uint64_t i = 0; i < 4; i++)
        class[i] = sample_register(20 + i, pupils[i], &names[i]).as.player_register;
    harness_add(harness, sample_class(class, 4)); /* with p2, who is there */
    harness_add(harness, sample_class(class + 2, 2));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->results[0], STORE_CONFLICT);
    assert_int_equal(harness->results[1], STORE_APPLIED);
    conformance_ask_nothing(harness, sample_by_name("key ada"));
    assert_int_equal(ask_player_by_name(harness, sample_by_name("key bea"))->player.id, 22);
    assert_string_equal(
        ask_player_by_name(harness, sample_by_name("key cai"))->player.password_hash, "hash");
    assert_int_equal(ask_acts(harness, sample_acts(0, 0, 9))->rows_count, 1);
    assert_int_equal(ask_acts(harness, sample_acts(0, 0, 9))->rows[0].act, MOD_ACCOUNTS);
}

CONFORMANCE_TEST(a_class_of_nobody_or_of_twins_is_refused)
{
    struct sample_names names[2];
    struct store_registration class[2];
    for (uint64_t i = 0; i < 2; i++)
        class[i] = sample_register(20 + i, "ada", &names[i]).as.player_register;
    conformance_must_not(harness, sample_class(class, 0));
    conformance_must_not(harness, sample_class(class, 2));
    conformance_ask_nothing(harness, sample_by_name("key ada"));
    conformance_must(harness, sample_class(class, 1));
}

CONFORMANCE_TEST(acts_on_nobody_are_refused)
{
    conformance_accounts(harness, 2);
    conformance_must_not(harness, sample_act(MOD_BAN, 1, 3));
    conformance_must_not(harness, sample_act(MOD_BAN, 3, 1));
    conformance_must_not(harness, sample_act(MOD_BAN, 1, 0));
    struct store_op close = sample_act(MOD_CLOSE_ROOM, 1, 0);
    close.as.act.room = 31;
    conformance_must_not(harness, close);
    assert_int_equal(ask_acts(harness, sample_acts(0, 0, 9))->rows_count, 0);
}

/* ------------------------------------------------------------------ warnings and notes */

CONFORMANCE_TEST(a_warning_is_recorded_and_told)
{
    conformance_accounts(harness, 2);
    harness_add(harness, sample_warning(2, 40));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->last_memo.player, 2);
    assert_int_equal(harness->last_memo.kind, MEMO_WARNING);
    assert_int_equal(ask_acts(harness, sample_acts(2, 0, 9))->rows_count, 1);
    const struct store_memo_row wanted = {.id = 40,
                                          .at_ms = sample_warning(2, 40).as.act.at_ms,
                                          .kind = MEMO_WARNING,
                                          .text = "reason"};
    assert_record_equal(memo_row, &ask_memos(harness, sample_memos(2))->rows[0], &wanted);
    assert_int_equal(ask_player_file(harness, sample_file(2))->warnings, 1);
    assert_false(ask_player_file(harness, sample_file(2))->is_warning_seen);
    conformance_must(harness, sample_memos_seen(2, 40));
    assert_true(ask_player_file(harness, sample_file(2))->is_warning_seen);
    conformance_must(harness, sample_warning(2, 41));
    assert_int_equal(ask_player_file(harness, sample_file(2))->warnings, 2);
    assert_false(ask_player_file(harness, sample_file(2))->is_warning_seen);
    assert_int_equal(ask_player_file(harness, sample_file(1))->warnings, 0);
    conformance_must_not(harness, sample_act(MOD_WARN, 1, 2)); /* without a memo */
    conformance_must_not(harness, sample_warning(3, 42));
}

CONFORMANCE_TEST(the_newest_notes_are_in_the_file)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_act(MOD_NOTE, 1, 2));
    conformance_must(harness, sample_act(MOD_BAN, 1, 2));
    assert_int_equal(ask_player_file(harness, sample_file(2))->rows_count, 1);
    for (int i = 0; i < STORE_NOTES_MAX; i++)
        conformance_must(harness, sample_act(MOD_NOTE, 0, 2));
    const struct store_player_file *file = ask_player_file(harness, sample_file(2));
    assert_int_equal(file->rows_count, STORE_NOTES_MAX);
    assert_true(file->has_more);
    assert_int_equal(file->rows[0].n, STORE_NOTES_MAX + 2);
    assert_int_equal(file->rows[0].act, MOD_NOTE);
    assert_string_equal(file->rows[0].reason, "reason");
    assert_int_equal(ask_player_file(harness, sample_file(1))->rows_count, 0);
}

CONFORMANCE_TEST(notes_are_for_readers_above_the_player)
{
    const struct store_account moderator = {.role = ROLE_MODERATOR};
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_account(2, &moderator));
    conformance_must(harness, sample_act(MOD_NOTE, 1, 2));
    conformance_must(harness, sample_act(MOD_NOTE, 1, 3));
    conformance_must(harness, sample_act(MOD_BAN, 1, 2));
    assert_int_equal(ask_acts(harness, sample_acts_for(0, ROLE_COUNT))->rows_count, 3);
    assert_int_equal(ask_acts(harness, sample_acts_for(1, ROLE_MODERATOR))->rows_count, 2);
    assert_int_equal(ask_acts(harness, sample_acts_for(3, ROLE_OPERATOR))->rows_count, 2);
    const struct store_acts *answer = ask_acts(
        harness, SAMPLE_QUERY(acts, .player = 2, .reader = 1, .below = ROLE_MODERATOR, .limit = 9));
    assert_int_equal(answer->rows_count, 1);
    assert_int_equal(answer->rows[0].act, MOD_BAN);
}

/* ------------------------------------------------------------------ bans and mutes */

static void sanction(struct harness *harness, uint64_t player, int64_t banned_until_ms,
                     int64_t muted_until_ms)
{
    const struct store_account account = {.banned_until_ms = banned_until_ms,
                                          .muted_until_ms = muted_until_ms,
                                          .ban_reason = "ban",
                                          .mute_reason = "mute"};
    conformance_must(harness, sample_account(player, &account));
}

CONFORMANCE_TEST(who_is_banned_or_muted_comes_in_pages)
{
    conformance_accounts(harness, 6);
    assert_int_equal(ask_sanctions(harness, sample_sanctions(0, 0, 9))->rows_count, 0);
    sanction(harness, 5, 0, 100);
    sanction(harness, 2, STORE_FOR_GOOD, 0);
    sanction(harness, 1, 50, 50);
    sanction(harness, 6, 51, 40);
    sanction(harness, 3, 0, 0);
    const struct store_sanctions *answer = ask_sanctions(harness, sample_sanctions(50, 0, 2));
    assert_int_equal(answer->rows_count, 2);
    assert_true(answer->has_more);
    const struct store_sanction wanted[] = {
        {2, "p2", STORE_FOR_GOOD, "ban", 0, "mute"},
        {5, "p5", 0, "ban", 100, "mute"},
    };
    assert_record_equal(sanction, &answer->rows[0], &wanted[0]);
    assert_record_equal(sanction, &answer->rows[1], &wanted[1]);
    answer = ask_sanctions(harness, sample_sanctions(50, 5, 2));
    assert_int_equal(answer->rows_count, 1);
    assert_int_equal(answer->rows[0].player, 6);
    assert_false(answer->has_more);
    sanction(harness, 2, 0, 0);
    answer = ask_sanctions(harness, sample_sanctions(51, 0, 1));
    assert_int_equal(answer->rows[0].player, 5);
    assert_false(answer->has_more);
}

/* ------------------------------------------------------------------ reports */

CONFORMANCE_TEST(reports_are_open_until_they_are_judged)
{
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_start(20, false, 1, 2));
    conformance_must(harness, sample_report(1, 2, 20));
    conformance_must(harness, sample_report(1, 2, 0));
    conformance_must(harness, sample_report(3, 2, 20));
    const struct store_reports *answer = ask_reports(harness, sample_reports(0, 2));
    assert_int_equal(answer->rows_count, 2);
    assert_true(answer->has_more);
    const struct store_report_row wanted = {.n = 1,
                                            .at_ms = sample_report(1, 2, 20).as.report_add.at_ms,
                                            .by = 1,
                                            .by_name = "p1",
                                            .player = 2,
                                            .player_name = "p2",
                                            .game = 20,
                                            .complaint = 1,
                                            .text = "text",
                                            .reporters = 2};
    assert_record_equal(report_row, &answer->rows[0], &wanted);
    conformance_must(harness, sample_resolve(2));
    assert_int_equal(harness->last_memo.player, 1);
    assert_int_equal(harness->last_memo.kind, MEMO_REPORT_JUDGED);
    assert_int_equal(harness->last_memo.number, 1);
    assert_string_equal(harness->last_memo.about_name, "p2");
    assert_int_equal(ask_memos(harness, sample_memos(1))->rows_count, 1);
    answer = ask_reports(harness, sample_reports(0, 9));
    assert_int_equal(answer->rows_count, 2);
    assert_int_equal(answer->rows[0].n, 1);
    assert_false(answer->has_more);
    answer = ask_reports(harness, sample_reports(1, 9));
    assert_int_equal(answer->rows_count, 1);
    assert_int_equal(answer->rows[0].n, 3);
}

CONFORMANCE_TEST(reports_are_for_judges_above_the_one_reported)
{
    const struct store_account moderator = {.role = ROLE_MODERATOR};
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_account(2, &moderator));
    conformance_must(harness, sample_report(1, 2, 0));
    conformance_must(harness, sample_report(1, 3, 0));
    const struct store_reports *answer = ask_reports(harness, sample_reports_for(0, ROLE_COUNT));
    assert_int_equal(answer->rows_count, 2);
    answer = ask_reports(harness, sample_reports_for(1, ROLE_MODERATOR));
    assert_int_equal(answer->rows_count, 1);
    assert_int_equal(answer->rows[0].player, 3);
    answer = ask_reports(harness, sample_reports_for(3, ROLE_OPERATOR));
    assert_int_equal(answer->rows_count, 1);
    assert_int_equal(answer->rows[0].player, 2);
}

CONFORMANCE_TEST(a_report_is_judged_once)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_report(1, 2, 0));
    harness_add(harness, sample_resolve(1));
    harness_add(harness, sample_resolve(1));
    harness_add(harness, sample_resolve(2));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->results[0], STORE_APPLIED);
    assert_int_equal(harness->results[1], STORE_CONFLICT);
    assert_int_equal(harness->results[2], STORE_CONFLICT);
    const struct store_acts *answer = ask_acts(harness, sample_acts(0, 0, 9));
    assert_int_equal(answer->rows_count, 1);
    assert_int_equal(answer->rows[0].report, 1);
}

CONFORMANCE_TEST(the_same_report_is_one_and_nobody_has_too_many)
{
    conformance_accounts(harness, STORE_REPORTS_OPEN_MAX + 2);
    for (uint64_t id = 2; id < STORE_REPORTS_OPEN_MAX + 2; id++)
        conformance_must(harness, sample_report(1, id, 0));
    harness_add(harness, sample_report(1, STORE_REPORTS_OPEN_MAX + 2, 0));
    harness_add(harness, sample_report(2, 1, 0)); /* somebody else's */
    harness_add(harness, sample_report(1, 2, 0));
    harness_add(harness, sample_report(1, STORE_REPORTS_OPEN_MAX + 1, 0));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->results[0], STORE_CONFLICT);
    assert_int_equal(harness->results[1], STORE_APPLIED);
    assert_int_equal(harness->results[2], STORE_ALREADY);
    assert_int_equal(harness->results[3], STORE_ALREADY);
    assert_int_equal(ask_reports(harness, sample_reports(0, 99))->rows_count,
                     STORE_REPORTS_OPEN_MAX + 1);
    conformance_must(harness, sample_resolve(1));
    conformance_must(harness, sample_report(1, 2, 0)); /* judged: it is another one */
    assert_int_equal(ask_reports(harness, sample_reports(0, 99))->rows_count,
                     STORE_REPORTS_OPEN_MAX + 1);
}

CONFORMANCE_TEST(nobody_is_told_of_a_verdict_whose_account_is_gone)
{
    struct sample_names names;
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_report(1, 2, 0));
    conformance_must(harness, sample_delete(1, "gone", &names));
    conformance_must(harness, sample_resolve(1));
    assert_int_equal(ask_memos(harness, sample_memos(1))->rows_count, 0);
}

CONFORMANCE_TEST(reports_of_nobody_are_refused)
{
    conformance_accounts(harness, 2);
    conformance_must_not(harness, sample_report(1, 3, 0));
    conformance_must_not(harness, sample_report(3, 1, 0));
    conformance_must_not(harness, sample_report(1, 1, 0));
    conformance_must_not(harness, sample_report(1, 2, 20)); /* there is no such game */
}

/* ------------------------------------------------------------------ failures */

static void look(struct harness *harness)
{
    assert_int_equal(ask_acts(harness, sample_acts(0, 0, 9))->rows_count, 1);
    assert_int_equal(ask_reports(harness, sample_reports(0, 9))->rows_count, 1);
    assert_int_equal(ask_player_by_name(harness, sample_by_name("key p1"))->player.id, 1);
    assert_int_equal(ask_player_by_token(harness, sample_by_token(1))->player.id, 1);
    conformance_ask_nothing(harness, sample_by_name("key dora"));
}

CONFORMANCE_TEST(a_failed_batch_takes_all_of_it_back)
{
    struct sample_names names[2];
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_session(1, 1));
    conformance_must(harness, sample_act(MOD_BAN, 0, 3));
    conformance_must(harness, sample_report(1, 2, 0));
    harness_add(harness, sample_rename(1, "dora", &names[0]));
    harness_add(harness, sample_rename(1, "emil", &names[1]));
    harness_add(harness, sample_report(2, 1, 0));
    harness_add(harness, sample_resolve(1));
    harness_add(harness, sample_resolve(2));
    harness_add(harness, sample_log(99, 1, "h8"));
    conformance_fail(harness);
    look(harness);
    if (!harness->backend->keeps)
        return;
    harness_reopen(harness);
    look(harness);
}
