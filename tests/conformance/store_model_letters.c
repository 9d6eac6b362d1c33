/* SPDX-License-Identifier: MIT */
/*
 * The plain store's letters: what operations on them come to, random ones, and the comparison with
 * what a back-end answers.
 */
#include "tests/conformance/store_conformance.h"
#include "tests/conformance/store_model.h"

#include <stdio.h>

enum model_outcome model__letter(struct model *model, const struct store_op *op)
{
    const struct store_letter *value = &op->as.letter_send;
    const struct model_player *from = model_player(model, value->sender);
    const struct model_player *to = model_player(model, value->receiver);
    if (from == NULL || to == NULL || from == to || from->kind != PLAYER_REGISTERED ||
        to->kind != PLAYER_REGISTERED)
        return MODEL_REFUSED;
    model->letters[model->letter_count++] =
        (struct model_letter){{value->sender, value->receiver}, {true, true}, false};
    return MODEL_APPLIED;
}

enum model_outcome model__copies(struct model *model, const struct store_op *op)
{
    const struct store_copies *mail = &op->as.letter_read;
    for (size_t i = 0; i < model->letter_count; i++) {
        struct model_letter *letter = &model->letters[i];
        uint64_t id = MODEL_FIRST_LETTER + i;
        int side = letter->players[0] == mail->player ? 0 : 1;
        if (letter->players[side] != mail->player || letter->players[1 - side] != mail->other ||
            id > mail->upto)
            continue;
        if (op->kind == STORE_LETTER_READ)
            letter->is_read |= side == 1;
        else
            letter->has[side] &= id < mail->first;
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
struct store_op model_make_letter(const struct model *model, uint64_t random)
{
    uint64_t from = 1 + take(&random, MODEL_PLAYERS / 2);
    uint64_t to = 1 + take(&random, MODEL_PLAYERS / 2);
    const struct model_player *first = model_player((struct model *)model, from);
    const struct model_player *second = model_player((struct model *)model, to);
    bool is_possible = from != to && first != NULL && second != NULL &&
                       first->kind == PLAYER_REGISTERED && second->kind == PLAYER_REGISTERED;
    if ((!is_possible && take(&random, 20) != 0) || model->letter_count == MODEL_LETTERS)
        return (struct store_op){.kind = STORE_PROBE};
    return sample_message(MODEL_FIRST_LETTER + model->letter_count, from, to);
}

/* Mostly of a letter that there is. */
struct store_op model_make_copies(const struct model *model, uint64_t random)
{
    enum store_op_kind kind = take(&random, 3) == 0 ? STORE_LETTER_DELETE : STORE_LETTER_READ;
    if (model->letter_count == 0)
        return (struct store_op){.kind = STORE_PROBE};
    size_t at = (size_t)take(&random, model->letter_count);
    const struct model_letter *letter = &model->letters[at];
    int side = (int)take(&random, 2);
    uint64_t upto = MODEL_FIRST_LETTER + at;
    return sample_mail(kind, letter->players[side], letter->players[1 - side],
                       take(&random, 2) == 0 ? upto : 0, upto);
}

/* ------------------------------------------------------------------ comparing */

/* Lists the letters that the model's player has with another one, the newest first; returns how
 * many. */
static size_t copies_of(const struct model *model, uint64_t player, uint64_t other,
                        uint64_t ids_out[MODEL_LETTERS], uint64_t *unread_out)
{
    size_t count = 0;
    *unread_out = 0;
    for (size_t i = model->letter_count; i > 0; i--) {
        const struct model_letter *letter = &model->letters[i - 1];
        int side = letter->players[0] == player ? 0 : 1;
        if (letter->players[side] != player || letter->players[1 - side] != other ||
            !letter->has[side])
            continue;
        ids_out[count++] = MODEL_FIRST_LETTER + i - 1;
        *unread_out += side == 1 && !letter->is_read ? 1 : 0;
    }
    return count;
}

static void thread_compare(const struct model *model, struct harness *harness, uint64_t player,
                           const struct store_thread *thread)
{
    uint64_t ids[MODEL_LETTERS];
    uint64_t unread = 0;
    char key[16];
    size_t count = copies_of(model, player, thread->other, ids, &unread);
    assert_true(count > 0);
    assert_int_equal(thread->letter, ids[0]);
    assert_int_equal(thread->unread, unread);
    (void)snprintf(key, sizeof(key), "key %s", thread->name);
    const struct store_letters *answer =
        ask_letters(harness, sample_messages(player, key, 0, MODEL_LETTERS));
    assert_int_equal(answer->rows_count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(answer->rows[i].letter, ids[i]);
}

void model_compare_threads(const struct model *model, struct harness *harness, uint64_t player)
{
    const struct store_threads *answer =
        ask_threads(harness, sample_threads(player, 0, MODEL_PLAYERS));
    uint64_t ids[MODEL_LETTERS];
    uint64_t total = 0;
    size_t threads = 0;
    for (uint64_t other = 1; other <= MODEL_PLAYERS; other++) {
        uint64_t unread = 0;
        threads += copies_of(model, player, other, ids, &unread) > 0 ? 1 : 0;
        total += unread;
    }
    assert_int_equal(answer->rows_count, threads);
    for (size_t i = 0; i < threads; i++) {
        thread_compare(model, harness, player, &answer->rows[i]);
        assert_true(i == 0 || answer->rows[i].letter < answer->rows[i - 1].letter);
    }
    assert_int_equal(conformance_player(harness, player)->unread, total);
}
