/* SPDX-License-Identifier: MIT */
/*
 * Sentences in Russian, whose words are longer than the English ones: what stands below the board
 * has the room it needs, and nothing is left in English. What the program prints is a transcript.
 */
#include "cli/draw/scene.h"
#include "client/cli/invocation/options.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/event.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SKIPPED 77
#define COLUMNS 79
#define TASK_ROWS 2
#define LONGEST_NAME "guest-0123456789abcd"

/* ---------------------------------------------------------------- below the board */

/* The lead bytes of Cyrillic are looked for: the sentence was translated. */
static void check_rows(const char *text)
{
    const char *rest = text;
    size_t rows = 0;
    while (text_wrap(&rest, COLUMNS) > 0)
        rows++;
    if (rows == 0 || rows > TASK_ROWS || strpbrk(text, "\xD0\xD1") == NULL)
        fail_msg("%zu rows: %s", rows, text);
}

/* Checks the text of what anna and boris have to do after these actions, with the longest names. */
static void check_task(enum variant_id variant, const char *actions, bool is_asked)
{
    char text[WORDS_SIZE];
    struct scene *scene = scene_new(variant, actions);
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++) {
        snprintf(scene->table.me, TABLE_NAME_SIZE, "anna");
        snprintf(scene->table.seats[seat].name, TABLE_NAME_SIZE, "anna");
        snprintf(scene->table.seats[1 - seat].name, TABLE_NAME_SIZE, LONGEST_NAME);
        scene->table.takeback = is_asked ? 1 - (int)seat : NONE;
        words_task(&scene->table, text, sizeof(text));
        check_rows(text);
        scene->table.seats[1 - seat].claim_at_ms = 90000;
        words_claim(&scene->table, 0, text, sizeof(text));
        if (table_to_act(&scene->table) != seat)
            check_rows(text);
        words_resign(&scene->table, false, text, sizeof(text));
        check_rows(text);
        words_resign(&scene->table, true, text, sizeof(text));
        check_rows(text);
    }
    scene_free(scene);
}

static void what_the_player_is_to_do_fits_below_the_board(void **state)
{
    (void)state;
    check_task(VARIANT_CLASSIC, "", false);
    check_task(VARIANT_CLASSIC, "h8", true);
    check_task(VARIANT_SWAP2, "", false);
    check_task(VARIANT_SWAP2, "a1 b1", false);
    check_task(VARIANT_SWAP2, "a1 b1 c1", false);
    check_task(VARIANT_SWAP2, "a1 b1 c1 two_more", false);
    check_task(VARIANT_SWAP2, "a1 b1 c1 two_more d1 e1", false);
    check_task(VARIANT_SWAP2, "a1 b1 c1 white", true);
}

static void clocks_have_russian_units_which_may_be_typed(void **state)
{
    (void)state;
    static const char *const clocks[][2] = {{"5m+3s", "5м+3с"},
                                            {"3d/move", "3д/ход"},
                                            {"30s/move", "30с/ход"},
                                            {"1h+3x30s", "1ч+3x30с"}};
    struct time_control control;
    char text[WORDS_SIZE];
    for (size_t i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++) {
        assert_true(option_clock(clocks[i][0], &control));
        words_control(&control, text, sizeof(text));
        assert_string_equal(text, clocks[i][1]);
        assert_true(option_clock(text, &control));
        words_control(&control, text, sizeof(text));
        assert_string_equal(text, clocks[i][1]);
    }
    assert_true(option_clock("3д", &control));
    assert_int_equal(control.kind, CLOCK_CORRESPONDENCE);
}

static void arguments_may_change_places(void **state)
{
    (void)state;
    char text[WORDS_SIZE];
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 j10");
    union event_body body = {.game_moved = wire_moved(9, 2, SEAT_SECOND, 2, "j10")};
    words_event(&scene->table, EVENT_GAME_MOVED, &body, text, sizeof(text));
    assert_string_equal(text, "boris ставит O на j10.");
    scene_free(scene);
}

static void what_a_report_is_about_is_translated(void **state)
{
    (void)state;
    for (int complaint = 0; complaint < COMPLAINT_WORD_COUNT; complaint++)
        if (strcmp(words_complaint(complaint), complaint_word_text(complaint)) == 0)
            fail_msg("\"%s\" is English", words_complaint(complaint));
}

static void an_annulment_is_told_in_full(void **state)
{
    (void)state;
    char text[WORDS_SIZE];
    const struct memo_record memo = {.kind = MEMO_KIND_WORD_POINTS_BACK,
                                     .game = 9,
                                     .name = "boris",
                                     .points = -12,
                                     .text = "Договорная партия."};
    words_memo(&memo, text, sizeof(text));
    assert_string_equal(text, "Ваша рейтинговая партия 000000000009 с игроком boris аннулирована; "
                              "очки: -12. Причина: Договорная партия.");
    const struct rating_annulled_event event = {.variant = variant_get(VARIANT_MINI),
                                                .games = 21,
                                                .before = 1520,
                                                .after = 1500,
                                                .provisional = true};
    words_annulled(&event, text, sizeof(text));
    assert_string_equal(
        text, "Аннулирована 21 рейтинговая партия (Крестики-нолики): рейтинг 1520 -> 1500?");
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
        cmocka_unit_test(what_the_player_is_to_do_fits_below_the_board),
        cmocka_unit_test(arguments_may_change_places),
        cmocka_unit_test(clocks_have_russian_units_which_may_be_typed),
        cmocka_unit_test(what_a_report_is_about_is_translated),
        cmocka_unit_test(an_annulment_is_told_in_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
