/* SPDX-License-Identifier: MIT */
/*
 * The program penta asks a server that does what the test says for a game against a computer.
 */
#include "penta_run.h"
#include "penta_table.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <string.h>

static void the_computer_is_asked_for_at_its_level(void **state)
{
    (void)state;
    penta_run_start("play --computer depth --level 3 --variant mini");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    assert_string_equal(request.as.room_open.computer, "depth");
    assert_int_equal(request.as.room_open.level, 3);
    assert_null(request.as.room_open.invite);
    const struct fault fault = {.error = ERR_UNKNOWN_COMPUTER, .field = "computer"};
    fake_server_error(&run.server, request.id, &fault, 0);
    penta_run_check_end(1, "There is no such computer player here.");
}

static void without_a_name_it_is_any_computer(void **state)
{
    (void)state;
    penta_run_start("play --computer --level 2");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    assert_string_equal(request.as.room_open.computer, "any");
    assert_int_equal(request.as.room_open.level, 2);
    const struct fault fault = {.error = ERR_TOO_MANY_COMPUTER_GAMES};
    fake_server_error(&run.server, request.id, &fault, 0);
    penta_run_check_end(1, "Too many games against computers are in progress,");
}

/* At tic-tac-toe the strongest one never loses, and has no levels. */
static void a_newcomer_gets_a_computer_that_can_be_beaten(void **state)
{
    (void)state;
    penta_run_start("play mini --computer --level 12");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    assert_string_equal(request.as.room_open.computer, "depth");
    const struct fault fault = {.error = ERR_UNKNOWN_LEVEL};
    fake_server_error(&run.server, request.id, &fault, 0);
    penta_run_check_end(1, "depth has levels 1 to 9.");
}

static void computers_are_listed_where_one_plays_at_a_server_too(void **state)
{
    (void)state;
    penta_run_start("play --computer list");
    penta_run_check_end(0, "depth");
    assert_non_null(strstr(run.penta.text, "levels 1-9"));
}

static void who_waits_alone_plays_against_a_computer(void **state)
{
    (void)state;
    struct person_record anna = {
        .name = "anna", .connected = true, .rating = NONE, .claim_in_ms = NONE, .guest = true};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    room.players = &anna;
    room.players_count = 1;
    penta_run_start_screen("play --new --variant mini --no-color");
    let_guest_in();
    penta_run_answer_settings(LANGUAGE_WORD_EN);
    fake_server_reply(&run.server, OP_ROOM_OPEN, fake_server_take(&run.server, OP_ROOM_OPEN).id,
                      &(struct room_open_reply){.room = &room});
    fake_server_reply(&run.server, OP_LOBBY_WATCH, fake_server_take(&run.server, OP_LOBBY_WATCH).id,
                      &(struct lobby_watch_reply){.players = 1});
    penta_run_see("Nobody else is here.");
    penta_type(&run.penta, "computer\r");
    struct request request = fake_server_take(&run.server, OP_ROOM_LEAVE);
    assert_int_equal(request.as.room_leave.room, 7);
    fake_server_reply(&run.server, OP_ROOM_LEAVE, request.id, &(struct room_leave_reply){0});
    request = fake_server_take(&run.server, OP_ROOM_OPEN);
    assert_string_equal(request.as.room_open.computer, "depth");
    assert_int_equal(request.as.room_open.level, 5);
    assert_int_equal(request.as.room_open.first, FIRST_WORD_RANDOM);
    fake_server_drop(&run.server);
    penta_run_check_end(3, "");
}

static void the_game_is_there_with_the_reply(void **state)
{
    (void)state;
    penta_run_start("play --computer random --variant mini");
    penta_type(&run.penta, "quit\n");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    struct person_record people[] = {
        {.name = "anna", .connected = true, .rating = NONE, .claim_in_ms = NONE, .guest = true},
        {.name = "random:1",
         .connected = true,
         .rating = NONE,
         .claim_in_ms = NONE,
         .computer = "random",
         .level = 1}};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    room.players = people;
    room.players_count = 2;
    struct game_record game = wire_game(8, "", 0);
    game.first = &people[0];
    game.second = &people[1];
    fake_server_reply(&run.server, OP_ROOM_OPEN, request.id,
                      &(struct room_open_reply){.room = &room, .game = &game});
    penta_run_check_end(0, "The game begins: you are X.");
}

/* The game is in this room, against depth at this level; anna, who began, has won it by these. */
static void begin_at(const struct request *request, uint64_t id, int level, const char *actions)
{
    struct person_record people[] = {
        {.name = "anna", .connected = true, .rating = NONE, .claim_in_ms = NONE, .guest = true},
        {.name = level == 3 ? "depth:3" : "depth:4",
         .connected = true,
         .rating = NONE,
         .claim_in_ms = NONE,
         .computer = "depth",
         .level = level}};
    bool is_first = request->as.room_open.first != FIRST_WORD_JOINER;
    struct room_record room = wire_room(id, ROOM_STATE_WORD_PLAYING);
    room.players = people;
    room.players_count = 2;
    room.resigns = request->as.room_open.resigns;
    struct game_record game = wire_game(id + 1, actions, 0);
    game.given = request->as.room_open.actions != NULL ? game.ply : 0;
    game.first = &people[is_first ? 0 : 1];
    game.second = &people[is_first ? 1 : 0];
    fake_server_reply(&run.server, OP_ROOM_OPEN, request->id,
                      &(struct room_open_reply){.room = &room, .game = &game});
}

/* Lets anna resign the game in room 7 and leave it. Returns the request for the next room. */
static struct request see_resigned_and_left(void)
{
    struct request request = fake_server_take(&run.server, OP_GAME_RESIGN);
    fake_server_reply(&run.server, OP_GAME_RESIGN, request.id, &(struct game_resign_reply){0});
    fake_server_event(
        &run.server, EVENT_GAME_ENDED,
        &(struct game_ended_event){
            .game = 8, .seq = 1, .result = RESULT_WORD_SECOND, .reason = REASON_WORD_RESIGN});
    request = fake_server_take(&run.server, OP_ROOM_LEAVE);
    assert_int_equal(request.as.room_leave.room, 7);
    fake_server_reply(&run.server, OP_ROOM_LEAVE, request.id, &(struct room_leave_reply){0});
    return fake_server_take(&run.server, OP_ROOM_OPEN);
}

static void a_level_up_is_played_in_another_room(void **state)
{
    (void)state;
    penta_run_start("play --computer depth --level 3 --variant mini");
    penta_type(&run.penta, "resign\nlevel 4\nrematch\nquit\n");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    begin_at(&request, 7, 3, "");
    request = see_resigned_and_left();
    assert_string_equal(request.as.room_open.computer, "depth");
    assert_int_equal(request.as.room_open.level, 4);
    assert_int_equal(request.as.room_open.first, FIRST_WORD_JOINER);
    assert_int_equal(request.as.room_open.variant->id, VARIANT_MINI);
    begin_at(&request, 17, 4, "");
    penta_run_check_end(0, "The game begins: you are O.");
}

/* The next room keeps it. */
static void the_computer_is_asked_to_resign(void **state)
{
    (void)state;
    penta_run_start("play --computer depth --level 3 --variant mini --resigns");
    penta_type(&run.penta, "resign\nlevel 4\nrematch\nquit\n");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    assert_true(request.as.room_open.resigns);
    begin_at(&request, 7, 3, "");
    request = see_resigned_and_left();
    assert_true(request.as.room_open.resigns);
    begin_at(&request, 17, 4, "");
    penta_run_check_end(0, "The game begins: you are O.");
}

static void a_server_whose_computers_do_not_resign_is_told_of(void **state)
{
    (void)state;
    penta_run_start("play --computer depth --level 3 --variant mini --resigns");
    penta_type(&run.penta, "quit\n");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    request.as.room_open.resigns = false;
    begin_at(&request, 7, 3, "");
    penta_run_check_end(0, "Computers on this server play to the end.");
}

static void only_a_computer_is_asked_to_resign(void **state)
{
    (void)state;
    penta_run_start("play --resigns");
    penta_run_check_end(2, "Only a computer can be told to resign");
}

/* Answers what the position is asked of: a game of mini that anna has won. */
static void tell_game(void)
{
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_GAME_GET);
    struct game_record game = wire_game(request.as.game_get.game, "a1 c3 b1 a3 c1", 5);
    game.result = RESULT_WORD_FIRST;
    game.reason = REASON_WORD_ROW;
    fake_server_reply(&run.server, OP_GAME_GET, request.id,
                      &(struct game_get_reply){.game = &game});
}

/* The player is the one to act there: who opens, here in the second seat. */
static void it_plays_on_from_a_position(void **state)
{
    (void)state;
    penta_run_start("play --computer depth --level 3 --position 00000000000G --at 3");
    penta_type(&run.penta, "quit\n");
    tell_game();
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    assert_string_equal(request.as.room_open.actions, "a1 c3 b1");
    assert_int_equal(request.as.room_open.variant->id, VARIANT_MINI);
    assert_int_equal(request.as.room_open.first, FIRST_WORD_JOINER);
    begin_at(&request, 7, 3, "a1 c3 b1");
    penta_run_check_end(0, "The game goes on: you are O.");
}

/* One that does not know of positions begins on an empty board. */
static void an_older_server_is_told_of(void **state)
{
    (void)state;
    penta_run_start("play --computer depth --level 3 --position 00000000000G --at 2");
    penta_type(&run.penta, "quit\n");
    tell_game();
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    begin_at(&request, 7, 3, "");
    penta_run_check_end(0, "This server cannot set up a position");
}

static void a_position_needs_a_computer(void **state)
{
    (void)state;
    penta_run_start("play --position 00000000000G --at 3");
    tell_game();
    penta_run_check_end(2, "Only games against a computer can start from a position");
}

static void from_a_ply_another_room_goes_on_at_the_same_seat(void **state)
{
    (void)state;
    penta_run_start("play --computer depth --level 3 --variant mini --first me");
    penta_type(&run.penta, "resign\nfrom 1\nquit\n");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    begin_at(&request, 7, 3, "a1 b2");
    request = see_resigned_and_left();
    assert_string_equal(request.as.room_open.actions, "a1");
    assert_int_equal(request.as.room_open.level, 3);
    assert_int_equal(request.as.room_open.first, FIRST_WORD_OPENER);
    begin_at(&request, 17, 3, "a1");
    penta_run_check_end(0, "The game goes on: you are X.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(the_computer_is_asked_for_at_its_level),
        PENTA_TEST(without_a_name_it_is_any_computer),
        PENTA_TEST(a_level_up_is_played_in_another_room),
        PENTA_TEST(a_newcomer_gets_a_computer_that_can_be_beaten),
        PENTA_TEST(computers_are_listed_where_one_plays_at_a_server_too),
        PENTA_TEST(who_waits_alone_plays_against_a_computer),
        PENTA_TEST(the_game_is_there_with_the_reply),
        PENTA_TEST(the_computer_is_asked_to_resign),
        PENTA_TEST(a_server_whose_computers_do_not_resign_is_told_of),
        PENTA_TEST(only_a_computer_is_asked_to_resign),
        PENTA_TEST(it_plays_on_from_a_position),
        PENTA_TEST(an_older_server_is_told_of),
        PENTA_TEST(a_position_needs_a_computer),
        PENTA_TEST(from_a_ply_another_room_goes_on_at_the_same_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
