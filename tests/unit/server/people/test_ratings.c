/* SPDX-License-Identifier: MIT */
/*
 * Ratings follow the store: the end of a game is told with the figures that are stored, and nothing
 * is told of points that are on their way to the disk.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_fines.h"

/* Anna and Boris play for the rating, and a row is near for Anna. */
static struct rig_table rated_game(struct rig *rig)
{
    struct rig_table table =
        rig_table(rig_player(rig, "Anna"), rig_player(rig, "Boris"), "classic", true);
    rig_play(&table, "h8 i9 h9 j9 h10");
    rig_forget_events(table.first);
    rig_forget_events(table.second);
    return table;
}

/* Boris resigns, and the batch of it is held. */
static int64_t resign_held(struct rig *rig, const struct rig_table *table)
{
    rig->store->holds_batches = true;
    int64_t id = rig_send(table->second, "{'op':'game.resign','game':'%s'}", table->game);
    rig_turn(rig);
    assert_null(rig_reply(table->second, id));
    assert_null(rig_next_event(table->first));
    return id;
}

static void let_go(struct rig *rig)
{
    rig->store->holds_batches = false;
    rig_turn(rig);
}

static void the_end_has_the_figures_that_are_stored(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rated_game(rig);
    int64_t id = resign_held(rig, &table);
    let_go(rig);
    assert_ok(rig_reply(table.second, id));
    const json_t *ended = rig_expect(table.first, "game.ended");
    assert_int_equal(int_at(ended, "changes.0.before"), 1500);
    assert_int_equal(int_at(ended, "changes.0.after"), 1520);
    assert_int_equal(int_at(ended, "changes.1.after"), 1480);
    rig_check_world(rig);
}

static void points_stay_when_the_commit_fails(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rated_game(rig);
    int64_t id = resign_held(rig, &table);
    rig->store->fails_batches = true;
    let_go(rig);
    rig->store->fails_batches = false;
    assert_code(rig_reply(table.second, id), "storage_unavailable");
    assert_null(rig_next_event(table.first));
    assert_int_equal(rig_rating(table.first, "Anna"), 0);
    rig_pass(rig, 60000);
    assert_ok(rig_ask(table.second, "{'op':'game.resign','game':'%s'}", table.game));
    assert_int_equal(int_at(rig_find_event(table.first, "game.ended"), "changes.0.after"), 1520);
    rig_check_world(rig);
}

static void a_rematch_waits_for_the_points(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rated_game(rig);
    resign_held(rig, &table);
    int64_t offer = rig_send(table.first, "{'op':'room.rematch','room':'%s'}", table.room);
    int64_t consent = rig_send(table.second, "{'op':'room.rematch','room':'%s'}", table.room);
    rig_turn(rig);
    assert_null(rig_reply(table.first, offer));
    let_go(rig);
    assert_ok(rig_reply(table.first, offer));
    assert_ok(rig_reply(table.second, consent));
    const json_t *started = rig_find_event(table.first, "game.started");
    assert_int_equal(int_at(started, "game.first.rating"), 1480);
    assert_int_equal(int_at(started, "game.second.rating"), 1520);
    rig_check_world(rig);
}

static void a_seat_waits_for_the_points(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rated_game(rig);
    struct rig_peer *clara = rig_player(rig, "Clara");
    const json_t *opened = rig_ask(
        clara, "{'op':'room.open','variant':'classic','rated':true," RIG_DAYS ",'first':'opener'}");
    resign_held(rig, &table);
    int64_t id =
        rig_send(table.first, "{'op':'room.join','room':'%s'}", text_at(opened, "room.room"));
    rig_turn(rig);
    assert_null(rig_reply(table.first, id));
    let_go(rig);
    assert_ok(rig_reply(table.first, id));
    const json_t *started = rig_find_event(table.first, "game.started");
    assert_int_equal(int_at(started, "game.second.rating"), 1520);
    rig_check_world(rig);
}

static void a_seat_waits_for_the_fine(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rated_game(rig);
    assert_ok(rig_ask(table.second, "{'op':'game.resign','game':'%s'}", table.game));
    struct rig_peer *clara = rig_player(rig, "Clara");
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    const json_t *opened = rig_ask(
        clara, "{'op':'room.open','variant':'classic','rated':true," RIG_DAYS ",'first':'opener'}");
    rig->store->holds_batches = true;
    rig_until(rig, rig_date(2024, 1, 1));
    int64_t id =
        rig_send(table.first, "{'op':'room.join','room':'%s'}", text_at(opened, "room.room"));
    rig_turn(rig);
    assert_null(rig_reply(table.first, id));
    let_go(rig);
    const json_t *started = rig_find_event(table.first, "game.started");
    assert_int_equal(int_at(started, "game.second.rating"), rig_rating(table.first, "Anna"));
    assert_true(rig_rating(table.first, "Anna") < 1520);
    rig_check_world(rig);
}

/* A watcher who comes meanwhile is told of the end with its figures as well. */
static void a_watcher_waits_for_the_figures(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rated_game(rig);
    struct rig_peer *clara = rig_player(rig, "Clara");
    resign_held(rig, &table);
    int64_t watch = rig_send(clara, "{'op':'room.watch','room':'%s'}", table.room);
    int64_t sync = rig_send(table.first, "{'op':'game.sync','game':'%s','since':0}", table.game);
    rig_turn(rig);
    assert_null(rig_reply(clara, watch));
    assert_null(rig_reply(table.first, sync));
    let_go(rig);
    assert_int_equal(int_at(rig_reply(clara, watch), "game.changes.0.after"), 1520);
    assert_ok(rig_reply(table.first, sync));
    rig_check_world(rig);
}

/* Of two games that end in one batch the second goes on from what the first one made of the points.
 */
static void games_that_end_together_follow_each_other(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rated_game(rig);
    struct rig_peer *clara = rig_player(rig, "Clara");
    struct rig_table other = rig_table(table.first, clara, "classic", true);
    rig_play(&other, "h8 i9 h9 j9 h10");
    rig_forget_events(table.first);
    rig->store->holds_batches = true;
    rig_send(table.second, "{'op':'game.resign','game':'%s'}", table.game);
    rig_send(clara, "{'op':'game.resign','game':'%s'}", other.game);
    rig_turn(rig);
    let_go(rig);
    int64_t between = int_at(rig_expect(table.first, "game.ended"), "changes.0.after");
    assert_int_equal(int_at(rig_expect(table.first, "game.ended"), "changes.0.before"), between);
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FINES_TEST(the_end_has_the_figures_that_are_stored),
        FINES_TEST(points_stay_when_the_commit_fails),
        FINES_TEST(a_rematch_waits_for_the_points),
        FINES_TEST(a_seat_waits_for_the_points),
        FINES_TEST(a_seat_waits_for_the_fine),
        FINES_TEST(a_watcher_waits_for_the_figures),
        FINES_TEST(games_that_end_together_follow_each_other),
    };
    return cmocka_run_group_tests_name("core_ratings", tests, NULL, NULL);
}
