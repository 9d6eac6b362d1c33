/* SPDX-License-Identifier: MIT */
/*
 * Conformance: private messages. Threads and pages, what is unread, deleting on one's own side,
 * what decides whether somebody may write.
 */
#include "tests/conformance/store_conformance.h"

#include <stdio.h>

static uint64_t unread_of(struct harness *harness, uint64_t player)
{
    return conformance_player(harness, player)->unread;
}

/* Messages `first` to `last` of p1 to p2, in one batch. */
static void write_many(struct harness *harness, uint64_t first, uint64_t last)
{
    for (uint64_t id = first; id <= last; id++)
        harness_add(harness, sample_message(id, 1, 2));
    assert_int_equal(harness_commit(harness), STORE_OK);
}

/* ------------------------------------------------------------------ sending */

CONFORMANCE_TEST(both_players_have_a_message_and_one_has_not_read_it)
{
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_message(10, 1, 2));
    struct store_thread wanted = {.other = 2,
                                  .name = "p2",
                                  .letter = 10,
                                  .is_own = true,
                                  .text = sample_message(10, 1, 2).as.letter_send.text,
                                  .at_ms = SAMPLE_MS + 10};
    assert_record_equal(thread, ask_threads(harness, sample_threads(1, 0, 10))->rows, &wanted);
    wanted.other = 1;
    wanted.name = "p1";
    wanted.is_own = false;
    wanted.unread = 1;
    assert_record_equal(thread, ask_threads(harness, sample_threads(2, 0, 10))->rows, &wanted);
    assert_int_equal(unread_of(harness, 1), 0);
    assert_int_equal(unread_of(harness, 2), 1);
    const struct store_letters *page = ask_letters(harness, sample_messages(2, "key p1", 0, 10));
    assert_string_equal(page->name, "p1");
    const struct store_letter_row row = {.letter = 10, .text = wanted.text, .at_ms = wanted.at_ms};
    assert_int_equal(page->rows_count, 1);
    assert_record_equal(letter_row, page->rows, &row);
}

CONFORMANCE_TEST(what_cannot_be_a_message_is_refused)
{
    struct sample_names names;
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_guest(4, "guest", &names));
    conformance_must(harness, sample_message(10, 1, 2));
    conformance_must_not(harness, sample_message(11, 1, 1));
    conformance_must_not(harness, sample_message(11, 1, 4));
    conformance_must_not(harness, sample_message(11, 4, 1));
    conformance_must_not(harness, sample_message(11, 1, 99));
    conformance_must_not(harness, sample_message(10, 1, 2));
    conformance_must_not(harness, sample_message(9, 1, 3)); /* ids grow */
    conformance_must(harness, sample_message(11, 1, 2));
    assert_int_equal(unread_of(harness, 2), 2);
}

CONFORMANCE_TEST(the_longest_text_is_kept_whole)
{
    static char text[STORE_LETTER_BYTES + 1];
    struct store_op op = sample_message(10, 1, 2);
    for (size_t i = 0; i < STORE_LETTER_CHARS; i++)
        (void)snprintf(text + 4 * i, 5, "\xf0\x9f\x98\x80");
    conformance_accounts(harness, 2);
    op.as.letter_send.text = text;
    conformance_must(harness, op);
    assert_string_equal(ask_letters(harness, sample_messages(2, "key p1", 0, 10))->rows[0].text,
                        text);
    op.as.letter_send.id = 11;
    op.as.letter_send.text = "";
    conformance_must_not(harness, op);
}

/* ------------------------------------------------------------------ pages */

CONFORMANCE_TEST(threads_come_by_their_last_message_and_paging_misses_none)
{
    conformance_accounts(harness, 8);
    for (uint64_t other = 2; other <= 8; other++)
        conformance_must(harness, sample_message(10 + other, other, 1));
    conformance_must(harness, sample_message(30, 1, 4)); /* p4's is the newest now */
    static const uint64_t WANTED[] = {4, 8, 7, 6, 5, 3, 2};
    uint64_t before = 0;
    size_t at = 0;
    for (int page = 0; page < 3; page++) {
        const struct store_threads *answer = ask_threads(harness, sample_threads(1, before, 3));
        assert_int_equal(answer->rows_count, page < 2 ? 3 : 1);
        assert_int_equal(answer->has_more, page < 2);
        for (size_t i = 0; i < answer->rows_count; i++)
            assert_int_equal(answer->rows[i].other, WANTED[at++]);
        before = answer->rows[answer->rows_count - 1].letter;
    }
    assert_int_equal(unread_of(harness, 1), 7);
    assert_int_equal(ask_threads(harness, sample_threads(2, 0, 3))->rows_count, 1);
    conformance_ask_nothing(harness, sample_threads(99, 0, 3));
}

CONFORMANCE_TEST(messages_come_newest_first_and_paging_misses_none)
{
    conformance_accounts(harness, 3);
    write_many(harness, 101, 125);
    conformance_must(harness, sample_message(126, 3, 2)); /* another thread */
    uint64_t before = 0;
    uint64_t next = 125;
    for (int page = 0; page < 3; page++) {
        const struct store_letters *answer =
            ask_letters(harness, sample_messages(2, "key p1", before, 10));
        assert_int_equal(answer->rows_count, page < 2 ? 10 : 5);
        assert_int_equal(answer->has_more, page < 2);
        for (size_t i = 0; i < answer->rows_count; i++)
            assert_int_equal(answer->rows[i].letter, next--);
        before = answer->rows[answer->rows_count - 1].letter;
    }
    assert_int_equal(next, 100);
    assert_false(ask_letters(harness, sample_messages(2, "key p1", 0, 25))->has_more);
    assert_int_equal(ask_letters(harness, sample_messages(1, "key p3", 0, 9))->rows_count, 0);
    conformance_ask_nothing(harness, sample_messages(1, "key nobody", 0, 9));
}

/* ------------------------------------------------------------------ reading */

CONFORMANCE_TEST(reading_counts_down_to_what_was_read)
{
    conformance_accounts(harness, 3);
    write_many(harness, 101, 105);
    conformance_must(harness, sample_message(106, 2, 1)); /* one's own is read */
    conformance_must(harness, sample_message(107, 3, 2));
    assert_int_equal(unread_of(harness, 2), 6);
    conformance_must(harness, sample_mail(STORE_LETTER_READ, 2, 1, 0, 103));
    assert_int_equal(unread_of(harness, 2), 3);
    conformance_must(harness, sample_mail(STORE_LETTER_READ, 2, 1, 0, 102)); /* back: nothing */
    assert_int_equal(unread_of(harness, 2), 3);
    conformance_must(harness, sample_mail(STORE_LETTER_READ, 2, 1, 0, 999)); /* beyond the end */
    assert_int_equal(unread_of(harness, 2), 1);
    conformance_must(harness, sample_message(108, 1, 2));
    assert_int_equal(unread_of(harness, 2), 2);
    assert_int_equal(ask_threads(harness, sample_threads(2, 0, 9))->rows[0].unread, 1);
    conformance_must(harness, sample_mail(STORE_LETTER_READ, 1, 3, 0, 999)); /* no thread */
    assert_int_equal(unread_of(harness, 1), 1);
}

static void part_is(struct harness *harness, struct store_query query,
                    struct store_thread_part wanted)
{
    assert_record_equal(thread_part, ask_thread_part(harness, query), &wanted);
}

CONFORMANCE_TEST(a_part_of_a_thread_says_how_much_of_it_is_unread)
{
    conformance_accounts(harness, 3);
    write_many(harness, 101, 105);
    conformance_must(harness, sample_message(106, 2, 1));
    conformance_must(harness, sample_mail(STORE_LETTER_READ, 2, 1, 0, 102));
    part_is(harness, sample_mail_with(2, "key p1", 0, 0),
            (struct store_thread_part){
                .other = 1, .name = "p1", .first = 101, .upto = 106, .unread = 3});
    part_is(
        harness, sample_mail_with(2, "key p1", 105, 3),
        (struct store_thread_part){
            .other = 1, .name = "p1", .first = 101, .upto = 103, .unread = 1, .has_more = true});
    part_is(harness, sample_mail_with(2, "key p1", 103, 3),
            (struct store_thread_part){
                .other = 1, .name = "p1", .first = 101, .upto = 103, .unread = 1});
    part_is(harness, sample_mail_with(2, "key p1", 50, 0),
            (struct store_thread_part){.other = 1, .name = "p1"});
    part_is(harness, sample_mail_with(2, "key p3", 0, 0),
            (struct store_thread_part){.other = 3, .name = "p3"});
    part_is(harness, sample_mail_of(2, 104),
            (struct store_thread_part){
                .other = 1, .name = "p1", .first = 104, .upto = 104, .unread = 1});
    part_is(harness, sample_mail_of(1, 104),
            (struct store_thread_part){.other = 2, .name = "p2", .first = 104, .upto = 104});
    conformance_ask_nothing(harness, sample_mail_with(2, "key nobody", 0, 0));
    conformance_ask_nothing(harness, sample_mail_of(3, 104)); /* not theirs */
    conformance_ask_nothing(harness, sample_mail_of(2, 999));
}

/* ------------------------------------------------------------------ deleting */

CONFORMANCE_TEST(what_one_deletes_the_other_still_has)
{
    conformance_accounts(harness, 2);
    write_many(harness, 101, 103);
    conformance_must(harness, sample_mail(STORE_LETTER_DELETE, 2, 1, 103, 103));
    assert_int_equal(unread_of(harness, 2), 2);
    assert_int_equal(ask_threads(harness, sample_threads(2, 0, 9))->rows[0].letter, 102);
    conformance_ask_nothing(harness, sample_mail_of(2, 103));
    assert_int_equal(ask_threads(harness, sample_threads(1, 0, 9))->rows[0].letter, 103);
    assert_int_equal(ask_letters(harness, sample_messages(1, "key p2", 0, 9))->rows_count, 3);
    conformance_must(harness, sample_mail(STORE_LETTER_DELETE, 2, 1, 0, 102));
    assert_int_equal(unread_of(harness, 2), 0);
    assert_int_equal(ask_threads(harness, sample_threads(2, 0, 9))->rows_count, 0);
    conformance_must(harness, sample_mail(STORE_LETTER_DELETE, 2, 1, 0, 102)); /* nothing left */
    conformance_must(harness, sample_message(104, 1, 2));
    assert_int_equal(unread_of(harness, 2), 1);
    assert_int_equal(ask_letters(harness, sample_messages(2, "key p1", 0, 9))->rows_count, 1);
}

CONFORMANCE_TEST(the_id_of_a_message_that_both_deleted_is_not_given_again)
{
    struct harness_loaded loaded;
    conformance_accounts(harness, 2);
    conformance_must(harness, sample_message(101, 1, 2));
    conformance_must(harness, sample_mail(STORE_LETTER_DELETE, 1, 2, 0, 101));
    conformance_must(harness, sample_mail(STORE_LETTER_DELETE, 2, 1, 0, 101));
    conformance_must_not(harness, sample_message(101, 1, 2));
    harness_load(harness, &loaded);
    assert_int_equal(loaded.marks.last_id, 101);
    assert_int_equal(loaded.marks.youngest_ms, 1700000000101);
}

/* ------------------------------------------------------------------ may somebody write */

static struct store_may_write may_write(struct harness *harness, uint64_t player, const char *key)
{
    return *ask_may_write(harness, sample_may_write(player, key));
}

CONFORMANCE_TEST(who_played_a_game_to_its_end_has_met)
{
    conformance_accounts(harness, 3);
    conformance_must(harness, sample_start(20, false, 1, 2));
    assert_false(may_write(harness, 1, "key p2").have_met);
    conformance_must(harness, sample_end(20, RESULT_NONE, "")); /* aborted */
    assert_false(may_write(harness, 1, "key p2").have_met);
    conformance_must(harness, sample_start(21, false, 2, 1));
    conformance_must(harness, sample_end(21, RESULT_DRAW, "h8"));
    assert_true(may_write(harness, 1, "key p2").have_met);
    assert_true(may_write(harness, 2, "key p1").have_met);
    assert_false(may_write(harness, 1, "key p3").have_met);
    conformance_ask_nothing(harness, sample_may_write(1, "key nobody"));
}

CONFORMANCE_TEST(who_has_a_thread_is_known)
{
    conformance_accounts(harness, 2);
    assert_false(may_write(harness, 1, "key p2").is_known);
    conformance_must(harness, sample_message(101, 1, 2));
    assert_true(may_write(harness, 1, "key p2").is_known);
    assert_true(may_write(harness, 2, "key p1").is_known);
    conformance_must(harness, sample_mail(STORE_LETTER_DELETE, 2, 1, 0, 101));
    assert_false(may_write(harness, 1, "key p2").is_known);
    assert_true(may_write(harness, 2, "key p1").is_known);
}

CONFORMANCE_TEST(the_last_openings_are_found)
{
    conformance_accounts(harness, 2);
    for (uint64_t i = 1; i <= STORE_OPENINGS + 3; i++) {
        struct store_op op = sample_message(100 + i, 1, 2);
        op.as.letter_send.is_opening = true;
        assert_int_equal(may_write(harness, 1, "key p2").last_openings_ms,
                         i <= STORE_OPENINGS ? 0 : 1700000000100 + (int64_t)i - STORE_OPENINGS);
        conformance_must(harness, op);
        assert_int_equal(may_write(harness, 2, "key p1").last_openings_ms, 0);
    }
}
