/* SPDX-License-Identifier: MIT */
/*
 * The program penta looks for opponents at a server that does what the test says: any of them, and
 * one who is invited.
 */
#include "penta_run.h"
#include "penta_table.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void who_waits_for_anybody_plays_with_whom_the_server_finds(void **state)
{
    (void)state;
    penta_run_start("quick --variant mini --clock 5m+3s --within 200");
    penta_type(&run.penta, "b2\nquit\n"); /* a move waits for the game */
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_QUICK);
    assert_int_equal(request.as.room_quick.variant->id, VARIANT_MINI);
    assert_int_equal(request.as.room_quick.clock->main_ms, 300000);
    assert_int_equal(request.as.room_quick.within, 200);
    assert_false(request.as.room_quick.rated);
    struct room_quick_reply queued = {.waiting = 1, .estimate_ms = 6500};
    fake_server_reply(&run.server, OP_ROOM_QUICK, request.id, &queued);
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    fake_server_event(&run.server, EVENT_ROOM_PAIRED, &(struct room_paired_event){.room = &room});
    begin_game();
    answer_move(1, 0, "b2");
    penta_run_check_end(0, "Recently it took about 7 seconds to find an opponent.");
}

/* Logged in as anna, who has a game of this clock in room 7, `penta quick` is refused. */
static void seek_while_playing(int clock_kind)
{
    struct clock_record clock = {.kind = clock_kind, .period_ms = 86400000};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    room.clock = &clock;
    be_the_guest();
    penta_run_start("quick --clock 5m+3s");
    fake_server_accept(&run.server);
    fake_server_reply(
        &run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
        &(struct auth_resume_reply){
            .seq = 1, .name = "anna", .guest = true, .rooms = &room, .rooms_count = 1});
    const struct fault fault = {.error = ERR_CLOCK_IS_RUNNING};
    fake_server_error(&run.server, fake_server_take(&run.server, OP_ROOM_QUICK).id, &fault, 0);
}

static void who_plays_already_is_told_where(void **state)
{
    (void)state;
    seek_while_playing(CLOCK_KIND_WORD_PER_MOVE);
    penta_run_check_end(1, "only one at a time. Go back to it with: penta play "
                           "000000000007 --port ");
}

/* That one has no clock that runs; the one that is meant began since. */
static void another_game_is_not_taken_for_the_one_whose_clock_runs(void **state)
{
    (void)state;
    seek_while_playing(CLOCK_KIND_WORD_CORRESPONDENCE);
    penta_run_check_end(1, "Go back to it with: penta play --resume --port ");
}

/* A signal ends waiting at the server, too: it would go on for other connections of the player. */
static void who_stops_waiting_says_so(void **state)
{
    (void)state;
    penta_run_start("quick");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_QUICK);
    struct room_quick_reply queued = {.estimate_ms = NONE};
    fake_server_reply(&run.server, OP_ROOM_QUICK, request.id, &queued);
    penta_close_input(&run.penta);
    request = fake_server_take(&run.server, OP_ROOM_QUICK_CANCEL);
    fake_server_reply(&run.server, OP_ROOM_QUICK_CANCEL, request.id,
                      &(struct room_quick_cancel_reply){0});
    penta_run_check_end(
        0, "Looking for an opponent: Five in a row, no clock, unrated. Type quit to stop.");
}

static void who_is_declined_learns_why_and_exits_1(void **state)
{
    (void)state;
    penta_run_start("invite boris --variant mini");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    assert_string_equal(request.as.room_open.invite, "boris");
    struct person_record anna = {
        .name = "anna", .connected = true, .rating = NONE, .claim_in_ms = NONE, .guest = true};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    room.players = &anna;
    room.players_count = 1;
    room.invited = "boris";
    fake_server_reply(&run.server, OP_ROOM_OPEN, request.id,
                      &(struct room_open_reply){.room = &room});
    fake_server_event(
        &run.server, EVENT_ROOM_DECLINED,
        &(struct room_declined_event){.room = 7, .name = "boris", .reason = DECLINE_WORD_TOO_FAST});
    penta_run_check_end(1, "boris declines: a slower clock, please.");
}

static void a_guest_cannot_be_invited_for_the_rating(void **state)
{
    (void)state;
    penta_run_start("invite guest-7 --variant mini --rated");
    let_guest_in();
    const struct fault fault = {.error = ERR_IS_GUEST, .field = "invite"};
    fake_server_error(&run.server, fake_server_take(&run.server, OP_ROOM_OPEN).id, &fault, 0);
    penta_run_check_end(1, "guest-7 is a guest, and a rated game needs two accounts.");
}

static void invite_boris(const char *clock, int kind)
{
    char arguments[64];
    struct person_record anna = {
        .name = "anna", .connected = true, .rating = NONE, .claim_in_ms = NONE, .guest = true};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    bool is_slow = kind == CLOCK_KIND_WORD_CORRESPONDENCE;
    struct clock_record control = {.kind = kind,
                                   .main_ms = is_slow ? 0 : 300000,
                                   .increment_ms = is_slow ? 0 : 3000,
                                   .period_ms = is_slow ? 3 * 86400000 : 0};
    snprintf(arguments, sizeof(arguments), "invite boris --variant mini --clock %s", clock);
    penta_run_start(arguments);
    penta_close_input(&run.penta);
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    room.clock = &control;
    room.players = &anna;
    room.players_count = 1;
    room.invited = "boris";
    room.answer_in_ms = 86400000;
    fake_server_reply(&run.server, OP_ROOM_OPEN, request.id,
                      &(struct room_open_reply){.room = &room});
}

static void who_goes_leaves_an_invitation_to_correspondence(void **state)
{
    (void)state;
    invite_boris("3d/move", CLOCK_KIND_WORD_CORRESPONDENCE);
    penta_run_check_end(0, "The invitation stands; boris can answer until 20");
}

static void who_goes_withdraws_an_invitation_to_play_now(void **state)
{
    (void)state;
    invite_boris("5m+3s", CLOCK_KIND_WORD_FISCHER);
    struct request request = fake_server_take(&run.server, OP_ROOM_LEAVE);
    fake_server_reply(&run.server, OP_ROOM_LEAVE, request.id, &(struct room_leave_reply){0});
    penta_run_check_end(0, "Invitation to boris withdrawn.");
}

/* `penta play` opens a room for correspondence, which the server keeps for `answer_in_ms`. */
static void open_for_days(const char *typed, int64_t answer_in_ms)
{
    struct person_record anna = {
        .name = "anna", .connected = true, .rating = NONE, .claim_in_ms = NONE};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    struct clock_record control = {.kind = CLOCK_KIND_WORD_CORRESPONDENCE,
                                   .period_ms = 3 * 86400000};
    penta_run_start("play --new --variant mini --clock 3d/move");
    penta_type(&run.penta, typed);
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_OPEN);
    room.clock = &control;
    room.players = &anna;
    room.players_count = 1;
    room.answer_in_ms = answer_in_ms;
    fake_server_reply(&run.server, OP_ROOM_OPEN, request.id,
                      &(struct room_open_reply){.room = &room});
}

static void who_goes_leaves_an_open_room_for_correspondence(void **state)
{
    (void)state;
    open_for_days("quit\n", 86400000);
    penta_run_check_end(0, "The room stays open until 20");
}

static void who_goes_to_another_game_leaves_an_open_room_for_correspondence(void **state)
{
    (void)state;
    static const struct current_game_record game = {.game = 12,
                                                    .room = 12,
                                                    .first = "anna",
                                                    .second = "boris",
                                                    .to_act = SEAT_WORD_FIRST,
                                                    .left_ms = NONE,
                                                    .acted = NONE};
    struct current_game_record listed = game;
    listed.variant = variant_get(VARIANT_MINI);
    open_for_days("other\n", 86400000);
    struct request request = fake_server_take(&run.server, OP_PLAYER_GAMES);
    fake_server_reply(
        &run.server, OP_PLAYER_GAMES, request.id,
        &(struct player_games_reply){.name = "anna", .games = &listed, .games_count = 1});
    request = fake_server_take(&run.server, OP_ROOM_WATCH);
    assert_int_equal(request.as.room_watch.room, 12);
    fake_server_error(&run.server, request.id, &(struct fault){.error = ERR_NO_SUCH_ROOM}, 0);
    penta_run_check_end(1, "The room stays open until 20");
}

static void let_the_room_go(void)
{
    struct request request = fake_server_take(&run.server, OP_ROOM_LEAVE);
    assert_int_equal(request.as.room_leave.room, 7);
    fake_server_reply(&run.server, OP_ROOM_LEAVE, request.id, &(struct room_leave_reply){0});
}

static void who_is_told_no_time_closes_the_room(void **state)
{
    (void)state;
    open_for_days("quit\n", NONE);
    let_the_room_go();
    penta_run_check_end(0, "penta play");
}

static void who_withdraws_closes_the_room(void **state)
{
    (void)state;
    open_for_days("withdraw\n", 86400000);
    let_the_room_go();
    penta_run_check_end(0, "penta play");
}

/* On a screen: a script ends with its input. */
static void who_waits_in_a_room_that_is_closed_learns_why_and_exits_1(void **state)
{
    (void)state;
    penta_run_start_screen("play --new --variant mini");
    let_guest_in();
    penta_run_answer_settings(LANGUAGE_WORD_AUTO);
    open_room();
    fake_server_event(&run.server, EVENT_ROOM_CLOSED,
                      &(struct room_closed_event){.room = 7, .reason = "no such names here"});
    penta_run_check_end(1, "penta: The room was closed: no such names here.");
}

static void who_waited_in_a_room_that_is_gone_after_the_return_exits_1(void **state)
{
    (void)state;
    penta_run_start_screen("play --new --variant mini");
    let_guest_in();
    penta_run_answer_settings(LANGUAGE_WORD_AUTO);
    open_room();
    fake_server_drop(&run.server);
    fake_server_accept(&run.server);
    struct auth_resume_reply resume = {.seq = 1, .name = "anna", .guest = true};
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &resume);
    const struct fault fault = {.error = ERR_NO_SUCH_ROOM};
    fake_server_error(&run.server, fake_server_take(&run.server, OP_ROOM_WATCH).id, &fault, 0);
    penta_run_check_end(1, "penta: The room was closed; nobody can join it any more.");
}

static void who_watches_a_room_that_is_closed_need_not_wait(void **state)
{
    (void)state;
    struct person_record boris = {.name = "boris", .rating = NONE, .claim_in_ms = NONE};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    room.players = &boris;
    room.players_count = 1;
    penta_run_start("watch 000000000007");
    let_guest_in();
    fake_server_reply(&run.server, OP_ROOM_WATCH, fake_server_take(&run.server, OP_ROOM_WATCH).id,
                      &(struct room_watch_reply){.room = &room});
    fake_server_event(&run.server, EVENT_ROOM_CLOSED, &(struct room_closed_event){.room = 7});
    penta_close_input(&run.penta);
    penta_run_check_end(0, "The room is closed. Type quit.");
}

/* Which of `penta play` with these arguments follows when boris, who is away, waits for days. */
static void check_what_follows(const char *arguments, enum op op)
{
    struct person_record boris = {.name = "boris", .rating = NONE, .claim_in_ms = NONE};
    struct clock_record control = {.kind = CLOCK_KIND_WORD_CORRESPONDENCE,
                                   .period_ms = 3 * 86400000};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    room.players = &boris;
    room.players_count = 1;
    room.clock = &control;
    penta_run_start(arguments);
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_LIST);
    fake_server_reply(&run.server, OP_ROOM_LIST, request.id,
                      &(struct room_list_reply){.rooms = &room, .rooms_count = 1});
    fake_server_take(&run.server, op);
    fake_server_drop(&run.server);
    penta_run_check_end(3, "No connection");
}

static void who_asks_for_correspondence_joins_who_is_away(void **state)
{
    (void)state;
    check_what_follows("play --variant mini --clock 3d/move", OP_ROOM_JOIN);
}

static void who_takes_any_clock_joins_only_who_is_there(void **state)
{
    (void)state;
    check_what_follows("play --variant mini", OP_ROOM_OPEN);
}

static void a_room_that_is_kept_for_somebody_is_not_joined_by_chance(void **state)
{
    (void)state;
    struct person_record boris = {
        .name = "boris", .connected = true, .rating = NONE, .claim_in_ms = NONE};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    room.players = &boris;
    room.players_count = 1;
    room.invited = "anna";
    penta_run_start("play --variant mini");
    let_guest_in();
    struct request request = fake_server_take(&run.server, OP_ROOM_LIST);
    fake_server_reply(&run.server, OP_ROOM_LIST, request.id,
                      &(struct room_list_reply){.rooms = &room, .rooms_count = 1});
    fake_server_take(&run.server, OP_ROOM_OPEN);
    fake_server_drop(&run.server);
    penta_run_check_end(3, "No connection");
}

static void who_accepts_an_invitation_is_not_told_of_it_again(void **state)
{
    (void)state;
    struct person_record boris = {.name = "boris", .connected = true, .claim_in_ms = NONE};
    struct room_record rooms[] = {wire_room(7, ROOM_STATE_WORD_OPEN),
                                  wire_room(8, ROOM_STATE_WORD_OPEN)};
    rooms[0].players = rooms[1].players = &boris;
    rooms[0].players_count = rooms[1].players_count = 1;
    be_the_guest();
    penta_run_start("play 000000000007");
    fake_server_accept(&run.server);
    fake_server_reply(
        &run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
        &(struct auth_resume_reply){
            .seq = 1, .name = "anna", .guest = true, .invitations = rooms, .invitations_count = 2});
    fake_server_take(&run.server, OP_ROOM_JOIN);
    fake_server_drop(&run.server);
    penta_run_check_end(3, "penta play 000000000008");
    assert_null(strstr(run.penta.text, "penta play 000000000007"));
}

static void what_is_no_room_cannot_be_declined(void **state)
{
    (void)state;
    penta_run_start("decline boris");
    penta_run_check_end(2, "\"boris\" is not a room");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(who_waits_for_anybody_plays_with_whom_the_server_finds),
        PENTA_TEST(who_plays_already_is_told_where),
        PENTA_TEST(another_game_is_not_taken_for_the_one_whose_clock_runs),
        PENTA_TEST(who_stops_waiting_says_so),
        PENTA_TEST(who_is_declined_learns_why_and_exits_1),
        PENTA_TEST(a_guest_cannot_be_invited_for_the_rating),
        PENTA_TEST(who_goes_leaves_an_invitation_to_correspondence),
        PENTA_TEST(who_goes_withdraws_an_invitation_to_play_now),
        PENTA_TEST(who_goes_leaves_an_open_room_for_correspondence),
        PENTA_TEST(who_goes_to_another_game_leaves_an_open_room_for_correspondence),
        PENTA_TEST(who_is_told_no_time_closes_the_room),
        PENTA_TEST(who_withdraws_closes_the_room),
        PENTA_TEST(who_waits_in_a_room_that_is_closed_learns_why_and_exits_1),
        PENTA_TEST(who_waited_in_a_room_that_is_gone_after_the_return_exits_1),
        PENTA_TEST(who_watches_a_room_that_is_closed_need_not_wait),
        PENTA_TEST(who_asks_for_correspondence_joins_who_is_away),
        PENTA_TEST(who_takes_any_clock_joins_only_who_is_there),
        PENTA_TEST(a_room_that_is_kept_for_somebody_is_not_joined_by_chance),
        PENTA_TEST(who_accepts_an_invitation_is_not_told_of_it_again),
        PENTA_TEST(what_is_no_room_cannot_be_declined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
