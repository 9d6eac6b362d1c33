/* SPDX-License-Identifier: MIT */
/*
 * mod.annul: who may annul what, who is told, and that memory, lists and a server that starts anew
 * say the same.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_rated.h"

#include <string.h>

/* The terms of a server where every rating counts from its first game on. */
static int setup(void **state)
{
    struct core_options options = rig_rated_options();
    options.rating_terms = (struct store_rating_terms){0};
    options.rated_pair_games = 0;
    *state = rig_new_with(&options);
    return 0;
}

#define ANNUL_TEST(name) cmocka_unit_test_setup_teardown(name, setup, rig_teardown)

static int64_t rating_of(struct rig_peer *peer)
{
    const json_t *page = rig_rated_page(peer, peer->name);
    return page != NULL ? int_at(page, "rating") : 0;
}

/* Somebody at the server's machine annuls everything that the player played. */
static const json_t *annul_all(struct rig *rig, const char *name)
{
    const json_t *reply =
        rig_ask(rig_connect_locally(rig), "{'op':'mod.annul','name':'%s','reason':'farmed'}", name);
    assert_ok(reply);
    return reply;
}

static void a_game_is_annulled_and_both_are_told(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table table = rig_rated_table(anna, boris);
    rig_rated_win(&table);
    rig_rated_beat(anna, boris);
    int64_t before[] = {rating_of(anna), rating_of(boris)};
    rig_forget_events(anna);
    rig_forget_events(boris);
    const json_t *reply = rig_ask(rig_connect_locally(rig),
                                  "{'op':'mod.annul','game':'%s','reason':'farmed'}", table.game);
    assert_ok(reply);
    assert_int_equal(int_at(reply, "games"), 1);
    const json_t *told = rig_expect(anna, "rating.annulled");
    assert_string_equal(text_at(told, "variant"), "mini");
    assert_int_equal(int_at(told, "before"), before[0]);
    assert_int_equal(int_at(told, "after"), before[0] - 20);
    assert_int_equal(int_at(told, "games"), 1);
    assert_int_equal(int_at(rig_expect(boris, "rating.annulled"), "after"), before[1] + 20);
    const json_t *memo = rig_expect(boris, "memo.added");
    assert_string_equal(text_at(memo, "memo.kind"), "points_back");
    assert_string_equal(text_at(memo, "memo.name"), "Anna");
    assert_string_equal(text_at(memo, "memo.game"), table.game);
    assert_string_equal(text_at(memo, "memo.text"), "farmed");
    assert_int_equal(int_at(memo, "memo.points"), 20);
    assert_int_equal(rating_of(anna), before[0] - 20);
    const json_t *history = rig_ask(anna, "{'op':'history.list'}");
    assert_false(has_at(history, "rows.0.annulled"));
    assert_true(bool_at(history, "rows.1.annulled"));
    assert_int_equal(int_at(history, "rows.1.points"), 20);
    rig_check_world(rig);
}

static const char *exported(struct rig_peer *peer, const char *game, const char *format)
{
    return text_at(rig_ask(peer, "{'op':'game.export','game':'%s','format':'%s'}", game, format),
                   "text");
}

/* To whoever asks, at the table and of the store, in every format. */
static void check_marks(struct rig *rig, const char *game, bool is_annulled)
{
    struct rig_peer *stranger = rig_connect(rig);
    const json_t *reply = rig_ask(stranger, "{'op':'game.get','game':'%s'}", game);
    assert_int_equal(has_at(reply, "game.annulled"), is_annulled);
    assert_int_equal(int_at(reply, "game.changes.0.before"), 1500); /* what was stays */
    assert_int_equal(strstr(exported(stranger, game, "sgf"), "annulled]") != NULL, is_annulled);
    assert_int_equal(strstr(exported(stranger, game, "sgf"), "PAN[yes]") != NULL, is_annulled);
    assert_int_equal(strstr(exported(stranger, game, "psq"), ":mini annulled\n") != NULL,
                     is_annulled);
    reply = rig_ask(stranger, "{'op':'game.export','game':'%s','format':'json'}", game);
    assert_int_equal(has_at(reply, "json.annulled"), is_annulled);
    reply = rig_ask(stranger, "{'op':'history.export','name':'Anna','format':'json'}");
    assert_string_equal(text_at(reply, "games.0.game"), game);
    assert_int_equal(has_at(reply, "games.0.json.annulled"), is_annulled);
    reply = rig_ask(stranger, "{'op':'history.export','name':'Anna','format':'sgf'}");
    assert_int_equal(strstr(text_at(reply, "games.0.text"), "PAN[yes]") != NULL, is_annulled);
}

/* The room and its last game are in memory, and after a restart loaded. */
static void a_game_at_a_table_is_marked_wherever_it_is_shown(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_rated_table(rig_player(rig, "Anna"), rig_player(rig, "Boris"));
    rig_rated_win(&table);
    check_marks(rig, table.game, false);
    annul_all(rig, "Anna");
    check_marks(rig, table.game, true);
    const json_t *room = rig_ask(rig_guest(rig), "{'op':'room.watch','room':'%s'}", table.room);
    assert_true(bool_at(room, "game.annulled"));
    rig_restart(rig);
    check_marks(rig, table.game, true);
    room = rig_ask(rig_guest(rig), "{'op':'room.watch','room':'%s'}", table.room);
    assert_true(bool_at(room, "game.annulled"));
    rig_check_world(rig);
}

/* Only the store has it. */
static void a_game_whose_table_is_gone_is_marked_wherever_it_is_shown(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_rated_table(rig_player(rig, "Anna"), rig_player(rig, "Boris"));
    rig_rated_win(&table);
    rig_rated_leave(&table);
    check_marks(rig, table.game, false);
    annul_all(rig, "Anna");
    check_marks(rig, table.game, true);
}

/* A batch that fails annuls nothing. */
static void what_is_not_stored_is_not_marked(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_rated_table(anna, rig_player(rig, "Boris"));
    rig_rated_win(&table);
    rig->store->fails_batches = true;
    assert_code(rig_ask(rig_connect_locally(rig),
                        "{'op':'mod.annul','game':'%s','reason':'farmed'}", table.game),
                "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 60000);
    check_marks(rig, table.game, false);
}

/* Points stand as they stood; games are those that count, as above the days. */
static void a_graph_counts_the_games_that_count(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table table = rig_rated_table(anna, boris);
    rig_rated_win(&table);
    rig_rated_leave(&table);
    rig_pass(rig, 5000);
    rig_rated_beat(anna, boris);
    int64_t stood = rating_of(anna);
    rig_pass(rig, 24 * 3600 * 1000);
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.annul','game':'%s','reason':'x'}",
                      table.game));
    const json_t *graph =
        rig_ask(rig_connect(rig), "{'op':'rating.graph','name':'Anna','variant':'mini'}");
    assert_int_equal(count_at(graph, "days"), 2);
    assert_int_equal(int_at(graph, "games"), 1);
    assert_int_equal(int_at(graph, "days.0.games"), 1);
    assert_int_equal(int_at(graph, "days.0.annulled_later"), 1);
    assert_int_equal(int_at(graph, "days.0.rating"), stood);
    assert_false(has_at(graph, "days.0.annulled"));
    assert_int_equal(int_at(graph, "days.1.games"), 0);
    assert_int_equal(int_at(graph, "days.1.annulled"), 1);
    assert_int_equal(int_at(graph, "days.1.rating"), stood - 20);
    assert_false(has_at(graph, "days.1.annulled_later"));
}

static void all_games_of_a_player_are_annulled(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *carla = rig_player(rig, "Carla");
    rig_rated_beat(anna, boris);
    rig_rated_beat(anna, carla);
    rig_rated_beat(boris, carla);
    int64_t carlas = rating_of(carla);
    rig_forget_events(anna);
    assert_int_equal(int_at(annul_all(rig, "Anna"), "games"), 2);
    const json_t *told = rig_expect(anna, "rating.annulled");
    assert_false(has_at(told, "after"));
    assert_int_equal(rating_of(anna), 0);
    assert_true(rating_of(carla) > carlas);
    assert_int_equal(rig_rated_total(boris), 2);
    assert_int_equal(int_at(annul_all(rig, "Anna"), "games"), 0);
    const json_t *log = rig_ask(rig_connect_locally(rig), "{'op':'mod.log'}");
    assert_int_equal(count_at(log, "entries"), 1);
    assert_string_equal(text_at(log, "entries.0.act"), "annul");
    assert_string_equal(text_at(log, "entries.0.name"), "Anna");
    assert_string_equal(text_at(log, "entries.0.detail"), "2");
    rig_check_world(rig);
    rig_rated_beat(anna, boris); /* which begins anew */
    assert_true(rating_of(anna) > 1500);
    rig_check_world(rig);
}

static void only_games_since_then_are_annulled(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_rated_beat(anna, boris);
    int64_t first = rating_of(anna);
    int64_t since = int_at(rig_ask(anna, "{'op':'history.list'}"), "rows.0.ended") + 1;
    rig_pass(rig, 60000);
    rig_rated_beat(anna, boris);
    assert_ok(rig_ask(rig_connect_locally(rig),
                      "{'op':'mod.annul','name':'anna','since':%lld,'reason':'x'}",
                      (long long)since));
    assert_int_equal(rating_of(anna), first);
}

/* Anna moderates, has lost to Boris, and would like her points back; Dora is a moderator, too. */
static void nobody_annuls_games_of_his_own_or_of_his_equals(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *dora = rig_player(rig, "Dora");
    struct rig_table table = rig_rated_table(boris, dora);
    rig_rated_win(&table);
    rig_rated_beat(boris, anna);
    int64_t annas = rating_of(anna);
    rig_give_role(rig, "Anna", "moderator");
    rig_give_role(rig, "Dora", "moderator");
    assert_code(rig_ask(anna, "{'op':'mod.annul','game':'%s','reason':'x'}", table.game),
                "not_allowed");
    assert_code(rig_ask(anna, "{'op':'mod.annul','name':'Dora','reason':'x'}"), "not_allowed");
    assert_code(rig_ask(anna, "{'op':'mod.annul','name':'Anna','reason':'x'}"), "not_allowed");
    assert_code(rig_ask(boris, "{'op':'mod.annul','name':'Anna','reason':'x'}"), "not_allowed");
    const json_t *reply = rig_ask(anna, "{'op':'mod.annul','name':'Boris','reason':'x'}");
    assert_ok(reply);
    assert_int_equal(int_at(reply, "games"), 0);
    assert_int_equal(rating_of(anna), annas);
    assert_int_equal(int_at(annul_all(rig, "Boris"), "games"), 2);
    assert_int_equal(rating_of(anna), 0);
}

static void a_request_says_whose_games(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *local = rig_connect_locally(rig);
    const json_t *reply = rig_ask(local, "{'op':'mod.annul','reason':'x'}");
    assert_code(reply, "missing_field");
    assert_string_equal(text_at(reply, "error.field"), "game");
    assert_code(rig_ask(local, "{'op':'mod.annul','game':'000000000001','reason':'\\u200b '}"),
                "out_of_range");
}

/* The bound of what is told: nothing of points that are on their way to the store. */
static void a_game_begins_with_the_points_that_are_left(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *local = rig_connect_locally(rig);
    rig_rated_beat(anna, boris);
    const char *room = text_at(rig_rated_open(anna, ""), "room.room");
    char id[16];
    (void)strncpy(id, room, sizeof(id) - 1);
    id[sizeof(id) - 1] = '\0';
    rig->store->holds_batches = true;
    (void)rig_send(local, "{'op':'mod.annul','name':'Anna','reason':'x'}");
    rig_turn(rig);
    int64_t join = rig_send(boris, "{'op':'room.join','room':'%s'}", id);
    rig_turn(rig);
    assert_null(rig_reply(boris, join));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(boris, join));
    rig_check_world(rig);
}

static void moderators_see_from_whom_points_are(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *carla = rig_player(rig, "Carla");
    rig_rated_beat(anna, boris);
    rig_rated_beat(anna, boris);
    rig_rated_beat(carla, anna);
    assert_code(rig_ask(boris, "{'op':'mod.points','name':'Anna'}"), "not_allowed");
    rig_give_role(rig, "Boris", "moderator");
    const json_t *points = rig_ask(boris, "{'op':'mod.points','name':'anna'}");
    assert_ok(points);
    assert_string_equal(text_at(points, "name"), "Anna");
    assert_int_equal(count_at(points, "rows"), 2);
    assert_string_equal(text_at(points, "rows.0.name"), "Boris");
    assert_int_equal(int_at(points, "rows.0.points"), 38);
    assert_int_equal(int_at(points, "rows.0.games"), 2);
    assert_true(int_at(points, "rows.1.points") < 0);
    assert_false(bool_at(points, "more"));
    points = rig_ask(boris, "{'op':'mod.points','name':'anna','from':2,'limit':1}");
    assert_string_equal(text_at(points, "rows.0.name"), "Carla");
    (void)annul_all(rig, "Anna");
    assert_int_equal(count_at(rig_ask(boris, "{'op':'mod.points','name':'anna'}"), "rows"), 0);
}

#define NETWORK(n) (UINT64_C(0x1cb007100) + (n)) /* 203.0.113.n */

static struct rig_peer *register_from(struct rig *rig, const char *name, uint64_t network)
{
    struct rig_peer *peer = rig_guest_from(rig, network);
    assert_ok(
        rig_ask(peer, "{'op':'auth.register','name':'%s','password':'secret of %s'}", name, name));
    return peer;
}

/* Anna is an operator, Boris her second account, and Carla keeps order under her. */
static void nobody_sees_the_networks_of_who_is_above(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = register_from(rig, "Anna", NETWORK(1));
    struct rig_peer *boris = register_from(rig, "Boris", NETWORK(1));
    struct rig_peer *carla = register_from(rig, "Carla", NETWORK(2));
    rig_rated_beat(anna, boris);
    rig_give_role(rig, "Carla", "moderator");
    const json_t *points = rig_ask(carla, "{'op':'mod.points','name':'Boris'}");
    assert_true(bool_at(points, "rows.0.same_network"));
    rig_give_role(rig, "Anna", "operator");
    assert_code(rig_ask(carla, "{'op':'mod.points','name':'Anna'}"), "not_allowed");
    assert_code(rig_ask(carla, "{'op':'mod.points','name':'Carla'}"), "not_allowed");
    points = rig_ask(carla, "{'op':'mod.points','name':'Boris'}");
    assert_int_equal(count_at(points, "rows"), 1);
    assert_false(has_at(points, "rows.0.same_network"));
    points = rig_ask(anna, "{'op':'mod.points','name':'Boris'}");
    assert_false(has_at(points, "rows.0.same_network")); /* an equal's, even one's own */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ANNUL_TEST(nobody_sees_the_networks_of_who_is_above),
        ANNUL_TEST(a_game_at_a_table_is_marked_wherever_it_is_shown),
        ANNUL_TEST(a_game_whose_table_is_gone_is_marked_wherever_it_is_shown),
        ANNUL_TEST(what_is_not_stored_is_not_marked),
        ANNUL_TEST(a_graph_counts_the_games_that_count),
        ANNUL_TEST(a_game_is_annulled_and_both_are_told),
        ANNUL_TEST(all_games_of_a_player_are_annulled),
        ANNUL_TEST(only_games_since_then_are_annulled),
        ANNUL_TEST(nobody_annuls_games_of_his_own_or_of_his_equals),
        ANNUL_TEST(a_request_says_whose_games),
        ANNUL_TEST(moderators_see_from_whom_points_are),
        ANNUL_TEST(a_game_begins_with_the_points_that_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
