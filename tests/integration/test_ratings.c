/* SPDX-License-Identifier: MIT */
/*
 * Ratings and the leaderboard, with numbers that were worked out by hand from the rule: the
 * expected score is E = 1 / (1 + 10^(-d/400)) where d is own points less the opponent's, a game
 * moves K * (S - E) points, rounded; K is 40 for a player's first 30 rated games, then 20.
 */
#include "tests/support/scene.h"
#include "tests/support/table.h"

#include <stdio.h>
#include <string.h>

/* A rated game that `loser` resigns when a row is near; both are told the new ratings. */
static void beat(struct peer *winner, struct peer *loser, int winner_points, int loser_points)
{
    struct table table;
    table_open(&table, winner, loser, "classic", TABLE_RATED);
    table_play(&table, "h8 a1 h9 a2 h10");
    peer_ask(loser, "game.resign", "{s:s}", "game", table.game);
    json_t *end = table_ended(&table, "first", "resign");
    assert_string_equal(text_at(end, "changes.0.name"), peer_name(winner));
    assert_int_equal(int_at(end, "changes.0.after"), winner_points);
    assert_string_equal(text_at(end, "changes.1.name"), peer_name(loser));
    assert_int_equal(int_at(end, "changes.1.after"), loser_points);
    for (int i = 0; i < 2; i++)
        peer_ask(table.seats[i], "room.leave", "{s:s}", "room", table.room);
}

struct line {
    int rank;
    const char *name; /* NULL: any, among equals */
    int rating;
    int games;
};

static void assert_lines(const json_t *reply, const struct line *lines, size_t count)
{
    assert_int_equal(count_at(reply, "rows"), count);
    for (size_t i = 0; i < count; i++) {
        const json_t *row = json_array_get(json_object_get(reply, "rows"), i);
        assert_int_equal(int_at(row, "rank"), lines[i].rank);
        assert_int_equal(int_at(row, "rating"), lines[i].rating);
        assert_int_equal(int_at(row, "games"), lines[i].games);
        if (lines[i].name != NULL)
            assert_string_equal(text_at(row, "name"), lines[i].name);
    }
}

SCENE(ratings_are_what_the_rule_gives_by_hand)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    struct peer *vera = scene_account(scene, "Vera");
    /* Equals: E = 0.5, 40 * 0.5 = 20. */
    beat(anna, boris, 1520, 1480);
    /* d = 40: 10^-0.1 = 0.794328, E = 1/1.794328 = 0.557312; 40 * 0.442688 = 17.71. */
    beat(anna, boris, 1538, 1462);
    /* Boris has d = -76: 10^0.19 = 1.548817, E = 1/2.548817 = 0.392339; 40 * 0.607661 = 24.31. */
    beat(boris, anna, 1486, 1514);
    /* Vera is new: d = -14: 10^0.035 = 1.083927, E = 1/2.083927 = 0.479863;
     * 40 * 0.520137 = 20.81. */
    beat(vera, anna, 1521, 1493);
    /* Boris has d = -35: 10^0.0875 = 1.223207, E = 1/2.223207 = 0.449801;
     * 40 * 0.550199 = 22.01. */
    beat(boris, vera, 1508, 1499);
    static const struct line lines[] = {
        {1, "Boris", 1508, 4}, {2, "Vera", 1499, 2}, {3, "Anna", 1493, 4}};
    json_t *top =
        peer_ask(scene_stranger(scene, "a stranger"), "rating.top", "{s:s}", "variant", "classic");
    assert_int_equal(int_at(top, "total"), 3);
    assert_lines(top, lines, 3);
    json_t *page = peer_ask(anna, "player.get", "{s:s}", "name", "vera");
    assert_string_equal(text_at(page, "ratings.0.variant"), "classic");
    assert_int_equal(int_at(page, "ratings.0.rating"), 1499);
    assert_int_equal(int_at(page, "ratings.0.games"), 2);
    assert_int_equal(int_at(page, "ratings.0.rank"), 2);
    /* And all of it is on disk. */
    scene_crash(scene);
    top =
        peer_ask(scene_stranger(scene, "a stranger"), "rating.top", "{s:s}", "variant", "classic");
    assert_lines(top, lines, 3);
}

SCENE(ties_share_a_rank)
{
    static const char *const names[] = {"Anna", "Boris", "Vera", "Gleb", "Darya", "Egor"};
    struct peer *peers[6];
    for (int i = 0; i < 6; i++)
        peers[i] = scene_account(scene, names[i]);
    for (int i = 0; i < 6; i += 2)
        beat(peers[i], peers[i + 1], 1520, 1480);
    static const struct line lines[] = {{1, NULL, 1520, 1}, {1, NULL, 1520, 1}, {1, NULL, 1520, 1},
                                        {4, NULL, 1480, 1}, {4, NULL, 1480, 1}, {4, NULL, 1480, 1}};
    struct peer *stranger = scene_stranger(scene, "a stranger");
    json_t *top = peer_ask(stranger, "rating.top", "{s:s}", "variant", "classic");
    assert_lines(top, lines, 6);
    /* Pages show each of them once, in the same order. */
    for (int from = 1; from <= 7; from += 2) {
        json_t *page = peer_ask(stranger, "rating.top", "{s:s, s:i, s:i}", "variant", "classic",
                                "from", from, "limit", 2);
        assert_int_equal(int_at(page, "total"), 6);
        assert_int_equal(count_at(page, "rows"), from < 7 ? 2 : 0);
        for (size_t i = 0; i < count_at(page, "rows"); i++)
            assert_true(
                json_equal(json_array_get(json_object_get(page, "rows"), i),
                           json_array_get(json_object_get(top, "rows"), (size_t)from - 1 + i)));
    }
    json_t *page = peer_ask(stranger, "player.get", "{s:s}", "name", "Egor");
    assert_int_equal(int_at(page, "ratings.0.rank"), 4);
}

SCENE(the_rows_around_a_player_are_those_of_the_leaderboard)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    struct peer *vera = scene_account(scene, "Vera");
    struct peer *gleb = scene_account(scene, "Gleb");
    json_t *around = peer_ask(gleb, "rating.around", "{s:s}", "variant", "classic");
    assert_false(has_at(around, "rank"));
    assert_int_equal(count_at(around, "rows"), 0);
    beat(anna, boris, 1520, 1480);
    /* Vera is new: d = 20: 10^-0.05 = 0.891251, E = 1/1.891251 = 0.528751;
     * 40 * 0.471249 = 18.85. */
    beat(vera, boris, 1519, 1461);
    around = peer_ask(vera, "rating.around", "{s:s, s:i}", "variant", "classic", "limit", 3);
    static const struct line all[] = {
        {1, "Anna", 1520, 1}, {2, "Vera", 1519, 1}, {3, "Boris", 1461, 2}};
    assert_int_equal(int_at(around, "total"), 3);
    assert_int_equal(int_at(around, "rank"), 2);
    assert_lines(around, all, 3);
    around = peer_ask(gleb, "rating.around", "{s:s, s:s, s:i}", "variant", "classic", "name",
                      "boris", "limit", 1);
    assert_int_equal(int_at(around, "rank"), 3);
    assert_lines(around, &all[2], 1);
    around = peer_ask(gleb, "rating.around", "{s:s}", "variant", "classic");
    assert_int_equal(int_at(around, "total"), 3);
    assert_false(has_at(around, "rank"));
}

/* Ten drawn games over new connections, because a connection has only so many rematches. */
static void draw_ten(struct scene *scene, const struct peer *anna, const struct peer *boris)
{
    struct table table;
    table_open(&table, scene_resume(scene, anna), scene_resume(scene, boris), "mini", TABLE_RATED);
    for (int i = 0; i < 10; i++) {
        table_play(&table, "b2 a1");
        peer_ask(table.opener, "game.draw", "{s:s}", "game", table.game);
        peer_ask(table.joiner, "game.draw", "{s:s, s:s}", "game", table.game, "answer", "accept");
        table_ended(&table, "draw", "agreed");
        if (i < 9)
            table_rematch(&table);
    }
    peer_close(table.opener);
    peer_close(table.joiner);
}

static void win_mini(struct peer *winner, struct peer *loser, int winner_points, int loser_points)
{
    struct table table;
    table_open(&table, winner, loser, "mini", TABLE_RATED);
    table_play(&table, TABLE_MINI_FIRST_WINS);
    json_t *end = table_ended(&table, "first", "row");
    assert_int_equal(int_at(end, "changes.0.after"), winner_points);
    assert_int_equal(int_at(end, "changes.1.after"), loser_points);
}

SCENE(after_thirty_rated_games_points_move_half_as_far)
{
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *boris = scene_account(scene, "Boris");
    for (int i = 0; i < 3; i++)
        draw_ten(scene, anna, boris);
    json_t *page = peer_ask(anna, "player.get", NULL);
    assert_int_equal(int_at(page, "ratings.0.rating"), 1500);
    assert_int_equal(int_at(page, "ratings.0.games"), 30);
    /* 20 * 0.5 = 10 for both. */
    win_mini(anna, boris, 1510, 1490);
    /* Vera is new. d = -10: 10^0.025 = 1.059254, E = 1/2.059254 = 0.485613. Her K is 40:
     * 40 * 0.514387 = 20.58; Anna's is 20: 20 * 0.514387 = 10.29. */
    win_mini(scene_account(scene, "Vera"), anna, 1521, 1500);
}

SCENE(a_player_in_a_room_is_shown_with_the_rooms_rating)
{
    struct peer *anna = scene_account(scene, "Anna");
    beat(anna, scene_account(scene, "Boris"), 1520, 1480);
    json_t *opened = peer_ask(anna, "room.open", "{s:s}", "variant", "classic");
    assert_int_equal(int_at(opened, "room.players.0.rating"), 1520);
    opened = peer_ask(anna, "room.open", "{s:s}", "variant", "mini");
    assert_false(has_at(opened, "room.players.0.rating"));
}

SCENE(a_page_behind_the_end_is_empty)
{
    static const json_int_t froms[] = {3, 1000000, INT64_MAX};
    struct peer *anna = scene_account(scene, "Anna");
    beat(anna, scene_account(scene, "Boris"), 1520, 1480);
    for (int i = 0; i < 3; i++) {
        json_t *page = peer_ask(anna, "rating.top", "{s:s, s:I, s:i}", "variant", "classic", "from",
                                froms[i], "limit", 50);
        assert_int_equal(int_at(page, "total"), 2);
        assert_int_equal(count_at(page, "rows"), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(ratings_are_what_the_rule_gives_by_hand),
        SCENE_TEST(ties_share_a_rank),
        SCENE_TEST(the_rows_around_a_player_are_those_of_the_leaderboard),
        SCENE_TEST(after_thirty_rated_games_points_move_half_as_far),
        SCENE_TEST(a_page_behind_the_end_is_empty),
        SCENE_TEST(a_player_in_a_room_is_shown_with_the_rooms_rating),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
