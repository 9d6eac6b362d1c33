/* SPDX-License-Identifier: MIT */
/*
 * The program penta is told of invitations while its player waits, and they are answered there.
 */
#include "penta_run.h"
#include "penta_table.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <string.h>

static struct person_record boris = {
    .name = "boris", .connected = true, .rating = NONE, .claim_in_ms = NONE};

static void invite(void)
{
    struct room_record room = wire_room(8, ROOM_STATE_WORD_OPEN);
    room.players = &boris;
    room.players_count = 1;
    fake_server_event(&run.server, EVENT_ROOM_INVITED, &(struct room_invited_event){.room = &room});
    penta_run_see("accept or refuse.");
}

/* The room 8 of boris is joined, and the game 19 there begins. */
static void let_in(void)
{
    struct request request = fake_server_take(&run.server, OP_ROOM_JOIN);
    assert_int_equal(request.as.room_join.room, 8);
    struct room_record room = wire_room(8, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(19, "", 1);
    fake_server_reply(&run.server, OP_ROOM_JOIN, request.id,
                      &(struct room_join_reply){.room = &room, .game = &game});
}

static void wait_in_a_room(void)
{
    penta_run_start_screen("play --new --variant mini --no-color");
    let_guest_in();
    penta_run_answer_settings(LANGUAGE_WORD_EN);
    open_room();
}

static void who_waits_accepts_and_leaves_the_own_room_behind(void **state)
{
    (void)state;
    wait_in_a_room();
    invite();
    penta_type(&run.penta, "accept\r");
    let_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_LEAVE);
    assert_int_equal(request.as.room_leave.room, 7);
    fake_server_reply(&run.server, OP_ROOM_LEAVE, request.id, &(struct room_leave_reply){0});
    penta_run_see("Your turn");
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "penta play 000000000008");
}

static void an_invitation_that_is_gone_leaves_who_waits_where_they_are(void **state)
{
    (void)state;
    wait_in_a_room();
    invite();
    penta_type(&run.penta, "accept Boris\r");
    const struct fault fault = {.error = ERR_NO_SUCH_ROOM};
    fake_server_error(&run.server, fake_server_take(&run.server, OP_ROOM_JOIN).id, &fault, 0);
    penta_run_see("no such room");
    penta_type(&run.penta, "refuse\r"); /* nothing stands any more */
    penta_run_see("Type quit to leave the room.");
    penta_type(&run.penta, "quit\r");
    assert_int_equal(fake_server_take(&run.server, OP_ROOM_LEAVE).as.room_leave.room, 7);
    fake_server_drop(&run.server);
    penta_run_check_end(0, "");
}

static void who_waits_declines_and_goes_on_waiting(void **state)
{
    (void)state;
    wait_in_a_room();
    invite();
    penta_type(&run.penta, "decline\r");
    struct request request = fake_server_take(&run.server, OP_ROOM_DECLINE);
    assert_int_equal(request.as.room_decline.room, 8);
    fake_server_reply(&run.server, OP_ROOM_DECLINE, request.id, &(struct room_decline_reply){0});
    penta_run_see("Declined.");
    begin_game();
    penta_run_see("Your turn");
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "penta play 000000000007");
}

static void who_looks_for_anybody_accepts_and_looks_no_more(void **state)
{
    (void)state;
    penta_run_start_screen("quick --variant mini --no-color");
    let_guest_in();
    penta_run_answer_settings(LANGUAGE_WORD_EN);
    struct request request = fake_server_take(&run.server, OP_ROOM_QUICK);
    struct room_quick_reply queued = {.estimate_ms = NONE};
    fake_server_reply(&run.server, OP_ROOM_QUICK, request.id, &queued);
    invite();
    penta_type(&run.penta, "yes\r");
    request = fake_server_take(&run.server, OP_ROOM_QUICK_CANCEL);
    fake_server_reply(&run.server, OP_ROOM_QUICK_CANCEL, request.id,
                      &(struct room_quick_cancel_reply){0});
    let_in();
    penta_run_see("Your turn");
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "penta play 000000000008");
}

/* ---------------------------------------------------------------- the lobby */

static void answer_lobby(void)
{
    fake_server_reply(&run.server, OP_LOBBY_WATCH, fake_server_take(&run.server, OP_LOBBY_WATCH).id,
                      &(struct lobby_watch_reply){.players = 1});
    penta_run_see("0 games in progress");
}

static void let_anna_in_again(void)
{
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna", .guest = true});
}

/* The program comes back as a player at the table of room 8, where the game 19 is. */
static void show_table(void)
{
    struct room_record room = wire_room(8, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(19, "", 1);
    fake_server_accept(&run.server);
    fake_server_reply(
        &run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
        &(struct auth_resume_reply){
            .seq = 1, .name = "anna", .guest = true, .rooms = &room, .rooms_count = 1});
    penta_run_answer_settings(LANGUAGE_WORD_EN);
    struct request request = fake_server_take(&run.server, OP_ROOM_WATCH);
    assert_int_equal(request.as.room_watch.room, 8);
    fake_server_reply(&run.server, OP_ROOM_WATCH, request.id,
                      &(struct room_watch_reply){.room = &room, .game = &game});
    penta_run_see("Your turn");
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "penta play 000000000008");
}

static void follow_lobby(void)
{
    penta_run_start_screen("lobby --follow --no-color");
    let_guest_in();
    answer_lobby();
}

static void start_game(uint64_t id)
{
    struct game_record game = wire_game(id, "", 1);
    const struct game_started_event started = {.room = 8, .game = &game};
    fake_server_event(&run.server, EVENT_GAME_STARTED, &started);
}

/* A server tells of the game before it answers the join. */
static void a_game_that_begins_before_the_answer_does_not_keep_from_the_table(void **state)
{
    (void)state;
    follow_lobby();
    invite();
    penta_type(&run.penta, "accept\n");
    struct request request = fake_server_take(&run.server, OP_ROOM_JOIN);
    struct room_record room = wire_room(8, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(19, "", 1);
    start_game(19);
    fake_server_reply(&run.server, OP_ROOM_JOIN, request.id,
                      &(struct room_join_reply){.room = &room, .game = &game});
    show_table();
}

static void go_from_lobby(const char *line)
{
    follow_lobby();
    penta_type(&run.penta, "help\n");
    penta_run_see("Type accept, refuse, penta play, or quit.");
    penta_type(&run.penta, line);
    show_table();
}

static void who_follows_the_lobby_goes_to_a_game_by_the_command_that_is_told(void **state)
{
    (void)state;
    go_from_lobby("penta play 000000000008\n");
}

static void who_follows_the_lobby_goes_to_a_game_by_its_word_alone(void **state)
{
    (void)state;
    go_from_lobby("play --new\nplay 000000000008\n");
}

static void who_follows_the_lobby_at_a_terminal_accepts_there(void **state)
{
    (void)state;
    follow_lobby();
    invite();
    penta_type(&run.penta, "accept\n");
    let_in();
    show_table();
}

static void who_follows_the_lobby_at_a_terminal_comes_back_and_declines(void **state)
{
    (void)state;
    penta_run_start_screen("lobby --follow --no-color");
    let_guest_in();
    answer_lobby();
    fake_server_drop(&run.server);
    penta_run_see("Connection lost, trying again...");
    let_anna_in_again();
    penta_run_see("Connected again.");
    answer_lobby();
    invite();
    penta_type(&run.penta, "what\nrefuse vera\n");
    penta_run_see("You have no invitation from vera.");
    penta_type(&run.penta, "n\n");
    struct request request = fake_server_take(&run.server, OP_ROOM_DECLINE);
    assert_int_equal(request.as.room_decline.room, 8);
    fake_server_reply(&run.server, OP_ROOM_DECLINE, request.id, &(struct room_decline_reply){0});
    penta_run_see("Declined.");
    penta_type(&run.penta, "quit\n");
    penta_run_check_end(0, "");
}

static void a_login_tells_what_waits(void **state)
{
    (void)state;
    struct room_record rooms[] = {wire_room(7, ROOM_STATE_WORD_PLAYING),
                                  wire_room(8, ROOM_STATE_WORD_PLAYING)};
    struct room_record room = wire_room(9, ROOM_STATE_WORD_OPEN);
    rooms[0].waits_for = "maria";
    rooms[1].waits_for = "boris";
    room.players = &boris;
    room.players_count = 1;
    penta_run_log_in(&(struct auth_login_reply){.seq = 1,
                                                .name = "maria",
                                                .token = TOKEN,
                                                .rooms = rooms,
                                                .rooms_count = 2,
                                                .invitations = &room,
                                                .invitations_count = 1});
    assert_non_null(strstr(run.penta.text, "1 game waits for you: penta play\n1 invitation waits "
                                           "for you: penta invitations\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(a_login_tells_what_waits),
        PENTA_TEST(who_waits_accepts_and_leaves_the_own_room_behind),
        PENTA_TEST(an_invitation_that_is_gone_leaves_who_waits_where_they_are),
        PENTA_TEST(who_waits_declines_and_goes_on_waiting),
        PENTA_TEST(who_looks_for_anybody_accepts_and_looks_no_more),
        PENTA_TEST(who_follows_the_lobby_at_a_terminal_accepts_there),
        PENTA_TEST(a_game_that_begins_before_the_answer_does_not_keep_from_the_table),
        PENTA_TEST(who_follows_the_lobby_goes_to_a_game_by_the_command_that_is_told),
        PENTA_TEST(who_follows_the_lobby_goes_to_a_game_by_its_word_alone),
        PENTA_TEST(who_follows_the_lobby_at_a_terminal_comes_back_and_declines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
