/* SPDX-License-Identifier: MIT */
/*
 * The program for managers of five in a row, as a manager has it: two processes play each other
 * through pipes, and the rules of engine/ are the referee.
 */
#include "engine/game.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 19

struct player {
    struct process *process;
    size_t at; /* in its output */
};

static struct player start(const char *seed, const char *nodes)
{
    const char *const argv[] = {PBRAIN_PATH, "--seed", seed, "--nodes", nodes, NULL};
    return (struct player){.process = process_start(argv, NULL)};
}

static void expect(struct player *player, const char *text)
{
    char line[256];
    assert_true(
        process_find_line(player->process, PROCESS_OUT, "", &player->at, line, sizeof(line)));
    assert_memory_equal(line, text, strlen(text));
}

static void set_up(struct player *player)
{
    process_write(player->process, "START 19\r\n");
    expect(player, "OK");
    process_write(player->process,
                  "INFO rule 1\r\nINFO timeout_turn 60000\r\nINFO timeout_match 0\r\n"
                  "INFO time_left 2147483647\r\nINFO game_type 1\r\n");
}

/* The next line that is a move, as the action that it is. */
static struct action hear_move(struct player *player)
{
    char line[256];
    unsigned x = SIDE;
    unsigned y = SIDE;
    do {
        assert_true(
            process_find_line(player->process, PROCESS_OUT, "", &player->at, line, sizeof(line)));
    } while (strncmp(line, "MESSAGE ", 8) == 0);
    if (sscanf(line, "%u,%u", &x, &y) != 2 || x >= SIDE || y >= SIDE)
        fail_msg("\"%s\" is no move", line);
    return action_place(x + (SIDE - 1 - y) * SIDE);
}

static void finish(struct player *player)
{
    process_write(player->process, "END\r\n");
    assert_true(process_ends_within(player->process, 1000));
    assert_int_equal(process_wait(player->process), 0);
    process_free(player->process);
}

static void two_of_them_play_a_game_by_the_rules(void **state)
{
    struct player players[] = {start("1", "500"), start("2", "500")};
    struct game game;
    char command[64] = "BEGIN\r\n";
    (void)state;
    set_up(&players[0]);
    set_up(&players[1]);
    game_init(&game, variant_get(VARIANT_CLASSIC));
    while (game_status(&game) == GAME_OPEN) {
        struct player *player = &players[game.ply % 2];
        process_write(player->process, command);
        struct action action = hear_move(player);
        assert_int_equal(game_act(&game, action), 0);
        snprintf(command, sizeof(command), "TURN %zu,%zu\r\n", action_cell(action) % SIDE,
                 SIDE - 1 - action_cell(action) / SIDE);
    }
    assert_true(game.stones >= 9);
    finish(&players[0]);
    finish(&players[1]);
}

/* Ends at once with an error that names what is wrong. */
static void assert_refuses(const char *option, const char *value, const char *word)
{
    const char *const argv[] = {PBRAIN_PATH, option, value, NULL};
    struct process *process = process_start(argv, NULL);
    size_t at = 0;
    assert_true(process_find(process, PROCESS_ERR, word, &at));
    assert_int_equal(process_wait(process), 2);
    process_free(process);
}

static void options_that_are_wrong_are_told(void **state)
{
    (void)state;
    assert_refuses("--computer", "nobody", "nobody");
    assert_refuses("--level", "x", "'x'");
    assert_refuses("--level", "0", "'0'");
    assert_refuses("--nodes", "-1", "'-1'");
    assert_refuses("--memory", "99999999", "'99999999'");
    assert_refuses("--frobnicate", NULL, "frobnicate");
    assert_refuses("random", NULL, "random");
}

static void a_manager_that_goes_away_ends_it(void **state)
{
    struct player player = start("3", "500");
    (void)state;
    set_up(&player);
    process_close_input(player.process);
    assert_true(process_ends_within(player.process, 2000));
    assert_int_equal(process_wait(player.process), 0);
    process_free(player.process);
}

/* A minute is its time, and so many positions take longer: only END ends that. */
static void end_ends_a_thought(void **state)
{
    struct player player = start("4", "1000000000000");
    (void)state;
    set_up(&player);
    process_write(player.process, "BOARD\r\n9,9,2\r\n10,10,1\r\n10,9,2\r\nDONE\r\nEND\r\n");
    assert_true(process_ends_within(player.process, 20000));
    assert_int_equal(process_wait(player.process), 0);
    char *said = process_output(player.process, PROCESS_OUT);
    assert_non_null(said);
    assert_string_equal(said, "OK\n");
    free(said);
    process_free(player.process);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_of_them_play_a_game_by_the_rules),
        cmocka_unit_test(options_that_are_wrong_are_told),
        cmocka_unit_test(end_ends_a_thought),
        cmocka_unit_test(a_manager_that_goes_away_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
