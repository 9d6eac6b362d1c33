/* SPDX-License-Identifier: MIT */
/*
 * A table in Russian: what stands beside the board has the room it needs, and the words to type are
 * Russian, each of them one.
 */
#include "cli/draw/scene.h"
#include "client/cli/draw/panel.h"
#include "client/cli/play/table_words.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SKIPPED 77
#define COLUMNS 79

static void the_large_board_and_its_panel_fit_80_columns(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 j10");
    scene_set_clocks(scene, 59000);
    scene->table.seats[SEAT_SECOND].is_connected = false;
    notes_add(&scene->notes, COLOUR_PLAIN, _("No connection to %s, port %s: %s."));
    scene_show(scene);
    const struct shown *shown = &scene->shown;
    assert_int_equal(shown->count, 24);
    assert_non_null(strstr(shown->rows[0], "Пять в ряд, без рейтинга"));
    assert_non_null(strstr(shown->rows[1], "Комната 000000000007, 1м+1с"));
    assert_non_null(strstr(shown->rows[3], "> X anna (1500), вы           0:59"));
    assert_non_null(strstr(shown->rows[4], "  O boris, не в сети          1:00"));
    for (size_t row = 0; row < shown->count; row++)
        assert_true(text_width(shown->rows[row]) <= COLUMNS);
    scene_free(scene);
}

/* The columns of the panel beside the widest board; see lay_out() in screen.c. */
static size_t panel_columns(void)
{
    struct scene *scene = scene_new(VARIANT_CLASSIC, "");
    notes_add(&scene->notes, COLOUR_PLAIN, "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww");
    scene_show(scene);
    size_t columns = strspn(strchr(scene->shown.rows[6], 'w'), "w");
    scene_free(scene);
    return columns;
}

static void help_at_the_table_is_a_line_each(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
#define TABLE_COMMAND(word, arguments, place, needs, waits_for, doc, function)                     \
    {word, arguments, doc},
#include "client/cli/play/table_commands.def"
#undef TABLE_COMMAND
    };
    size_t columns = panel_columns();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char head[64];
        char line[256];
        if (rows[i][2] == NULL)
            continue;
        const char *russian = gettext(rows[i][2]);
        table_words_put_head(rows[i][0], rows[i][1], head, sizeof(head));
        snprintf(line, sizeof(line), "%s%s", head, russian);
        if (russian == rows[i][2] || text_width(line) > columns)
            fail_msg("%zu of %zu columns for \"%s\"", text_width(line), columns, line);
    }
}

static void check_finds(const struct typed_words *words, const char *typed, const char *word)
{
    const struct typed_word *found = typed_find(words, typed, strlen(typed));
    if (found == NULL || strcmp(found->word, word) != 0)
        fail_msg("\"%s\" means %s, not %s", typed, found != NULL ? found->word : "nothing", word);
}

/* Each Russian word means its English one and no other, and none is left in English. */
static void words_at_the_table_are_russian_and_do_not_collide(void **state)
{
    (void)state;
    struct typed_word rows[TABLE_WORDS_MAX];
    const struct typed_words words = {.rows = rows, .count = table_words_list(rows)};
    for (size_t i = 0; i < words.count; i++) {
        char translated[128];
        char *rest;
        snprintf(translated, sizeof(translated), "%s", rows[i].translated);
        if (strlen(rows[i].word) > 1)
            assert_non_null(strpbrk(translated, "\xD0\xD1"));
        for (char *one = strtok_r(translated, " ", &rest); one != NULL;
             one = strtok_r(NULL, " ", &rest))
            check_finds(&words, one, rows[i].word);
    }
    check_finds(&words, "куышпт", "resign");
    check_finds(&words, "помощь", "help");
    check_finds(&words, "реванш", "rematch");
}

/* Placeholders are in the player's language like the words. */
static void arguments_of_the_help_are_russian(void **state)
{
    (void)state;
    char head[64];
    table_words_put_head("say", "TEXT", head, sizeof(head));
    assert_string_equal(head, "сказать ТЕКСТ ");
    table_words_put_head("save", "FILE", head, sizeof(head));
    assert_non_null(strstr(head, " ФАЙЛ"));
}

/* Whether a command that needs this may be listed: a room waits only where it has no game. */
static bool may_be_met(const char *needs, bool is_waiting)
{
    static const char *const without_game[] = {"NOTHING", "MOVE", "OFFER", "WAITING"};
    for (size_t i = 0; is_waiting && i < sizeof(without_game) / sizeof(without_game[0]); i++)
        if (strcmp(needs, without_game[i]) == 0)
            return true;
    return !is_waiting && strcmp(needs, "WAITING") != 0;
}

/* Lines of one part of the help at a table of a server, or alone, at most. */
static size_t help_lines(const char *elsewhere, bool is_more, bool is_waiting)
{
    static const char *const rows[][5] = {
#define TABLE_COMMAND(word, arguments, place, needs, waits_for, doc, function)                     \
    {word, arguments, #place, doc, #needs},
#include "client/cli/play/table_commands.def"
#undef TABLE_COMMAND
    };
    size_t counts[2] = {1, 0}; /* the first line is about moves */
    bool is_second = false;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (strcmp(rows[i][2], elsewhere) != 0 && rows[i][3] != NULL &&
            may_be_met(rows[i][4], is_waiting))
            counts[is_second]++;
        is_second = is_second || strcmp(rows[i][1], "more") == 0;
    }
    assert_true(counts[1] > 0);
    return counts[is_more];
}

static void each_part_of_the_help_fits_beside_the_board(void **state)
{
    (void)state;
    for (int part = 0; part < 8; part++) {
        const char *elsewhere = part / 4 == 0 ? "SOLO" : "SERVER";
        size_t lines = help_lines(elsewhere, part % 2 == 1, part / 2 % 2 == 1);
        struct scene *scene = scene_new(VARIANT_CLASSIC, "h8");
        scene->table.watchers = 2;
        scene->screen.has_threats = true;
        notes_add(&scene->notes, COLOUR_PLAIN, "the first line");
        for (size_t i = 1; i < lines; i++)
            notes_add(&scene->notes, COLOUR_PLAIN, "a line");
        scene_show(scene);
        bool is_shown = false;
        for (size_t row = 0; row < scene->shown.count; row++)
            is_shown = is_shown || strstr(scene->shown.rows[row], "the first line") != NULL;
        assert_true(is_shown);
        scene_free(scene);
    }
}

static void the_legend_of_threats_is_a_line(void **state)
{
    (void)state;
    char text[WORDS_SIZE];
    size_t columns = panel_columns();
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8");
    words_threats(&scene->table, text, sizeof(text));
    assert_non_null(strstr(text, "победа"));
    assert_true(text_width(text) <= columns);
    snprintf(scene->table.me, TABLE_NAME_SIZE, "clara");
    words_threats(&scene->table, text, sizeof(text));
    assert_non_null(strstr(text, "победа"));
    assert_true(text_width(text) <= columns);
    scene_free(scene);
}

int main(void)
{
    if (access(PENTA_CATALOGUES "/ru/LC_MESSAGES/penta.mo", R_OK) != 0) {
        print_message("skipped: the build found no msgfmt to compile po/ru.po with\n");
        return SKIPPED;
    }
    setenv("LC_ALL", "ru_RU.UTF-8", 1); /* installed or not */
    setenv("PENTA_LOCALEDIR", PENTA_CATALOGUES, 1);
    unsetenv("LANGUAGE");
    i18n_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_large_board_and_its_panel_fit_80_columns),
        cmocka_unit_test(help_at_the_table_is_a_line_each),
        cmocka_unit_test(words_at_the_table_are_russian_and_do_not_collide),
        cmocka_unit_test(arguments_of_the_help_are_russian),
        cmocka_unit_test(each_part_of_the_help_fits_beside_the_board),
        cmocka_unit_test(the_legend_of_threats_is_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
