/* SPDX-License-Identifier: MIT */
/*
 * Sheets as SVG: of every row, empty and after games of chance. They are XML, nothing lies outside
 * the page or is too small to be read, the board takes half of the page at most, and has the stones
 * of the game.
 */
#include "base/utf8.h"
#include "client/cli/print/notation.h"
#include "client/cli/print/svg.h"
#include "client/cli/print/svg_sheet.h"
#include "engine/needs.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/engine/random_game.h"
#include "xml_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The marks that were seen of a sheet. */
struct seen {
    unsigned stones[2]; /* X, O */
    unsigned strokes;   /* through the winning row */
    unsigned texts;     /* of the record */
    int board_top;
    int board_bottom;
    const char *wanted; /* a text to look for, or NULL */
    bool was_found;
};

static bool is_class(const struct xml_element *element, const char *class)
{
    const char *value = xml_value(element, "class");
    return value != NULL && strcmp(value, class) == 0;
}

static bool is_in(const char *class, const struct xml_element *open, size_t open_count)
{
    for (size_t i = 0; i < open_count; i++)
        if (is_class(&open[i], class))
            return true;
    return false;
}

/* From left to right, and from top to bottom. */
struct extents {
    int x[2];
    int y[2];
};

static int number(const struct xml_element *element, const char *name)
{
    int value;
    if (!xml_number(element, name, &value))
        fail_msg("%s has no number %s", element->name, name);
    return value;
}

static struct extents extents_of_text(const struct xml_element *element)
{
    int size = number(element, "font-size");
    int width = svg_text_width(element->text, size);
    const char *anchor = xml_value(element, "text-anchor");
    int x = number(element, "x");
    int y = number(element, "y");
    if (anchor != NULL)
        x -= strcmp(anchor, "end") == 0 ? width : width / 2;
    assert_true(size >= SVG_LETTER_MIN);
    return (struct extents){{x, x + width}, {y - size, y + size / 4}};
}

static struct extents extents_of_path(const struct xml_element *element)
{
    int at[8];
    int half = number(element, "stroke-width") / 2;
    assert_int_equal(sscanf(xml_value(element, "d"), "M%d %dL%d %dM%d %dL%d %d", &at[0], &at[1],
                            &at[2], &at[3], &at[4], &at[5], &at[6], &at[7]),
                     8);
    return (struct extents){{at[0] - half, at[2] + half}, {at[1] - half, at[3] + half}};
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static struct extents extents_of_line(const struct xml_element *element)
{
    int x[2] = {number(element, "x1"), number(element, "x2")};
    int y[2] = {number(element, "y1"), number(element, "y2")};
    int half = number(element, "stroke-width") / 2;
    return (struct extents){{smaller(x[0], x[1]) - half, larger(x[0], x[1]) + half},
                            {smaller(y[0], y[1]) - half, larger(y[0], y[1]) + half}};
}

static struct extents extents_of(const struct xml_element *element)
{
    if (strcmp(element->name, "line") == 0)
        return extents_of_line(element);
    if (strcmp(element->name, "text") == 0)
        return extents_of_text(element);
    if (strcmp(element->name, "path") == 0)
        return extents_of_path(element);
    if (strcmp(element->name, "circle") == 0) {
        int x = number(element, "cx");
        int y = number(element, "cy");
        int r = number(element, "r");
        return (struct extents){{x - r, x + r}, {y - r, y + r}};
    }
    assert_string_equal(element->name, "rect");
    return (struct extents){{0, number(element, "width")}, {0, number(element, "height")}};
}

static void see(void *ctx, const struct xml_element *element, const struct xml_element *open,
                size_t open_count)
{
    struct seen *seen = ctx;
    static const char *const others[] = {"svg", "g", "title"};
    seen->was_found =
        seen->was_found || (seen->wanted != NULL && strcmp(element->text, seen->wanted) == 0);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (strcmp(element->name, others[i]) == 0)
            return;
    struct extents extents = extents_of(element);
    assert_in_range(extents.x[0], 0, 2100);
    assert_in_range(extents.x[1], 0, 2100);
    assert_in_range(extents.y[0], 0, 2970);
    assert_in_range(extents.y[1], 0, 2970);
    seen->stones[0] += is_class(element, "stone x") ? 1 : 0;
    seen->stones[1] += is_class(element, "stone o") ? 1 : 0;
    seen->strokes += is_class(element, "row") ? 1 : 0;
    if (is_in("board", open, open_count)) {
        seen->board_top = smaller(seen->board_top, extents.y[0]);
        seen->board_bottom = larger(seen->board_bottom, extents.y[1]);
    }
    if (is_in("record", open, open_count) && strcmp(element->name, "text") == 0)
        seen->texts++;
}

/* Reads the sheet, and looks for `wanted` in it. */
static struct seen read_sheet(const struct sheet *sheet, const char *wanted)
{
    struct ink ink;
    struct seen seen = {.board_top = 2970, .wanted = wanted};
    ink_init(&ink, (struct look){.is_utf8 = true});
    svg_sheet(sheet, &ink);
    ink_put_raw(&ink, "", 1);
    xml_read(ink.bytes.data, see, &seen);
    ink_deinit(&ink);
    assert_true(seen.board_bottom - seen.board_top <= 2970 / 2);
    return seen;
}

static void the_empty_sheet_of_every_row_fits_the_page(void **state)
{
    (void)state;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        struct game game;
        game_init(&game, variant_get((enum variant_id)id));
        struct seen seen = read_sheet(&(struct sheet){.game = &game}, NULL);
        assert_int_equal(seen.stones[0] + seen.stones[1], 0);
        assert_int_equal(seen.strokes, 0);
        assert_true(seen.texts > 0);
    }
}

/* Compares the sheet with its game. */
static void check_played(const struct game *game)
{
    size_t cell;
    unsigned stones[2] = {0, 0};
    size_t line[GAME_LINE_MAX];
    char last[NOTATION_ENTRY_SIZE] = "";
    bool is_whole = !notation_is_continuous(game->variant) && game->ply > 0;
    for (size_t at = 0; game_next_stone(game, &at, &cell);)
        stones[game_cell(game, cell) == MARK_X ? 0 : 1]++;
    if (is_whole)
        notation_entry(game, game->ply - 1U, last);
    struct seen seen =
        read_sheet(&(struct sheet){.game = game, .is_played = true}, is_whole ? last : NULL);
    assert_int_equal(seen.stones[0], stones[0]);
    assert_int_equal(seen.stones[1], stones[1]);
    assert_int_equal(seen.was_found, is_whole);
    assert_int_equal(seen.strokes > 0, game_winning_line(game, line, GAME_LINE_MAX) > 0);
    if (is_whole && (game->variant->needs & (NEED_NESTED | NEED_ENDLESS)) == 0)
        assert_int_equal(seen.texts, 2 * game->ply);
}

static void a_game_of_chance_of_every_row_is_on_its_sheet(void **state)
{
    struct random random = {11};
    (void)state;
    for (int id = 0; id < VARIANT_COUNT; id++)
        for (int round = 0; round < 3; round++) {
            struct game game;
            random_game_play(&game, variant_get((enum variant_id)id), &random, GAME_ACTIONS_MAX);
            check_played(&game);
        }
}

/* On 27x27, where an entry is longest: the board makes room. */
static void a_very_long_record_fits_the_page(void **state)
{
    struct random random = {5};
    struct game game = {0};
    (void)state;
    while (game.ply <= 520)
        random_game_play(&game, variant_get(VARIANT_STRATEGIC_HYPER), &random, GAME_ACTIONS_MAX);
    check_played(&game);
}

/* The sheet after these actions. */
static struct seen play(enum variant_id id, const char *actions)
{
    struct game game;
    assert_int_equal(game_parse(&game, variant_get(id), actions, strlen(actions), NULL), 0);
    return read_sheet(&(struct sheet){.game = &game, .is_played = true}, NULL);
}

static void a_winning_row_is_struck_through_square_by_square(void **state)
{
    (void)state;
    assert_int_equal(play(VARIANT_MINI, "a1 a3 b2 b3 c3").strokes, 3);
    assert_int_equal(play(VARIANT_MINI, "a1 a3 b2 b3").strokes, 0);
    /* around the cylinder, and up through the levels of a cube */
    assert_int_equal(play(VARIANT_CYLINDER4, "d1 a2 a1 b2 b1 c2 c1").strokes, 4);
    assert_int_equal(play(VARIANT_CUBE3, "a1a b1a a1b b1b a1c").strokes, 3);
}

static void a_part_of_a_board_without_an_edge_says_what_it_leaves_out(void **state)
{
    struct game game;
    static const char actions[] = "0:0 120:120 1:0 -120:-120";
    (void)state;
    assert_int_equal(game_parse(&game, variant_get(VARIANT_PLANE), actions, strlen(actions), NULL),
                     0);
    struct seen seen =
        read_sheet(&(struct sheet){.game = &game, .is_played = true}, "2 stones not in view");
    assert_int_equal(seen.stones[0] + seen.stones[1], 2);
    assert_true(seen.was_found);
}

/* Names are those of others. */
static void a_hostile_name_is_text_and_no_more(void **state)
{
    static const struct {
        const char *name;
        const char *text;
    } rows[] = {
        {"</text><script>x()</script>&amp;\"'", "</text><script>x()</script>&amp;\"'"},
        {"]]>", "]]>"},
        {"a\x1b[31m\x07z", "a?[31m?z"},
        {"\xC2\x9B"
         "31m",
         "?31m"},
        {"a\nb\tc", "a b c"},
        {"\xFF\xC0\xAF", "???"},
        {"\xEF\xBF\xBE\xEF\xBF\xBF", "??"},
        {"\xE2\x80\xAEolleh", "?olleh"},
        {"\xD0\x91\xD0\xBE\xD1\x80\xD0\xB8\xD1\x81", "\xD0\x91\xD0\xBE\xD1\x80\xD0\xB8\xD1\x81"},
        {"\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80"},
    };
    struct game game;
    (void)state;
    game_init(&game, variant_get(VARIANT_MINI));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct sheet sheet = {.game = &game, .players = {"anna", rows[i].name}};
        if (!read_sheet(&sheet, rows[i].text).was_found)
            fail_msg("there is no %s", rows[i].text);
    }
}

static void a_name_that_is_too_long_is_cut_at_the_edge(void **state)
{
    char name[400];
    struct game game;
    (void)state;
    game_init(&game, variant_get(VARIANT_MINI));
    memset(name, 'W', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    (void)read_sheet(&(struct sheet){.game = &game, .result = name}, NULL);
}

static void sides_that_changed_colours_have_their_own_names(void **state)
{
    struct game game;
    struct sheet sheet = {.game = &game, .is_played = true, .players = {"anna", "boris"}};
    static const char actions[] = "h8 i9 j10 black";
    (void)state;
    assert_int_equal(game_parse(&game, variant_get(VARIANT_SWAP2), actions, strlen(actions), NULL),
                     0);
    assert_string_equal(sheet_value(&sheet, SHEET_ONE), "boris");
    assert_string_equal(sheet_value(&sheet, SHEET_OTHER), "anna");
    game_init(&game, variant_get(VARIANT_SWAP2));
    assert_string_equal(sheet_value(&sheet, SHEET_ONE), "anna");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_empty_sheet_of_every_row_fits_the_page),
        cmocka_unit_test(a_game_of_chance_of_every_row_is_on_its_sheet),
        cmocka_unit_test(a_very_long_record_fits_the_page),
        cmocka_unit_test(a_winning_row_is_struck_through_square_by_square),
        cmocka_unit_test(a_part_of_a_board_without_an_edge_says_what_it_leaves_out),
        cmocka_unit_test(a_hostile_name_is_text_and_no_more),
        cmocka_unit_test(a_name_that_is_too_long_is_cut_at_the_edge),
        cmocka_unit_test(sides_that_changed_colours_have_their_own_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
