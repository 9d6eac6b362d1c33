/* SPDX-License-Identifier: MIT */
/*
 * penta games: the games in progress of a player, for a script, a program and a person.
 */
#include "penta_run.h"
#include "tests/support/cmocka_all.h"

#include <string.h>
#include <time.h>

static void answer_games(void)
{
    const struct current_game_record games[] = {
        {.game = 1,
         .room = 7,
         .variant = variant_get(VARIANT_SWAP2),
         .rated = true,
         .first = "anna",
         .second = "boris",
         .ply = 3,
         .to_act = SEAT_WORD_SECOND,
         .left_ms = 2 * 86400000 + 3 * 3600000,
         .acted = (int64_t)(time(NULL) - (2 * 86400 + 90)) * 1000,
         .last = "h8"},
        {.game = 2,
         .room = 8,
         .variant = variant_get(VARIANT_MINI),
         .first = "boris",
         .second = "carla",
         .to_act = SEAT_WORD_FIRST,
         .left_ms = NONE,
         .acted = NONE},
    };
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_PLAYER_GAMES);
    assert_string_equal(request.as.player_games.name, "boris");
    fake_server_reply(
        &run.server, OP_PLAYER_GAMES, request.id,
        &(struct player_games_reply){.name = "boris", .games = games, .games_count = 2});
}

static void games_in_progress_are_listed(void **state)
{
    (void)state;
    penta_run_start("games boris");
    answer_games();
    penta_run_check_end(0, "000000000007 swap2       rated    2d 03:00   anna - boris, to move: "
                           "boris; h8 2d 00:01 ago\n"
                           "000000000008 mini        unrated             "
                           "boris - carla, to move: boris\n");
}

static void games_in_progress_are_listed_for_programs(void **state)
{
    (void)state;
    penta_run_start("games boris --json");
    answer_games();
    penta_run_check_end(0, "{\"game\":\"000000000002\",\"room\":\"000000000008\","
                           "\"variant\":\"mini\",\"rated\":false,\"first\":\"boris\","
                           "\"second\":\"carla\",\"ply\":0,\"to_act\":\"first\"}\n");
}

static void own_games_that_wait_come_first(void **state)
{
    const struct current_game_record games[] = {
        {.game = 1,
         .room = 7,
         .variant = variant_get(VARIANT_MINI),
         .first = "boris",
         .second = "maria",
         .to_act = SEAT_WORD_FIRST,
         .left_ms = 60000,
         .acted = NONE},
        {.game = 2,
         .room = 8,
         .variant = variant_get(VARIANT_MINI),
         .first = "carla",
         .second = "maria",
         .to_act = SEAT_WORD_SECOND,
         .left_ms = NONE,
         .acted = NONE},
    };
    (void)state;
    struct request request = penta_run_as_maria("games", OP_PLAYER_GAMES);
    fake_server_reply(
        &run.server, OP_PLAYER_GAMES, request.id,
        &(struct player_games_reply){.name = "maria", .games = games, .games_count = 2});
    penta_run_check_end(0, "000000000008 mini        unrated             carla: your move\n"
                           "000000000007 mini        unrated  1:00       boris is to move\n");
    assert_null(strstr(run.penta.text, "Go to one"));
}

/* Rows are as wide as the terminal, and the list says how to go on. */
static void own_games_lead_to_their_rooms_in_any_window(void **state)
{
    const struct current_game_record game = {.game = 1,
                                             .room = 7,
                                             .variant = variant_get(VARIANT_MINI),
                                             .first = "boris-the-second",
                                             .second = "maria",
                                             .to_act = SEAT_WORD_FIRST,
                                             .left_ms = 60000,
                                             .acted = NONE};
    const struct auth_resume_reply resumed = {.seq = 1, .name = "maria"};
    (void)state;
    penta_run_log_in(&(struct auth_login_reply){.seq = 1, .name = "maria", .token = TOKEN});
    run.penta.columns = "60";
    penta_run_start_screen("games --no-color");
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &resumed);
    fake_server_reply(
        &run.server, OP_PLAYER_GAMES, fake_server_take(&run.server, OP_PLAYER_GAMES).id,
        &(struct player_games_reply){.name = "maria", .games = &game, .games_count = 1});
    penta_run_check_end(0, "000000000007 mini        unrated  1:00\r\n"
                           "  boris-the-second is to move\r\n"
                           "Go to one with: penta play ROOM --port ");
    run.penta.columns = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(games_in_progress_are_listed),
        PENTA_TEST(games_in_progress_are_listed_for_programs),
        PENTA_TEST(own_games_that_wait_come_first),
        PENTA_TEST(own_games_lead_to_their_rooms_in_any_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
