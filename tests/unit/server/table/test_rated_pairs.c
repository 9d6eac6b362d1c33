/* SPDX-License-Identifier: MIT */
/* The rated games that the same two may begin within a day: here two. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_rated.h"

#include <stdio.h>

#define DAY_MS (INT64_C(24) * 3600 * 1000)

static int setup(void **state)
{
    struct core_options options = rig_rated_options();
    options.rated_pair_games = 2;
    *state = rig_new_with(&options);
    return 0;
}

#define PAIR_TEST(name) cmocka_unit_test_setup_teardown(name, setup, rig_teardown)

struct pair {
    struct rig_peer *anna;
    struct rig_peer *boris;
};

/* Two who have begun as many as they may: the first one a minute before the second. */
static struct pair played_out(struct rig *rig)
{
    const struct pair pair = {rig_player(rig, "Anna"), rig_player(rig, "Boris")};
    rig_rated_beat(pair.anna, pair.boris);
    rig_pass(rig, 60000);
    rig_rated_beat(pair.boris, pair.anna);
    return pair;
}

static void a_seat_is_refused_until_a_day_has_passed(void **state)
{
    struct rig *rig = *state;
    const struct pair pair = played_out(rig);
    int64_t wait_ms = 0;
    assert_string_equal(rig_rated_refusal(pair.anna, pair.boris, &wait_ms), "rated_pair_limit");
    assert_in_range(wait_ms, DAY_MS - 120000, DAY_MS - 60000);
    rig_pass(rig, wait_ms - 10000);
    assert_string_equal(rig_rated_refusal(pair.boris, pair.anna, &wait_ms), "rated_pair_limit");
    assert_in_range(wait_ms, 1, 10000);
    rig_pass(rig, wait_ms);
    assert_string_equal(rig_rated_refusal(pair.anna, pair.boris, NULL), "");
}

static void others_and_games_for_fun_are_not_concerned(void **state)
{
    struct rig *rig = *state;
    const struct pair pair = played_out(rig);
    struct rig_peer *carla = rig_player(rig, "Carla");
    assert_string_equal(rig_rated_refusal(pair.anna, carla, NULL), "");
    assert_string_equal(rig_rated_refusal(carla, pair.boris, NULL), "");
    struct rig_table table = rig_table(pair.anna, pair.boris, "mini", false);
    assert_ok(rig_ask(pair.anna, "{'op':'game.abort','game':'%s'}", table.game));
}

static void an_invitation_is_refused_before_the_room_opens(void **state)
{
    struct rig *rig = *state;
    const struct pair pair = played_out(rig);
    const json_t *refused = rig_rated_open(pair.anna, ",'invite':'Boris'");
    assert_code(refused, "rated_pair_limit");
    assert_true(int_at(refused, "error.retry_after_ms") > 0);
    assert_null(rig_next_event(pair.boris));
}

static void a_rematch_is_refused_to_both(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    rig_rated_beat(anna, boris);
    struct rig_table table = rig_rated_table(anna, boris);
    rig_rated_win(&table);
    assert_code(rig_ask(anna, "{'op':'room.rematch','room':'%s'}", table.room), "rated_pair_limit");
    assert_code(rig_ask(boris, "{'op':'room.rematch','room':'%s'}", table.room),
                "rated_pair_limit");
}

static void a_game_without_a_result_does_not_count(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    for (int i = 0; i < 4; i++)
        assert_string_equal(rig_rated_refusal(anna, boris, NULL), ""); /* and aborts it */
    rig_rated_beat(anna, boris);
    assert_string_equal(rig_rated_refusal(anna, boris, NULL), "");
    rig_rated_beat(anna, boris);
    assert_string_equal(rig_rated_refusal(anna, boris, NULL), "rated_pair_limit");
}

static void a_game_in_progress_counts_and_so_does_one_of_days(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    for (int i = 0; i < 2; i++) {
        const json_t *opened =
            rig_ask(anna, "{'op':'room.open','variant':'mini','rated':true,'clock':"
                          "{'kind':'correspondence','period_ms':86400000}}");
        assert_ok(opened);
        assert_ok(rig_ask(boris, "{'op':'room.join','room':'%s'}", text_at(opened, "room.room")));
    }
    assert_string_equal(rig_rated_refusal(anna, boris, NULL), "rated_pair_limit");
}

/* Both seats are asked for before the first game is stored. */
static void two_seats_at_once_are_one_too_many(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    char rooms[2][13];
    rig_rated_beat(anna, boris);
    for (int i = 0; i < 2; i++) {
        const json_t *opened =
            rig_ask(anna, "{'op':'room.open','variant':'mini','rated':true,'clock':"
                          "{'kind':'correspondence','period_ms':86400000}}");
        snprintf(rooms[i], sizeof(rooms[i]), "%s", text_at(opened, "room.room"));
    }
    int64_t first = rig_send(boris, "{'op':'room.join','room':'%s'}", rooms[0]);
    int64_t second = rig_send(boris, "{'op':'room.join','room':'%s'}", rooms[1]);
    rig_turn(rig);
    assert_ok(rig_reply(boris, first));
    assert_code(rig_reply(boris, second), "rated_pair_limit");
}

static void a_game_that_was_not_stored_is_not_counted(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    char room[13];
    rig_rated_beat(anna, boris);
    snprintf(room, sizeof(room), "%s", text_at(rig_rated_open(anna, ""), "room.room"));
    rig->store->holds_batches = true;
    int64_t id = rig_send(boris, "{'op':'room.join','room':'%s'}", room);
    rig_turn(rig);
    rig_fail_held(rig);
    assert_code(rig_reply(boris, id), "storage_unavailable");
    rig_pass(rig, 60000);
    assert_ok(rig_ask(boris, "{'op':'room.join','room':'%s'}", room));
}

static void a_restart_forgets_nothing(void **state)
{
    struct rig *rig = *state;
    const struct pair before = played_out(rig);
    char tokens[2][sizeof(before.anna->token)];
    snprintf(tokens[0], sizeof(tokens[0]), "%s", before.anna->token);
    snprintf(tokens[1], sizeof(tokens[1]), "%s", before.boris->token);
    rig_restart(rig);
    struct rig_peer *anna = rig_resume(rig, tokens[0]);
    struct rig_peer *boris = rig_resume(rig, tokens[1]);
    int64_t wait_ms = 0;
    assert_string_equal(rig_rated_refusal(anna, boris, &wait_ms), "rated_pair_limit");
    rig_pass(rig, wait_ms);
    assert_string_equal(rig_rated_refusal(anna, boris, NULL), "");
}

static const json_t *seek(struct rig_peer *peer)
{
    return rig_ask(peer, "{'op':'room.quick','variant':'mini','rated':true,'clock':"
                         "{'kind':'fischer','main_ms':300000,'increment_ms':3000}}");
}

static void quick_pairing_passes_over_them_in_rated_pools(void **state)
{
    struct rig *rig = *state;
    const struct pair pair = played_out(rig);
    rig_forget_events(pair.anna);
    assert_ok(seek(pair.anna));
    assert_ok(seek(pair.boris));
    rig_pass(rig, 60000);
    assert_null(rig_next_event(pair.anna));
    struct rig_peer *carla = rig_player(rig, "Carla");
    assert_ok(seek(carla));
    rig_pass(rig, 1000);
    assert_string_equal(text_at(rig_find_event(carla, "room.paired"), "room.state"), "playing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PAIR_TEST(a_seat_is_refused_until_a_day_has_passed),
        PAIR_TEST(others_and_games_for_fun_are_not_concerned),
        PAIR_TEST(an_invitation_is_refused_before_the_room_opens),
        PAIR_TEST(a_rematch_is_refused_to_both),
        PAIR_TEST(a_game_without_a_result_does_not_count),
        PAIR_TEST(a_game_in_progress_counts_and_so_does_one_of_days),
        PAIR_TEST(two_seats_at_once_are_one_too_many),
        PAIR_TEST(a_game_that_was_not_stored_is_not_counted),
        PAIR_TEST(a_restart_forgets_nothing),
        PAIR_TEST(quick_pairing_passes_over_them_in_rated_pools),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
