/* SPDX-License-Identifier: MIT */
/*
 * Commands about private messages: message writes one, messages lists threads, reads one, deletes.
 */
#include "base/utf8.h"
#include "client/cli/ask/ask.h"
#include "client/cli/ask/query.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "client/core/mail.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NAME_COLUMNS 20
#define TIME_COLUMNS 17
#define TEXT_COLUMNS 74
#define MESSAGE_CHARS 2000 /* message.send in proto/messages.def */
#define MESSAGE_BYTES 8000

/* ---------------------------------------------------------------- message */

/* The words of the command line as one text. Returns false if they are longer than a message. */
static bool join_words(const struct invocation *invocation, char text[MESSAGE_BYTES + 1])
{
    size_t len = 0;
    for (size_t i = 1; i < invocation->arguments_count; i++) {
        int added = snprintf(text + len, MESSAGE_BYTES + 1 - len, "%s%s", i > 1 ? " " : "",
                             invocation->arguments[i]);
        if (added < 0 || len + (size_t)added > MESSAGE_BYTES)
            return false;
        len += (size_t)added;
    }
    return true;
}

/* Standard input up to its end, without the last line break. */
static bool read_text(char text[MESSAGE_BYTES + 1])
{
    if (isatty(STDIN_FILENO)) {
        problem_tell("%s",
                     _("Type your message. Ctrl-D on its own line sends it, Ctrl-C cancels."));
    }
    size_t len = fread(text, 1, MESSAGE_BYTES + 1, stdin);
    if (len > MESSAGE_BYTES || ferror(stdin) != 0)
        return false;
    size_t mark = utf8_mark_len(text, len);
    len -= mark;
    memmove(text, text + mark, len);
    text[len] = '\0';
    while (len > 0 && (text[len - 1] == '\n' || text[len - 1] == '\r'))
        text[--len] = '\0';
    return strlen(text) == len;
}

/* Returns the fault of a text that the server would refuse without naming it, or NULL. */
static const char *fault_of(const char *text)
{
    size_t chars = 0;
    for (const char *at = text; *at != '\0'; at++)
        chars += ((unsigned char)*at & 0xc0) != 0x80; /* not of the tail of a character */
    if (chars > MESSAGE_CHARS)
        return _("A message can have at most 2,000 characters.");
    return text[strspn(text, " \n")] == '\0' ? _("The message is empty.") : NULL;
}

static void show_sent(struct query *query, const union reply_body *reply)
{
    if (query_put_json(query, reply))
        return;
    ink_put_line(&query->ink, COLOUR_PLAIN, _("Sent as message %s."),
                 words_id(reply->message_send.message).text);
}

/* Where only phrases can be said, one may be named by its number, or in the person's language. */
static void take_phrase(struct query *query, const struct notice *notice)
{
    const char **text = &query->request.as.message_send.text;
    (void)notice;
    const char *phrase = words_phrase(*text);
    if (session_chat(query->session) == CHAT_WORD_PHRASES && phrase != NULL)
        *text = phrase;
}

enum exit_code run_message(const struct invocation *invocation)
{
    char text[MESSAGE_BYTES + 1];
    const struct request request = {
        .op = OP_MESSAGE_SEND, .as.message_send = {.to = invocation->arguments[0], .text = text}};
    bool is_read = invocation->arguments_count > 1 ? join_words(invocation, text) : read_text(text);
    const char *fault =
        is_read ? fault_of(text) : _("A message can have at most 2,000 characters.");
    if (fault != NULL) {
        problem_tell("%s", fault);
        return EXIT_CODE_USAGE;
    }
    struct query query;
    query_init(&query, invocation, OP_MESSAGE_SEND);
    query.who = QUERY_SELF;
    query.request = request;
    query.ready = take_phrase;
    query.show = show_sent;
    return query_run(&query);
}

/* ---------------------------------------------------------------- threads */

#define PREVIEW_MIN 20 /* columns; rather than less there is a line more */

/* Puts as much of the message as the line has room for; all of it where there is no window. */
static void put_preview(struct ink *ink, enum colour colour, const struct mail_thread *thread)
{
    const char *mark = thread->is_own ? "> " : "";
    char raw[INK_TEXT_SIZE];
    char text[INK_TEXT_SIZE];
    snprintf(raw, sizeof(raw), "%s%s", mark, words_said(thread->text));
    text_clean(raw, ink->look.is_utf8, text, sizeof(text));
    size_t width = text_width(text);
    ink_keep(ink, width < PREVIEW_MIN ? width : PREVIEW_MIN);
    size_t taken = ink->at + ink->gap + 1; /* the last column stays free */
    size_t room = ink->columns > taken ? ink->columns - taken : 0;
    if (width <= room || room == 0) {
        ink_put(ink, colour, "%s", text);
        return;
    }
    size_t left = text_fit(text, room - 1, NULL);
    ink_put(ink, colour, "%.*s%s", (int)left, text, ink->look.is_utf8 ? "\xe2\x80\xa6" : "~");
}

static void put_thread(struct query *query, const struct mail_thread *thread)
{
    struct ink *ink = &query->ink;
    enum colour colour = thread->unread > 0 ? COLOUR_BOLD : COLOUR_PLAIN;
    ink_put_cell(ink, colour, NAME_COLUMNS, "%s", thread->with);
    ink_put_cell(ink, colour, -5, thread->unread > 0 ? "%lld" : " ", (long long)thread->unread);
    ink_put_spaces(ink, 2);
    ink_put_cell(ink, COLOUR_DIM, TIME_COLUMNS, "%s", words_time(thread->at).text);
    put_preview(ink, colour, thread);
    ink_end_line(ink);
}

static void put_unread(struct query *query, int64_t unread)
{
    unsigned long count = (unsigned long)unread;
    ink_put_line(&query->ink, COLOUR_DIM,
                 ngettext("%lu unread message.", "%lu unread messages.", count), count);
}

/* The mail of a command, which shows one page of it. */
struct reader {
    struct query query; /* first: `show` gets it */
    struct mail mail;
};

static struct mail *mail_of(struct query *query)
{
    return &((struct reader *)query)->mail;
}

static void show_threads(struct query *query, const union reply_body *reply)
{
    const struct message_threads_reply *list = &reply->message_threads;
    struct mail *mail = mail_of(query);
    if (query_put_rows(query, reply))
        return;
    mail_take_threads(mail, query->request.as.message_threads.before, list);
    for (size_t i = 0; i < mail->threads.count; i++)
        put_thread(query, mail_thread_at(mail, i));
    if (mail->threads.count == 0)
        query_put_line(query, COLOUR_DIM, _("No messages."));
    else if (mail->threads.next != 0)
        query_put_more_before(query, mail->threads.next);
    if (mail->unread > 0)
        put_unread(query, mail->unread);
}

/* ---------------------------------------------------------------- one thread */

/* Lines of a message stay lines, and long ones are broken between words. */
static void put_text(struct query *query, const char *text)
{
    char line[MESSAGE_BYTES + 1];
    char clean[2 * MESSAGE_BYTES];
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        snprintf(line, sizeof(line), "%.*s", (int)len, text);
        text_clean(line, query->ink.look.is_utf8, clean, sizeof(clean));
        const char *rest = clean;
        const char *at = rest;
        for (size_t part = text_wrap(&rest, TEXT_COLUMNS); part > 0;
             part = text_wrap(&rest, TEXT_COLUMNS)) {
            ink_put_line(&query->ink, COLOUR_PLAIN, "  %.*s", (int)part, at);
            at = rest;
        }
        text += len;
        text += *text == '\n' ? 1 : 0;
    }
}

static void put_letter(struct query *query, const struct mail_letter *letter)
{
    ink_put(&query->ink, letter->is_own ? COLOUR_CHAT : COLOUR_BOLD, "%s", letter->from);
    ink_put_line(&query->ink, COLOUR_DIM, "  %s  %s", words_time(letter->at).text,
                 words_id(letter->id).text);
    put_text(query, words_said(letter->text));
}

static void mark_read(struct query *query)
{
    uint64_t upto = mail_read_upto(mail_of(query));
    if (upto == 0)
        return;
    query->request = (struct request){.op = OP_MESSAGE_READ};
    query->request.as.message_read =
        (struct message_read_request){.with = query->invocation->arguments[0], .upto = upto};
    query->show = NULL;
    query->asks_again = true;
}

/* Puts the oldest first, as one reads. */
static void put_letters(struct query *query, const struct mail *mail)
{
    if (mail->letters.next != 0)
        query_put_more_before(query, mail->letters.next);
    for (size_t i = mail->letters.count; i > 0; i--)
        put_letter(query, mail_letter_at(mail, i - 1));
    if (mail->letters.count == 0)
        query_put_line(query, COLOUR_DIM, _("No messages."));
}

static void show_thread(struct query *query, const union reply_body *reply)
{
    const struct message_list_reply *list = &reply->message_list;
    uint64_t before = query->request.as.message_list.before;
    mail_take_letters(mail_of(query), session_name(query->session), before, list);
    for (size_t i = list->messages_count; query_is_json(query) && i > 0; i--)
        query_put_record(query, RECORD_message, &list->messages[i - 1]);
    if (!query_is_json(query))
        put_letters(query, mail_of(query));
    mark_read(query);
}

/* ---------------------------------------------------------------- deleting */

/* A long thread goes in parts. */
static void show_deleted(struct query *query, const union reply_body *reply)
{
    query->asks_again = reply->message_delete.more;
    if (!query->asks_again && !query_put_json(query, reply))
        query_put_line(query, COLOUR_PLAIN, _("Deleted for you."));
}

static void plan_delete(struct query *query, const char *with)
{
    query->request.op = OP_MESSAGE_DELETE;
    query->request.as.message_delete = (struct message_delete_request){
        .with = with, .message = invocation_id(query->invocation, OPTION_DELETE)};
    query->show = show_deleted;
}

static void plan_list(struct query *query, const char *with)
{
    const struct invocation *invocation = query->invocation;
    uint64_t before = invocation_id(invocation, OPTION_BEFORE);
    int64_t limit = invocation_number(invocation, OPTION_LIMIT, 20);
    if (with == NULL) {
        query->request.as.message_threads =
            (struct message_threads_request){.before = before, .limit = limit};
        query->show = show_threads;
        return;
    }
    query->request.op = OP_MESSAGE_LIST;
    query->request.as.message_list =
        (struct message_list_request){.with = with, .before = before, .limit = limit};
    query->show = show_thread;
}

enum exit_code run_messages(const struct invocation *invocation)
{
    struct reader reader;
    struct query *query = &reader.query;
    const char *with = invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
    bool is_single = invocation_has(invocation, OPTION_DELETE);
    bool is_thread = invocation_has(invocation, OPTION_DELETE_THREAD);
    if (is_thread && (is_single || with == NULL)) {
        problem_tell("%s", _("Use either --delete ID, or --delete-thread with a NAME."));
        return EXIT_CODE_USAGE;
    }
    query_init(query, invocation, OP_MESSAGE_THREADS);
    query->who = QUERY_SELF;
    mail_init(&reader.mail, invocation_id(invocation, OPTION_BEFORE));
    if (is_single || is_thread)
        plan_delete(query, is_single ? NULL : with); /* a message has no need of a name */
    else
        plan_list(query, with);
    enum exit_code code = query_run(query);
    mail_deinit(&reader.mail);
    return code;
}

/* ------------------------------------------------------------------ memos */

/* Kinds that this client does not know are left out, and confirmed with the others. */
static void put_memo(struct query *query, const struct memo_record *memo)
{
    char text[INK_TEXT_SIZE];
    words_memo(memo, text, sizeof(text));
    if (text[0] == '\0')
        return;
    ink_put(&query->ink, COLOUR_DIM, "%s  ", words_time(memo->at).text);
    ink_put_line(&query->ink, memo->seen ? COLOUR_PLAIN : COLOUR_BOLD, "%s", text);
}

static void show_memos(struct query *query, const union reply_body *reply)
{
    const struct memo_list_reply *list = &reply->memo_list;
    if (query->request.op != OP_MEMO_LIST)
        return;
    bool is_json = query_put_rows(query, reply);
    for (size_t i = 0; i < list->memos_count && !is_json; i++)
        put_memo(query, &list->memos[i]);
    if (list->memos_count == 0 && !is_json)
        query_put_line(query, COLOUR_DIM, _("No news for you."));
    if (list->memos_count == 0 || list->memos[0].seen)
        return;
    query->request = (struct request){.op = OP_MEMO_SEEN, .as.memo_seen.upto = list->memos[0].memo};
    query->asks_again = true;
}

enum exit_code run_memos(const struct invocation *invocation)
{
    const struct request request = {.op = OP_MEMO_LIST};
    return query_ask(invocation, QUERY_SELF, &request, show_memos);
}
