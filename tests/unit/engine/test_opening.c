/* SPDX-License-Identifier: MIT */
/* Openings by name: all placements, wherever they stand. */
#include "engine/opening.h"
#include "tests/support/test.h"

#include <string.h>

static const struct opening *opening_of(enum variant_id id, const char *actions)
{
    struct game game;
    assert_int_equal(game_parse(&game, variant_get(id), actions, strlen(actions), NULL), 0);
    return opening_find(&game);
}

static void assert_opening(enum variant_id id, const char *actions, const char *number,
                           const char *name)
{
    const struct opening *opening = opening_of(id, actions);
    assert_non_null(opening);
    assert_string_equal(opening->number, number);
    assert_string_equal(opening->name, name);
}

TEST(known_openings_have_their_names)
{
    assert_opening(VARIANT_FREESTYLE15, "h8 i9 i7", "7i", "Hogetsu");
    assert_opening(VARIANT_FREESTYLE15, "h8 h9 i9", "4d", "Kagetsu");
    assert_opening(VARIANT_CLASSIC, "h8 h9 h10 a1", "1d", "Kansei");
    assert_opening(VARIANT_FREESTYLE, "h8 i9 f6", "13i", "Suisei");
}

TEST(turned_and_mirrored_they_are_the_same)
{
    assert_opening(VARIANT_CLASSIC, "k10 j11 j9", "7i", "Hogetsu");
    assert_opening(VARIANT_CLASSIC, "a1 b2 b1", "6i", "Ungetsu");
    assert_opening(VARIANT_CLASSIC, "s19 r19 r18", "4d", "Kagetsu");
}

TEST(choices_of_an_opening_are_no_stones)
{
    assert_opening(VARIANT_SWAP2, "h8 i9 i7 white g8", "7i", "Hogetsu");
    assert_opening(VARIANT_SWAP2, "h8 i9 i7", "7i", "Hogetsu");
}

TEST(other_beginnings_have_no_name)
{
    assert_null(opening_of(VARIANT_CLASSIC, "h8 i9"));
    assert_null(opening_of(VARIANT_CLASSIC, "h8 h10 i9"));
    assert_null(opening_of(VARIANT_CLASSIC, "h8 i9 k8"));
    assert_null(opening_of(VARIANT_MINI, "b2 c3 c1"));
}

/* Second stones beside the first one, third ones within two squares of it. `legal_out` is how many
 * pairs of them the rules allow. */
static void count_openings(const struct variant *variant, unsigned *legal_out)
{
    const struct opening *seen[OPENINGS];
    size_t seen_count = 0;
    unsigned placements = 0;
    size_t middle = 7 + (size_t)7 * variant->width;
    *legal_out = 0;
    for (size_t second = 0; second < variant_cells(variant); second++)
        for (size_t third = 0; third < variant_cells(variant); third++) {
            struct action actions[] = {action_place(middle), action_place(second),
                                       action_place(third)};
            struct game game;
            if (game_replay(&game, variant, actions, 3) != 0)
                continue;
            ++*legal_out;
            if (opening_find(&game) == NULL)
                continue;
            size_t at = 0;
            while (at < seen_count && seen[at] != opening_find(&game))
                at++;
            assert_in_range(at, 0, OPENINGS - 1);
            seen[at] = opening_find(&game);
            seen_count += at == seen_count;
            placements++;
        }
    assert_int_equal(placements, 184);
    assert_int_equal(seen_count, OPENINGS);
}

TEST(there_are_184_placements_of_26_openings)
{
    unsigned legal;
    count_openings(variant_get(VARIANT_FREESTYLE15), &legal);
    assert_true(legal > 184);
}

/* Where the rules ask for one of them, each beginning has a name. */
TEST(renju_begins_with_one_of_26)
{
    unsigned legal;
    count_openings(variant_get(VARIANT_RENJU), &legal);
    assert_int_equal(legal, 184);
    assert_string_equal(opening_of(VARIANT_RENJU, "h8 i9 i7 white a1")->name, "Hogetsu");
}
