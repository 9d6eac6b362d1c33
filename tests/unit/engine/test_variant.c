/* SPDX-License-Identifier: MIT */
/*
 * Tests of engine/variant.h: the table says what the design page says, and rows are found by their
 * exact keys.
 */
#include "engine/game.h"
#include "engine/variant.h"
#include "tests/support/test.h"

#include <string.h>

TEST(every_row_is_found_by_its_key_and_its_id)
{
    for (unsigned i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = variant_get((enum variant_id)i);
        assert_int_equal(variant->id, i);
        assert_ptr_equal(variant_find(variant->key, strlen(variant->key)), variant);
    }
}

TEST(a_copy_of_a_row_is_the_same_variant)
{
    char key[] = "classic";
    struct variant told = *variant_get(VARIANT_CLASSIC);
    told.key = key;
    assert_true(variant_is_same(&told, variant_get(VARIANT_CLASSIC)));
    assert_false(variant_is_same(&told, variant_get(VARIANT_SWAP2)));
    assert_false(variant_is_same(&told, NULL));
    assert_false(variant_is_same(NULL, &told));
    assert_true(variant_is_same(NULL, NULL));
}

TEST(a_key_is_matched_whole_and_in_its_case)
{
    assert_null(variant_find("classic", 6));
    assert_null(variant_find("classics", 8));
    assert_null(variant_find("Classic", 7));
    assert_null(variant_find("", 0));
    assert_non_null(variant_find("classics", 7));
}

TEST(classic_is_exactly_five_on_19x19_and_fined)
{
    const struct variant *classic = variant_get(VARIANT_CLASSIC);
    assert_string_equal(classic->key, "classic");
    assert_int_equal(classic->width, 19);
    assert_int_equal(classic->height, 19);
    assert_int_equal(variant_cells(classic), 361);
    assert_int_equal(classic->row, 5);
    assert_int_equal(classic->overline, OVERLINE_NOTHING);
    assert_int_equal(classic->rules, RULES_STANDARD);
    assert_true(classic->can_be_rated && classic->is_fined);
}

TEST(swap2_is_classic_with_an_opening_and_without_the_fine)
{
    const struct variant *swap2 = variant_get(VARIANT_SWAP2);
    assert_string_equal(swap2->key, "swap2");
    assert_int_equal(variant_cells(swap2), 361);
    assert_int_equal(swap2->row, 5);
    assert_int_equal(swap2->overline, OVERLINE_NOTHING);
    assert_int_equal(swap2->rules, RULES_SWAP2);
    assert_true(swap2->can_be_rated && !swap2->is_fined);
}

TEST(mini_is_three_on_3x3)
{
    const struct variant *mini = variant_get(VARIANT_MINI);
    assert_string_equal(mini->key, "mini");
    assert_int_equal(variant_cells(mini), 9);
    assert_int_equal(mini->row, 3);
    assert_int_equal(mini->rules, RULES_STANDARD);
    assert_true(mini->can_be_rated && !mini->is_fined);
}

TEST(freestyle_is_five_or_more_on_19x19_and_on_15x15)
{
    static const struct {
        enum variant_id id;
        const char *key;
        int side;
    } rows[] = {{VARIANT_FREESTYLE, "freestyle", 19}, {VARIANT_FREESTYLE15, "freestyle15", 15}};
    for (size_t i = 0; i < 2; i++) {
        const struct variant *variant = variant_get(rows[i].id);
        assert_string_equal(variant->key, rows[i].key);
        assert_int_equal(variant->width, rows[i].side);
        assert_int_equal(variant->height, rows[i].side);
        assert_int_equal(variant->row, 5);
        assert_int_equal(variant->overline, OVERLINE_WINS);
        assert_int_equal(variant->rules, RULES_STANDARD);
        assert_true(variant->can_be_rated && !variant->is_fined);
    }
}

TEST(classic15_is_exactly_five_on_15x15_without_the_fine)
{
    const struct variant *variant = variant_get(VARIANT_CLASSIC15);
    assert_string_equal(variant->key, "classic15");
    assert_int_equal(variant->width, 15);
    assert_int_equal(variant->height, 15);
    assert_int_equal(variant->row, 5);
    assert_int_equal(variant->overline, OVERLINE_NOTHING);
    assert_int_equal(variant->rules, RULES_STANDARD);
    assert_true(variant->can_be_rated && !variant->is_fined);
}

TEST(a_plain_variant_is_found_by_the_size_of_its_board)
{
    assert_ptr_equal(variant_find_plain(19, 19), variant_get(VARIANT_CLASSIC));
    assert_ptr_equal(variant_find_plain(15, 15), variant_get(VARIANT_FREESTYLE15));
    assert_ptr_equal(variant_find_plain(3, 3), variant_get(VARIANT_MINI));
    assert_null(variant_find_plain(19, 3));
    assert_null(variant_find_plain(3, 19));
    assert_null(variant_find_plain(0, 0));
}

TEST(every_board_fits_a_game)
{
    for (unsigned i = 0; i < VARIANT_COUNT; i++) {
        const struct variant *variant = variant_get((enum variant_id)i);
        assert_true(variant->stored <= GAME_CELLS_MAX &&
                    variant_cells(variant) <= LIMITS_CELLS_ALL);
        assert_true(variant->width <= GAME_SIDE_MAX && variant->height <= GAME_SIDE_MAX);
        assert_true(variant->row <= GAME_ROW_MAX);
        assert_true(game_size(variant) <= sizeof(struct game));
    }
}
