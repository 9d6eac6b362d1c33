/* SPDX-License-Identifier: MIT */
#include "client/core/variants.h"
#include "engine/game.h"
#include "tests/support/cmocka_all.h"

#include <string.h>

static const struct rows_info_record FIFTEEN = {
    .width = 15, .height = 15, .row = 5, .overline_wins = true, .opening = OPENING_WORD_NONE};

static struct variant_info_record info_of(const char *key, const struct rows_info_record *rows)
{
    return (struct variant_info_record){
        .key = key, .name = "A game", .family = FAMILY_WORD_ROWS, .rows = rows};
}

static const struct variant *find(const struct variants *variants, const char *key)
{
    return variants_find(variants, key, strlen(key));
}

static void a_variant_of_no_row_can_be_played_as_it_was_told(void **state)
{
    struct variants variants = {0};
    struct variant_info_record info = info_of("fifteen", &FIFTEEN);
    struct game game;
    (void)state;
    variants_take(&variants, &info, 1);
    const struct variant *variant = find(&variants, "fifteen");
    assert_string_equal(variant->key, "fifteen");
    assert_string_equal(variant->name, "A game");
    /* A row of six, which only freestyle counts; o15 is a corner of this board. */
    static const char moves[] = "a1 o15 b1 n15 c1 m15 e1 l15 f1 k14 d1";
    assert_int_equal(game_parse(&game, variant, moves, strlen(moves), NULL), 0);
    assert_int_equal(game.status, GAME_WON);
}

static void what_is_told_goes_before_the_table_of_this_build(void **state)
{
    struct variants variants = {0};
    struct variant_info_record info = info_of("classic", &FIFTEEN);
    (void)state;
    assert_ptr_equal(find(&variants, "classic"), variant_get(VARIANT_CLASSIC));
    variants_take(&variants, &info, 1);
    assert_int_equal(find(&variants, "classic")->width, 15);
    assert_ptr_equal(find(&variants, "mini"), variant_get(VARIANT_MINI));
    assert_null(find(&variants, "chess"));
}

/* At each return it is told again. */
static void variants_keep_their_places(void **state)
{
    struct variants variants = {0};
    struct variant_info_record info = info_of("fifteen", &FIFTEEN);
    (void)state;
    variants_take(&variants, &info, 1);
    const struct variant *before = find(&variants, "fifteen");
    for (int i = 0; i < 2 * MAXIMA_VARIANTS; i++)
        variants_take(&variants, &info, 1);
    assert_ptr_equal(find(&variants, "fifteen"), before);
    assert_int_equal(variants.count, 1);
}

static void what_cannot_be_played_here_is_left_out(void **state)
{
    const struct rows_info_record large = {.width = 27, .height = 27, .row = 5};
    const struct rows_info_record flat = {.width = 0, .height = 15, .row = 5};
    const struct rows_info_record strange = {
        .width = 15, .height = 15, .row = 5, .opening = OPENING_WORD_SWAP2 + 1};
    const struct variant_info_record infos[] = {info_of("large", &large), info_of("flat", &flat),
                                                info_of("strange", &strange),
                                                info_of("nothing", NULL)};
    struct variants variants = {0};
    (void)state;
    variants_take(&variants, infos, 4);
    assert_int_equal(variants.count, 0);
}

static void no_more_are_kept_than_there_is_room_for(void **state)
{
    struct variants variants = {0};
    (void)state;
    for (char key[] = "a0"; key[0] <= 'z'; key[0]++) {
        for (key[1] = '0'; key[1] <= '9'; key[1]++) {
            struct variant_info_record info = info_of(key, &FIFTEEN);
            variants_take(&variants, &info, 1);
        }
    }
    assert_int_equal(variants.count, MAXIMA_VARIANTS);
    assert_non_null(find(&variants, "a0"));
    assert_null(find(&variants, "z9"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_variant_of_no_row_can_be_played_as_it_was_told),
        cmocka_unit_test(what_is_told_goes_before_the_table_of_this_build),
        cmocka_unit_test(variants_keep_their_places),
        cmocka_unit_test(what_cannot_be_played_here_is_left_out),
        cmocka_unit_test(no_more_are_kept_than_there_is_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
