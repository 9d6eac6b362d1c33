/* SPDX-License-Identifier: MIT */
/*
 * The commands of client/cli/play/table_commands.h.
 */
#include "client/cli/play/table_commands.h"

#include "client/cli/play/enter.h"
#include "client/cli/play/inquiry.h"
#include "client/cli/play/table_needs.h"
#include "client/cli/play/table_words.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/guide.h"
#include "client/cli/words/words.h"
#include "client/core/variants.h"

#include <stdlib.h>
#include <string.h>

/* `rest` is what stands behind the word, without spaces in front. */
typedef void command_fn(struct table_commands *commands, const char *rest);

struct table_command {
    const char *word;
    enum table_place place;
    enum table_need needs;
    enum waits_for waits_for;
    command_fn *run;
};

/* ---------------------------------------------------------------- what a part does alone */

/* With what stands behind the word. */
#define DO_WITH_REST(word, part)                                                                   \
    static void do_##word(struct table_commands *commands, const char *rest)                       \
    {                                                                                              \
        part##_do_##word(commands->part, rest);                                                    \
    }
DO_WITH_REST(if, planning)
DO_WITH_REST(plan, planning)
DO_WITH_REST(threats, assist)
DO_WITH_REST(weights, aid)
DO_WITH_REST(resigns, solo)
DO_WITH_REST(save, solo)
DO_WITH_REST(at, review)

/* Whatever stands there. */
#define DO_ALONE(word, part)                                                                       \
    static void do_##word(struct table_commands *commands, const char *rest)                       \
    {                                                                                              \
        (void)rest;                                                                                \
        part##_do_##word(commands->part);                                                          \
    }
DO_ALONE(other, others)
DO_ALONE(analyse, aid)
DO_ALONE(live, review)
DO_ALONE(moves, review)

/* ---------------------------------------------------------------- asking the other player */

static void do_draw(struct table_commands *commands, const char *rest)
{
    (void)rest;
    asked_send_draw(commands->visit, DRAW_WORD_OFFER);
}

static void do_takeback(struct table_commands *commands, const char *rest)
{
    if (commands->visit->plan == PLAN_SOLO)
        aid_do_takeback(commands->aid);
    else if (strcmp(rest, "typed") == 0 || !visit_is_ready(commands->visit))
        commands->wish = TABLE_WISH_FORGET;
    else
        asked_send_takeback(commands->visit, TAKEBACK_WORD_ASK);
}

static void do_rematch(struct table_commands *commands, const char *rest)
{
    (void)rest;
    const struct visit *visit = commands->visit;
    commands->is_rematch_wanted = true;
    if (visit->plan != PLAN_SOLO && !table_is_playing(&visit->table) &&
        levels_is_next_other(commands->levels)) {
        commands->wish = TABLE_WISH_NEXT;
        commands->next =
            (struct next_room){.opponent = commands->levels->opponent, .plies = visit->table.given};
        commands->next.opponent.level = commands->levels->next;
        return;
    }
    visit_send(commands->visit,
               &(struct request){.op = OP_ROOM_REMATCH,
                                 .as.room_rematch.room = commands->visit->table.room});
}

/* The game that goes on here is not left by joining another room. */
static void answer_invitation(struct table_commands *commands, bool is_yes, const char *name)
{
    uint64_t room = invited_do(commands->invited, is_yes, name);
    if (room == 0)
        return;
    commands->next = (struct next_room){.room = room};
    commands->wish = TABLE_WISH_JOIN;
}

static void answer(struct table_commands *commands, enum asked asked, bool is_yes)
{
    if (!table_need_check(TABLE_NEED_OFFER, commands->visit))
        return;
    if (asked == ASKED_INVITATION)
        answer_invitation(commands, is_yes, "");
    else if (asked == ASKED_REMATCH && is_yes)
        do_rematch(commands, "");
    else
        asked_answer(commands->visit, asked, is_yes);
}

static bool may_play_again(const struct visit *visit)
{
    return visit->table.game_id != 0 && !table_is_playing(&visit->table);
}

/* After a game `accept` asks for a rematch also where none is offered. */
static void do_accept(struct table_commands *commands, const char *rest)
{
    enum asked asked = asked_first(commands->visit);
    if (rest[0] != '\0')
        answer_invitation(commands, true, rest);
    else if (!may_play_again(commands->visit) || asked != ASKED_NOTHING)
        answer(commands, asked, true);
    else
        do_rematch(commands, rest);
}

static void do_refuse(struct table_commands *commands, const char *rest)
{
    const struct table *table = &commands->visit->table;
    enum asked asked = asked_first(commands->visit);
    if (rest[0] != '\0')
        answer_invitation(commands, false, rest);
    else if (table_is_playing(table) || table->room == 0 || asked != ASKED_NOTHING)
        answer(commands, asked, false);
    else
        visit_say(commands->visit, COLOUR_PLAIN, "%s", _("Type quit to leave the room."));
}

/* `yes` and `no` do not say to what: they answer the only offer, never the first of several. */
static void answer_only(struct table_commands *commands, bool is_yes)
{
    enum asked asked = asked_first(commands->visit);
    if (asked_all(commands->visit) == (unsigned)asked)
        answer(commands, asked, is_yes);
    else
        visit_say(commands->visit, COLOUR_ERROR, "%s",
                  _("Two things are asked; accept and refuse answer the takeback first."));
}

static void do_yes(struct table_commands *commands, const char *rest)
{
    (void)rest;
    answer_only(commands, true);
}

static void do_no(struct table_commands *commands, const char *rest)
{
    (void)rest;
    answer_only(commands, false);
}

/* ---------------------------------------------------------------- ending a game */

static void do_claim(struct table_commands *commands, const char *rest)
{
    (void)rest;
    visit_send(
        commands->visit,
        &(struct request){.op = OP_ROOM_CLAIM, .as.room_claim.room = commands->visit->table.room});
}

/* The game of a question that was asked before may be another one by now, or none yet. */
static void send_resign(struct table_commands *commands)
{
    if (!table_need_check(TABLE_NEED_BOARD, commands->visit))
        return;
    visit_send(commands->visit,
               &(struct request){.op = OP_GAME_RESIGN,
                                 .as.game_resign.game = commands->visit->table.game_id});
}

static void do_resign(struct table_commands *commands, const char *rest)
{
    (void)rest;
    if (commands->visit->is_person && table_is_playing(&commands->visit->table))
        commands->is_resign_asked = true;
    else
        send_resign(commands);
}

/* A person is asked as before resigning, which does the same then. */
static void do_abort(struct table_commands *commands, const char *rest)
{
    (void)rest;
    const struct table *table = &commands->visit->table;
    commands->is_resign_asked = commands->visit->is_person && table_is_playing(table) &&
                                table_resigning_is(table) == REASON_WORD_ABORTED;
    if (commands->is_resign_asked)
        return;
    visit_send(commands->visit,
               &(struct request){.op = OP_GAME_ABORT,
                                 .as.game_abort.game = commands->visit->table.game_id});
}

/* ---------------------------------------------------------------- the rest */

#define GIVE_DEFAULT_S 15
#define GIVE_MAX_S 60

static void do_give(struct table_commands *commands, const char *rest)
{
    char *end;
    struct request request = {.op = OP_GAME_GIVE_TIME};
    long seconds = rest[0] != '\0' ? strtol(rest, &end, 10) : GIVE_DEFAULT_S;
    if (seconds < 1 || seconds > GIVE_MAX_S || (rest[0] != '\0' && *end != '\0')) {
        visit_say(commands->visit, COLOUR_ERROR, _("Give 1 to %d seconds, for example: give 15"),
                  GIVE_MAX_S);
        return;
    }
    request.as.game_give_time.game = commands->visit->table.game_id;
    request.as.game_give_time.ms = seconds * CLOCK_SECOND_MS;
    visit_send(commands->visit, &request);
}

static void do_say(struct table_commands *commands, const char *rest)
{
    if (table_need_check(TABLE_NEED_ROOM, commands->visit))
        saying_do(commands->saying, rest);
}

static void do_withdraw(struct table_commands *commands, const char *rest)
{
    (void)rest;
    if (meet_withdraw(commands->meet))
        commands->wish = TABLE_WISH_LEAVE;
}

static void do_close(struct table_commands *commands, const char *rest)
{
    if (assist_do_close(commands->assist, rest))
        commands->wish = TABLE_WISH_CLOSE;
}

static void do_hint(struct table_commands *commands, const char *rest)
{
    if (tutor_teaches(&commands->solo->tutor))
        tutor_do_hint(&commands->solo->tutor);
    else
        aid_do_hint(commands->aid, rest);
}

static void do_level(struct table_commands *commands, const char *rest)
{
    const struct table *table = &commands->visit->table;
    if (levels_do(commands->levels, rest) && table->game_id != 0 && !table_is_playing(table))
        do_rematch(commands, "");
}

/* Events of another room of the server. */
static void go_on_in(struct table_commands *commands, const struct next_room *next)
{
    commands->next = *next;
    commands->wish = TABLE_WISH_NEXT;
}

static void do_from(struct table_commands *commands, const char *rest)
{
    struct next_room next;
    if (commands->visit->plan == PLAN_SOLO) {
        solo_do_from(commands->solo, rest);
    } else if (from_plan(commands->levels, rest, &next)) {
        commands->is_rematch_wanted = true;
        go_on_in(commands, &next);
    }
}

/* A room that waits closes, and a game against a computer begins in another one. */
static void do_computer(struct table_commands *commands, const char *rest)
{
    (void)rest;
    struct next_room next;
    if (from_plan_computer(commands->visit, &next))
        go_on_in(commands, &next);
}

static void do_next(struct table_commands *commands, const char *rest)
{
    review_do_steps(commands->review, 1, rest);
}

static void do_back(struct table_commands *commands, const char *rest)
{
    review_do_steps(commands->review, -1, rest);
}

static void do_board(struct table_commands *commands, const char *rest)
{
    (void)rest;
    commands->visit->calls->board(commands->visit->ctx);
}

static void do_quit(struct table_commands *commands, const char *rest)
{
    (void)rest;
    commands->wish = TABLE_WISH_QUIT;
}

static void do_rules(struct table_commands *commands, const char *rest)
{
    char lines[GUIDE_LINES_MAX][GUIDE_LINE_SIZE];
    const struct variant *variant = commands->visit->table.variant;
    (void)rest;
    if (variant == NULL) /* the one that is looked for */
        variant = invocation_variant_or_classic(commands->visit->invocation);
    if (!variants_can_play(variant)) {
        words_not_playable(variant, lines[0], sizeof(lines[0]));
        visit_say(commands->visit, COLOUR_ERROR, "%s", lines[0]);
        return;
    }
    size_t count = guide_lines(variant, lines);
    for (size_t i = 0; i < count; i++)
        visit_say(commands->visit, COLOUR_PLAIN, "- %s", lines[i]);
}

static void do_help(struct table_commands *commands, const char *rest)
{
    table_words_say_help(commands->visit, strcmp(rest, "more") == 0);
}

static const struct table_command rows[] = {
#define TABLE_COMMAND(word, arguments, place, needs, waits_for, doc, function)                     \
    {word, TABLE_PLACE_##place, TABLE_NEED_##needs, WAITS_FOR_##waits_for, function},
#include "client/cli/play/table_commands.def"
#undef TABLE_COMMAND
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

/* ---------------------------------------------------------------- lines */

#define SAY "say " /* behind a move */

static bool is_word(const struct table_command *row, const char *line)
{
    size_t len = strcspn(line, " ");
    return strlen(row->word) == len && strncmp(row->word, line, len) == 0;
}

static const struct table_command *find(const struct table_commands *commands, const char *line,
                                        const char **rest_out)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (table_place_is_here(rows[i].place, commands->visit) && is_word(&rows[i], line)) {
            size_t len = strlen(rows[i].word);
            *rest_out = line + len + strspn(line + len, " ");
            return &rows[i];
        }
    }
    return NULL;
}

/* Says of a line that is no move whether it would be a command elsewhere. */
static void say_unknown(const struct table_commands *commands, const char *line)
{
    const struct visit *visit = commands->visit;
    const char *typed = commands->typed;
    bool is_elsewhere = false;
    for (size_t i = 0; i < ROWS; i++)
        is_elsewhere = is_elsewhere || is_word(&rows[i], line);
    int len = (int)strcspn(typed, " ");
    if (!is_elsewhere)
        visit_say(visit, COLOUR_ERROR, _("\"%s\" is not a move or a command; type help."), typed);
    else if (visit->plan == PLAN_SOLO)
        visit_say(visit, COLOUR_ERROR, _("\"%.*s\" works only in a room on a server."), len, typed);
    else
        visit_say(visit, COLOUR_ERROR, _("\"%.*s\" works only without a server: penta solo."), len,
                  typed);
}

/* A move or a choice, and what is said with it: behind `say`; NULL: nothing. */
static int parse_action(const struct table *table, const char *line, struct action *action_out,
                        const char **words_out)
{
    size_t len = strcspn(line, " ");
    const char *rest = line + len + strspn(line + len, " ");
    bool has_words = strncmp(rest, SAY, strlen(SAY)) == 0;
    *words_out = has_words ? rest + strlen(SAY) : NULL;
    if (table->variant == NULL || (rest[0] != '\0' && !has_words))
        return ERR_BAD_NOTATION;
    return action_parse(table->variant, line, len, action_out);
}

/* Nothing is kept for a move that waits behind another one, which keeps its words. */
static void send_action(struct table_commands *commands, struct action action, const char *words)
{
    const struct table_pending *pending = &commands->visit->table.pending;
    if (!pending->is_there || !pending->is_sent)
        saying_keep(commands->saying, words != NULL ? words : "");
    visit_send_action(commands->visit, action);
}

/* The server decides whether a move is legal; this only saves a question whose answer is known. */
static void do_action(struct table_commands *commands, const char *line)
{
    struct action action;
    const char *words;
    int error = parse_action(&commands->visit->table, line, &action, &words);
    if (error == ERR_OFF_BOARD)
        visit_say(commands->visit, COLOUR_ERROR, _("There is no square %s on this board."), line);
    else if (error != 0 || (words != NULL && commands->visit->plan == PLAN_SOLO))
        say_unknown(commands, line);
    else if (words != NULL && words[0] == '\0')
        saying_do(commands->saying, words);
    else if (table_need_check(TABLE_NEED_BOARD, commands->visit) &&
             review_do_move(commands->review) && tutor_allows(&commands->solo->tutor, action))
        send_action(commands, action, words);
}

/* Whether a command is about a game: a request names it by its id, which it has when it began. */
static bool is_about_game(enum table_need needs)
{
    switch (needs) {
    case TABLE_NEED_GAME:
    case TABLE_NEED_CONTEST:
    case TABLE_NEED_BEGINNING:
    case TABLE_NEED_OWN_ACTION:
    case TABLE_NEED_RESULT:
    case TABLE_NEED_PERSON:
    case TABLE_NEED_CLAIM:
    case TABLE_NEED_DAYS:
        return true;
    default:
        return false;
    }
}

static void run(struct table_commands *commands, const struct table_command *command,
                const char *rest)
{
    if (!is_about_game(command->needs) || table_need_check(TABLE_NEED_BOARD, commands->visit))
        command->run(commands, rest);
}

/* Whether the line answers the question before resigning, which any line withdraws: a move, or
 * quit, is still to be done. */
static bool answers_resign(struct table_commands *commands, const char *line)
{
    bool is_yes = strcmp(line, "yes") == 0;
    if (!commands->is_resign_asked)
        return false;
    commands->is_resign_asked = false;
    if (is_yes)
        send_resign(commands);
    return is_yes || strcmp(line, "no") == 0;
}

enum table_wish table_commands_do(struct table_commands *commands, const char *line,
                                  const char *typed)
{
    const char *rest = "";
    commands->wish = TABLE_WISH_NONE;
    commands->typed = typed;
    const struct table_command *command = find(commands, line, &rest);
    if (answers_resign(commands, line))
        return commands->wish;
    if (command != NULL)
        run(commands, command, rest);
    else if (review_is_number(commands->review, line))
        review_do_number(commands->review, line);
    else if (line[0] != '\0')
        do_action(commands, line);
    return commands->wish;
}

enum waits_for table_commands_wait(const struct table_commands *commands, const char *line)
{
    const char *rest;
    const char *words;
    struct action action;
    const struct table *table = &commands->visit->table;
    const struct table_command *command = find(commands, line, &rest);
    if (command != NULL)
        return command->waits_for;
    /* Before the variant is known nothing can be said about a line: it waits like a move. */
    bool is_action = table->variant == NULL || parse_action(table, line, &action, &words) == 0;
    return is_action ? WAITS_FOR_TURN : WAITS_FOR_NOTHING;
}

static bool is_over(const struct table_commands *commands)
{
    const struct table *table = &commands->visit->table;
    bool is_ended = table->game_id != 0 && table->result != NONE;
    return (is_ended && !commands->is_rematch_wanted) || table->is_gone;
}

bool table_commands_may_go(const struct table_commands *commands, enum waits_for what)
{
    const struct table *table = &commands->visit->table;
    if (what == WAITS_FOR_NOTHING || is_over(commands))
        return true;
    switch (what) {
    case WAITS_FOR_TURN:
        return table_is_my_turn(table);
    case WAITS_FOR_GAME:
        return table_is_playing(table);
    case WAITS_FOR_OFFER:
        return asked_all(commands->visit) != ASKED_NOTHING;
    case WAITS_FOR_CLAIM:
        return table_claim_in_ms(table, table->now_ms) == 0;
    default:
        return false;
    }
}
