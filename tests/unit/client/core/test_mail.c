/* SPDX-License-Identifier: MIT */
/*
 * The model of the mail: threads, the letters of one, and how many are unread here and elsewhere.
 */
#include "client/core/mail.h"
#include "tests/support/test.h"

#include <string.h>

static struct mail mail;

#define MAIL_TEST(name) TEST_BETWEEN(name, mail_init(&mail, 0), mail_deinit(&mail))

/* A page of two threads: each with a player and a last letter, and one unread. */
static void take_threads(uint64_t before, const char *const names[2], const uint64_t ids[2])
{
    struct thread_record threads[2];
    for (size_t i = 0; i < 2; i++)
        threads[i] = (struct thread_record){
            .with = names[i], .message = ids[i], .own = i == 1, .text = "text", .unread = 1};
    mail_take_threads(&mail, before,
                      &(struct message_threads_reply){
                          .threads = threads, .threads_count = 2, .more = true, .unread = 7});
}

static void assert_thread(size_t index, const char *with, uint64_t last)
{
    assert_true(index < mail.threads.count);
    assert_string_equal(mail_thread_at(&mail, index)->with, with);
    assert_int_equal(mail_thread_at(&mail, index)->id, last);
}

#define NAMES(a, b) ((const char *const[]){a, b})
#define IDS(a, b) ((const uint64_t[]){a, b})

/* A page of letters with falling ids from `first` on; anna wrote those with an odd id. */
static void take_letters(uint64_t before, uint64_t first, size_t count)
{
    struct message_record letters[50];
    char text[] = "text";
    for (size_t i = 0; i < count; i++)
        letters[i] = (struct message_record){.message = first - i,
                                             .from = (first - i) % 2 != 0 ? "anna" : "boris",
                                             .to = "",
                                             .text = text};
    mail_take_letters(
        &mail, "anna", before,
        &(struct message_list_reply){.messages = letters, .messages_count = count, .more = true});
    memset(text, 'x', 4);
}

static void assert_letters(uint64_t first, uint64_t last)
{
    assert_int_equal(mail.letters.count, first - last + 1);
    for (size_t i = 0; i < mail.letters.count; i++)
        assert_int_equal(mail_letter_at(&mail, i)->id, first - i);
}

/* ---------------------------------------------------------------- lists */

MAIL_TEST(threads_come_in_pages)
{
    take_threads(0, NAMES("boris", "vera"), IDS(30, 20));
    assert_int_equal(mail.threads.next, 20);
    take_threads(20, NAMES("gleb", "dina"), IDS(15, 10));
    assert_int_equal(mail.threads.count, 4);
    assert_thread(0, "boris", 30);
    assert_thread(3, "dina", 10);
    assert_string_equal(mail_thread_at(&mail, 0)->text, "text");
    assert_int_equal(mail_thread_at(&mail, 0)->unread, 1);
    assert_false(mail_thread_at(&mail, 0)->is_own);
    assert_true(mail_thread_at(&mail, 1)->is_own);
    assert_int_equal(mail.unread, 7);
}

/* Between the pages boris's last letter was deleted: his thread is told once more, further down. */
MAIL_TEST(a_thread_that_pages_tell_twice_is_where_the_later_one_says)
{
    take_threads(0, NAMES("boris", "vera"), IDS(30, 20));
    take_threads(20, NAMES("gleb", "boris"), IDS(15, 10));
    assert_int_equal(mail.threads.count, 3);
    assert_thread(0, "vera", 20);
    assert_thread(2, "boris", 10);
}

MAIL_TEST(a_late_page_that_follows_nothing_known_is_left_out)
{
    take_threads(5, NAMES("boris", "vera"), IDS(4, 3));
    assert_int_equal(mail.threads.count, 0);
    assert_int_equal(mail.unread, 0);
    take_letters(5, 4, 2);
    assert_int_equal(mail.letters.count, 0);
}

MAIL_TEST(letters_come_in_pages_and_are_copies)
{
    take_letters(0, 9, 2);
    assert_int_equal(mail.letters.next, 8);
    take_letters(8, 8, 4); /* they overlap */
    assert_letters(9, 5);
    assert_string_equal(mail_letter_at(&mail, 1)->text, "text");
    assert_true(mail_letter_at(&mail, 0)->is_own);
    assert_false(mail_letter_at(&mail, 1)->is_own);
    assert_string_equal(mail_letter_at(&mail, 1)->from, "boris");
}

MAIL_TEST(hostile_sizes_are_bounded)
{
    static char text[5000];
    uint64_t first = MAIL_LETTERS_MAX + 80;
    memset(text, 'x', sizeof(text) - 1);
    take_letters(0, first, 30);
    while (mail.letters.next != 0)
        take_letters(mail.letters.next, mail.letters.next - 1, 50);
    assert_letters(first, first - MAIL_LETTERS_MAX + 1);
    const struct thread_record thread = {.with = text, .message = 3, .text = text};
    mail_take_threads(&mail, 0,
                      &(struct message_threads_reply){.threads = &thread, .threads_count = 1});
    assert_int_equal(strlen(mail_thread_at(&mail, 0)->text), MAIL_PREVIEW_SIZE - 1);
    assert_int_equal(strlen(mail_thread_at(&mail, 0)->with), TABLE_NAME_SIZE - 1);
}

/* ---------------------------------------------------------------- reading */

MAIL_TEST(a_thread_is_read_up_to_its_latest_letter)
{
    assert_int_equal(mail_read_upto(&mail), 0);
    take_letters(0, 9, 2);
    take_letters(8, 7, 2);
    assert_int_equal(mail_read_upto(&mail), 9);
}

MAIL_TEST(older_letters_alone_mark_nothing_as_read)
{
    mail_deinit(&mail);
    mail_init(&mail, 20);
    take_letters(20, 9, 2);
    assert_letters(9, 8);
    assert_int_equal(mail_read_upto(&mail), 0);
}

MAIL_TEST(what_is_read_and_deleted_on_another_device_is_unread_no_more)
{
    const struct message_record letter = {.from = "boris", .to = "anna", .text = "new"};
    mail_take_unread(&mail, 5);
    mail_take_event(&mail, EVENT_MESSAGE_RECEIVED,
                    &(union event_body){.message_received = {.message = &letter, .unread = 6}});
    assert_int_equal(mail.unread, 6);
    mail_take_event(&mail, EVENT_MESSAGE_READ_UPTO,
                    &(union event_body){.message_read_upto = {.with = "boris", .unread = 2}});
    assert_int_equal(mail.unread, 2);
    mail_take_event(&mail, EVENT_MESSAGE_DELETED,
                    &(union event_body){.message_deleted = {.with = "vera", .unread = 1}});
    assert_int_equal(mail.unread, 1);
    mail_take_event(&mail, EVENT_ROOM_WATCHERS, &(union event_body){.room_watchers = {.room = 3}});
    assert_int_equal(mail.unread, 1);
}

MAIL_TEST(only_more_than_were_known_have_come)
{
    assert_true(mail_take_unread(&mail, 3));
    assert_false(mail_take_unread(&mail, 3));
    assert_false(mail_take_unread(&mail, 1));
    assert_true(mail_take_unread(&mail, 2));
}
