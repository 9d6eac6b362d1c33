/* SPDX-License-Identifier: MIT */
/*
 * The server goes away in the middle, politely (SIGTERM) or not (kill -9), and comes back: what it
 * had acknowledged is there, and what was going on goes on.
 */
#include "tests/support/scene.h"

#include <stdio.h>
#include <string.h>

typedef void restart_fn(struct scene *scene);

/* Half a game, `restart`, the other half. */
static void play_over(struct scene *scene, restart_fn *restart)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *anna = table.opener;
    struct peer *boris = table.joiner;
    table_play(&table, "h8 a1 h9 a2");
    restart(scene);
    struct peer *back = scene_stranger(scene, "Anna is back");
    json_t *resumed = peer_resume(back, peer_token(anna));
    assert_int_equal(count_at(resumed, "rooms"), 1);
    assert_string_equal(text_at(resumed, "rooms.0.game"), table.game);
    assert_string_equal(text_at(resumed, "rooms.0.state"), "playing");
    assert_true(bool_at(resumed, "rooms.0.players.0.connected"));
    assert_false(bool_at(resumed, "rooms.0.players.1.connected"));
    json_t *whole = peer_ask(back, "game.sync", "{s:s}", "game", table.game);
    assert_string_equal(text_at(whole, "game.actions"), "h8 a1 h9 a2");
    assert_int_equal(int_at(whole, "seq"), 4);
    struct peer *boris_back = scene_resume(scene, boris);
    peer_event(back, "room.presence", "{s:s, s:b}", "name", "Boris", "connected", 1);
    table_take_seats(&table, back, boris_back);
    table_play(&table, "h10 a3 h11 a4 h12");
    json_t *end = table_ended(&table, "first", "row");
    assert_int_equal(int_at(end, "seq"), 10);
    assert_int_equal(int_at(end, "changes.0.after"), 1520);
}

SCENE(a_game_survives_a_stop_and_a_start)
{
    play_over(scene, scene_restart);
}

SCENE(a_game_survives_kill_9)
{
    play_over(scene, scene_crash);
}

SCENE(a_game_survives_a_crash_at_every_ply)
{
    static const char *const actions[] = {"a1",    "h8",  "b1", "two_more", "h9", "c1",
                                          "black", "h10", "d1", "h11",      "e1"};
    struct table table;
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    table_open(&table, anna, boris, "swap2", TABLE_RATED);
    for (size_t i = 0; i < sizeof(actions) / sizeof(*actions); i++) {
        if (i > 0)
            scene_crash(scene);
        if (i > 0)
            table_take_seats(&table, scene_resume(scene, anna), scene_resume(scene, boris));
        assert_int_equal(table.ply, i);
        table_play(&table, actions[i]);
    }
    table_ended(&table, "first", "row");
    scene_crash(scene);
    struct peer *back = scene_resume(scene, anna);
    assert_string_equal(text_at(table_read(&table, back), "actions"),
                        "a1 h8 b1 two_more h9 c1 black h10 d1 h11 e1");
    assert_string_equal(text_at(table_read(&table, back), "result"), "first");
}

/* Conditional moves, killed before each move that they foresee, and behind it. */
SCENE(conditional_moves_survive_kill_9)
{
    static const char *const foreseen[] = {"a1", "a2", "a3", "a4"};
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED); /* with days a move */
    struct peer *anna = table.opener;
    struct peer *boris = table.joiner;
    table_play(&table, "h8");
    peer_ask(anna, "game.plan", "{s:s, s:i, s:s}", "game", table.game, "ply", 1, "lines",
             "a1 h9 a2 h10 a3 h11 a4 h12;b1 h9");
    for (int i = 0; i < 4; i++) {
        scene_crash(scene);
        struct peer *back = scene_resume(scene, boris);
        peer_ask(back, "game.sync", "{s:s}", "game", table.game);
        json_t *reply = peer_ask(back, "game.move", "{s:s, s:i, s:s}", "game", table.game, "ply",
                                 2 * i + 1, "action", foreseen[i]);
        assert_int_equal(int_at(reply, "ply"), 2 * i + 2);
    }
    scene_crash(scene);
    json_t *whole = peer_ask(scene_resume(scene, anna), "game.get", "{s:s}", "game", table.game);
    assert_string_equal(text_at(whole, "game.actions"), "h8 a1 h9 a2 h10 a3 h11 a4 h12");
    assert_string_equal(text_at(whole, "game.planned"), "2 4 6 8");
    assert_string_equal(text_at(whole, "game.result"), "first");
}

SCENE(the_gap_can_be_asked_for_after_a_crash)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *anna = table.opener;
    table_play(&table, "h8 a1 h9 a2");
    scene_crash(scene);
    struct peer *back = scene_resume(scene, anna);
    peer_rewind(back, table.game, 1);
    json_t *reply = peer_ask(back, "game.sync", "{s:s, s:i}", "game", table.game, "since", 1);
    assert_int_equal(int_at(reply, "seq"), 4);
    assert_false(has_at(reply, "game"));
    for (int seq = 2; seq <= 4; seq++)
        assert_int_equal(int_at(peer_event(back, "game.moved", NULL), "seq"), seq);
}

SCENE(a_guests_game_survives_a_crash)
{
    struct table table;
    struct peer *guest = scene_guest(scene);
    struct peer *other = scene_guest(scene);
    table_open(&table, guest, other, "classic", TABLE_UNRATED);
    table_play(&table, "h8 a1 h9");
    scene_crash(scene);
    table_take_seats(&table, scene_resume(scene, guest), scene_resume(scene, other));
    assert_string_equal(peer_name(table.opener), peer_name(guest));
    table_play(&table, "a2 h10 a3 h11 a4 h12");
    table_ended(&table, "first", "row");
}

SCENE(chat_and_rooms_outlive_the_server)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *anna = table.opener;
    struct peer *vera = scene_account(scene, "Vera");
    json_t *opened = peer_ask(vera, "room.open", "{s:s, s:b, s:{s:s, s:I}}", "variant", "swap2",
                              "rated", 1, "clock", TABLE_DAYS);
    peer_ask(anna, "room.say", "{s:s, s:s}", "room", table.room, "text", "Good luck!");
    peer_ask(vera, "room.watch", "{s:s}", "room", table.room);
    peer_ask(vera, "room.say", "{s:s, s:s}", "room", table.room, "text", "To both!");
    scene_restart(scene);
    struct peer *back = scene_resume(scene, anna);
    json_t *watched = peer_ask(back, "room.watch", "{s:s}", "room", table.room);
    assert_int_equal(count_at(watched, "chat"), 1); /* what a watcher says is not for her as yet */
    watched = peer_ask(scene_resume(scene, vera), "room.watch", "{s:s}", "room", table.room);
    assert_int_equal(count_at(watched, "chat"), 2);
    assert_string_equal(text_at(watched, "chat.0.name"), "Anna");
    assert_string_equal(text_at(watched, "chat.0.text"), "Good luck!");
    assert_string_equal(text_at(watched, "chat.1.name"), "Vera");
    json_t *said = peer_ask(back, "room.say", "{s:s, s:s}", "room", table.room, "text", "Thanks!");
    assert_int_equal(int_at(said, "n"), 3);
    json_t *joined = peer_ask(back, "room.join", "{s:s}", "room", text_at(opened, "room.room"));
    assert_string_equal(text_at(joined, "game.variant"), "swap2");
    assert_true(bool_at(joined, "game.rated"));
}

SCENE(a_rematch_offer_outlives_the_server)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *anna = table.opener;
    struct peer *boris = table.joiner;
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    peer_ask(anna, "room.rematch", "{s:s}", "room", table.room);
    scene_crash(scene);
    struct peer *anna_back = scene_resume(scene, anna);
    struct peer *boris_back = scene_resume(scene, boris);
    json_t *reply = peer_ask(boris_back, "room.rematch", "{s:s}", "room", table.room);
    assert_string_equal(text_at(reply, "game.first.name"), "Boris");
    peer_event(anna_back, "game.started", NULL);
}

SCENE(passwords_and_names_outlive_the_server)
{
    scene_account(scene, "Anna");
    scene_crash(scene);
    scene_login(scene, "Anna");
    peer_refused(scene_stranger(scene, "a thief"), "name_taken", "auth.register", "{s:s, s:s}",
                 "name", "anna", "password", SCENE_PASSWORD);
}

#define TABLES 16

/* Whether the peer was told of a move to that square. */
static bool was_told(struct peer *peer, const char *square)
{
    for (json_t *message; (message = peer_next(peer)) != NULL;)
        if (has_at(message, "at") && strcmp(text_at(message, "at"), square) == 0)
            return true;
    return false;
}

/* At many tables at once: the second player's move was acknowledged, or the server had not said so
 * when it ended. In the first case it is stored, in the second it may be. */
static void assert_nothing_lost(struct scene *scene, restart_fn *restart)
{
    struct table tables[TABLES];
    int64_t ids[TABLES];
    int acknowledged = 0;
    for (int i = 0; i < TABLES; i++) {
        table_open(&tables[i], scene_guest(scene), scene_guest(scene), "classic", TABLE_UNRATED);
        table_play(&tables[i], "h8");
    }
    for (int i = 0; i < TABLES; i++)
        ids[i] = table_send(&tables[i], 1, "i9");
    peer_answer(tables[0].joiner, ids[0]);
    restart(scene);
    struct peer *reader = scene_stranger(scene, "a stranger");
    for (int i = 0; i < TABLES; i++) {
        const json_t *answer = peer_find_answer(tables[i].joiner, ids[i]);
        bool is_told =
            was_told(tables[i].opener, "i9") || (answer != NULL && has_at(answer, "ply"));
        const char *actions = text_at(table_read(&tables[i], reader), "actions");
        acknowledged += is_told;
        assert_string_equal(actions, is_told || strlen(actions) > 2 ? "h8 i9" : "h8");
    }
    assert_true(acknowledged >= 1);
}

SCENE(sigterm_in_the_middle_of_moves_loses_nothing_acknowledged)
{
    assert_nothing_lost(scene, scene_restart);
}

SCENE(kill_9_in_the_middle_of_moves_loses_nothing_acknowledged)
{
    assert_nothing_lost(scene, scene_crash);
}

/* The computer's answer, whether it came before the guest was back or comes now. */
static void await_answer(struct peer *guest, const char *game, int ply)
{
    const json_t *now = peer_ask(guest, "game.sync", "{s:s}", "game", game);
    if (int_at(now, "game.ply") == ply)
        peer_event(guest, "game.moved", "{s:i}", "ply", ply);
}

/* It is killed as soon as the move is acknowledged: no computer answers sooner. */
SCENE(a_game_against_a_computer_survives_kill_9_while_it_thinks)
{
    static const char *const squares[] = {"a1", "a8", "a15"};
    struct peer *guest = scene_guest(scene);
    const json_t *opened =
        peer_ask(guest, "room.open", "{s:s, s:s, s:i, s:s}", "variant", "classic", "computer",
                 "pentad", "level", 10, "first", "opener");
    char game[13];
    snprintf(game, sizeof(game), "%s", text_at(opened, "game.game"));
    for (int i = 0; i < 3; i++) {
        peer_ask(guest, "game.move", "{s:s, s:i, s:s}", "game", game, "ply", 2 * i, "action",
                 squares[i]);
        scene_crash(scene);
        guest = scene_resume(scene, guest);
        await_answer(guest, game, 2 * i + 1);
    }
    const json_t *now = peer_ask(guest, "game.sync", "{s:s}", "game", game);
    assert_int_equal(int_at(now, "game.ply"), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_game_survives_a_stop_and_a_start),
        SCENE_TEST(a_game_survives_kill_9),
        SCENE_TEST(a_game_survives_a_crash_at_every_ply),
        SCENE_TEST(conditional_moves_survive_kill_9),
        SCENE_TEST(the_gap_can_be_asked_for_after_a_crash),
        SCENE_TEST(a_guests_game_survives_a_crash),
        SCENE_TEST(a_game_against_a_computer_survives_kill_9_while_it_thinks),
        SCENE_TEST(chat_and_rooms_outlive_the_server),
        SCENE_TEST(a_rematch_offer_outlives_the_server),
        SCENE_TEST(passwords_and_names_outlive_the_server),
        SCENE_TEST(sigterm_in_the_middle_of_moves_loses_nothing_acknowledged),
        SCENE_TEST(kill_9_in_the_middle_of_moves_loses_nothing_acknowledged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
