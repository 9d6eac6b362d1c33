/* SPDX-License-Identifier: MIT */
/*
 * Answers: what is asked for one row more than is wanted, where lists lie in their answers, and
 * that nonsense does not reach the database.
 */
#include "db/sql/answer.h"
#include "tests/support/test.h"
#include "tests/unit/db/sql/fake_sql.h"

#include <stddef.h>
#include <stdint.h>

TEST(one_row_more_than_wanted_is_asked_for)
{
    assert_int_equal(answer__limit(0).integer, 1);
    assert_int_equal(answer__limit(10).integer, 11);
    assert_int_equal(answer__limit(UINT32_MAX).integer, INT64_C(1) << 32);
}

TEST(what_was_found_is_the_status)
{
    assert_int_equal(answer__status(1), STORE_OK);
    assert_int_equal(answer__status(0), STORE_NOT_FOUND);
    assert_int_equal(answer__status(-1), STORE_UNAVAILABLE);
}

/* Answers from rows with the numbers 1, 2 ...; the caller frees it. */
static struct work *answered(const struct store_query *query, int rows, uint32_t limit, bool fails)
{
    struct fake_sql fake;
    struct work *work = work__new_query(1, query);
    fake_sql_init(&fake);
    for (int i = 1; i <= rows; i++)
        fake_sql_row(&fake, SQL_VALUES(sql_integer(i)));
    fake.fails = fails;
    work->status = answer__list(work->question, fake_sql_start(&fake), limit);
    return work;
}

TEST(a_list_lies_where_its_answer_has_it)
{
    const struct store_query acts = {.kind = STORE_ACTS};
    const struct store_query threads = {.kind = STORE_THREADS};
    struct work *work = answered(&acts, 3, 2, false);
    assert_int_equal(work->status, STORE_OK);
    assert_int_equal(work->question->answer.as.acts.rows_count, 2);
    assert_int_equal(work->question->answer.as.acts.rows[1].n, 2);
    assert_true(work->question->answer.as.acts.has_more);
    work__free(work);
    work = answered(&threads, 1, 1, false);
    assert_int_equal(work->question->answer.as.threads.rows_count, 1);
    assert_int_equal(work->question->answer.as.threads.rows[0].other, 1);
    assert_false(work->question->answer.as.threads.has_more);
    work__free(work);
}

TEST(a_list_may_stand_behind_other_fields_or_have_no_more)
{
    const struct store_query letters = {.kind = STORE_LETTERS, .as.letters.name_key = ""};
    const struct store_query blocks = {.kind = STORE_BLOCKS};
    struct work *work = answered(&letters, 2, 1, false);
    assert_null(work->question->answer.as.letters.name);
    assert_int_equal(work->question->answer.as.letters.rows_count, 1);
    assert_true(work->question->answer.as.letters.has_more);
    work__free(work);
    work = answered(&blocks, 2, 9, false);
    assert_int_equal(work->question->answer.as.blocks.rows_count, 2);
    work__free(work);
}

TEST(a_list_that_breaks_off_is_an_error)
{
    const struct store_query acts = {.kind = STORE_ACTS};
    struct work *work = answered(&acts, 2, 9, true);
    assert_int_equal(work->status, STORE_UNAVAILABLE);
    work__free(work);
}

TEST(nonsense_is_not_found_and_not_asked_for)
{
    const struct store_query nobody = {.kind = STORE_BLOCKS};
    struct fake_sql fake;
    fake_sql_init(&fake);
    struct work *work = work__new_query(1, &nobody);
    assert_int_equal(question__answer(&fake.base, work->question), STORE_NOT_FOUND);
    assert_int_equal(fake.starts, 0);
    work__free(work);
}
