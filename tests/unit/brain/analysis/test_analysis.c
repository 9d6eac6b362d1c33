/* SPDX-License-Identifier: MIT */
/*
 * What an analysis says of games: known answers, marks, the first losing move, games that were
 * spoilt at a known ply (spoilt.txt, by `./dev mind spoilt`), and what it refuses.
 */
#include "brain/analysis/five.h"
#include "brain/analysis/verdict.h"
#include "brain/error.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CORPUS "tests/unit/brain/analysis/spoilt.txt"
#define NODES 800
#define SINGLE_NODES 4000
#define STOPPED_NODES 3000 /* more than between two questions whether to stop */
#define SPOILT_NODES 6000
#define MEMORY ((size_t)4 << 20)

#ifndef PENTAD_TEST_SPOILT
#define PENTAD_TEST_SPOILT 1 /* games of the corpus */
#endif

struct rig {
    void *tables[2];
    void *memory;
    struct game game;
    struct analysis analysis;
};

static int make_rig(void **state)
{
    struct rig *rig = calloc(1, sizeof(*rig));
    assert_non_null(rig);
    rig->memory = malloc(MEMORY);
    assert_non_null(rig->memory);
    for (int overline = 0; overline < 2; overline++) {
        rig->tables[overline] = malloc(analysis_tables_size(variant_get(VARIANT_CLASSIC)));
        assert_non_null(rig->tables[overline]);
        analysis_tables_make(rig->tables[overline],
                             variant_get(overline == 1 ? VARIANT_FREESTYLE : VARIANT_CLASSIC));
    }
    *state = rig;
    return 0;
}

static int free_rig(void **state)
{
    struct rig *rig = *state;
    free(rig->tables[0]);
    free(rig->tables[1]);
    free(rig->memory);
    free(rig);
    return 0;
}

static int begin(struct rig *rig, const char *key, const char *actions,
                 struct analysis_options options)
{
    const struct variant *variant = variant_find(key, strlen(key));
    assert_int_equal(game_parse(&rig->game, variant, actions, strlen(actions), NULL), 0);
    memset(rig->memory, 0, MEMORY);
    options.tables = rig->tables[variant->overline == OVERLINE_WINS];
    options.memory = rig->memory;
    options.memory_size = options.memory_size != 0 ? options.memory_size : MEMORY;
    return analysis_init(&rig->analysis, &rig->game, &options);
}

static void analyse_with(struct rig *rig, const char *key, const char *actions, uint64_t nodes)
{
    const struct analysis_options options = {.nodes = nodes, .winner = SEAT_NONE};
    assert_int_equal(begin(rig, key, actions, options), 0);
    while (analysis_step(&rig->analysis))
        assert_true(analysis_done(&rig->analysis) <= analysis_all(&rig->analysis));
    assert_int_equal(analysis_done(&rig->analysis), analysis_all(&rig->analysis));
}

static void analyse(struct rig *rig, const char *key, const char *actions)
{
    analyse_with(rig, key, actions, NODES);
}

static bool is_on(const struct rig *rig, struct action action, const char *square)
{
    struct action expected;
    assert_int_equal(action_parse(rig->game.variant, square, strlen(square), &expected), 0);
    return action_equals(action, expected);
}

static bool is_stop(const struct rig *rig, unsigned ply, const char *square)
{
    const struct analysis_place *place = &rig->analysis.places[ply];
    for (size_t i = 0; i < place->stops_count; i++)
        if (is_on(rig, place->stops[i], square))
            return true;
    return false;
}

#define RIG_TEST(name) TEST_ON(name, struct rig *rig, NULL, NULL)

/* ---------------------------------------------------------------- known answers */

RIG_TEST(an_open_three_that_is_left_loses)
{
    analyse(rig, "classic", "h10 a1 i10 a3 j10 a5");
    const struct analysis_place *end = &rig->analysis.places[6];
    assert_int_equal(end->proof, PROOF_WIN);
    assert_int_equal(end->fours, ANALYSIS_YES);
    assert_int_equal(end->win, ANALYSIS_WIN_STRAIGHT);
    assert_true(is_on(rig, end->line.actions[0], "g10") || is_on(rig, end->line.actions[0], "k10"));
    struct verdict verdict = verdict_of(&rig->analysis, 5);
    assert_int_equal(verdict.mark, ANALYSIS_MARK_LOSING);
    assert_int_equal(verdict.seat, SEAT_SECOND);
    assert_int_equal(verdict.after, PROOF_LOSS);
    assert_int_equal(verdict.share_after, 0);
    assert_true(is_stop(rig, 5, "g10") && is_stop(rig, 5, "k10"));
    assert_false(is_stop(rig, 5, "a7"));
    assert_int_equal(verdict_loss(&rig->analysis).ply, 5);
}

RIG_TEST(a_four_that_opens_a_column_wins_by_fours)
{
    analyse(rig, "classic", "h10 g10 i10 a3 j10 a5 k11 s19 k12 s1");
    const struct analysis_place *end = &rig->analysis.places[10];
    assert_int_equal(end->proof, PROOF_WIN);
    assert_int_equal(end->win, ANALYSIS_WIN_FOURS);
    assert_true(is_on(rig, end->line.actions[0], "k10"));
    assert_true(is_on(rig, end->line.actions[1], "l10"));
}

RIG_TEST(a_win_that_was_not_taken_is_missed)
{
    analyse(rig, "classic", "h10 a1 i10 a3 j10 a5 c3 k10");
    struct verdict verdict = verdict_of(&rig->analysis, 6);
    assert_int_equal(verdict.mark, ANALYSIS_MARK_MISSED);
    assert_int_equal(verdict.before, PROOF_WIN);
    assert_int_not_equal(verdict.after, PROOF_WIN);
    assert_true(verdict.cost > 0);
    assert_int_equal(verdict_of(&rig->analysis, 5).mark, ANALYSIS_MARK_LOSING);
}

RIG_TEST(a_missed_win_may_have_one_first_move)
{
    /* Under an open three of O only k10, l10 and the open column win; of an open three either end
     * does. */
    analyse_with(rig, "classic", "h10 g10 i10 a3 j10 a4 k11 a5 k12 s1 c3 e15", SINGLE_NODES);
    assert_int_equal(verdict_of(&rig->analysis, 10).before, PROOF_WIN);
    assert_true(rig->analysis.places[10].is_single);
    analyse_with(rig, "classic", "h10 a1 i10 a3 j10 a5 c3 k10", SINGLE_NODES);
    assert_int_equal(verdict_of(&rig->analysis, 6).mark, ANALYSIS_MARK_MISSED);
    assert_false(rig->analysis.places[6].is_single);
}

RIG_TEST(a_four_leaves_one_answer_and_no_mistake)
{
    analyse(rig, "classic", "h10 g10 i10 a3 j10 a5 k10 l10");
    struct verdict verdict = verdict_of(&rig->analysis, 7);
    uint16_t plies[8];
    assert_true(rig->analysis.places[7].is_forced);
    assert_true(is_on(rig, rig->analysis.places[7].only, "l10"));
    assert_int_equal(verdict.mark, ANALYSIS_MARK_ONLY);
    size_t count = verdict_mistakes(&rig->analysis, SEAT_NONE, 1, plies, 8);
    for (size_t i = 0; i < count && i < 8; i++)
        assert_int_not_equal(plies[i], 7);
}

RIG_TEST(a_four_that_is_left_alone_loses_by_a_five)
{
    analyse(rig, "classic", "h10 g10 i10 a3 j10 a5 k10 s1 l10");
    assert_int_equal(verdict_of(&rig->analysis, 7).mark, ANALYSIS_MARK_LOSING);
    assert_int_equal(rig->analysis.places[8].win, ANALYSIS_WIN_FIVE);
    assert_int_equal(rig->analysis.places[7].stops_count, 1);
    assert_true(is_stop(rig, 7, "l10"));
    assert_int_equal(verdict_of(&rig->analysis, 8).mark, ANALYSIS_MARK_WINS);
    assert_int_equal(verdict_loss(&rig->analysis).ply, 7);
}

RIG_TEST(six_in_a_row_stops_nothing_by_exactly_five)
{
    /* X f10 h10 i10 j10 k10: g10 makes six, so l10 alone has to be stopped. */
    static const char actions[] = "h10 a1 i10 a3 j10 a5 k10 m1 f10";
    analyse(rig, "classic", actions);
    assert_true(rig->analysis.places[9].is_forced);
    assert_true(is_on(rig, rig->analysis.places[9].only, "l10"));
    analyse(rig, "freestyle", actions);
    assert_false(rig->analysis.places[9].is_forced);
    assert_int_equal(rig->analysis.places[9].proof, PROOF_LOSS);
}

RIG_TEST(moves_before_colours_are_chosen_are_not_judged)
{
    analyse(rig, "swap2", "j10 k11 l12 white a1 m13 n14");
    assert_int_equal(rig->analysis.first, 4);
    assert_int_equal(verdict_of(&rig->analysis, 2).mark, ANALYSIS_MARK_UNJUDGED);
    assert_int_equal(verdict_of(&rig->analysis, 3).mark, ANALYSIS_MARK_UNJUDGED);
    assert_int_not_equal(verdict_of(&rig->analysis, 4).mark, ANALYSIS_MARK_UNJUDGED);
    assert_int_equal(verdict_of(&rig->analysis, 4).seat, SEAT_SECOND);
}

/* ---------------------------------------------------------------- where it was lost */

/* An analysis as if it had found these shares of X, in percent; 100 and 0 are proven. */
static void pretend(struct rig *rig, const int *shares, unsigned count, enum seat winner)
{
    static const char actions[] = "h10 a1 i10 a3 c5 a5 d8 m1 k3 m3";
    const struct analysis_options options = {.nodes = 1, .winner = SEAT_NONE};
    assert_int_equal(begin(rig, "classic", actions, options), 0);
    for (unsigned ply = 0; ply < count; ply++) {
        struct analysis_place *place = &rig->analysis.places[ply];
        int share = ply % 2 == 0 ? shares[ply] : 100 - shares[ply];
        place->is_known = true;
        place->share = (uint16_t)(100 * share);
        place->proof = share == 100 ? PROOF_WIN : share == 0 ? PROOF_LOSS : PROOF_UNKNOWN;
    }
    for (unsigned ply = 0; ply + 1 < count; ply++)
        rig->analysis.places[ply].after =
            (uint16_t)(ANALYSIS_SHARE_ONE - rig->analysis.places[ply + 1].share);
    rig->analysis.winner = (int8_t)winner;
}

RIG_TEST(the_first_losing_move_is_the_one_that_lost_for_good)
{
    const int given_back[11] = {50, 50, 100, 40, 45, 50, 100, 100, 100, 100, 100};
    pretend(rig, given_back, 11, SEAT_FIRST);
    assert_int_equal(verdict_loss(&rig->analysis).ply, 5);
    assert_true(verdict_loss(&rig->analysis).is_proven);
    pretend(rig, given_back, 11, SEAT_NONE);
    assert_int_equal(verdict_loss(&rig->analysis).ply, 1);
    const int likely[11] = {50, 50, 55, 50, 95, 95, 96, 97, 98, 97, 98};
    pretend(rig, likely, 11, SEAT_FIRST);
    assert_int_equal(verdict_loss(&rig->analysis).ply, 3);
    assert_false(verdict_loss(&rig->analysis).is_proven);
    const int on_time[11] = {50, 50, 55, 50, 40, 45, 46, 47, 48, 47, 48};
    pretend(rig, on_time, 11, SEAT_FIRST);
    assert_int_equal(verdict_loss(&rig->analysis).ply, VERDICT_NOWHERE);
}

/* Where nothing would have stopped the win, the move before it that cost most is told. */
RIG_TEST(a_move_that_nothing_could_replace_is_not_told_as_the_error)
{
    const int slow[11] = {50, 50, 50, 50, 50, 50, 86, 100, 100, 100, 100};
    pretend(rig, slow, 11, SEAT_FIRST);
    rig->analysis.places[7].share = 0; /* before it nothing is proven, and nothing was better */
    rig->analysis.places[7].proof = PROOF_UNKNOWN;
    assert_int_equal(verdict_loss(&rig->analysis).ply, 5);
    assert_int_equal(verdict_loss(&rig->analysis).losing, 7);
    assert_false(verdict_loss(&rig->analysis).is_proven);
    /* The move that stops it has to be better, too. */
    rig->analysis.places[7].stops_count = 1;
    assert_int_equal(verdict_loss(&rig->analysis).ply, 5);
    rig->analysis.places[7].share = 1000;
    assert_int_equal(verdict_loss(&rig->analysis).ply, 7);
    assert_int_equal(verdict_loss(&rig->analysis).losing, 7);
}

/* Before a stone that won, too: what was there is told, however it was won. */
RIG_TEST(a_win_by_fours_is_told_before_every_move)
{
    static const struct {
        const char *actions;
        unsigned ply;
        enum analysis_answer fours;
    } rows[] = {
        {"h10 a1 i10 a3 j10 a5 g10 a7 f10", 8, ANALYSIS_YES}, /* the five itself */
        {"h10 a1 i10 a3 j10 a5 g10 a7 f10", 6, ANALYSIS_YES}, /* a straight four */
        {"h10 g10 i10 a3 j10 a5 k11 s19 k12 s1 k10 l10 k9", 10, ANALYSIS_YES},
        {"h10 g10 i10 a3 j10 a5 k10 s1 l10", 7, ANALYSIS_NO}, /* to stop a four is all */
        {"h10 a1 i10 a3 j10 a5 g10 a7 f10", 7, ANALYSIS_NO},  /* two fives of the other side */
        {"h10 a1 i10", 2, ANALYSIS_NO},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        analyse(rig, "classic", rows[i].actions);
        assert_int_equal(rig->analysis.places[rows[i].ply].fours, rows[i].fours);
    }
}

/* Level 10 against itself, whose moves behind the opening are good ones. With one look at each, one
 * of ten seemed to have cost 48 percent. */
RIG_TEST(good_moves_are_not_called_mistakes)
{
    static const char actions[] =
        "g11 j7 l11 l7 l9 h7 g7 k11 j9 i8 h9 k7 i7 k9 g9 l8 f9 i9 e9 d9 g10 g8 "
        "g12 g13 j10 m7 n7 k8 k10 k5 k6 m8 j8 n8 o8 l6 j4 o9";
    unsigned cost = 0;
    analyse_with(rig, "classic", actions, SPOILT_NODES);
    for (unsigned ply = 9; ply < 19; ply++)
        cost += verdict_of(&rig->analysis, ply).cost;
    assert_true(cost < ANALYSIS_MISTAKE);
}

RIG_TEST(accuracy_falls_with_what_moves_cost)
{
    const int even[11] = {50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50};
    const int worse[11] = {50, 50, 50, 50, 60, 60, 60, 60, 80, 80, 80};
    pretend(rig, even, 11, SEAT_NONE);
    assert_int_equal(verdict_accuracy(&rig->analysis, SEAT_FIRST), 100);
    pretend(rig, worse, 11, SEAT_NONE);
    /* 10 % and 20 % of five moves, the others nothing: (100 x 3 + 63.58 + 40.02) / 5. */
    assert_int_equal(verdict_accuracy(&rig->analysis, SEAT_SECOND), 81);
    assert_int_equal(verdict_accuracy(&rig->analysis, SEAT_FIRST), 100);
    uint16_t plies[4];
    assert_int_equal(verdict_mistakes(&rig->analysis, SEAT_NONE, 500, plies, 4), 2);
    assert_int_equal(plies[0], 7);
    assert_int_equal(plies[1], 3);
    assert_int_equal(verdict_mistakes(&rig->analysis, SEAT_NONE, 500, plies, 1), 2);
    assert_int_equal(plies[0], 7);
    assert_int_equal(verdict_mistakes(&rig->analysis, SEAT_FIRST, 500, plies, 4), 0);
    assert_int_equal(verdict_mistakes(&rig->analysis, SEAT_SECOND, 500, plies, 4), 2);
}

RIG_TEST(a_spoilt_ply_is_found)
{
    static char line[GAME_TEXT_SIZE + 64];
    FILE *file = fopen(CORPUS, "r");
    assert_non_null(file);
    for (unsigned nth = 0; nth < PENTAD_TEST_SPOILT && fgets(line, sizeof(line), file) != NULL;) {
        char *rest = line;
        if (line[0] == '#')
            continue;
        const char *key = strtok_r(line, " ", &rest);
        unsigned ply = (unsigned)strtoul(strtok_r(NULL, " ", &rest), NULL, 10);
        rest[strcspn(rest, "\n")] = '\0';
        analyse_with(rig, key, rest, SPOILT_NODES);
        assert_int_equal(verdict_loss(&rig->analysis).losing + 1, ply);
        nth++;
    }
    fclose(file);
}

/* ---------------------------------------------------------------- limits */

RIG_TEST(the_same_is_found_twice)
{
    static struct analysis_place before[GAME_ACTIONS_MAX + 1];
    static const char actions[] = "j10 k11 k10 i10 l10 m10 l11";
    analyse(rig, "classic", actions);
    memcpy(before, rig->analysis.places, sizeof(before));
    analyse(rig, "classic", actions);
    assert_memory_equal(before, rig->analysis.places, sizeof(before));
}

static bool stop_after_some(void *ctx)
{
    unsigned *left = ctx;
    return (*left)-- == 0;
}

RIG_TEST(who_stops_keeps_what_is_known)
{
    unsigned left = 6;
    const struct analysis_options options = {
        .nodes = STOPPED_NODES, .winner = SEAT_NONE, .stop = stop_after_some, .ctx = &left};
    assert_int_equal(begin(rig, "classic", "j10 k11 k10 i10 l10 m10 l11 j9 m12 n13 i8", options),
                     0);
    while (analysis_step(&rig->analysis)) {
    }
    assert_true(rig->analysis.was_stopped);
    assert_false(analysis_step(&rig->analysis));
    unsigned done = analysis_done(&rig->analysis);
    assert_in_range(done, 1, 11);
    assert_true(rig->analysis.places[11].is_known);
    assert_int_equal(verdict_of(&rig->analysis, 0).mark, ANALYSIS_MARK_UNJUDGED);
}

RIG_TEST(what_cannot_be_analysed_is_refused)
{
    struct analysis_options options = {.winner = SEAT_NONE};
    assert_int_equal(begin(rig, "classic", "", options), ERR_NOTHING_TO_DO);
    assert_int_equal(begin(rig, "swap2", "j10 k11 l12", options), ERR_NOTHING_TO_DO);
    options.memory_size = 1000;
    assert_int_equal(begin(rig, "classic", "j10", options), ERR_TOO_LITTLE_MEMORY);
    options.memory_size = analysis_memory_size(variant_get(VARIANT_CLASSIC));
    assert_int_equal(begin(rig, "classic", "j10", options), 0);
}

TEST(words_of_threats_are_those_of_players)
{
    struct prove_sight sight = {0};
    for (unsigned spot = 0; spot < SPOTS; spot++) {
        sight.spots[COLOUR_X][0] = (uint8_t)spot;
        assert_true((five__threat(&sight, COLOUR_X, 0) == ANALYSIS_THREAT_NOTHING) ==
                    (spot < SPOT_THREE));
    }
    sight.spots[COLOUR_O][3] = SPOT_STRAIGHT;
    assert_int_equal(five__threat(&sight, COLOUR_O, 3), ANALYSIS_THREAT_FOURS);
    sight.is_one_line[COLOUR_O][3] = true;
    assert_int_equal(five__threat(&sight, COLOUR_O, 3), ANALYSIS_THREAT_STRAIGHT);
    assert_string_equal(analysis_threat_key(ANALYSIS_THREAT_FIVE), "five");
    assert_string_equal(analysis_mark_key(ANALYSIS_MARK_MISSED), "win_missed");
    assert_string_equal(analysis_win_key(ANALYSIS_WIN_THREES), "fours_and_threes");
}

RIG_TEST(what_a_stone_made_is_told)
{
    analyse(rig, "classic", "h10 a1 i10 a3 j10 k10 h9 g10 h8 h11 h12");
    assert_int_equal(rig->analysis.places[4].made, ANALYSIS_THREAT_THREE);
    assert_int_equal(rig->analysis.places[5].made, ANALYSIS_THREAT_NOTHING);
    assert_int_equal(rig->analysis.places[8].made, ANALYSIS_THREAT_THREE);
    analyse(rig, "classic", "h10 g10 i10 a3 j10 g9 k9 a19 k8 s19 k7 k6 k10 s1");
    assert_int_equal(rig->analysis.places[12].made, ANALYSIS_THREAT_FOURS);
    assert_int_equal(rig->analysis.places[12].win, ANALYSIS_WIN_DOUBLE);
}

int main(void)
{
    return test_run_all(make_rig, free_rig);
}
