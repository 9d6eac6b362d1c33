/* SPDX-License-Identifier: MIT */
/*
 * The moves of a talk: a thought under the manager's limits, and the manager is heard meanwhile.
 */
#include "pbrain/talk_private.h"

#include <stdio.h>
#include <string.h>

static int64_t now_ms(const struct talk *talk)
{
    return talk->ports->now_ms(talk->ports->ctx);
}

/* Whether the game goes on behind this, since it sets up a board that there cannot be. */
static bool is_refused(const struct order *order)
{
    int64_t width = order->numbers[0];
    if (order->command == COMMAND_START)
        return !stones_has_size(width, width);
    return order->command == COMMAND_RECTSTART && !stones_has_size(width, order->numbers[1]);
}

/* Whether the first line that waits ends the thought; those that change its limits are done. */
static bool first_line_abandons(struct talk *talk)
{
    const char *line;
    size_t len;
    while (lines_first(&talk->lines, &line, &len)) {
        struct order order;
        if (order_read(line, len, &order) != ORDER_OK)
            return false;
        enum meanwhile meanwhile = command_get(order.command)->meanwhile;
        if (meanwhile != MEANWHILE_AT_ONCE)
            return meanwhile == MEANWHILE_ABANDONS && !is_refused(&order);
        talk__do_info(talk, &order);
        lines_drop(&talk->lines);
        talk->limit_ms = tell_move_ms(&talk->tell, talk->spent_ms, talk->stall_ms);
    }
    return false;
}

/* Whether END waits, behind whatever else. */
static bool end_waits(const struct talk *talk)
{
    const char *line;
    size_t len;
    bool is_line = lines_first(&talk->lines, &line, &len);
    for (; is_line; is_line = lines_next(&talk->lines, line, &line, &len)) {
        struct order order;
        if (order_read(line, len, &order) == ORDER_OK && order.command == COMMAND_END)
            return true;
    }
    return false;
}

/* Questions come every few milliseconds, unless others have the processor meanwhile: then this
 * thought ends earlier, too. */
static int64_t note_stall(struct talk *talk)
{
    int64_t now = now_ms(talk);
    if (now - talk->asked_ms > talk->stall_ms) {
        talk->stall_ms = now - talk->asked_ms;
        talk->limit_ms = tell_move_ms(&talk->tell, talk->spent_ms, talk->stall_ms);
    }
    talk->asked_ms = now;
    return now - talk->began_ms;
}

static bool stop(void *ctx)
{
    struct talk *talk = ctx;
    int64_t thought_ms = note_stall(talk);
    if (talk->ports->listen != NULL)
        talk->ports->listen(talk->ports->ctx, talk);
    if (first_line_abandons(talk) || end_waits(talk))
        talk->was_abandoned = true;
    return talk->was_abandoned || talk->is_input_over || thought_ms >= talk->limit_ms;
}

/* ------------------------------------------------------------------ refusals */

static const char *words_of(int error)
{
    switch (error) {
    case ERR_NOT_ITS_GAME:
        return "the computer player does not play on this board by this rule";
    case ERR_UNKNOWN_LEVEL:
        return "the computer player has no such level";
    case ERR_TOO_LITTLE_MEMORY:
        return "max_memory is too little for the computer player";
    default:
        return "the computer player cannot think about this";
    }
}

static bool is_told_well(struct talk *talk, enum overline *overline_out)
{
    const char *key = tell_wrong_key(&talk->tell);
    char words[80];
    if (key != NULL) {
        snprintf(words, sizeof(words), "INFO %s wants a number", key);
        talk__refuse(talk, words);
        return false;
    }
    if (tell_overline(&talk->tell, overline_out))
        return true;
    talk__refuse(talk, "INFO rule: 0 (five or more) and 1 (exactly five) are played here");
    return false;
}

/* ------------------------------------------------------------------ a move */

/* A word on the thought, for people who look on: computers that look at one position have none. */
static void tell_thought(struct talk *talk, const struct thought *thought)
{
    static const char *const proofs[] = {[PROOF_UNKNOWN] = "",
                                         [PROOF_WIN] = ", won",
                                         [PROOF_DRAW] = ", drawn",
                                         [PROOF_LOSS] = ", lost"};
    const struct prospect *best = &thought->prospects[0];
    char line[128];
    if (best->depth == 0 && best->proof == PROOF_UNKNOWN)
        return;
    snprintf(line, sizeof(line), "MESSAGE depth %u, nodes %llu, share %u.%02u %%%s", best->depth,
             (unsigned long long)thought->nodes, best->share / 100u, best->share % 100u,
             proofs[best->proof]);
    talk->ports->say(talk->ports->ctx, line);
}

static void play(struct talk *talk, const struct thought *thought)
{
    char line[32];
    unsigned x;
    unsigned y;
    tell_thought(talk, thought);
    stones_square(&talk->board, thought->prospects[0].action, &x, &y);
    (void)stones_put(&talk->board, x, y, STONES_OWN);
    snprintf(line, sizeof(line), "%u,%u", x, y);
    talk->ports->say(talk->ports->ctx, line);
}

static int think(struct talk *talk, const struct thinker_subject *subject,
                 struct thought *thought_out)
{
    struct thinker_bounds bounds = {
        .memory = (uint64_t)talk->tell.values[INFO_MAX_MEMORY], .stop = stop, .ctx = talk};
    if (talk->tell.values[INFO_MAX_MEMORY] < 0)
        bounds.memory = 1;
    talk->was_abandoned = false;
    talk->stall_ms -= talk->stall_ms / 4;
    talk->began_ms = talk->asked_ms = now_ms(talk);
    talk->limit_ms = tell_move_ms(&talk->tell, talk->spent_ms, talk->stall_ms);
    int error = thinker_think(talk->thinker, subject, &bounds, thought_out);
    talk->spent_ms += now_ms(talk) - talk->began_ms;
    return error;
}

/* The board as a game, or as a position where no turns lead to it. */
static struct thinker_subject subject_of(const struct talk *talk, const struct variant *variant,
                                         struct game *game, struct position *position)
{
    if (stones_game(&talk->board, variant, game) == STONES_OK)
        return (struct thinker_subject){.variant = variant, .game = game};
    stones_position(&talk->board, variant, position);
    return (struct thinker_subject){.variant = variant, .position = position};
}

static void refuse(struct talk *talk, const struct thinker_subject *subject, int error)
{
    if (error == ERR_NOTHING_TO_DO)
        talk__refuse(talk, talk__words(STONES_OVER));
    else if (error == ERR_NOT_ITS_GAME && subject->game == NULL)
        talk__refuse(talk, position_is_over(subject->position) ? talk__words(STONES_OVER)
                                                               : talk__words(STONES_UNEQUAL));
    else
        talk__refuse(talk, words_of(error));
}

bool talk__move(struct talk *talk)
{
    enum overline overline;
    struct variant own;
    struct game game;
    struct position position;
    struct thought thought;
    if (!is_told_well(talk, &overline))
        return false;
    struct thinker_subject subject =
        subject_of(talk, stones_variant(&talk->board, overline, &own), &game, &position);
    int error = think(talk, &subject, &thought);
    if (error != 0)
        refuse(talk, &subject, error);
    else if (!talk->was_abandoned)
        play(talk, &thought);
    return error == 0;
}
