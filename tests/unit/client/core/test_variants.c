/* SPDX-License-Identifier: MIT */
#include "client/core/variants.h"
#include "engine/game.h"
#include "proto/family.h"
#include "tests/support/test.h"

#include <string.h>

static const struct flat_info_record FIFTEEN = {.width = 15, .height = 15};

static struct variant_info_record info_of(const char *key, const struct flat_info_record *flat)
{
    return (struct variant_info_record){.key = key,
                                        .name = "A game",
                                        .family = FAMILY_WORD_FLAT,
                                        .flat = flat,
                                        .row = 5,
                                        .overline = OVERLINE_WORD_WINS,
                                        .turn = 1};
}

static const struct variant *find(const struct variants *variants, const char *key)
{
    return variants_find(variants, key, strlen(key));
}

TEST(a_variant_of_no_row_can_be_played_as_it_was_told)
{
    struct variants variants = {0};
    struct variant_info_record info = info_of("fifteen", &FIFTEEN);
    struct game game;
    variants_take(&variants, &info, 1, 1);
    const struct variant *variant = find(&variants, "fifteen");
    assert_string_equal(variant->key, "fifteen");
    assert_string_equal(variant->name, "A game");
    /* A row of six, which only freestyle counts; o15 is a corner of this board. */
    static const char moves[] = "a1 o15 b1 n15 c1 m15 e1 l15 f1 k14 d1";
    assert_int_equal(game_parse(&game, variant, moves, strlen(moves), NULL), 0);
    assert_int_equal(game.status, GAME_WON);
}

TEST(what_is_told_takes_the_place_of_the_table_of_this_build)
{
    struct variants variants = {0};
    struct variant_info_record info = info_of("classic", &FIFTEEN);
    assert_ptr_equal(find(&variants, "classic"), variant_get(VARIANT_CLASSIC));
    variants_take(&variants, &info, 1, 1);
    assert_int_equal(find(&variants, "classic")->width, 15);
    assert_null(find(&variants, "mini")); /* the list is whole */
}

/* At each return it is told again. */
TEST(variants_keep_their_places)
{
    struct variants variants = {0};
    struct variant_info_record info = info_of("fifteen", &FIFTEEN);
    variants_take(&variants, &info, 1, 1);
    const struct variant *before = find(&variants, "fifteen");
    for (int i = 0; i < 2 * MAXIMA_VARIANTS; i++)
        variants_take(&variants, &info, 1, 1);
    assert_ptr_equal(find(&variants, "fifteen"), before);
    assert_int_equal(variants.count, 1);
}

/* Each has a row of its own that says the same but for one thing. */
TEST(what_cannot_be_played_here_keeps_its_name_and_nothing_else)
{
    const struct flat_info_record large = {.width = 40, .height = 40};
    const struct flat_info_record full = {.width = 27, .height = 27}; /* with choices too many */
    const struct flat_info_record none = {.width = 0, .height = 15};
    const struct spatial_info_record cube = {.width = 5, .height = 5, .depth = 5};
    struct variant_info_record infos[10];
    struct variants variants = {0};
    static const char *const keys[] = {"large",   "none", "opening", "overline", "nothing",
                                       "spatial", "hex",  "needs",   "turns",    "full"};
    for (size_t i = 0; i < 10; i++)
        infos[i] = info_of(keys[i], &FIFTEEN);
    infos[0].flat = &large;
    infos[1].flat = &none;
    infos[2].opening = OPENING_WORD_COUNT; /* as a client reads a word that it does not know */
    infos[3].overline = OVERLINE_WORD_COUNT;
    infos[4].flat = NULL;
    infos[5].family = FAMILY_WORD_SPATIAL;
    infos[5].spatial = &cube;
    infos[6].family = FAMILY_WORD_COUNT;
    infos[7].needs = "magic";
    infos[8].turn = 2;
    infos[9].flat = &full;
    infos[9].opening = OPENING_WORD_SWAP2;
    infos[9].needs = "choices";
    variants_take(&variants, infos, 10, 1);
    for (size_t i = 0; i < 10; i++) {
        const struct variant *variant = find(&variants, keys[i]);
        assert_string_equal(variant->key, keys[i]);
        assert_string_equal(variant->name, "A game");
        assert_false(variants_can_play(variant));
    }
}

/* Rows of this build that the server tells as they are have all their rules; another turn is
 * another game. */
TEST(rows_of_this_build_are_known_by_all_that_is_told)
{
    struct variants variants = {0};
    struct family_room rooms[VARIANT_COUNT];
    struct variant_info_record infos[VARIANT_COUNT];
    for (int id = 0; id < VARIANT_COUNT; id++)
        infos[id] = family_describe(variant_get((enum variant_id)id), &rooms[id]);
    variants_take(&variants, infos, VARIANT_COUNT, 1);
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *own = variant_get((enum variant_id)id);
        const struct variant *variant = find(&variants, own->key);
        assert_true(variants_can_play(variant));
        assert_int_equal(variant->rules, own->rules);
        assert_int_equal(game_size(variant), game_size(own));
    }
    infos[VARIANT_CONNECT6].turn = 3;
    infos[VARIANT_DROP4].needs = NULL;
    variants_take(&variants, infos, VARIANT_COUNT, 2);
    assert_false(variants_can_play(find(&variants, "connect6")));
    assert_true(variants_can_play(find(&variants, "drop4"))); /* it does not fall there */
    assert_int_equal(find(&variants, "drop4")->rules, RULES_STANDARD);
}

/* The server was replaced by a newer one while a game is on the screen: it is drawn as it was, and
 * no other is begun. */
TEST(a_game_on_the_screen_keeps_its_board)
{
    struct variants variants = {0};
    struct variant_info_record info = info_of("fifteen", &FIFTEEN);
    variants_take(&variants, &info, 1, 1);
    const struct variant *variant = find(&variants, "fifteen");
    assert_true(variants_can_play(variant));
    info.needs = "magic";
    variants_take(&variants, &info, 1, 2);
    assert_false(variants_can_play(variant));
    assert_int_equal(variant->width, 15);
    assert_int_equal(variant->row, 5);
}

TEST(a_list_is_asked_for_when_it_is_another_one)
{
    struct variants variants = {0};
    struct variant_info_record info = info_of("fifteen", &FIFTEEN);
    assert_true(variants_are_known(&variants, VARIANT_COUNT, family_version()));
    assert_false(variants_are_known(&variants, VARIANT_COUNT, family_version() + 1));
    assert_false(variants_are_known(&variants, VARIANT_COUNT + 1, family_version()));
    variants_take(&variants, &info, 1, 7);
    assert_true(variants_are_known(&variants, 1, 7));
    assert_false(variants_are_known(&variants, VARIANT_COUNT, family_version()));
}

TEST(no_more_are_kept_than_there_is_room_for)
{
    struct variants variants = {0};
    for (char key[] = "a0"; key[0] <= 'z'; key[0]++) {
        for (key[1] = '0'; key[1] <= '9'; key[1]++) {
            struct variant_info_record info = info_of(key, &FIFTEEN);
            variants_take(&variants, &info, 1, 1);
        }
    }
    assert_int_equal(variants.count, MAXIMA_VARIANTS);
    assert_non_null(find(&variants, "a0"));
    assert_null(find(&variants, "z9"));
}
