/* SPDX-License-Identifier: MIT */
/* Whole games in the ways that they end, with everything that players and watchers are told. */
#include "engine/record.h"
#include "tests/support/scene.h"

#include <string.h>

/* The change of `name`'s rating that the end of a game tells. */
static void assert_change(const json_t *end, size_t index, const char *name, int before, int after)
{
    const json_t *change = json_array_get(json_object_get(end, "changes"), index);
    assert_string_equal(text_at(change, "name"), name);
    assert_int_equal(int_at(change, "before"), before);
    assert_int_equal(int_at(change, "after"), after);
}

SCENE(a_rated_classic_game_is_played_to_a_win)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, TABLE_FIRST_WINS);
    json_t *end = table_ended(&table, "first", "row");
    assert_string_equal(text_at(end, "board.line"), TABLE_FIRST_LINE);
    assert_int_equal(count_at(end, "changes"), 2);
    assert_change(end, 0, "Anna", 1500, 1520);
    assert_change(end, 1, "Boris", 1500, 1480);
    json_t *game = table_read(&table, scene_stranger(scene, "a stranger"));
    assert_string_equal(text_at(game, "actions"), TABLE_FIRST_WINS);
    assert_string_equal(text_at(game, "result"), "first");
    assert_string_equal(text_at(game, "reason"), "row");
    assert_string_equal(text_at(game, "board.line"), TABLE_FIRST_LINE);
    assert_string_equal(text_at(game, "board.expects"), "nothing");
    assert_false(has_at(game, "to_act"));
    assert_int_equal(int_at(game, "ply"), 9);
    assert_int_equal(int_at(game, "seq"), 10);
    assert_true(bool_at(game, "rated"));
    assert_true(int_at(game, "ended") >= int_at(game, "started"));
    assert_int_equal(count_at(game, "changes"), 2);
    assert_change(game, 0, "Anna", 1500, 1520);
}

SCENE(the_second_player_can_win)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, TABLE_SECOND_WINS);
    json_t *end = table_ended(&table, "second", "row");
    assert_change(end, 0, "Anna", 1500, 1480);
    assert_change(end, 1, "Boris", 1500, 1520);
}

SCENE(six_in_a_row_is_nothing_and_five_at_the_edge_wins)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    /* X fills row 19 from a to f with the gap at e last: six. */
    table_play(&table, "a19 a1 b19 c1 c19 e1 d19 g1 f19 i1 e19");
    assert_int_equal(table.to_act, 1);
    /* Then s1 to s5 up the right edge. */
    table_play(&table, "k1 s1 m1 s2 o1 s3 q1 s4 a3 s5");
    json_t *end = table_ended(&table, "first", "row");
    assert_string_equal(text_at(end, "board.line"), "s1 s2 s3 s4 s5");
}

SCENE(on_15x15_by_exactly_five_six_in_a_row_are_nothing_and_the_game_goes_on)
{
    struct table table;
    struct game read;
    scene_table(scene, &table, "classic15", TABLE_RATED);
    /* Six on row 15 is nothing, and then five win up the right edge. */
    table_play(&table, "a15 a1 b15 c1 c15 e1 d15 g1 f15 i1 e15");
    assert_int_equal(table.to_act, 1);
    table_play(&table, "a9 o1 c9 o2 e9 o3 g9 o4 i9 o5");
    json_t *end = table_ended(&table, "first", "row");
    assert_string_equal(text_at(end, "board.line"), "o1 o2 o3 o4 o5");
    for (int i = 0; i < 2; i++) {
        json_t *export = peer_ask(table.opener, "game.export", "{s:s, s:s}", "game", table.game,
                                  "format", i == 0 ? "sgf" : "psq");
        const char *text = text_at(export, "text");
        assert_int_equal(
            (i == 0 ? record_read_sgf : record_read_psq)(&read, text, strlen(text), NULL), 0);
        assert_string_equal(read.variant->key, "classic15");
        assert_int_equal(game_status(&read), GAME_WON);
    }
}

/* Several stones a turn, falling stones, nested boards: each to its end, and stored with its
 * actions. */
SCENE(games_of_other_kinds_are_played_to_their_ends)
{
    static const struct {
        const char *variant, *wrong, *code, *actions, *winner, *line;
    } games[] = {
        {"connect6", "j10", "occupied", "j10 a1 c1 k10 l10 a3 c3 m10 n10 a5 c5 o10", "first",
         "j10 k10 l10 m10 n10 o10"},
        {"drop4", "a3", "no_support", "a1 b1 a2 b2 a3 b3 a4", "first", "a1 a2 a3 a4"},
        {"ultimate", "a1", "wrong_board",
         "i8 h5 f5 g6 c8 i4 i3 g8 a4 a2 c5 g7 c3 g9 c7 h1 f1 g1 c1 i1", "second",
         "g9 h9 i9 g8 h8 i8 g7 h7 i7 g6 h6 i6 g5 h5 i5 g4 h4 i4 g3 h3 i3 g2 h2 i2 g1 h1 i1"},
    };
    for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
        struct table table;
        table_open(&table, i == 0 ? scene_account(scene, "Anna") : scene_login(scene, "Anna"),
                   i == 0 ? scene_account(scene, "Boris") : scene_login(scene, "Boris"),
                   games[i].variant, TABLE_RATED);
        const char *behind_first = strchr(games[i].actions, ' ') + 1;
        char first[8];
        snprintf(first, sizeof(first), "%.*s", (int)(behind_first - games[i].actions - 1),
                 games[i].actions);
        json_t *moved = table_act(&table, first);
        assert_string_equal(text_at(moved, "board.cells") + 1, first);
        peer_refused(table.joiner, games[i].code, "game.move", "{s:s, s:i, s:s}", "game",
                     table.game, "ply", 1, "action", games[i].wrong);
        table_play(&table, behind_first);
        json_t *end = table_ended(&table, games[i].winner, "row");
        assert_string_equal(text_at(end, "board.line"), games[i].line);
        json_t *stored = table_read(&table, table.joiner);
        assert_string_equal(text_at(stored, "actions"), games[i].actions);
        assert_string_equal(text_at(stored, "variant"), games[i].variant);
        json_t *export = peer_ask(table.opener, "game.export", "{s:s, s:s}", "game", table.game,
                                  "format", "json");
        assert_string_equal(text_at(export, "json.actions"), games[i].actions);
        export = peer_ask(table.opener, "game.export", "{s:s, s:s}", "game", table.game, "format",
                          "sgf");
        assert_non_null(strstr(text_at(export, "text"), "PAC["));
        peer_refused(table.opener, "no_record", "game.export", "{s:s, s:s}", "game", table.game,
                     "format", "psq");
    }
}

SCENE(in_freestyle_six_in_a_row_win_and_everything_shows_it)
{
    static const char *const keys[] = {"freestyle", "freestyle15"};
    for (size_t i = 0; i < 2; i++) {
        struct table table;
        struct game read;
        table_open(&table, i == 0 ? scene_account(scene, "Anna") : scene_login(scene, "Anna"),
                   i == 0 ? scene_account(scene, "Boris") : scene_login(scene, "Boris"), keys[i],
                   TABLE_RATED);
        table_play(&table, "a1 a3 b1 c3 c1 e3 d1 g3 f1 i3 e1");
        json_t *end = table_ended(&table, "first", "row");
        assert_string_equal(text_at(end, "board.line"), "a1 b1 c1 d1 e1 f1");
        assert_change(end, 0, "Anna", 1500, 1520);
        json_t *top = peer_ask(table.opener, "rating.top", "{s:s}", "variant", keys[i]);
        assert_string_equal(text_at(top, "rows.0.name"), "Anna");
        json_t *export = peer_ask(table.opener, "game.export", "{s:s, s:s}", "game", table.game,
                                  "format", "psq");
        const char *text = text_at(export, "text");
        assert_int_equal(record_read_psq(&read, text, strlen(text), NULL), 0);
        assert_string_equal(read.variant->key, keys[i]);
        assert_int_equal(game_status(&read), GAME_WON);
    }
}

SCENE(a_full_3x3_board_is_a_draw)
{
    struct table table;
    scene_table(scene, &table, "mini", TABLE_RATED);
    table_play(&table, TABLE_MINI_DRAW);
    json_t *end = table_ended(&table, "draw", "full_board");
    assert_false(has_at(end, "board.line"));
    json_t *around = peer_ask(table.opener, "rating.around", "{s:s}", "variant", "mini");
    assert_int_equal(int_at(around, "rows.0.rating"), 1500);
    assert_int_equal(int_at(around, "rows.1.rating"), 1500);
}

SCENE(a_player_resigns_at_any_time)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, TABLE_NEAR " h11");
    /* Not the turn of the first player. */
    peer_ask(table.seats[0], "game.resign", "{s:s}", "game", table.game);
    json_t *end = table_ended(&table, "second", "resign");
    assert_change(end, 0, "Anna", 1500, 1480);
    assert_change(end, 1, "Boris", 1500, 1520);
    peer_refused(table.seats[1], "game_over", "game.resign", "{s:s}", "game", table.game);
}

SCENE(a_guests_game_moves_no_rating)
{
    struct table table;
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *guest = scene_guest(scene);
    table_open(&table, guest, anna, "classic", TABLE_UNRATED);
    table_play(&table, TABLE_FIRST_WINS);
    json_t *end = table_ended(&table, "first", "row");
    assert_int_equal(count_at(end, "changes"), 0);
    assert_int_equal(int_at(peer_ask(anna, "rating.top", "{s:s}", "variant", "classic"), "total"),
                     0);
    assert_int_equal(count_at(peer_ask(anna, "player.get", NULL), "ratings"), 0);
    json_t *history = peer_ask(anna, "history.list", NULL);
    assert_string_equal(text_at(history, "rows.0.score"), "lost");
    assert_int_equal(int_at(history, "rows.0.points"), 0);
    assert_string_equal(text_at(history, "rows.0.opponent"), peer_name(guest));
}

SCENE(a_rematch_swaps_who_begins)
{
    struct table table;
    char first_game[TABLE_ID_SIZE];
    scene_table(scene, &table, "classic", TABLE_RATED);
    peer_refused(table.opener, "game_in_progress", "room.rematch", "{s:s}", "room", table.room);
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    memcpy(first_game, table.game, sizeof(first_game));
    json_t *offer = peer_ask(table.opener, "room.rematch", "{s:s}", "room", table.room);
    assert_false(has_at(offer, "game"));
    json_t *offered = peer_event(table.joiner, "room.rematch_offered", NULL);
    assert_string_equal(text_at(offered, "name"), "Anna");
    peer_refused(table.opener, "already_offered", "room.rematch", "{s:s}", "room", table.room);
    json_t *accepted = peer_ask(table.joiner, "room.rematch", "{s:s}", "room", table.room);
    assert_string_equal(text_at(accepted, "game.first.name"), "Boris");
    assert_string_not_equal(text_at(accepted, "game.game"), first_game);
    json_t *started = peer_event(table.opener, "game.started", NULL);
    assert_string_equal(text_at(started, "game.game"), text_at(accepted, "game.game"));
    assert_string_equal(text_at(started, "game.second.name"), "Anna");
    assert_int_equal(int_at(started, "game.first.rating"), 1480);
}

SCENE(a_series_alternates)
{
    struct table table;
    scene_table(scene, &table, "mini", TABLE_RATED);
    for (int i = 0; i < 4; i++) {
        assert_ptr_equal(table.seats[0], i % 2 == 0 ? table.opener : table.joiner);
        table_play(&table, TABLE_MINI_FIRST_WINS);
        table_ended(&table, "first", "row");
        if (i < 3)
            table_rematch(&table);
    }
    json_t *history = peer_ask(table.opener, "history.list", NULL);
    assert_int_equal(count_at(history, "rows"), 4);
    assert_string_equal(text_at(history, "rows.3.score"), "won");
    assert_string_equal(text_at(history, "rows.2.score"), "lost");
}

SCENE(a_watcher_is_told_everything_and_can_do_nothing)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *vera = scene_guest(scene);
    table_play(&table, "h8 a1");
    json_t *watched = peer_ask(vera, "room.watch", "{s:s}", "room", table.room);
    assert_string_equal(text_at(watched, "game.actions"), "h8 a1");
    assert_int_equal(int_at(watched, "game.seq"), 2);
    assert_string_equal(text_at(watched, "room.state"), "playing");
    peer_refused(vera, "not_your_game", "game.move", "{s:s, s:i, s:s}", "game", table.game, "ply",
                 2, "action", "h9");
    peer_refused(vera, "not_your_game", "game.resign", "{s:s}", "game", table.game);
    peer_refused(vera, "not_your_game", "game.draw", "{s:s}", "game", table.game);
    peer_refused(vera, "not_your_game", "game.abort", "{s:s}", "game", table.game);
    table_play(&table, "h9 a2 h10 a3 h11 a4 h12");
    table_ended(&table, "first", "row");
    for (int ply = 2; ply < 9; ply++) {
        json_t *moved = peer_event(vera, "game.moved", NULL);
        assert_int_equal(int_at(moved, "ply"), ply);
        assert_int_equal(int_at(moved, "seq"), ply + 1);
        assert_int_equal(text_at(moved, "board.cells")[0], ply % 2 == 0 ? 'x' : 'o');
    }
    json_t *end = peer_event(vera, "game.ended", NULL);
    assert_int_equal(int_at(end, "seq"), 10);
    peer_refused(vera, "not_seated", "room.rematch", "{s:s}", "room", table.room);
    table_rematch(&table);
    json_t *started = peer_event(vera, "game.started", NULL);
    assert_string_equal(text_at(started, "game.game"), table.game);
    table_play(&table, "s19");
    peer_event(vera, "game.moved", "{s:s}", "game", table.game);
}

SCENE(all_connections_of_a_player_get_all_events)
{
    struct table table;
    struct peer *anna = scene_account(scene, "Anna");
    struct peer *second = scene_login(scene, "Anna");
    struct peer *third = scene_resume(scene, anna);
    table_open(&table, anna, scene_account(scene, "Boris"), "classic", TABLE_RATED);
    struct peer *all[] = {anna, second, third};
    peer_event(second, "game.started", NULL);
    peer_event(third, "game.started", NULL);
    for (int ply = 0; ply < 8; ply++) {
        static const char *const squares[] = {"h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4"};
        table.seats[0] = all[ply / 2 % 3];
        table_act(&table, squares[ply]);
        for (int i = 0; i < 3; i++)
            if (all[i] != table.seats[0])
                peer_event(all[i], "game.moved", "{s:i, s:s}", "ply", ply, "action", squares[ply]);
    }
    table_act(&table, "h12");
    table_ended(&table, "first", "row");
    for (int i = 0; i < 3; i++)
        if (all[i] != table.seats[0])
            peer_event(all[i], "game.ended", "{s:s}", "reason", "row");
}

SCENE(a_finished_game_is_exported_as_sgf_and_psq)
{
    static const char *const formats[] = {"sgf", "psq"};
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, TABLE_FIRST_WINS);
    table_ended(&table, "first", "row");
    struct peer *stranger = scene_stranger(scene, "a stranger");
    for (int i = 0; i < 2; i++) {
        struct game game;
        char actions[GAME_TEXT_SIZE];
        const char *text = text_at(peer_ask(stranger, "game.export", "{s:s, s:s}", "game",
                                            table.game, "format", formats[i]),
                                   "text");
        assert_non_null(strstr(text, "Anna"));
        assert_non_null(strstr(text, "Boris"));
        int error = i == 0 ? record_read_sgf(&game, text, strlen(text), NULL)
                           : record_read_psq(&game, text, strlen(text), NULL);
        assert_int_equal(error, 0);
        assert_true(game_format(&game, actions, sizeof(actions)) > 0);
        assert_string_equal(actions, TABLE_FIRST_WINS);
    }
    assert_non_null(strstr(text_at(peer_ask(stranger, "game.export", "{s:s, s:s}", "game",
                                            table.game, "format", "sgf"),
                                   "text"),
                           "RE[B+"));
    peer_refused(stranger, "no_such_game", "game.export", "{s:s, s:s}", "game", "00000000000z",
                 "format", "sgf");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_rated_classic_game_is_played_to_a_win),
        SCENE_TEST(the_second_player_can_win),
        SCENE_TEST(six_in_a_row_is_nothing_and_five_at_the_edge_wins),
        SCENE_TEST(on_15x15_by_exactly_five_six_in_a_row_are_nothing_and_the_game_goes_on),
        SCENE_TEST(in_freestyle_six_in_a_row_win_and_everything_shows_it),
        SCENE_TEST(games_of_other_kinds_are_played_to_their_ends),
        SCENE_TEST(a_full_3x3_board_is_a_draw),
        SCENE_TEST(a_player_resigns_at_any_time),
        SCENE_TEST(a_guests_game_moves_no_rating),
        SCENE_TEST(a_rematch_swaps_who_begins),
        SCENE_TEST(a_series_alternates),
        SCENE_TEST(a_watcher_is_told_everything_and_can_do_nothing),
        SCENE_TEST(all_connections_of_a_player_get_all_events),
        SCENE_TEST(a_finished_game_is_exported_as_sgf_and_psq),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
