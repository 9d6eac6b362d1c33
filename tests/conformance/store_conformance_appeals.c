/* SPDX-License-Identifier: MIT */
/*
 * Conformance: appeals. One to each act, while it holds, judged once with a memo; they go with the
 * account.
 */
#include "tests/conformance/store_conformance.h"

#include <string.h>

/* Until then the player is banned and muted. */
static void sanction(struct harness *harness, uint64_t player, int64_t until_ms)
{
    const struct store_account account = {.banned_until_ms = until_ms, .muted_until_ms = until_ms};
    conformance_must(harness, sample_account(player, &account));
}

static enum store_op_result appeal(struct harness *harness, uint64_t player, enum mod_act against)
{
    harness_add(harness, sample_appeal(player, against));
    assert_int_equal(harness_commit(harness), STORE_OK);
    return harness->results[0];
}

CONFORMANCE_TEST(an_appeal_is_listed_with_its_act)
{
    conformance_accounts(harness, 3);
    sanction(harness, 2, STORE_FOR_GOOD);
    conformance_must(harness, sample_act(MOD_BAN, 1, 2));
    conformance_must(harness, sample_warning(3, 50));
    conformance_must(harness, sample_act(MOD_MUTE, 0, 2));
    assert_int_equal(appeal(harness, 2, MOD_MUTE), STORE_APPLIED);
    assert_int_equal(appeal(harness, 2, MOD_BAN), STORE_APPLIED);
    assert_int_equal(appeal(harness, 3, MOD_WARN), STORE_APPLIED);
    const struct store_appeals *answer = ask_appeals(harness, sample_appeals(1, 2));
    assert_int_equal(answer->rows_count, 2);
    assert_true(answer->has_more);
    const struct store_appeal_row wanted = {.act = 1,
                                            .at_ms = SAMPLE_MS,
                                            .player = 2,
                                            .text = "text",
                                            .player_name = "p2",
                                            .against = MOD_BAN,
                                            .act_ms = sample_act(MOD_BAN, 1, 2).as.act.at_ms,
                                            .by_name = "p1",
                                            .until_ms = STORE_FOR_GOOD,
                                            .reason = "reason",
                                            .stands = true};
    assert_record_equal(appeal_row, &answer->rows[0], &wanted);
    assert_int_equal(answer->rows[1].against, MOD_WARN);
    assert_true(answer->rows[1].stands);
    assert_null(answer->rows[1].by_name);
    answer = ask_appeals(harness, sample_appeals(3, 9));
    assert_int_equal(answer->rows_count, 1);
    assert_false(answer->has_more);
    assert_int_equal(answer->rows[0].against, MOD_MUTE);
    assert_true(answer->rows[0].stands);
}

CONFORMANCE_TEST(only_what_holds_is_appealed_and_once)
{
    conformance_accounts(harness, 2);
    assert_int_equal(appeal(harness, 2, MOD_WARN), STORE_CONFLICT);
    assert_int_equal(appeal(harness, 2, MOD_BAN), STORE_CONFLICT);
    conformance_must(harness, sample_act(MOD_BAN, 1, 2));
    conformance_must(harness, sample_act(MOD_MUTE, 1, 2));
    sanction(harness, 2, SAMPLE_MS); /* just over */
    assert_int_equal(appeal(harness, 2, MOD_BAN), STORE_CONFLICT);
    assert_int_equal(appeal(harness, 2, MOD_MUTE), STORE_CONFLICT);
    sanction(harness, 2, SAMPLE_MS + 1);
    assert_int_equal(appeal(harness, 2, MOD_BAN), STORE_APPLIED);
    assert_int_equal(appeal(harness, 2, MOD_BAN), STORE_ALREADY);
    assert_int_equal(appeal(harness, 2, MOD_MUTE), STORE_APPLIED);
    assert_int_equal(appeal(harness, 2, MOD_MUTE), STORE_ALREADY);
    assert_int_equal(appeal(harness, 7, MOD_BAN), STORE_CONFLICT); /* nobody */
    conformance_must(harness, sample_answer(1, 2, 1));
    assert_int_equal(appeal(harness, 2, MOD_BAN), STORE_ALREADY);
    conformance_must(harness, sample_act(MOD_BAN, 1, 2));
    assert_int_equal(appeal(harness, 2, MOD_BAN), STORE_APPLIED);
}

CONFORMANCE_TEST(a_later_ban_and_the_end_take_what_stands)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_act(MOD_BAN, 1, 2));
    sanction(harness, 2, STORE_FOR_GOOD);
    assert_int_equal(appeal(harness, 2, MOD_BAN), STORE_APPLIED);
    conformance_must(harness, sample_act(MOD_MUTE, 1, 2));
    assert_true(ask_appeals(harness, sample_appeals(1, 9))->rows[0].stands);
    conformance_must(harness, sample_act(MOD_BAN, 1, 2));
    assert_false(ask_appeals(harness, sample_appeals(1, 9))->rows[0].stands);
    assert_int_equal(appeal(harness, 2, MOD_BAN), STORE_APPLIED);
    assert_true(ask_appeals(harness, sample_appeals(3, 9))->rows[0].stands);
    sanction(harness, 2, SAMPLE_MS);
    assert_false(ask_appeals(harness, sample_appeals(3, 9))->rows[0].stands);
}

CONFORMANCE_TEST(an_appeal_is_judged_once_with_a_memo)
{
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_warning(2, 50));
    conformance_must(harness, sample_warning(2, 51));
    assert_int_equal(ask_player_file(harness, sample_file(2))->warnings, 2);
    assert_int_equal(appeal(harness, 2, MOD_WARN), STORE_APPLIED);
    harness_add(harness, sample_answer(1, 2, 0)); /* there is none against that one */
    harness_add(harness, sample_answer(2, 3, 0)); /* it is another one's */
    struct store_op upheld = sample_answer(2, 2, 0);
    upheld.as.act.memo = 60;
    harness_add(harness, upheld);
    harness_add(harness, upheld);
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->results[0], STORE_CONFLICT);
    assert_int_equal(harness->results[1], STORE_CONFLICT);
    assert_int_equal(harness->results[2], STORE_APPLIED);
    assert_int_equal(harness->results[3], STORE_CONFLICT);
    assert_int_equal(harness->last_memo.player, 2);
    assert_int_equal(harness->last_memo.kind, MEMO_APPEAL_UPHELD);
    assert_int_equal(harness->last_memo.number, MOD_WARN);
    assert_int_equal(ask_appeals(harness, sample_appeals(1, 9))->rows_count, 0);
    assert_int_equal(ask_acts(harness, sample_acts(0, 0, 9))->rows_count, 3);
    assert_int_equal(ask_player_file(harness, sample_file(2))->warnings, 1);
}

CONFORMANCE_TEST(a_login_knows_how_the_appeal_against_the_last_ban_stands)
{
    const struct store_query query = sample_login("key p2");
    conformance_accounts(harness, 3);
    sanction(harness, 2, STORE_FOR_GOOD);
    conformance_must(harness, sample_act(MOD_BAN, 1, 2));
    conformance_must(harness, sample_act(MOD_MUTE, 1, 2));
    assert_int_equal(appeal(harness, 2, MOD_MUTE), STORE_APPLIED);
    assert_int_equal(ask_login(harness, query)->appeal, APPEAL_NONE);
    assert_int_equal(appeal(harness, 2, MOD_BAN), STORE_APPLIED);
    assert_int_equal(ask_login(harness, query)->appeal, APPEAL_OPEN);
    assert_int_equal(ask_player_by_id(harness, sample_by_id(2))->player.appeal, APPEAL_OPEN);
    assert_int_equal(ask_player_by_id(harness, sample_by_id(3))->player.appeal, APPEAL_NONE);
    assert_int_equal(ask_login(harness, sample_login("key p3"))->appeal, APPEAL_NONE);
    conformance_must(harness, sample_answer(1, 2, 1));
    assert_int_equal(ask_login(harness, query)->appeal, APPEAL_DISMISSED);
    conformance_must(harness, sample_act(MOD_BAN, 1, 2));
    assert_int_equal(ask_login(harness, query)->appeal, APPEAL_NONE);
    assert_int_equal(appeal(harness, 2, MOD_BAN), STORE_APPLIED);
    conformance_must(harness, sample_answer(4, 2, 0));
    assert_int_equal(ask_login(harness, query)->appeal, APPEAL_UPHELD);
}

CONFORMANCE_TEST(appeals_are_for_judges_above_the_player)
{
    const struct store_account moderator = {.role = ROLE_MODERATOR};
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_account(2, &moderator));
    conformance_must(harness, sample_warning(2, 50));
    conformance_must(harness, sample_warning(3, 51));
    assert_int_equal(appeal(harness, 2, MOD_WARN), STORE_APPLIED);
    assert_int_equal(appeal(harness, 3, MOD_WARN), STORE_APPLIED);
    assert_int_equal(ask_appeals(harness, sample_appeals_for(0, ROLE_COUNT))->rows_count, 2);
    const struct store_appeals *answer =
        ask_appeals(harness, sample_appeals_for(1, ROLE_MODERATOR));
    assert_int_equal(answer->rows_count, 1);
    assert_int_equal(answer->rows[0].player, 3);
    answer = ask_appeals(harness, sample_appeals_for(3, ROLE_OPERATOR));
    assert_int_equal(answer->rows_count, 1);
    assert_int_equal(answer->rows[0].player, 2);
}

CONFORMANCE_TEST(appeals_go_with_the_account)
{
    struct sample_names names;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_warning(2, 50));
    assert_int_equal(appeal(harness, 2, MOD_WARN), STORE_APPLIED);
    conformance_must(harness, sample_delete(2, "gone", &names));
    assert_int_equal(ask_appeals(harness, sample_appeals(1, 9))->rows_count, 0);
    assert_int_equal(appeal(harness, 2, MOD_WARN), STORE_CONFLICT);
}

CONFORMANCE_TEST(appeals_against_other_acts_or_without_words_are_refused)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_act(MOD_UNMUTE, 1, 2));
    conformance_must_not(harness, sample_appeal(2, MOD_UNMUTE));
    struct store_op op = sample_appeal(2, MOD_WARN);
    op.as.appeal_add.text = "";
    conformance_must_not(harness, op);
}
