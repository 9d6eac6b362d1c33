/* SPDX-License-Identifier: MIT */
/*
 * The reading of client/cli/play/reading.h.
 */
#include "client/cli/play/reading.h"

#include "client/cli/play/table_words.h"
#include "client/cli/terminal/editor.h"
#include "client/cli/terminal/i18n.h"

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

static void read_line(const struct reading *reading, const char *typed, struct typed *typed_out)
{
    read_either_way(reading, reading->has_way, typed, typed_out);
}

/* Refuses a line that means something only in the way that was not chosen: whoever writes letters
 * as they look means an l by the one on whose key there is a k. */
static bool refuse_other_way(const struct reading *reading, const char *typed)
{
    struct typed either;
    const char *line = reading->typed.lines[0];
    if (!reading->has_way || strcmp(line, typed) != 0)
        return false;
    read_either_way(reading, false, typed, &either);
    if (strcmp(either.lines[0], line) == 0)
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

bool reading_is_asking(const struct reading *reading)
{
    const struct table *table = &reading->visit->table;
    return reading->is_asked && reading->game == table->game_id && reading->ply == table->game.ply;
}

#define IF "if "

/* The squares of conditional moves, each as it would be alone; one that may be two is left as it
 * was typed, and refused. */
static void read_squares(const struct reading *reading, char line[TYPED_SIZE])
{
    struct typed typed;
    char word[TYPED_SIZE];
    char typed_line[TYPED_SIZE];
    size_t len = strlen(IF);
    if (strncmp(line, IF, len) != 0)
        return;
    snprintf(typed_line, sizeof(typed_line), "%s", line + len);
    for (const char *at = typed_line; at[0] != '\0' && len < TYPED_SIZE;) {
        size_t word_len = strcspn(at, " ");
        snprintf(word, sizeof(word), "%.*s", (int)word_len, at);
        read_line(reading, word, &typed);
        bool is_sure = typed.count < TYPED_WAYS;
        at += word_len + strspn(at + word_len, " ");
        len += (size_t)snprintf(line + len, TYPED_SIZE - len, "%s%s",
                                is_sure ? typed.lines[0] : word, at[0] != '\0' ? " " : "");
    }
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
    if (!is_answer && refuse_other_way(reading, typed))
        return false;
    if (!is_answer && reading->typed.count > 1) {
        ask(reading);
        return false;
    }
    snprintf(line, TYPED_SIZE, "%s", reading->typed.lines[is_answer ? reading->way : 0]);
    read_squares(reading, line);
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
