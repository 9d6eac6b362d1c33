/* SPDX-License-Identifier: MIT */
/*
 * Conformance: lines of chats that reports carry. They are what was said, and an upheld report
 * hides those of the one reported.
 */
#include "tests/conformance/store_conformance.h"

#include <string.h>

#define ROOM 10

/* Three players; in a room the first says lines 1 and 3, and the second one lines 2 and 4. */
static void chat(struct harness *harness)
{
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_room(ROOM, 1, 2, 0));
    conformance_must(harness, sample_chat(ROOM, 1, 1, "hello"));
    conformance_must(harness, sample_chat(ROOM, 2, 2, "you fool"));
    conformance_must(harness, sample_chat(ROOM, 3, 1, "why?"));
    conformance_must(harness, sample_chat(ROOM, 4, 2, "look at your game"));
}

/* A report that carries lines from `first` to `last`. */
static struct store_op carrying(struct harness *harness, struct store_op op, uint32_t first,
                                uint32_t last)
{
    struct store_line_place *lines =
        arena_alloc(&harness->arena, (last - first + 1) * sizeof(*lines));
    for (uint32_t n = first; n <= last; n++)
        lines[n - first] = (struct store_line_place){.room = ROOM, .n = n};
    op.as.report_add.lines = lines;
    op.as.report_add.lines_count = last - first + 1;
    return op;
}

static bool is_hidden(struct harness *harness, uint32_t n)
{
    return ask_chat(harness, sample_chat_of(ROOM))->lines[n - 1].is_hidden;
}

CONFORMANCE_TEST(a_report_carries_lines_as_they_were_said)
{
    chat(harness);
    conformance_must(harness, carrying(harness, sample_report(1, 2, 0), 2, 3));
    conformance_must(harness, sample_report(3, 2, 0));
    const struct store_report_file *file = ask_report(harness, sample_report_by(1));
    const struct store_report_line wanted = {.room = ROOM,
                                             .n = 2,
                                             .player = 2,
                                             .name = "p2",
                                             .text = "you fool",
                                             .at_ms =
                                                 sample_chat(ROOM, 2, 2, "").as.chat_add.at_ms};
    assert_int_equal(file->n, 1);
    assert_true(file->is_open);
    assert_string_equal(file->by_name, "p1");
    assert_string_equal(file->player_name, "p2");
    assert_string_equal(file->text, "text");
    assert_int_equal(file->lines_count, 2);
    assert_record_equal(report_line, &file->lines[0], &wanted);
    assert_string_equal(file->lines[1].text, "why?");
    assert_int_equal(ask_report(harness, sample_report_by(2))->lines_count, 0);
    conformance_ask_nothing(harness, sample_report_by(3));
}

CONFORMANCE_TEST(an_upheld_report_hides_what_the_player_said)
{
    struct harness_loaded loaded;
    chat(harness);
    conformance_must(harness, carrying(harness, sample_report(1, 2, 0), 1, 3));
    conformance_must(harness, carrying(harness, sample_report(3, 2, 0), 1, 4));
    conformance_must(harness, sample_uphold(1));
    assert_int_equal(harness->hidden_count, 1);
    assert_int_equal(harness->hidden[0].room, ROOM);
    assert_int_equal(harness->hidden[0].n, 2);
    assert_true(is_hidden(harness, 2));
    assert_false(is_hidden(harness, 1));
    assert_false(is_hidden(harness, 4));
    const struct store_report_file *file = ask_report(harness, sample_report_by(1));
    assert_false(file->is_open);
    assert_int_equal(file->verdict, STORE_UPHELD);
    assert_true(file->lines[1].is_hidden);
    assert_string_equal(file->lines[1].text, "you fool");
    conformance_must(harness, sample_uphold(2));
    assert_int_equal(harness->hidden_count, 1); /* the other one was hidden */
    assert_int_equal(harness->hidden[0].n, 4);
    if (harness->backend->keeps)
        harness_reopen(harness);
    harness_load(harness, &loaded);
    assert_int_equal(loaded.line_count, 4);
    assert_true(loaded.lines[1].is_hidden && loaded.lines[3].is_hidden);
    assert_false(loaded.lines[0].is_hidden || loaded.lines[2].is_hidden);
}

CONFORMANCE_TEST(a_dismissed_report_hides_nothing)
{
    chat(harness);
    conformance_must(harness, carrying(harness, sample_report(1, 2, 0), 1, 4));
    conformance_must(harness, sample_resolve(1));
    assert_int_equal(harness->hidden_count, 0);
    assert_false(is_hidden(harness, 2));
    assert_int_equal(ask_report(harness, sample_report_by(1))->verdict, 1);
}

CONFORMANCE_TEST(a_verdict_that_is_a_conflict_hides_nothing)
{
    chat(harness);
    conformance_must(harness, carrying(harness, sample_report(1, 2, 0), 1, 4));
    conformance_must(harness, sample_resolve(1));
    conformance_comes_to(harness, sample_uphold(1), STORE_CONFLICT);
    assert_int_equal(harness->hidden_count, 0);
    assert_false(is_hidden(harness, 2));
}

CONFORMANCE_TEST(a_report_is_read_by_judges_above_the_one_reported)
{
    const struct store_account moderator = {.role = ROLE_MODERATOR};
    chat(harness);
    conformance_must(harness, sample_account(2, &moderator));
    conformance_must(harness, carrying(harness, sample_report(1, 2, 0), 1, 4));
    conformance_ask_nothing(harness,
                            SAMPLE_QUERY(report, .n = 1, .judge = 3, .below = ROLE_MODERATOR));
    conformance_ask_nothing(harness, SAMPLE_QUERY(report, .n = 1, .judge = 2, .below = ROLE_COUNT));
    assert_int_equal(
        ask_report(harness, SAMPLE_QUERY(report, .n = 1, .judge = 3, .below = ROLE_OPERATOR))
            ->lines_count,
        4);
}

CONFORMANCE_TEST(the_present_names_are_told)
{
    struct sample_names names[2];
    chat(harness);
    conformance_must(harness, carrying(harness, sample_report(1, 2, 0), 1, 4));
    conformance_must(harness, sample_rename(2, "polite", &names[0]));
    conformance_must(harness, sample_delete(1, "gone", &names[1]));
    const struct store_report_file *file = ask_report(harness, sample_report_by(1));
    assert_string_equal(file->by_name, "gone");
    assert_string_equal(file->player_name, "polite");
    assert_string_equal(file->lines[0].name, "gone");
    assert_string_equal(file->lines[1].name, "polite");
    assert_string_equal(file->lines[1].text, "you fool");
}

CONFORMANCE_TEST(lines_that_nobody_said_or_that_are_too_many_are_refused)
{
    chat(harness);
    conformance_must_not(harness, carrying(harness, sample_report(1, 2, 0), 4, 5));
    for (uint32_t n = 5; n <= STORE_REPORT_LINES + 1; n++)
        conformance_must(harness, sample_chat(ROOM, n, 1, "x"));
    conformance_must_not(harness,
                         carrying(harness, sample_report(1, 2, 0), 1, STORE_REPORT_LINES + 1));
    conformance_must(harness, carrying(harness, sample_report(1, 2, 0), 2, STORE_REPORT_LINES + 1));
}

CONFORMANCE_TEST(the_chat_of_a_room_that_is_closed_is_there)
{
    chat(harness);
    conformance_must(harness, sample_room_close(ROOM));
    const struct store_chat *answer = ask_chat(harness, sample_chat_of(ROOM));
    assert_int_equal(answer->lines_count, 4);
    assert_string_equal(answer->lines[3].text, "look at your game");
    assert_int_equal(ask_chat(harness, sample_chat_of(ROOM + 1))->lines_count, 0);
}
