/* SPDX-License-Identifier: MIT */
/* Games that end by agreement or not at all: draw offers, refusals, aborts. */
#include "tests/support/scene.h"

#define DRAW "game.draw", "{s:s, s:s}", "game"

/* The player in `seat` offers a draw and both are told. */
static void offer(const struct table *table, int seat)
{
    json_t *reply = peer_ask(table->seats[seat], DRAW, table->game, "answer", "offer");
    assert_false(bool_at(reply, "agreed"));
    for (int i = 0; i < 2; i++) {
        json_t *offered = peer_event(table->seats[i], "game.draw_offered", NULL);
        assert_string_equal(text_at(offered, "by"), seat == 0 ? "first" : "second");
    }
}

static void refuse(const struct table *table, int seat)
{
    peer_ask(table->seats[seat], DRAW, table->game, "answer", "refuse");
    for (int i = 0; i < 2; i++) {
        json_t *refused = peer_event(table->seats[i], "game.draw_refused", NULL);
        assert_string_equal(text_at(refused, "by"), seat == 0 ? "first" : "second");
    }
}

SCENE(an_agreed_draw_moves_no_rating)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1 h9");
    offer(&table, 0);
    assert_string_equal(text_at(table_read(&table, table.opener), "draw_offer"), "first");
    json_t *reply = peer_ask(table.seats[1], DRAW, table.game, "answer", "accept");
    assert_true(bool_at(reply, "agreed"));
    json_t *end = table_ended(&table, "draw", "agreed");
    assert_int_equal(int_at(end, "seq"), 5);
    for (size_t i = 0; i < count_at(end, "changes"); i++) {
        const json_t *change = json_array_get(json_object_get(end, "changes"), i);
        assert_int_equal(int_at(change, "before"), int_at(change, "after"));
    }
    json_t *history = peer_ask(table.opener, "history.list", NULL);
    assert_string_equal(text_at(history, "rows.0.score"), "drawn");
    assert_string_equal(text_at(history, "rows.0.reason"), "agreed");
    assert_int_equal(int_at(history, "rows.0.points"), 0);
    json_t *page = peer_ask(table.opener, "player.get", NULL);
    assert_int_equal(int_at(page, "ratings.0.rating"), 1500);
    assert_int_equal(int_at(page, "ratings.0.games"), 1);
}

SCENE(an_offer_against_an_offer_accepts_it)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1");
    offer(&table, 1);
    /* Without the answer it is an offer. */
    json_t *reply = peer_ask(table.seats[0], "game.draw", "{s:s}", "game", table.game);
    assert_true(bool_at(reply, "agreed"));
    table_ended(&table, "draw", "agreed");
}

SCENE(there_is_one_open_offer_at_a_time)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1");
    peer_refused(table.seats[0], "no_draw_offer", DRAW, table.game, "answer", "accept");
    peer_refused(table.seats[0], "no_draw_offer", DRAW, table.game, "answer", "refuse");
    offer(&table, 0);
    peer_refused(table.seats[0], "already_offered", DRAW, table.game, "answer", "offer");
    peer_refused(table.seats[0], "no_draw_offer", DRAW, table.game, "answer", "accept");
    assert_false(peer_has_event(table.seats[1], "game.draw_offered"));
}

SCENE(a_move_of_the_opponent_ends_the_offer)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1");
    offer(&table, 0);
    /* The offerer's own move does not. */
    table_play(&table, "h9");
    assert_string_equal(text_at(table_read(&table, table.opener), "draw_offer"), "first");
    table_play(&table, "a2");
    assert_false(has_at(table_read(&table, table.opener), "draw_offer"));
    peer_refused(table.seats[1], "no_draw_offer", DRAW, table.game, "answer", "accept");
    /* An offer that was passed over counts as refused: else one could offer after every move. */
    peer_refused(table.seats[0], "draw_too_soon", DRAW, table.game, "answer", "offer");
    offer(&table, 1);
}

SCENE(after_a_refusal_the_same_player_waits_ten_plies)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8 a1");
    offer(&table, 0);
    refuse(&table, 1);
    peer_refused(table.seats[0], "draw_too_soon", DRAW, table.game, "answer", "offer");
    /* The other player may offer. */
    offer(&table, 1);
    refuse(&table, 0);
    table_play(&table, "c1 c3 e1 e3 g1 g3 i1 i3 k1");
    peer_refused(table.seats[0], "draw_too_soon", DRAW, table.game, "answer", "offer");
    table_play(&table, "k3");
    offer(&table, 0);
    peer_ask(table.seats[1], DRAW, table.game, "answer", "accept");
    table_ended(&table, "draw", "agreed");
}

SCENE(an_offer_and_a_refusal_outlive_the_server)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    struct peer *boris = table.joiner;
    struct peer *anna = table.opener;
    table_play(&table, "h8 a1");
    offer(&table, 0);
    scene_crash(scene);
    table_take_seats(&table, scene_resume(scene, anna), scene_resume(scene, boris));
    assert_string_equal(text_at(table_read(&table, table.opener), "draw_offer"), "first");
    refuse(&table, 1);
    scene_restart(scene);
    table_take_seats(&table, scene_resume(scene, anna), scene_resume(scene, boris));
    peer_refused(table.seats[0], "draw_too_soon", DRAW, table.game, "answer", "offer");
    table_play(&table, "c1 c3 e1 e3 g1 g3 i1 i3 k1 k3");
    offer(&table, 0);
}

SCENE(a_game_is_aborted_until_both_have_moved)
{
    struct table table;
    scene_table(scene, &table, "classic", TABLE_RATED);
    table_play(&table, "h8");
    peer_ask(table.opener, "game.abort", "{s:s}", "game", table.game); /* else who joined is out */
    json_t *end = table_ended(&table, "none", "aborted");
    assert_int_equal(count_at(end, "changes"), 0);
    json_t *history = peer_ask(table.opener, "history.list", NULL);
    assert_string_equal(text_at(history, "rows.0.score"), "void");
    assert_string_equal(text_at(history, "rows.0.reason"), "aborted");
    assert_int_equal(
        int_at(peer_ask(table.opener, "rating.top", "{s:s}", "variant", "classic"), "total"), 0);
    peer_refused(table.seats[0], "game_over", "game.move", "{s:s, s:i, s:s}", "game", table.game,
                 "ply", 1, "action", "h9");
    /* The table goes on. */
    table_rematch(&table);
    table_play(&table, "h8 a1");
    for (int seat = 0; seat < 2; seat++)
        peer_refused(table.seats[seat], "too_late_to_abort", "game.abort", "{s:s}", "game",
                     table.game);
}

SCENE(a_swap2_game_is_aborted_until_the_second_has_chosen)
{
    struct table table;
    scene_table(scene, &table, "swap2", TABLE_RATED);
    table_play(&table, "a1 h8 b1");
    peer_ask(table.seats[0], "game.abort", "{s:s}", "game", table.game);
    table_ended(&table, "none", "aborted");
    table_rematch(&table);
    table_play(&table, "a1 h8 b1 black");
    peer_refused(table.seats[0], "too_late_to_abort", "game.abort", "{s:s}", "game", table.game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(an_agreed_draw_moves_no_rating),
        SCENE_TEST(an_offer_against_an_offer_accepts_it),
        SCENE_TEST(there_is_one_open_offer_at_a_time),
        SCENE_TEST(a_move_of_the_opponent_ends_the_offer),
        SCENE_TEST(after_a_refusal_the_same_player_waits_ten_plies),
        SCENE_TEST(an_offer_and_a_refusal_outlive_the_server),
        SCENE_TEST(a_game_is_aborted_until_both_have_moved),
        SCENE_TEST(a_swap2_game_is_aborted_until_the_second_has_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
