/* SPDX-License-Identifier: MIT */
/*
 * The focus of clients in rated games: kept action by action, and shown to moderators alone.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_rated.h"

#include <stdio.h>
#include <string.h>

struct scene {
    struct rig_peer *anna; /* begins */
    struct rig_peer *boris;
    struct rig_peer *keeper;
    struct rig_table table;
    int ply;
};

static struct scene begin(struct rig *rig)
{
    struct scene game = {.anna = rig_player(rig, "Anna"),
                         .boris = rig_player(rig, "Boris"),
                         .keeper = rig_player(rig, "Keeper")};
    rig_give_role(rig, "Keeper", "moderator");
    game.table = rig_rated_table(game.anna, game.boris);
    return game;
}

/* More moves, with a space between them. */
static void play(struct scene *game, const char *moves)
{
    char squares[64];
    char *rest = NULL;
    snprintf(squares, sizeof(squares), "%s", moves);
    for (char *at = strtok_r(squares, " ", &rest); at != NULL; at = strtok_r(NULL, " ", &rest)) {
        struct rig_peer *peer = game->ply % 2 == 0 ? game->table.first : game->table.second;
        assert_ok(rig_move(peer, game->table.game, game->ply++, at));
    }
}

static void tell(const struct scene *game, struct rig_peer *peer, const char *focus)
{
    const json_t *reply =
        rig_ask(peer, "{'op':'game.focus','game':'%s','focus':'%s'}", game->table.game, focus);
    assert_ok(reply);
    assert_true(json_is_true(json_object_get(reply, "kept")));
}

static const json_t *look(const struct scene *game)
{
    const json_t *reply = rig_ask(game->keeper, "{'op':'mod.game','game':'%s'}", game->table.game);
    assert_ok(reply);
    return reply;
}

static void check_lost(const struct scene *game, const char *lost)
{
    assert_string_equal(text_at(look(game), "lost"), lost);
}

static void a_loss_counts_for_the_action_that_follows(void **state)
{
    struct scene game = begin(*state);
    check_lost(&game, "0");
    tell(&game, game.anna, "lost");
    tell(&game, game.anna, "back");
    play(&game, "a1 b1 a2");
    check_lost(&game, "1 0 0 0");
}

static void who_has_turned_away_before_the_turn_is_away_in_it(void **state)
{
    struct scene game = begin(*state);
    tell(&game, game.boris, "lost");
    check_lost(&game, "0");
    play(&game, "a1");
    check_lost(&game, "0 1");
    play(&game, "b1 a2");
    tell(&game, game.boris, "back");
    play(&game, "b2");
    check_lost(&game, "0 1 0 1 0");
    play(&game, "c3 c1");
    check_lost(&game, "0 1 0 1 0 0 0");
}

static void who_came_back_before_the_turn_was_there(void **state)
{
    struct scene game = begin(*state);
    tell(&game, game.boris, "lost");
    tell(&game, game.boris, "back");
    play(&game, "a1 b1");
    check_lost(&game, "0 0 0");
}

static void a_connection_that_is_gone_is_not_away(void **state)
{
    struct rig *rig = *state;
    struct scene game = begin(rig);
    struct rig_peer *old = game.boris;
    game.boris = game.table.second = rig_resume(rig, old->token);
    tell(&game, old, "lost");
    rig_hang_up(old);
    rig_turn(rig);
    play(&game, "a1");
    check_lost(&game, "0 0");
}

static void it_is_there_after_the_end_and_a_crash(void **state)
{
    struct rig *rig = *state;
    struct scene game = begin(rig);
    tell(&game, game.anna, "lost");
    play(&game, "a1");
    tell(&game, game.anna, "back");
    rig_pass(rig, 1500);
    play(&game, "b1 a2 b2 a3");
    rig_restart(rig);
    game.keeper = rig_resume(rig, game.keeper->token);
    const json_t *reply = look(&game);
    assert_string_equal(text_at(reply, "lost"), "1 0 0 0 0 0");
    assert_string_equal(text_at(reply, "by"), "1 2 1 2 1");
    assert_string_equal(text_at(reply, "spent"), "0 1500 0 0 0");
    assert_string_equal(text_at(reply, "game.actions"), "a1 b1 a2 b2 a3");
}

static void unrated_games_keep_nothing(void **state)
{
    struct rig *rig = *state;
    struct scene game = begin(rig);
    game.table = rig_table(rig_player(rig, "Dora"), rig_player(rig, "Emil"), "mini", false);
    const json_t *reply = rig_ask(
        game.table.first, "{'op':'game.focus','game':'%s','focus':'lost'}", game.table.game);
    assert_ok(reply);
    assert_false(json_is_true(json_object_get(reply, "kept")));
    play(&game, "a1");
    check_lost(&game, "0 0");
}

static void players_and_others_do_not_see_it(void **state)
{
    struct rig *rig = *state;
    struct scene game = begin(rig);
    assert_code(rig_ask(game.boris, "{'op':'mod.game','game':'%s'}", game.table.game),
                "not_allowed");
    rig_give_role(rig, "Boris", "moderator");
    assert_code(rig_ask(game.boris, "{'op':'mod.game','game':'%s'}", game.table.game),
                "own_affair");
    play(&game, "a1 b1 a2 b2 a3");
    assert_code(rig_ask(game.boris, "{'op':'mod.game','game':'%s'}", game.table.game),
                "own_affair");
    assert_ok(rig_ask(rig_connect_locally(rig), "{'op':'mod.game','game':'%s'}", game.table.game));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RATED_TEST(a_loss_counts_for_the_action_that_follows),
        RATED_TEST(who_has_turned_away_before_the_turn_is_away_in_it),
        RATED_TEST(who_came_back_before_the_turn_was_there),
        RATED_TEST(a_connection_that_is_gone_is_not_away),
        RATED_TEST(it_is_there_after_the_end_and_a_crash),
        RATED_TEST(unrated_games_keep_nothing),
        RATED_TEST(players_and_others_do_not_see_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
