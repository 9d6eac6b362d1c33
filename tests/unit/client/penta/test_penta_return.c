/* SPDX-License-Identifier: MIT */
/*
 * The program penta comes back to a table: what was said and who invited meanwhile is told, once,
 * whether the server sends the events again or tells everything.
 */
#include "penta_run.h"
#include "penta_table.h"
#include "tests/support/cmocka_all.h"
#include "wire.h"

#include <string.h>

static struct chat_line_record line_of(int64_t n, const char *text)
{
    return (struct chat_line_record){.n = n, .name = "boris", .text = text, .at = 1};
}

static void say(int64_t n, const char *text)
{
    const struct chat_line_record line = line_of(n, text);
    fake_server_event(&run.server, EVENT_ROOM_SAID,
                      &(struct room_said_event){.room = 7, .line = &line});
}

static struct room_record invitation(uint64_t id)
{
    static const struct person_record vera = {.name = "vera", .rating = NONE, .claim_in_ms = NONE};
    struct room_record room = wire_room(id, ROOM_STATE_WORD_OPEN);
    room.players = &vera;
    room.players_count = 1;
    return room;
}

static void invite(uint64_t id)
{
    const struct room_record room = invitation(id);
    fake_server_event(&run.server, EVENT_ROOM_INVITED, &(struct room_invited_event){.room = &room});
}

static struct room_record table_now(void)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    room.seq = run.server.room_seq;
    return room;
}

/* Breaks the connection, and lets penta in again; it asks for the game, the room and the player.
 * `missed`: so many of the player's events. */
static void come_back(int64_t room_since, int64_t missed)
{
    int64_t known = run.server.player_seq;
    fake_server_drop(&run.server);
    fake_server_accept(&run.server);
    struct room_record room = table_now();
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.name = "anna",
                                                  .guest = true,
                                                  .seq = known + missed,
                                                  .rooms = &room,
                                                  .rooms_count = 1});
    fake_server_reply(&run.server, OP_GAME_SYNC, fake_server_take(&run.server, OP_GAME_SYNC).id,
                      &(struct game_sync_reply){.seq = 0});
    assert_int_equal(fake_server_take(&run.server, OP_ROOM_SYNC).as.room_sync.since, room_since);
}

/* Finds the text in all that penta said, once. */
static void check_once(const char *text)
{
    const char *at = strstr(run.penta.text, text);
    assert_non_null(at);
    assert_null(strstr(at + 1, text));
}

static void finish(void)
{
    answer_move(1, 0, "b2");
    penta_run_check_end(0, "Connected again.");
    check_once("boris: one\n");
    check_once("boris: two\n");
    check_once("penta play 000000000008");
    check_once("penta play 000000000009");
}

/* At the table, where something was said, and invited by somebody. */
static void begin(void)
{
    penta_run_start("play --new --variant mini");
    sit_down_to_play();
    say(1, "one");
    invite(8);
}

static int64_t last_id(enum op op)
{
    return fake_server_take(&run.server, op).id;
}

static void presence(const char *name, bool is_connected)
{
    fake_server_event(&run.server, EVENT_ROOM_PRESENCE,
                      &(struct room_presence_event){.room = 7,
                                                    .name = name,
                                                    .connected = is_connected,
                                                    .claim_in_ms = NONE,
                                                    .lag_ms = NONE});
}

static void what_is_sent_again_is_told_once(void **state)
{
    (void)state;
    begin();
    int64_t since = run.server.room_seq;
    come_back(since, 1);
    int64_t id = last_id(OP_PLAYER_SYNC);
    say(2, "two");
    presence("anna", false);
    presence("boris", false);
    presence("anna", true);
    struct room_record room = table_now();
    fake_server_reply(&run.server, OP_ROOM_SYNC, id - 1, &(struct room_sync_reply){.room = &room});
    invite(9);
    fake_server_reply(&run.server, OP_PLAYER_SYNC, id,
                      &(struct player_sync_reply){.seq = run.server.player_seq});
    penta_type(&run.penta, "b2\nquit\n");
    finish();
    check_once("boris is offline.\n");
    assert_null(strstr(run.penta.text, "anna is")); /* who knows that */
}

/* Comes back to a server that tells everything: what was known, and what is new. */
static void come_back_to_all(int64_t unread)
{
    int64_t since = run.server.room_seq;
    come_back(since, 5);
    int64_t id = last_id(OP_PLAYER_SYNC);
    run.server.room_seq = 3; /* of a server that was started anew */
    struct room_record room = table_now();
    struct game_record game = wire_game(9, "", 0);
    struct chat_line_record chat[] = {line_of(1, "one"), line_of(2, "two")};
    fake_server_reply(
        &run.server, OP_ROOM_SYNC, id - 1,
        &(struct room_sync_reply){
            .room = &room, .whole = true, .game = &game, .chat = chat, .chat_count = 2});
    struct room_record rooms[] = {invitation(8), invitation(9)};
    fake_server_reply(&run.server, OP_PLAYER_SYNC, id,
                      &(struct player_sync_reply){.seq = run.server.player_seq + 5,
                                                  .whole = true,
                                                  .rooms = &room,
                                                  .rooms_count = 1,
                                                  .invitations = rooms,
                                                  .invitations_count = 2,
                                                  .unread = unread});
    penta_type(&run.penta, "b2\nquit\n");
    finish();
}

static void what_is_told_whole_is_told_once(void **state)
{
    (void)state;
    begin();
    come_back_to_all(2);
    check_once("2 unread messages");
}

/* Three were unread and were read on another device, so two that come while away are news. */
static void what_was_read_elsewhere_hides_nothing_new(void **state)
{
    (void)state;
    const struct message_record letter = {.message = 3, .from = "vera", .to = "anna", .text = "hi"};
    begin();
    fake_server_event(&run.server, EVENT_MESSAGE_RECEIVED,
                      &(struct message_received_event){.message = &letter, .unread = 3});
    fake_server_event(&run.server, EVENT_MESSAGE_READ_UPTO,
                      &(struct message_read_upto_event){.with = "vera", .upto = 3, .unread = 0});
    come_back_to_all(2);
    check_once("2 unread messages");
}

/* A person types while the connection is away: what was typed last is played. */
static void a_move_typed_without_a_connection_is_played(void **state)
{
    (void)state;
    sit_down_at_a_screen();
    fake_server_drop(&run.server);
    penta_run_see("Connection lost");
    penta_type(&run.penta, "a1\r");
    penta_run_see("then a1 is sent");
    penta_type(&run.penta, "b2\r");
    penta_run_see("then b2 is sent");
    return_to("", 0, 0);
    penta_run_answer_settings(LANGUAGE_WORD_EN);
    answer_move(1, 0, "b2");
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "The game goes on.");
}

static void a_move_typed_without_a_connection_can_be_taken_back(void **state)
{
    (void)state;
    sit_down_at_a_screen();
    fake_server_drop(&run.server);
    penta_run_see("Connection lost");
    penta_type(&run.penta, "a1\r");
    penta_run_see("then a1 is sent; to cancel it type takeback");
    penta_type(&run.penta, "takeback\r");
    penta_run_see("a1 was not sent.");
    return_to("", 0, 0);
    penta_run_answer_settings(LANGUAGE_WORD_EN);
    penta_type(&run.penta, "c3\r");
    answer_move(1, 0, "c3");
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "The game goes on.");
}

/* Nothing is answered: penta says so and tries the connection, which is there after all. */
static void silence_is_told_and_ends_with_an_answer(void **state)
{
    (void)state;
    sit_down_at_a_screen();
    penta_type(&run.penta, "b2\r");
    penta_run_see("Sending b2.");
    penta_run_see("No answer to b2");
    answer_move(1, 0, "b2");
    penta_type(&run.penta, "quit\r");
    penta_run_check_end(0, "The game goes on.");
}

/* The variant that is asked for is a row of the client's table, that of the room one that the
 * server told. */
static void who_asks_for_a_variant_goes_back_to_the_game_of_it(void **state)
{
    (void)state;
    be_the_guest();
    for (int place = ROOM_STATE_WORD_OPEN; place <= ROOM_STATE_WORD_PLAYING; place++) {
        const struct room_record room = wire_room(7, place);
        penta_run_start("play mini");
        fake_server_accept(&run.server);
        fake_server_reply(
            &run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
            &(struct auth_resume_reply){
                .seq = 1, .name = "anna", .guest = true, .rooms = &room, .rooms_count = 1});
        assert_int_equal(fake_server_take(&run.server, OP_ROOM_WATCH).as.room_watch.room, 7);
        fake_server_drop(&run.server);
        penta_run_check_end(3, "No connection");
    }
}

static void who_looks_for_anybody_looks_on_after_the_return(void **state)
{
    (void)state;
    penta_run_start("quick --variant mini");
    let_guest_in();
    struct room_quick_reply queued = {.estimate_ms = NONE};
    fake_server_reply(&run.server, OP_ROOM_QUICK, fake_server_take(&run.server, OP_ROOM_QUICK).id,
                      &queued);
    fake_server_drop(&run.server);
    fake_server_accept(&run.server);
    fake_server_reply(&run.server, OP_AUTH_RESUME, fake_server_take(&run.server, OP_AUTH_RESUME).id,
                      &(struct auth_resume_reply){.seq = 1, .name = "anna", .guest = true});
    struct request request = fake_server_take(&run.server, OP_ROOM_QUICK);
    assert_int_equal(request.as.room_quick.variant->id, VARIANT_MINI);
    const struct fault fault = {.error = ERR_ALREADY_WAITING}; /* it has not noticed anything */
    fake_server_error(&run.server, request.id, &fault, 0);
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    fake_server_event(&run.server, EVENT_ROOM_PAIRED, &(struct room_paired_event){.room = &room});
    penta_type(&run.penta, "b2\nquit\n");
    begin_game();
    answer_move(1, 0, "b2");
    penta_run_check_end(0, "Connection lost, trying again...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PENTA_TEST(who_looks_for_anybody_looks_on_after_the_return),
        PENTA_TEST(what_is_sent_again_is_told_once),
        PENTA_TEST(what_is_told_whole_is_told_once),
        PENTA_TEST(a_move_typed_without_a_connection_is_played),
        PENTA_TEST(a_move_typed_without_a_connection_can_be_taken_back),
        PENTA_TEST(silence_is_told_and_ends_with_an_answer),
        PENTA_TEST(what_was_read_elsewhere_hides_nothing_new),
        PENTA_TEST(who_asks_for_a_variant_goes_back_to_the_game_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
