/* SPDX-License-Identifier: MIT */
/*
 * Random games of every variant, held against a judge that shares no code with the engine: the
 * board after each action, who is to act, which actions are legal, who has won and why.
 */
#include "engine/game.h"
#include "engine/needs.h"
#include "engine/outcome.h"
#include "engine/sight.h"
#include "tests/support/random.h"
#include "tests/support/slow_rules.h"
#include "tests/support/test.h"

#include <string.h>

#ifndef PENTAD_TEST_SLOW_GAMES
#define PENTAD_TEST_SLOW_GAMES 2 /* of each variant; more of small ones */
#endif

static void assert_same(const struct game *game, const struct slow_game *slow)
{
    static const char marks[] = {[MARK_NONE] = '.', [MARK_X] = 'x', [MARK_O] = 'o'};
    size_t stones = 0;
    size_t cell;
    for (size_t i = 0; i < variant_cells(game->variant); i++)
        stones += slow->cells[i] != '.' ? 1 : 0;
    for (size_t at = 0; game_next_stone(game, &at, &cell); stones--)
        if (marks[game_cell(game, cell)] != slow->cells[cell])
            fail_msg("%s, ply %d: another board", game->variant->key, slow->ply);
    if (stones != 0)
        fail_msg("%s, ply %d: other stones", game->variant->key, slow->ply);
    if ((game_status(game) != GAME_OPEN) != slow->is_over)
        fail_msg("%s, ply %d: over or not", game->variant->key, slow->ply);
    if (!slow->is_over) {
        if ((int)game_to_act(game) != slow->to_act)
            fail_msg("%s, ply %d: another to act", game->variant->key, slow->ply);
        return;
    }
    struct outcome outcome = outcome_of_board(game);
    if ((int)game_winner(game) != slow->winner ||
        strcmp(reason_word(outcome.reason), slow->reason) != 0)
        fail_msg("%s, ply %d: %d by %s instead of %d by %s", game->variant->key, slow->ply,
                 (int)game_winner(game), reason_word(outcome.reason), slow->winner, slow->reason);
}

static void assert_same_actions(const struct game *game, const struct slow_game *slow)
{
    char text[SLOW_TEXT];
    size_t legal = 0;
    size_t count = slow_candidates(slow, SIZE_MAX, text);
    for (size_t i = 0; i < count; i++) {
        struct action action;
        (void)slow_candidates(slow, i, text);
        bool is_legal = action_parse(game->variant, text, strlen(text), &action) == 0 &&
                        game_check(game, action) == 0;
        if (is_legal != slow_is_legal(slow, text))
            fail_msg("%s, ply %d: %s is %s", game->variant->key, slow->ply, text,
                     is_legal ? "allowed" : "refused");
        legal += is_legal ? 1 : 0;
    }
    assert_int_equal(game_legal_actions(game, NULL, 0), legal);
}

static void play(const struct variant *variant, uint64_t *random)
{
    struct game game;
    struct slow_game slow;
    struct action legal[GAME_LEGAL_MAX];
    bool is_small = variant_cells(variant) <= 81;
    game_init(&game, variant);
    assert_true(slow_begin(&slow, variant->key));
    for (size_t count; (count = sight_candidates(&game, legal, GAME_LEGAL_MAX)) > 0;) {
        char text[ACTION_TEXT_SIZE];
        struct action action = legal[random_below(random, count)];
        if (random_below(random, variant_cells(variant) > 361 ? 40 : is_small ? 6 : 20) == 0)
            assert_same_actions(&game, &slow);
        action_format(variant, action, text);
        game_do(&game, action);
        slow_do(&slow, text);
        assert_same(&game, &slow);
    }
    assert_true(slow.is_over);
}

TEST(every_variant_is_judged_as_a_slow_judge_does)
{
    uint64_t random = 20261129;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        bool is_long = (variant->needs & NEED_MOVING) != 0;
        int games = PENTAD_TEST_SLOW_GAMES * (is_long || variant_cells(variant) > 81 ? 1 : 20);
        for (int i = 0; i < games; i++)
            play(variant, &random);
    }
}

/* ------------------------------------------------------------------ counts */

/* Sequences of so many actions more. */
static size_t count_slow(const struct slow_game *game, unsigned depth)
{
    char text[SLOW_TEXT];
    size_t sum = 0;
    size_t count = slow_candidates(game, SIZE_MAX, text);
    for (size_t i = 0; i < count; i++) {
        (void)slow_candidates(game, i, text);
        if (!slow_is_legal(game, text))
            continue;
        if (depth == 1) {
            sum++;
            continue;
        }
        struct slow_game after = *game;
        slow_do(&after, text);
        sum += count_slow(&after, depth - 1);
    }
    return sum;
}

static size_t count_fast(struct game *game, unsigned depth)
{
    struct action action;
    size_t sum = 0;
    for (size_t at = 0; game_next_legal(game, &at, &action);) {
        game_do(game, action);
        sum += depth == 1 ? 1 : count_fast(game, depth - 1);
        game_undo(game);
    }
    return sum;
}

/* For games of which nobody has published counts. */
TEST(sequences_are_as_many_as_a_slow_judge_counts)
{
    static const struct {
        enum variant_id variant;
        const char *start;
        unsigned depth;
    } rows[] = {
        {VARIANT_SCORE3, "", 5},
        {VARIANT_SCORE4, "", 3},
        {VARIANT_SCORE5, "", 2},
        {VARIANT_SQUARE5, "", 2},
        {VARIANT_STRIP4, "", 2},
        {VARIANT_CLASSIC15, "", 1},
        {VARIANT_ACHI, "", 4},
        {VARIANT_ACHI, "b2 a1 c1 a3 a2 c2 b1 b3", 5},
        {VARIANT_GOBANG12, "", 2},
        {VARIANT_GOBANG15, "a1 h8 b1 h7 c1 h6 d1", 2},
        {VARIANT_CIRCLE_LINETRIS, "", 3},
        {VARIANT_SCORE3, "b2 a1 a3", 6},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct variant *variant = variant_get(rows[i].variant);
        struct game game;
        struct slow_game slow;
        char text[ACTION_TEXT_SIZE];
        assert_int_equal(game_parse(&game, variant, rows[i].start, strlen(rows[i].start), NULL), 0);
        assert_true(slow_begin(&slow, variant->key));
        for (size_t ply = 0; ply < game.ply; ply++) {
            action_format(variant, game_actions(&game)[ply], text);
            slow_do(&slow, text);
        }
        assert_int_equal(count_fast(&game, rows[i].depth), count_slow(&slow, rows[i].depth));
    }
}
