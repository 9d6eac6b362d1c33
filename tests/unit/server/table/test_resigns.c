/* SPDX-License-Identifier: MIT */
/*
 * A computer that was asked to resigns what it has proven lost, and nothing else ends a game before
 * its end.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"
#include "tests/unit/server/rig_solo.h"

#include <stdio.h>
#include <string.h>

/* The guest makes four in a row with both ends free, far from where the computer plays. */
static void make_four(const struct rig_solo *solo)
{
    static const char *const squares[] = {"h8", "i8", "j8", "k8"};
    for (int i = 0; i < 4; i++) {
        rig_solo_move(solo, 2 * i, squares[i]);
        if (i < 3)
            rig_pass(solo->guest->rig, 1100);
    }
}

/* Whether it has resigned by the time at which it would have moved. */
static bool has_resigned(const struct rig_solo *solo)
{
    rig_pass(solo->guest->rig, RIG_SOLO_PACE_MS);
    const json_t *game = rig_game(solo->guest, solo->game);
    return has_at(game, "reason") && strcmp(text_at(game, "reason"), "resign") == 0 &&
           strcmp(text_at(game, "result"), "first") == 0;
}

static struct rig_solo begin_asked(struct rig *rig)
{
    return rig_solo_open(rig, ",'first':'opener','resigns':true");
}

static void it_resigns_a_lost_game_where_it_is_asked_to(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_asked(rig);
    assert_true(
        bool_at(rig_ask(solo.guest, "{'op':'room.sync','room':'%s'}", solo.room), "room.resigns"));
    make_four(&solo);
    assert_int_equal(rig_solo_ply(&solo), 7); /* at a human pace */
    assert_true(has_resigned(&solo));
    assert_int_equal(rig_solo_ply(&solo), 7);
    rig_check_world(rig);
}

static void unasked_it_plays_to_the_end(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_begin(rig);
    make_four(&solo);
    assert_false(has_resigned(&solo));
    assert_int_equal(rig_solo_ply(&solo), 8);
    assert_false(
        has_at(rig_ask(solo.guest, "{'op':'room.sync','room':'%s'}", solo.room), "room.resigns"));
}

static void it_resigns_after_a_start_and_in_a_rematch(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_asked(rig);
    char token[65];
    snprintf(token, sizeof(token), "%s", solo.guest->token);
    assert_ok(rig_ask(solo.guest, "{'op':'game.abort','game':'%s'}", solo.game));
    const json_t *again = rig_ask(solo.guest, "{'op':'room.rematch','room':'%s'}", solo.room);
    snprintf(solo.game, sizeof(solo.game), "%s", text_at(again, "game.game"));
    make_four(&solo);
    rig_restart(rig);
    solo.guest = rig_resume(rig, token);
    rig_pass(rig, RIG_SOLO_PACE_MS);
    assert_true(has_resigned(&solo));
    rig_check_world(rig);
}

static void what_is_taken_back_is_lost_no_more(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_asked(rig);
    make_four(&solo);
    rig_solo_take_back(&solo);
    assert_false(has_resigned(&solo));
    assert_int_equal(rig_solo_ply(&solo), 6);
    rig_check_world(rig);
}

static void an_offer_to_one_who_has_lost_ends_the_game(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_asked(rig);
    make_four(&solo);
    rig_forget_events(solo.guest);
    assert_ok(rig_ask(solo.guest, "{'op':'game.draw','game':'%s','answer':'offer'}", solo.game));
    rig_turn(rig);
    rig_expect(solo.guest, "game.draw_offered");
    assert_string_equal(text_at(rig_expect(solo.guest, "game.ended"), "reason"), "resign");
}

/* The first look proves nothing, and neither does a thought that failed. */
static void what_was_only_looked_at_is_not_given_up(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = begin_asked(rig);
    make_four(&solo);
    rig_solo_take_back(&solo);
    rig->holds_work = true;
    rig_solo_move(&solo, 6, "k8");
    rig_work_look(rig, 0);
    rig_work_finish(rig, 0, false);
    assert_false(has_resigned(&solo));
    assert_int_equal(rig_solo_ply(&solo), 8);
}

static void where_giving_up_is_no_loss_it_plays_on(void **state)
{
    struct rig *rig = *state;
    struct rig_solo solo = rig_solo_open(rig, ",'first':'opener','resigns':true,"
                                              "'actions':'h8 a1 i8 c1 j8 e1'");
    rig_solo_move(&solo, 6, "k8");
    assert_false(has_resigned(&solo)); /* the game would be aborted */
    assert_int_equal(rig_solo_ply(&solo), 8);
}

static void only_a_computer_resigns_when_asked_to(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    const json_t *refused = rig_ask(guest, "{'op':'room.open','variant':'mini','resigns':true}");
    assert_string_equal(rig_code(refused), "needs_computer");
    assert_string_equal(text_at(refused, "error.field"), "resigns");
    refused = rig_ask(guest, "{'op':'room.quick','variant':'mini','resigns':true}");
    assert_string_equal(rig_code(refused), "needs_computer");
    assert_ok(rig_ask(guest, "{'op':'room.open','variant':'mini','resigns':false}"));
    assert_ok(
        rig_ask(guest, "{'op':'room.quick','variant':'mini','computer':'any','resigns':true}"));
    assert_true(bool_at(rig_find_event(guest, "room.paired"), "room.resigns"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(it_resigns_a_lost_game_where_it_is_asked_to),
        RIG_TEST(unasked_it_plays_to_the_end),
        RIG_TEST(it_resigns_after_a_start_and_in_a_rematch),
        RIG_TEST(what_is_taken_back_is_lost_no_more),
        RIG_TEST(an_offer_to_one_who_has_lost_ends_the_game),
        RIG_TEST(what_was_only_looked_at_is_not_given_up),
        RIG_TEST(where_giving_up_is_no_loss_it_plays_on),
        RIG_TEST(only_a_computer_resigns_when_asked_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
