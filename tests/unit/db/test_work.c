/* SPDX-License-Identifier: MIT */
/*
 * Work: lists are first in, first out; a query keeps its own copy of its text.
 */
#include "db/work.h"
#include "tests/support/test.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static void push_numbers(struct work_list *list, uint64_t first, uint64_t last)
{
    for (uint64_t number = first; number <= last; number++)
        work__push(list, work__new_batch(number, store_batch_new()));
}

TEST(lists_are_first_in_first_out)
{
    struct work_list list = {0};
    struct work_list more = {0};
    assert_null(work__pop(&list));
    push_numbers(&list, 1, 2);
    push_numbers(&more, 3, 4);
    work__move_all(&more, &list);
    assert_null(work__pop(&more));
    work__move_all(&more, &list);
    for (uint64_t number = 1; number <= 4; number++) {
        struct work *work = work__pop(&list);
        assert_int_equal(work->number, number);
        work__free(work);
    }
    assert_null(work__pop(&list));
    push_numbers(&list, 5, 6);
    work__free_all(&list);
    assert_null(work__pop(&list));
}

TEST(a_query_owns_its_text)
{
    char text[] = "key";
    struct store_query query = {.kind = STORE_PLAYER_BY_NAME, .as.player_by_name.name_key = text};
    struct work *work = work__new_query(7, &query);
    memset(text, 'x', 3);
    assert_string_equal(work->question->query.as.player_by_name.name_key, "key");
    assert_int_equal(work->question->answer.kind, STORE_PLAYER_BY_NAME);
    work__free(work);
}

static void batch_done(void *ctx, uint64_t number, int status, const struct store_batch *batch)
{
    (void)batch;
    *(int64_t *)ctx = (int64_t)number * 1000 - status;
}

static void query_done(void *ctx, uint64_t number, int status, const struct store_answer *answer)
{
    assert_null(answer); /* the status is not STORE_OK */
    *(int64_t *)ctx = (int64_t)number * 1000 - status;
}

TEST(each_kind_is_reported_to_its_own_function)
{
    int64_t reported = 0;
    const struct store_listener listener = {&reported, batch_done, query_done};
    struct work *work = work__new_batch(7, store_batch_new());
    work->status = STORE_UNAVAILABLE;
    work__report(work, &listener);
    assert_int_equal(reported, 7001);
    work = work__new_query(8, &(struct store_query){.kind = STORE_GAME});
    work->status = STORE_NOT_FOUND;
    work__report(work, &listener);
    assert_int_equal(reported, 8002);
    work__report(work__new_resume(), &listener);
    assert_int_equal(reported, 8002);
}
