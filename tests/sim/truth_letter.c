/* SPDX-License-Identifier: MIT */
/*
 * Messages that were committed.
 */
#include "tests/sim/link.h"
#include "tests/sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

const struct truth_message *truth_message(const struct truth *truth, uint64_t id)
{
    for (size_t i = truth->message_count; i-- > 0;)
        if (truth->messages[i].id == id)
            return &truth->messages[i];
    return NULL;
}

/* Every connection that the server has told of its login is to hear of it. */
static void note_due(struct sim *sim, const struct truth_message *message)
{
    for (size_t i = 0; i < sim->link_count; i++)
        if (sim->links[i]->conn != NULL && sim->links[i]->player == message->to)
            sim->links[i]->letter_due = message->id;
}

void truth__message_send(struct sim *sim, const struct store_op *op)
{
    const struct store_letter *stored = &op->as.letter_send;
    struct truth *truth = &sim->truth;
    CHECK_THAT(sim, CHECK_BLOCKS_HOLD, !truth_are_apart(truth, stored->sender, stored->receiver),
               "message %llx is stored, and one of %llx and %llx has blocked the other",
               ID_ARG(stored->id), ID_ARG(stored->sender), ID_ARG(stored->receiver));
    CHECK_THAT(sim, CHECK_LETTERS_ARE_WANTED,
               !truth_is_unread_by(truth, truth_player(truth, stored->receiver), stored->sender),
               "message %llx is stored, and %llx wants none of %llx", ID_ARG(stored->id),
               ID_ARG(stored->receiver), ID_ARG(stored->sender));
    /* People never write the same text to one player twice: an equal message is the same one. */
    for (size_t i = 0; i < truth->message_count; i++) {
        const struct truth_message *other = &truth->messages[i];
        CHECK_THAT(sim, CHECK_MESSAGES_ONCE,
                   other->from != stored->sender || other->to != stored->receiver ||
                       strcmp(other->text, stored->text) != 0,
                   "messages %llx and %llx are the same one", ID_ARG(other->id),
                   ID_ARG(stored->id));
    }
    truth->messages = sim_grow(truth->messages, truth->message_count, &truth->message_cap,
                               sizeof(*truth->messages));
    struct truth_message *message = &truth->messages[truth->message_count++];
    *message = (struct truth_message){
        .id = stored->id, .from = stored->sender, .to = stored->receiver, .has = {true, true}};
    snprintf(message->text, sizeof(message->text), "%s", stored->text);
    truth__stored(sim, stored->sender, DEED_MESSAGE);
    if (!truth_have_met(truth, stored->sender, stored->receiver))
        truth__heard(sim, &truth_player(truth, stored->receiver)->heard, stored->sender,
                     stored->at_ms);
    note_due(sim, message);
    sim->stats->messages++;
}

void truth__letters_read(struct sim *sim, const struct store_op *op)
{
    const struct store_copies *copies = &op->as.letter_read;
    for (size_t i = 0; i < sim->truth.message_count; i++) {
        struct truth_message *message = &sim->truth.messages[i];
        if (message->to == copies->player && message->from == copies->other &&
            message->id <= copies->upto)
            message->is_read = true;
    }
}

void truth__letters_delete(struct sim *sim, const struct store_op *op)
{
    const struct store_copies *copies = &op->as.letter_delete;
    for (size_t i = 0; i < sim->truth.message_count; i++) {
        struct truth_message *message = &sim->truth.messages[i];
        bool is_from = message->from == copies->player && message->to == copies->other;
        bool is_to = message->to == copies->player && message->from == copies->other;
        if ((is_from || is_to) && message->id >= copies->first && message->id <= copies->upto)
            message->has[is_to ? 1 : 0] = false;
    }
}

int64_t truth_unread(const struct truth *truth, uint64_t player, uint64_t from)
{
    int64_t unread = 0;
    for (size_t i = 0; i < truth->message_count; i++) {
        const struct truth_message *message = &truth->messages[i];
        if (message->to == player && (from == 0 || message->from == from))
            unread += message->has[1] && !message->is_read ? 1 : 0;
    }
    return unread;
}
