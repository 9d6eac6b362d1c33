/* SPDX-License-Identifier: MIT */
/*
 * The program penta following the settings of how a table looks and sounds: at a screen, at once
 * when they change elsewhere, and never where a program reads.
 */
#include "penta_run.h"
#include "penta_table.h"
#include "proto/settings.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <signal.h>
#include <string.h>

#define STONE_X "\u25cf"
#define GROUND_WOOD "48;5;137"
#define GROUND_NIGHT "48;5;234"

static struct settings_record settings_of(int theme, int pieces, int sound)
{
    struct settings_record settings;
    settings_init(&settings);
    settings.theme = theme;
    settings.pieces = pieces;
    settings.sound = sound;
    return settings;
}

static void answer_settings(int theme, int pieces, int sound)
{
    struct settings_record settings = settings_of(theme, pieces, sound);
    fake_server_reply(&run.server, OP_SETTINGS_GET,
                      fake_server_take(&run.server, OP_SETTINGS_GET).id,
                      &(struct settings_get_reply){.settings = &settings});
}

/* anna (X) comes to a table whose game has `seq` actions. */
static void join(const char *actions, int64_t seq)
{
    struct request join = fake_server_take(&run.server, OP_ROOM_JOIN);
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, actions, seq);
    fake_server_reply(&run.server, OP_ROOM_JOIN, join.id,
                      &(struct room_join_reply){.room = &room, .game = &game});
}

static void sit_down(int theme, int pieces, int sound)
{
    penta_run_start_screen("play 000000000007 --yes");
    let_guest_in();
    answer_settings(theme, pieces, sound);
    join("a1", 1);
}

static void opponent_moves(void)
{
    struct game_moved_event moved = wire_moved(9, 2, SEAT_WORD_SECOND, 1, "b2");
    fake_server_event(&run.server, EVENT_GAME_MOVED, &moved);
}

/* Whatever was sent before was taken when penta asks about a move that cannot follow; then it
 * draws. */
static void check_end(const char *text)
{
    struct game_moved_event gap = wire_moved(9, 50, SEAT_WORD_FIRST, 40, "c3");
    fake_server_event(&run.server, EVENT_GAME_MOVED, &gap);
    fake_server_take(&run.server, OP_GAME_SYNC);
    penta_type(&run.penta, "quit\n");
    penta_run_check_end(0, text);
}

static void a_screen_has_the_theme_and_the_stones_of_the_settings(void **state)
{
    (void)state;
    sit_down(THEME_WORD_WOOD, PIECES_WORD_STONES, SWITCH_WORD_OFF);
    check_end(GROUND_WOOD ";1;38;5;16;48;5;67m" STONE_X); /* the last stone */
    assert_non_null(strstr(run.penta.text, STONE_X " X anna"));
}

static void what_changes_elsewhere_is_followed_at_once(void **state)
{
    (void)state;
    sit_down(THEME_WORD_WOOD, PIECES_WORD_MARKS, SWITCH_WORD_OFF);
    struct settings_record settings =
        settings_of(THEME_WORD_NIGHT, PIECES_WORD_STONES, SWITCH_WORD_OFF);
    fake_server_event(&run.server, EVENT_SETTINGS_CHANGED,
                      &(struct settings_changed_event){.settings = &settings});
    check_end(GROUND_NIGHT);
    assert_non_null(strstr(run.penta.text, STONE_X));
}

static void the_bell_rings_once_for_the_opponents_move(void **state)
{
    (void)state;
    sit_down(THEME_WORD_CONTRAST, PIECES_WORD_MARKS, SWITCH_WORD_ON);
    opponent_moves();
    check_end("boris");
    const char *bell = strchr(run.penta.text, '\a');
    assert_non_null(bell);
    assert_null(strchr(bell + 1, '\a'));
}

static void ones_own_move_is_no_news(void **state)
{
    (void)state;
    struct game_moved_event own = wire_moved(9, 3, SEAT_WORD_FIRST, 2, "b1");
    penta_run_start_screen("play 000000000007 --yes");
    let_guest_in();
    answer_settings(THEME_WORD_CONTRAST, PIECES_WORD_MARKS, SWITCH_WORD_ON);
    join("a1 b2", 2);
    fake_server_event(&run.server, EVENT_GAME_MOVED, &own);
    check_end("You played b1");
    assert_null(strchr(run.penta.text, '\a'));
}

static void no_bell_rings_where_the_settings_have_none(void **state)
{
    (void)state;
    sit_down(THEME_WORD_CONTRAST, PIECES_WORD_MARKS, SWITCH_WORD_OFF);
    opponent_moves();
    check_end("boris");
    assert_null(strchr(run.penta.text, '\a'));
}

static void an_invitation_is_heard(void **state)
{
    (void)state;
    struct person_record boris = {.name = "boris", .connected = true, .rating = NONE};
    struct room_record room = wire_room(8, ROOM_STATE_WORD_OPEN);
    room.players = &boris;
    room.players_count = 1;
    sit_down(THEME_WORD_CONTRAST, PIECES_WORD_MARKS, SWITCH_WORD_ON);
    fake_server_event(&run.server, EVENT_ROOM_INVITED, &(struct room_invited_event){.room = &room});
    check_end("invites you");
    assert_non_null(strchr(run.penta.text, '\a'));
}

static void a_script_hears_and_sees_nothing_of_it(void **state)
{
    (void)state;
    struct settings_record settings =
        settings_of(THEME_WORD_NIGHT, PIECES_WORD_STONES, SWITCH_WORD_ON);
    penta_run_start("play 000000000007");
    let_guest_in();
    join("a1", 1);
    fake_server_event(&run.server, EVENT_SETTINGS_CHANGED,
                      &(struct settings_changed_event){.settings = &settings});
    opponent_moves();
    check_end("[O]");
    assert_null(strchr(run.penta.text, '\a'));
    assert_null(strchr(run.penta.text, '\x1b'));
}

static void help_says_what_each_setting_does(void **state)
{
    (void)state;
    penta_run_start("help settings");
    penta_run_check_end(0, "how the board looks; default `wood` (wood, paper,");
    for (int setting = 0; setting < SETTING_COUNT; setting++)
        assert_non_null(strstr(run.penta.text, setting_name((enum setting)setting)));
}

/* The shell wrote on the screen and set its modes meanwhile, whoever stopped penta. */
static void a_terminal_is_taken_and_drawn_again_after_a_stop(void **state)
{
    (void)state;
    sit_down(THEME_WORD_WOOD, PIECES_WORD_MARKS, SWITCH_WORD_OFF);
    penta_run_see("It is boris's turn (O).");
    kill(run.penta.pid, SIGSTOP);
    kill(run.penta.pid, SIGCONT);
    penta_run_see("\x1b[?1049h");
    penta_run_see("It is boris's turn (O).");
    check_end("");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(a_terminal_is_taken_and_drawn_again_after_a_stop),
        PENTA_TEST(a_screen_has_the_theme_and_the_stones_of_the_settings),
        PENTA_TEST(what_changes_elsewhere_is_followed_at_once),
        PENTA_TEST(the_bell_rings_once_for_the_opponents_move),
        PENTA_TEST(ones_own_move_is_no_news),
        PENTA_TEST(no_bell_rings_where_the_settings_have_none),
        PENTA_TEST(an_invitation_is_heard),
        PENTA_TEST(a_script_hears_and_sees_nothing_of_it),
        PENTA_TEST(help_says_what_each_setting_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
