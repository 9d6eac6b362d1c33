/* SPDX-License-Identifier: MIT */
/*
 * The player `attack`: known answers, rows of exactly five, boards without an edge, and openings.
 */
#include "brain/computer.h"
#include "brain/search/position.h"
#include "tests/support/random.h"
#include "tests/support/test.h"
#include "tests/unit/brain/asking.h"
#include "tests/unit/brain/even.h"

#include <stdio.h>
#include <string.h>

#define SEEDS 200 /* thoughts in which every one of equal squares comes */

static void set_up(struct game *game, enum variant_id id, const char *actions)
{
    assert_int_equal(game_parse(game, variant_get(id), actions, strlen(actions), NULL), 0);
}

static struct prospect ask(const struct game *game, uint64_t seed)
{
    struct thinking thinking = {.level = 1, .seed = seed, .prospects = 1};
    return asking_think(COMPUTER_ATTACK, game, thinking).prospects[0];
}

static const char *text_of(const struct game *game, struct action action)
{
    static char text[ACTION_TEXT_SIZE];
    action_format(game->variant, action, text);
    return text;
}

/* These are played, each of them, and nothing else. `expected` is a list with spaces around. */
static void check_played(enum variant_id id, const char *actions, const char *expected)
{
    struct game game;
    bool seen[LIMITS_CELLS_ALL] = {false};
    size_t count = 0;
    size_t wanted = 0;
    set_up(&game, id, actions);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct action action = ask(&game, seed).action;
        char word[ACTION_TEXT_SIZE + 2];
        snprintf(word, sizeof(word), " %s ", text_of(&game, action));
        if (strstr(expected, word) == NULL)
            fail_msg("%s: %s", actions, word);
        count += !seen[action_cell(action)];
        seen[action_cell(action)] = true;
    }
    for (const char *at = expected + 1; *at != '\0'; at++)
        wanted += *at == ' ';
    assert_int_equal(count, wanted);
}

/* ---------------------------------------------------------------- known answers */

TEST(the_first_stone_goes_to_the_middle)
{
    check_played(VARIANT_CLASSIC, "", " j10 ");
    check_played(VARIANT_FREESTYLE, "", " j10 ");
    check_played(VARIANT_FREESTYLE15, "", " h8 ");
}

TEST(the_heaviest_squares_are_played_by_chance)
{
    check_played(VARIANT_CLASSIC, "j10", " i9 j9 k9 i10 k10 i11 j11 k11 ");
    check_played(VARIANT_CLASSIC, "j10 j11", " i10 k10 i11 k11 ");
    check_played(VARIANT_CLASSIC, "j10 j11 k10 k12 l10", " i10 ");
    check_played(VARIANT_CLASSIC, "j10 i10 k10 j11 l10 k12 m10", " n10 ");
    check_played(VARIANT_CLASSIC, "j10 j12 k10 k12 l10 l12 m10 m12", " i10 n10 ");
    check_played(VARIANT_CLASSIC, "j12 j10 k12 k10 l12 l10 m12 m10", " i12 n12 ");
}

TEST(without_an_edge_it_plays_around_the_stones)
{
    check_played(VARIANT_PLANE, "", " 0:0 ");
    check_played(VARIANT_PLANE, "0:0", " -1:-1 0:-1 1:-1 -1:0 1:0 -1:1 0:1 1:1 ");
    check_played(VARIANT_PLANE, "0:0 0:1 1:0 1:2 2:0", " -1:0 ");
    /* stops a four, also beyond an edge of the stones, and wins before that */
    check_played(VARIANT_PLANE, "0:0 -1:0 1:0 0:1 2:0 1:2 3:0", " 4:0 ");
    check_played(VARIANT_PLANE, "0:0 0:2 1:0 1:2 2:0 2:2 3:0 3:2", " -1:0 4:0 ");
}

/* One four is stopped in one corner of the board, and another ends in another corner. */
TEST(stones_that_lie_far_apart_are_all_looked_at)
{
#define CORNERS "0:0 -127:-127 127:127 -127:-126 127:126 -127:-125 127:125 -127:-124"
    struct game game;
    struct prospect prospect;
    set_up(&game, VARIANT_PLANE, CORNERS " 100:-100");
    prospect = ask(&game, 1);
    assert_string_equal(text_of(&game, prospect.action), "-127:-123");
    assert_int_equal(prospect.proof, PROOF_WIN);
    set_up(&game, VARIANT_PLANE, CORNERS);
    prospect = ask(&game, 1);
    assert_string_equal(text_of(&game, prospect.action), "-127:-123");
    assert_int_equal(prospect.proof, PROOF_UNKNOWN);
}

/* ---------------------------------------------------------------- five and six */

/* X: j10 k10 l10 n10 o10 and, on another line, j4 j5 j6. The gap m10 makes six, and would stop no
 * attack: it wins by five or more alone. */
#define GAP "j10 a1 k10 c1 l10 e1 n10 g1 o10 q1 j4 s3 j5 s6 j6 s9"

TEST(six_is_played_where_it_wins_alone)
{
    struct game game;
    check_played(VARIANT_FREESTYLE, GAP, " m10 ");
    set_up(&game, VARIANT_CLASSIC, GAP);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct prospect prospect = ask(&game, seed);
        assert_string_not_equal(text_of(&game, prospect.action), "m10");
        assert_int_equal(prospect.proof, PROOF_UNKNOWN);
    }
}

/* Here X makes six at m10, which weighs more than all else, and five at i4 or n4. */
TEST(an_exact_five_goes_before_all_weights)
{
    struct game game;
    set_up(&game, VARIANT_CLASSIC, GAP " m4 a5 k4 a7 l4 a9");
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct prospect prospect = ask(&game, seed);
        assert_non_null(strstr("i4 n4", text_of(&game, prospect.action)));
        assert_int_equal(prospect.proof, PROOF_WIN);
    }
}

/* A square that makes six on one line and five on another wins. */
TEST(a_five_wins_also_beside_a_six)
{
    check_played(VARIANT_CLASSIC, GAP " m9 a5 m8 a7 m7 a9 m6 a11 m2 a13", " m10 ");
}

/* All squares but c3 of 6 by 5 are taken, and X makes six there. */
TEST(a_six_is_played_if_nothing_else_is_left)
{
    static const char *const rows[] = {"XXOOXX", "OOXXOO", "XX.XXX", "OOXXOO", "XXOOXX"};
    const struct computer *computer = computer_get(COMPUTER_ATTACK);
    struct variant board = asking_board(6, 5, 5);
    struct thinking thinking = {.level = 1};
    struct thought thought;
    struct position position;
    board.overline = OVERLINE_NOTHING;
    position_init(&position, &board);
    for (unsigned cell = 0; cell < 30; cell++)
        if (rows[cell / 6][cell % 6] != '.')
            position_set(&position, cell, rows[cell / 6][cell % 6] == 'X' ? COLOUR_X : COLOUR_O);
    assert_int_equal(computer_think_position(computer, &board, &position, &thinking, &thought), 0);
    assert_int_equal(action_cell(thought.prospects[0].action), 14);
    assert_int_equal(thought.prospects[0].proof, PROOF_UNKNOWN);
}

/* Whether a stone wins at once by the engine. */
static bool wins(const struct game *game, struct action action)
{
    struct game after;
    game_copy(&after, game);
    return game_act(&after, action) == 0 && game_status(&after) == GAME_WON;
}

static bool can_win(const struct game *game)
{
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++)
        if (wins(game, action_place(cell)))
            return true;
    return false;
}

/* Whether the action wins by five or more, while it does not in the game itself. */
static bool makes_six(const struct game *game, struct action action)
{
    struct game free;
    game_replay(&free, variant_get(VARIANT_FREESTYLE), game_actions(game), game->ply);
    return wins(&free, action) && !wins(game, action);
}

/* Games as either side against chance. */
TEST(in_games_it_takes_what_wins_and_makes_no_six)
{
    uint64_t chance = 8;
    unsigned won = 0;
    unsigned avoided = 0;
    for (int nth = 0; nth < 12; nth++) {
        struct game game;
        game_init(&game, variant_get(VARIANT_CLASSIC));
        while (game_expects(&game) == EXPECTS_STONE) {
            struct prospect prospect = ask(&game, random_next(&chance));
            assert_int_equal(prospect.proof == PROOF_WIN, can_win(&game));
            assert_int_equal(prospect.proof == PROOF_WIN, wins(&game, prospect.action));
            avoided += makes_six(&game, prospect.action);
            bool is_its_turn = game_to_act(&game) == (enum seat)(nth % SEAT_COUNT);
            size_t cell = random_below(&chance, variant_cells(game.variant));
            if (is_its_turn)
                game_do(&game, prospect.action);
            else
                (void)game_act(&game, action_place(cell));
        }
        won += game_winner(&game) == (enum seat)(nth % SEAT_COUNT);
    }
    assert_int_equal(won, 12);
    assert_int_equal(avoided, 0);
}

/* ---------------------------------------------------------------- positions */

TEST(stones_that_were_set_up_are_weighed_like_a_game)
{
    const struct computer *computer = computer_get(COMPUTER_ATTACK);
    const struct variant *variant = variant_get(VARIANT_CLASSIC);
    struct thinking thinking = {.level = 1};
    struct thought thought;
    struct position position;
    position_init(&position, variant);
    for (unsigned cell = 180; cell < 184; cell++)
        assert_true(position_set(&position, cell, COLOUR_O));
    assert_int_equal(computer_think_position(computer, variant, &position, &thinking, &thought), 0);
    unsigned cell = (unsigned)action_cell(thought.prospects[0].action);
    assert_true(cell == 179 || cell == 184);
    assert_int_equal(thought.prospects[0].proof, PROOF_UNKNOWN);
    position.to_move = COLOUR_O;
    assert_int_equal(computer_think_position(computer, variant, &position, &thinking, &thought), 0);
    assert_int_equal(thought.prospects[0].proof, PROOF_WIN);
}

/* ---------------------------------------------------------------- Swap2 */

TEST(it_always_takes_white)
{
    static const char *const lists[] = {"j10 a1 k11", "a1 j10 s19", "j10 a1 k11 two_more a2 a3"};
    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
        struct game game;
        set_up(&game, VARIANT_SWAP2, lists[i]);
        assert_true(action_equals(ask(&game, i).action, action_choose(CHOICE_WHITE)));
    }
}

static struct action open_next(void *ctx, const struct game *game, uint64_t seed)
{
    (void)ctx;
    return ask(game, seed).action;
}

TEST(it_opens_with_even_triples_of_every_kind)
{
    even_check_openings(open_next, NULL);
}

/* ---------------------------------------------------------------- three stones and a choice */

#define CENTRE_CELL 112 /* h8 of 15x15 */

static unsigned distance(size_t cell)
{
    return position_distance(15, CENTRE_CELL, (unsigned)cell);
}

/* The third stone is free, of many squares, and so far from the middle. */
static void check_third(const char *second, unsigned expected)
{
    struct game game;
    bool seen[GAME_CELLS_MAX] = {false};
    size_t count = 0;
    char actions[16];
    snprintf(actions, sizeof(actions), "h8 %s", second);
    set_up(&game, VARIANT_SWAP15, actions);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct action action = ask(&game, seed).action;
        assert_int_equal(game_check(&game, action), 0);
        assert_int_equal(distance(action_cell(action)), expected);
        count += !seen[action_cell(action)];
        seen[action_cell(action)] = true;
    }
    assert_true(count >= 16);
}

TEST(it_opens_in_the_middle_and_gives_no_colour_away)
{
    check_played(VARIANT_SWAP15, "", " h8 ");
    check_played(VARIANT_SWAP15, "h8", " g7 h7 i7 g8 i8 g9 h9 i9 ");
    check_third("i8", 4);
    check_third("k11", 4);
    check_third("m8", 5);
    check_third("b3", 5);
    check_third("a1", 7);
}

TEST(it_takes_the_colour_that_the_third_stone_makes_better)
{
    static const struct {
        const char *actions;
        enum choice choice;
    } openings[] = {
        {"h8 i8 h9", CHOICE_BLACK}, {"h8 i9 g9", CHOICE_BLACK},  {"h8 i8 a1", CHOICE_WHITE},
        {"h8 i8 o8", CHOICE_WHITE}, {"h8 k10 h9", CHOICE_BLACK}, {"h8 k10 b2", CHOICE_WHITE},
        {"h8 a1 h9", CHOICE_BLACK}, {"h8 a1 o15", CHOICE_BLACK},
    };
    for (size_t i = 0; i < sizeof(openings) / sizeof(*openings); i++) {
        struct game game;
        set_up(&game, VARIANT_SWAP15, openings[i].actions);
        if (!action_equals(ask(&game, i).action, action_choose(openings[i].choice)))
            fail_msg("%s", openings[i].actions);
    }
}
