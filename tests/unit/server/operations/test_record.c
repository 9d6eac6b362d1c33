/* SPDX-License-Identifier: MIT */
/* Reading: games, exports, histories, leaderboards, players' pages. */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdlib.h>
#include <string.h>

/* A rated game on the small board that `winner` wins. */
static struct rig_table win(struct rig_peer *winner, struct rig_peer *loser)
{
    struct rig_table table = rig_table(winner, loser, "mini", true);
    rig_play(&table, "a1 b1 a2 b2 a3");
    rig_ask(winner, "{'op':'room.leave','room':'%s'}", table.room);
    rig_ask(loser, "{'op':'room.leave','room':'%s'}", table.room);
    return table;
}

/* ------------------------------------------------------------------ games */

static void a_game_is_the_same_from_memory_and_from_the_store(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_table table = rig_table(anna, boris, "mini", true);
    rig_play(&table, "a1 b1 a2 b2 a3");
    char *live = json_dumps(rig_game(anna, table.game), JSON_SORT_KEYS);
    rig_restart(rig);
    struct rig_peer *stranger = rig_connect(rig);
    rig_resume(rig, anna->token);
    rig_resume(rig, boris->token);
    char *loaded = json_dumps(rig_game(stranger, table.game), JSON_SORT_KEYS);
    assert_string_equal(loaded, live);
    free(live);
    free(loaded);
}

static void ratings_in_a_finished_game_are_those_before_it(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    struct rig_peer *boris = rig_player(*state, "Boris");
    win(anna, boris);
    struct rig_table table = win(anna, boris);
    win(anna, boris);
    const json_t *game = rig_game(anna, table.game);
    assert_int_equal(int_at(game, "first.rating"), 1520);
    assert_int_equal(int_at(game, "changes.0.after"), 1538);
}

static void an_unknown_game_is_an_error(void **state)
{
    struct rig_peer *peer = rig_connect(*state);
    assert_code(rig_ask(peer, "{'op':'game.get','game':'000000000001'}"), "no_such_game");
    assert_code(rig_ask(peer, "{'op':'game.export','game':'000000000001','format':'sgf'}"),
                "no_such_game");
    assert_code(rig_ask(peer, "{'op':'game.get','game':'no'}"), "bad_id");
}

static void reading_without_a_store_is_refused_and_can_be_tried_again(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_connect(rig);
    const char *requests[] = {
        "{'op':'game.get','game':'000000000001'}",
        "{'op':'player.get','name':'Anna'}",
        "{'op':'rating.top','variant':'mini'}",
        "{'op':'rating.around','variant':'mini','name':'Anna'}",
        "{'op':'history.list','name':'Anna'}",
    };
    rig_player(rig, "Anna");
    rig->store->fails_queries = true;
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        const json_t *reply = rig_ask(peer, "%s", requests[i]);
        assert_code(reply, "storage_unavailable");
        assert_int_equal(int_at(reply, "error.retry_after_ms"), 1000);
    }
}

static void a_connection_may_go_while_its_answer_is_on_the_way(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *peer = rig_guest(rig);
    rig->store->holds_answers = true;
    rig_send(peer, "{'op':'player.get'}");
    rig_send(peer, "{'op':'history.list','opponent':'%s'}", peer->name);
    rig_turn(rig);
    rig_hang_up(peer);
    rig->store->holds_answers = false;
    rig_turn(rig);
    assert_int_equal(core_count(rig->core).players, 0);
}

/* ------------------------------------------------------------------ exports */

static void a_game_is_exported_as_sgf(void **state)
{
    struct rig_table table =
        rig_table(rig_player(*state, "Anna"), rig_player(*state, "Boris"), "classic", true);
    rig_play(&table, "h8 i9 h9 j9 h10");
    rig_ask(table.second, "{'op':'game.resign','game':'%s'}", table.game);
    const json_t *reply =
        rig_ask(table.first, "{'op':'game.export','game':'%s','format':'sgf'}", table.game);
    const char *sgf = text_at(reply, "text");
    const char *parts[] = {"GM[4]",  "FF[4]",          "PB[Anna]", "PW[Boris]", "DT[2023-11-14]",
                           "RE[B+R", "EV[rated game]", ";B[h",     ";W[i"};
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (strstr(sgf, parts[i]) == NULL)
            fail_msg("no %s in %s", parts[i], sgf);
}

static void a_game_in_progress_and_one_from_the_store_are_exported_as_psq(void **state)
{
    struct rig *rig = *state;
    struct rig_table table =
        rig_table(rig_player(rig, "Anna"), rig_player(rig, "Boris"), "classic", false);
    const json_t *reply =
        rig_ask(table.first, "{'op':'game.export','game':'%s','format':'psq'}", table.game);
    assert_memory_equal(text_at(reply, "text"), "Piskvorky 19x19", 15);
    struct rig_table over = win(table.first, table.second);
    rig_restart(rig);
    struct rig_peer *stranger = rig_connect(rig);
    reply = rig_ask(stranger, "{'op':'game.export','game':'%s','format':'psq'}", over.game);
    assert_non_null(strstr(text_at(reply, "text"), "homo-Anna"));
}

/* ------------------------------------------------------------------ histories */

static void a_history_can_be_filtered_and_paged(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *carla = rig_player(rig, "Carla");
    struct rig_table first = win(anna, boris);
    struct rig_table second = win(boris, anna);
    struct rig_table third = win(anna, carla);
    const json_t *all = rig_ask(anna, "{'op':'history.list'}");
    assert_string_equal(text_at(all, "name"), "Anna");
    assert_int_equal(count_at(all, "rows"), 3);
    assert_string_equal(text_at(all, "rows.0.game"), third.game);
    assert_string_equal(text_at(all, "rows.0.opponent"), "Carla");
    assert_string_equal(text_at(all, "rows.1.score"), "lost");
    assert_int_equal(int_at(all, "rows.1.opponent_rank"), 2);
    assert_false(has_at(all, "rows.2.opponent_rank"));
    const json_t *won = rig_ask(carla, "{'op':'history.list','name':'ANNA','score':'won'}");
    assert_int_equal(count_at(won, "rows"), 2);
    const json_t *against = rig_ask(carla, "{'op':'history.list','name':'Anna','opponent':'boris',"
                                           "'variant':'mini'}");
    assert_int_equal(count_at(against, "rows"), 2);
    assert_string_equal(text_at(against, "rows.0.game"), second.game);
    assert_int_equal(
        count_at(rig_ask(carla, "{'op':'history.list','name':'Anna','variant':'classic'}"), "rows"),
        0);
    const json_t *page = rig_ask(anna, "{'op':'history.list','limit':2}");
    assert_true(bool_at(page, "more"));
    page = rig_ask(anna, "{'op':'history.list','limit':2,'before':'%s'}",
                   text_at(page, "rows.1.game"));
    assert_int_equal(count_at(page, "rows"), 1);
    assert_string_equal(text_at(page, "rows.0.game"), first.game);
    assert_false(bool_at(page, "more"));
}

static void unknown_players_have_no_history(void **state)
{
    struct rig_peer *anna = rig_player(*state, "Anna");
    assert_code(rig_ask(anna, "{'op':'history.list','name':'Nobody'}"), "no_such_player");
    const json_t *reply = rig_ask(anna, "{'op':'history.list','opponent':'Nobody'}");
    assert_code(reply, "no_such_player");
    assert_string_equal(text_at(reply, "error.field"), "opponent");
    struct rig_peer *stranger = rig_connect(*state);
    assert_code(rig_ask(stranger, "{'op':'history.list'}"), "login_required");
    assert_code(rig_ask(stranger, "{'op':'player.get'}"), "login_required");
}

/* ------------------------------------------------------------------ leaderboards and pages */

static void the_leaderboard_is_by_points(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *carla = rig_player(rig, "Carla");
    rig_player(rig, "Dora"); /* has no rating */
    win(anna, boris);
    win(carla, boris);
    const json_t *top = rig_ask(anna, "{'op':'rating.top','variant':'mini'}");
    assert_int_equal(int_at(top, "total"), 3);
    assert_int_equal(count_at(top, "rows"), 3);
    assert_string_equal(text_at(top, "rows.0.name"), "Anna");
    assert_int_equal(int_at(top, "rows.0.rating"), 1520);
    assert_int_equal(int_at(top, "rows.2.rank"), 3);
    assert_int_equal(int_at(top, "rows.2.games"), 2);
    top = rig_ask(anna, "{'op':'rating.top','variant':'mini','from':2,'limit':1}");
    assert_string_equal(text_at(top, "rows.0.name"), "Carla");
    assert_int_equal(int_at(rig_ask(anna, "{'op':'rating.top','variant':'classic'}"), "total"), 0);
}

static void around_shows_the_neighbours(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    struct rig_peer *dora = rig_player(rig, "Dora");
    win(anna, boris);
    const json_t *around = rig_ask(boris, "{'op':'rating.around','variant':'mini'}");
    assert_int_equal(int_at(around, "rank"), 2);
    assert_int_equal(count_at(around, "rows"), 2);
    around = rig_ask(boris, "{'op':'rating.around','variant':'mini','name':'anna','limit':1}");
    assert_string_equal(text_at(around, "rows.0.name"), "Anna");
    around = rig_ask(dora, "{'op':'rating.around','variant':'mini'}");
    assert_false(has_at(around, "rank"));
    assert_int_equal(count_at(around, "rows"), 0);
    assert_int_equal(int_at(around, "total"), 2);
}

static void a_players_page(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *anna = rig_player(rig, "Anna");
    struct rig_peer *boris = rig_player(rig, "Boris");
    win(boris, anna);
    const json_t *page = rig_ask(rig_connect(rig), "{'op':'player.get','name':'anna'}");
    assert_string_equal(text_at(page, "name"), "Anna");
    assert_false(bool_at(page, "guest"));
    assert_true(bool_at(page, "connected"));
    assert_int_equal(int_at(page, "created"), RIG_START_MS);
    assert_int_equal(count_at(page, "ratings"), 1);
    assert_string_equal(text_at(page, "ratings.0.variant"), "mini");
    assert_int_equal(int_at(page, "ratings.0.rating"), 1480);
    assert_int_equal(int_at(page, "ratings.0.rank"), 2);
    rig_hang_up(anna);
    rig_turn(rig);
    page = rig_ask(boris, "{'op':'player.get','name':'Anna'}");
    assert_false(bool_at(page, "connected"));
    assert_code(rig_ask(boris, "{'op':'player.get','name':'Nobody'}"), "no_such_player");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_game_is_the_same_from_memory_and_from_the_store),
        RIG_TEST(ratings_in_a_finished_game_are_those_before_it),
        RIG_TEST(an_unknown_game_is_an_error),
        RIG_TEST(reading_without_a_store_is_refused_and_can_be_tried_again),
        RIG_TEST(a_connection_may_go_while_its_answer_is_on_the_way),
        RIG_TEST(a_game_is_exported_as_sgf),
        RIG_TEST(a_game_in_progress_and_one_from_the_store_are_exported_as_psq),
        RIG_TEST(a_history_can_be_filtered_and_paged),
        RIG_TEST(unknown_players_have_no_history),
        RIG_TEST(the_leaderboard_is_by_points),
        RIG_TEST(around_shows_the_neighbours),
        RIG_TEST(a_players_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
