/* SPDX-License-Identifier: MIT */
/*
 * A visit without a server: which thoughts are asked for and dropped, hints, levels, the file of a
 * game, and who is chosen as an opponent. The test is behind the visit's calls, and thinks.
 */
#include "client/cli/play/course.h"
#include "client/cli/play/opponent.h"
#include "engine/record.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct visitor visitor;
static struct course course;
static struct opponent asked; /* whom; its computer is NULL where nothing is asked */
static int asked_ply;
static int questions;

static void on_think(void *ctx, const struct opponent *who, const struct game *game, uint64_t seed)
{
    (void)ctx;
    (void)seed;
    asked = who != NULL ? *who : (struct opponent){0};
    asked_ply = game != NULL ? game->ply : -1;
    questions += who != NULL;
}

static void on_send(void *ctx, const struct request *request)
{
    (void)ctx;
    solo_take_request(&course.solo, request);
}

static void on_open_screen(void *ctx)
{
    (void)ctx;
}

static void follow(void)
{
    struct notice notice;
    while (course_next_news(&course, &notice))
        course_take_notice(&course, &notice);
}

static void start(enum variant_id id, const char *key, unsigned level, enum seat seat)
{
    static struct visit_calls calls;
    calls = *visitor.visit.calls;
    calls.think = on_think;
    calls.send = on_send;
    calls.open_screen = on_open_screen;
    questions = 0;
    asked = (struct opponent){0};
    course = (struct course){0};
    course.visit = visitor.visit;
    course.visit.plan = PLAN_SOLO;
    course.visit.session = NULL;
    course.visit.calls = &calls;
    course.visit.solo = (struct solo_plan){
        .variant = variant_get(id),
        .opponent = {.computer = computer_find(key, strlen(key)), .level = level},
        .seat = seat};
    course_start(&course);
    follow();
}

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_GUEST);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static void type(const char *line)
{
    course_do_line(&course, line);
    follow();
}

static void think(const char *action)
{
    struct thought thought = {.prospects_count = 1};
    assert_non_null(asked.computer);
    asked.computer = NULL;
    action_parse(course.visit.table.variant, action, strlen(action), &thought.prospects[0].action);
    course_take_thought(&course, 0, &thought);
    follow();
}

/* ---------------------------------------------------------------- tests */

static void the_computer_is_asked_when_it_is_for_it_to_act(void **state)
{
    (void)state;
    start(VARIANT_MINI, "depth", 3, SEAT_FIRST);
    visitor_check_said(&visitor, "The game begins: you are X.");
    assert_int_equal(questions, 0);
    type("b2");
    assert_int_equal(questions, 1);
    assert_string_equal(asked.computer->key, "depth");
    assert_int_equal(asked.level, 3);
    assert_int_equal(asked_ply, 1);
    think("a1");
    visitor_check_said(&visitor, "depth:3 played a1 (O).");
    assert_true(table_is_my_turn(&course.visit.table));
    start(VARIANT_MINI, "depth", 3, SEAT_SECOND);
    assert_int_equal(questions, 1);
    assert_int_equal(asked_ply, 0);
}

static void taking_back_drops_the_thought_that_is_on_its_way(void **state)
{
    (void)state;
    start(VARIANT_MINI, "depth", 3, SEAT_FIRST);
    type("b2");
    type("takeback");
    assert_null(asked.computer);
    type("a1");
    assert_int_equal(questions, 2);
    assert_int_equal(asked_ply, 1);
    type("draw"); /* the thought answers that */
    assert_int_equal(questions, 2);
    assert_non_null(asked.computer);
}

static void a_hint_is_a_move_of_the_strongest_player(void **state)
{
    (void)state;
    start(VARIANT_CLASSIC, "random", 1, SEAT_FIRST);
    type("hint play");
    assert_ptr_equal(asked.computer, computer_strongest(variant_get(VARIANT_CLASSIC)));
    assert_int_equal(asked.level, asked.computer->levels);
    type("hint"); /* one is enough */
    assert_int_equal(questions, 1);
    think("j10");
    visitor_check_said(&visitor, "penta plays j10 for you.\nYou played j10 (X).");
    assert_string_equal(asked.computer->key, "random");
    type("hint");
    visitor_check_said(&visitor, "You can ask for a hint only on your turn.");
    think("a1");
    type("hint");
    think("k12");
    visitor_check_said(&visitor, "Hint: k12. To play it: hint play");
    assert_true(table_is_my_turn(&course.visit.table)); /* nothing was played */
    type("D");
    type("k11"); /* the player was faster */
    assert_string_equal(asked.computer->key, "random");
    assert_int_equal(asked_ply, 3);
}

static void weights_are_shown_and_told_of_a_square(void **state)
{
    (void)state;
    start(VARIANT_CLASSIC, "random", 1, SEAT_FIRST);
    type("j10");
    think("k11");
    type("weights on");
    visitor_check_said(&visitor, "Squares that weigh something have a digit; 9 is the heaviest.");
    assert_true(aid_shows_weights(&course.aid));
    type("t a1");
    visitor_check_said(&visitor, "a1 has weight 0.6; the highest is ");
    type("weights off");
    assert_false(aid_shows_weights(&course.aid));
    type("weights");
    visitor_check_said(&visitor, "Type weights on, weights off, or a square: weights h8.");
    start(VARIANT_MINI, "random", 1, SEAT_FIRST);
    type("weights on");
    visitor_check_said(&visitor, "This game has no weights.");
    assert_false(aid_shows_weights(&course.aid));
    start(VARIANT_SWAP2, "random", 1, SEAT_SECOND);
    think("a1");
    think("j10");
    think("k11");
    type("t a1");
    visitor_check_said(&visitor, "There are no weights right now.");
}

/* Of squares that weigh the same none weighs more, whichever is the hint. */
static void a_hint_is_compared_by_weight(void **state)
{
    (void)state;
    start(VARIANT_PLANE, "random", 1, SEAT_FIRST);
    type("0:0");
    think("0:-1");
    type("weights on");
    type("hint");
    think("1:0");
    visitor_check_said(&visitor, "Hint: 1:0. To play it: hint play");
    type("hint");
    think("1:1");
    visitor_check_said(&visitor, "Hint: 1:1. -1:-1 weighs more");
}

static void who_wins_is_told_of_the_next_level(void **state)
{
    (void)state;
    start(VARIANT_MINI, "depth", 8, SEAT_FIRST);
    type("a1");
    think("a2");
    type("b1");
    think("b2");
    type("c1");
    visitor_check_said(&visitor, "You beat level 8. For a harder game type: level 9");
    type("level 10");
    visitor_check_said(&visitor, "depth has levels 1 to 9.");
    type("level 9");
    visitor_check_said(&visitor, "The game begins: you are O.");
    assert_int_equal(asked.level, 9);
    assert_string_equal(course.visit.table.seats[SEAT_FIRST].name, "depth:9");
    think("a1");
    type("level 1");
    visitor_check_said(&visitor, "The next game is at level 1.");
    type("a2"); /* this one goes on as it was */
    assert_int_equal(asked.level, 9);
    assert_string_equal(course.visit.table.seats[SEAT_FIRST].name, "depth:9");
    type("level x");
    visitor_check_said(&visitor, "depth has levels 1 to 9.");
    type("resign");
    type("yes");
    type("rematch");
    assert_string_equal(course.visit.table.seats[SEAT_SECOND].name, "depth:1");
}

static void commands_for_a_server_are_none_here_and_the_other_way_round(void **state)
{
    (void)state;
    start(VARIANT_MINI, "random", 1, SEAT_FIRST);
    type("say hello");
    visitor_check_said(&visitor, "\"say\" works only in a room on a server.");
    type("help");
    visitor_check_said(&visitor, "a good move");
    type("help");
    assert_null(strstr(visitor.said, "give N"));
}

static void the_rematch_that_the_computer_offers_is_answered_by_yes_and_no(void **state)
{
    static const char *const yes[] = {"yes", "accept", "y", "rematch"};
    static const char *const no[] = {"no", "refuse", "decline", "n"};
    (void)state;
    start(VARIANT_MINI, "depth", 3, SEAT_FIRST);
    for (size_t i = 0; i < sizeof(yes) / sizeof(yes[0]); i++) {
        uint64_t game = course.visit.table.game_id;
        type("resign");
        type("yes");
        visitor_check_said(&visitor, "depth:3 offers a rematch.");
        type(no[i]);
        visitor_check_said(&visitor, "You declined the rematch.");
        type("no");
        visitor_check_said(&visitor, "There is nothing to answer.");
        assert_int_equal(course.visit.table.game_id, game);
        type("rematch"); /* which the refusal does not forbid */
        type("resign");
        type("yes");
        type(yes[i]);
        assert_int_equal(course.visit.table.game_id, game + 2);
        assert_true(table_is_playing(&course.visit.table));
    }
}

static void a_game_that_is_over_begins_anew_from_a_ply(void **state)
{
    (void)state;
    start(VARIANT_MINI, "depth", 3, SEAT_FIRST);
    type("a1");
    think("b2");
    type("from 1");
    visitor_check_said(&visitor, "The game is not over.");
    type("b1");
    think("a2");
    type("c1");
    visitor_check_said(&visitor, "You won");
    type("from 5"); /* where it is over */
    visitor_check_said(&visitor, "Name a move of this game, 0 to 4: from 0");
    type("from x");
    visitor_check_said(&visitor, "Name a move of this game, 0 to 4: from 0");
    type("from 3");
    assert_int_equal(course.visit.table.game.ply, 3);
    assert_int_equal(table_my_seat(&course.visit.table), SEAT_FIRST);
    assert_int_equal(asked_ply, 3);
    assert_true(course.levels.is_helped); /* it says little of one's strength */
    think("c1");
    type("takeback"); /* b1 was not played in this game */
    visitor_check_said(&visitor, "You have no move to take back.");
    type("resign");
    type("yes");
    type("rematch");
    assert_int_equal(course.visit.table.game.ply, 3);
    assert_int_equal(table_my_seat(&course.visit.table), SEAT_SECOND);
    type("resign");
    type("yes");
    type("from 0");
    assert_int_equal(course.visit.table.game.ply, 0);
    assert_false(course.levels.is_helped);
}

static void too_little_memory_ends_it_in_clear_words(void **state)
{
    (void)state;
    start(VARIANT_MINI, "random", 1, SEAT_SECOND);
    solo_take_thought(&course.solo, ERR_TOO_LITTLE_MEMORY, NULL);
    visitor_check_end(&visitor, EXIT_CODE_TROUBLE, "Not enough memory");
    start(VARIANT_MINI, "random", 1, SEAT_FIRST);
    type("b2");
    solo_take_thought(&course.solo, ERR_TOO_LITTLE_MEMORY, NULL);
    visitor_check_end(&visitor, EXIT_CODE_TROUBLE, "The game is in penta-");
    const char *path = strstr(visitor.why, "penta-");
    char name[64];
    assert_int_equal(sscanf(path, "%63[^ ]", name), 1);
    name[strlen(name) - 1] = '\0'; /* the full stop */
    assert_int_equal(unlink(name), 0);
}

static void a_game_is_saved_once_under_a_name(void **state)
{
    (void)state;
    char folder[] = "/tmp/penta-solo-XXXXXX";
    char line[80];
    char path[64];
    char text[512] = "";
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/game.sgf", folder);
    snprintf(line, sizeof(line), "save %s", path);
    start(VARIANT_MINI, "depth", 2, SEAT_SECOND);
    think("b2");
    type("a1");
    type(line);
    visitor_check_said(&visitor, "The game is in /tmp/penta-solo-");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t len = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    assert_non_null(strstr(text, "PB[depth:2]PW[Player]DT[20"));
    struct game game;
    assert_int_equal(record_read_sgf(&game, text, len, NULL), 0);
    assert_int_equal(game.ply, 2);
    type(line);
    visitor_check_said(&visitor, "could not be written");
    unlink(path);
    rmdir(folder);
}

static void assert_chosen(enum variant_id id, const char *key, int64_t level, const char *name)
{
    struct opponent opponent;
    char problem[OPPONENT_PROBLEM_SIZE] = "";
    char text[64];
    assert_true(opponent_choose(&opponent, variant_get(id), key, level, problem));
    opponent_name(&opponent, text, sizeof(text));
    assert_string_equal(text, name);
}

static void assert_not_chosen(enum variant_id id, const char *key, int64_t level, const char *why)
{
    struct opponent opponent;
    char problem[OPPONENT_PROBLEM_SIZE];
    assert_false(opponent_choose(&opponent, variant_get(id), key, level, problem));
    if (strstr(problem, why) == NULL)
        fail_msg("%s", problem);
}

static void an_opponent_is_chosen_by_key_and_level(void **state)
{
    (void)state;
    assert_chosen(VARIANT_MINI, "depth", 4, "depth:4");
    assert_chosen(VARIANT_MINI, "depth", 0, "depth:5");
    assert_chosen(VARIANT_CLASSIC, "random", 1, "random");
    assert_not_chosen(VARIANT_MINI, "depth", 10, "depth has levels 1 to 9.");
    assert_not_chosen(VARIANT_MINI, "random", 2, "random has 1 level.");
    assert_not_chosen(VARIANT_CLASSIC, "depth", 1, "depth does not play classic;");
    assert_not_chosen(VARIANT_CLASSIC, "Depth", 1, "There is no computer \"Depth\";");
    for (unsigned i = 0; i < VARIANT_COUNT; i++)
        assert_non_null(opponent_strongest(variant_get((enum variant_id)i)).computer);
}

/* A limit below what a level has would make hints weaker than the opponent. */
static void a_hint_of_generic_has_as_many_positions_as_its_highest_level(void **state)
{
    (void)state;
    const struct opponent helper = opponent_strongest(variant_get(VARIANT_CUBE4));
    assert_string_equal(helper.computer->key, "generic");
    assert_int_equal(helper.level, helper.computer->levels);
    assert_int_equal(helper.nodes, 0);
    assert_int_not_equal(opponent_strongest(variant_get(VARIANT_CLASSIC)).nodes, 0);
}

int main(void)
{
#define SOLO_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        SOLO_TEST(the_computer_is_asked_when_it_is_for_it_to_act),
        SOLO_TEST(taking_back_drops_the_thought_that_is_on_its_way),
        SOLO_TEST(a_hint_is_a_move_of_the_strongest_player),
        SOLO_TEST(a_hint_of_generic_has_as_many_positions_as_its_highest_level),
        SOLO_TEST(weights_are_shown_and_told_of_a_square),
        SOLO_TEST(a_hint_is_compared_by_weight),
        SOLO_TEST(who_wins_is_told_of_the_next_level),
        SOLO_TEST(commands_for_a_server_are_none_here_and_the_other_way_round),
        SOLO_TEST(the_rematch_that_the_computer_offers_is_answered_by_yes_and_no),
        SOLO_TEST(a_game_that_is_over_begins_anew_from_a_ply),
        SOLO_TEST(too_little_memory_ends_it_in_clear_words),
        SOLO_TEST(a_game_is_saved_once_under_a_name),
        cmocka_unit_test(an_opponent_is_chosen_by_key_and_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
