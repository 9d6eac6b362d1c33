/* SPDX-License-Identifier: MIT */
/*
 * Judges what is said of messages, in replies and events.
 */
#include "tests/sim/said.h"
#include "tests/sim/sim.h"

#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

static uint64_t id_named(const struct link *link, const char *name)
{
    const struct truth_player *player = truth_player_named(&link->sim->truth, name);
    return player != NULL ? player->id : 0;
}

static bool is_player(const struct link *link, uint64_t id, const char *name)
{
    return truth_goes_by(truth_player(&link->sim->truth, id), name);
}

static void check_message(struct link *link, const struct message_record *record)
{
    const struct truth_message *message = truth_message(&link->sim->truth, record->message);
    bool is_right = message != NULL && is_player(link, message->from, record->from) &&
                    is_player(link, message->to, record->to) &&
                    strcmp(message->text, record->text) == 0;
    CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
               is_right && (message->from == link->player || message->to == link->player),
               "link %llu is told of message %llx from %s to %s, which is not stored like this",
               ID_ARG(link->number), ID_ARG(record->message), record->from, record->to);
}

/* ------------------------------------------------------------------ events */

void said__message_received(struct link *link, const union event_body *body)
{
    const struct message_record *message = body->message_received.message;
    check_message(link, message);
    CHECK_THAT(link->sim, CHECK_MESSAGES_ARRIVE, message->message > link->letter_heard,
               "link %llu is told of message %llx after %llx", ID_ARG(link->number),
               ID_ARG(message->message), ID_ARG(link->letter_heard));
    link->letter_heard = message->message;
}

void said__message_sent(struct link *link, const union event_body *body)
{
    check_message(link, body->message_sent.message);
}

/* ------------------------------------------------------------------ replies */

void said__message_send(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct truth_message *message =
        truth_message(&link->sim->truth, reply->message_send.message);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               message != NULL && message->from == link->player &&
                   is_player(link, message->to, ask->text) &&
                   strcmp(message->text, ask->password) == 0,
               "link %llu: \"%s\" to %s is not stored as message %llx", ID_ARG(link->number),
               ask->password, ask->text, ID_ARG(reply->message_send.message));
}

void said__message_list(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct message_list_reply *list = &reply->message_list;
    (void)ask;
    for (size_t i = 0; i < list->messages_count; i++) {
        check_message(link, &list->messages[i]);
        CHECK_THAT(link->sim, CHECK_SAID_IS_STORED,
                   i == 0 || list->messages[i].message < list->messages[i - 1].message,
                   "message %llx is listed out of order", ID_ARG(list->messages[i].message));
    }
}

/* The count of memory, those of the store, and what was committed are one. */
void said__message_threads(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct message_threads_reply *list = &reply->message_threads;
    const struct truth *truth = &link->sim->truth;
    (void)ask;
    for (size_t i = 0; i < list->threads_count; i++) {
        const struct thread_record *thread = &list->threads[i];
        int64_t unread = truth_unread(truth, link->player, id_named(link, thread->with));
        CHECK_THAT(link->sim, CHECK_UNREAD_IS_RIGHT,
                   !link->sim->is_quiet || thread->unread == unread,
                   "link %llu: %lld unread of %s, and it is %lld", ID_ARG(link->number),
                   (long long)thread->unread, thread->with, (long long)unread);
    }
    int64_t unread = truth_unread(truth, link->player, 0);
    CHECK_THAT(link->sim, CHECK_UNREAD_IS_RIGHT, !link->sim->is_quiet || list->unread == unread,
               "link %llu: %lld unread in all, and it is %lld", ID_ARG(link->number),
               (long long)list->unread, (long long)unread);
}
