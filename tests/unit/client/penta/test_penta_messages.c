/* SPDX-License-Identifier: MIT */
/*
 * penta's commands about messages: writing, listing, reading, deleting, and that nothing of what
 * others wrote reaches the terminal as anything but text.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <stdio.h>
#include <string.h>

static const struct message_record NEWER = {.message = UINT64_C(2) << 40,
                                            .from = "boris",
                                            .to = "anna",
                                            .text = "second \x1b[2J\nlast line",
                                            .at = 1767225700000};
static const struct message_record OLDER = {.message = UINT64_C(1) << 40,
                                            .from = "anna",
                                            .to = "boris",
                                            .text = "first",
                                            .at = 1767225600000};

/* Anna has logged in here before. */
static void be_anna(void)
{
    penta_run_log_in(
        &(struct auth_login_reply){.seq = 1, .name = "anna", .token = TOKEN, .unread = 2});
    assert_non_null(strstr(run.penta.text, "2 unread messages: penta messages"));
}

static void start_as_anna(const char *arguments)
{
    be_anna();
    penta_run_start(arguments);
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna"});
}

/* ---------------------------------------------------------------- message */

static void words_become_one_text(void **state)
{
    (void)state;
    start_as_anna("message boris how are you?");
    struct request request = fake_server_take(&run.server, OP_MESSAGE_SEND);
    assert_string_equal(request.as.message_send.to, "boris");
    assert_string_equal(request.as.message_send.text, "how are you?");
    fake_server_reply(&run.server, OP_MESSAGE_SEND, request.id,
                      &(struct message_send_reply){.message = UINT64_C(1) << 40, .at = 5});
    penta_run_check_end(0, "Sent as message");
}

/* `count` times this character, from standard input. */
static void write_message(const char *character, int count)
{
    penta_run_start("message boris");
    for (int i = 0; i < count; i++)
        penta_type(&run.penta, character);
    penta_close_input(&run.penta);
}

static void a_message_is_measured_in_characters(void **state)
{
    (void)state;
    be_anna();
    write_message("x", 2001);
    penta_run_check_end(2, "A message can have at most 2,000 characters.");
    write_message(" ", 3);
    penta_run_check_end(2, "The message is empty.");
    write_message("ж", 2000);
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna"});
    struct request request = fake_server_take(&run.server, OP_MESSAGE_SEND);
    assert_int_equal(strlen(request.as.message_send.text), 4000);
    fake_server_reply(&run.server, OP_MESSAGE_SEND, request.id,
                      &(struct message_send_reply){.message = UINT64_C(1) << 40, .at = 5});
    penta_run_check_end(0, "Sent as message");
}

static void without_words_standard_input_is_the_text(void **state)
{
    (void)state;
    be_anna();
    penta_run_start("message boris --json");
    penta_type(&run.penta, "one line\nand another\n");
    penta_close_input(&run.penta);
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna"});
    struct request request = fake_server_take(&run.server, OP_MESSAGE_SEND);
    assert_string_equal(request.as.message_send.text, "one line\nand another");
    fake_server_reply(&run.server, OP_MESSAGE_SEND, request.id,
                      &(struct message_send_reply){.message = 1, .at = 5});
    penta_run_check_end(0, "{\"re\":0,\"message\":\"000000000001\",\"at\":5}\n");
}

static void a_refused_message_is_exit_1(void **state)
{
    (void)state;
    start_as_anna("message boris hello");
    char error[160];
    snprintf(error, sizeof(error),
             "{\"re\":%d,\"error\":{\"code\":\"no_messages\",\"message\":\"x\"}}\n",
             (int)fake_server_take(&run.server, OP_MESSAGE_SEND).id);
    fake_server_raw(&run.server, error);
    penta_run_check_end(1, "That player does not accept messages from you.");
}

/* ---------------------------------------------------------------- messages */

static void threads_are_listed_with_what_is_not_read(void **state)
{
    (void)state;
    start_as_anna("messages --limit 1");
    struct request request = fake_server_take(&run.server, OP_MESSAGE_THREADS);
    assert_int_equal(request.as.message_threads.limit, 1);
    const struct thread_record thread = {.with = "boris",
                                         .message = NEWER.message,
                                         .text = "hello \x1b[31mthere",
                                         .at = NEWER.at,
                                         .unread = 3};
    fake_server_reply(&run.server, OP_MESSAGE_THREADS, request.id,
                      &(struct message_threads_reply){
                          .threads = &thread, .threads_count = 1, .more = true, .unread = 4});
    penta_run_check_end(0, "boris                   3  ");
    assert_non_null(strstr(run.penta.text, "hello ?[31mthere"));
    assert_non_null(strstr(run.penta.text, "More: --before 000200000000"));
    assert_non_null(strstr(run.penta.text, "4 unread messages."));
}

static void a_preview_is_not_wider_than_the_window(void **state)
{
    (void)state;
    static const char *const windows[][2] = {
        {NULL, "0123456789012345678901234567890123\xe2\x80\xa6\r\n"},
        {"40", " 00:01 0123456789012345678\xe2\x80\xa6\r\n"}};
    const struct thread_record thread = {.with = "boris",
                                         .message = NEWER.message,
                                         .text = "0123456789012345678901234567890123456789",
                                         .at = NEWER.at};
    be_anna();
    for (size_t i = 0; i < sizeof(windows) / sizeof(windows[0]); i++) {
        run.penta.columns = windows[i][0];
        penta_run_start_screen("messages --no-color");
        fake_server_accept(&run.server);
        fake_server_reply(&run.server, OP_AUTH_RESUME,
                          fake_server_take(&run.server, OP_AUTH_RESUME).id,
                          &(struct auth_resume_reply){.seq = 1, .name = "anna"});
        fake_server_reply(&run.server, OP_MESSAGE_THREADS,
                          fake_server_take(&run.server, OP_MESSAGE_THREADS).id,
                          &(struct message_threads_reply){.threads = &thread, .threads_count = 1});
        penta_run_check_end(0, windows[i][1]);
        fake_server_drop(&run.server);
    }
    run.penta.columns = NULL;
}

static void who_types_a_message_is_told_how_to_send_it(void **state)
{
    (void)state;
    be_anna();
    penta_run_start_screen("message boris");
    penta_type(&run.penta, "typed\n\x04");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna"});
    struct request request = fake_server_take(&run.server, OP_MESSAGE_SEND);
    assert_string_equal(request.as.message_send.text, "typed");
    fake_server_reply(&run.server, OP_MESSAGE_SEND, request.id,
                      &(struct message_send_reply){.message = 1, .at = 5});
    penta_run_check_end(0, "Type your message. Ctrl-D on its own line sends it");
}

static struct request answer_list(bool more)
{
    struct request request = fake_server_take(&run.server, OP_MESSAGE_LIST);
    assert_string_equal(request.as.message_list.with, "boris");
    const struct message_record messages[] = {NEWER, OLDER};
    fake_server_reply(
        &run.server, OP_MESSAGE_LIST, request.id,
        &(struct message_list_reply){.messages = messages, .messages_count = 2, .more = more});
    return request;
}

static void a_thread_is_read_from_the_oldest_on_and_marked(void **state)
{
    (void)state;
    start_as_anna("messages boris");
    answer_list(true);
    struct request request = fake_server_take(&run.server, OP_MESSAGE_READ);
    assert_string_equal(request.as.message_read.with, "boris");
    assert_true(request.as.message_read.upto == NEWER.message);
    fake_server_reply(&run.server, OP_MESSAGE_READ, request.id, &(struct message_read_reply){0});
    penta_run_check_end(0, "\n  first\nboris");
    assert_non_null(strstr(run.penta.text, "\n  second ?[2J\n  last line\n"));
    assert_non_null(strstr(run.penta.text, "More: --before 000100000000"));
}

/* An older page follows a newer one, which was marked. */
static void an_older_page_marks_nothing(void **state)
{
    (void)state;
    start_as_anna("messages boris --before 000300000000 --json");
    struct request request = answer_list(false);
    assert_true(request.as.message_list.before == UINT64_C(3) << 40);
    penta_run_check_end(0, "{\"message\":\"000100000000\",\"from\":\"anna\",\"to\":\"boris\","
                           "\"text\":\"first\",\"at\":1767225600000}\n{\"message\":");
}

static void a_long_thread_is_deleted_to_its_end(void **state)
{
    (void)state;
    start_as_anna("messages boris --delete-thread");
    for (int part = 0; part < 3; part++) {
        struct request request = fake_server_take(&run.server, OP_MESSAGE_DELETE);
        assert_string_equal(request.as.message_delete.with, "boris");
        fake_server_reply(&run.server, OP_MESSAGE_DELETE, request.id,
                          &(struct message_delete_reply){.more = part < 2});
    }
    penta_run_check_end(0, "Deleted for you.");
}

static void one_message_is_deleted_by_its_id(void **state)
{
    (void)state;
    start_as_anna("messages boris --delete 000100000000");
    struct request request = fake_server_take(&run.server, OP_MESSAGE_DELETE);
    assert_null(request.as.message_delete.with);
    assert_true(request.as.message_delete.message == UINT64_C(1) << 40);
    fake_server_reply(&run.server, OP_MESSAGE_DELETE, request.id,
                      &(struct message_delete_reply){0});
    penta_run_check_end(0, "Deleted for you.");
}

static void deleting_nothing_in_particular_is_exit_2(void **state)
{
    (void)state;
    penta_run_start("messages --delete-thread");
    penta_run_check_end(2, "Use either --delete ID, or --delete-thread with a NAME.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(words_become_one_text),
        PENTA_TEST(a_message_is_measured_in_characters),
        PENTA_TEST(without_words_standard_input_is_the_text),
        PENTA_TEST(a_refused_message_is_exit_1),
        PENTA_TEST(threads_are_listed_with_what_is_not_read),
        PENTA_TEST(who_types_a_message_is_told_how_to_send_it),
        PENTA_TEST(a_preview_is_not_wider_than_the_window),
        PENTA_TEST(a_thread_is_read_from_the_oldest_on_and_marked),
        PENTA_TEST(an_older_page_marks_nothing),
        PENTA_TEST(a_long_thread_is_deleted_to_its_end),
        PENTA_TEST(one_message_is_deleted_by_its_id),
        PENTA_TEST(deleting_nothing_in_particular_is_exit_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
