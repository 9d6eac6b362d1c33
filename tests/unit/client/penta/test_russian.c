/* SPDX-License-Identifier: MIT */
/*
 * penta in Russian, whose words are longer than the English ones: what stands beside the board and
 * below it has the room it needs, tables stay tables, and nothing is left in English.
 */
#include "cli/draw/scene.h"
#include "client/cli/commands.h"
#include "client/cli/invocation/options.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/event.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "penta_run.h"
#include "proto/settings.h"
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

static void what_is_expected_fits_below_the_board(void **state)
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

/* ---------------------------------------------------------------- the program */

static int run_set_up(void **state)
{
    int failed = penta_run_set_up(state);
    run.penta.locale = "ru_RU.UTF-8";
    return failed;
}

#define RUSSIAN_TEST(test) cmocka_unit_test_setup_teardown(test, run_set_up, penta_run_tear_down)

static void check_refusal(const char *rest, const char *sentence)
{
    char line[256];
    penta_run_start("game 000000000009");
    fake_server_accept(&run.server);
    snprintf(line, sizeof(line), "{\"re\":%d,\"error\":{%s}}\n",
             (int)fake_server_take(&run.server, OP_GAME_GET).id, rest);
    fake_server_raw(&run.server, line);
    penta_run_check_end(1, sentence);
    fake_server_drop(&run.server);
}

static void errors_are_translated_by_their_code(void **state)
{
    (void)state;
    check_refusal("\"code\":\"no_such_game\",\"message\":\"x\",\"retry_after_ms\":1000",
                  "penta: Нет такой партии. Повторите через 1 секунду.\n");
    check_refusal("\"code\":\"no_such_game\",\"message\":\"x\",\"retry_after_ms\":3000",
                  "penta: Нет такой партии. Повторите через 3 секунды.\n");
    check_refusal("\"code\":\"no_such_game\",\"message\":\"x\",\"retry_after_ms\":600000",
                  "penta: Нет такой партии. Повторите через 10 минут.\n");
    check_refusal("\"code\":\"new\",\"message\":\"The server's words.\"",
                  "penta: The server's words.\n");
}

static void sentences_end_once(void **state)
{
    (void)state;
    check_refusal("\"code\":\"muted\",\"message\":\"x\",\"retry_after_ms\":43200000,"
                  "\"reason\":\"Спокойнее, пожалуйста.\"",
                  " Причина: Спокойнее, пожалуйста. Повторите через 12 часов. "
                  "Обжаловать это можно один раз: penta appeal\n");
    penta_run_start("mod");
    penta_run_check_end(2, "ACT [ARGUMENT]... Справка: penta help mod\n");
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

/* Where the last word of each of two lines begins, in columns. */
static void check_same_column(const char *text, const char *first, const char *second)
{
    size_t columns[2];
    const char *words[] = {first, second};
    for (size_t i = 0; i < 2; i++) {
        const char *word = strstr(text, words[i]);
        assert_non_null(word);
        const char *line = word;
        while (line > text && line[-1] != '\n')
            line--;
        char before[256];
        snprintf(before, sizeof(before), "%.*s", (int)(word - line), line);
        columns[i] = text_width(before);
        assert_int_equal(word[-1], ' ');
    }
    assert_int_equal(columns[0], columns[1]);
}

static void tables_have_room_for_the_longer_words(void **state)
{
    (void)state;
    struct room_record rooms[] = {wire_room(7, ROOM_STATE_WORD_PLAYING),
                                  wire_room(8, ROOM_STATE_WORD_OVER)};
    struct person_record zoya = rooms[1].players[0];
    zoya.name = "zoya";
    rooms[1].players = &zoya;
    rooms[1].players_count = 1;
    rooms[1].rated = true;
    penta_run_start("rooms");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_ROOM_LIST, fake_server_take(&run.server, OP_ROOM_LIST).id,
                      &(struct room_list_reply){.rooms = rooms, .rooms_count = 2});
    penta_run_check_end(0, "без рейтинга играют");
    check_same_column(run.penta.text, "anna", "zoya");
    check_same_column(run.penta.text, "без рейтинга", "на рейтинг");
    check_same_column(run.penta.text, "играют", "завершена");
}

/* A whole visit without a Latin letter. */
static void a_game_is_played_on_a_russian_keyboard(void **state)
{
    (void)state;
    penta_run_start("solo mini --computer random");
    penta_type(&run.penta, "и2\nсдаюсь\nреванш\nпомощь ещё\nвыход\n");
    penta_run_check_end(0, "Вы ставите X на b2.");
    assert_non_null(strstr(run.penta.text, "первые команды"));
    assert_non_null(strstr(run.penta.text, "Вы проиграли: партия сдана."));
}

static void an_annulled_game_is_a_line(void **state)
{
    (void)state;
    const struct history_row_record rows[] = {{.game = 9,
                                               .opponent = "a-long-name",
                                               .variant = variant_get(VARIANT_CLASSIC),
                                               .score = SCORE_WORD_WON,
                                               .points = 12,
                                               .annulled = true,
                                               .mark = MARK_X,
                                               .opponent_rating = 1512,
                                               .opponent_provisional = true,
                                               .opponent_rank = NONE},
                                              {.game = 8,
                                               .opponent = "zoya",
                                               .variant = variant_get(VARIANT_CLASSIC),
                                               .score = SCORE_WORD_VOID,
                                               .points = -12,
                                               .mark = NONE,
                                               .opponent_rating = NONE,
                                               .opponent_rank = 100}};
    penta_run_start("history anna");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_HISTORY_LIST,
                      fake_server_take(&run.server, OP_HISTORY_LIST).id,
                      &(struct history_list_reply){.name = "anna", .rows = rows, .rows_count = 2});
    penta_run_check_end(0, "отменена a-long-name (1512?)\n");
    check_same_column(run.penta.text, "соперник", "zoya");
    check_same_column(run.penta.text, "a-long-name", "zoya");
    assert_null(strstr(run.penta.text, "+12"));
    size_t len = strcspn(run.penta.text, "\n");
    run.penta.text[len] = '\0';
    assert_true(text_width(run.penta.text) <= COLUMNS);
}

static void counts_stand_apart(void **state)
{
    (void)state;
    const struct tally_record tally = {
        .variant = variant_get(VARIANT_MINI), .mark = MARK_X, .won = 3, .lost = 2, .drawn = 1};
    penta_run_start("stats anna");
    fake_server_accept(&run.server);
    fake_server_reply(
        &run.server, OP_PLAYER_STATS, fake_server_take(&run.server, OP_PLAYER_STATS).id,
        &(struct player_stats_reply){.name = "anna", .tallies = &tally, .tallies_count = 1});
    penta_run_check_end(0, "победы поражения     ничьи\n");
}

static void check_columns(const char *text)
{
    while (*text != '\0') {
        char line[256];
        size_t len = strcspn(text, "\n");
        snprintf(line, sizeof(line), "%.*s", (int)len, text);
        if (text_width(line) > COLUMNS)
            fail_msg("%zu columns: %s", text_width(line), line);
        text += len + (text[len] == '\n' ? 1 : 0);
    }
}

static void help_is_not_wider_than_a_terminal(void **state)
{
    (void)state;
    for (enum command_id id = 0; id < COMMAND_COUNT; id++) {
        char arguments[64];
        snprintf(arguments, sizeof(arguments), "help %s", command_row(id)->name);
        penta_run_start(id == COMMAND_HELP ? "--help" : arguments);
        penta_run_check_end(0, "Использование: penta ");
        check_columns(run.penta.text);
    }
}

/* Checks that penta alone says no more than fits into a window. */
static void the_first_commands_fit_into_a_window(void **state)
{
    (void)state;
    size_t lines = 0;
    penta_run_start("");
    penta_run_check_end(2, "penta play");
    check_columns(run.penta.text);
    for (const char *at = run.penta.text; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_in_range(lines, 10, 23);
}

/* ---------------------------------------------------------------- the player's setting */

static void log_in(const char *arguments, enum language_word language)
{
    char path[128];
    char command[256];
    snprintf(path, sizeof(path), "%s/password", run.home);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("secret\n", file);
    fclose(file);
    snprintf(command, sizeof(command), "login anna --password-file %s%s", path, arguments);
    penta_run_start(command);
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_LOGIN, fake_server_take(&run.server, OP_AUTH_LOGIN).id,
                      &(struct auth_login_reply){.seq = 1, .name = "anna", .token = TOKEN});
    penta_run_answer_settings(language);
    penta_run_check_end(0, "anna");
    fake_server_drop(&run.server);
    unlink(path);
}

static void the_players_setting_goes_before_the_locale(void **state)
{
    (void)state;
    log_in("", LANGUAGE_WORD_EN);
    penta_run_start("--help");
    penta_run_check_end(0, "Usage: penta ");
    run.penta.locale = "en_US.UTF-8";
    log_in("", LANGUAGE_WORD_RU);
    penta_run_start("--help");
    penta_run_check_end(0, "Использование: penta ");
    log_in("", LANGUAGE_WORD_AUTO);
    penta_run_start("--help");
    penta_run_check_end(0, "Usage: penta ");
}

static void an_option_goes_before_the_players_setting(void **state)
{
    (void)state;
    log_in(" --language ru", LANGUAGE_WORD_EN);
    assert_non_null(strstr(run.penta.text, "Вход выполнен"));
    penta_run_start("--help");
    penta_run_check_end(0, "Usage: penta ");
    penta_run_start("--help --language ru");
    penta_run_check_end(0, "Использование: penta ");
    penta_run_start("--help -L auto");
    penta_run_check_end(0, "Использование: penta ");
}

static void the_servers_machine_has_a_name(void **state)
{
    (void)state;
    static const struct session_row_record rows[] = {{.session = 7, .origin = "local"},
                                                     {.session = 8, .origin = "203.0.*.*"}};
    log_in("", LANGUAGE_WORD_RU);
    penta_run_start("sessions");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna"});
    fake_server_reply(&run.server, OP_SESSION_LIST,
                      fake_server_take(&run.server, OP_SESSION_LIST).id,
                      &(struct session_list_reply){.rows = rows, .rows_count = 2});
    penta_run_check_end(0, " локально ");
    assert_non_null(strstr(run.penta.text, " 203.0.*.* "));
}

/* Also from another device, while penta runs. */
static void a_setting_that_changes_is_heard_on_a_screen(void **state)
{
    (void)state;
    struct settings_record settings;
    settings_init(&settings);
    setting_put(&settings, SETTING_LANGUAGE, LANGUAGE_WORD_RU);
    run.penta.locale = "en_US.UTF-8";
    log_in("", LANGUAGE_WORD_EN);
    penta_run_start_screen("quick");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna"});
    penta_run_answer_settings(LANGUAGE_WORD_EN);
    fake_server_take(&run.server, OP_ROOM_QUICK);
    fake_server_event(&run.server, EVENT_SETTINGS_CHANGED,
                      &(struct settings_changed_event){.settings = &settings});
    fake_server_event(&run.server, EVENT_ROOM_UNQUEUED, &(struct room_unqueued_event){0});
    penta_run_check_end(1, "Вы начали");
    penta_run_start("--help");
    penta_run_check_end(0, "Использование: penta ");
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
        cmocka_unit_test(what_is_expected_fits_below_the_board),
        cmocka_unit_test(arguments_may_change_places),
        cmocka_unit_test(clocks_have_russian_units_which_may_be_typed),
        cmocka_unit_test(what_a_report_is_about_is_translated),
        cmocka_unit_test(an_annulment_is_told_in_full),
        RUSSIAN_TEST(errors_are_translated_by_their_code),
        RUSSIAN_TEST(sentences_end_once),
        RUSSIAN_TEST(tables_have_room_for_the_longer_words),
        RUSSIAN_TEST(a_game_is_played_on_a_russian_keyboard),
        RUSSIAN_TEST(an_annulled_game_is_a_line),
        RUSSIAN_TEST(counts_stand_apart),
        RUSSIAN_TEST(the_first_commands_fit_into_a_window),
        RUSSIAN_TEST(help_is_not_wider_than_a_terminal),
        RUSSIAN_TEST(the_players_setting_goes_before_the_locale),
        RUSSIAN_TEST(an_option_goes_before_the_players_setting),
        RUSSIAN_TEST(the_servers_machine_has_a_name),
        RUSSIAN_TEST(a_setting_that_changes_is_heard_on_a_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
