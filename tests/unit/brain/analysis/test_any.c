/* SPDX-License-Identifier: MIT */
/*
 * Analyses of games that are no five in a row: known blunders of each kind, proofs
 * beside an oracle that plays everything to its end, and games of every row of the table.
 */
#include "brain/analysis/verdict.h"
#include "brain/error.h"
#include "engine/sight.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#define NODES 20000
#define FEW_NODES 150
#define FEW_PLIES 12 /* of a game of chance are judged */
#define KNOWN_FROM 3 /* the ply from which nine squares hold no secret */

struct rig {
    struct game game;
    struct analysis analysis;
};

static int make_rig(void **state)
{
    *state = calloc(1, sizeof(struct rig));
    return *state != NULL ? 0 : -1;
}

static int free_rig(void **state)
{
    free(*state);
    return 0;
}

static void *reserve(size_t size)
{
    void *memory = calloc(1, size > 0 ? size : 1);
    assert_non_null(memory);
    return memory;
}

/* Analyses the rig's game, which nobody has won otherwise than on the board. */
static void analyse_game(struct rig *rig, struct analysis_options options)
{
    const struct variant *variant = rig->game.variant;
    void *tables = reserve(analysis_tables_size(variant));
    options.tables = tables;
    options.memory_size = analysis_memory_size(variant);
    options.memory = reserve(options.memory_size);
    options.winner = SEAT_NONE;
    analysis_tables_make(tables, variant);
    assert_int_equal(analysis_init(&rig->analysis, &rig->game, &options), 0);
    while (analysis_step(&rig->analysis))
        assert_true(analysis_done(&rig->analysis) <= analysis_all(&rig->analysis));
    free(options.memory);
    free(tables);
}

static void analyse(struct rig *rig, const char *key, const char *actions, unsigned start)
{
    const struct variant *variant = variant_find(key, strlen(key));
    assert_int_equal(game_parse(&rig->game, variant, actions, strlen(actions), NULL), 0);
    analyse_game(rig, (struct analysis_options){.nodes = NODES, .start = start});
    assert_int_equal(analysis_done(&rig->analysis), analysis_all(&rig->analysis));
}

static bool is_action(const struct rig *rig, struct action action, const char *text)
{
    struct action expected;
    assert_int_equal(action_parse(rig->game.variant, text, strlen(text), &expected), 0);
    return action_equals(action, expected);
}

static const struct analysis_place *place_at(const struct rig *rig, unsigned ply)
{
    return &rig->analysis.places[ply];
}

#define RIG_TEST(name) TEST_ON(name, struct rig *rig, NULL, NULL)

/* ---------------------------------------------------------------- known blunders */

/* X has d1 and e1 with room on both sides. */
RIG_TEST(a_double_threat_that_is_left_loses)
{
    analyse(rig, "drop4", "d1 d2 e1 e2 f1 h1 a1 c1", 0);
    struct verdict verdict = verdict_of(&rig->analysis, 3);
    assert_int_equal(verdict.mark, ANALYSIS_MARK_LOSING);
    assert_int_equal(verdict.after, PROOF_LOSS);
    assert_int_equal(verdict.share_after, 0);
    assert_true(place_at(rig, 3)->stops_count > 0);
    assert_int_equal(place_at(rig, 4)->win, ANALYSIS_WIN_SEARCH);
    assert_int_equal(verdict_of(&rig->analysis, 5).mark, ANALYSIS_MARK_LOST);
}

RIG_TEST(a_win_at_once_that_was_not_taken_is_missed)
{
    analyse(rig, "drop4", "d1 d2 e1 e2 c1 b1 h1 f1", 0);
    struct verdict verdict = verdict_of(&rig->analysis, 6);
    assert_int_equal(verdict.mark, ANALYSIS_MARK_MISSED);
    assert_int_equal(verdict.before, PROOF_WIN);
    assert_int_not_equal(verdict.after, PROOF_WIN);
    assert_int_equal(place_at(rig, 6)->win, ANALYSIS_WIN_ONCE);
    assert_true(is_action(rig, place_at(rig, 6)->line.actions[0], "f1"));
    assert_int_equal(verdict_of(&rig->analysis, 7).mark, ANALYSIS_MARK_ONLY);
}

RIG_TEST(the_only_move_is_no_mistake_and_another_one_loses)
{
    analyse(rig, "cube4", "a1a a4d b1a b4d c1a d1a c4d", 0);
    assert_true(place_at(rig, 5)->is_forced);
    assert_int_equal(verdict_of(&rig->analysis, 5).mark, ANALYSIS_MARK_ONLY);
    analyse(rig, "cube4", "a1a a4d b1a b4d c1a c3c d1a", 0);
    struct verdict verdict = verdict_of(&rig->analysis, 5);
    assert_int_equal(verdict.mark, ANALYSIS_MARK_LOSING);
    assert_int_equal(place_at(rig, 6)->win, ANALYSIS_WIN_ONCE);
    assert_int_equal(verdict_loss(&rig->analysis).ply, 5);
    assert_true(verdict_loss(&rig->analysis).is_proven);
}

/* A row that is completed has lost: the game ends by the player's own action. */
RIG_TEST(a_row_of_ones_own_loses_where_rows_do)
{
    analyse(rig, "mini_misere", "a1 b1 a2 b2 a3", 0);
    struct verdict verdict = verdict_of(&rig->analysis, 4);
    assert_int_equal(verdict.seat, SEAT_FIRST);
    assert_int_equal(verdict.mark, ANALYSIS_MARK_LOSING);
    assert_int_equal(verdict_loss(&rig->analysis).ply, 4);
    assert_int_equal(rig->analysis.winner, SEAT_SECOND);
}

/* X has five in a row and both ends are open: O's two stones stop it, if the first one does. */
RIG_TEST(the_first_of_two_stones_may_lose)
{
    analyse(rig, "connect6", "j10 a1 c3 k10 l10 e1 s19 m10 n10 a5 s1 i10", 0);
    assert_int_equal(verdict_of(&rig->analysis, 9).seat, SEAT_SECOND);
    assert_int_equal(verdict_of(&rig->analysis, 9).mark, ANALYSIS_MARK_LOSING);
    assert_int_equal(place_at(rig, 10)->proof, PROOF_LOSS);
    assert_int_equal(verdict_of(&rig->analysis, 10).mark, ANALYSIS_MARK_LOST);
    assert_int_equal(verdict_of(&rig->analysis, 11).mark, ANALYSIS_MARK_WINS);
}

/* A game of ultimate in which i2 gave O's opponent a won end. */
RIG_TEST(a_lost_end_of_nested_boards_is_found)
{
    analyse(rig, "ultimate",
            "h7 d2 a4 b3 e8 f5 h4 f2 g6 b7 e1 f1 g2 b6 e9 f7 g3 b8 d6 a9 c9 g8 b4 d3 c7 g1 b1 f3 "
            "h8 f4 h2 f6 i8 i5 i6 g9 a7 a1 a3 b9 e7 a6 c2 i4 h3 h6 c4 i3 h9 i2 g4 b2 i1 h5 g5",
            49);
    assert_int_equal(rig->analysis.first, 49);
    assert_int_equal(verdict_of(&rig->analysis, 48).mark, ANALYSIS_MARK_UNJUDGED);
    assert_int_equal(verdict_of(&rig->analysis, 49).mark, ANALYSIS_MARK_LOSING);
    assert_true(is_action(rig, place_at(rig, 50)->line.actions[0], "g4"));
}

/* Marks are chosen with each stone, so that they are nobody's. */
RIG_TEST(players_without_marks_are_seats)
{
    analyse(rig, "wild4", "Xa1 Xa2 Xa3 Oc4 Xa4", 0);
    assert_int_equal(rig->analysis.first, 0);
    assert_int_equal(verdict_of(&rig->analysis, 3).mark, ANALYSIS_MARK_LOSING);
    assert_int_equal(verdict_of(&rig->analysis, 3).seat, SEAT_SECOND);
    assert_int_equal(rig->analysis.winner, SEAT_FIRST);
}

RIG_TEST(nothing_is_said_of_fours_where_none_are_seen)
{
    assert_true(analysis_sees_threats(variant_get(VARIANT_CLASSIC)));
    assert_false(analysis_sees_threats(variant_get(VARIANT_DROP4)));
    analyse(rig, "drop4", "d1 d2 e1 e2 f1", 0);
    for (unsigned ply = 0; ply <= rig->game.ply; ply++) {
        assert_int_equal(place_at(rig, ply)->fours, ANALYSIS_UNKNOWN);
        assert_int_equal(place_at(rig, ply)->made, ANALYSIS_THREAT_NOTHING);
    }
}

/* ---------------------------------------------------------------- proofs */

/* The result of the position for who acts there, or would: everything is played to its end. */
static enum proof truth_of(const struct game *game, enum seat seat)
{
    struct action action;
    size_t at = 0;
    enum proof best = PROOF_LOSS;
    if (game_status(game) != GAME_OPEN && game_winner(game) == SEAT_NONE)
        return PROOF_DRAW;
    if (game_status(game) != GAME_OPEN)
        return game_winner(game) == seat ? PROOF_WIN : PROOF_LOSS;
    bool is_own = game_to_act(game) == seat;
    while (best != PROOF_WIN && game_next_legal(game, &at, &action)) {
        struct game after;
        game_copy(&after, game);
        game_do(&after, action);
        enum proof proof = truth_of(&after, game_to_act(game));
        best = proof == PROOF_WIN || best == PROOF_LOSS ? proof : best;
    }
    if (is_own || best == PROOF_DRAW)
        return best;
    return best == PROOF_WIN ? PROOF_LOSS : PROOF_WIN;
}

static uint32_t next(uint64_t *chance)
{
    *chance = *chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*chance >> 33);
}

/* A game by chance, to its end. */
static void play(struct rig *rig, const struct variant *variant, uint64_t seed)
{
    static struct action list[GAME_LEGAL_MAX];
    game_init(&rig->game, variant);
    while (game_status(&rig->game) == GAME_OPEN) {
        size_t count = sight_candidates(&rig->game, list, GAME_LEGAL_MAX);
        game_do(&rig->game, list[next(&seed) % count]);
    }
}

RIG_TEST(what_is_proven_is_true)
{
    static const char *const keys[] = {"mini", "mini_misere", "cylinder3", "score3", "cube3"};
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        const struct variant *variant = variant_find(keys[i], strlen(keys[i]));
        play(rig, variant, i + 3);
        /* More plies of a cube take an oracle long. */
        unsigned start = variant->rules == RULES_CUBE ? rig->game.ply - 2u : 0;
        analyse_game(rig, (struct analysis_options){.nodes = NODES, .start = start});
        for (unsigned ply = start; ply <= rig->game.ply; ply++) {
            struct game game;
            game_replay(&game, variant, game_actions(&rig->game), ply);
            if (place_at(rig, ply)->proof != PROOF_UNKNOWN)
                assert_int_equal(place_at(rig, ply)->proof,
                                 truth_of(&game, analysis_seat(&rig->analysis, ply)));
            else
                assert_true(ply < KNOWN_FROM || variant->rules == RULES_CUBE);
        }
    }
}

/* ---------------------------------------------------------------- every game */

/* The line of the place can be played, and its share fits what is proven. */
static void check_place(const struct rig *rig, unsigned ply)
{
    struct game game;
    const struct analysis_place *place = place_at(rig, ply);
    assert_int_equal(game_replay(&game, rig->game.variant, game_actions(&rig->game), ply), 0);
    for (size_t i = 0; i < place->line.count; i++)
        assert_int_equal(game_act(&game, place->line.actions[i]), 0);
    assert_true(place->share <= ANALYSIS_SHARE_ONE && place->after <= ANALYSIS_SHARE_ONE);
    assert_true(place->proof != PROOF_WIN || place->share == ANALYSIS_SHARE_ONE);
    assert_true(place->proof != PROOF_LOSS || place->share == 0);
}

RIG_TEST(every_game_is_analysed)
{
    for (int id = 0; id < VARIANT_COUNT; id++) {
        play(rig, variant_get((enum variant_id)id), (uint64_t)id + 1);
        unsigned plies = rig->game.ply;
        unsigned start = plies > FEW_PLIES ? plies - FEW_PLIES : 0;
        assert_true(analysis_plays(rig->game.variant));
        analyse_game(rig, (struct analysis_options){.nodes = FEW_NODES, .start = start});
        for (unsigned ply = rig->analysis.first; ply < plies; ply++) {
            check_place(rig, ply);
            assert_int_not_equal(verdict_of(&rig->analysis, ply).mark, ANALYSIS_MARK_UNJUDGED);
        }
        assert_in_range(verdict_accuracy(&rig->analysis, rig->analysis.seats[plies - 1]) + 1, 0,
                        101);
    }
}

/* ---------------------------------------------------------------- limits */

RIG_TEST(the_same_is_found_twice)
{
    static struct analysis_place before[GAME_ACTIONS_MAX + 1];
    static const char actions[] = "d1 d2 e1 e2 c1 f1 b1";
    analyse(rig, "drop4", actions, 0);
    memcpy(before, rig->analysis.places, sizeof(before));
    analyse(rig, "drop4", actions, 0);
    assert_memory_equal(before, rig->analysis.places, sizeof(before));
}

static bool stop_after_some(void *ctx)
{
    unsigned *left = ctx;
    return *left == 0 || --*left == 0;
}

RIG_TEST(who_stops_keeps_what_is_known)
{
    unsigned left = 300;
    const struct variant *variant = variant_get(VARIANT_ULTIMATE);
    static const char actions[] = "e5 d4 a1 b2 e6 d9 b9 f7 h2 f6 i8";
    assert_int_equal(game_parse(&rig->game, variant, actions, strlen(actions), NULL), 0);
    analyse_game(rig,
                 (struct analysis_options){.nodes = NODES, .stop = stop_after_some, .ctx = &left});
    assert_true(rig->analysis.was_stopped);
    assert_in_range(analysis_done(&rig->analysis), 1, 11);
    assert_true(place_at(rig, 11)->is_known);
    assert_int_equal(verdict_of(&rig->analysis, 0).mark, ANALYSIS_MARK_UNJUDGED);
}

RIG_TEST(the_longer_a_game_the_fewer_nodes_a_question_has)
{
    const struct variant *variant = variant_get(VARIANT_MINI);
    unsigned left = 1;
    const struct analysis_options options = {.stop = stop_after_some, .ctx = &left};
    assert_int_equal(game_parse(&rig->game, variant, "a1 b2", 5, NULL), 0);
    analyse_game(rig, options);
    uint64_t most = rig->analysis.nodes;
    play(rig, variant_get(VARIANT_STRATEGIC), 1);
    left = 1;
    analyse_game(rig, options);
    assert_true(rig->analysis.nodes > 0 && rig->analysis.nodes < most);
}

RIG_TEST(a_variant_that_says_nothing_is_refused)
{
    struct variant strange = *variant_get(VARIANT_MINI);
    struct analysis_options options = {.winner = SEAT_NONE};
    strange.needs = 0;
    assert_false(analysis_plays(&strange));
    game_init(&rig->game, &strange);
    assert_int_equal(analysis_init(&rig->analysis, &rig->game, &options), ERR_NOT_ITS_GAME);
    game_init(&rig->game, variant_get(VARIANT_MINI));
    options.memory_size = 1000;
    assert_int_equal(analysis_init(&rig->analysis, &rig->game, &options), ERR_TOO_LITTLE_MEMORY);
}

int main(void)
{
    return test_run_all(make_rig, free_rig);
}
