/* SPDX-License-Identifier: MIT */
/*
 * Lines at a table where transcripts do not come: every word of the table in every state of it, an
 * answer that comes before the news of another position was settled, and a game that no server
 * tells. anna plays against boris.
 */
#include "client/cli/play/reading.h"
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
static struct reading reading;
static char read_line[TYPED_SIZE];
static struct invited invited;
static struct others others;
static struct planning planning;
static struct aid aid;
static struct table_commands commands;
static struct solo solo; /* no lesson */

static int set_up(void **state)
{
    (void)state;
    visitor_init(&visitor);
    assist_init(&assist, &visitor.visit);
    meet = (struct meet){.visit = &visitor.visit};
    review = (struct review){.visit = &visitor.visit};
    saying = (struct saying){.visit = &visitor.visit};
    levels = (struct levels){.visit = &visitor.visit};
    reading = (struct reading){.visit = &visitor.visit};
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

static void what_was_typed_is_quoted_as_it_was_typed(void **state)
{
    (void)state;
    table_commands_do(&commands, "more", "ещё");
    visitor_check_said(&visitor, "\"ещё\" is not a move or a command; type help.");
    table_commands_do(&commands, "save x", "сохранить x");
    visitor_check_said(&visitor, "\"сохранить\" works only without a server: penta solo.");
}

/* ---------------------------------------------------------------- every word, everywhere */

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

static bool may_go(const char *typed)
{
    return table_commands_may_go(&commands, table_commands_wait(&commands, typed));
}

static void before_the_board_is_known_any_word_may_be_a_move(void **state)
{
    (void)state;
    table_init(&visitor.visit.table, "anna");
    assert_false(may_go("nonsense"));
    assert_false(may_go("draw"));
    assert_true(may_go("quit"));
}

/* ---------------------------------------------------------------- reading */

static void sit(const char *actions)
{
    size_t failed_ply;
    struct table *table = &visitor.visit.table;
    visitor_sit(&visitor, "");
    table->variant = variant_get(VARIANT_CLASSIC);
    assert_int_equal(
        game_parse(&table->game, table->variant, actions, strlen(actions), &failed_ply), 0);
}

static void check_read(const char *typed, const char *meaning)
{
    assert_true(reading_take(&reading, typed, read_line));
    assert_string_equal(read_line, meaning);
    assert_false(reading_is_asking(&reading));
}

static void check_asked(const char *typed, const char *question)
{
    char text[256];
    assert_false(reading_take(&reading, typed, read_line));
    assert_true(reading_is_asking(&reading));
    reading_put_question(&reading, text, sizeof(text));
    assert_memory_equal(text, question, strlen(question));
}

static void an_answer_that_comes_late_is_one_about_letters(void **state)
{
    (void)state;
    sit("");
    check_asked("а8", "a8 or f8?");
    sit("h8");
    assert_false(reading_take(&reading, "2", read_line));
    visitor_check_said(&visitor, "Russian letters are read that way from now on.");
    reading_settle(&reading);
    visitor_check_silent(&visitor);
    check_read("а8", "f8");
    check_read("2", "2");
}

static void every_word_of_the_table_means_itself(void **state)
{
    (void)state;
    struct typed_word rows[TABLE_WORDS_MAX];
    size_t count = table_words_list(rows);
    sit("");
    assert_in_range(count, 30, TABLE_WORDS_MAX);
    for (size_t i = 0; i < count; i++)
        check_read(rows[i].word, rows[i].word);
}

/* ---------------------------------------------------------------- looking again */

static void a_game_of_which_nobody_knows_the_needs_is_not_analysed(void **state)
{
    (void)state;
    struct variant strange = *variant_get(VARIANT_MINI);
    visitor_sit(&visitor, "a1 a2 b1 b2 c1");
    visitor.visit.table.result = RESULT_WORD_FIRST;
    review_offer(&review);
    visitor_check_said(&visitor, "To see where it was decided type: analyse");
    strange.needs = 0;
    visitor.visit.table.variant = &strange;
    review_offer(&review);
    visitor_check_silent(&visitor);
    assert_false(review_may_begin(&review));
    visitor_check_said(&visitor, "cannot analyse this game");
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(help_in_a_lesson_has_nothing_of_a_contest),
        TEST(what_was_typed_is_quoted_as_it_was_typed),
        TEST(every_word_does_or_says_something_whether_there_is_a_game_or_not),
        TEST(before_the_board_is_known_any_word_may_be_a_move),
        TEST(an_answer_that_comes_late_is_one_about_letters),
        TEST(every_word_of_the_table_means_itself),
        TEST(a_game_of_which_nobody_knows_the_needs_is_not_analysed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
