/* SPDX-License-Identifier: MIT */
/* Deleting an account: what goes, what stays, and who is told. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define DELETE "{'op':'auth.delete','password':'secret of Anna'}"

static const json_t *page(struct rig_peer *peer, const char *name)
{
    return rig_ask(peer, "{'op':'player.get','name':'%s'}", name);
}

static void the_account_is_gone_and_its_name_is_kept(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_resume(rig, anna->token);
    assert_ok(rig_ask(anna, DELETE));
    assert_true(anna->is_ended);
    assert_string_equal(text_at(rig_find_event(phone, "bye"), "code"), "logged_out");
    struct rig_peer *stranger = rig_connect(rig);
    assert_code(rig_ask(stranger, "{'op':'auth.resume','token':'%s'}", anna->token), "bad_token");
    assert_code(rig_ask(stranger, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}"),
                "wrong_credentials");
    assert_code(page(stranger, "Anna"), "no_such_player");
    assert_code(rig_ask(stranger, "{'op':'auth.register','name':'ANNA-','password':'x7-kl'}"),
                "name_reserved");
    assert_string_equal(text_at(rig_ask(stranger, "{'op':'auth.check','name':'anna'}"), "verdict"),
                        "reserved");
}

#define DAY_MS (INT64_C(24) * 3600 * 1000)

static const char *try_name(struct rig *rig, const char *name)
{
    return rig_code(
        rig_ask(rig_connect(rig), "{'op':'auth.register','name':'%s','password':'x7-kl'}", name));
}

static void a_name_is_free_again_after_its_time(void **state)
{
    struct rig *rig = *state;
    assert_ok(rig_ask(rig_player(rig, "Ivan"), "{'op':'auth.delete','password':'secret of Ivan'}"));
    rig_restart(rig);
    rig_pass(rig, 90 * DAY_MS - 60000);
    /* The key of the one is that of the name, and the look of the other is. */
    assert_string_equal(try_name(rig, "ivan"), "name_reserved");
    assert_string_equal(try_name(rig, "lvan"), "name_reserved");
    rig_pass(rig, 120000);
    assert_string_equal(try_name(rig, "ivan"), "");
}

static void a_name_is_kept_as_long_as_its_owner_was_muted(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *host = rig_connect_locally(rig);
    assert_ok(rig_ask(host, "{'op':'mod.mute','name':'Anna','minutes':%d,'reason':'insults'}",
                      100 * 24 * 60));
    assert_ok(rig_ask(host, "{'op':'mod.mute','name':'Boris','reason':'insults'}"));
    assert_ok(rig_ask(anna, DELETE));
    assert_ok(rig_ask(boris, "{'op':'auth.delete','password':'secret of Boris'}"));
    rig_pass(rig, 95 * DAY_MS);
    assert_string_equal(try_name(rig, "Anna"), "name_reserved");
    rig_pass(rig, 10 * DAY_MS);
    assert_string_equal(try_name(rig, "Anna"), "");
    rig_pass(rig, 4000 * DAY_MS);
    assert_string_equal(try_name(rig, "Boris"), "name_reserved");
}

/* Plays a rated game that Anna wins; returns the name that she has after her deletion. */
static const char *win_and_delete(struct rig *rig, struct rig_peer *boris, struct rig_table *table)
{
    static char name[81];
    struct rig_peer *anna = rig_player(rig, "Anna");
    *table = rig_table(anna, boris, "mini", true);
    assert_ok(rig_ask(anna, "{'op':'room.say','room':'%s','text':'hello'}", table->room));
    rig_play(table, "a1 b1 a2 b2 a3");
    assert_ok(rig_ask(anna, DELETE));
    const json_t *history = rig_ask(boris, "{'op':'history.list'}");
    snprintf(name, sizeof(name), "%s", text_at(history, "rows.0.opponent"));
    return name;
}

static void games_and_words_stay_under_a_neutral_name(void **state)
{
    struct rig *rig = *state;
    struct rig_table table;
    struct rig_peer *boris = rig_player(rig, "Boris");
    const char *name = win_and_delete(rig, boris, &table);
    assert_memory_equal(name, "deleted-", 8);
    assert_string_equal(text_at(rig_game(boris, table.game), "first.name"), name);
    const json_t *seen = rig_ask(boris, "{'op':'room.watch','room':'%s'}", table.room);
    assert_string_equal(text_at(seen, "chat.0.name"), name);
    const json_t *gone = page(boris, name);
    assert_true(bool_at(gone, "deleted"));
    assert_false(bool_at(gone, "connected"));
    assert_int_equal(count_at(gone, "ratings"), 0);
    rig_restart(rig);
    boris = rig_resume(rig, boris->token);
    assert_string_equal(text_at(rig_game(boris, table.game), "first.name"), name);
    seen = rig_ask(boris, "{'op':'room.watch','room':'%s'}", table.room);
    assert_string_equal(text_at(seen, "chat.0.name"), name);
}

static void the_rating_leaves_the_leaderboard_and_the_opponents_stays(void **state)
{
    struct rig *rig = *state;
    struct rig_table table;
    struct rig_peer *boris = rig_player(rig, "Boris");
    win_and_delete(rig, boris, &table);
    const json_t *top = rig_ask(boris, "{'op':'rating.top','variant':'mini'}");
    assert_int_equal(int_at(top, "total"), 1);
    assert_string_equal(text_at(top, "rows.0.name"), "Boris");
    assert_int_equal(int_at(top, "rows.0.rank"), 1);
    assert_int_equal(int_at(top, "rows.0.rating"), 1480);
}

static void games_in_progress_are_lost_and_all_tables_are_left(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table begun = rig_table(anna, boris, "classic", true);
    struct rig_table fresh = rig_table(anna, boris, "classic", true);
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini'}"));
    rig_play(&begun, "h8 i9 h7 j9 s1 k9 s3");
    rig_forget_events(boris);
    assert_ok(rig_ask(anna, DELETE));
    assert_string_equal(text_at(rig_game(boris, begun.game), "reason"), "left");
    assert_string_equal(text_at(rig_game(boris, begun.game), "result"), "second");
    assert_string_equal(text_at(rig_game(boris, fresh.game), "reason"), "aborted");
    rig_find_event(boris, "room.left");
    assert_int_equal(count_at(rig_ask(boris, "{'op':'room.list','state':'open'}"), "rooms"), 0);
    rig_check_world(rig);
}

static void without_the_password_nothing_goes(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    assert_ok(rig_ask(anna, "{'op':'room.open','variant':'mini'}"));
    assert_code(rig_ask(anna, "{'op':'auth.delete','password':'wrong'}"), "wrong_credentials");
    assert_int_equal(count_at(rig_ask(anna, "{'op':'room.list'}"), "rooms"), 1);
    assert_ok(page(anna, "Anna"));
}

/* Between the deletion and the disk the player's other connections can do nothing more. */
static void nothing_goes_while_the_account_is_on_its_way_out(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_resume(rig, anna->token);
    rig->store->holds_batches = true;
    int64_t id = rig_send(anna, DELETE);
    rig_turn(rig);
    int64_t opened = rig_send(phone, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(anna, id));
    assert_code(rig_reply(phone, opened), "busy");
    assert_true(phone->is_ended);
    rig_check_world(rig);
}

/* A request that came before the deletion is answered when the deletion is on its way. */
static void what_comes_too_late_is_not_stored_behind_the_end(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *phone = rig_resume(rig, anna->token);
    rig_player(rig, "Boris");
    assert_code(rig_ask_behind(anna, DELETE, phone, "{'op':'block.add','name':'boris'}"), "busy");
    rig_check_world(rig);
}

/* Anna gives a rated game up, so that her points are on their way to the disk, and asks for `late`,
 * which waits for them; her password is verified meanwhile. `late` names the room of Carl, which is
 * open, or that of the game. */
static void assert_gate_is_too_late(struct rig *rig, const char *late, bool is_about_carl)
{
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_table table = rig_table(anna, rig_player(rig, "Boris"), "mini", true);
    char open[13];
    rig_play(&table, "a1 b1");
    snprintf(open, sizeof(open), "%s",
             text_at(rig_ask(rig_player(rig, "Carl"),
                             "{'op':'room.open','variant':'mini','rated':true," RIG_DAYS "}"),
                     "room.room"));
    rig->holds_work = true;
    int64_t deleted = rig_send(anna, DELETE);
    rig_turn(rig);
    rig->store->holds_batches = true;
    rig_send(anna, "{'op':'game.resign','game':'%s'}", table.game);
    int64_t asked =
        rig_send(anna, "{'op':'%s','room':'%s'}", late, is_about_carl ? open : table.room);
    rig_turn(rig);
    rig_work_finish(rig, 0, true);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(anna, deleted));
    assert_code(rig_reply(anna, asked), "busy");
    rig_check_world(rig);
}

static void who_waits_for_points_does_not_sit_down_behind_the_end(void **state)
{
    assert_gate_is_too_late(*state, "room.join", true);
}

static void who_waits_for_points_plays_no_rematch_behind_the_end(void **state)
{
    assert_gate_is_too_late(*state, "room.rematch", false);
}

static void who_waits_for_points_does_not_watch_behind_the_end(void **state)
{
    assert_gate_is_too_late(*state, "room.watch", false);
}

static void a_login_that_is_under_way_fails(void **state)
{
    rig_login_too_late(rig_player(*state, "Anna"), DELETE);
}

/* Its password is verified while the end is written and not stored. */
static void a_login_behind_the_end_writes_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *late = rig_connect(rig);
    rig->holds_work = true;
    int64_t login = rig_send(late, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}");
    rig_turn(rig);
    int64_t deleted = rig_send(anna, DELETE);
    rig_turn(rig);
    rig->store->holds_batches = true;
    rig_work_finish(rig, 1, true);
    rig_turn(rig);
    rig_work_finish(rig, 0, true);
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(anna, deleted));
    assert_code(rig_reply(late, login), "busy");
    rig_check_world(rig);
}

static void who_blocked_a_deleted_player_can_take_that_back(void **state)
{
    struct rig *rig = *state;
    struct rig_table table;
    struct rig_peer *boris = rig_player(rig, "Boris");
    const char *name = win_and_delete(rig, boris, &table);
    assert_ok(rig_ask(boris, "{'op':'block.add','name':'%s'}", name));
    assert_string_equal(text_at(rig_ask(boris, "{'op':'block.list'}"), "rows.0.name"), name);
    assert_ok(rig_ask(boris, "{'op':'block.remove','name':'%s'}", name));
}

static void invitations_to_who_goes_are_declined(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(boris, "{'op':'room.open','variant':'mini','invite':'Anna'}"));
    assert_ok(rig_ask(anna, DELETE));
    assert_false(has_at(rig_find_event(boris, "room.declined"), "reason"));
    rig_find_event(boris, "room.closed");
    assert_int_equal(count_at(rig_ask(boris, "{'op':'room.list'}"), "rooms"), 0);
    rig_check_world(rig);
}

static void nobody_is_paired_with_who_is_gone(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_ok(rig_ask(anna, "{'op':'room.quick','variant':'mini'}"));
    assert_ok(rig_ask(anna, DELETE));
    const json_t *sought = rig_ask(boris, "{'op':'room.quick','variant':'mini'}");
    assert_int_equal(int_at(sought, "waiting"), 0);
    rig_pass(rig, 60000);
    assert_int_equal(rig_event_count(boris), 0);
}

/* Boris asks, the store answers, and by then Anna's end is written and not stored. */
static void assert_comes_too_late(struct rig *rig, const char *request)
{
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    assert_code(rig_ask_behind(anna, DELETE, boris, request), "no_such_player");
    assert_int_equal(rig_event_count(boris), 0);
    rig_check_world(rig);
}

static void who_is_on_the_way_out_is_not_invited(void **state)
{
    assert_comes_too_late(*state, "{'op':'room.open','variant':'mini','invite':'Anna'}");
}

static void who_is_on_the_way_out_is_not_written_to(void **state)
{
    assert_comes_too_late(*state, "{'op':'message.send','to':'Anna','text':'hi'}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(the_account_is_gone_and_its_name_is_kept),
        RIG_TEST(a_name_is_free_again_after_its_time),
        RIG_TEST(a_name_is_kept_as_long_as_its_owner_was_muted),
        RIG_TEST(games_and_words_stay_under_a_neutral_name),
        RIG_TEST(the_rating_leaves_the_leaderboard_and_the_opponents_stays),
        RIG_TEST(games_in_progress_are_lost_and_all_tables_are_left),
        RIG_TEST(without_the_password_nothing_goes),
        RIG_TEST(nothing_goes_while_the_account_is_on_its_way_out),
        RIG_TEST(what_comes_too_late_is_not_stored_behind_the_end),
        RIG_TEST(who_waits_for_points_does_not_sit_down_behind_the_end),
        RIG_TEST(who_waits_for_points_plays_no_rematch_behind_the_end),
        RIG_TEST(who_waits_for_points_does_not_watch_behind_the_end),
        RIG_TEST(a_login_that_is_under_way_fails),
        RIG_TEST(a_login_behind_the_end_writes_nothing),
        RIG_TEST(who_blocked_a_deleted_player_can_take_that_back),
        RIG_TEST(invitations_to_who_goes_are_declined),
        RIG_TEST(nobody_is_paired_with_who_is_gone),
        RIG_TEST(who_is_on_the_way_out_is_not_invited),
        RIG_TEST(who_is_on_the_way_out_is_not_written_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
