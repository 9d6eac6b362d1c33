/* SPDX-License-Identifier: MIT */
/*
 * The screen of a game: everything fits 80 by 24, nothing is ever wider or higher than the window,
 * what was typed stays, and sentences say what is expected.
 */
#include "client/cli/draw/screen.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/event.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "client/core/table_record.h"
#include "scene.h"
#include "tests/support/cmocka_all.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void large_board_fits_80_by_24(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 j10");
    notes_add(&scene->notes, COLOUR_PLAIN, "boris played j10.");
    scene_show(scene);
    const struct shown *shown = &scene->shown;
    assert_int_equal(shown->count, 24);
    assert_non_null(strstr(shown->rows[0], "a b c d e f g h i j k l m n o p q r s"));
    assert_non_null(strstr(shown->rows[0], "Five in a row, unrated"));
    assert_non_null(strstr(shown->rows[3], "> X anna (1500), you"));
    assert_non_null(strstr(shown->rows[4], "  O boris"));
    assert_non_null(strstr(shown->rows[6], "boris played j10."));
    assert_non_null(strstr(shown->rows[10], "[O]"));
    assert_non_null(strstr(shown->rows[20], "a b c d e"));
    assert_string_equal(shown->rows[21], "Your turn.");
    assert_string_equal(shown->rows[23], "> ");
    assert_int_equal(shown->cursor_row, 24);
    assert_int_equal(shown->cursor_column, 3);
    scene_free(scene);
}

static void the_legend_of_threats_takes_no_row(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 a1 i8 a3 j8 a5");
    scene_show(scene);
    assert_null(strchr(scene->shown.rows[12], '%'));
    scene->screen.has_threats = true;
    notes_add(&scene->notes, COLOUR_PLAIN, "boris played a5.");
    scene_show(scene);
    const struct shown *shown = &scene->shown;
    assert_int_equal(shown->count, 24);
    assert_non_null(strstr(shown->rows[12], "% X X X %"));
    assert_non_null(strstr(shown->rows[5], "# % yours, ! ? theirs (# ! win)"));
    assert_non_null(strstr(shown->rows[6], "boris played a5."));
    for (size_t row = 0; row < shown->count; row++)
        assert_true(text_width(shown->rows[row]) < 80);
    scene_free(scene);
}

static void a_watcher_is_told_whose_the_threats_are(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 a1 i8 a3 j8 a5");
    snprintf(scene->table.me, sizeof(scene->table.me), "clara");
    scene->screen.has_threats = true;
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[5], "# % of X, ! ? of O (# ! win)"));
    assert_non_null(strstr(scene->shown.rows[12], "% X X X %"));
    scene_free(scene);
}

static void a_game_that_is_over_has_neither_threats_nor_legend(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 a1 i8 a3 j8 a5");
    scene->table.result = RESULT_WORD_SECOND;
    scene->screen.has_threats = true;
    scene_show(scene);
    assert_null(strchr(scene->shown.rows[12], '%'));
    assert_null(strchr(scene->shown.rows[5], '%'));
    scene_free(scene);
}

static void clocks_stand_at_the_players_names_and_run(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 j10");
    scene_set_clocks(scene, 59000);
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[1], "Room 000000000007, 1m+1s"));
    assert_non_null(strstr(scene->shown.rows[3], "> X anna (1500), you          0:59"));
    assert_non_null(strstr(scene->shown.rows[4], "  O boris                     1:00"));
    assert_int_equal(text_width(scene->shown.rows[3]), 79);
    scene->screen.now_ms = 50001;
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[3], "> X anna (1500), you      ! 0:08.9"));
    assert_non_null(strstr(scene->shown.rows[4], "  O boris                     1:00"));
    scene_free(scene);
}

static void the_opponent_and_the_lag_are_shown(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 j10");
    scene_set_clocks(scene, 59000);
    scene->table.seats[SEAT_SECOND].lag_ms = 140;
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[3], "> X anna (1500), you          0:59"));
    assert_non_null(strstr(scene->shown.rows[4], "  O boris, 140 ms             1:00"));
    table_cut_off(&scene->table);
    scene->screen.now_ms += 50000;
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[3], "> X anna (1500), you     ! ~0:09.0"));
    scene_free(scene);
}

static void a_long_name_gives_way_to_the_clock(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 j10");
    scene_set_clocks(scene, 59000);
    memset(scene->table.seats[SEAT_SECOND].name, 'w', 60);
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[4], "www\xe2\x80\xa6 1:00"));
    assert_int_equal(text_width(scene->shown.rows[4]), 79);
    scene_free(scene);
}

static void a_game_that_moved_ratings_shows_by_how_much(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 j10");
    struct rating_change_record changes[] = {{.name = "anna", .before = 1500, .after = 1520},
                                             {.name = "boris", .before = 1500, .after = 1480}};
    union event_body body = {.game_ended = {.game = 9,
                                            .seq = 2,
                                            .result = RESULT_WORD_FIRST,
                                            .reason = REASON_WORD_RESIGN,
                                            .changes = changes,
                                            .changes_count = 2}};
    assert_int_equal(table_take_event(&scene->table, EVENT_GAME_ENDED, &body), TABLE_NEWS);
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[3], "X anna (1520, +20), you"));
    assert_non_null(strstr(scene->shown.rows[4], "O boris (1480, -20)"));
    scene_free(scene);
}

static void a_long_name_is_cut_to_show_which_player_is_you(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 j10");
    scene_set_clocks(scene, 59000);
    memset(scene->table.seats[SEAT_SECOND].name, 'w', 20);
    scene->table.seats[SEAT_SECOND].name[20] = '\0';
    scene->table.seats[SEAT_SECOND].rating = 1500;
    scene->table.seats[SEAT_SECOND].is_connected = false;
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[4], "w\xe2\x80\xa6 (1500), offline 1:00"));
    assert_int_equal(text_width(scene->shown.rows[4]), 79);
    scene_free(scene);
}

/* A letter and a number are nobody. */
static void a_rating_gives_way_to_the_name(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 j10");
    struct table_person *boris = &scene->table.seats[SEAT_SECOND];
    scene_set_clocks(scene, CLOCK_HOUR_MS);
    snprintf(boris->name, sizeof(boris->name), "boris-zwo");
    boris->rating = 1500;
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[4], "O boris-zwo (1500)"));
    boris->is_connected = false;
    boris->is_provisional = true;
    scene->table.clocks[SEAT_SECOND].left_ms = CLOCK_HOUR_MS;
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[4], "O boris-zwo, offline"));
    scene_free(scene);
}

static void nothing_is_wider_or_higher_than_the_window(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 j10");
    scene_set_clocks(scene, 9000);
    scene->screen.task = "A long sentence about what is expected next, with more words than fit.";
    for (int i = 0; i < 60; i++)
        notes_add(&scene->notes, COLOUR_CHAT, "boris: Привет, 北京 and aVeryLongWordWithoutSpaces");
    snprintf(scene->editor.text, sizeof(scene->editor.text), "say %0300d", 7);
    scene->editor.len = scene->editor.cursor = strlen(scene->editor.text);
    for (size_t rows = 1; rows < 60; rows++) {
        for (size_t columns = 2; columns < 130; columns += 3) {
            scene->screen.rows = rows;
            scene->screen.columns = columns;
            scene_show(scene);
            assert_true(scene->shown.count <= (rows > 3 ? rows : 3));
            for (size_t row = 0; row < scene->shown.count; row++)
                assert_true(text_width(scene->shown.rows[row]) <= (columns > 6 ? columns - 1 : 6));
        }
    }
    scene_free(scene);
}

static void narrow_windows_have_the_notes_below(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "");
    scene->screen.columns = 50;
    scene->screen.rows = 40;
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[21], "Five in a row"));
    assert_int_equal(scene->shown.count, 40);
    scene_free(scene);
}

/* Rather the last notes than the names of the game and the room. */
static void low_windows_keep_clocks_and_notes(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "");
    scene->screen.columns = 60;
    scene->screen.rows = 28;
    scene_set_clocks(scene, 65000);
    notes_add(&scene->notes, COLOUR_PLAIN, "boris played j10.");
    notes_add(&scene->notes, COLOUR_CHAT, "boris: hello");
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[21], "anna"));
    assert_non_null(strstr(scene->shown.rows[21], "1:05"));
    assert_non_null(strstr(scene->shown.rows[22], "1:00"));
    assert_non_null(strstr(scene->shown.rows[23], "boris played j10."));
    assert_non_null(strstr(scene->shown.rows[24], "boris: hello"));
    assert_int_equal(scene->shown.count, 28);
    scene_free(scene);
}

static void what_is_typed_stays_with_its_cursor(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_MINI, "");
    const char *typed = "say Яя\x1b[D";
    for (; *typed != '\0'; typed++)
        editor_take(&scene->editor, *typed);
    scene_show(scene);
    assert_string_equal(scene->shown.rows[23], "> say Яя");
    assert_int_equal(scene->shown.cursor_column, 8);
    scene_free(scene);
}

static void hostile_names_and_chat_are_text(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_MINI, "");
    snprintf(scene->table.seats[1].name, sizeof(scene->table.seats[1].name), "\x1b[2Jx");
    notes_add(&scene->notes, COLOUR_CHAT, "x: \x1b]52;c;AAAA\x07 \xe2\x80\xae");
    struct ink ink;
    ink_init(&ink, (struct look){.is_utf8 = true});
    screen_draw(&scene->screen, &ink);
    ink_put_raw(&ink, "", 1);
    assert_null(strstr(ink.bytes.data, "\x1b[2J"));
    assert_null(strstr(ink.bytes.data, "\x1b]"));
    assert_null(strstr(ink.bytes.data, "\xe2\x80\xae"));
    assert_non_null(strstr(ink.bytes.data, "?[2Jx"));
    ink_deinit(&ink);
    scene_free(scene);
}

static void the_newest_notes_are_kept(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "");
    for (int i = 0; i < 300; i++) {
        char text[32];
        snprintf(text, sizeof(text), "note %d", i);
        notes_add(&scene->notes, COLOUR_PLAIN, text);
    }
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[20], "note 299"));
    assert_non_null(strstr(scene->shown.rows[6], "note 285"));
    scene_free(scene);
}

static void a_long_note_loses_its_beginning_not_the_newest_its_end(void **state)
{
    (void)state;
    struct scene *scene = scene_new(VARIANT_CLASSIC, "");
    for (int i = 0; i < 20; i++) {
        notes_add(&scene->notes, COLOUR_CHAT,
                  "boris: words and words and words, two lines of them");
    }
    notes_add(&scene->notes, COLOUR_CHAT, "one more"); /* now the oldest has room for one line */
    notes_add(&scene->notes, COLOUR_CHAT, "the newest");
    scene_show(scene);
    assert_non_null(strstr(scene->shown.rows[20], "the newest"));
    assert_non_null(strstr(scene->shown.rows[18], "two lines of them"));
    assert_non_null(strstr(scene->shown.rows[6], "two lines of them"));
    scene_free(scene);
}

/* The sentence for anna after these actions, and for boris. */
static void check_task(enum variant_id variant, const char *actions, const char *mine,
                       const char *theirs)
{
    char text[WORDS_SIZE];
    struct scene *scene = scene_new(variant, actions);
    words_task(&scene->table, text, sizeof(text));
    assert_non_null(strstr(text, mine));
    snprintf(scene->table.me, sizeof(scene->table.me), "boris");
    words_task(&scene->table, text, sizeof(text));
    assert_non_null(strstr(text, theirs));
    scene_free(scene);
}

static void sentences_say_what_is_expected(void **state)
{
    (void)state;
    check_task(VARIANT_CLASSIC, "", "Your turn: place X", "It is anna's turn (X)");
    check_task(VARIANT_CLASSIC, "a1", "It is boris's turn (O)", "Your turn: place O");
    check_task(VARIANT_SWAP2, "", "Place X (3 to go)", "anna places three stones (3 to go)");
    check_task(VARIANT_SWAP2, "a1", "Place O (2 to go)", "(2 to go)");
    check_task(VARIANT_SWAP2, "a1 b1 c1", "boris chooses: white, black, or two more",
               "Choose: white (you are O and move next), black (you are X), or two_more");
    check_task(VARIANT_SWAP2, "a1 b1 c1 two_more", "boris places two more stones (2 to go)",
               "Place O (2 to go)");
    check_task(VARIANT_SWAP2, "a1 b1 c1 two_more d1 e1", "Choose your colour: white",
               "anna chooses: white or black");
    check_task(VARIANT_SWAP2, "a1 b1 c1 white", "It is boris's turn (O)", "Your turn: place O");
}

static void each_stone_of_a_turn_is_asked_for(void **state)
{
    (void)state;
    check_task(VARIANT_CONNECT6, "", "Your turn: place X, for instance j10.", "");
    check_task(VARIANT_CONNECT6, "j10", "",
               "Your turn: place 2 stones, O, one after the other, for instance");
    check_task(VARIANT_CONNECT6, "j10 a1", "", "Your turn: place one more stone, O.");
}

static void the_first_move_has_an_example_that_can_be_played(void **state)
{
    (void)state;
    check_task(VARIANT_CLASSIC, "a1", "", "Your turn: place O, for instance k10.");
    check_task(VARIANT_CLASSIC, "h8", "", "Your turn: place O, for instance k10.");
    check_task(VARIANT_CLASSIC, "h8 i9", "Your turn: place X.", "");
    check_task(VARIANT_MINI, "", "Your turn: place X, for instance b2.", "");
    check_task(VARIANT_MINI, "b2", "", "Your turn: place O, for instance c2.");
}

static void results_are_told_from_ones_own_side(void **state)
{
    (void)state;
    /* In the second game who completes a row loses, in the third one of the players. */
    static const struct {
        enum variant_id variant;
        const char *actions;
        int result;
        int reason;
        const char *anna; /* sits first */
        const char *boris;
        const char *carla; /* watches */
    } rows[] = {
        {VARIANT_MINI, "a1 a2 b1 b2 c1", RESULT_WORD_FIRST, REASON_WORD_ROW,
         "You won: row completed.", "You lost: row completed.", "anna won: row completed."},
        {VARIANT_MINI_MISERE, "a1 a2 b1 b2 c1", RESULT_WORD_SECOND, REASON_WORD_ROW,
         "You lost: you completed a row.", "You won: the opponent completed a row.",
         "boris won: the opponent completed a row."},
        {VARIANT_SILVERMAN, "a1 a2 b1 b2 d4 c2 d3 d2", RESULT_WORD_FIRST, REASON_WORD_ROW,
         "You won: the opponent completed a row.", "You lost: you completed a row.",
         "anna won: the opponent completed a row."},
    };
    static const char *const readers[] = {"anna", "boris", "carla"};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[WORDS_SIZE];
        const char *const wanted[] = {rows[i].anna, rows[i].boris, rows[i].carla};
        struct scene *scene = scene_new(rows[i].variant, rows[i].actions);
        scene->table.result = rows[i].result;
        scene->table.reason = rows[i].reason;
        for (size_t reader = 0; reader < 3; reader++) {
            snprintf(scene->table.me, sizeof(scene->table.me), "%s", readers[reader]);
            enum colour colour = words_result(&scene->table, text, sizeof(text));
            assert_string_equal(text, wanted[reader]);
            assert_int_equal(colour, strncmp(text, "You lost", 8) == 0 ? COLOUR_LOST : COLOUR_WON);
        }
        scene_free(scene);
    }
}

static void a_result_by_points_tells_them(void **state)
{
    (void)state;
    char text[WORDS_SIZE];
    struct scene *scene = scene_new(VARIANT_SCORE4, "a1 b2 c3");
    scene->table.result = RESULT_WORD_FIRST;
    scene->table.reason = REASON_WORD_POINTS;
    words_result(&scene->table, text, sizeof(text));
    assert_string_equal(text, "You won: by points, X 3, O 1.");
    scene_free(scene);
}

/* The board alone shows it by a colour. */
static void a_game_that_goes_on_tells_its_last_move(void **state)
{
    (void)state;
    char text[WORDS_SIZE];
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8 j10");
    words_event(&scene->table, EVENT_GAME_STARTED, NULL, text, sizeof(text));
    assert_string_equal(text, "The game goes on: you are X. Last move: j10 (O).");
    snprintf(scene->table.me, sizeof(scene->table.me), "carla");
    words_event(&scene->table, EVENT_GAME_STARTED, NULL, text, sizeof(text));
    assert_string_equal(text, "The game goes on. Last move: j10 (O).");
    scene_free(scene);
    scene = scene_new(VARIANT_CLASSIC, "");
    words_event(&scene->table, EVENT_GAME_STARTED, NULL, text, sizeof(text));
    assert_string_equal(text, "The game begins: you are X.");
    scene_free(scene);
}

static void check_presence(enum clock_kind kind, const char *sentence)
{
    char text[WORDS_SIZE] = "";
    struct scene *scene = scene_new(VARIANT_CLASSIC, "h8");
    const union event_body body = {.room_presence = {.name = "boris", .connected = true}};
    scene->table.control.kind = kind;
    words_event(&scene->table, EVENT_ROOM_PRESENCE, &body, text, sizeof(text));
    assert_string_equal(text, sentence);
    scene_free(scene);
}

/* Each look at the list of games is a visit, and nobody waits for a move of days. */
static void comings_and_goings_are_no_news_in_a_game_of_days(void **state)
{
    (void)state;
    check_presence(CLOCK_NONE, "boris is back.");
    check_presence(CLOCK_FISCHER, "boris is back.");
    check_presence(CLOCK_CORRESPONDENCE, "");
}

static void check_after(enum result_word result, const char *me, const char *sentence)
{
    char text[WORDS_SIZE];
    struct scene *scene = scene_new(VARIANT_MINI, "a1 a2 b1 b2 c1");
    scene->table.result = result;
    snprintf(scene->table.me, sizeof(scene->table.me), "%s", me);
    words_task(&scene->table, text, sizeof(text));
    assert_string_equal(text, sentence);
    snprintf(scene->table.rematch_by, sizeof(scene->table.rematch_by), "boris");
    words_task(&scene->table, text, sizeof(text));
    assert_memory_equal(text, sentence, strcspn(sentence, "."));
    scene_free(scene);
}

/* The only place for it in a small window. */
static void the_sentence_after_a_game_has_its_result(void **state)
{
    (void)state;
    check_after(RESULT_WORD_FIRST, "anna", "You won. Type rematch or quit.");
    check_after(RESULT_WORD_FIRST, "boris", "You lost. Type rematch or quit.");
    check_after(RESULT_WORD_FIRST, "carla", "anna won. Type quit, or wait for the next one.");
    check_after(RESULT_WORD_DRAW, "boris", "Draw. Type rematch or quit.");
    check_after(RESULT_WORD_NONE, "anna", "No result. Type rematch or quit.");
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_board_fits_80_by_24),
        cmocka_unit_test(the_legend_of_threats_takes_no_row),
        cmocka_unit_test(a_watcher_is_told_whose_the_threats_are),
        cmocka_unit_test(a_game_that_is_over_has_neither_threats_nor_legend),
        cmocka_unit_test(clocks_stand_at_the_players_names_and_run),
        cmocka_unit_test(the_opponent_and_the_lag_are_shown),
        cmocka_unit_test(a_long_name_gives_way_to_the_clock),
        cmocka_unit_test(each_stone_of_a_turn_is_asked_for),
        cmocka_unit_test(the_first_move_has_an_example_that_can_be_played),
        cmocka_unit_test(a_game_that_moved_ratings_shows_by_how_much),
        cmocka_unit_test(a_long_name_is_cut_to_show_which_player_is_you),
        cmocka_unit_test(a_rating_gives_way_to_the_name),
        cmocka_unit_test(nothing_is_wider_or_higher_than_the_window),
        cmocka_unit_test(narrow_windows_have_the_notes_below),
        cmocka_unit_test(low_windows_keep_clocks_and_notes),
        cmocka_unit_test(what_is_typed_stays_with_its_cursor),
        cmocka_unit_test(hostile_names_and_chat_are_text),
        cmocka_unit_test(the_newest_notes_are_kept),
        cmocka_unit_test(a_long_note_loses_its_beginning_not_the_newest_its_end),
        cmocka_unit_test(sentences_say_what_is_expected),
        cmocka_unit_test(results_are_told_from_ones_own_side),
        cmocka_unit_test(a_result_by_points_tells_them),
        cmocka_unit_test(a_game_that_goes_on_tells_its_last_move),
        cmocka_unit_test(comings_and_goings_are_no_news_in_a_game_of_days),
        cmocka_unit_test(the_sentence_after_a_game_has_its_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
