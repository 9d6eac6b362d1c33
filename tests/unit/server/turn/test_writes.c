/* SPDX-License-Identifier: MIT */
/*
 * Objects and commits: a player, a room or a match stays in memory as long as a commit that fails
 * could bring it back. Built with the sanitizers these tests find what goes too early or never.
 */
#include "proto/id.h"
#include "server/core/rules/ids.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <string.h>

/* Sends requests without a turn between them. */
static void send_all(struct rig_peer *peer, const char *op, const char *id)
{
    rig_send(peer, "{'op':'%s','%s':'%s'}", op, strncmp(op, "game", 4) == 0 ? "game" : "room", id);
}

static void fail_now(struct rig *rig)
{
    rig_fail_held(rig);
    rig_pass(rig, 1000);
}

/* Lets exactly one batch through and holds the next. */
static void let_one_batch_through(struct rig *rig)
{
    rig->store->holds_batches = false;
    core_store_ready(rig->core);
    rig->store->holds_batches = true;
    rig_turn(rig);
}

static void a_room_may_come_and_go_in_one_turn(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    const json_t *opened = rig_ask(anna, "{'op':'room.open','variant':'mini'}");
    const char *room = text_at(opened, "room.room");
    send_all(boris, "room.join", room);
    send_all(boris, "room.leave", room);
    send_all(anna, "room.leave", room);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).rooms, 0);
    assert_int_equal(core_count(rig->core).games, 0);
    rig_check_world(rig);
}

/* The first game is replaced while the batch that began it is still under way. */
static void a_match_that_was_replaced_comes_back_when_the_commit_fails(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    const json_t *opened = rig_ask(anna, "{'op':'room.open','variant':'mini','first':'opener'}");
    const char *room = text_at(opened, "room.room");
    rig->store->holds_batches = true;
    send_all(boris, "room.join", room);
    rig_turn(rig);
    const json_t *list = NULL;
    int64_t id = rig_send(anna, "{'op':'room.list'}");
    let_one_batch_through(rig);
    list = rig_reply(anna, id);
    const char *game = text_at(list, "rooms.0.game");
    rig_send(anna, "{'op':'game.move','game':'%s','ply':0,'action':'a1'}", game);
    rig_turn(rig);
    send_all(anna, "game.resign", game);
    send_all(anna, "room.rematch", room);
    send_all(boris, "room.rematch", room);
    let_one_batch_through(rig);
    rig_turn(rig);
    fail_now(rig);
    assert_string_equal(text_at(rig_game(anna, game), "actions"), "a1");
    assert_ok(rig_move(boris, game, 1, "b1"));
    rig_check_world(rig);
}

/* The match's creation settles while its end and the rematch are in the batch behind. */
static void a_match_outlives_the_check_of_its_beginning(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    const json_t *opened = rig_ask(anna, "{'op':'room.open','variant':'mini','first':'opener'}");
    const char *room = text_at(opened, "room.room");
    rig->store->holds_batches = true;
    send_all(boris, "room.join", room);
    rig_turn(rig);
    send_all(anna, "room.leave", room);  /* aborts */
    send_all(boris, "room.leave", room); /* closes */
    rig_turn(rig);
    let_one_batch_through(rig); /* the joining is durable, the leaving is not */
    fail_now(rig);
    const json_t *list = rig_ask(anna, "{'op':'room.list'}");
    assert_string_equal(text_at(list, "rooms.0.state"), "playing");
    assert_ok(rig_move(anna, text_at(list, "rooms.0.game"), 0, "a1"));
    rig_check_world(rig);
}

static void a_player_who_left_a_rated_game_comes_back_when_the_commit_fails(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *other = rig_guest(rig);
    struct rig_table table = rig_table(anna, boris, "mini", true);
    rig_play(&table, "a1 b1");
    rig->store->holds_batches = true;
    rig_send(other, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    send_all(anna, "room.leave", table.room); /* loses, in the batch behind */
    rig_turn(rig);
    rig_hang_up(anna);
    rig_turn(rig);
    let_one_batch_through(rig);
    fail_now(rig);
    const json_t *list = rig_ask(boris, "{'op':'room.list','state':'playing'}");
    assert_string_equal(text_at(list, "rooms.0.players.0.name"), "Anna");
    anna = rig_resume(rig, anna->token);
    assert_ok(rig_move(anna, table.game, 2, "a2"));
    rig_check_world(rig);
}

/* A check from an earlier departure is due while a later one may still fail. */
static void an_old_check_does_not_take_a_player_whose_seat_may_come_back(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    struct rig_peer *other = rig_guest(rig);
    const json_t *opened = rig_ask(boris, "{'op':'room.open','variant':'mini'}");
    const char *room = text_at(opened, "room.room");
    struct rig_peer *back = rig_connect(rig);
    rig->store->holds_answers = true;
    rig_send(back, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig);
    rig->store->holds_batches = true;
    rig_send(other, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);     /* batch A is under way */
    rig_hang_up(anna); /* her check waits for batch B */
    rig_turn(rig);
    rig_send(other, "{'op':'room.open','variant':'mini'}"); /* begins B */
    rig->store->holds_answers = false;
    core_store_ready(rig->core); /* anna is back */
    send_all(back, "room.join", room);
    let_one_batch_through(rig); /* A is durable, B is under way */
    send_all(back, "room.leave", room);
    rig_hang_up(back); /* in batch C */
    rig_turn(rig);
    let_one_batch_through(rig); /* B is durable: her first check is due */
    fail_now(rig);              /* C fails: she sits there again */
    const json_t *list = rig_ask(boris, "{'op':'room.list','state':'playing'}");
    assert_int_equal(count_at(list, "rooms.0.players"), 2);
    rig_check_world(rig);
}

/* A match may come back: its beginning is durable when its end and the rematch fail. */
static void an_old_check_does_not_take_a_match_that_may_come_back(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    const json_t *opened = rig_ask(anna, "{'op':'room.open','variant':'mini','first':'opener'}");
    const char *room = text_at(opened, "room.room");
    char game[ID_TEXT_SIZE];
    id_format(id_parse(room, strlen(room)) + (1 << ID_NODE_BITS), game); /* the next id */
    rig->store->holds_batches = true;
    send_all(boris, "room.join", room);
    rig_turn(rig);
    send_all(anna, "game.resign", game);
    send_all(anna, "room.rematch", room);
    send_all(boris, "room.rematch", room);
    rig_turn(rig);
    let_one_batch_through(rig);
    fail_now(rig);
    assert_ok(rig_move(anna, game, 0, "a1"));
    rig_check_world(rig);
}

/* A room may come back: a query that is answered late held back the check of an earlier failure. */
static void an_old_check_does_not_take_a_room_that_may_come_back(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *late = rig_connect(rig);
    const json_t *opened = rig_ask(anna, "{'op':'room.open','variant':'mini'}");
    const char *room = text_at(opened, "room.room");
    rig->store->holds_answers = true;
    rig_send(late, "{'op':'player.get','name':'%s'}", anna->name);
    rig_turn(rig);
    rig_send(anna, "{'op':'room.say','room':'%s','text':'hi'}", room);
    fail_now(rig);
    rig->store->holds_batches = true;
    send_all(anna, "room.leave", room);
    rig_turn(rig);
    rig->store->holds_answers = false;
    rig_turn(rig);
    fail_now(rig);
    assert_int_equal(count_at(rig_ask(anna, "{'op':'room.list'}"), "rooms"), 1);
    rig_check_world(rig);
}

static void a_game_that_is_not_over_after_all_keeps_its_room_open(void **state)
{
    struct core_options options = rig_options();
    options.room_idle_ms = 60 * 1000;
    struct rig *rig = rig_new_with(&options);
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    struct rig_table table = rig_table(anna, boris, "classic", false);
    rig_play(&table, "h8 h9");
    rig->store->holds_batches = true;
    send_all(anna, "game.resign", table.game);
    rig_turn(rig);
    rig_hang_up(anna);
    rig_hang_up(boris);
    fail_now(rig);
    rig_pass(rig, 120 * 1000);
    anna = rig_resume(rig, anna->token);
    assert_ok(rig_move(anna, table.game, 2, "h7"));
    rig_free(rig);
    (void)state;
}

static void a_watcher_whose_joining_failed_goes_on_watching(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *watcher = rig_guest(rig);
    const json_t *opened = rig_ask(anna, "{'op':'room.open','variant':'mini'}");
    const char *room = text_at(opened, "room.room");
    assert_ok(rig_ask(watcher, "{'op':'room.watch','room':'%s'}", room));
    rig->store->holds_batches = true;
    send_all(watcher, "room.join", room);
    fail_now(rig);
    rig_forget_events(watcher);
    assert_ok(rig_ask(anna, "{'op':'room.say','room':'%s','text':'hi'}", room));
    rig_expect(watcher, "room.said");
    assert_int_equal(int_at(rig_ask(anna, "{'op':'room.list'}"), "rooms.0.watchers"), 1);
}

/* An answer that was made before a change comes after the player was forgotten. */
static void an_old_answer_does_not_bring_back_an_old_player(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", true);
    rig_play(&table, "a1 b1 a2 b2");
    struct rig_peer *late = rig_connect(rig);
    rig->store->holds_answers = true;
    rig_send(late, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig);
    assert_ok(rig_move(anna, table.game, 4, "a3")); /* wins 20 points */
    send_all(anna, "room.leave", table.room);
    rig_turn(rig);
    rig_hang_up(anna);
    rig_turn(rig);
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_ok(rig_reply(late, 1));
    const json_t *opened =
        rig_ask(late, "{'op':'room.open','variant':'mini','rated':true," RIG_DAYS "}");
    assert_int_equal(int_at(opened, "room.players.0.rating"), 1520);
}

static void nobody_stays_in_memory_who_is_not_needed(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_guest(rig);
    struct rig_peer *boris = rig_guest(rig);
    struct rig_table table = rig_table(anna, boris, "mini", false);
    rig_play(&table, "a1 b1 a2 b2 a3");
    send_all(boris, "room.leave", table.room);
    rig_turn(rig);
    rig_hang_up(boris);
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).players, 1);
    send_all(anna, "room.leave", table.room);
    rig_hang_up(anna);
    rig_turn(rig);
    const struct core_counts counts = core_count(rig->core);
    assert_int_equal(counts.connections + counts.players + counts.rooms + counts.games, 0);
}

static void nobody_stays_in_memory_after_a_restart_who_is_not_needed(void **state)
{
    struct rig *rig = *state;
    struct rig_table table = rig_table(rig_guest(rig), rig_guest(rig), "mini", false);
    rig_play(&table, "a1 b1 a2 b2 a3");
    send_all(table.second, "room.leave", table.room);
    rig_turn(rig);
    rig_restart(rig);
    assert_int_equal(core_count(rig->core).players, 1);
    assert_int_equal(core_count(rig->core).rooms, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_room_may_come_and_go_in_one_turn),
        RIG_TEST(a_match_that_was_replaced_comes_back_when_the_commit_fails),
        RIG_TEST(a_match_outlives_the_check_of_its_beginning),
        RIG_TEST(a_player_who_left_a_rated_game_comes_back_when_the_commit_fails),
        RIG_TEST(an_old_check_does_not_take_a_player_whose_seat_may_come_back),
        RIG_TEST(an_old_check_does_not_take_a_match_that_may_come_back),
        RIG_TEST(an_old_check_does_not_take_a_room_that_may_come_back),
        cmocka_unit_test(a_game_that_is_not_over_after_all_keeps_its_room_open),
        RIG_TEST(a_watcher_whose_joining_failed_goes_on_watching),
        RIG_TEST(an_old_answer_does_not_bring_back_an_old_player),
        RIG_TEST(nobody_stays_in_memory_who_is_not_needed),
        RIG_TEST(nobody_stays_in_memory_after_a_restart_who_is_not_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
