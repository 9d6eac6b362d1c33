/* SPDX-License-Identifier: MIT */
/*
 * Finished games before a judge that shares no code with the engine (tests/support/slow_rules.h):
 * every action was allowed, the player whose turn it was did it, and the board ended the game
 * exactly if it is said to have.
 */
#include "tests/sim/truth_judge.h"

#include "engine/needs.h"
#include "engine/outcome.h"
#include "tests/sim/sim.h"
#include "tests/support/slow_rules.h"

#include <string.h>

#define ID_FORMAT "%llx"
#define ID_ARG(id) ((unsigned long long)(id))
#define PLAIN_EVERY 4 /* of plain games, which are most, so many go by for one that is judged */

static void check_action(struct sim *sim, const struct truth_game *game, const struct game *board,
                         struct slow_game *slow)
{
    char text[ACTION_TEXT_SIZE];
    action_format(game->variant, game_actions(&game->board)[board->ply], text);
    CHECK_THAT(sim, CHECK_LEGAL_ACTIONS,
               slow_is_legal(slow, text) && slow->to_act == (int)game_to_act(board),
               "game " ID_FORMAT " of %s: %s at ply %d, by seat %d", ID_ARG(game->id),
               game->variant->key, text, slow->ply, (int)game_to_act(board));
    slow_do(slow, text);
}

static bool is_right(const struct slow_game *slow, struct outcome outcome)
{
    bool is_of_board = reason_is_of_board(outcome.reason);
    int winner = outcome.result == RESULT_DRAW ? -1 : (int)outcome.result;
    if (!is_of_board || !slow->is_over)
        return is_of_board == slow->is_over;
    return slow->winner == winner && strcmp(slow->reason, reason_word(outcome.reason)) == 0;
}

void truth_judge(struct sim *sim, const struct truth_game *game, struct outcome outcome)
{
    static struct slow_game slow;
    struct game board;
    bool is_plain = game->variant->needs == NEED_PLAIN;
    if ((is_plain && game->id % PLAIN_EVERY != 0) || !slow_begin(&slow, game->variant->key))
        return;
    game_init(&board, game->variant);
    while (board.ply < game->board.ply) {
        check_action(sim, game, &board, &slow);
        game_do(&board, game_actions(&game->board)[board.ply]);
    }
    CHECK_THAT(sim, CHECK_RIGHT_RESULT, is_right(&slow, outcome),
               "game " ID_FORMAT " of %s ends with %s (%s), and by the judge with %d (%s)",
               ID_ARG(game->id), game->variant->key, result_word(outcome.result),
               reason_word(outcome.reason), slow.winner, slow.is_over ? slow.reason : "open");
}
