/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's messages: how sending, reading and deleting are applied and taken back. A
 * message is kept once, for ever; each side's thread has a copy that points to it.
 */
#include <string.h>

#include "db/store_memory_private.h"

void memory__message_free(void *owner)
{
    struct memory_message *message = owner;
    free((void *)message->value.text);
    free(message);
}

void memory__threads_free(struct memory_player *player)
{
    for (size_t i = 0; i < player->thread_count; i++) {
        free(player->threads[i]->copies);
        free(player->threads[i]);
    }
    free(player->threads);
}

struct memory_thread *memory__thread_find(const struct memory_player *player, uint64_t other)
{
    for (size_t i = 0; i < player->thread_count; i++)
        if (player->threads[i]->other->value.id == other)
            return player->threads[i];
    return NULL;
}

/* The thread, made without copies if there is none: then it is as good as none. */
static struct memory_thread *thread_get(struct memory_player *player, struct memory_player *other)
{
    struct memory_thread *thread = memory__thread_find(player, other->value.id);
    if (thread != NULL)
        return thread;
    thread = memory__new(sizeof(*thread));
    thread->other = other;
    player->threads = memory__grow(player->threads, player->thread_count, &player->thread_cap,
                                   sizeof(struct memory_thread *));
    player->threads[player->thread_count++] = thread;
    return thread;
}

/* ------------------------------------------------------------------ sending */

static void copy_add(struct memory_thread *thread, struct memory_message *message, bool is_own)
{
    thread->copies =
        memory__grow(thread->copies, thread->count, &thread->cap, sizeof(*thread->copies));
    thread->copies[thread->count++] = (struct memory_copy){message, is_own};
    message->copies++;
}

struct memory_message *memory__message_repeated(const struct memory *memory, uint64_t from,
                                                uint64_t to, const char *nonce)
{
    for (struct map_node *node = memory->messages.first; node != NULL; node = map__next(node)) {
        const struct store_message *value = &((struct memory_message *)node->owner)->value;
        if (nonce[0] != '\0' && value->from == from && value->to == to &&
            strcmp(value->nonce, nonce) == 0)
            return node->owner;
    }
    return NULL;
}

static uint64_t last_message(const struct memory *memory)
{
    uint64_t last = 0;
    for (struct map_node *node = memory->messages.first; node != NULL; node = map__next(node)) {
        const struct store_message *value = &((struct memory_message *)node->owner)->value;
        last = value->id > last ? value->id : last;
    }
    return last;
}

static bool is_registered(const struct memory_player *player)
{
    return player != NULL && player->value.kind == PLAYER_REGISTERED;
}

static int send_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_message *value = &op->as.message;
    struct memory_player *from = memory__player_find(memory, value->from);
    struct memory_player *to = memory__player_find(memory, value->to);
    if (!is_registered(from) || !is_registered(to) || value->id <= last_message(memory) ||
        memory__message_repeated(memory, value->from, value->to, value->nonce) != NULL)
        return OP_REFUSED;
    struct memory_message *message = memory__new(sizeof(*message));
    message->value = *value;
    message->value.text = memory__text(value->text);
    map__add(&memory->messages, &message->by_id, message, &message->value.id,
             sizeof(message->value.id));
    copy_add(thread_get(from, to), message, true);
    copy_add(thread_get(to, from), message, false);
    undo->subject = message;
    return OP_DONE;
}

static void send_revert(struct memory *memory, struct memory_undo *undo)
{
    struct memory_message *message = undo->subject;
    struct memory_player *from = memory__player_find(memory, message->value.from);
    struct memory_player *to = memory__player_find(memory, message->value.to);
    memory__thread_find(from, to->value.id)->count--;
    memory__thread_find(to, from->value.id)->count--;
    map__remove(&memory->messages, &message->by_id);
    memory__message_free(message);
}

/* ------------------------------------------------------------------ reading */

static struct memory_thread *mail_thread(struct memory *memory, const struct store_mail *mail)
{
    const struct memory_player *player = memory__player_find(memory, mail->player);
    return player != NULL ? memory__thread_find(player, mail->other) : NULL;
}

static int read_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    struct memory_thread *thread = mail_thread(memory, &op->as.mail);
    size_t count = thread != NULL ? thread->count : 0;
    while (count > 0 && thread->copies[count - 1].message->value.id > op->as.mail.upto)
        count--;
    if (count == 0 || thread->read_upto >= thread->copies[count - 1].message->value.id)
        return OP_DONE;
    undo->subject = thread;
    undo->old.mail.read_upto = thread->read_upto;
    thread->read_upto = thread->copies[count - 1].message->value.id;
    return OP_DONE;
}

static void read_revert(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    struct memory_thread *thread = undo->subject;
    thread->read_upto = undo->old.mail.read_upto;
}

/* ------------------------------------------------------------------ deleting */

/* The copies from `first` to `upto` are those from `at_out` on; returns how many. */
static size_t copies_find(const struct memory_thread *thread, const struct store_mail *mail,
                          size_t *at_out)
{
    size_t at = 0;
    size_t count = 0;
    while (at < thread->count && thread->copies[at].message->value.id < mail->first)
        at++;
    while (at + count < thread->count && thread->copies[at + count].message->value.id <= mail->upto)
        count++;
    *at_out = at;
    return count;
}

static int delete_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    struct memory_thread *thread = mail_thread(memory, &op->as.mail);
    size_t at = 0;
    size_t count = thread != NULL ? copies_find(thread, &op->as.mail, &at) : 0;
    if (count == 0)
        return OP_DONE;
    undo->subject = thread;
    undo->old.mail.at = at;
    undo->old.mail.count = count;
    undo->old.mail.copies = memory__new(count * sizeof(*thread->copies));
    undo->old.mail.texts = memory__new(count * sizeof(char *));
    memcpy(undo->old.mail.copies, thread->copies + at, count * sizeof(*thread->copies));
    memmove(thread->copies + at, thread->copies + at + count,
            (thread->count - at - count) * sizeof(*thread->copies));
    thread->count -= count;
    for (size_t i = 0; i < count; i++) {
        struct memory_message *message = undo->old.mail.copies[i].message;
        if (--message->copies > 0)
            continue;
        undo->old.mail.texts[i] = (char *)message->value.text;
        message->value.text = NULL;
    }
    return OP_DONE;
}

static void delete_forget(struct memory_undo *undo)
{
    free(undo->old.mail.copies);
    free(undo->old.mail.texts);
}

static void delete_revert(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    struct memory_thread *thread = undo->subject;
    size_t at = undo->old.mail.at;
    size_t count = undo->old.mail.count;
    memmove(thread->copies + at + count, thread->copies + at,
            (thread->count - at) * sizeof(*thread->copies));
    memcpy(thread->copies + at, undo->old.mail.copies, count * sizeof(*thread->copies));
    thread->count += count;
    for (size_t i = 0; i < count; i++) {
        struct memory_message *message = undo->old.mail.copies[i].message;
        if (message->copies++ == 0)
            message->value.text = undo->old.mail.texts[i];
    }
    delete_forget(undo);
}

static void delete_keep(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    for (size_t i = 0; i < undo->old.mail.count; i++)
        free(undo->old.mail.texts[i]);
    delete_forget(undo);
}

const struct memory_rule memory__message_send = {send_apply, send_revert, NULL};
const struct memory_rule memory__message_read = {read_apply, read_revert, NULL};
const struct memory_rule memory__message_delete = {delete_apply, delete_revert, delete_keep};
