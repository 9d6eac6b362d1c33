/* SPDX-License-Identifier: MIT */
/*
 * Helpers for tests of `penta play`, as penta_table.h describes them.
 */
#include "penta_table.h"

#include "penta_run.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

void let_guest_in(void)
{
    struct auth_guest_reply reply = {.seq = 1, .name = "anna", .token = TOKEN};
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_GUEST, fake_server_take(&run.server, OP_AUTH_GUEST).id,
                      &reply);
}

void open_room(void)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    struct room_open_reply reply = {.room = &room};
    fake_server_reply(&run.server, OP_ROOM_OPEN, fake_server_take(&run.server, OP_ROOM_OPEN).id,
                      &reply);
}

void begin_game(void)
{
    struct person_record boris = {.name = "boris", .connected = true, .rating = NONE};
    struct game_record game = wire_game(9, "", 0);
    struct room_joined_event joined = {.room = 7, .player = &boris};
    struct game_started_event started = {.room = 7, .game = &game};
    fake_server_event(&run.server, EVENT_ROOM_JOINED, &joined);
    fake_server_event(&run.server, EVENT_GAME_STARTED, &started);
}

void answer_return(const char *actions, int64_t seq)
{
    return_to(actions, seq, seq);
}

void return_to(const char *actions, int64_t known, int64_t seq)
{
    struct game_record game = wire_game(9, actions, seq);
    struct game_sync_reply sync = {.seq = seq, .game = known < seq ? &game : NULL};
    fake_server_accept(&run.server);
    struct request request = fake_server_take(&run.server, OP_AUTH_RESUME);
    assert_string_equal(request.as.auth_resume.token, TOKEN);
    struct auth_resume_reply resume = {.seq = run.server.player_seq, .name = "anna", .guest = true};
    fake_server_reply(&run.server, OP_AUTH_RESUME, request.id, &resume);
    request = fake_server_take(&run.server, OP_GAME_SYNC);
    assert_int_equal(request.as.game_sync.since, known);
    fake_server_reply(&run.server, OP_GAME_SYNC, request.id, &sync);
    request = fake_server_take(&run.server, OP_ROOM_WATCH);
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct room_watch_reply watch = {.room = &room, .game = &game};
    fake_server_reply(&run.server, OP_ROOM_WATCH, request.id, &watch);
}

void take_back(int64_t seq, int64_t ply, int to_act)
{
    struct game_taken_back_event back = {.game = 9,
                                         .seq = seq,
                                         .by = SEAT_WORD_FIRST,
                                         .ply = ply,
                                         .to_act = to_act,
                                         .board = &wire_board};
    fake_server_event(&run.server, EVENT_GAME_TAKEN_BACK, &back);
}

void answer_move(int64_t seq, int64_t ply, const char *at)
{
    struct request move = fake_server_take(&run.server, OP_GAME_MOVE);
    assert_int_equal(move.as.game_move.ply, ply);
    assert_string_equal(move.as.game_move.action, at);
    struct game_moved_event moved =
        wire_moved(9, seq, ply % 2 == 0 ? SEAT_WORD_FIRST : SEAT_WORD_SECOND, ply, at);
    fake_server_reply(&run.server, OP_GAME_MOVE, move.id,
                      &(struct game_move_reply){.ply = ply + 1});
    fake_server_event(&run.server, EVENT_GAME_MOVED, &moved);
}

void sit_down_to_play(void)
{
    let_guest_in();
    open_room();
    begin_game();
}

void sit_down_at_a_screen(void)
{
    penta_run_start_screen("play --new --variant mini");
    let_guest_in();
    penta_run_answer_settings(LANGUAGE_WORD_EN);
    open_room();
    begin_game();
    penta_run_see("Your turn");
}

void be_the_guest(void)
{
    penta_run_start("lobby");
    let_guest_in();
    fake_server_reply(&run.server, OP_LOBBY_WATCH, fake_server_take(&run.server, OP_LOBBY_WATCH).id,
                      &(struct lobby_watch_reply){0});
    penta_run_check_end(0, "Nobody is waiting");
    fake_server_drop(&run.server);
}
