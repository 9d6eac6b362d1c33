/* SPDX-License-Identifier: MIT */
/* The games that a player has played, as the list tells them to anybody. */
#include "tests/support/scene.h"

#include <stdio.h>
#include <string.h>

/* A game of 3x3 that the opener wins. */
static void win_mini(struct peer *winner, struct peer *loser, enum table_stake stake)
{
    struct table table;
    table_open(&table, winner, loser, "mini", stake);
    table_play(&table, TABLE_MINI_FIRST_WINS);
    table_ended(&table, "first", "row");
}

struct row {
    const char *opponent;
    int opponent_rank; /* 0: none */
    const char *score;
    const char *reason;
    int points;
    int plies;
};

static void assert_rows(struct peer *reader, const char *name, const struct row *rows, size_t count)
{
    json_t *reply = peer_ask(reader, "history.list", "{s:s}", "name", name);
    assert_int_equal(count_at(reply, "rows"), count);
    assert_string_equal(text_at(reply, "name"), name);
    for (size_t i = 0; i < count; i++) {
        const json_t *row = json_array_get(json_object_get(reply, "rows"), i);
        assert_string_equal(text_at(row, "opponent"), rows[i].opponent);
        assert_int_equal(has_at(row, "opponent_rank"), rows[i].opponent_rank != 0);
        if (rows[i].opponent_rank != 0)
            assert_int_equal(int_at(row, "opponent_rank"), rows[i].opponent_rank);
        assert_string_equal(text_at(row, "score"), rows[i].score);
        assert_string_equal(text_at(row, "reason"), rows[i].reason);
        assert_int_equal(int_at(row, "points"), rows[i].points);
        assert_int_equal(int_at(row, "plies"), rows[i].plies);
        assert_true(int_at(row, "ended") > INT64_C(1600000000000));
    }
}

SCENE(both_histories_tell_points_and_the_opponents_rank_at_the_time)
{
    struct table table;
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    struct peer *reader = scene_stranger(scene, "a stranger");
    table_open(&table, anna, boris, "classic", TABLE_RATED);
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    /* Now Anna has 1520 and rank 1, Boris 1480 and rank 2. Boris begins and wins; E of Boris is
     * 0.442688: 40 * 0.557312 = 22.29. */
    table_rematch(&table);
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    /* Boris 1502, Anna 1498. */
    table_rematch(&table);
    table_play(&table, "h8 a1");
    peer_ask(anna, "game.draw", "{s:s}", "game", table.game);
    peer_ask(boris, "game.draw", "{s:s, s:s}", "game", table.game, "answer", "accept");
    table_ended(&table, "draw", "agreed");
    static const struct row of_anna[] = {{"Boris", 1, "drawn", "agreed", 0, 2},
                                         {"Boris", 2, "lost", "row", -22, 9},
                                         {"Boris", 0, "won", "row", 20, 9}};
    static const struct row of_boris[] = {{"Anna", 2, "drawn", "agreed", 0, 2},
                                          {"Anna", 1, "won", "row", 22, 9},
                                          {"Anna", 0, "lost", "row", -20, 9}};
    assert_rows(reader, "Anna", of_anna, 3);
    assert_rows(reader, "Boris", of_boris, 3);
    scene_restart(scene);
    reader = scene_stranger(scene, "a stranger");
    assert_rows(reader, "Anna", of_anna, 3);
    assert_rows(reader, "Boris", of_boris, 3);
}

SCENE(a_game_in_progress_is_not_in_the_history)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1");
    assert_int_equal(count_at(peer_ask(table.opener, "history.list", NULL), "rows"), 0);
}

SCENE(the_history_can_be_narrowed)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    struct peer *vera = scene_account(scene, "Vera");
    struct table table;
    win_mini(anna, boris, TABLE_RATED);
    win_mini(vera, anna, TABLE_UNRATED);
    table_open(&table, anna, vera, "classic", TABLE_UNRATED);
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    json_t *list = peer_ask(anna, "history.list", "{s:s}", "variant", "mini");
    assert_int_equal(count_at(list, "rows"), 2);
    list = peer_ask(anna, "history.list", "{s:s}", "score", "won");
    assert_int_equal(count_at(list, "rows"), 2);
    assert_string_equal(text_at(list, "rows.0.variant"), "classic");
    assert_string_equal(text_at(list, "rows.1.opponent"), "Boris");
    assert_true(bool_at(list, "rows.1.rated"));
    list = peer_ask(anna, "history.list", "{s:s}", "opponent", "VERA");
    assert_int_equal(count_at(list, "rows"), 2);
    list = peer_ask(anna, "history.list", "{s:s, s:s, s:s}", "opponent", "Vera", "variant", "mini",
                    "score", "lost");
    assert_int_equal(count_at(list, "rows"), 1);
    list = peer_ask(anna, "history.list", "{s:s}", "score", "drawn");
    assert_int_equal(count_at(list, "rows"), 0);
}

/* A move and the computer's, and then the player resigns. */
static void lose_to_a_computer(struct peer *loser)
{
    char game[13];
    const json_t *opened = peer_ask(loser, "room.open", "{s:s, s:s, s:s}", "variant", "mini",
                                    "computer", "random", "first", "opener");
    snprintf(game, sizeof(game), "%s", text_at(opened, "game.game"));
    peer_ask(loser, "game.move", "{s:s, s:i, s:s}", "game", game, "ply", 0, "action", "b2");
    peer_event(loser, "game.moved", "{s:i}", "ply", 1);
    peer_ask(loser, "game.resign", "{s:s}", "game", game);
    peer_event(loser, "game.ended", NULL);
}

static size_t rows_with(struct peer *peer, const char *op, const char *computers, const char *list)
{
    return count_at(peer_ask(peer, op, "{s:s}", "computers", computers), list);
}

SCENE(games_against_computers_are_told_apart)
{
    struct peer *anna = scene_account(scene, "Anna");
    win_mini(anna, scene_account(scene, "Boris"), TABLE_UNRATED);
    lose_to_a_computer(anna);
    assert_int_equal(count_at(peer_ask(anna, "history.list", NULL), "rows"), 2);
    assert_int_equal(rows_with(anna, "history.list", "only", "rows"), 1);
    json_t *people = peer_ask(anna, "history.list", "{s:s}", "computers", "without");
    assert_int_equal(count_at(people, "rows"), 1);
    assert_string_equal(text_at(people, "rows.0.opponent"), "Boris");
    people = peer_ask(anna, "player.stats", "{s:s}", "computers", "without");
    assert_int_equal(int_at(people, "tallies.0.lost"), 0);
    assert_int_equal(int_at(people, "form.0.winning"), 1);
    json_t *computers = peer_ask(anna, "player.stats", "{s:s}", "computers", "only");
    assert_int_equal(count_at(computers, "tallies"), 1);
    assert_int_equal(int_at(computers, "tallies.0.lost"), 1);
    assert_int_equal(count_at(computers, "form"), 0);
    peer_refused(anna, "bad_value", "history.list", "{s:s}", "computers", "some");
}

SCENE(favourites_are_ones_own_and_outlive_a_crash)
{
    char game[16];
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    win_mini(anna, boris, TABLE_UNRATED);
    win_mini(anna, boris, TABLE_UNRATED);
    json_t *list = peer_ask(anna, "history.list", NULL);
    snprintf(game, sizeof(game), "%s", text_at(list, "rows.1.game"));
    assert_true(bool_at(peer_ask(anna, "history.star", "{s:s}", "game", game), "starred"));
    peer_refused(scene_guest(scene), "not_in_history", "history.star", "{s:s}", "game", game);
    scene_crash(scene);
    anna = scene_login(scene, "Anna");
    list = peer_ask(anna, "history.list", "{s:b}", "starred", 1);
    assert_int_equal(count_at(list, "rows"), 1);
    assert_string_equal(text_at(list, "rows.0.game"), game);
    boris = scene_login(scene, "Boris");
    assert_int_equal(count_at(peer_ask(boris, "history.list", "{s:b}", "starred", 1), "rows"), 0);
    peer_ask(anna, "history.star", "{s:s, s:b}", "game", game, "starred", 0);
    assert_int_equal(count_at(peer_ask(anna, "history.list", "{s:b}", "starred", 1), "rows"), 0);
}

SCENE(anybody_finds_players_and_what_they_won)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    scene_account(scene, "Bruno");
    win_mini(anna, boris, TABLE_RATED);
    win_mini(anna, boris, TABLE_RATED);
    struct peer *stranger = scene_stranger(scene, "a stranger");
    json_t *found = peer_ask(stranger, "player.find", "{s:s, s:s}", "text", "b", "variant", "mini");
    assert_int_equal(count_at(found, "rows"), 2);
    assert_string_equal(text_at(found, "rows.0.name"), "Boris");
    assert_int_equal(int_at(found, "rows.0.games"), 2);
    assert_false(has_at(found, "rows.1.games"));
    json_t *stats = peer_ask(stranger, "player.stats", "{s:s}", "name", "Anna");
    assert_int_equal(count_at(stats, "tallies"), 1);
    assert_int_equal(int_at(stats, "tallies.0.won"), 2);
    assert_int_equal(int_at(stats, "form.0.winning"), 2);
    assert_string_equal(text_at(stats, "form.0.best_win_over"), "Boris");
    stats = peer_ask(stranger, "player.stats", "{s:s, s:s}", "name", "Boris", "against", "anna");
    assert_int_equal(int_at(stats, "tallies.0.lost"), 2);
}

SCENE(the_history_has_pages_the_newest_game_first)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    for (int i = 0; i < 5; i++)
        win_mini(anna, boris, TABLE_RATED);
    json_t *all = peer_ask(anna, "history.list", NULL);
    assert_int_equal(count_at(all, "rows"), 5);
    assert_false(bool_at(all, "more"));
    json_t *page = peer_ask(anna, "history.list", "{s:i}", "limit", 2);
    size_t at = 0;
    while (count_at(page, "rows") > 0) {
        size_t count = count_at(page, "rows");
        for (size_t i = 0; i < count; i++)
            assert_true(json_equal(json_array_get(json_object_get(page, "rows"), i),
                                   json_array_get(json_object_get(all, "rows"), at + i)));
        at += count;
        assert_int_equal(bool_at(page, "more"), at < 5);
        const json_t *last = json_array_get(json_object_get(all, "rows"), at - 1);
        page = peer_ask(anna, "history.list", "{s:i, s:s}", "limit", 2, "before",
                        text_at(last, "game"));
    }
    assert_int_equal(at, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(both_histories_tell_points_and_the_opponents_rank_at_the_time),
        SCENE_TEST(a_game_in_progress_is_not_in_the_history),
        SCENE_TEST(the_history_can_be_narrowed),
        SCENE_TEST(games_against_computers_are_told_apart),
        SCENE_TEST(favourites_are_ones_own_and_outlive_a_crash),
        SCENE_TEST(anybody_finds_players_and_what_they_won),
        SCENE_TEST(the_history_has_pages_the_newest_game_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
