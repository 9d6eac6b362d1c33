/* SPDX-License-Identifier: MIT */
/*
 * Lines that can be typed at a table: what each line sends or asks of the visit, and what a
 * script's line waits for. anna plays mini against boris.
 */
#include "client/cli/play/solo.h"
#include "client/cli/play/table_commands.h"
#include "client/cli/play/table_words.h"
#include "client/core/table_record.h"
#include "proto/codec.h"
#include "tests/support/cmocka_all.h"
#include "visitor.h"

#include <stdio.h>
#include <string.h>

static struct visitor visitor;
static struct assist assist;
static struct meet meet;
static struct levels levels;
static struct review review;
static struct saying saying;
static struct invited invited;
static struct others others;
static struct planning planning;
static struct aid aid;
static struct table_commands commands;
static struct solo solo; /* no lesson */

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor, PLAN_PLAY, OP_AUTH_GUEST);
    assist_init(&assist, &visitor.visit);
    meet = (struct meet){.visit = &visitor.visit};
    review = (struct review){.visit = &visitor.visit};
    saying = (struct saying){.visit = &visitor.visit};
    levels = (struct levels){.visit = &visitor.visit};
    invited = (struct invited){.visit = &visitor.visit};
    others = (struct others){.visit = &visitor.visit};
    planning = (struct planning){.visit = &visitor.visit};
    aid = (struct aid){
        .visit = &visitor.visit, .assist = &assist, .levels = &levels, .review = &review};
    commands = (struct table_commands){.visit = &visitor.visit,
                                       .assist = &assist,
                                       .meet = &meet,
                                       .levels = &levels,
                                       .review = &review,
                                       .saying = &saying,
                                       .invited = &invited,
                                       .others = &others,
                                       .planning = &planning,
                                       .aid = &aid,
                                       .solo = &solo};
    visitor_sit(&visitor, "");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    visitor_deinit(&visitor);
    return 0;
}

static const struct request *type(const char *line, enum op op)
{
    assert_int_equal(table_commands_do(&commands, line, line), TABLE_WISH_NONE);
    return visitor_take(&visitor, op);
}

/* Types a line that sends nothing, but says this. */
static void type_in_vain(const char *line, const char *said)
{
    assert_int_equal(table_commands_do(&commands, line, line), TABLE_WISH_NONE);
    visitor_take_nothing(&visitor);
    visitor_check_said(&visitor, said);
}

static bool may_go(const char *line)
{
    return table_commands_may_go(&commands, table_commands_wait(&commands, line));
}

/* ---------------------------------------------------------------- lines */

static void a_move_is_sent_for_the_ply_that_the_table_shows(void **state)
{
    (void)state;
    visitor_sit(&visitor, "a1 b2");
    const struct request *request = type("c3", OP_GAME_MOVE);
    assert_int_equal(request->as.game_move.game, 9);
    assert_int_equal(request->as.game_move.ply, 2);
    assert_string_equal(request->as.game_move.action, "c3");
}

static void a_choice_is_sent_as_one(void **state)
{
    (void)state;
    const struct request *request = type("two_more", OP_GAME_MOVE);
    assert_string_equal(request->as.game_move.action, "two_more");
}

static void a_move_may_have_words_with_it(void **state)
{
    (void)state;
    assert_string_equal(type("c3 say hello, you", OP_GAME_MOVE)->as.game_move.action, "c3");
    assert_string_equal(saying.behind, "hello, you");
    type("c3", OP_GAME_MOVE);
    assert_string_equal(saying.behind, "");
    type_in_vain("c3 say ", "Say what?");
    type_in_vain("c3 hello", "\"c3 hello\" is not a move or a command; type help.");
    type_in_vain("c3 b2", "\"c3 b2\" is not a move or a command; type help.");
}

static void what_is_no_move_and_no_command_is_said_so(void **state)
{
    (void)state;
    type_in_vain("z9", "There is no square z9 on this board.");
    type_in_vain("hello", "\"hello\" is not a move or a command; type help.");
    type_in_vain("save x", "\"save\" works only without a server: penta solo.");
    type_in_vain("level 5", "Levels are for games against a computer.");
    table_commands_do(&commands, "", "");
    visitor_check_silent(&visitor);
    table_init(&visitor.visit.table, "anna");
    visitor.visit.table.variant = variant_get(VARIANT_MINI);
    type_in_vain("b2", "The game has not begun.");
}

static void who_aborts_is_asked_first_and_a_program_is_not(void **state)
{
    (void)state;
    visitor_sit(&visitor, "a1");
    assert_int_equal(table_commands_do(&commands, "abort", "abort"), TABLE_WISH_NONE);
    visitor_take_nothing(&visitor);
    assert_int_equal(type("yes", OP_GAME_RESIGN)->as.game_resign.game, 9);
    visitor.visit.is_person = false;
    assert_int_equal(type("abort", OP_GAME_ABORT)->as.game_abort.game, 9);
}

static void commands_ask_for_what_they_are_called(void **state)
{
    (void)state;
    assert_int_equal(type("draw", OP_GAME_DRAW)->as.game_draw.answer, DRAW_WORD_OFFER);
    assert_int_equal(type("takeback", OP_GAME_TAKEBACK)->as.game_takeback.answer,
                     TAKEBACK_WORD_ASK);
    assert_int_equal(type("claim", OP_ROOM_CLAIM)->as.room_claim.room, 7);
    assert_string_equal(type("say  Good game!", OP_ROOM_SAY)->as.room_say.text, "Good game!");
    assert_int_equal(type("give 20", OP_GAME_GIVE_TIME)->as.game_give_time.ms, 20000);
    assert_int_equal(type("give", OP_GAME_GIVE_TIME)->as.game_give_time.ms, 15000);
    type_in_vain("give 61", "Give 1 to 60 seconds");
    type_in_vain("give a lot", "Give 1 to 60 seconds");
    type_in_vain("say", "Say what?");
    type_in_vain("help", "help more the other commands\n");
    type_in_vain("help", "b2        a move\n");
    visitor.visit.table.variant = variant_get(VARIANT_CUBE4);
    type_in_vain("help", "a1c       a move\n");
    visitor.visit.table.variant = variant_get(VARIANT_RENJU);
    type_in_vain("help", "h8, white a move, a choice\n");
    type_in_vain("help more", "help      the first commands\n");
    table_commands_do(&commands, "board", "board");
    assert_int_equal(visitor.boards, 1);
}

/* Types help; the heads of lines that it must have, and must not have. */
static void check_help(const char *line, const char *listed, const char *left_out)
{
    char words[256];
    char head[64];
    char *rest;
    strcpy(visitor.said, "\n"); /* so that each head has one in front */
    table_commands_do(&commands, line, line);
    for (int is_listed = 0; is_listed < 2; is_listed++) {
        snprintf(words, sizeof(words), "%s", is_listed ? listed : left_out);
        for (char *word = strtok_r(words, " ", &rest); word != NULL;
             word = strtok_r(NULL, " ", &rest)) {
            snprintf(head, sizeof(head), "\n%s ", word);
            if ((strstr(visitor.said, head) != NULL) != is_listed)
                fail_msg("%s is %slisted: %s", word, is_listed ? "not " : "", visitor.said);
        }
    }
    visitor.said[0] = '\0';
}

static void help_lists_what_can_be_done_now(void **state)
{
    (void)state;
    struct table *table = &visitor.visit.table;
    check_help("help", "draw resign abort say quit help",
               "accept refuse takeback rematch hint weights t");
    check_help("help more", "moves close", "give claim if withdraw from level resigns save");
    visitor_sit(&visitor, "a1 b2");
    table->draw_offer = SEAT_WORD_SECOND;
    table->control = (struct time_control){.kind = CLOCK_FISCHER, .main_ms = CLOCK_MINUTE_MS};
    check_help("help", "draw accept refuse takeback resign", "abort rematch");
    check_help("help more", "give", "if claim");
    table->control = (struct time_control){.kind = CLOCK_CORRESPONDENCE, .period_ms = CLOCK_DAY_MS};
    check_help("help more", "if", "give");
    table->players[1].computer[0] = '?';     /* one that is not known here */
    check_help("help", "hint", "weights t"); /* so small a board has no weights */
    check_help("help more", "board", "if");
    table->result = RESULT_WORD_DRAW;
    check_help("help", "rematch", "draw accept takeback resign abort");
    table->game_id = 0;
    table->room_state = ROOM_STATE_WORD_OPEN;
    check_help("help more", "withdraw", "moves");
    visitor_sit(&visitor, "a1 b2");
    table->me[0] = '\0';
    visitor.visit.plan = PLAN_WATCH;
    check_help("help", "say quit", "draw accept takeback resign abort hint");
    check_help("help more", "moves threats", "close give claim if");
}

static void help_has_what_the_game_has(void **state)
{
    struct table *table = &visitor.visit.table;
    (void)state;
    visitor_sit(&visitor, "");
    table->players[1].computer[0] = '?';
    table->variant = variant_get(VARIANT_FREESTYLE15);
    check_help("help", "h8 hint weights t", "");
    table->variant = variant_get(VARIANT_DROP4);
    check_help("help", "e1 hint", "weights t");
    table->variant = variant_get(VARIANT_ULTIMATE);
    check_help("help", "e5 hint", "weights t");
}

static void help_in_a_lesson_has_nothing_of_a_contest(void **state)
{
    static const struct record_tree lesson;
    (void)state;
    visitor_sit(&visitor, "a1 b2");
    visitor.visit.plan = PLAN_SOLO;
    check_help("help", "draw resign level takeback quit", "");
    check_help("help more", "resigns", "");
    visitor.visit.solo.lesson = &lesson;
    check_help("help", "takeback quit help", "draw resign level");
    check_help("help more", "board", "resigns");
}

static void a_computer_is_for_who_waits_for_somebody(void **state)
{
    (void)state;
    visitor_sit(&visitor, "a1 b2");
    type_in_vain("computer", "You can change to a computer only while you wait for an opponent.");
    type_in_vain("withdraw", "You can close a room only before anyone joins.");
}

static void an_answer_goes_to_what_is_asked(void **state)
{
    (void)state;
    struct table *table = &visitor.visit.table;
    type_in_vain("accept", "There is nothing to answer.");
    type_in_vain("refuse", "There is nothing to answer.");
    table->draw_offer = SEAT_WORD_SECOND;
    assert_int_equal(type("refuse", OP_GAME_DRAW)->as.game_draw.answer, DRAW_WORD_REFUSE);
    assert_int_equal(type("accept", OP_GAME_DRAW)->as.game_draw.answer, DRAW_WORD_ACCEPT);
    table->takeback = SEAT_WORD_SECOND; /* what was asked last is answered first */
    assert_int_equal(type("accept", OP_GAME_TAKEBACK)->as.game_takeback.answer,
                     TAKEBACK_WORD_ACCEPT);
    assert_int_equal(type("refuse", OP_GAME_TAKEBACK)->as.game_takeback.answer,
                     TAKEBACK_WORD_REFUSE);
    table->result = RESULT_WORD_DRAW;
    type("accept", OP_ROOM_REMATCH);
    assert_true(commands.is_rematch_wanted);
    type_in_vain("refuse", "Type quit to leave the room.");
    snprintf(visitor.visit.table.rematch_by, TABLE_NAME_SIZE, "boris");
    assert_true(type("refuse", OP_ROOM_REMATCH)->as.room_rematch.refuse);
}

static void yes_and_no_answer_the_only_offer(void **state)
{
    (void)state;
    struct table *table = &visitor.visit.table;
    type_in_vain("yes", "There is nothing to answer.");
    type_in_vain("no", "There is nothing to answer.");
    table->draw_offer = SEAT_WORD_FIRST; /* one's own */
    type_in_vain("yes", "There is nothing to answer.");
    table->draw_offer = SEAT_WORD_SECOND;
    assert_int_equal(type("yes", OP_GAME_DRAW)->as.game_draw.answer, DRAW_WORD_ACCEPT);
    assert_int_equal(type("no", OP_GAME_DRAW)->as.game_draw.answer, DRAW_WORD_REFUSE);
    table->takeback = SEAT_WORD_SECOND;
    type_in_vain("yes", "Two things are asked; accept and refuse answer the takeback first.");
    table->draw_offer = NONE;
    assert_int_equal(type("no", OP_GAME_TAKEBACK)->as.game_takeback.answer, TAKEBACK_WORD_REFUSE);
    assert_int_equal(type("yes", OP_GAME_TAKEBACK)->as.game_takeback.answer, TAKEBACK_WORD_ACCEPT);
    table->result = RESULT_WORD_DRAW;
    type_in_vain("yes", "There is nothing to answer.");
    assert_false(commands.is_rematch_wanted); /* unlike by `accept` */
    snprintf(table->rematch_by, TABLE_NAME_SIZE, "boris");
    assert_true(type("no", OP_ROOM_REMATCH)->as.room_rematch.refuse);
    assert_false(type("yes", OP_ROOM_REMATCH)->as.room_rematch.refuse);
    assert_true(commands.is_rematch_wanted);
}

static void what_was_typed_is_quoted_as_it_was_typed(void **state)
{
    (void)state;
    table_commands_do(&commands, "more", "ещё");
    visitor_check_said(&visitor, "\"ещё\" is not a move or a command; type help.");
    table_commands_do(&commands, "save x", "сохранить x");
    visitor_check_said(&visitor, "\"сохранить\" works only without a server: penta solo.");
}

static void a_person_is_asked_before_a_game_is_given_up(void **state)
{
    (void)state;
    table_commands_do(&commands, "resign", "resign");
    visitor_take_nothing(&visitor);
    table_commands_do(&commands, "no", "no");
    visitor_take_nothing(&visitor);
    visitor_check_silent(&visitor);
    assert_false(commands.is_resign_asked);
    table_commands_do(&commands, "resign", "resign");
    type("yes", OP_GAME_RESIGN);
    visitor.visit.is_person = false;
    type("resign", OP_GAME_RESIGN);
}

/* The clock runs: a move instead of an answer is a move. */
static void what_is_no_answer_before_giving_up_is_done(void **state)
{
    (void)state;
    table_commands_do(&commands, "resign", "resign");
    type("b2", OP_GAME_MOVE);
    assert_false(commands.is_resign_asked);
    table_commands_do(&commands, "abort", "abort");
    assert_int_equal(table_commands_do(&commands, "quit", "quit"), TABLE_WISH_QUIT);
    assert_false(commands.is_resign_asked);
}

static void what_concerns_the_visit_is_its_driver_s_to_do(void **state)
{
    (void)state;
    assert_int_equal(table_commands_do(&commands, "quit", "quit"), TABLE_WISH_QUIT);
    assert_int_equal(table_commands_do(&commands, "close on", "close on"), TABLE_WISH_CLOSE);
    assert_int_equal(table_commands_do(&commands, "close maybe", "close maybe"), TABLE_WISH_NONE);
    assert_int_equal(table_commands_do(&commands, "withdraw", "withdraw"),
                     TABLE_WISH_NONE); /* a game is on */
    visitor.visit.table.game_id = 0;
    visitor.visit.table.room_state = ROOM_STATE_WORD_OPEN;
    assert_int_equal(table_commands_do(&commands, "withdraw", "withdraw"), TABLE_WISH_LEAVE);
    visitor_take_nothing(&visitor);
}

/* ---------------------------------------------------------------- words without a game */

enum state_kind {
    STATE_NO_ROOM, /* as while it is looked for */
    STATE_WAITING, /* alone in an open room */
    STATE_GONE,    /* a room that closed before a game began */
    STATE_PLAYING,
    STATE_OVER,
    STATE_WATCHING_NONE, /* a room that waits */
    STATE_WATCHING,
    STATE_COUNT,
};

static void enter(enum state_kind state)
{
    struct table *table = &visitor.visit.table;
    struct room_record room = wire_room(7, ROOM_STATE_WORD_OPEN);
    bool is_watching = state == STATE_WATCHING || state == STATE_WATCHING_NONE;
    table_init(table, is_watching ? "" : "anna");
    visitor.visit.plan = is_watching ? PLAN_WATCH : PLAN_PLAY;
    visitor.visit.stage = state == STATE_NO_ROOM ? STAGE_ENTERING : STAGE_AT_TABLE;
    room.players_count = 1;
    if (state == STATE_PLAYING || state == STATE_OVER || state == STATE_WATCHING)
        visitor_sit(&visitor, "a1 b2");
    else if (state != STATE_NO_ROOM)
        table_set_room(table, &room);
    if (state == STATE_OVER)
        table->result = RESULT_WORD_DRAW;
    table->is_gone = state == STATE_GONE;
    commands.is_resign_asked = false;
    others.news.is_asked = false;
    aid.wish = AID_NONE;
}

/* Types a line; what it sends is encoded, which demands that all ids are there. A question before
 * resigning is no answer yet, so it is answered. */
static void type_in_state(enum state_kind state, bool is_person, const char *line)
{
    char frame[1024];
    enter(state);
    visitor.visit.is_person = is_person;
    visitor.sent = 0;
    visitor.said[0] = '\0';
    visitor.boards = 0;
    enum table_wish wish = table_commands_do(&commands, line, line);
    bool is_asked = commands.is_resign_asked;
    if (is_asked)
        table_commands_do(&commands, "yes", "yes");
    visitor.request.id = 1;
    if (visitor.sent > 0)
        assert_true(request_encode(&visitor.request, frame, sizeof(frame)) > 0);
    bool is_heard = visitor.sent > 0 || visitor.said[0] != '\0' || visitor.boards > 0 ||
                    wish != TABLE_WISH_NONE;
    if (!is_heard)
        fail_msg("\"%s\" does nothing in state %d", line, (int)state);
}

static void every_word_does_or_says_something_whether_there_is_a_game_or_not(void **state)
{
    static const char *const lines[] = {"takeback typed",
                                        "give 5",
                                        "if h8 i9",
                                        "plan off",
                                        "say hi",
                                        "at 1",
                                        "level 3",
                                        "level mine",
                                        "from 1",
                                        "hint play",
                                        "weights on",
                                        "weights off",
                                        "weights a1",
                                        "threats off",
                                        "close on",
                                        "help more",
                                        "accept boris",
                                        "refuse boris",
                                        "c3",
                                        "c3 say hi",
                                        "z9",
                                        "rematch 5",
                                        "1",
                                        "no word"};
    (void)state;
    struct typed_word words[TABLE_WORDS_MAX];
    size_t count = table_words_list(words);
    for (int i = 0; i < 2 * STATE_COUNT; i++) {
        for (size_t k = 0; k < count; k++)
            type_in_state((enum state_kind)(i / 2), i % 2 == 0, words[k].word);
        for (size_t k = 0; k < sizeof(lines) / sizeof(lines[0]); k++)
            type_in_state((enum state_kind)(i / 2), i % 2 == 0, lines[k]);
    }
}

static void before_the_game_its_words_say_that_there_is_none(void **state)
{
    static const char *const lines[] = {"abort",   "resign", "draw", "takeback", "claim",
                                        "rematch", "give 5", "plan", "if h8 i9", "back",
                                        "next",    "at 1",   "live"};
    (void)state;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        enter(i % 2 == 0 ? STATE_WAITING : STATE_NO_ROOM);
        type_in_vain(lines[i], "The game has not begun.");
    }
    enter(STATE_NO_ROOM);
    type_in_vain("say hi", "You are in no room yet.");
    type_in_vain("accept", "There is nothing to answer.");
    type_in_vain("refuse", "There is nothing to answer.");
}

/* ---------------------------------------------------------------- waiting */

static void a_script_s_move_waits_for_the_turn(void **state)
{
    (void)state;
    assert_true(may_go("b2"));
    visitor_sit(&visitor, "a1");
    assert_false(may_go("b2"));
    assert_true(may_go("say hi"));
    assert_true(may_go("nonsense")); /* it is refused at once */
    visitor.visit.table.result = RESULT_WORD_FIRST;
    assert_true(may_go("b2")); /* the end ends all waiting */
}

static void before_the_board_is_known_any_word_may_be_a_move(void **state)
{
    (void)state;
    table_init(&visitor.visit.table, "anna");
    assert_false(may_go("nonsense"));
    assert_false(may_go("draw"));
    assert_true(may_go("quit"));
}

static void an_answer_waits_for_a_question(void **state)
{
    (void)state;
    assert_false(may_go("accept"));
    visitor.visit.table.draw_offer = SEAT_WORD_SECOND;
    assert_true(may_go("accept"));
    visitor.visit.table.draw_offer = SEAT_WORD_FIRST;
    assert_false(may_go("accept"));
    visitor.visit.table.takeback = SEAT_WORD_SECOND;
    assert_true(may_go("refuse"));
}

static void a_claim_waits_until_it_may_be_made(void **state)
{
    (void)state;
    struct table *table = &visitor.visit.table;
    visitor_sit(&visitor, "a1");
    assert_false(may_go("claim"));
    table->seats[SEAT_SECOND].claim_at_ms = 5000;
    table_pass_time(table, 4999);
    assert_false(may_go("claim"));
    table_pass_time(table, 5000);
    assert_true(may_go("claim"));
}

static void a_rematch_that_was_asked_for_is_waited_for(void **state)
{
    (void)state;
    assert_false(may_go("rematch"));
    visitor.visit.table.result = RESULT_WORD_FIRST;
    assert_true(may_go("rematch"));
    type("rematch", OP_ROOM_REMATCH);
    assert_false(may_go("b2"));
    visitor.visit.table.is_gone = true;
    assert_true(may_go("b2"));
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_move_is_sent_for_the_ply_that_the_table_shows),
        TEST(a_move_may_have_words_with_it),
        TEST(a_choice_is_sent_as_one),
        TEST(what_is_no_move_and_no_command_is_said_so),
        TEST(who_aborts_is_asked_first_and_a_program_is_not),
        TEST(commands_ask_for_what_they_are_called),
        TEST(help_lists_what_can_be_done_now),
        TEST(help_has_what_the_game_has),
        TEST(help_in_a_lesson_has_nothing_of_a_contest),
        TEST(a_computer_is_for_who_waits_for_somebody),
        TEST(an_answer_goes_to_what_is_asked),
        TEST(yes_and_no_answer_the_only_offer),
        TEST(what_was_typed_is_quoted_as_it_was_typed),
        TEST(a_person_is_asked_before_a_game_is_given_up),
        TEST(what_is_no_answer_before_giving_up_is_done),
        TEST(what_concerns_the_visit_is_its_driver_s_to_do),
        TEST(every_word_does_or_says_something_whether_there_is_a_game_or_not),
        TEST(before_the_game_its_words_say_that_there_is_none),
        TEST(a_script_s_move_waits_for_the_turn),
        TEST(before_the_board_is_known_any_word_may_be_a_move),
        TEST(an_answer_waits_for_a_question),
        TEST(a_claim_waits_until_it_may_be_made),
        TEST(a_rematch_that_was_asked_for_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
