/* SPDX-License-Identifier: MIT */
/*
 * The plain store's messages: what operations on them come to, random ones, and the comparison with
 * what a back-end answers.
 */
#include "tests/conformance/store_conformance.h"

#include <stdio.h>

#include "tests/conformance/store_model.h"

enum model_outcome model__message(struct model *model, const struct store_op *op)
{
    const struct store_message *value = &op->as.message;
    const struct model_player *from = model_player(model, value->from);
    const struct model_player *to = model_player(model, value->to);
    if (from == NULL || to == NULL || from == to || from->kind != PLAYER_REGISTERED ||
        to->kind != PLAYER_REGISTERED)
        return MODEL_REFUSED;
    model->messages[model->message_count++] =
        (struct model_message){{value->from, value->to}, {true, true}, false};
    return MODEL_APPLIED;
}

enum model_outcome model__mail(struct model *model, const struct store_op *op)
{
    const struct store_mail *mail = &op->as.mail;
    for (size_t i = 0; i < model->message_count; i++) {
        struct model_message *message = &model->messages[i];
        uint64_t id = MODEL_FIRST_MESSAGE + i;
        int side = message->players[0] == mail->player ? 0 : 1;
        if (message->players[side] != mail->player || message->players[1 - side] != mail->other ||
            id > mail->upto)
            continue;
        if (op->kind == STORE_MESSAGE_READ)
            message->is_read |= side == 1;
        else
            message->has[side] &= id < mail->first;
    }
    return MODEL_APPLIED;
}

/* ------------------------------------------------------------------ random operations */

/* A part of a random number. */
static uint64_t take(uint64_t *random, uint64_t end)
{
    uint64_t taken = *random % end;
    *random /= end;
    return taken;
}

/* Mostly of two accounts. */
struct store_op model_make_message(const struct model *model, uint64_t random)
{
    uint64_t from = 1 + take(&random, MODEL_PLAYERS / 2);
    uint64_t to = 1 + take(&random, MODEL_PLAYERS / 2);
    const struct model_player *first = model_player((struct model *)model, from);
    const struct model_player *second = model_player((struct model *)model, to);
    bool is_possible = from != to && first != NULL && second != NULL &&
                       first->kind == PLAYER_REGISTERED && second->kind == PLAYER_REGISTERED;
    if ((!is_possible && take(&random, 20) != 0) || model->message_count == MODEL_MESSAGES)
        return (struct store_op){.kind = STORE_PROBE};
    return sample_message(MODEL_FIRST_MESSAGE + model->message_count, from, to, NULL);
}

/* Mostly of a message that there is. */
struct store_op model_make_mail(const struct model *model, uint64_t random)
{
    enum store_op_kind kind = take(&random, 3) == 0 ? STORE_MESSAGE_DELETE : STORE_MESSAGE_READ;
    if (model->message_count == 0)
        return (struct store_op){.kind = STORE_PROBE};
    size_t at = (size_t)take(&random, model->message_count);
    const struct model_message *message = &model->messages[at];
    int side = (int)take(&random, 2);
    uint64_t upto = MODEL_FIRST_MESSAGE + at;
    return sample_mail(kind, message->players[side], message->players[1 - side],
                       take(&random, 2) == 0 ? upto : 0, upto);
}

/* ------------------------------------------------------------------ comparing */

/* What the model's player has with another one, the newest first; returns how many. */
static size_t copies_of(const struct model *model, uint64_t player, uint64_t other,
                        uint64_t ids_out[MODEL_MESSAGES], uint64_t *unread_out)
{
    size_t count = 0;
    *unread_out = 0;
    for (size_t i = model->message_count; i > 0; i--) {
        const struct model_message *message = &model->messages[i - 1];
        int side = message->players[0] == player ? 0 : 1;
        if (message->players[side] != player || message->players[1 - side] != other ||
            !message->has[side])
            continue;
        ids_out[count++] = MODEL_FIRST_MESSAGE + i - 1;
        *unread_out += side == 1 && !message->is_read ? 1 : 0;
    }
    return count;
}

static void thread_compare(const struct model *model, struct harness *harness, uint64_t player,
                           const struct store_thread_row *thread)
{
    uint64_t ids[MODEL_MESSAGES];
    uint64_t unread = 0;
    char key[16];
    size_t count = copies_of(model, player, thread->other, ids, &unread);
    assert_true(count > 0);
    assert_int_equal(thread->message, ids[0]);
    assert_int_equal(thread->unread, unread);
    (void)snprintf(key, sizeof(key), "key %s", thread->name);
    const struct store_answer *answer =
        harness_get(harness, sample_messages(player, key, 0, MODEL_MESSAGES));
    assert_int_equal(answer->post.messages_count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(answer->post.messages[i].message, ids[i]);
}

void model_compare_threads(const struct model *model, struct harness *harness, uint64_t player)
{
    const struct store_answer *answer =
        harness_get(harness, sample_threads(player, 0, MODEL_PLAYERS));
    uint64_t ids[MODEL_MESSAGES];
    uint64_t total = 0;
    size_t threads = 0;
    for (uint64_t other = 1; other <= MODEL_PLAYERS; other++) {
        uint64_t unread = 0;
        threads += copies_of(model, player, other, ids, &unread) > 0 ? 1 : 0;
        total += unread;
    }
    assert_int_equal(answer->post.threads_count, threads);
    for (size_t i = 0; i < threads; i++) {
        thread_compare(model, harness, player, &answer->post.threads[i]);
        assert_true(i == 0 ||
                    answer->post.threads[i].message < answer->post.threads[i - 1].message);
    }
    assert_int_equal(harness_get(harness, sample_by_id(player))->player.unread, total);
}
