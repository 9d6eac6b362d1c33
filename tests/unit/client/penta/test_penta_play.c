/* SPDX-License-Identifier: MIT */
/*
 * The program penta plays against a server that does what the test says: a script at the table,
 * clocks, taking back, claims, and coming back after a broken connection.
 */
#include "penta_run.h"
#include "penta_table.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---------------------------------------------------------------- playing */

static void leaves_an_open_room_at_the_end_of_input(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    penta_close_input(&run.penta);
    let_guest_in();
    open_room();
    struct request leave = fake_server_take(&run.server, OP_ROOM_LEAVE);
    assert_int_equal(leave.as.room_leave.room, 7);
    fake_server_reply(&run.server, OP_ROOM_LEAVE, leave.id, &(struct room_leave_reply){0});
    penta_run_check_end(0, "penta play 000000000007 --port");
}

static void joins_the_oldest_room_where_somebody_waits(void **state)
{
    (void)state;
    struct person_record people[] = {
        {.name = "newer", .connected = true, .rating = NONE, .guest = true},
        {.name = "older", .connected = true, .rating = NONE, .guest = true},
        {.name = "away", .connected = false, .rating = NONE, .guest = true},
        {.name = "rated", .connected = true, .rating = 1500},
    };
    struct room_record rooms[4];
    for (uint64_t i = 0; i < 4; i++) {
        rooms[i] = wire_room(20 - i, ROOM_STATE_WORD_OPEN);
        rooms[i].players = &people[i];
        rooms[i].rated = i == 3;
    }
    penta_run_start("play --variant mini");
    let_guest_in();
    struct room_list_reply list = {.rooms = rooms, .rooms_count = 4};
    struct request request = fake_server_take(&run.server, OP_ROOM_LIST);
    assert_int_equal(request.as.room_list.state, ROOM_STATE_WORD_OPEN);
    fake_server_reply(&run.server, OP_ROOM_LIST, request.id, &list);
    request = fake_server_take(&run.server, OP_ROOM_JOIN);
    assert_int_equal(request.as.room_join.room, 19);
    fake_server_drop(&run.server);
    penta_run_check_end(3, "No connection");
}

static void a_move_reaches_the_server_over_a_broken_connection(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    penta_type(&run.penta, "b2\n"); /* before there is a game: it waits */
    sit_down_to_play();
    struct request move = fake_server_take(&run.server, OP_GAME_MOVE);
    int64_t id = move.id;
    assert_int_equal(move.as.game_move.ply, 0);
    fake_server_drop(&run.server); /* without an answer */
    answer_return("", 0);
    move = fake_server_take(&run.server, OP_GAME_MOVE);
    assert_int_equal(move.id, id);
    assert_int_equal(move.as.game_move.ply, 0);
    assert_string_equal(move.as.game_move.action, "b2");
    struct game_moved_event moved = wire_moved(9, 1, SEAT_WORD_FIRST, 0, "b2");
    fake_server_event(&run.server, EVENT_GAME_MOVED, &moved);
    fake_server_reply(&run.server, OP_GAME_MOVE, id, &(struct game_move_reply){.ply = 1});
    penta_run_check_end(0, "Connection lost, trying again...");
    assert_non_null(strstr(run.penta.text, "Connected again."));
    assert_non_null(strstr(run.penta.text, "You played b2 (X)."));
    assert_non_null(strstr(run.penta.text, "The game goes on. Come back with: penta play "));
}

static void a_script_waits_for_its_turns(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    penta_type(&run.penta, "b2\na3\nnonsense\n");
    penta_close_input(&run.penta);
    sit_down_to_play();
    struct request move = fake_server_take(&run.server, OP_GAME_MOVE);
    struct game_moved_event first = wire_moved(9, 1, SEAT_WORD_FIRST, 0, "b2");
    struct game_moved_event second = wire_moved(9, 2, SEAT_WORD_SECOND, 1, "a1");
    struct game_moved_event third = wire_moved(9, 3, SEAT_WORD_FIRST, 2, "a3");
    fake_server_reply(&run.server, OP_GAME_MOVE, move.id, &(struct game_move_reply){.ply = 1});
    fake_server_event(&run.server, EVENT_GAME_MOVED, &first);
    fake_server_event(&run.server, EVENT_GAME_MOVED, &second);
    move = fake_server_take(&run.server, OP_GAME_MOVE);
    assert_int_equal(move.as.game_move.ply, 2);
    assert_string_equal(move.as.game_move.action, "a3");
    fake_server_reply(&run.server, OP_GAME_MOVE, move.id, &(struct game_move_reply){.ply = 3});
    fake_server_event(&run.server, EVENT_GAME_MOVED, &third);
    penta_run_check_end(0, "\"nonsense\" is not a move or a command");
    assert_non_null(strstr(run.penta.text, "boris played a1 (O)."));
}

static void a_room_is_opened_with_the_clock_that_was_asked_for(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini --clock 10m+3x30s");
    penta_close_input(&run.penta);
    let_guest_in();
    struct request open = fake_server_take(&run.server, OP_ROOM_OPEN);
    assert_int_equal(open.as.room_open.clock->kind, CLOCK_KIND_WORD_BYOYOMI);
    assert_int_equal(open.as.room_open.clock->main_ms, 600000);
    assert_int_equal(open.as.room_open.clock->period_ms, 30000);
    assert_int_equal(open.as.room_open.clock->periods, 3);
    fake_server_drop(&run.server);
    penta_run_check_end(3, "No connection");
}

static void only_rooms_with_the_clock_that_was_asked_for_are_joined(void **state)
{
    (void)state;
    static const struct clock_record quick = {
        .kind = CLOCK_KIND_WORD_FISCHER, .main_ms = 300000, .increment_ms = 3000};
    struct person_record boris = {
        .name = "boris", .connected = true, .rating = NONE, .claim_in_ms = NONE};
    struct room_record rooms[2] = {wire_room(20, ROOM_STATE_WORD_OPEN),
                                   wire_room(19, ROOM_STATE_WORD_OPEN)};
    rooms[0].players = rooms[1].players = &boris;
    rooms[0].clock = &quick;
    penta_run_start("play --variant mini --clock 5m+3s");
    let_guest_in();
    struct room_list_reply list = {.rooms = rooms, .rooms_count = 2};
    struct request request = fake_server_take(&run.server, OP_ROOM_LIST);
    fake_server_reply(&run.server, OP_ROOM_LIST, request.id, &list);
    assert_int_equal(fake_server_take(&run.server, OP_ROOM_JOIN).as.room_join.room, 20);
    fake_server_drop(&run.server);
    penta_run_check_end(3, "No connection");
}

/* The list goes on showing it: whoever opened it is busy elsewhere, or has blocked us. */
static void a_room_that_refuses_us_is_not_tried_again(void **state)
{
    (void)state;
    struct person_record boris = {
        .name = "boris", .connected = true, .rating = NONE, .claim_in_ms = NONE};
    struct room_record rooms[2] = {wire_room(20, ROOM_STATE_WORD_OPEN),
                                   wire_room(19, ROOM_STATE_WORD_OPEN)};
    struct room_list_reply list = {.rooms = rooms, .rooms_count = 2};
    rooms[0].players = rooms[1].players = &boris;
    penta_run_start("play --variant mini");
    let_guest_in();
    for (uint64_t tried = 19; tried <= 20; tried++) {
        struct request request = fake_server_take(&run.server, OP_ROOM_LIST);
        fake_server_reply(&run.server, OP_ROOM_LIST, request.id, &list);
        request = fake_server_take(&run.server, OP_ROOM_JOIN);
        assert_int_equal(request.as.room_join.room, tried);
        const struct fault fault = {.error = ERR_OPPONENT_BUSY};
        fake_server_error(&run.server, request.id, &fault, 0);
    }
    struct request request = fake_server_take(&run.server, OP_ROOM_LIST);
    fake_server_reply(&run.server, OP_ROOM_LIST, request.id, &list);
    (void)fake_server_take(&run.server, OP_ROOM_OPEN);
    fake_server_drop(&run.server);
    penta_run_check_end(3, "No connection");
}

static void a_wrong_clock_is_exit_2_with_examples(void **state)
{
    (void)state;
    penta_run_start("play --clock 5min");
    penta_run_check_end(2, "\"5min\" is not a time control. Try 5m+3s");
}

static void a_script_takes_back_and_plays_on(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    penta_type(&run.penta, "b2\ntakeback\na1\naccept\n");
    penta_close_input(&run.penta);
    sit_down_to_play();
    answer_move(1, 0, "b2");
    struct request ask = fake_server_take(&run.server, OP_GAME_TAKEBACK);
    assert_int_equal(ask.as.game_takeback.answer, TAKEBACK_WORD_ASK);
    struct game_takeback_reply reply = {.ply = 1};
    fake_server_reply(&run.server, OP_GAME_TAKEBACK, ask.id, &reply);
    struct game_takeback_asked_event asked = {.game = 9, .seq = 2, .by = SEAT_WORD_FIRST};
    fake_server_event(&run.server, EVENT_GAME_TAKEBACK_ASKED, &asked);
    take_back(3, 0, SEAT_WORD_FIRST);
    answer_move(4, 0, "a1");
    asked = (struct game_takeback_asked_event){.game = 9, .seq = 5, .by = SEAT_WORD_SECOND};
    fake_server_event(&run.server, EVENT_GAME_TAKEBACK_ASKED, &asked);
    ask = fake_server_take(&run.server, OP_GAME_TAKEBACK);
    assert_int_equal(ask.as.game_takeback.answer, TAKEBACK_WORD_ACCEPT);
    fake_server_reply(&run.server, OP_GAME_TAKEBACK, ask.id, &reply);
    penta_run_check_end(0, "You asked for a takeback.");
    assert_non_null(strstr(run.penta.text, "Taken back: the board is as it was before move 1."));
    assert_non_null(strstr(run.penta.text, "boris asks for a takeback."));
}

/* boris asks for both and moves, anna answers with a move: nobody is left waiting for an answer. */
static void a_move_that_ends_what_was_asked_is_told(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    penta_type(&run.penta, "b2\nc3\n");
    penta_close_input(&run.penta);
    sit_down_to_play();
    answer_move(1, 0, "b2");
    struct game_draw_offered_event offered = {.game = 9, .seq = 2, .by = SEAT_WORD_SECOND};
    struct game_takeback_asked_event asked = {.game = 9, .seq = 3, .by = SEAT_WORD_FIRST};
    struct game_moved_event moved = wire_moved(9, 4, SEAT_WORD_SECOND, 1, "a1");
    fake_server_event(&run.server, EVENT_GAME_DRAW_OFFERED, &offered);
    fake_server_event(&run.server, EVENT_GAME_TAKEBACK_ASKED, &asked);
    fake_server_event(&run.server, EVENT_GAME_MOVED, &moved);
    answer_move(5, 2, "c3");
    penta_run_check_end(0, "boris moved: your takeback request is declined.");
    assert_non_null(strstr(run.penta.text, "Your move declines your opponent's draw offer."));
    assert_null(strstr(run.penta.text, "withdraw"));
}

static void a_claim_waits_until_it_may_be_made(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    penta_type(&run.penta, "claim\n");
    penta_close_input(&run.penta);
    sit_down_to_play();
    struct game_moved_event moved = wire_moved(9, 1, SEAT_WORD_FIRST, 0, "b2");
    fake_server_event(&run.server, EVENT_GAME_MOVED, &moved);
    struct room_presence_event away = {.room = 7, .name = "boris", .claim_in_ms = 30};
    fake_server_event(&run.server, EVENT_ROOM_PRESENCE, &away);
    struct request claim = fake_server_take(&run.server, OP_ROOM_CLAIM);
    assert_int_equal(claim.as.room_claim.room, 7);
    struct game_ended_event ended = {
        .game = 9, .seq = 2, .result = RESULT_WORD_FIRST, .reason = REASON_WORD_CLAIM, .ended = 1};
    fake_server_event(&run.server, EVENT_GAME_ENDED, &ended);
    fake_server_reply(&run.server, OP_ROOM_CLAIM, claim.id, &(struct room_claim_reply){0});
    struct request leave = fake_server_take(&run.server, OP_ROOM_LEAVE);
    fake_server_reply(&run.server, OP_ROOM_LEAVE, leave.id, &(struct room_leave_reply){0});
    penta_run_check_end(0, "boris lost the connection; you can claim the win in 0:01.");
    assert_non_null(strstr(run.penta.text, "You can claim the win now: type claim."));
    assert_non_null(strstr(run.penta.text, "You won: opponent away too long."));
}

/* A game that is over, after which `by` offers a rematch, and anna quits. */
static void quit_with_an_offer(const char *by, const char *words)
{
    struct game_ended_event ended = {
        .game = 9, .seq = 1, .result = RESULT_WORD_FIRST, .reason = REASON_WORD_RESIGN, .ended = 1};
    struct room_rematch_offered_event offered = {.room = 7, .name = by};
    sit_down_at_a_screen();
    fake_server_event(&run.server, EVENT_GAME_ENDED, &ended);
    fake_server_event(&run.server, EVENT_ROOM_REMATCH_OFFERED, &offered);
    penta_run_see("a rematch");
    penta_type(&run.penta, "quit\r");
    struct request leave = fake_server_take(&run.server, OP_ROOM_LEAVE);
    fake_server_reply(&run.server, OP_ROOM_LEAVE, leave.id, &(struct room_leave_reply){0});
    penta_run_check_end(0, words);
}

static void who_goes_hears_that_the_offer_of_a_rematch_ends(void **state)
{
    (void)state;
    quit_with_an_offer("anna", "You leave the room: your offer of a rematch is withdrawn.");
}

static void who_goes_hears_that_the_other_rematch_is_off(void **state)
{
    (void)state;
    quit_with_an_offer("boris", "You leave the room: the rematch that boris offers is off.");
}

static void time_is_given_and_refusals_say_when_to_try_again(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    penta_type(&run.penta, "give 99\ngive 20\ngive\ndraw\nsay hello\n");
    penta_close_input(&run.penta);
    sit_down_to_play();
    struct request give = fake_server_take(&run.server, OP_GAME_GIVE_TIME);
    assert_int_equal(give.as.game_give_time.ms, 20000);
    struct game_time_given_event given = {.game = 9, .seq = 1, .by = SEAT_WORD_FIRST, .ms = 20000};
    fake_server_event(&run.server, EVENT_GAME_TIME_GIVEN, &given);
    fake_server_reply(&run.server, OP_GAME_GIVE_TIME, give.id,
                      &(struct game_give_time_reply){.ms = 20000});
    give = fake_server_take(&run.server, OP_GAME_GIVE_TIME);
    assert_int_equal(give.as.game_give_time.ms, 15000);
    struct fault fault = {.error = ERR_TOO_MUCH_TIME};
    fake_server_error(&run.server, give.id, &fault, 0);
    struct request draw = fake_server_take(&run.server, OP_GAME_DRAW);
    fault = (struct fault){.error = ERR_DRAW_TOO_SOON, .retry_after_plies = 8};
    fake_server_error(&run.server, draw.id, &fault, 31000);
    struct request say = fake_server_take(&run.server, OP_ROOM_SAY);
    fault = (struct fault){.error = ERR_RATE_LIMITED};
    fake_server_error(&run.server, say.id, &fault, 1200);
    penta_run_check_end(1, "You gave 20 seconds.");
    assert_non_null(strstr(run.penta.text, "Give 1 to 60 seconds, for example: give 15"));
    assert_non_null(strstr(run.penta.text, "as much time as allowed in a game.\n"));
    assert_non_null(strstr(run.penta.text, "Try again after 8 more moves."));
    assert_non_null(strstr(run.penta.text, "Try again in 2 seconds."));
}

static void a_text_that_is_too_long_is_told_how_long_it_may_be(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    penta_type(&run.penta, "say a long story\n");
    penta_close_input(&run.penta);
    let_guest_in();
    open_room();
    const struct fault fault = {.error = ERR_OUT_OF_RANGE, .field = "text"};
    fake_server_error(&run.server, fake_server_take(&run.server, OP_ROOM_SAY).id, &fault, 0);
    struct request leave = fake_server_take(&run.server, OP_ROOM_LEAVE);
    fake_server_reply(&run.server, OP_ROOM_LEAVE, leave.id, &(struct room_leave_reply){0});
    penta_run_check_end(1, "empty or too long: at most 500 characters.");
    assert_null(strstr(run.penta.text, "(text)"));
}

static void where_only_phrases_are_said_they_are_listed_with_numbers(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    run.server.chat = CHAT_WORD_PHRASES;
    penta_type(&run.penta, "say Meet me outside\nsay 3\n");
    penta_close_input(&run.penta);
    let_guest_in();
    open_room();
    struct request say = fake_server_take(&run.server, OP_ROOM_SAY);
    assert_string_equal(say.as.room_say.text, "Well played!");
    fake_server_reply(&run.server, OP_ROOM_SAY, say.id, &(struct room_say_reply){.n = 1});
    struct request leave = fake_server_take(&run.server, OP_ROOM_LEAVE);
    fake_server_reply(&run.server, OP_ROOM_LEAVE, leave.id, &(struct room_leave_reply){0});
    penta_run_check_end(0, "say 12 - Goodbye!");
}

static void bots_get_json(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini --json");
    penta_type(&run.penta, "b2\nquit\n");
    sit_down_to_play();
    struct request move = fake_server_take(&run.server, OP_GAME_MOVE);
    struct game_moved_event moved = wire_moved(9, 1, SEAT_WORD_FIRST, 0, "b2");
    fake_server_event(&run.server, EVENT_GAME_MOVED, &moved);
    fake_server_reply(&run.server, OP_GAME_MOVE, move.id, &(struct game_move_reply){.ply = 1});
    penta_run_check_end(0, "{\"ev\":\"game.moved\",\"game\":\"000000000009\",\"seq\":1");
    assert_non_null(strstr(run.penta.text, "{\"re\":0,\"name\":\"anna\",\"guest\":true"));
    assert_null(strstr(run.penta.text, TOKEN));
    assert_non_null(strstr(run.penta.text, "\"state\":\"open\""));
}

static void a_mute_and_a_report_are_told_at_the_table(void **state)
{
    (void)state;
    static const struct sanction_record mute = {.until = NONE, .reason = "spam"};
    penta_run_start("play --new --variant mini");
    penta_type(&run.penta, "b2\nquit\n");
    sit_down_to_play();
    fake_server_event(&run.server, EVENT_ACCOUNT_CHANGED,
                      &(struct account_changed_event){.act = MOD_ACT_WORD_MUTE, .mute = &mute});
    fake_server_event(&run.server, EVENT_MOD_REPORTED,
                      &(struct mod_reported_event){
                          .by = "carla", .name = "dora", .complaint = COMPLAINT_WORD_STALLING});
    answer_move(1, 0, "b2");
    penta_run_check_end(0, "You can no longer write to others. Reason: spam. You can appeal once: "
                           "penta appeal\nNew report: carla reports dora: stalling");
}

static void annulled_games_are_told_at_the_table(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    penta_type(&run.penta, "b2\nquit\n");
    sit_down_to_play();
    fake_server_event(&run.server, EVENT_RATING_ANNULLED,
                      &(struct rating_annulled_event){.variant = variant_get(VARIANT_CLASSIC),
                                                      .games = 3,
                                                      .before = 1520,
                                                      .after = 1460,
                                                      .provisional = true});
    fake_server_event(
        &run.server, EVENT_RATING_ANNULLED,
        &(struct rating_annulled_event){
            .variant = variant_get(VARIANT_MINI), .games = 1, .before = 1520, .after = NONE});
    static const struct memo_record memo = {
        .memo = 9, .kind = MEMO_KIND_WORD_POINTS_BACK, .name = "zoya", .points = -9, .text = "Bot"};
    fake_server_event(&run.server, EVENT_MEMO_ADDED, &(struct memo_added_event){.memo = &memo});
    struct request seen = fake_server_take(&run.server, OP_MEMO_SEEN);
    assert_int_equal(seen.as.memo_seen.upto, 9);
    fake_server_reply(&run.server, OP_MEMO_SEEN, seen.id, &(struct memo_seen_reply){0});
    answer_move(1, 0, "b2");
    penta_run_check_end(0,
                        "3 rated games of Five in a row were annulled: rating 1520 -> 1460?\n"
                        "1 rated game of Tic-tac-toe was annulled: you have no rating any more.\n"
                        "Your rated games against zoya were annulled; points: -9. Reason: Bot.\n");
}

static void say(int64_t n, const char *name, const char *text, bool from_watcher)
{
    struct chat_line_record line = {
        .n = n, .name = name, .text = text, .at = 1, .from_watcher = from_watcher};
    fake_server_event(&run.server, EVENT_ROOM_SAID,
                      &(struct room_said_event){.room = 7, .line = &line});
}

static void what_was_said_while_watching_is_marked(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    penta_type(&run.penta, "b2\nquit\n");
    sit_down_to_play();
    say(2, "boris", "good luck", false);
    say(1, "clara", "a1 wins", true);
    answer_move(1, 0, "b2");
    penta_run_check_end(0, "boris: good luck\n");
    assert_non_null(strstr(run.penta.text, "clara (spectator): a1 wins\n"));
}

static void who_comes_to_watch_sees_who_watched_in_the_chat(void **state)
{
    (void)state;
    struct chat_line_record lines[] = {
        {.n = 1, .name = "boris", .text = "good luck", .at = 1},
        {.n = 2, .name = "clara", .text = "a1 wins", .at = 2, .from_watcher = true}};
    struct person_record boris = {.name = "boris", .rating = NONE, .claim_in_ms = NONE};
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    room.players = &boris;
    room.players_count = 1;
    penta_run_start("watch 000000000007");
    let_guest_in();
    fake_server_reply(&run.server, OP_ROOM_WATCH, fake_server_take(&run.server, OP_ROOM_WATCH).id,
                      &(struct room_watch_reply){.room = &room, .chat = lines, .chat_count = 2});
    fake_server_event(&run.server, EVENT_ROOM_CLOSED, &(struct room_closed_event){.room = 7});
    penta_run_check_end(0, "boris: good luck\nclara (spectator): a1 wins\n");
}

/* ---------------------------------------------------------------- being sent away */

/* The reason and the end; not how one comes back to the game, because one cannot. */
static void who_is_banned_at_the_table_learns_until_when_and_why(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    sit_down_to_play();
    fake_server_event(
        &run.server, EVENT_BYE,
        &(struct bye_event){
            .code = "banned", .message = "x", .retry_after_ms = 86400000, .reason = "insults"});
    penta_run_check_end(1, "penta: You are banned from this server until 20");
    assert_non_null(strstr(run.penta.text, ". Reason: insults.\n"));
    assert_null(strstr(run.penta.text, "Come back"));
    assert_null(strstr(run.penta.text, "Try again"));
}

static void who_is_banned_while_away_is_told_at_the_return(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini");
    sit_down_to_play();
    fake_server_drop(&run.server);
    fake_server_accept(&run.server);
    const struct fault fault = {.error = ERR_BANNED, .reason = "insults"};
    fake_server_error(&run.server, fake_server_take(&run.server, OP_AUTH_RESUME).id, &fault, 0);
    penta_run_check_end(1, "penta: You are banned from this server for good. Reason: insults.\n");
    assert_null(strstr(run.penta.text, "Come back"));
}

static void a_bot_learns_why_its_login_was_refused(void **state)
{
    (void)state;
    penta_run_start("play --new --variant mini --json");
    fake_server_accept(&run.server);
    const struct fault fault = {.error = ERR_BANNED, .reason = "insults"};
    fake_server_error(&run.server, fake_server_take(&run.server, OP_AUTH_GUEST).id, &fault, 60000);
    penta_run_check_end(1, "{\"re\":0,\"error\":{\"code\":\"banned\",");
    assert_non_null(strstr(run.penta.text, "\"reason\":\"insults\""));
    assert_non_null(strstr(run.penta.text, "\"retry_after_ms\":60000"));
}

/* As from a terminal that does not mark what is pasted: all of it comes at once. */
static void lines_that_come_at_once_are_no_row_of_commands(void **state)
{
    (void)state;
    sit_down_at_a_screen();
    penta_type(&run.penta, "b2\rresign\ryes\r");
    answer_move(1, 0, "b2");
    penta_run_see("only the first was done");
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "The game goes on.");
}

static void a_dumb_terminal_gets_lines(void **state)
{
    (void)state;
    run.penta.term = "dumb";
    penta_run_start_screen("play --new --variant mini");
    sit_down_to_play();
    penta_type(&run.penta, "b2\nquit\n");
    answer_move(1, 0, "b2");
    penta_run_check_end(0, "You played b2 (X).");
    assert_null(strchr(run.penta.text, '\x1b'));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(lines_that_come_at_once_are_no_row_of_commands),
        PENTA_TEST(a_dumb_terminal_gets_lines),
        PENTA_TEST(leaves_an_open_room_at_the_end_of_input),
        PENTA_TEST(joins_the_oldest_room_where_somebody_waits),
        PENTA_TEST(a_move_reaches_the_server_over_a_broken_connection),
        PENTA_TEST(a_script_waits_for_its_turns),
        PENTA_TEST(a_room_is_opened_with_the_clock_that_was_asked_for),
        PENTA_TEST(only_rooms_with_the_clock_that_was_asked_for_are_joined),
        PENTA_TEST(a_room_that_refuses_us_is_not_tried_again),
        PENTA_TEST(a_wrong_clock_is_exit_2_with_examples),
        PENTA_TEST(a_script_takes_back_and_plays_on),
        PENTA_TEST(a_move_that_ends_what_was_asked_is_told),
        PENTA_TEST(a_claim_waits_until_it_may_be_made),
        PENTA_TEST(who_goes_hears_that_the_offer_of_a_rematch_ends),
        PENTA_TEST(who_goes_hears_that_the_other_rematch_is_off),
        PENTA_TEST(time_is_given_and_refusals_say_when_to_try_again),
        PENTA_TEST(a_text_that_is_too_long_is_told_how_long_it_may_be),
        PENTA_TEST(where_only_phrases_are_said_they_are_listed_with_numbers),
        PENTA_TEST(bots_get_json),
        PENTA_TEST(a_mute_and_a_report_are_told_at_the_table),
        PENTA_TEST(annulled_games_are_told_at_the_table),
        PENTA_TEST(what_was_said_while_watching_is_marked),
        PENTA_TEST(who_comes_to_watch_sees_who_watched_in_the_chat),
        PENTA_TEST(who_is_banned_at_the_table_learns_until_when_and_why),
        PENTA_TEST(who_is_banned_while_away_is_told_at_the_return),
        PENTA_TEST(a_bot_learns_why_its_login_was_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
