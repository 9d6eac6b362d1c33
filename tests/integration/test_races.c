/* SPDX-License-Identifier: MIT */
/*
 * Two who want the same at the same time: requests are sent over several connections without
 * waiting in between, and exactly one of them may have it.
 */
#include "tests/support/scene.h"

#include <string.h>

#define ROUNDS 5

/* The code of the error that answers the request, "" for a reply. */
static const char *code_of(struct peer *peer, int64_t id)
{
    json_t *answer = peer_answer(peer, id);
    return has_at(answer, "error") ? text_at(answer, "error.code") : "";
}

/* One of two requests was carried out, the other got the error `code`. Returns which was. */
static int one_of_two(struct peer *const peers[2], const int64_t ids[2], const char *code)
{
    const char *codes[2] = {code_of(peers[0], ids[0]), code_of(peers[1], ids[1])};
    int winner = codes[0][0] == '\0' ? 0 : 1;
    assert_string_equal(codes[winner], "");
    assert_string_equal(codes[1 - winner], code);
    return winner;
}

SCENE(a_name_is_registered_by_one_of_two)
{
    static const char *const names[ROUNDS][2] = {{"Anna", "Anna"},
                                                 {"Boris", "boris"},
                                                 {"Vera1", "Veral"},
                                                 {"Gleb", "Gleb"},
                                                 {"Egor", "EGOR"}};
    for (int round = 0; round < ROUNDS; round++) {
        struct peer *peers[2];
        int64_t ids[2];
        for (int i = 0; i < 2; i++)
            peers[i] = scene_stranger(scene, names[round][i]);
        for (int i = 0; i < 2; i++)
            ids[i] = peer_send(peers[i], "auth.register", "{s:s, s:s}", "name", names[round][i],
                               "password", i == 0 ? "password of 0" : "password of 1");
        int winner = one_of_two(peers, ids, "name_taken");
        peer_ask(scene_stranger(scene, "the winner"), "auth.login", "{s:s, s:s}", "name",
                 names[round][winner], "password", winner == 0 ? "password of 0" : "password of 1");
    }
}

SCENE(a_guest_becomes_one_account_over_two_connections)
{
    for (int round = 0; round < ROUNDS; round++) {
        char names[2][8] = {"Anna-a", "Boris-a"};
        int64_t ids[2];
        struct peer *guest = scene_guest(scene);
        struct peer *peers[2] = {guest, scene_resume(scene, guest)};
        int done = 0;
        for (int i = 0; i < 2; i++) {
            names[i][strlen(names[i]) - 1] = (char)('a' + round);
            ids[i] = peer_send(peers[i], "auth.register", "{s:s, s:s}", "name", names[i],
                               "password", SCENE_PASSWORD);
        }
        for (int i = 0; i < 2; i++)
            done += code_of(peers[i], ids[i])[0] == '\0';
        assert_int_equal(done, 1);
        for (int i = 0; i < 2; i++) {
            bool is_told = code_of(peers[i], ids[i])[0] == '\0';
            struct peer *again = scene_stranger(scene, names[i]);
            int64_t id = peer_send(again, "auth.login", "{s:s, s:s}", "name", names[i], "password",
                                   SCENE_PASSWORD);
            assert_string_equal(code_of(again, id), is_told ? "" : "wrong_credentials");
        }
    }
}

SCENE(a_free_seat_is_taken_by_one_of_two)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *peers[2] = {scene_guest(scene), scene_guest(scene)};
    for (int round = 0; round < ROUNDS; round++) {
        int64_t ids[2];
        json_t *opened = peer_ask(anna, "room.open", "{s:s}", "variant", "mini");
        const char *room = text_at(opened, "room.room");
        for (int i = 0; i < 2; i++)
            ids[i] = peer_send(peers[i], "room.join", "{s:s}", "room", room);
        int winner = one_of_two(peers, ids, "room_full");
        json_t *started = peer_event(anna, "game.started", "{s:s}", "room", room);
        bool is_first = strcmp(text_at(started, "game.first.name"), peer_name(peers[winner])) == 0;
        bool is_second =
            strcmp(text_at(started, "game.second.name"), peer_name(peers[winner])) == 0;
        assert_true(is_first || is_second);
    }
}

SCENE(one_of_two_moves_of_one_player_is_made)
{
    struct table table;
    static const char *const squares[2] = {"h8", "i9"};
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *peers[2] = {anna, scene_resume(scene, anna)};
    table_open(&table, anna, scene_account(scene, "Boris"), "classic", TABLE_UNRATED);
    peer_event(peers[1], "game.started", NULL);
    int64_t ids[2];
    for (int i = 0; i < 2; i++)
        ids[i] = peer_send(peers[i], "game.move", "{s:s, s:i, s:s}", "game", table.game, "ply", 0,
                           "action", squares[i]);
    int winner = one_of_two(peers, ids, "stale_ply");
    assert_string_equal(text_at(table_read(&table, anna), "actions"), squares[winner]);
}

SCENE(the_same_move_over_two_connections_is_made_once)
{
    struct table table;
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *peers[2] = {anna, scene_resume(scene, anna)};
    int64_t ids[2];
    table_open(&table, anna, scene_account(scene, "Boris"), "classic", TABLE_UNRATED);
    for (int i = 0; i < 2; i++)
        ids[i] = peer_send(peers[i], "game.move", "{s:s, s:i, s:s}", "game", table.game, "ply", 0,
                           "action", "h8");
    for (int i = 0; i < 2; i++)
        assert_int_equal(int_at(peer_answer(peers[i], ids[i]), "ply"), 1);
    peer_event(table.joiner, "game.moved", NULL);
    assert_false(peer_has_event(table.joiner, "game.moved"));
}

SCENE(two_offers_at_once_agree)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1");
    int64_t ids[2];
    for (int i = 0; i < 2; i++)
        ids[i] = peer_send(table.seats[i], "game.draw", "{s:s}", "game", table.game);
    int agreed = 0;
    for (int i = 0; i < 2; i++)
        agreed += bool_at(peer_answer(table.seats[i], ids[i]), "agreed");
    assert_int_equal(agreed, 1);
    table_ended(&table, "draw", "agreed");
}

SCENE(a_game_ends_once_when_both_resign)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, TABLE_NEAR);
    struct peer *peers[2] = {table.seats[0], table.seats[1]};
    int64_t ids[2];
    for (int i = 0; i < 2; i++)
        ids[i] = peer_send(peers[i], "game.resign", "{s:s}", "game", table.game);
    int loser = one_of_two(peers, ids, "game_over");
    table_ended(&table, loser == 0 ? "second" : "first", "resign");
    assert_false(peer_has_event(table.opener, "game.ended"));
    json_t *top = peer_ask(table.opener, "rating.top", "{s:s}", "variant", "classic");
    assert_int_equal(int_at(top, "rows.0.rating"), 1520);
    assert_int_equal(int_at(top, "rows.1.rating"), 1480);
}

SCENE(two_rematch_offers_at_once_start_one_game)
{
    struct table table;
    scene_table(scene, &table, "mini", TABLE_RATED);
    table_play(&table, TABLE_MINI_FIRST_WINS);
    table_ended(&table, "first", "row");
    int64_t ids[2];
    int started = 0;
    for (int i = 0; i < 2; i++)
        ids[i] = peer_send(table.seats[i], "room.rematch", "{s:s}", "room", table.room);
    for (int i = 0; i < 2; i++)
        started += has_at(peer_answer(table.seats[i], ids[i]), "game");
    assert_int_equal(started, 1);
    peer_event(table.opener, "game.started", NULL);
    assert_false(peer_has_event(table.opener, "game.started"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_name_is_registered_by_one_of_two),
        SCENE_TEST(a_guest_becomes_one_account_over_two_connections),
        SCENE_TEST(a_free_seat_is_taken_by_one_of_two),
        SCENE_TEST(one_of_two_moves_of_one_player_is_made),
        SCENE_TEST(the_same_move_over_two_connections_is_made_once),
        SCENE_TEST(two_offers_at_once_agree),
        SCENE_TEST(a_game_ends_once_when_both_resign),
        SCENE_TEST(two_rematch_offers_at_once_start_one_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
