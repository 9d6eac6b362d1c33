/* SPDX-License-Identifier: MIT */
/*
 * Hints and weights at a server's table against a computer: they come when the server has told that
 * no rated game is going, and never against a person.
 */
#include "client/cli/play/aid.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <stdio.h>
#include <string.h>

static struct visitor visitor;
static struct assist assist;
static struct levels levels;
static struct review review;
static struct aid aid;
static int questions;
static bool is_dropped;
static int analyses;

static void on_analyse(void *ctx, const struct game *game, enum seat winner)
{
    (void)ctx;
    (void)winner;
    analyses += game != NULL;
}

static void on_think(void *ctx, const struct opponent *who, const struct game *game, uint64_t seed)
{
    (void)ctx;
    (void)game;
    (void)seed;
    questions += who != NULL;
    is_dropped = who == NULL;
}

/* anna, who began, has to move in a game of classic. */
static void sit(bool is_against_computer)
{
    struct table *table = &visitor.visit.table;
    visitor_sit(&visitor, "");
    table->variant = variant_get(VARIANT_CLASSIC);
    game_init(&table->game, table->variant);
    for (size_t i = 0; i < 2; i++) {
        bool is_other = strcmp(table->players[i].name, "anna") != 0;
        table->players[i].computer[0] = is_other && is_against_computer ? '?' : '\0';
    }
}

static int set_up(void **state)
{
    (void)state;
    static struct visit_calls calls;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_GUEST);
    calls = *visitor.visit.calls;
    calls.think = on_think;
    calls.analyse = on_analyse;
    visitor.visit.calls = &calls;
    assist_init(&assist, &visitor.visit);
    levels = (struct levels){.visit = &visitor.visit};
    review = (struct review){.visit = &visitor.visit};
    aid = (struct aid){
        .visit = &visitor.visit, .assist = &assist, .levels = &levels, .review = &review};
    analyses = 0;
    questions = 0;
    is_dropped = false;
    sit(true);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static void tell(bool is_rated)
{
    const struct current_game_record games[] = {{.game = 9}, {.game = 8, .rated = is_rated}};
    const struct player_games_reply reply = {.name = "anna", .games = games, .games_count = 2};
    const struct request *request = visitor_take(&visitor, OP_PLAYER_GAMES);
    assert_null(request->as.player_games.name); /* whoever is logged in */
    aid_take_games(&aid, &reply);
}

/* A rated game of days, at that board. */
static void tell_days(const char *actions)
{
    const struct current_game_record game = {
        .game = 8, .rated = true, .variant = visitor.visit.table.variant, .actions = actions};
    const struct player_games_reply reply = {.name = "anna", .games = &game, .games_count = 1};
    (void)visitor_take(&visitor, OP_PLAYER_GAMES);
    aid_take_games(&aid, &reply);
}

static void think(int error)
{
    struct thought thought = {.prospects_count = 1, .prospects[0].action = action_place(0)};
    aid_take_thought(&aid, error, &thought);
}

/* ---------------------------------------------------------------- tests */

static void a_hint_comes_when_no_rated_game_is_going(void **state)
{
    (void)state;
    aid_do_hint(&aid, "play");
    assert_int_equal(questions, 0);
    assert_true(aid_is_busy(&aid));
    aid_do_hint(&aid, "play"); /* one is enough */
    tell(false);
    assert_int_equal(questions, 1);
    assert_true(aid_is_busy(&aid));
    assert_true(levels.is_helped);
    think(0);
    visitor_check_said(&visitor, "penta plays a1 for you.");
    assert_string_equal(visitor_take(&visitor, OP_GAME_MOVE)->as.game_move.action, "a1");
    assert_false(aid_is_busy(&aid));
}

/* A certain result, else the share, unless the move is one by a rule of thumb. */
static void a_hint_says_what_is_known_of_its_move(void **state)
{
    static const struct {
        struct prospect prospect;
        const char *text;
    } rows[] = {
        {{.proof = PROOF_WIN, .depth = 3, .share = 10000}, "Hint: a1. It wins, whatever"},
        {{.proof = PROOF_DRAW, .depth = 3, .share = 5000}, "Hint: a1. It is a draw, if"},
        {{.proof = PROOF_LOSS, .depth = 3, .share = 0}, "Hint: a1. It loses, if"},
        {{.depth = 3, .share = 6249}, "Hint: a1. It scores about 62 of 100 such games"},
        {{.share = 5000}, "Hint: a1. To play it: hint play"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct thought thought = {.prospects_count = 1, .prospects[0] = rows[i].prospect};
        thought.prospects[0].action = action_place(0);
        aid_do_hint(&aid, "");
        tell(false);
        aid_take_thought(&aid, 0, &thought);
        visitor_check_said(&visitor, rows[i].text);
    }
}

/* Against a person, too, since it is over. */
static void a_game_that_is_over_is_analysed_unless_a_rated_one_is_going(void **state)
{
    (void)state;
    sit(false);
    aid_do_analyse(&aid);
    visitor_take_nothing(&visitor);
    visitor_check_said(&visitor, "Only a finished game can be analysed.");
    visitor.visit.table.result = RESULT_WORD_FIRST;
    aid_do_analyse(&aid);
    tell(true);
    visitor_check_said(&visitor, "rated_game_running");
    assert_int_equal(analyses, 0);
    aid_do_analyse(&aid);
    tell(false);
    assert_int_equal(analyses, 1);
}

static void no_help_with_a_rated_game_going(void **state)
{
    (void)state;
    aid_do_hint(&aid, "play");
    tell(true);
    visitor_check_said(&visitor, "rated_game_running");
    aid_do_weights(&aid, "on");
    tell(true);
    visitor_check_said(&visitor, "rated_game_running");
    assert_false(aid_shows_weights(&aid));
    aid_do_weights(&aid, "j10");
    tell(true);
    visitor_check_said(&visitor, "rated_game_running");
    assert_int_equal(questions, 0);
    assert_false(levels.is_helped);
    assert_false(aid_is_busy(&aid));
}

static void a_rated_game_of_days_leaves_other_boards_alone(void **state)
{
    (void)state;
    struct game *game = &visitor.visit.table.game;
    while (game->ply < 3)
        assert_int_equal(game_act(game, action_place((size_t)game->ply)), 0);
    char board[GAME_TEXT_SIZE];
    assert_true(game_format(game, board, sizeof(board)) > 0);
    aid_do_weights(&aid, "on");
    tell_days(board);
    visitor_check_said(&visitor, "rated_game_running");
    assert_false(aid_shows_weights(&aid));
    aid_do_weights(&aid, "on");
    tell_days("");
    assert_true(aid_shows_weights(&aid));
}

static void no_help_against_a_person_nor_for_a_watcher(void **state)
{
    (void)state;
    sit(false);
    aid_do_hint(&aid, "play");
    visitor_check_said(&visitor, "help_against_person");
    aid_do_weights(&aid, "on");
    visitor_check_said(&visitor, "help_against_person");
    aid_do_weights(&aid, "j10");
    visitor_check_said(&visitor, "help_against_person");
    sit(true);
    snprintf(visitor.visit.table.me, sizeof(visitor.visit.table.me), "maria");
    aid_do_hint(&aid, "play");
    visitor_check_said(&visitor, "help_against_person");
    visitor_take_nothing(&visitor);
}

static void a_setting_shows_weights_in_each_game_that_may_have_them(void **state)
{
    (void)state;
    struct settings_record settings = {0};
    memset(&settings, 0xff, sizeof(settings)); /* NONE */
    settings.show_weights = SWITCH_WORD_ON;
    assist_take_settings(&assist, &settings);
    assert_false(aid_shows_weights(&aid));
    aid_begin(&aid);
    tell(false);
    visitor_check_said(&visitor, "Squares that weigh something have a digit; 9 is the heaviest.");
    assert_true(aid_shows_weights(&aid));
    assert_true(levels.is_helped);
    visitor.visit.table.game_id = 10; /* the next game is asked about anew */
    assert_false(aid_shows_weights(&aid));
    aid_begin(&aid);
    tell(true);
    visitor_check_said(&visitor, "rated_game_running");
    assert_false(aid_shows_weights(&aid));
    sit(false);
    visitor.visit.table.game_id = 11;
    aid_begin(&aid);
    visitor_take_nothing(&visitor);
}

static void what_was_asked_before_a_move_is_dropped(void **state)
{
    (void)state;
    struct table *table = &visitor.visit.table;
    aid_do_hint(&aid, "play");
    game_do(&table->game, action_place(7)); /* the player was faster than the server */
    tell(false);
    assert_int_equal(questions, 0);
    assert_false(aid_is_busy(&aid));
    game_undo(&table->game);
    aid_do_hint(&aid, "play");
    tell(false);
    aid_settle(&aid);
    assert_false(is_dropped);
    game_do(&table->game, action_place(7)); /* than the thought */
    aid_settle(&aid);
    assert_true(is_dropped);
    assert_false(aid_is_busy(&aid));
    visitor_take_nothing(&visitor);
}

static void too_little_memory_is_told_and_the_game_goes_on(void **state)
{
    (void)state;
    aid_do_hint(&aid, "play");
    tell(false);
    think(ERR_TOO_LITTLE_MEMORY);
    visitor_check_said(&visitor, "too_little_memory");
    assert_false(visitor.is_stopped);
    visitor_take_nothing(&visitor);
    aid_do_hint(&aid, "play"); /* and it can be asked for again */
    tell(false);
    assert_int_equal(questions, 2);
}

static void a_refusal_to_tell_is_no_help(void **state)
{
    (void)state;
    aid_do_hint(&aid, "play");
    visitor_take(&visitor, OP_PLAYER_GAMES);
    aid_take_error(&aid);
    assert_false(aid_is_busy(&aid));
    assert_int_equal(questions, 0);
}

int main(void)
{
#define AID_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        AID_TEST(a_hint_comes_when_no_rated_game_is_going),
        AID_TEST(a_hint_says_what_is_known_of_its_move),
        AID_TEST(a_game_that_is_over_is_analysed_unless_a_rated_one_is_going),
        AID_TEST(no_help_with_a_rated_game_going),
        AID_TEST(a_rated_game_of_days_leaves_other_boards_alone),
        AID_TEST(no_help_against_a_person_nor_for_a_watcher),
        AID_TEST(a_setting_shows_weights_in_each_game_that_may_have_them),
        AID_TEST(what_was_asked_before_a_move_is_dropped),
        AID_TEST(too_little_memory_is_told_and_the_game_goes_on),
        AID_TEST(a_refusal_to_tell_is_no_help),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
