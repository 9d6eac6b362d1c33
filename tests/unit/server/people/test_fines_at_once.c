/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine and what happens at the same time: games that end, logins with answers from
 * before, a store that fails.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_fines.h"

#include <string.h>

/* ------------------------------------------------------------------ games */

static struct rig_table game_before_the_fine(struct rig *rig, struct rig_peer *anna,
                                             struct rig_peer *boris)
{
    rig_until(rig, rig_date(2023, 12, 20));
    struct rig_table table = rig_table(anna, boris, "classic", true); /* nobody moves as yet */
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    return table;
}

/* A game that ends just before the fine, in the same batch. */
static void a_game_may_end_right_before_the_fine(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    struct rig_table table = game_before_the_fine(rig, anna, boris);
    static const char *const squares[] = {"h8", "i9", "h9", "j9", "h10"};
    for (int ply = 0; ply < 5; ply++) /* at once */
        assert_ok(rig_move(ply % 2 == 0 ? anna : boris, table.game, ply, squares[ply]));
    rig->store->holds_batches = true;
    rig_send(boris, "{'op':'game.resign','game':'%s'}", table.game);
    rig_until(rig, rig_date(2024, 1, 1));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_string_equal(rig_fines(anna, "Anna"), "");
    assert_true(rig_rating(anna, "Anna") > 1520);
    rig_check_world(rig);
}

/* And one that ends just after it: its change begins where the fine ended. */
static void a_game_may_end_right_after_the_fine(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    struct rig_table table = rig_table(anna, boris, "classic", true);
    rig_play(&table, "h8 i9 h9 j9 h10 k9"); /* in November */
    rig_until(rig, rig_date(2023, 12, 10)); /* no move, and the days are whole again */
    assert_ok(rig_ask(boris, "{'op':'game.takeback','game':'%s'}", table.game));
    assert_ok(rig_ask(anna, "{'op':'game.takeback','game':'%s','answer':'accept'}", table.game));
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    rig->now.mono_ms++;
    rig->now.wall_ms++;
    core_time(rig->core, rig->now);
    int64_t id = rig_send(boris, "{'op':'game.resign','game':'%s'}", table.game);
    rig_turn(rig);
    assert_ok(rig_reply(boris, id));
    const json_t *game = rig_game(anna, table.game);
    assert_int_equal(int_at(game, "changes.0.before"), 1420);
    assert_int_equal(int_at(game, "changes.1.before"), 1380);
    assert_int_equal(rig_rating(anna, "Anna"), int_at(game, "changes.0.after"));
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ logins */

/* The store answered before the fine; the answer arrives after it. */
static void an_old_answer_does_not_bring_back_the_points(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_hang_up(anna);
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    struct rig_peer *late = rig_connect(rig);
    rig->store->holds_answers = true;
    rig_send(late, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig);
    rig_until(rig, rig_date(2024, 1, 1));
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_ok(rig_reply(late, 1));
    const json_t *opened =
        rig_ask(late, "{'op':'room.open','variant':'classic','rated':true," RIG_DAYS "}");
    assert_int_equal(int_at(opened, "room.players.0.rating"), 1420);
    struct rig_peer *carla = rig_player(rig, "Carla");
    rig_rated_game(carla, late, "classic"); /* which the store would refuse from 1520 */
    rig_check_world(rig);
}

/* Anna is there all the while, and comes in a second time. */
static void an_old_answer_about_who_is_there_does_not_either(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    struct rig_peer *second = rig_connect(rig);
    rig->store->holds_answers = true;
    int64_t id = rig_send(second, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig);
    rig_until(rig, rig_date(2024, 1, 1));
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_ok(rig_reply(second, id));
    const json_t *opened =
        rig_ask(second, "{'op':'room.open','variant':'classic','rated':true," RIG_DAYS "}");
    assert_int_equal(int_at(opened, "room.players.0.rating"), 1420);
    rig_check_world(rig);
}

/* A correspondence game that wakes because somebody wants to watch it. */
static void an_old_answer_about_a_sleeping_table_does_not_either(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 30));
    const json_t *opened =
        rig_ask(anna, "{'op':'room.open','variant':'classic','rated':true,"
                      "'clock':{'kind':'correspondence','period_ms':604800000}}");
    assert_ok(opened);
    const char *room = text_at(opened, "room.room");
    assert_ok(rig_ask(boris, "{'op':'room.join','room':'%s'}", room));
    rig_hang_up(anna);
    rig_hang_up(boris);
    struct rig_peer *watcher = rig_guest(rig);
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    assert_int_equal(core_count(rig->core).asleep, 1);
    rig->store->holds_answers = true;
    int64_t id = rig_send(watcher, "{'op':'room.watch','room':'%s'}", room);
    rig_turn(rig);
    rig_until(rig, rig_date(2024, 1, 1));
    rig->store->holds_answers = false;
    rig_turn(rig);
    const json_t *watched = rig_reply(watcher, id);
    assert_ok(watched);
    assert_int_equal(int_at(watched, "room.players.0.rating"), 1420);
    assert_int_equal(int_at(watched, "room.players.1.rating"), 1380);
    rig_check_world(rig);
}

/* And one whose time is up: what the loss costs begins where the fine ended. */
static void a_flag_that_falls_at_a_sleeping_table_comes_after_the_fine(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    const json_t *opened =
        rig_ask(anna, "{'op':'room.open','variant':'classic','rated':true,"
                      "'first':'opener',"
                      "'clock':{'kind':'correspondence','period_ms':1209600000}}");
    assert_ok(opened);
    const char *room = text_at(opened, "room.room");
    const json_t *joined = rig_ask(boris, "{'op':'room.join','room':'%s'}", room);
    const char *game = text_at(joined, "game.game");
    rig_until(rig, rig_date(2023, 11, 27)); /* two weeks a move: up on the 11th and 25th */
    assert_ok(rig_move(anna, game, 0, "h8"));
    assert_ok(rig_move(boris, game, 1, "i9"));
    rig_until(rig, rig_date(2023, 11, 30));
    rig_hang_up(anna);
    rig_hang_up(boris);
    struct rig_peer *reader = rig_guest(rig);
    rig_until(rig, rig_date(2023, 12, 11) - 1);
    rig->store->holds_answers = true;
    rig_pass(rig, 10 * 1000); /* the time is up, and the store was asked for the table */
    rig_until(rig, rig_date(2024, 1, 1));
    rig->store->holds_answers = false;
    rig_turn(rig);
    const json_t *ended = rig_game(reader, game);
    assert_string_equal(text_at(ended, "reason"), "time");
    assert_int_equal(int_at(ended, "changes.0.before"), 1420);
    assert_int_equal(int_at(ended, "changes.1.before"), 1380);
    rig_check_world(rig);
}

static void an_old_answer_to_a_login_does_not_either(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_hang_up(anna);
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    struct rig_peer *late = rig_connect(rig);
    rig->holds_work = true;
    rig_send(late, "{'op':'auth.login','name':'Anna','password':'secret of Anna'}");
    rig_turn(rig);
    rig->store->holds_answers = true;
    rig_work_finish(rig, 0, true);
    rig_turn(rig);
    rig_until(rig, rig_date(2024, 1, 1));
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_ok(rig_reply(late, 1));
    const json_t *opened =
        rig_ask(late, "{'op':'room.open','variant':'classic','rated':true," RIG_DAYS "}");
    assert_int_equal(int_at(opened, "room.players.0.rating"), 1420);
    rig_check_world(rig);
}

/* The answer arrives while the fine is on its way, which then fails. */
static void an_old_answer_and_a_fine_that_fails_agree_in_the_end(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_hang_up(anna);
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    struct rig_peer *late = rig_connect(rig);
    rig->store->holds_answers = true;
    rig_send(late, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig);
    rig->store->holds_batches = true;
    rig_until(rig, rig_date(2024, 1, 1));
    rig->store->holds_answers = false;
    rig_turn(rig);
    rig_fail_held(rig);
    rig_pass(rig, 1000);
    late = rig_resume(rig, anna->token);
    const json_t *opened =
        rig_ask(late, "{'op':'room.open','variant':'classic','rated':true," RIG_DAYS "}");
    assert_int_equal(int_at(opened, "room.players.0.rating"), 1420);
    rig_check_world(rig);
}

/* An old answer arrives after two months were settled, the first that the store ever settled. */
static void a_very_old_answer_is_brought_up_to_date(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_hang_up(anna);
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    struct rig_peer *late = rig_connect(rig);
    rig->store->holds_answers = true;
    rig_send(late, "{'op':'hello','protocol':3}");
    rig_send(late, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig);
    for (int64_t day = 1; day <= 40; day++) {
        rig_send(late, "{'op':'ping'}"); /* strangers are not waited for for ever */
        rig_pass(rig, DAY_MS);
    }
    rig->store->holds_answers = false;
    rig_turn(rig);
    if (late->conn == NULL)
        late = rig_resume(rig, anna->token);
    const json_t *opened =
        rig_ask(late, "{'op':'room.open','variant':'classic','rated':true," RIG_DAYS "}");
    assert_int_equal(int_at(opened, "room.players.0.rating"), 1320);
    rig_check_world(rig);
}

static void who_logs_in_while_the_fine_is_on_its_way_is_fined_once(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_hang_up(anna);
    rig->store->holds_batches = true;
    rig_until(rig, rig_date(2024, 1, 1));
    struct rig_peer *late = rig_connect(rig);
    int64_t id = rig_send(late, "{'op':'auth.resume','token':'%s'}", anna->token);
    rig_turn(rig);
    assert_null(rig_reply(late, id));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_ok(rig_reply(late, id));
    assert_int_equal(rig_rating(late, "Anna"), 1420);
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ a store that fails */

static void a_fine_whose_commit_fails_is_tried_again(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig->store->fails_batches = true;
    rig_until(rig, rig_date(2024, 1, 1));
    assert_int_equal(rig_event_count(anna), 0);
    assert_int_equal(rig_rating(anna, "Anna"), 1520);
    assert_string_equal(rig_fines(anna, "Anna"), "");
    assert_int_equal(rig_logged(rig, "month_settled month=2023-12"), 0);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    rig_expect(anna, "rating.fined");
    rig_expect(anna, "memo.added");
    assert_int_equal(rig_event_count(anna), 0);
    assert_int_equal(rig_rating(anna, "Anna"), 1420);
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    assert_int_equal(rig_logged(rig, "month_settled month=2023-12"), 1);
    rig_check_world(rig);
}

/* The fine is in the batch that fills while the one before it fails. */
static void a_fine_goes_with_the_batch_that_fails_before_it(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2024, 1, 1) - 1);
    rig->store->holds_batches = true;
    rig->store->fails_batches = true;
    rig_send(boris, "{'op':'room.open','variant':'mini'}");
    rig_turn(rig);
    rig_until(rig, rig_date(2024, 1, 1));
    rig->store->holds_batches = false;
    rig_turn(rig);
    assert_int_equal(rig_rating(anna, "Anna"), 1520);
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    assert_int_equal(rig_rating(anna, "Anna"), 1420);
    rig_check_world(rig);
}

/* A move that never was averts nothing, and the month can still be saved by the next one. */
static void a_move_whose_commit_fails_averts_nothing(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna;
    struct rig_peer *boris;
    rig_two_rated(rig, &anna, &boris);
    rig_until(rig, rig_date(2023, 12, 20));
    struct rig_table table = rig_table(anna, boris, "classic", true);
    rig->store->fails_batches = true;
    assert_code(rig_move(anna, table.game, 0, "h8"), "storage_unavailable");
    rig->store->fails_batches = false;
    rig_pass(rig, 1000);
    rig_until(rig, rig_date(2024, 1, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    assert_ok(rig_move(anna, table.game, 0, "h8"));
    rig_until(rig, rig_date(2024, 2, 1));
    assert_string_equal(rig_fines(anna, "Anna"), "2023-12");
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FINES_TEST(a_game_may_end_right_before_the_fine),
        FINES_TEST(a_game_may_end_right_after_the_fine),
        FINES_TEST(an_old_answer_does_not_bring_back_the_points),
        FINES_TEST(an_old_answer_about_who_is_there_does_not_either),
        FINES_TEST(an_old_answer_about_a_sleeping_table_does_not_either),
        FINES_TEST(a_flag_that_falls_at_a_sleeping_table_comes_after_the_fine),
        FINES_TEST(an_old_answer_to_a_login_does_not_either),
        FINES_TEST(an_old_answer_and_a_fine_that_fails_agree_in_the_end),
        FINES_TEST(a_very_old_answer_is_brought_up_to_date),
        FINES_TEST(who_logs_in_while_the_fine_is_on_its_way_is_fined_once),
        FINES_TEST(a_fine_whose_commit_fails_is_tried_again),
        FINES_TEST(a_fine_goes_with_the_batch_that_fails_before_it),
        FINES_TEST(a_move_whose_commit_fails_averts_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
