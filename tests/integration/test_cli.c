/* SPDX-License-Identifier: MIT */
/* The terminal client as people and scripts run it, against the real server. */
#include "engine/record.h"
#include "tests/support/person.h"
#include "tests/support/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---------------------------------------------------------------- helpers */

/* A program at a table, while it runs. */
struct seat_of {
    struct process *process;
    size_t at; /* what it said up to there was read */
};

static void expect(struct seat_of *seat, const char *text)
{
    if (process_find(seat->process, PROCESS_OUT, text, &seat->at))
        return;
    char *out = process_output(seat->process, PROCESS_OUT);
    char *err = process_output(seat->process, PROCESS_ERR);
    fprintf(stderr, "---- what penta said ----\n%s\n%s\n", out, err);
    free(out);
    free(err);
    fail_msg("penta does not say \"%s\"", text);
}

static void expect_exit(struct seat_of *seat, int exit_code)
{
    int actual = process_wait(seat->process);
    process_free(seat->process);
    seat->process = NULL;
    assert_int_equal(actual, exit_code);
}

/* Both have seen enough. */
static void both_quit(struct seat_of *first, struct seat_of *second)
{
    process_write(first->process, "quit\n");
    process_write(second->process, "quit\n");
    expect_exit(first, 0);
    expect_exit(second, 0);
}

/* One line of `text` as JSON; the caller releases it. `*text` moves behind the line. */
static json_t *take_json_line(const char **text)
{
    json_error_t error;
    size_t len = strcspn(*text, "\n");
    json_t *json = json_loadb(*text, len, JSON_REJECT_DUPLICATES, &error);
    if (json == NULL)
        fail_msg("no JSON: %s", *text);
    *text += len + ((*text)[len] == '\n');
    return json;
}

/* The problem is told in one line on standard error. */
static void assert_problem(const struct said *said, int exit_code, const char *what)
{
    if (said->exit_code != exit_code || strstr(said->err, what) == NULL)
        fail_msg("exit code %d, \"%s\"", said->exit_code, said->err);
    const char *line_end = strchr(said->err, '\n');
    assert_non_null(line_end);
    assert_string_equal(line_end, "\n");
    assert_string_equal(said->out, "");
}

static struct said said; /* large; of the last program that ran */

/* ---------------------------------------------------------------- a whole game */

#define SWAP2_GAME "a1 h8 b1 black h9 c1 h10 d1 h11 e1"

/* Anna places the opening, Boris takes X and gets five in the first row. */
static void play_swap2(const struct person *anna, const struct person *boris)
{
    struct seat_of first = {.process =
                                person_start(anna, PENTA("play", "--variant", "swap2", "--rated",
                                                         "--first", "me", "--new"))};
    expect(&first, "Your room is open");
    process_write(first.process, "a1\nh8\nb1\nh9\nh10\nh11\n");
    struct seat_of second = {
        .process = person_start(boris, PENTA("play", "--variant", "swap2", "--rated"))};
    process_write(second.process, "black\nc1\nd1\ne1\n");
    expect(&second, "You won");
    expect(&first, "You lost");
    expect(&first, "1500 -> 1480");
    expect(&second, "1500 -> 1520");
    both_quit(&first, &second);
}

/* The leaderboard as a stranger's program reads it. */
static void assert_top(const struct person *reader)
{
    static const char *const names[] = {"Boris", "Anna"};
    static const int ratings[] = {1520, 1480};
    assert_int_equal(person_run(reader, PENTA("top", "--variant", "swap2", "--json"), &said), 0);
    const char *at = said.out;
    for (int i = 0; i < 2; i++) {
        json_t *line = take_json_line(&at);
        assert_int_equal(int_at(line, "rank"), i + 1);
        assert_string_equal(text_at(line, "name"), names[i]);
        assert_int_equal(int_at(line, "rating"), ratings[i]);
        json_decref(line);
    }
    assert_string_equal(at, "");
}

/* The one game in a history; its id goes to `game_out`. */
static void assert_history(const struct person *reader, const char *name, const char *opponent,
                           const char *score, char game_out[TABLE_ID_SIZE])
{
    assert_int_equal(person_run(reader, PENTA("history", name, "--json"), &said), 0);
    const char *at = said.out;
    json_t *line = take_json_line(&at);
    assert_string_equal(at, "");
    assert_string_equal(text_at(line, "opponent"), opponent);
    assert_string_equal(text_at(line, "score"), score);
    assert_int_equal(int_at(line, "plies"), 10);
    snprintf(game_out, TABLE_ID_SIZE, "%s", text_at(line, "game"));
    json_decref(line);
}

/* Checks that `penta game` writes a record of the game. */
static void assert_record(const struct person *reader, const char *game, const char *format)
{
    struct game read;
    char actions[GAME_TEXT_SIZE];
    assert_int_equal(person_run(reader, PENTA("game", game, format), &said), 0);
    int error = strcmp(format, "--sgf") == 0
                    ? record_read_sgf(&read, said.out, strlen(said.out), NULL)
                    : record_read_psq(&read, said.out, strlen(said.out), NULL);
    assert_int_equal(error, 0);
    assert_true(game_format(&read, actions, sizeof(actions)) > 0);
    assert_string_equal(actions, SWAP2_GAME);
}

static void assert_shown(const struct person *reader)
{
    char game[TABLE_ID_SIZE];
    char same_game[TABLE_ID_SIZE];
    assert_top(reader);
    assert_history(reader, "Anna", "Boris", "lost", game);
    assert_history(reader, "Boris", "Anna", "won", same_game);
    assert_string_equal(game, same_game);
    assert_record(reader, game, "--sgf");
    assert_record(reader, game, "--psq");
    assert_int_equal(person_run(reader, PENTA("game", game), &said), 0);
    assert_non_null(strstr(said.out, "Boris won"));
    assert_non_null(strstr(said.out, "Anna: rating 1500 -> 1480 (-20)"));
    assert_int_equal(person_run(reader, PENTA("top", "--variant", "swap2"), &said), 0);
    assert_non_null(strstr(said.out, "Boris"));
    assert_non_null(strstr(said.out, "1520"));
}

SCENE(two_people_play_a_rated_swap2_game_and_everything_shows_it)
{
    struct person anna;
    struct person boris;
    struct person reader;
    server_keep_port(scene->server);
    person_init(&anna, scene, "Anna");
    person_init(&boris, scene, "Boris");
    person_init(&reader, scene, "Reader");
    person_register(&anna);
    person_register(&boris);
    play_swap2(&anna, &boris);
    assert_shown(&reader);
    scene_restart(scene);
    assert_shown(&reader);
    assert_int_equal(person_run(&anna, PENTA("history"), &said), 0);
    assert_non_null(strstr(said.out, "Boris"));
    assert_int_equal(person_run(&boris, PENTA("rank", "--variant", "swap2"), &said), 0);
    assert_non_null(strstr(said.out, "1520"));
}

/* Five in a column for who opened the room, with a crash of the server in the middle. */
SCENE(penta_reconnects_by_itself_and_plays_on)
{
    struct person anna;
    struct person boris;
    server_keep_port(scene->server);
    person_init(&anna, scene, "Anna");
    person_init(&boris, scene, "Boris");
    person_register(&anna);
    person_register(&boris);
    struct seat_of first = {
        .process = person_start(&anna, PENTA("play", "--rated", "--first", "me", "--new"))};
    expect(&first, "Your room is open");
    struct seat_of second = {.process = person_start(&boris, PENTA("play", "--rated"))};
    process_write(first.process, "h8\nh9\n");
    process_write(second.process, "a1\na2\n");
    expect(&first, "Boris played a2");
    expect(&second, "You played a2");
    server_kill(scene->server);
    expect(&first, "Connection lost");
    expect(&second, "Connection lost");
    server_start(scene->server);
    process_write(first.process, "h10\nh11\nh12\n");
    process_write(second.process, "a3\na4\n");
    expect(&first, "You won");
    expect(&second, "You lost");
    both_quit(&first, &second);
}

SCENE(guests_play_at_once_and_keep_the_game_when_they_register)
{
    struct person anna;
    struct person boris;
    person_init(&anna, scene, "Anna");
    person_init(&boris, scene, "Boris");
    struct seat_of first = {
        .process = person_start(&anna, PENTA("play", "--variant", "mini", "--first", "me"))};
    expect(&first, "Your room is open");
    struct seat_of second = {.process = person_start(&boris, PENTA("play", "--variant", "mini"))};
    process_write(first.process, "a1\na2\nsay Good game!\na3\n");
    process_write(second.process, "b1\nb2\n");
    expect(&second, "Good game!");
    expect(&first, "You won");
    expect(&second, "You lost");
    process_write(second.process, "quit\n");
    expect(&first, "has left the room");
    process_close_input(first.process);
    expect_exit(&first, 0);
    expect_exit(&second, 0);
    person_register(&anna);
    assert_int_equal(person_run(&anna, PENTA("history", "--json"), &said), 0);
    const char *at = said.out;
    json_t *line = take_json_line(&at);
    assert_string_equal(text_at(line, "score"), "won");
    assert_false(bool_at(line, "rated"));
    json_decref(line);
}

SCENE(a_watcher_sees_the_board_and_the_result)
{
    struct table table;
    struct person vera;
    person_init(&vera, scene, "Vera");
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1");
    struct seat_of watcher = {.process = person_start(&vera, PENTA("watch", table.room))};
    expect(&watcher, "Anna's turn");
    table_play(&table, "h9");
    expect(&watcher, "Anna played h9");
    table_play(&table, "a2 h10 a3 h11 a4 h12");
    expect(&watcher, "Anna won");
    process_write(watcher.process, "quit\n");
    expect_exit(&watcher, 0);
}

SCENE(a_bot_reads_json_lines)
{
    struct person anna;
    char line[8192];
    person_init(&anna, scene, "Anna");
    person_register(&anna);
    struct seat_of bot = {.process =
                              person_start(&anna, PENTA("play", "--variant", "mini", "--first",
                                                        "me", "--new", "--json"))};
    assert_true(process_find_line(bot.process, PROCESS_OUT, "\"state\":\"open\"", &bot.at, line,
                                  sizeof(line)));
    json_t *opened = json_loads(line, 0, NULL);
    struct peer *boris = scene_account(scene, "Boris");
    peer_ask(boris, "room.join", "{s:s}", "room", text_at(opened, "room.room"));
    json_decref(opened);
    process_write(bot.process, "b2\n");
    json_t *moved = peer_event(boris, "game.moved", NULL);
    assert_string_equal(text_at(moved, "action"), "b2");
    peer_ask(boris, "game.move", "{s:s, s:i, s:s}", "game", text_at(moved, "game"), "ply", 1,
             "action", "a1");
    peer_ask(boris, "game.resign", "{s:s}", "game", text_at(moved, "game"));
    assert_true(
        process_find_line(bot.process, PROCESS_OUT, "\"game.ended\"", &bot.at, line, sizeof(line)));
    json_t *ended = json_loads(line, 0, NULL);
    assert_string_equal(text_at(ended, "reason"), "resign");
    json_decref(ended);
    process_close_input(bot.process);
    expect_exit(&bot, 0);
}

/* ---------------------------------------------------------------- time */

/* Anna opens a table with a clock, Boris names the same and is seated there. */
static void sit_with_clock(struct scene *scene, const char *clock, struct seat_of *anna_out,
                           struct seat_of *boris_out)
{
    static struct person anna;
    static struct person boris;
    person_init(&anna, scene, "Anna");
    person_init(&boris, scene, "Boris");
    *anna_out = (struct seat_of){
        .process = person_start(&anna, PENTA("play", "--new", "--first", "me", "--clock", clock))};
    expect(anna_out, "Your room is open");
    *boris_out = (struct seat_of){.process = person_start(&boris, PENTA("play", "--clock", clock))};
    expect(boris_out, "The game begins");
    assert_int_equal(person_run(&boris, PENTA("rooms"), &said), 0);
    assert_non_null(strstr(said.out, clock));
}

SCENE(two_people_play_with_a_clock_until_a_flag_falls)
{
    struct seat_of anna;
    struct seat_of boris;
    sit_with_clock(scene, "1500ms/move", &anna, &boris);
    process_write(anna.process, "h8\n");
    expect(&boris, "Time left: ");
    process_write(boris.process, "i9\n");
    expect(&anna, "Time left: ");
    expect(&anna, "You lost: time ran out.");
    expect(&boris, "You won: time ran out.");
    both_quit(&anna, &boris);
}

SCENE(two_people_take_back_and_play_on)
{
    struct seat_of anna;
    struct seat_of boris;
    sit_with_clock(scene, "10m+3x30s", &anna, &boris);
    process_write(anna.process, "h8\ntakeback\nh9\n");
    process_write(boris.process, "accept\n");
    expect(&boris, "asks for a takeback");
    expect(&boris, "Taken back: the board is as it was before move 1.");
    expect(&boris, " played h9 (X).");
    process_write(boris.process, "resign\n");
    expect(&anna, "without a result: aborted before both moved.");
    expect(&anna, "The room is open again");
    process_close_input(anna.process);
    process_close_input(boris.process);
    expect_exit(&anna, 0);
    expect_exit(&boris, 0);
}

/* ---------------------------------------------------------------- logins, exit codes */

SCENE(the_login_is_kept_for_its_owner_only)
{
    struct stat status;
    struct person anna;
    char path[FOLDER_PATH_SIZE + 64];
    person_init(&anna, scene, "Anna");
    person_register(&anna);
    snprintf(path, sizeof(path), "%s/pentad/127.0.0.1:%u", anna.home,
             (unsigned)server_port(scene->server));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(person_run(&anna, PENTA("whoami"), &said), 0);
    assert_string_equal(said.out, "Anna\n");
    assert_int_equal(person_run(&anna, PENTA("logout"), &said), 0);
    person_run(&anna, PENTA("whoami"), &said);
    assert_int_equal(said.exit_code, 4);
    assert_non_null(strstr(said.err, "not logged in"));
    assert_non_null(strstr(said.out, "Anna (logged out)"));
    assert_int_equal(
        person_run(&anna, PENTA("login", "ANNA", "--password-file", anna.password_file), &said), 0);
    assert_non_null(strstr(said.out, "Anna"));
    assert_int_equal(person_run(&anna, PENTA("whoami", "--json"), &said), 0);
    const char *at = said.out;
    json_t *self = take_json_line(&at);
    assert_string_equal(text_at(self, "name"), "Anna");
    json_decref(self);
}

SCENE(what_the_server_refuses_is_told_with_exit_code_1)
{
    struct person anna;
    struct person thief;
    person_init(&anna, scene, "Anna");
    person_init(&thief, scene, "Thief");
    person_register(&anna);
    person_run(&thief, PENTA("register", "anna", "--password-file", thief.password_file), &said);
    assert_problem(&said, 1, "taken");
    folder_write(server_folder(scene->server), "password-Thief", "wrong password\n",
                 thief.password_file);
    person_run(&thief, PENTA("login", "Anna", "--password-file", thief.password_file), &said);
    assert_problem(&said, 1, "wrong");
    person_run(&thief, PENTA("game", "00000000000z"), &said);
    assert_problem(&said, 1, "no such game");
    person_run(&thief, PENTA("history", "Nobody"), &said);
    assert_problem(&said, 1, "no such player");
    person_run(&thief, PENTA("play", "00000000000z"), &said);
    assert_int_equal(said.exit_code, 1);
    assert_non_null(strstr(said.err, "no such room"));
}

SCENE(a_wrong_command_line_is_told_with_exit_code_2)
{
    struct person anna;
    person_init(&anna, scene, "Anna");
    person_run(&anna, PENTA("dance"), &said);
    assert_problem(&said, 2, "dance");
    person_run(&anna, PENTA("top", "--no-such-option"), &said);
    assert_problem(&said, 2, "no-such-option");
    person_run(&anna, PENTA("top", "--variant", "chess"), &said);
    assert_problem(&said, 2, "chess");
    person_run(&anna, PENTA("find"), &said);
    assert_problem(&said, 2, "find");
    person_run(&anna, PENTA("game", "0"), &said);
    assert_problem(&said, 2, "\"0\"");
    person_run(&anna, PENTA("game", "dance"), &said);
    assert_problem(&said, 2, "dance");
    person_run(&anna, PENTA("game"), &said); /* the last one of who is logged in */
    assert_problem(&said, 4, "not logged in");
}

SCENE(troubles_here_and_on_the_way_have_their_exit_codes)
{
    struct person anna;
    person_init(&anna, scene, "Anna");
    person_run(&anna, PENTA("register", "Anna", "--password-file", "/no/such/file"), &said);
    assert_problem(&said, 5, "/no/such/file");
    person_run(&anna, PENTA("history"), &said);
    assert_problem(&said, 4, "not logged in");
    assert_int_equal(person_run(&anna, PENTA("ping"), &said), 0);
    server_stop(scene->server);
    person_run(&anna, PENTA("ping"), &said);
    assert_problem(&said, 3, "127.0.0.1");
    person_run(&anna, PENTA("play"), &said);
    assert_problem(&said, 3, "127.0.0.1");
}

SCENE(help_names_every_command)
{
    static const char *const commands[] = {"play",  "watch", "rooms",   "register",
                                           "login", "top",   "history", "game"};
    struct person anna;
    person_init(&anna, scene, "Anna");
    assert_int_equal(person_run(&anna, PENTA("--help"), &said), 0);
    for (size_t i = 0; i < 8; i++)
        assert_non_null(strstr(said.out, commands[i]));
    assert_int_equal(person_run(&anna, PENTA("help", "play"), &said), 0);
    assert_non_null(strstr(said.out, "\nWithout --variant the variant is classic.\n"));
    assert_int_equal(person_run(&anna, PENTA("help", "rooms"), &said), 0);
    assert_null(strstr(said.out, "is classic"));
    assert_int_equal(person_run(&anna, PENTA("game", "--help"), &said), 0);
    assert_non_null(strstr(said.out, "--sgf"));
    assert_int_equal(person_run(&anna, PENTA("--version"), &said), 0);
    assert_non_null(strstr(said.out, "penta "));
}

SCENE(rooms_are_listed_for_people_and_programs)
{
    struct person reader;
    person_init(&reader, scene, "Reader");
    struct peer *anna = scene_account(scene, "Anna");
    json_t *opened = peer_ask(anna, "room.open", "{s:s, s:b, s:{s:s, s:i}}", "variant", "swap2",
                              "rated", 1, "clock", "kind", "fischer", "main_ms", 600000);
    const char *room = text_at(opened, "room.room");
    assert_int_equal(person_run(&reader, PENTA("rooms"), &said), 0);
    assert_non_null(strstr(said.out, room));
    assert_non_null(strstr(said.out, "Anna"));
    assert_int_equal(person_run(&reader, PENTA("rooms", "--json"), &said), 0);
    const char *at = said.out;
    json_t *line = take_json_line(&at);
    json_object_del(json_object_get(opened, "room"), "seq"); /* for those who sit there */
    assert_true(json_equal(line, json_object_get(opened, "room")));
    json_decref(line);
    assert_int_equal(person_run(&reader, PENTA("rooms", "--variant", "mini", "--json"), &said), 0);
    assert_string_equal(said.out, "");
}

SCENE(games_in_progress_are_listed_with_whose_turn_it_is)
{
    struct table table;
    struct person reader;
    person_init(&reader, scene, "Reader");
    struct peer *anna = scene_account(scene, "Anna");
    table_open(&table, anna, scene_account(scene, "Boris"), "mini", TABLE_UNRATED);
    assert_int_equal(person_run(&reader, PENTA("games", "boris"), &said), 0);
    assert_non_null(strstr(said.out, "Anna - Boris, to move: Anna\n"));
    table_act(&table, "a1");
    assert_int_equal(person_run(&reader, PENTA("games", "anna", "--json"), &said), 0);
    const char *at = said.out;
    json_t *line = take_json_line(&at);
    assert_string_equal(text_at(line, "game"), table.game);
    assert_string_equal(text_at(line, "to_act"), "second");
    json_decref(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(two_people_play_a_rated_swap2_game_and_everything_shows_it),
        SCENE_TEST(penta_reconnects_by_itself_and_plays_on),
        SCENE_TEST(guests_play_at_once_and_keep_the_game_when_they_register),
        SCENE_TEST(a_watcher_sees_the_board_and_the_result),
        SCENE_TEST(a_bot_reads_json_lines),
        SCENE_TEST(two_people_play_with_a_clock_until_a_flag_falls),
        SCENE_TEST(two_people_take_back_and_play_on),
        SCENE_TEST(the_login_is_kept_for_its_owner_only),
        SCENE_TEST(what_the_server_refuses_is_told_with_exit_code_1),
        SCENE_TEST(a_wrong_command_line_is_told_with_exit_code_2),
        SCENE_TEST(troubles_here_and_on_the_way_have_their_exit_codes),
        SCENE_TEST(help_names_every_command),
        SCENE_TEST(rooms_are_listed_for_people_and_programs),
        SCENE_TEST(games_in_progress_are_listed_with_whose_turn_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
