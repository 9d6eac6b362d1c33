/* SPDX-License-Identifier: MIT */
/* Provisional ratings as players are told of them. Terms here: 3 games, 2 opponents. */
#include "proto/codec.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_rated.h"

static int setup(void **state)
{
    struct core_options options = rig_rated_options();
    options.rating_terms.games = 3;
    options.rating_terms.opponents = 2;
    options.rating_terms.related_ms = 0; /* all are here */
    *state = rig_new_with(&options);
    return 0;
}

#define PROVISIONAL_TEST(name) cmocka_unit_test_setup_teardown(name, setup, rig_teardown)

/* Anna beats Boris three times and Carla once: then she alone is established. */
struct three {
    struct rig_peer *anna;
    struct rig_peer *boris;
    struct rig_peer *carla;
};

static struct three three_of(struct rig *rig)
{
    return (struct three){rig_player(rig, "Anna"), rig_player(rig, "Boris"),
                          rig_player(rig, "Carla")};
}

static void establish(const struct three *three)
{
    for (int i = 0; i < 3; i++)
        rig_rated_beat(three->anna, three->boris);
    rig_rated_beat(three->anna, three->carla);
}

static const json_t *around(struct rig_peer *asker, const char *name)
{
    const json_t *reply =
        rig_ask(asker, "{'op':'rating.around','variant':'mini','name':'%s'}", name);
    assert_ok(reply);
    return reply;
}

static void it_has_no_rank_and_is_on_no_leaderboard(void **state)
{
    const struct three three = three_of(*state);
    for (int i = 0; i < 3; i++)
        rig_rated_beat(three.anna, three.boris);
    const json_t *rating = rig_rated_page(three.anna, "Anna");
    assert_true(bool_at(rating, "provisional"));
    assert_false(has_at(rating, "rank"));
    assert_int_equal(rig_rated_total(three.anna), 0);
    rig_rated_beat(three.anna, three.carla);
    rating = rig_rated_page(three.anna, "Anna");
    assert_false(has_at(rating, "provisional"));
    assert_int_equal(int_at(rating, "rank"), 1);
    assert_int_equal(rig_rated_total(three.anna), 1);
    const json_t *found =
        rig_ask(three.anna, "{'op':'player.find','text':'boris','variant':'mini'}");
    assert_true(bool_at(found, "rows.0.provisional"));
    assert_false(has_at(found, "rows.0.rank"));
    rig_check_world(*state);
}

static void what_is_missing_is_told(void **state)
{
    const struct three three = three_of(*state);
    const json_t *none = around(three.anna, "Anna");
    assert_false(has_at(none, "provisional"));
    assert_false(has_at(none, "games_to_go"));
    rig_rated_beat(three.anna, three.boris);
    const json_t *reply = around(three.anna, "Anna");
    assert_true(bool_at(reply, "provisional"));
    assert_int_equal(int_at(reply, "rating"), 1520);
    assert_int_equal(int_at(reply, "games_to_go"), 2);
    assert_int_equal(int_at(reply, "opponents_to_go"), 1);
    assert_int_equal(count_at(reply, "rows"), 0);
    assert_false(has_at(reply, "rank"));
    establish(&three);
    reply = around(three.anna, "Anna");
    assert_false(has_at(reply, "provisional"));
    assert_int_equal(int_at(reply, "rank"), 1);
    assert_int_equal(count_at(reply, "rows"), 1);
}

static void tables_and_the_end_of_a_game_show_it(void **state)
{
    const struct three three = three_of(*state);
    establish(&three);
    struct rig_table table = rig_rated_table(three.anna, three.boris);
    const json_t *game = rig_game(three.anna, table.game);
    assert_false(has_at(game, "first.provisional"));
    assert_true(bool_at(game, "second.provisional"));
    rig_forget_events(three.anna);
    rig_rated_win(&table);
    const json_t *ended = rig_find_event(three.anna, "game.ended");
    assert_false(has_at(ended, "changes.0.provisional"));
    assert_true(bool_at(ended, "changes.1.provisional"));
    const json_t *history = rig_ask(three.anna, "{'op':'history.list'}");
    assert_true(bool_at(history, "rows.0.opponent_provisional"));
    rig_check_world(*state); /* a restart shows the same */
}

/* 40 * 0.5 is 20 with equal points; the fourth win in a day brings nothing more. */
static void provisional_opponents_move_an_established_one_by_20_points_a_day(void **state)
{
    struct rig *rig = *state;
    const struct three three = three_of(rig);
    establish(&three);
    int64_t before = int_at(rig_rated_page(three.anna, "Anna"), "rating");
    struct rig_peer *dora = rig_player(rig, "Dora");
    for (int i = 0; i < 3; i++)
        rig_rated_beat(three.anna, dora);
    assert_int_equal(int_at(rig_rated_page(three.anna, "Anna"), "rating"), before + 20);
    rig_pass(rig, INT64_C(24) * 3600 * 1000);
    rig_rated_beat(three.anna, dora);
    assert_true(int_at(rig_rated_page(three.anna, "Anna"), "rating") > before + 20);
}

static void hello_says_the_terms(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    const json_t *hello = rig_ask(peer, "{'op':'hello','protocol':%d}", PROTOCOL_VERSION);
    assert_ok(hello);
    assert_int_equal(int_at(hello, "limits.provisional_games"), 3);
    assert_int_equal(int_at(hello, "limits.provisional_opponents"), 2);
    assert_int_equal(int_at(hello, "limits.provisional_points"), 20);
    assert_int_equal(int_at(hello, "limits.rated_pair_games"), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROVISIONAL_TEST(it_has_no_rank_and_is_on_no_leaderboard),
        PROVISIONAL_TEST(what_is_missing_is_told),
        PROVISIONAL_TEST(tables_and_the_end_of_a_game_show_it),
        PROVISIONAL_TEST(provisional_opponents_move_an_established_one_by_20_points_a_day),
        PROVISIONAL_TEST(hello_says_the_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
