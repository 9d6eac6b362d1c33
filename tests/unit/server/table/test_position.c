/* SPDX-License-Identifier: MIT */
/*
 * Games against a computer that go on from a position: what is laid out stays, whatever happens,
 * and what it costs to have it laid out.
 */
#include "server/core/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

#define PACE_MS 700 /* by then the computer has moved */
#define GIVEN "h8 i9 h9"

/* A guest who plays against a computer from a position, as the second, to whom the turn is. */
struct onward {
    struct rig_peer *guest;
    char room[13];
    char game[13];
};

static const json_t *ask_to_open(struct rig_peer *guest, const char *actions, const char *more)
{
    return rig_ask(guest,
                   "{'op':'room.open','variant':'classic','computer':'random','first':'joiner',"
                   "'actions':'%s'%s}",
                   actions, more);
}

static struct onward begin_as(struct rig_peer *guest, const char *more)
{
    struct onward onward = {.guest = guest};
    const json_t *opened = ask_to_open(guest, GIVEN, more);
    assert_ok(opened);
    snprintf(onward.room, sizeof(onward.room), "%s", text_at(opened, "room.room"));
    snprintf(onward.game, sizeof(onward.game), "%s", text_at(opened, "game.game"));
    return onward;
}

static struct onward begin(struct rig *rig)
{
    return begin_as(rig_guest(rig), "");
}

static const json_t *game_of(const struct onward *onward)
{
    return rig_game(onward->guest, onward->game);
}

static bool begins_with(const json_t *game, const char *actions)
{
    return strncmp(text_at(game, "actions"), actions, strlen(actions)) == 0;
}

static const char *ask_of_game(const struct onward *onward, const char *request)
{
    return rig_code(rig_ask(onward->guest, "{'op':'%s','game':'%s'}", request, onward->game));
}

static void the_game_goes_on_from_there(void **state)
{
    struct rig *rig = *state;
    struct onward onward = begin(rig);
    const json_t *game = game_of(&onward);
    assert_string_equal(text_at(game, "actions"), GIVEN);
    assert_int_equal(int_at(game, "given"), 3);
    assert_string_equal(text_at(game, "to_act"), "second");
    assert_ok(rig_move(onward.guest, onward.game, 3, "j10"));
    rig_pass(rig, PACE_MS);
    game = game_of(&onward);
    assert_int_equal(int_at(game, "ply"), 5);
    assert_true(begins_with(game, GIVEN " j10 "));
    rig_check_world(rig);
}

static void a_game_from_the_beginning_tells_nothing_of_it(void **state)
{
    struct rig *rig = *state;
    const json_t *opened =
        rig_ask(rig_guest(rig), "{'op':'room.open','variant':'mini','computer':'random'}");
    assert_ok(opened);
    assert_false(has_at(opened, "game.given"));
}

/* ------------------------------------------------------------------ what may be asked for */

static void each_mistake_has_a_name(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    const json_t *wrong = ask_to_open(guest, "h8 i9 h8", "");
    assert_string_equal(rig_code(wrong), "illegal_position");
    assert_string_equal(text_at(wrong, "error.field"), "actions");
    assert_int_equal(int_at(wrong, "error.ply"), 2);
    assert_int_equal(int_at(ask_to_open(guest, "zz", ""), "error.ply"), 0);
    assert_string_equal(rig_code(ask_to_open(guest, "white", "")), "illegal_position");
    assert_string_equal(rig_code(ask_to_open(guest, "h8 a1 i8 a3 j8 a5 k8 a7 l8", "")),
                        "position_over");
    assert_string_equal(rig_code(ask_to_open(guest, "h8", ",'rated':true")), "rated_with_computer");
    assert_string_equal(
        rig_code(rig_ask(guest, "{'op':'room.open','variant':'classic','actions':'h8'}")),
        "needs_computer");
    assert_int_equal(core_count(rig->core).rooms, 0);
    rig_check_world(rig);
}

static void an_opening_may_be_laid_out_with_its_choices(void **state)
{
    struct rig *rig = *state;
    const json_t *opened =
        rig_ask(rig_guest(rig), "{'op':'room.open','variant':'swap2','computer':'any',"
                                "'first':'opener','actions':'h8 i9 j10 white'}");
    assert_ok(opened);
    assert_int_equal(int_at(opened, "game.given"), 4);
    assert_string_equal(text_at(opened, "game.board.first_mark"), "x");
}

/* ------------------------------------------------------------------ what stays */

static void nothing_of_it_is_taken_back(void **state)
{
    struct rig *rig = *state;
    struct onward onward = begin(rig);
    const json_t *refused =
        rig_ask(onward.guest, "{'op':'game.takeback','game':'%s','answer':'ask'}", onward.game);
    assert_string_equal(rig_code(refused), "nothing_to_take_back");
    assert_ok(rig_move(onward.guest, onward.game, 3, "j10"));
    rig_pass(rig, 1100);
    assert_ok(
        rig_ask(onward.guest, "{'op':'game.takeback','game':'%s','answer':'ask'}", onward.game));
    rig_turn(rig);
    assert_string_equal(text_at(game_of(&onward), "actions"), GIVEN);
    rig_check_world(rig);
}

static void what_was_laid_out_is_no_action_that_is_sent_again(void **state)
{
    struct rig *rig = *state;
    struct onward onward = begin(rig);
    assert_string_equal(rig_code(rig_move(onward.guest, onward.game, 1, "i9")), "stale_ply");
}

static void nobody_has_acted_by_it(void **state)
{
    struct rig *rig = *state;
    struct onward onward = begin(rig);
    assert_ok(rig_move(onward.guest, onward.game, 3, "j10"));
    assert_string_equal(ask_of_game(&onward, "game.abort"), "");
    assert_string_equal(text_at(game_of(&onward), "reason"), "aborted");
}

static void it_outlives_a_start(void **state)
{
    struct rig *rig = *state;
    struct onward onward = begin(rig);
    char token[65];
    assert_ok(rig_move(onward.guest, onward.game, 3, "j10"));
    rig_pass(rig, PACE_MS);
    snprintf(token, sizeof(token), "%s", onward.guest->token);
    rig_restart(rig);
    onward.guest = rig_resume(rig, token);
    const json_t *game = game_of(&onward);
    assert_int_equal(int_at(game, "given"), 3);
    assert_int_equal(int_at(game, "ply"), 5);
    assert_true(begins_with(game, GIVEN " j10 "));
    rig_check_world(rig);
}

static void a_failed_commit_leaves_it(void **state)
{
    struct rig *rig = *state;
    struct onward onward = begin(rig);
    rig->store->holds_batches = true;
    rig_send(onward.guest, "{'op':'game.move','game':'%s','ply':3,'action':'j10'}", onward.game);
    rig_turn(rig);
    rig_fail_held(rig);
    rig_pass(rig, 5000);
    assert_string_equal(text_at(game_of(&onward), "actions"), GIVEN);
    assert_ok(rig_move(onward.guest, onward.game, 3, "k11"));
    rig_pass(rig, PACE_MS);
    assert_true(begins_with(game_of(&onward), GIVEN " k11 "));
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ the end */

static void times_are_those_of_the_actions_that_were_made(void **state)
{
    struct rig *rig = *state;
    struct onward onward = begin(rig);
    rig_pass(rig, 1500);
    assert_ok(rig_move(onward.guest, onward.game, 3, "j10"));
    assert_string_equal(ask_of_game(&onward, "game.abort"), "");
    const json_t *game = game_of(&onward);
    assert_string_equal(text_at(game, "actions"), GIVEN " j10");
    assert_null(strchr(text_at(game, "spent"), ' '));
    rig_check_world(rig);
}

/* Four stones in a row are laid out, and the guest places the fifth. */
static void such_a_game_counts_in_no_statistics(void **state)
{
    struct rig *rig = *state;
    struct rig_peer *guest = rig_guest(rig);
    const json_t *opened =
        rig_ask(guest, "{'op':'room.open','variant':'classic','computer':'random',"
                       "'first':'opener','actions':'h8 a1 i8 a3 j8 a5 k8 a7'}");
    assert_ok(opened);
    assert_ok(rig_move(guest, text_at(opened, "game.game"), 8, "l8"));
    rig_turn(rig);
    const json_t *history = rig_ask(guest, "{'op':'history.list'}");
    assert_string_equal(text_at(history, "rows.0.score"), "won");
    assert_int_equal(int_at(history, "rows.0.given"), 8);
    assert_int_equal(count_at(rig_ask(guest, "{'op':'player.stats'}"), "tallies"), 0);
}

static void a_rematch_begins_there_with_the_sides_changed(void **state)
{
    struct rig *rig = *state;
    struct onward onward = begin(rig);
    assert_ok(rig_move(onward.guest, onward.game, 3, "j10"));
    rig_pass(rig, PACE_MS);
    char token[65];
    snprintf(token, sizeof(token), "%s", onward.guest->token);
    assert_ok(rig_ask(onward.guest, "{'op':'game.resign','game':'%s'}", onward.game));
    bool was_broken_off = strcmp(text_at(game_of(&onward), "reason"), "broken_off") == 0;
    rig_restart(rig);
    onward.guest = rig_resume(rig, token);
    const json_t *again = rig_ask(onward.guest, "{'op':'room.rematch','room':'%s'}", onward.room);
    assert_ok(again);
    assert_int_equal(int_at(again, "game.given"), 3);
    assert_string_equal(text_at(again, "game.actions"), GIVEN);
    assert_true(has_at(again, was_broken_off ? "game.first.computer" : "game.second.computer"));
    rig_check_world(rig);
}

/* ------------------------------------------------------------------ who would misuse it */

/* As long a list as there is: all cells but one, row by row, each row begun five columns on, which
 * makes no five. */
static void fill(char actions[GAME_TEXT_SIZE])
{
    size_t len = 0;
    for (int at = 0; at < 360; at++)
        len += (size_t)snprintf(actions + len, GAME_TEXT_SIZE - len, "%s%c%d", at > 0 ? " " : "",
                                'a' + (at + 5 * (at / 19)) % 19, 1 + at / 19);
}

/* Games are begun one after the other, each in the way that is asked for. */
struct writer {
    struct rig_peer *guest;
    const char *actions;
    bool is_by_rematch;
    char room[13];
};

static const json_t *begin_another(struct writer *writer)
{
    if (writer->is_by_rematch && writer->room[0] != '\0')
        return rig_ask(writer->guest, "{'op':'room.rematch','room':'%s'}", writer->room);
    return ask_to_open(writer->guest, writer->actions, "");
}

/* Nobody plays it: the game is aborted, and the room left, if it is not needed. */
static void end_it(struct writer *writer, const json_t *begun)
{
    char game[13];
    snprintf(game, sizeof(game), "%s", text_at(begun, "game.game"));
    if (has_at(begun, "room.room"))
        snprintf(writer->room, sizeof(writer->room), "%s", text_at(begun, "room.room"));
    if (writer->is_by_rematch)
        assert_ok(rig_ask(writer->guest, "{'op':'game.abort','game':'%s'}", game));
    else
        assert_ok(rig_ask(writer->guest, "{'op':'room.leave','room':'%s'}", writer->room));
    rig_pass(writer->guest->rig, 10100); /* the rates allow that for ever */
}

#define GAME_BYTES 760 /* for which each game counts besides */

/* Until that is refused; the bytes that were stored, or 0 if nothing bounds them. */
static size_t write_all_that_may_be(struct writer *writer)
{
    for (size_t games = 0; games < 200; games++) {
        const json_t *begun = begin_another(writer);
        if (strcmp(rig_code(begun), "too_much_written") == 0)
            return games * (strlen(writer->actions) + GAME_BYTES);
        assert_ok(begun);
        end_it(writer, begun);
    }
    return 0;
}

static void what_may_be_written_in_a_day_bounds_it(void **state)
{
    struct rig *rig = *state;
    char actions[GAME_TEXT_SIZE];
    fill(actions);
    rig->core->options.allowance_percent = 10; /* of a mebibyte */
    for (int way = 0; way < 2; way++) {
        struct writer writer = {
            .guest = rig_guest(rig), .actions = actions, .is_by_rematch = way == 1};
        assert_in_range(write_all_that_may_be(&writer), 70000, 110000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(the_game_goes_on_from_there),
        RIG_TEST(a_game_from_the_beginning_tells_nothing_of_it),
        RIG_TEST(each_mistake_has_a_name),
        RIG_TEST(an_opening_may_be_laid_out_with_its_choices),
        RIG_TEST(nothing_of_it_is_taken_back),
        RIG_TEST(what_was_laid_out_is_no_action_that_is_sent_again),
        RIG_TEST(nobody_has_acted_by_it),
        RIG_TEST(it_outlives_a_start),
        RIG_TEST(a_failed_commit_leaves_it),
        RIG_TEST(times_are_those_of_the_actions_that_were_made),
        RIG_TEST(such_a_game_counts_in_no_statistics),
        RIG_TEST(a_rematch_begins_there_with_the_sides_changed),
        RIG_TEST(what_may_be_written_in_a_day_bounds_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
