/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's answers about messages. Arrays are in the question's arena, what they point
 * to is lent.
 */
#include <stdlib.h>
#include <string.h>

#include "db/store_memory_private.h"

static bool is_before(uint64_t id, uint64_t before)
{
    return before == 0 || id < before;
}

static uint64_t copy_id(const struct memory_copy *copy)
{
    return copy->message->value.id;
}

static bool copy_is_unread(const struct memory_thread *thread, const struct memory_copy *copy)
{
    return !copy->is_own && copy_id(copy) > thread->read_upto;
}

/* How many from the `from`-th copy up to `upto` are not read. */
static uint64_t thread_unread(const struct memory_thread *thread, size_t from, uint64_t upto)
{
    uint64_t unread = 0;
    for (size_t i = from; i < thread->count && copy_id(&thread->copies[i]) <= upto; i++)
        unread += copy_is_unread(thread, &thread->copies[i]) ? 1 : 0;
    return unread;
}

uint64_t memory__unread(const struct memory_player *player)
{
    uint64_t unread = 0;
    for (size_t i = 0; i < player->thread_count; i++)
        unread += thread_unread(player->threads[i], 0, UINT64_MAX);
    return unread;
}

/* ------------------------------------------------------------------ may somebody write */

static bool have_met(const struct memory_player *player, uint64_t other)
{
    for (size_t i = 0; i < player->history_count; i++)
        if (player->history[i].opponent->value.id == other &&
            player->history[i].score != SCORE_VOID)
            return true;
    return false;
}

static int compare_youngest_first(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left;
    int64_t b = *(const int64_t *)right;
    return (a < b) - (a > b);
}

static int64_t last_openings_ms(const struct memory *memory, uint64_t player, struct arena *arena)
{
    size_t count = 0;
    size_t cap = 1;
    for (struct map_node *node = memory->messages.first; node != NULL; node = map__next(node))
        cap++;
    int64_t *times = arena_alloc(arena, cap * sizeof(*times));
    for (struct map_node *node = memory->messages.first; node != NULL; node = map__next(node)) {
        const struct store_message *value = &((struct memory_message *)node->owner)->value;
        if (value->from == player && value->is_opening)
            times[count++] = value->at_ms;
    }
    if (count < STORE_OPENINGS)
        return 0;
    qsort(times, count, sizeof(*times), compare_youngest_first);
    return times[STORE_OPENINGS - 1];
}

int memory__answer_may_write(struct memory *memory, struct work_query *question)
{
    const struct store_query *query = &question->query;
    int status = memory__answer_named(memory, question);
    const struct memory_player *player = memory__player_find(memory, query->player);
    if (status != STORE_OK || player == NULL)
        return STORE_NOT_FOUND;
    uint64_t other = question->answer.player.id;
    const struct memory_thread *known =
        memory__thread_find(memory__player_find(memory, other), query->player);
    const struct memory_message *repeated =
        memory__message_repeated(memory, query->player, other, query->nonce);
    question->answer.post.may_write = (struct store_may_write){
        .have_met = have_met(player, other),
        .is_known = known != NULL && known->count > 0,
        .repeated = repeated != NULL ? repeated->value.id : 0,
        .repeated_ms = repeated != NULL ? repeated->value.at_ms : 0,
        .last_openings_ms = last_openings_ms(memory, query->player, &question->arena),
    };
    return STORE_OK;
}

/* ------------------------------------------------------------------ pages */

static int compare_newest_first(const void *left, const void *right)
{
    const struct store_thread_row *a = left;
    const struct store_thread_row *b = right;
    return (a->message < b->message) - (a->message > b->message);
}

static struct store_thread_row thread_describe(const struct memory_thread *thread)
{
    const struct memory_copy *last = &thread->copies[thread->count - 1];
    return (struct store_thread_row){
        .other = thread->other->value.id,
        .name = thread->other->value.name,
        .message = copy_id(last),
        .is_own = last->is_own,
        .text = last->message->value.text,
        .at_ms = last->message->value.at_ms,
        .unread = thread_unread(thread, 0, UINT64_MAX),
    };
}

int memory__answer_threads(struct memory *memory, struct work_query *question)
{
    const struct store_query *query = &question->query;
    const struct memory_player *player = memory__player_find(memory, query->player);
    if (player == NULL)
        return STORE_NOT_FOUND;
    struct store_thread_row *rows =
        arena_alloc(&question->arena, (player->thread_count + 1) * sizeof(*rows));
    size_t count = 0;
    for (size_t i = 0; i < player->thread_count; i++) {
        const struct memory_thread *thread = player->threads[i];
        if (thread->count > 0 &&
            is_before(copy_id(&thread->copies[thread->count - 1]), query->before))
            rows[count++] = thread_describe(thread);
    }
    if (count > 1)
        qsort(rows, count, sizeof(*rows), compare_newest_first);
    question->answer.post.threads = rows;
    question->answer.has_more = count > query->limit;
    question->answer.post.threads_count = question->answer.has_more ? query->limit : count;
    return STORE_OK;
}

int memory__answer_messages(struct memory *memory, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    int status = memory__answer_named(memory, question);
    const struct memory_player *player = memory__player_find(memory, query->player);
    if (status != STORE_OK || player == NULL)
        return STORE_NOT_FOUND;
    const struct memory_thread *thread = memory__thread_find(player, answer->player.id);
    size_t count = thread != NULL ? thread->count : 0;
    while (count > 0 && !is_before(copy_id(&thread->copies[count - 1]), query->before))
        count--;
    size_t page = count > query->limit ? query->limit : count;
    struct store_message_row *rows = arena_alloc(&question->arena, (page + 1) * sizeof(*rows));
    for (size_t i = 0; i < page; i++) {
        const struct memory_copy *copy = &thread->copies[count - 1 - i];
        rows[i] = (struct store_message_row){
            .message = copy_id(copy),
            .is_own = copy->is_own,
            .text = copy->message->value.text,
            .at_ms = copy->message->value.at_ms,
        };
    }
    answer->post.messages = rows;
    answer->post.messages_count = page;
    answer->has_more = count > page;
    return STORE_OK;
}

/* ------------------------------------------------------------------ a part of a thread */

static int single_mail(const struct memory_player *player, uint64_t id,
                       struct store_mail_part *part_out)
{
    for (size_t i = 0; i < player->thread_count; i++) {
        const struct memory_thread *thread = player->threads[i];
        for (size_t j = 0; j < thread->count; j++) {
            const struct memory_copy *copy = &thread->copies[j];
            if (copy_id(copy) != id)
                continue;
            *part_out = (struct store_mail_part){
                .other = thread->other->value.id,
                .name = thread->other->value.name,
                .first = id,
                .upto = id,
                .unread = copy_is_unread(thread, copy) ? 1 : 0,
            };
            return STORE_OK;
        }
    }
    return STORE_NOT_FOUND;
}

int memory__answer_mail(struct memory *memory, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_mail_part *part = &question->answer.post.mail;
    const struct memory_player *player = memory__player_find(memory, query->player);
    if (player == NULL || (query->text != NULL && memory__answer_named(memory, question) != 0))
        return STORE_NOT_FOUND;
    if (query->text == NULL)
        return single_mail(player, query->id, part);
    part->other = question->answer.player.id;
    part->name = question->answer.player.name;
    const struct memory_thread *thread = memory__thread_find(player, part->other);
    size_t count = 0;
    while (thread != NULL && count < thread->count &&
           (query->upto == 0 || copy_id(&thread->copies[count]) <= query->upto))
        count++;
    if (count == 0)
        return STORE_OK;
    size_t taken = query->limit > 0 && query->limit < count ? query->limit : count;
    part->first = copy_id(&thread->copies[0]);
    part->upto = copy_id(&thread->copies[taken - 1]);
    part->unread = thread_unread(thread, 0, part->upto);
    part->has_more = taken < count;
    return STORE_OK;
}
