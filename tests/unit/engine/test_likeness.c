/* SPDX-License-Identifier: MIT */
/* Boards that help may not be about while a game goes on elsewhere: engine/likeness.h. */
#include "engine/likeness.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

/* Six stones that look the same in no two ways, and twelve. */
#define SIX "j10 k11 j11 j9 k10 l10"
#define TWELVE SIX " h8 m12 i13 l8 g10 n11"
/* The same on 15x15. */
#define SIX9 "h9 i10 h10 h8 i9 j9"
#define FAR_MORE " b18 r2 b16 r4 b14 r6 b12 r8"
#define FAR " a1 s19 a3 s17 a5 s15 a7 s13 a9 s11 a11 s9"

static void read_game(struct game *game, const char *key, const char *actions)
{
    const struct variant *variant = variant_find(key, strlen(key));
    assert_non_null(variant);
    assert_int_equal(game_parse(game, variant, actions, strlen(actions), NULL), 0);
}

static const struct row {
    const char *going_variant, *going, *shown_variant, *shown;
    bool is_like;
    const char *what;
} rows[] = {
    {"classic", SIX, "classic", SIX, true, "itself"},
    {"classic", SIX, "freestyle", SIX, true, "by other rules for six"},
    {"classic", SIX, "freestyle15", "h8 i9 h9 h7 i8 j8", true, "shifted to a smaller board"},
    {"freestyle15", "h8 i9 h9 h7 i8 j8", "classic", SIX, true, "shifted to a larger one"},
    {"classic", SIX, "swap2", "j10 k11 j11 white j9 k10 l10", true, "behind another opening"},
    {"classic", SIX, "classic", "k10 l10 j10 j9 j11 k11", true, "in another order"},
    {"classic", SIX, "classic", SIX " m9", true, "with a candidate"},
    {"classic", SIX, "classic", SIX FAR, false, "among three times as many"},
    {"classic", SIX, "classic", SIX " a1 s19 a3", true, "with harmless stones far away"},
    {"classic", SIX, "classic", "a1 j10 k11 j11 j9 k10 l10", true, "in swapped colours"},
    {"classic", SIX, "classic", "j10 k11 j11 j9 k10", true, "as it was a ply before"},
    {"classic", SIX, "classic", "k10 k11 j11 j9 j10", true, "as that, in another order"},
    {"classic", SIX, "classic", "j10 k11 j11 j9", false, "as it was with four stones"},
    {"classic", SIX, "classic", "j10 k11 j11 j9 k10 l9", false, "with another last stone"},
    {"classic", SIX, "classic", "j10 k11", false, "an opening"},
    {"classic", SIX, "classic", "", false, "nothing"},
    {"classic", SIX, "mini", "a1 b1 b2", false, "another game"},
    {"classic", TWELVE, "classic", TWELVE FAR FAR_MORE, true, "everything among many"},
    {"classic", TWELVE, "classic", SIX " h8 m12 i13 l8 g10", true, "without the last stone"},
    {"classic", TWELVE, "classic", SIX " h8 m12 i13 a1 g10 n11", true, "without one in the middle"},
    {"classic", TWELVE, "classic", SIX " h8 m12 a3 a1 g10 n11", false, "without two"},
    {"classic", TWELVE, "classic", SIX " s1 s3 s5 s7", false, "as it was, but elsewhere since"},
    {"classic", "j10 k11 k10", "classic", "j10 k11 k10", true, "three stones"},
    {"classic", "j10 k11 k10", "classic", "k10 k11 j10", true, "three in another order"},
    {"classic", "j10 k11 k10", "classic", "j10 i11 i10", true, "three mirrored"},
    {"classic", "j10 k11 k10", "classic", "k10 l11 l10", false, "three shifted"},
    {"classic", "j10 k11 k10", "classic", "j10 k11 k10 l10", false, "three and one more"},
    {"classic", "j10 k11", "classic", "j10 k11", false, "two stones"},
    {"classic", "j10", "classic", "j10 k11 k10", false, "one stone"},
    {"mini", "b2 a1 c3", "mini", "b2 c1 a3", true, "tic-tac-toe, turned"},
    {"mini", "b2 a1 c3 a3 a2", "mini", "b2 a1 c3 a3 c2", false, "tic-tac-toe, another square"},
    {"mini", "b2 a1 c3", "classic", "b2 a1 c3", false, "tic-tac-toe on a large board"},
    {"connect6", "j10 j11 k11 a1 c5", "connect6", "a1 j11 k11 j10 c5", true, "a turn's stones"},
    {"drop4", "d1 d2 e1 c1 d3", "drop4", "e1 e2 d1 f1 e3", true, "falling, mirrored"},
    {"drop4", "d1 d2 e1 c1 d3", "linetris", "e1 e2 d1 f1 e3", true, "by vanishing's rules"},
    {"drop4", "d1 d2 e1 c1 d3", "drop4", "d1 d2 e1 c1 b1", false, "falling, elsewhere"},
    {"cube4", "a1a b2b c1d d4a", "cube4", "a1a b2b a1c d4d", false, "a cube, another stone"},
    {"cube4", "a1a b2b c1d d4a", "cube4", "a1a b2b d1c a4d", true, "a cube, turned"},
    {"cube4", "a1a b2b c1d d4a", "cube4", "a1d b2c c1a d4d", true, "a cube upside down"},
    {"cube4", "a1a b2b c1d d4a", "cube5", "a1a b2b c1d d4a", false, "in another cube"},
    {"cylinder4", "a1 b2 c4 d1", "cylinder4", "c1 d2 a4 b1", true, "a cylinder, turned"},
    {"cylinder4", "a1 b2 c4 d1", "cylinder4", "a2 b3 c1 d2", false, "a cylinder, shifted up"},
    {"cylinder15", SIX9, "cylinder15", "o9 a10 o10 o8 a9 b9", true, "a large one, turned"},
    {"wild4", "Xa1 Ob3 Xc4", "wild4", "Oc4 Xb3 Oa1", true, "marks that were chosen, swapped"},
    {"wild4", "Xa1 Ob3 Xc4", "wild4", "Oc4 Ob3 Oa1", false, "all of one mark"},
    {"ultimate", "e5 d4 a1 b2 d5", "ultimate", "e5 f6 i9 h8 e6", true, "nested, turned"},
    {"ultimate", "e5 d4 a1 b2 d5", "ultimate_open", "e5 d4 a1 b2 d5", true,
     "nested, by others' rules"},
    {"ultimate", "e5 d4 a1 b2 d5", "ultimate", "e5 d4 a1 b2 d6", false, "nested, elsewhere"},
    {"ultimate", "e5 d4 a1", "mini", "b2 a1 c3", false, "nested and not"},
    {"gobang12", "a1 h8 b2 g7 c4 f6", "gobang12", "c4 h8 a1 f6 b2 g7", true,
     "go-bang, in another order"},
    {"renju", "h8 i9 j10 white e5 e6", "renju", "h8 g7 f6 black k11 k10", true, "renju, turned"},
    {"plane", "0:0 1:1 0:1 0:-1 1:0 2:0", "plane", "0:0 1:1 0:1 0:-1 1:0 2:0", true, "endless"},
    {"plane", "0:0 1:1 0:1 0:-1 1:0 2:0", "plane", "0:0 1:0 0:-1 0:-2 1:-1 2:-1", true,
     "from another first stone"},
    {"plane", "0:0 1:1 0:1 0:-1 1:0 2:0", "classic", SIX, true, "endless, on a small board"},
    {"classic", SIX, "plane", "0:0 50:50 51:51 50:51 50:49 51:50 52:50", true,
     "far out on an endless one"},
    {"drop5", "0:0 1:0 0:1 -1:0 1:1", "drop5", "0:0 -1:0 0:1 1:0 -1:1", true,
     "an endless floor, mirrored"},
};

TEST(boards_are_like_as_the_table_says)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct game going;
        struct game shown;
        read_game(&going, rows[i].going_variant, rows[i].going);
        read_game(&shown, rows[i].shown_variant, rows[i].shown);
        if (likeness_is_of(&going, &shown) != rows[i].is_like)
            fail_msg("%s", rows[i].what);
    }
}

/* The square of a board of 19x19 turned in one of eight ways, and shifted. */
static size_t moved_cell(size_t cell, int turn, int right, int up)
{
    int column = (int)(cell % 19);
    int row = (int)(cell / 19);
    int mirrored = (turn & 1) != 0 ? 18 - column : column;
    int flipped = (turn & 2) != 0 ? 18 - row : row;
    int to_column = (turn & 4) != 0 ? flipped : mirrored;
    int to_row = (turn & 4) != 0 ? mirrored : flipped;
    return (size_t)((to_row + up) * 19 + to_column + right);
}

TEST(no_way_to_turn_mirror_and_shift_disguises_a_board)
{
    struct game going;
    read_game(&going, "classic", SIX);
    for (int turn = 0; turn < 8; turn++) {
        for (int shift = -3; shift <= 3; shift++) {
            struct game shown;
            game_init(&shown, going.variant);
            for (size_t i = 0; i < going.ply; i++)
                assert_int_equal(
                    game_act(&shown, action_place(moved_cell(action_cell(game_actions(&going)[i]),
                                                             turn, shift, 2 * shift))),
                    0);
            assert_true(likeness_is_of(&going, &shown));
        }
    }
}

TEST(a_game_that_passed_by_is_found_and_one_that_did_not_is_not)
{
    struct game going;
    struct game played;
    read_game(&going, "classic", SIX);
    read_game(&played, "classic", "k10 l10 j10 j9 j11 k11 a1 b2 c5 d9 e1 f7 a3 s19 r18 q17 m1 n2");
    assert_true(likeness_passes(&going, &played));
    read_game(&played, "classic", "j10 k10 l10 j11 k11 l9 m8 n7 o6 p5 q4");
    assert_false(likeness_passes(&going, &played));
}

/* Of a game whose stones move, boards with as many stones are several. */
TEST(a_board_that_was_before_stones_moved_is_found)
{
    struct game going;
    struct game shown;
    read_game(&going, "achi", "b2 a1 c1 a3 a2 c2 b1 b3");
    game_copy(&shown, &going);
    for (int i = 0; i < 4 && game_status(&going) == GAME_OPEN; i++) {
        struct action action;
        size_t at = 0;
        assert_true(game_next_legal(&going, &at, &action));
        game_do(&going, action);
    }
    assert_true(going.ply > shown.ply);
    assert_true(likeness_is_of(&going, &shown));
}
