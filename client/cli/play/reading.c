/* SPDX-License-Identifier: MIT */
/*
 * The reading of client/cli/play/reading.h.
 */
#include "client/cli/play/reading.h"

#include "client/cli/play/meet.h"
#include "client/cli/play/opponent.h"
#include "client/cli/play/table_words.h"
#include "client/cli/terminal/editor.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"

#include <stdio.h>
#include <string.h>

_Static_assert(TYPED_SIZE == EDITOR_SIZE, "a line that was typed has room, and no more");

static void read_either_way(const struct reading *reading, bool has_way, const char *typed,
                            struct typed *typed_out)
{
    struct typed_word rows[TABLE_WORDS_MAX];
    const struct table *table = &reading->visit->table;
    const struct typed_words words = {.rows = rows, .count = table_words_list(rows)};
    const struct typed_board board = {.variant = table->variant,
                                      .game = table->game_id != 0 ? &table->game : NULL,
                                      .has_way = has_way,
                                      .way = reading->way};
    typed_read(typed, &words, &board, typed_out);
}

#define IF "if "

static bool is_if(const char *line)
{
    return strncmp(line, IF, strlen(IF)) == 0;
}

/* Cuts the next word off a line; NULL behind the last one. */
static const char *next_word(const char *at, char word[TYPED_SIZE])
{
    size_t len = strcspn(at, " ");
    snprintf(word, TYPED_SIZE, "%.*s", (int)len, at);
    return len > 0 ? at + len + strspn(at + len, " ") : NULL;
}

static void append(char line[TYPED_SIZE], const char *word)
{
    size_t len = strlen(line);
    snprintf(line + len, TYPED_SIZE - len, " %s", word);
}

/* Reads the squares of conditional moves, each as it would be alone. */
static void read_squares(const struct reading *reading, struct typed *line)
{
    struct typed read;
    char word[TYPED_SIZE];
    char squares[TYPED_SIZE];
    if (!is_if(line->lines[0]))
        return;
    snprintf(squares, sizeof(squares), "%s", line->lines[0] + strlen(IF));
    *line = (struct typed){.lines = {"if", "if"}, .count = 1};
    for (const char *at = next_word(squares, word); at != NULL; at = next_word(at, word)) {
        read_either_way(reading, reading->has_way, word, &read);
        for (size_t way = 0; way < TYPED_WAYS; way++)
            append(line->lines[way], read.lines[read.count > 1 ? way : 0]);
        if (read.count > 1)
            line->count = TYPED_WAYS;
    }
}

static void read_line(const struct reading *reading, const char *typed, struct typed *typed_out)
{
    read_either_way(reading, reading->has_way, typed, typed_out);
    read_squares(reading, typed_out);
}

/* Refuses a text that means something only in the way that was not chosen: whoever writes letters
 * as they look means an l by the one on whose key there is a k. */
static bool refuse_other_way(const struct reading *reading, const char *text)
{
    struct typed either;
    read_either_way(reading, false, text, &either);
    if (strcmp(either.lines[0], text) == 0)
        return false;
    visit_say(reading->visit, COLOUR_ERROR,
              reading->way == TYPED_BY_LOOK
                  ? _("Russian letters are read by their looks here. If you mean %s, type it in "
                      "Latin letters.")
                  : _("Russian letters are read by their keys here. If you mean %s, type it in "
                      "Latin letters."),
              either.lines[0]);
    return true;
}

/* The same for the line that was typed, and for each square of conditional moves. */
static bool refuse_line(const struct reading *reading, const char *typed)
{
    char word[TYPED_SIZE];
    const char *line = reading->typed.lines[0];
    bool is_refused = false;
    if (!reading->has_way)
        return false;
    if (!is_if(line))
        return strcmp(line, typed) == 0 && refuse_other_way(reading, line);
    for (const char *at = next_word(line + strlen(IF), word); at != NULL && !is_refused;
         at = next_word(at, word))
        is_refused = refuse_other_way(reading, word);
    return is_refused;
}

bool reading_is_asking(const struct reading *reading)
{
    const struct table *table = &reading->visit->table;
    return reading->is_asked && reading->game == table->game_id && reading->ply == table->game.ply;
}

/* Takes the answer to the question, if the line is one. Digits are the same in every layout. */
static bool take_answer(struct reading *reading, const char *line)
{
    bool is_answer = reading->is_asked && (line[0] == '1' || line[0] == '2') && line[1] == 0;
    if (is_answer) {
        reading->has_way = true;
        reading->way = line[0] == '1' ? TYPED_BY_LOOK : TYPED_BY_KEY;
    }
    reading->is_asked = false;
    return is_answer;
}

void reading_settle(struct reading *reading)
{
    if (!reading->is_asked || reading->is_withdrawn || reading_is_asking(reading))
        return;
    reading->is_withdrawn = true;
    visit_say(reading->visit, COLOUR_BOLD,
              _("%s or %s: the position has changed. Type the move again."),
              reading->typed.lines[TYPED_BY_LOOK], reading->typed.lines[TYPED_BY_KEY]);
}

static void ask(struct reading *reading)
{
    const struct table *table = &reading->visit->table;
    if (!reading->visit->is_person) {
        visit_say(reading->visit, COLOUR_ERROR,
                  _("This may be %s or %s; write one of them in Latin letters."),
                  reading->typed.lines[TYPED_BY_LOOK], reading->typed.lines[TYPED_BY_KEY]);
        return;
    }
    reading->is_asked = true;
    reading->is_withdrawn = false;
    reading->game = table->game_id;
    reading->ply = table->game.ply;
}

bool reading_take(struct reading *reading, const char *typed, char line[TYPED_SIZE])
{
    bool is_in_time = reading_is_asking(reading);
    bool is_answer = take_answer(reading, typed);
    if (is_answer && !is_in_time) {
        visit_say(reading->visit, COLOUR_BOLD, "%s",
                  _("Russian letters are read that way from now on. Type the move again."));
        return false;
    }
    if (!is_answer)
        read_line(reading, typed, &reading->typed);
    if (!is_answer && refuse_line(reading, typed))
        return false;
    if (!is_answer && reading->typed.count > 1) {
        ask(reading);
        return false;
    }
    snprintf(line, TYPED_SIZE, "%s", reading->typed.lines[is_answer ? reading->way : 0]);
    return true;
}

void reading_peek(const struct reading *reading, const char *typed, char line[TYPED_SIZE])
{
    struct typed read;
    read_line(reading, typed, &read);
    snprintf(line, TYPED_SIZE, "%s", read.lines[0]);
}

void reading_complete(const char *typed, char rest[TYPED_SIZE])
{
    struct typed_word rows[TABLE_WORDS_MAX];
    const struct typed_words words = {.rows = rows, .count = table_words_list(rows)};
    typed_complete(&words, typed, rest);
}

void reading_put_question(const struct reading *reading, char *text, size_t size)
{
    snprintf(text, size,
             _("%s or %s? Type 1 or 2; Russian letters will be read that way from now on."),
             reading->typed.lines[TYPED_BY_LOOK], reading->typed.lines[TYPED_BY_KEY]);
}

/* ------------------------------------------------------------------ refusals */

/* The computer that was asked for has no such level. */
static void fail_as_level(const struct visit *visit, enum exit_code code, const char *text)
{
    char levels[INK_TEXT_SIZE];
    const struct computer *computer = own_room_computer(visit->invocation);
    if (computer != NULL)
        opponent_put_levels(computer, levels, sizeof(levels));
    visit_fail(visit, code, "%s", computer != NULL ? levels : text);
}

/* Both seats are taken: the game can be watched. */
static void fail_as_full(const struct visit *visit, uint64_t room_id, enum exit_code code,
                         const char *text)
{
    visit_fail(visit, code, _("%s Watch it with: penta watch %s%s"), text, words_id(room_id).text,
               invocation_server(visit->invocation).text);
}

/* A game whose clock runs: the one that the login told of, or one that began since. */
static void fail_as_busy(const struct visit *visit, uint64_t room_id, enum exit_code code,
                         const char *text)
{
    const struct invocation_server server = invocation_server(visit->invocation);
    if (room_id == 0)
        visit_fail(visit, code, _("%s Go back to it with: penta play --resume%s"), text,
                   server.text);
    else
        visit_fail(visit, code, _("%s Go back to it with: penta play %s%s"), text,
                   words_id(room_id).text, server.text);
}

void refusal_tell(const struct visit *visit, const struct session_error *error, uint64_t room,
                  uint64_t busy_room)
{
    char text[INK_TEXT_SIZE];
    problem_sentence(error, text, sizeof(text));
    enum exit_code code = problem_exit_code(error);
    switch (error_from_code(error->code)) {
    case ERR_ROOM_FULL:
        fail_as_full(visit, room, code, text);
        break;
    case ERR_UNKNOWN_LEVEL:
        fail_as_level(visit, code, text);
        break;
    case ERR_CLOCK_IS_RUNNING:
        fail_as_busy(visit, busy_room, code, text);
        break;
    case ERR_IS_GUEST:
        visit_fail(visit, code, _("%s is a guest, and a rated game needs two accounts."),
                   visit->invocation->arguments[0]);
        break;
    default:
        visit_fail(visit, code, "%s", text);
        break;
    }
}
