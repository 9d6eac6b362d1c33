/* SPDX-License-Identifier: MIT */
/*
 * The squares of threats as a side sees them, and which sign goes before which.
 */
#include "client/core/threat_map.h"
#include "tests/support/test.h"

#include <string.h>

/* The map of the game that `actions` lead to. */
static void map_of(struct threat_map *map, const char *actions, enum mark own)
{
    struct game game;
    const struct variant *variant = variant_get(VARIANT_CLASSIC);
    assert_int_equal(game_parse(&game, variant, actions, strlen(actions), NULL), 0);
    threat_map_init(map, &game, own);
}

/* The squares with a sign in the order of cells, such as "g8% k8%". */
static void check(const char *actions, enum mark own, const char *expected)
{
    char text[200] = "";
    char *at = text;
    struct threat_map map;
    map_of(&map, actions, own);
    for (size_t cell = 0; cell < GAME_CELLS_MAX; cell++) {
        if (map.signs[cell] != THREAT_SIGN_NONE) {
            if (at > text)
                *at++ = ' ';
            at += action_format(variant_get(VARIANT_CLASSIC), action_place(cell), at);
            *at++ = " #%!?"[map.signs[cell]];
            *at = '\0';
        }
    }
    assert_string_equal(text, expected);
}

#define THREE_OF_X "h8 a19 i8 c17 j8"

TEST(ones_own_and_theirs_are_told_apart)
{
    check(THREE_OF_X, MARK_X, "g8% k8%");
    check(THREE_OF_X, MARK_O, "g8? k8?");
    check(THREE_OF_X " e15 k8", MARK_X, "g8# l8#");
    check(THREE_OF_X " e15 k8", MARK_O, "g8! l8!");
    check("h8 a19", MARK_X, "");
}

TEST(for_who_watches_x_stands_for_own)
{
    check(THREE_OF_X " h15", MARK_NONE, "g8% k8%");
    check(THREE_OF_X " h15 k8 h14 a1 h13", MARK_NONE, "g8# l8# h12? h16?");
}

TEST(a_win_goes_before_a_three)
{
    /* X has four on row 8 with k8 left; O has three through k8: k9, k10, k11 */
    check("g8 f8 h8 k9 i8 k10 j8 k11", MARK_X, "k8# k12?");
    check("g8 f8 h8 k9 i8 k10 j8 k11", MARK_O, "k8! k12%");
}

TEST(of_equal_threats_that_of_whose_turn_it_is_is_shown)
{
    /* both have a four that k8 completes */
    static const char both[] = "g8 f8 h8 k9 i8 k10 j8 k11 k13 k12";
    check(both, MARK_X, "k8#"); /* X is to move */
    check(both, MARK_O, "k8!");
    check("g8 f8 h8 k9 i8 k10 j8 k11 k13 k12 a1", MARK_X, "k8!");
    check("g8 f8 h8 k9 i8 k10 j8 k11 k13 k12 a1", MARK_O, "k8#");
}

TEST(a_game_that_is_over_shows_none)
{
    check(THREE_OF_X " e15 k8 a1 g8", MARK_X, "");
}
