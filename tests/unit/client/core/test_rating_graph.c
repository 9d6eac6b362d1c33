/* SPDX-License-Identifier: MIT */
/*
 * The model of a rating over days: which days are asked for, and what pages become.
 */
#include "client/core/lists.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#define TODAY 20000 /* 2024-10-04 */

static struct rating_graph graph;
static struct rating_graph_request request;

/* A new graph of these days. */
static void choose(int first, int last)
{
    rating_graph_deinit(&graph);
    rating_graph_init(&graph, first, last, TODAY);
    request = (struct rating_graph_request){.name = "boris"};
}

#define GRAPH_TEST(name) TEST_BETWEEN(name, (void)0, rating_graph_deinit(&graph))

static void assert_next(const char *from, const char *to)
{
    assert_true(rating_graph_next_page(&graph, &request));
    assert_string_equal(request.name, "boris");
    assert_string_equal(request.from_day, from);
    assert_string_equal(request.to_day, to);
}

static void assert_whole(void)
{
    assert_false(rating_graph_next_page(&graph, &request));
}

/* A page of these days; on each the rating is the number of its place. */
static void take(const char *from, const char *to, int64_t before, const char *const *days)
{
    struct rating_day_record records[8];
    size_t count = 0;
    for (; days[count] != NULL; count++)
        records[count] = (struct rating_day_record){.day = days[count], .rating = (int64_t)count};
    const struct rating_graph_reply page = {.name = "Boris",
                                            .from_day = from,
                                            .to_day = to,
                                            .days = records,
                                            .days_count = count,
                                            .before = before,
                                            .rating = 1500,
                                            .peak = 1700,
                                            .games = 4,
                                            .rank = 3};
    rating_graph_take(&graph, &page);
}

#define DAYS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define NO_DAYS ((const char *const[]){NULL})

GRAPH_TEST(without_dates_there_is_one_page_that_the_server_chooses)
{
    choose(NONE, NONE);
    assert_true(rating_graph_next_page(&graph, &request));
    assert_null(request.from_day);
    assert_null(request.to_day);
    take("2023-10-04", "2024-10-03", 1480, DAYS("2024-01-01"));
    assert_whole();
    assert_int_equal(graph.count, 2);
    assert_int_equal(graph.points[0].rating, 1480);
    assert_string_equal(graph.name, "Boris");
    assert_int_equal(graph.rank, 3);
}

GRAPH_TEST(days_of_years_come_in_pages)
{
    int first = 0;
    int last = 0;
    day_parse("2023-01-01", &first);
    day_parse("2024-03-01", &last);
    choose(first, last);
    assert_next("2023-01-01", "2024-01-01");
    take("2023-01-01", "2024-01-01", 1400, DAYS("2023-05-05", "2024-01-01"));
    assert_next("2024-01-02", "2024-03-01");
    take("2024-01-02", "2024-03-01", 1, DAYS("2024-02-02")); /* what was before is known */
    assert_whole();
    assert_int_equal(graph.count, 4);
    assert_int_equal(graph.last_day, last);
}

GRAPH_TEST(one_date_alone_makes_a_year_or_goes_to_today)
{
    choose(NONE, TODAY - 1);
    assert_next("2023-10-04", "2024-10-03");
    choose(TODAY - 5, NONE);
    assert_next("2024-09-29", "2024-10-04");
    choose(TODAY + 5, TODAY);
    assert_next("2024-10-09", "2024-10-09");
    choose(NONE, 100);
    assert_next("1970-01-01", "1970-04-11");
}

GRAPH_TEST(days_out_of_order_are_left_out)
{
    choose(TODAY - 9, TODAY);
    take("2024-09-25", "2024-10-04", NONE,
         DAYS("2024-10-01", "2024-09-30", "no day", "2024-10-02", "2024-10-02", "2024-10-02"));
    assert_int_equal(graph.count, 3);
    assert_int_equal(graph.points[1].rating, 3);
    assert_whole();
}

/* A server that answers with other days than it was asked for does not keep a client busy. */
GRAPH_TEST(pages_that_do_not_go_on_are_the_last)
{
    choose(TODAY - 1000, TODAY);
    take("2000-01-01", "2000-02-01", NONE, NO_DAYS);
    assert_whole();
    assert_int_equal(graph.count, 0);
    choose(TODAY - 1000, TODAY);
    take("2000-01-01", "no day", NONE, NO_DAYS);
    assert_whole();
    assert_int_equal(graph.last_day, NONE);
}
