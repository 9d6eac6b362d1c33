/* SPDX-License-Identifier: MIT */
/*
 * Help that a server gives beside a rated game that goes on: games against a computer, from a
 * position or played to it, and takebacks in them. engine/likeness.h says which boards are like
 * which.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define BOARD "j10 k11 j11 j9 k10 l10"
#define CLOCK "'clock':{'kind':'fischer','main_ms':600000,'increment_ms':2000}"

/* Anna has a rated game going at that board, of days or in real time. */
static struct rig_peer *anna_who_plays(struct rig *rig, const char *clock, const char *board)
{
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    const json_t *opened = rig_ask(
        anna, "{'op':'room.open','variant':'classic','rated':true,'first':'opener',%s}", clock);
    const json_t *joined =
        rig_ask(boris, "{'op':'room.join','room':'%s'}", text_at(opened, "room.room"));
    struct rig_table table = {.first = anna, .second = boris};
    snprintf(table.game, sizeof(table.game), "%s", text_at(joined, "game.game"));
    rig_play(&table, board);
    return anna;
}

static bool is_first_to_act(const char *actions)
{
    size_t plies = actions[0] != '\0' ? 1 : 0;
    for (; *actions != '\0'; actions++)
        plies += *actions == ' ' ? 1 : 0;
    return plies % 2 == 0;
}

/* The error of a game against a computer that goes on from there; "" if it begins. */
static const char *open_from(struct rig_peer *peer, const char *actions, char game_out[13])
{
    const json_t *reply = rig_ask(
        peer, "{'op':'room.open','variant':'classic','computer':'random','first':'%s'%s%s%s}",
        is_first_to_act(actions) ? "opener" : "joiner", actions[0] != '\0' ? ",'actions':'" : "",
        actions, actions[0] != '\0' ? "'" : "");
    if (has_at(reply, "error"))
        return text_at(reply, "error.code");
    snprintf(game_out, 13, "%s", text_at(reply, "game.game"));
    return "";
}

static void beside_a_game_of_days_its_boards_alone_are_refused(void **state)
{
    static const struct {
        const char *actions;
        bool is_refused;
    } rows[] = {
        {BOARD, true},
        {BOARD " m9", true},
        {"k10 l10 j10 j9 j11 k11", true},
        {"j10 i11 j11 j9 i10 h10", true},
        {"k12 l13 k13 k11 l12 m12", true},
        {"j10 k11", false},
        {"j10 k11 j11 j9", false},
        {"h8 i9 h9 h7 g8 i8", false},
        {"", false},
    };
    struct rig *rig = *state;
    struct rig_peer *anna = anna_who_plays(rig, RIG_DAYS, BOARD);
    char game[13];
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_string_equal(open_from(anna, rows[i].actions, game),
                            rows[i].is_refused ? "rated_game_running" : "");
        if (!rows[i].is_refused)
            assert_ok(rig_ask(anna, "{'op':'game.abort','game':'%s'}", game));
        rig_pass(rig, 5000);
    }
    rig_check_world(rig);
}

static void what_would_lead_to_such_a_board_is_not_played(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = anna_who_plays(rig, RIG_DAYS, BOARD);
    char game[13];
    assert_string_equal(open_from(anna, "j10 k11 j11 j9", game), "");
    assert_code(rig_move(anna, game, 4, "k10"), "rated_game_running");
    assert_ok(rig_move(anna, game, 4, "a1"));
    rig_check_world(rig);
}

static void a_game_in_real_time_leaves_games_from_the_beginning_alone(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *carla = rig_player(rig, "Carla");
    char before[13];
    assert_string_equal(open_from(carla, "h8 i9", before), "");
    struct rig_peer *anna = anna_who_plays(rig, CLOCK, "j10 k11 j11 j9");
    char game[13];
    assert_string_equal(open_from(anna, "a1 b2", game), "rated_game_running");
    assert_string_equal(open_from(anna, "", game), "");
    assert_ok(rig_move(anna, game, 0, "j10"));
    assert_code(rig_ask(anna, "{'op':'game.takeback','game':'%s'}", game), "rated_game_running");
    assert_ok(rig_move(carla, before, 2, "k10"));
    rig_check_world(rig);
}

static void a_game_from_a_position_rests_while_one_in_real_time_goes_on(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    char game[13];
    assert_string_equal(open_from(anna, "h8 i9", game), "");
    const json_t *opened = rig_ask(
        anna, "{'op':'room.open','variant':'classic','rated':true,'first':'opener'," CLOCK "}");
    assert_ok(rig_ask(boris, "{'op':'room.join','room':'%s'}", text_at(opened, "room.room")));
    assert_code(rig_move(anna, game, 2, "m12"), "rated_game_running");
    assert_ok(rig_ask(boris, "{'op':'room.leave','room':'%s'}", text_at(opened, "room.room")));
    assert_ok(rig_move(anna, game, 2, "m12"));
}

static void boards_of_rated_games_of_days_are_told_to_who_may_help(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = anna_who_plays(rig, RIG_DAYS, BOARD);
    const json_t *games = rig_ask(rig_guest(rig), "{'op':'player.games','name':'Anna'}");
    assert_string_equal(text_at(games, "games.0.actions"), BOARD);
    (void)anna;
}

static void those_of_games_in_real_time_are_not(void **state)
{
    struct rig *rig = *state;
    anna_who_plays(rig, CLOCK, BOARD);
    const json_t *games = rig_ask(rig_guest(rig), "{'op':'player.games','name':'Anna'}");
    assert_int_equal(count_at(games, "games"), 1);
    assert_false(has_at(games, "games.0.actions"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(beside_a_game_of_days_its_boards_alone_are_refused),
        RIG_TEST(what_would_lead_to_such_a_board_is_not_played),
        RIG_TEST(a_game_in_real_time_leaves_games_from_the_beginning_alone),
        RIG_TEST(a_game_from_a_position_rests_while_one_in_real_time_goes_on),
        RIG_TEST(boards_of_rated_games_of_days_are_told_to_who_may_help),
        RIG_TEST(those_of_games_in_real_time_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
