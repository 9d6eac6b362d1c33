/* SPDX-License-Identifier: MIT */
/* The list of a player's games in progress: whose turn it is, wherever the table is. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define DAY_MS INT64_C(86400000)
#define DAYS "{'kind':'correspondence','period_ms':172800000}"

static const json_t *games_of(struct rig_peer *peer, const char *name)
{
    const json_t *reply = rig_ask(peer, "{'op':'player.games','name':'%s'}", name);
    assert_ok(reply);
    return reply;
}

/* The only game of the player: whose turn it is, and after how many actions. */
static void check_turn(struct rig_peer *peer, const char *name, const char *to_act, int ply)
{
    const json_t *reply = games_of(peer, name);
    assert_int_equal(count_at(reply, "games"), 1);
    assert_string_equal(text_at(reply, "games.0.to_act"), to_act);
    assert_int_equal(int_at(reply, "games.0.ply"), ply);
}

static void check_asleep(struct rig *rig, size_t asleep)
{
    assert_int_equal(core_count(rig->core).asleep, asleep);
}

static struct rig_table slow_table(struct rig *rig)
{
    struct rig_peer *anna = rig_player(rig, "Anna");
    return rig_clocked_table(anna, rig_player(rig, "Boris"), "classic", DAYS);
}

static void both_go(struct rig *rig, const struct rig_table *table)
{
    rig_hang_up(table->first);
    rig_hang_up(table->second);
    rig_turn(rig);
}

/* ------------------------------------------------------------------ what a row says */

static void a_game_is_listed_as_it_stands(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_table(anna, rig_player(rig, "Boris"), "mini", true);
    struct rig_peer *stranger = rig_connect(rig);
    const json_t *reply = games_of(stranger, "ANNA");
    assert_string_equal(text_at(reply, "name"), "Anna");
    assert_int_equal(count_at(reply, "games"), 1);
    assert_string_equal(text_at(reply, "games.0.game"), table.game);
    assert_string_equal(text_at(reply, "games.0.room"), table.room);
    assert_string_equal(text_at(reply, "games.0.variant"), "mini");
    assert_true(bool_at(reply, "games.0.rated"));
    assert_string_equal(text_at(reply, "games.0.first"), "Anna");
    assert_string_equal(text_at(reply, "games.0.second"), "Boris");
    assert_string_equal(text_at(reply, "games.0.to_act"), "first");
    assert_int_equal(int_at(reply, "games.0.ply"), 0);
    assert_int_equal(int_at(reply, "games.0.left_ms"), INT64_C(30) * 24 * 3600 * 1000);
    assert_false(has_at(reply, "games.0.acted"));
    rig_pass(rig, 5000);
    assert_ok(rig_move(anna, table.game, 0, "a1"));
    int64_t acted = rig->now.wall_ms;
    rig_pass(rig, 7000);
    assert_int_equal(int_at(games_of(anna, "Boris"), "games.0.acted"), acted);
}

static void the_turn_follows_each_move(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_table(rig_guest(rig), rig_guest(rig), "classic", false);
    struct rig_peer *stranger = rig_connect(rig);
    check_turn(stranger, table.first->name, "first", 0);
    assert_false(has_at(games_of(stranger, table.first->name), "games.0.last"));
    assert_ok(rig_move(table.first, table.game, 0, "h8"));
    check_turn(stranger, table.first->name, "second", 1);
    check_turn(stranger, table.second->name, "second", 1);
    assert_ok(rig_move(table.second, table.game, 1, "i9"));
    check_turn(stranger, table.first->name, "first", 2);
    assert_string_equal(text_at(games_of(stranger, table.first->name), "games.0.last"), "i9");
    assert_ok(rig_ask(table.second, "{'op':'game.takeback','game':'%s'}", table.game));
    assert_ok(
        rig_ask(table.first, "{'op':'game.takeback','game':'%s','answer':'accept'}", table.game));
    check_turn(stranger, table.second->name, "second", 1);
    assert_string_equal(text_at(games_of(stranger, table.first->name), "games.0.last"), "h8");
}

static void an_opening_has_turns_of_its_own(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_table(rig_guest(rig), rig_guest(rig), "swap2", false);
    struct rig_peer *stranger = rig_connect(rig);
    static const char *const squares[] = {"h8", "i9", "j10"};
    for (int ply = 0; ply < 3; ply++) {
        check_turn(stranger, table.first->name, "first", ply);
        assert_ok(rig_move(table.first, table.game, ply, squares[ply]));
    }
    check_turn(stranger, table.first->name, "second", 3);
    assert_ok(rig_ask(table.second, "{'op':'game.move','game':'%s','ply':3,'action':'two_more'}",
                      table.game));
    check_turn(stranger, table.first->name, "second", 4);
    assert_ok(rig_move(table.second, table.game, 4, "a1"));
    assert_ok(rig_move(table.second, table.game, 5, "b2"));
    check_turn(stranger, table.first->name, "first", 6);
    assert_ok(rig_ask(table.first, "{'op':'game.move','game':'%s','ply':6,'action':'black'}",
                      table.game));
    check_turn(stranger, table.first->name, "second", 7);
}

static void the_clock_of_who_is_to_act_is_told_with_its_periods(void **state)
{
    struct rig *rig = *state;
    struct rig_table table =
        rig_clocked_table(rig_guest(rig), rig_guest(rig), "mini",
                          "{'kind':'byoyomi','main_ms':60000,'period_ms':10000,'periods':3}");
    struct rig_peer *guest = rig_guest(rig);
    assert_int_equal(int_at(games_of(guest, table.first->name), "games.0.left_ms"), 90000);
    rig_pass(rig, 20000);
    assert_int_equal(int_at(games_of(guest, table.first->name), "games.0.left_ms"), 70000);
    assert_ok(rig_move(table.first, table.game, 0, "a1"));
    rig_pass(rig, 1000);
    assert_int_equal(int_at(games_of(guest, table.first->name), "games.0.left_ms"), 89000);
}

/* ------------------------------------------------------------------ whose */

static void oneself_is_meant_without_a_name(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_table(rig_guest(rig), rig_guest(rig), "mini", false);
    const json_t *reply = rig_ask(table.second, "{'op':'player.games'}");
    assert_ok(reply);
    assert_string_equal(text_at(reply, "name"), table.second->name);
    assert_string_equal(text_at(reply, "games.0.game"), table.game);
    struct rig_peer *stranger = rig_connect(rig);
    assert_code(rig_ask(stranger, "{'op':'player.games'}"), "login_required");
    assert_code(rig_ask(stranger, "{'op':'player.games','name':'nobody'}"), "no_such_player");
    assert_code(rig_ask(stranger, "{'op':'player.games','name':''}"), "out_of_range");
}

static void only_games_in_progress_of_this_player_are_listed(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table over = rig_table(anna, boris, "mini", false);
    struct rig_table other = rig_table(boris, rig_guest(rig), "mini", false);
    struct rig_table second = rig_table(boris, anna, "swap2", false);
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini'}"));
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini','invite':'boris'}"));
    assert_ok(rig_ask(anna, "{'op':'game.resign','game':'%s'}", over.game));
    const json_t *reply = games_of(boris, "Anna");
    assert_int_equal(count_at(reply, "games"), 1);
    assert_string_equal(text_at(reply, "games.0.game"), second.game);
    reply = games_of(anna, "Boris");
    assert_int_equal(count_at(reply, "games"), 2);
    assert_string_equal(text_at(reply, "games.0.game"), other.game);
    assert_string_equal(text_at(reply, "games.1.game"), second.game);
}

/* ------------------------------------------------------------------ asleep */

static void a_table_that_sleeps_is_listed_and_sleeps_on(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = slow_table(rig);
    assert_ok(rig_move(table.first, table.game, 0, "h8"));
    int64_t acted = rig->now.wall_ms;
    both_go(rig, &table);
    rig_pass(rig, DAY_MS / 2);
    struct rig_peer *stranger = rig_connect(rig);
    check_asleep(rig, 1);
    const json_t *reply = games_of(stranger, "Boris");
    check_asleep(rig, 1);
    assert_int_equal(count_at(reply, "games"), 1);
    assert_string_equal(text_at(reply, "games.0.game"), table.game);
    assert_string_equal(text_at(reply, "games.0.room"), table.room);
    assert_string_equal(text_at(reply, "games.0.first"), "Anna");
    assert_string_equal(text_at(reply, "games.0.to_act"), "second");
    assert_int_equal(int_at(reply, "games.0.left_ms"), DAY_MS + DAY_MS / 2);
    assert_int_equal(int_at(reply, "games.0.acted"), acted);
    rig_check_world(rig);
}

static void games_awake_and_asleep_are_one_list(void **state)
{
    struct rig *rig = *state;
    struct rig_table slow = slow_table(rig);
    struct rig_table fast = rig_table(slow.first, rig_guest(rig), "mini", false);
    struct rig_peer *stranger = rig_connect(rig);
    const json_t *reply = games_of(stranger, "Anna");
    assert_int_equal(count_at(reply, "games"), 2); /* each once, though the store has one, too */
    assert_string_equal(text_at(reply, "games.0.game"), slow.game);
    assert_string_equal(text_at(reply, "games.1.game"), fast.game);
    both_go(rig, &slow);
    check_asleep(rig, 1);
    reply = games_of(stranger, "Anna");
    assert_int_equal(count_at(reply, "games"), 2);
    assert_string_equal(text_at(reply, "games.0.game"), slow.game);
    assert_string_equal(text_at(reply, "games.1.game"), fast.game);
    rig_restart(rig);
    reply = games_of(rig_connect(rig), "Anna");
    assert_int_equal(count_at(reply, "games"), 2);
    assert_string_equal(text_at(reply, "games.1.game"), fast.game);
}

/* The store was asked before the move and the end: memory knows better by then. */
static void an_old_answer_of_the_store_does_not_win(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = slow_table(rig);
    struct rig_peer *stranger = rig_connect(rig);
    rig->store->holds_answers = true;
    int64_t asked = rig_send(stranger, "{'op':'player.games','name':'anna'}");
    rig_turn(rig);
    rig->store->lets_answers = 1; /* who Anna is */
    rig_turn(rig);
    assert_ok(rig_move(table.first, table.game, 0, "h8"));
    assert_null(rig_reply(stranger, asked));
    rig->store->holds_answers = false;
    rig_turn(rig);
    const json_t *reply = rig_reply(stranger, asked);
    assert_int_equal(count_at(reply, "games"), 1);
    assert_string_equal(text_at(reply, "games.0.to_act"), "second");
    rig->store->holds_answers = true;
    asked = rig_send(stranger, "{'op':'player.games','name':'anna'}");
    rig_turn(rig);
    rig->store->lets_answers = 1;
    rig_turn(rig);
    assert_ok(rig_ask(table.first, "{'op':'game.abort','game':'%s'}", table.game));
    rig->store->holds_answers = false;
    rig_turn(rig);
    reply = rig_reply(stranger, asked);
    assert_ok(reply);
    assert_int_equal(count_at(reply, "games"), 0);
}

static void a_move_is_listed_only_when_it_is_stored(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_table(rig_guest(rig), rig_guest(rig), "mini", false);
    struct rig_peer *stranger = rig_connect(rig);
    rig->store->holds_answers = true;
    int64_t asked = rig_send(stranger, "{'op':'player.games','name':'%s'}", table.first->name);
    rig_turn(rig);
    rig->store->lets_answers = 1;
    rig_turn(rig);
    rig->store->holds_batches = true;
    rig_send(table.first, "{'op':'game.move','game':'%s','ply':0,'action':'a1'}", table.game);
    rig_turn(rig);
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_null(rig_reply(stranger, asked));
    rig->store->holds_batches = false;
    rig_turn(rig);
    const json_t *reply = rig_reply(stranger, asked);
    assert_ok(reply);
    assert_int_equal(int_at(reply, "games.0.ply"), 1);
}

static void a_store_that_does_not_answer_is_told(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = slow_table(rig);
    struct rig_peer *stranger = rig_connect(rig);
    both_go(rig, &table);
    rig->store->fails_queries = true;
    assert_code(rig_ask(stranger, "{'op':'player.games','name':'anna'}"), "storage_unavailable");
    rig->store->fails_queries = false;
    assert_int_equal(count_at(games_of(stranger, "anna"), "games"), 1);
}

/* ------------------------------------------------------------------ limits */

/* As many as a player may sit in, with the longest names: it is one frame. */
static void as_many_games_as_there_can_be_are_one_line(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna-has-many-games-");
    struct rig_peer *boris = rig_player(rig, "Boris-has-many-games");
    for (uint32_t i = 0; i < rig->options.rooms_per_player; i++) {
        rig_clocked_table(anna, boris, "classic", DAYS);
        rig_pass(rig, 60000);
        assert_ok(rig_ask(anna, "{'op':'ping'}"));
        assert_ok(rig_ask(boris, "{'op':'ping'}"));
    }
    const json_t *awake = games_of(rig_connect(rig), anna->name);
    assert_int_equal(count_at(awake, "games"), rig->options.rooms_per_player);
    rig_hang_up(anna);
    rig_hang_up(boris);
    rig_turn(rig);
    check_asleep(rig, rig->options.rooms_per_player);
    const json_t *asleep = games_of(rig_connect(rig), anna->name);
    assert_int_equal(count_at(asleep, "games"), rig->options.rooms_per_player);
}

static int set_up_many_rooms(void **state)
{
    struct core_options options = rig_options();
    options.rooms_per_player = 64;
    *state = rig_new_with(&options);
    return 0;
}

#define TEST(name) RIG_TEST(name)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_game_is_listed_as_it_stands),
        TEST(the_turn_follows_each_move),
        TEST(an_opening_has_turns_of_its_own),
        TEST(the_clock_of_who_is_to_act_is_told_with_its_periods),
        TEST(oneself_is_meant_without_a_name),
        TEST(only_games_in_progress_of_this_player_are_listed),
        TEST(a_table_that_sleeps_is_listed_and_sleeps_on),
        TEST(games_awake_and_asleep_are_one_list),
        TEST(an_old_answer_of_the_store_does_not_win),
        TEST(a_move_is_listed_only_when_it_is_stored),
        TEST(a_store_that_does_not_answer_is_told),
        cmocka_unit_test_setup_teardown(as_many_games_as_there_can_be_are_one_line,
                                        set_up_many_rooms, rig_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
