/* SPDX-License-Identifier: MIT */
/*
 * Conformance: memos. What a player is to be told stays until it was seen, and is one of the last.
 */
#include "tests/conformance/store_conformance.h"

#include <string.h>

CONFORMANCE_TEST(memos_are_there_until_they_were_seen)
{
    conformance_accounts(harness, 2);
    assert_false(conformance_player(harness, 1)->has_memos);
    conformance_must(harness, sample_memo(1, 50, 2));
    conformance_must(harness, sample_memo(1, 52, 0));
    assert_true(conformance_player(harness, 1)->has_memos);
    assert_false(conformance_player(harness, 2)->has_memos);
    const struct store_memos *answer = ask_memos(harness, sample_memos(1));
    assert_int_equal(answer->rows_count, 2);
    assert_int_equal(answer->rows[0].id, 52);
    assert_null(answer->rows[0].about_name);
    const struct store_memo_row wanted = {.id = 50,
                                          .at_ms = SAMPLE_MS + 50,
                                          .kind = MEMO_POINTS_BACK,
                                          .number = 12,
                                          .text = "text",
                                          .about_name = "p2"};
    assert_record_equal(memo_row, &answer->rows[1], &wanted);
    conformance_must(harness, sample_memos_seen(1, 51));
    assert_true(conformance_player(harness, 1)->has_memos);
    assert_true(ask_memos(harness, sample_memos(1))->rows[1].is_seen);
    conformance_must(harness, sample_memos_seen(1, 52));
    assert_false(conformance_player(harness, 1)->has_memos);
    assert_int_equal(ask_memos(harness, sample_memos(1))->rows_count, 2);
    conformance_must(harness, sample_memos_seen(2, 52));
}

CONFORMANCE_TEST(the_oldest_memo_goes)
{
    conformance_accounts(harness, 2);
    for (uint64_t id = 1; id <= STORE_MEMOS_MAX + 2; id++)
        conformance_must(harness, sample_memo(1, id, 0));
    conformance_must(harness, sample_memo(2, 1, 0)); /* an id may be several players' */
    const struct store_memos *answer = ask_memos(harness, sample_memos(1));
    assert_int_equal(answer->rows_count, STORE_MEMOS_MAX);
    assert_int_equal(answer->rows[0].id, STORE_MEMOS_MAX + 2);
    assert_int_equal(answer->rows[STORE_MEMOS_MAX - 1].id, 3);
    assert_int_equal(ask_memos(harness, sample_memos(2))->rows_count, 1);
}

CONFORMANCE_TEST(memos_are_told_with_the_batch)
{
    conformance_accounts(harness, 2);
    harness_add(harness, sample_memos_seen(1, 9));
    harness_add(harness, sample_memo(1, 50, 2));
    assert_int_equal(harness_commit(harness), STORE_OK);
    assert_int_equal(harness->memos_told, 1);
    assert_int_equal(harness->last_memo.id, 50);
    assert_int_equal(harness->last_memo.player, 1);
    assert_string_equal(harness->last_memo.about_name, "p2");
}

CONFORMANCE_TEST(memos_go_with_the_account)
{
    struct sample_names names;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_memo(1, 50, 2));
    conformance_must(harness, sample_delete(1, "gone", &names));
    assert_int_equal(ask_memos(harness, sample_memos(1))->rows_count, 0);
}

CONFORMANCE_TEST(memos_of_nobody_are_refused)
{
    conformance_accounts(harness, 2);
    conformance_must_not(harness, sample_memo(3, 50, 0));
    conformance_must_not(harness, sample_memo(1, 50, 3));
}

CONFORMANCE_TEST(the_marks_know_the_last_memo)
{
    struct harness_loaded loaded;
    conformance_accounts(harness, 1);
    conformance_must(harness, sample_memo(1, 77, 0));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.last_id, 77);
    assert_int_equal(loaded.marks.youngest_ms, SAMPLE_MS + 77);
}
