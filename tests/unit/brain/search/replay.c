/* SPDX-License-Identifier: MIT */
/* The attacker asks, the defence tries everything, and rows are counted. */
#include "tests/unit/brain/search/replay.h"

static char side_of(unsigned colour)
{
    return "XO"[colour];
}

static void place(struct position *position, struct plain *plain, unsigned cell)
{
    plain->cells[cell] = side_of(position->to_move);
    position_place(position, cell);
}

static void take(struct position *position, struct plain *plain, unsigned cell)
{
    plain->cells[cell] = '.';
    position->count--;
    position->to_move ^= 1u;
}

static bool answer_fails(struct replay *replay, struct position *position, struct plain *plain,
                         unsigned cell, unsigned stones)
{
    replay->answers++;
    place(position, plain, cell);
    bool fails = replay_wins(replay, position, plain, stones);
    take(position, plain, cell);
    return fails;
}

/* Whether the side to move loses against so many more stones. Where it has no five and the attacker
 * one, any other answer lets that happen. */
static bool every_answer_fails(struct replay *replay, struct position *position,
                               struct plain *plain, unsigned stones)
{
    int fives[2];
    int cells = plain->width * plain->height;
    bool has_answer = false;
    if (plain_wins_of(plain, side_of(position->to_move), NULL, 0) > 0)
        return false;
    int count = plain_wins_of(plain, side_of(position->to_move ^ 1u), fives, 2);
    if (count > 0 && stones > 0)
        return count > 1 || answer_fails(replay, position, plain, (unsigned)fives[0], stones);
    for (int cell = 0; cell < cells; cell++) {
        if (plain->cells[cell] != '.')
            continue;
        has_answer = true;
        if (!answer_fails(replay, position, plain, (unsigned)cell, stones))
            return false;
    }
    return has_answer; /* a full board is drawn */
}

bool replay_wins(struct replay *replay, struct position *position, struct plain *plain,
                 unsigned stones)
{
    struct prove_line line;
    struct prover *prover = &replay->prover;
    if (stones == 0)
        return false;
    if (plain_wins_of(plain, side_of(position->to_move), NULL, 0) > 0)
        return true;
    if (prove_fours(prover, position, replay->nodes, &line) != PROVE_YES &&
        prove_threes(prover, position, replay->nodes, &line) != PROVE_YES)
        return false;
    place(position, plain, line.cells[0]);
    bool wins = every_answer_fails(replay, position, plain, stones - 1);
    take(position, plain, line.cells[0]);
    return wins;
}
