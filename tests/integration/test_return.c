/* SPDX-License-Identifier: MIT */
/* Coming back to a server that kept running: tokens, what was missed, several connections. */
#include "tests/support/scene.h"

#include <string.h>

SCENE(a_player_who_returns_in_the_middle_gets_the_game_and_plays_on)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *anna = table.opener;
    table_play(&table, "h8 a1 h9");
    peer_close(anna);
    /* The opponent goes on meanwhile. */
    peer_ask(table.joiner, "game.move", "{s:s, s:i, s:s}", "game", table.game, "ply", 3, "action",
             "a2");
    peer_event(table.joiner, "game.moved", "{s:i}", "ply", 3);
    struct peer *back = scene_stranger(scene, "Anna is back");
    json_t *resumed = peer_resume(back, peer_token(anna));
    assert_string_equal(text_at(resumed, "name"), "Anna");
    assert_false(bool_at(resumed, "guest"));
    assert_int_equal(count_at(resumed, "rooms"), 1);
    assert_string_equal(text_at(resumed, "rooms.0.room"), table.room);
    assert_string_equal(text_at(resumed, "rooms.0.game"), table.game);
    json_t *whole = peer_ask(back, "game.sync", "{s:s}", "game", table.game);
    assert_string_equal(text_at(whole, "game.actions"), "h8 a1 h9 a2");
    assert_int_equal(int_at(whole, "seq"), 4);
    table_take_seats(&table, back, table.joiner);
    table_play(&table, "h10 a3 h11 a4 h12");
    table_ended(&table, "first", "row");
}

SCENE(the_gap_is_sent_again_before_the_reply)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *anna = table.opener;
    table_play(&table, "h8 a1");
    peer_close(anna);
    struct peer *boris = table.joiner;
    struct peer *elsewhere = scene_resume(scene, anna);
    peer_rewind(elsewhere, table.game, 2);
    table.seats[0] = elsewhere;
    table_play(&table, "h9 a2");
    peer_ask(boris, "game.draw", "{s:s}", "game", table.game);
    /* The one who returns has seen event 2. */
    struct peer *back = scene_resume(scene, anna);
    peer_rewind(back, table.game, 2);
    int64_t id = peer_send(back, "game.sync", "{s:s, s:i}", "game", table.game, "since", 2);
    static const char *const events[] = {"game.moved", "game.moved", "game.draw_offered"};
    peer_next(back); /* the reply of auth.resume */
    for (int i = 0; i < 3; i++) {
        json_t *event = peer_next(back);
        assert_string_equal(text_at(event, "ev"), events[i]);
        assert_int_equal(int_at(event, "seq"), 3 + i);
    }
    json_t *reply = peer_next(back);
    assert_int_equal(int_at(reply, "re"), id);
    assert_int_equal(int_at(reply, "seq"), 5);
    assert_false(has_at(reply, "game"));
    /* From there on it goes on without a gap. */
    peer_ask(back, "game.draw", "{s:s, s:s}", "game", table.game, "answer", "refuse");
    json_t *refused = peer_event(back, "game.draw_refused", NULL);
    assert_int_equal(int_at(refused, "seq"), 6);
}

SCENE(a_client_that_has_everything_gets_no_event_again)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1");
    json_t *reply =
        peer_ask(table.opener, "game.sync", "{s:s, s:i}", "game", table.game, "since", 2);
    assert_int_equal(int_at(reply, "seq"), 2);
    assert_false(has_at(reply, "game"));
    assert_false(peer_has_event(table.opener, "game.moved"));
}

SCENE(a_client_that_claims_to_have_seen_the_future_gets_the_whole_game)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1");
    json_t *reply =
        peer_ask(table.opener, "game.sync", "{s:s, s:i}", "game", table.game, "since", 3);
    assert_int_equal(int_at(reply, "seq"), 2);
    assert_string_equal(text_at(reply, "game.actions"), "h8 a1");
}

SCENE(a_game_that_ended_meanwhile_is_told_whole)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *anna = table.opener;
    table_play(&table, "h8 a1 h9 a2 h10");
    peer_close(anna);
    peer_ask(table.joiner, "game.resign", "{s:s}", "game", table.game);
    peer_event(table.joiner, "game.ended", NULL);
    struct peer *back = scene_resume(scene, anna);
    json_t *whole = peer_ask(back, "game.sync", "{s:s}", "game", table.game);
    assert_int_equal(int_at(whole, "seq"), 6);
    assert_string_equal(text_at(whole, "game.result"), "first");
    assert_string_equal(text_at(whole, "game.reason"), "resign");
    assert_string_equal(text_at(whole, "game.actions"), "h8 a1 h9 a2 h10");
}

SCENE(a_game_is_told_whole_when_its_room_is_gone)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *anna = table.opener;
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    for (int i = 0; i < 2; i++)
        peer_ask(table.seats[i], "room.leave", "{s:s}", "room", table.room);
    for (int i = 0; i < 2; i++) {
        if (i > 0)
            scene_restart(scene);
        struct peer *back = scene_resume(scene, anna);
        json_t *whole =
            peer_ask(back, "game.sync", "{s:s, s:i}", "game", table.game, "since", i * 3);
        assert_int_equal(int_at(whole, "seq"), 10);
        assert_string_equal(text_at(whole, "game.actions"), TABLE_FIRST_WINS);
        assert_string_equal(text_at(whole, "game.board.line"), TABLE_FIRST_LINE);
        assert_int_equal(int_at(whole, "game.changes.0.after"), 1520);
        assert_false(has_at(whole, "game.room"));
    }
}

SCENE(a_guest_returns_as_well)
{
    struct table table;
    struct peer *guest = scene_guest(scene);
    table_open(&table, guest, scene_guest(scene), "classic", TABLE_UNRATED);
    table_play(&table, "h8 a1 h9");
    peer_close(guest);
    table_take_seats(&table, scene_resume(scene, guest), table.joiner);
    table_play(&table, "a2 h10 a3 h11 a4 h12");
    table_ended(&table, "first", "row");
}

SCENE(a_request_whose_answer_was_lost_is_repeated)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *anna = table.opener;
    table_send(&table, 0, "h8");
    peer_event(table.joiner, "game.moved", "{s:s}", "action", "h8");
    peer_close(anna);
    table_take_seats(&table, scene_resume(scene, anna), table.joiner);
    assert_int_equal(table.ply, 1);
    json_t *again = peer_ask(table.opener, "game.move", "{s:s, s:i, s:s}", "game", table.game,
                             "ply", 0, "action", "h8");
    assert_int_equal(int_at(again, "ply"), 1);
    table_play(&table, "a1 h9");
}

SCENE(a_returning_player_who_sits_there_watches_without_being_counted)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8");
    json_t *watched = peer_ask(table.opener, "room.watch", "{s:s}", "room", table.room);
    assert_int_equal(int_at(watched, "room.watchers"), 0);
    assert_string_equal(text_at(watched, "game.actions"), "h8");
    table_play(&table, "a1");
    assert_false(peer_has_event(table.opener, "game.moved"));
}

/* The number of an event of which `peer` is told. */
static json_int_t seq_of(struct peer *peer, const char *event)
{
    return json_integer_value(json_object_get(peer_event(peer, event, NULL), "seq"));
}

static json_int_t room_seq(struct peer *peer, const struct table *table)
{
    json_t *watched = peer_ask(peer, "room.watch", "{s:s}", "room", table->room);
    return (json_int_t)int_at(watched, "room.seq");
}

SCENE(what_happened_at_the_table_is_sent_again_until_the_server_starts_anew)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *anna = table.opener;
    struct peer *boris = table.joiner;
    table_play(&table, "h8 a1 h9 a2 h10");
    json_int_t since = room_seq(anna, &table);
    peer_close(anna);
    peer_ask(boris, "room.say", "{s:s, s:s}", "room", table.room, "text", "where are you?");
    peer_ask(boris, "game.resign", "{s:s}", "game", table.game);
    peer_ask(boris, "room.rematch", "{s:s}", "room", table.room);
    json_int_t said = seq_of(boris, "room.said");
    json_int_t offered = seq_of(boris, "room.rematch_offered");
    struct peer *back = scene_resume(scene, anna);
    json_t *reply = peer_ask(back, "room.sync", "{s:s, s:I}", "room", table.room, "since", since);
    assert_false(bool_at(reply, "whole"));
    assert_true(seq_of(back, "room.said") == said);
    assert_true(seq_of(back, "room.rematch_offered") == offered);
    since = (json_int_t)int_at(reply, "room.seq");
    scene_restart(scene);
    back = scene_resume(scene, anna);
    reply = peer_ask(back, "room.sync", "{s:s, s:I}", "room", table.room, "since", since);
    assert_true(bool_at(reply, "whole"));
    assert_string_equal(text_at(reply, "chat.0.text"), "where are you?");
    assert_string_equal(text_at(reply, "game.reason"), "resign");
    assert_false(peer_has_event(back, "room.said"));
}

SCENE(what_came_over_another_connection_is_sent_again)
{
    struct peer *anna = scene_account(scene, "anna");
    struct peer *boris = scene_account(scene, "boris");
    struct peer *phone = scene_resume(scene, anna);
    json_t *all = peer_ask(phone, "player.sync", NULL);
    assert_true(bool_at(all, "whole"));
    json_int_t since = (json_int_t)int_at(all, "seq");
    peer_close(phone);
    peer_ask(boris, "message.send", "{s:s, s:s}", "to", "anna", "text", "hello");
    assert_true(seq_of(anna, "message.received") == since + 1);
    phone = scene_resume(scene, anna);
    json_t *reply = peer_ask(phone, "player.sync", "{s:I}", "since", since);
    assert_false(bool_at(reply, "whole"));
    assert_true(int_at(reply, "seq") == since + 1);
    assert_true(seq_of(phone, "message.received") == since + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_player_who_returns_in_the_middle_gets_the_game_and_plays_on),
        SCENE_TEST(the_gap_is_sent_again_before_the_reply),
        SCENE_TEST(a_client_that_has_everything_gets_no_event_again),
        SCENE_TEST(a_client_that_claims_to_have_seen_the_future_gets_the_whole_game),
        SCENE_TEST(a_game_that_ended_meanwhile_is_told_whole),
        SCENE_TEST(a_game_is_told_whole_when_its_room_is_gone),
        SCENE_TEST(a_guest_returns_as_well),
        SCENE_TEST(a_request_whose_answer_was_lost_is_repeated),
        SCENE_TEST(a_returning_player_who_sits_there_watches_without_being_counted),
        SCENE_TEST(what_happened_at_the_table_is_sent_again_until_the_server_starts_anew),
        SCENE_TEST(what_came_over_another_connection_is_sent_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
