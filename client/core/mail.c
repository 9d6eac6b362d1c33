/* SPDX-License-Identifier: MIT */
/*
 * The mail, as client/core/mail.h describes it.
 */
#include "client/core/mail.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void drop_letter(void *row)
{
    struct mail_letter *letter = row;
    free(letter->text);
}

void mail_init(struct mail *mail, uint64_t before)
{
    *mail = (struct mail){0};
    pages_init(&mail->threads, sizeof(struct mail_thread), MAIL_THREADS_MAX, before);
    pages_init(&mail->letters, sizeof(struct mail_letter), MAIL_LETTERS_MAX, before);
    mail->letters.drop = drop_letter;
}

void mail_deinit(struct mail *mail)
{
    pages_deinit(&mail->threads);
    pages_deinit(&mail->letters);
}

const struct mail_thread *mail_thread_at(const struct mail *mail, size_t index)
{
    return pages_at(&mail->threads, index);
}

const struct mail_letter *mail_letter_at(const struct mail *mail, size_t index)
{
    return pages_at(&mail->letters, index);
}

/* ---------------------------------------------------------------- unread ones */

bool mail_take_unread(struct mail *mail, int64_t unread)
{
    bool have_come = unread > mail->unread;
    mail->unread = unread;
    return have_come;
}

void mail_take_event(struct mail *mail, enum event event, const union event_body *body)
{
    if (event == EVENT_MESSAGE_RECEIVED)
        mail->unread = body->message_received.unread;
    else if (event == EVENT_MESSAGE_READ_UPTO)
        mail->unread = body->message_read_upto.unread;
    else if (event == EVENT_MESSAGE_DELETED)
        mail->unread = body->message_deleted.unread;
}

/* ---------------------------------------------------------------- pages */

/* Removes a thread whose last letter is another one now: the old one was deleted meanwhile. */
static void forget(struct mail *mail, const char *with)
{
    for (size_t i = mail->threads.count; i > 0; i--)
        if (strcmp(mail_thread_at(mail, i - 1)->with, with) == 0)
            pages_remove(&mail->threads, mail_thread_at(mail, i - 1)->id);
}

static void put_thread(struct mail *mail, const struct thread_record *record)
{
    forget(mail, record->with);
    struct mail_thread *thread = pages_put(&mail->threads, record->message);
    if (thread == NULL)
        return;
    snprintf(thread->with, sizeof(thread->with), "%s", record->with);
    snprintf(thread->text, sizeof(thread->text), "%s", record->text);
    thread->is_own = record->own;
    thread->at = record->at;
    thread->unread = record->unread;
}

void mail_take_threads(struct mail *mail, uint64_t before,
                       const struct message_threads_reply *reply)
{
    size_t count = reply->threads_count;
    if (!pages_begin_page(&mail->threads, before))
        return;
    mail->unread = reply->unread;
    for (size_t i = 0; i < count; i++)
        put_thread(mail, &reply->threads[i]);
    pages_end_page(&mail->threads,
                   reply->more && count > 0 ? reply->threads[count - 1].message : 0);
}

/* `letter` is NULL where there is no place for it. */
static void set_letter(struct mail_letter *letter, const char *me,
                       const struct message_record *record)
{
    if (letter == NULL)
        return;
    snprintf(letter->from, sizeof(letter->from), "%s", record->from);
    letter->is_own = table__is_name(me, record->from);
    free(letter->text);
    letter->text = mem_text(record->text);
    letter->at = record->at;
}

void mail_take_letters(struct mail *mail, const char *me, uint64_t before,
                       const struct message_list_reply *reply)
{
    size_t count = reply->messages_count;
    if (!pages_begin_page(&mail->letters, before))
        return;
    for (size_t i = 0; i < count; i++)
        set_letter(pages_put(&mail->letters, reply->messages[i].message), me, &reply->messages[i]);
    pages_end_page(&mail->letters,
                   reply->more && count > 0 ? reply->messages[count - 1].message : 0);
}

uint64_t mail_read_upto(const struct mail *mail)
{
    bool is_latest = mail->letters.begin == 0 && mail->letters.count > 0;
    return is_latest ? mail_letter_at(mail, 0)->id : 0;
}
