/* SPDX-License-Identifier: MIT */
/*
 * Sheets as text: pages of every row, empty and after games of chance, are no wider than 80 columns
 * and no longer than A4, and have the whole record.
 */
#include "client/cli/print/notation.h"
#include "client/cli/print/text_sheet.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/engine/random_game.h"

#include <stdio.h>
#include <string.h>

static struct ink ink;

/* The sheet as text, until the next one. */
static const char *draw(const struct sheet *sheet)
{
    ink_deinit(&ink);
    ink_init(&ink, (struct look){0});
    text_sheet(sheet, &ink);
    ink_put_raw(&ink, "", 1);
    return ink.bytes.data;
}

static void check_pages(const char *text)
{
    size_t lines = 0;
    while (*text != '\0') {
        if (*text == '\f') {
            assert_int_equal(lines, TEXT_SHEET_LINES);
            lines = 0;
            text++;
        }
        size_t len = strcspn(text, "\n");
        if (len > TEXT_SHEET_COLUMNS)
            fail_msg("%zu columns: %.*s", len, (int)len, text);
        assert_true(++lines <= TEXT_SHEET_LINES);
        assert_int_equal(text[len], '\n');
        text += len + 1;
    }
}

static void the_empty_sheet_of_every_row_is_one_page(void **state)
{
    (void)state;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        struct game game;
        game_init(&game, variant_get((enum variant_id)id));
        const char *text = draw(&(struct sheet){.game = &game});
        check_pages(text);
        assert_null(strchr(text, '\f'));
        assert_non_null(strstr(text, "_____"));
    }
}

static void a_game_of_chance_of_every_row_is_on_its_pages(void **state)
{
    struct random random = {11};
    (void)state;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        struct game game;
        char move[NOTATION_ENTRY_SIZE];
        char entry[NOTATION_ENTRY_SIZE + 16];
        random_game_play(&game, variant_get((enum variant_id)id), &random, GAME_ACTIONS_MAX);
        const char *text = draw(&(struct sheet){.game = &game, .is_played = true});
        check_pages(text);
        for (size_t ply = 0; !notation_is_continuous(game.variant) && ply < game.ply; ply++) {
            notation_entry(&game, ply, move);
            snprintf(entry, sizeof(entry), "%3zu. %s", ply + 1, move);
            if (strstr(text, entry) == NULL)
                fail_msg("%s: there is no %s in\n%s", game.variant->key, entry, text);
        }
    }
}

static void a_played_game_is_whole(void **state)
{
    struct game game;
    static const char actions[] = "a1 a3 b2 b3 c3";
    (void)state;
    assert_int_equal(game_parse(&game, variant_get(VARIANT_MINI), actions, strlen(actions), NULL),
                     0);
    const struct sheet sheet = {.game = &game,
                                .is_played = true,
                                .players = {"anna\x1b[31m", "boris"},
                                .date = "2026-11-30 12:00",
                                .result = "anna won."};
    assert_string_equal(
        draw(&sheet),
        "Tic-tac-toe (mini)\n"
        "\n"
        "X: anna?[31m                            O: boris                              \n"
        "\n"
        "Date: 2026-11-30 12:00                  Result: anna won.                     \n"
        "\n"
        "   a   b   c    \n"
        " 3 O | O |*X  3 \n"
        "  ---+---+---   \n"
        " 2   |*X |    2 \n"
        "  ---+---+---   \n"
        " 1*X |   |    1 \n"
        "   a   b   c    \n"
        "\n"
        "  1. a1    2. a3    3. b2    4. b3    5. c3\n");
}

static void an_empty_board_marks_no_squares_that_may_be_taken(void **state)
{
    struct game game;
    (void)state;
    game_init(&game, variant_get(VARIANT_DROP4));
    const char *text = draw(&(struct sheet){.game = &game});
    assert_non_null(strstr(text, " 1   |   |   |"));
    assert_null(strstr(text, "| . |"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_empty_sheet_of_every_row_is_one_page),
        cmocka_unit_test(a_game_of_chance_of_every_row_is_on_its_pages),
        cmocka_unit_test(a_played_game_is_whole),
        cmocka_unit_test(an_empty_board_marks_no_squares_that_may_be_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
