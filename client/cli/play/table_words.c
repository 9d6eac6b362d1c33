/* SPDX-License-Identifier: MIT */
/*
 * The words of client/cli/play/table_words.h, and help made of them.
 */
#include "client/cli/play/table_words.h"

#include "client/cli/play/table_needs.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/table.h"
#include "engine/needs.h"

#include <stdio.h>
#include <string.h>

#define HEAD_COLUMNS 9
#define MOVE "h8" /* in table_commands.def: a move of the table's game stands in its place */

struct table_word {
    const char *word;
    const char *arguments;
    enum table_place place;
    enum table_need needs;
    const char *doc; /* NULL: no command */
};

static const struct table_word words[] = {
#define TABLE_COMMAND(word, arguments, place, needs, waits_for, doc, function)                     \
    {word, arguments, TABLE_PLACE_##place, TABLE_NEED_##needs, doc},
#define TABLE_WORD(word) {word, "", TABLE_PLACE_BOTH, TABLE_NEED_NOTHING, NULL},
#include "client/cli/play/table_commands.def"
#undef TABLE_COMMAND
};

#define WORDS (sizeof(words) / sizeof(words[0]))

_Static_assert(WORDS <= TABLE_WORDS_MAX, "raise TABLE_WORDS_MAX");

bool table_place_is_here(enum table_place place, const struct visit *visit)
{
    bool is_solo = visit->plan == PLAN_SOLO;
    return place == TABLE_PLACE_BOTH || (place == TABLE_PLACE_SOLO) == is_solo;
}

static const char *translate(const char *word)
{
    return i18n_in_context("command", word);
}

static bool is_before_text(const struct table_word *row)
{
    return strcmp(row->arguments, "TEXT") == 0 || strcmp(row->arguments, "FILE") == 0;
}

size_t table_words_list(struct typed_word rows[TABLE_WORDS_MAX])
{
    for (size_t i = 0; i < WORDS; i++) {
        rows[i] = (struct typed_word){.word = words[i].word,
                                      .translated = translate(words[i].word),
                                      .is_before_text = is_before_text(&words[i])};
    }
    return WORDS;
}

/* ---------------------------------------------------------------- help */

/* The row of `help more`, with which the first part ends. */
static size_t help_end(void)
{
    size_t i = 0;
    while (strcmp(words[i].arguments, "more") != 0)
        i++;
    return i + 1;
}

/* Adds the first of the words that a translation has. */
static void put_word(const char *word, char *text, size_t size)
{
    const char *translated = translate(word);
    size_t len = strlen(text);
    snprintf(text + len, size - len, "%.*s", (int)strcspn(translated, " "), translated);
}

/* Arguments are words with strokes between them, or stand for what is typed in their place. */
static void put_arguments(const char *arguments, char *text, size_t size)
{
    char word[32];
    while (arguments[0] != '\0') {
        size_t len = strcspn(arguments, "|");
        snprintf(word, sizeof(word), "%.*s", (int)len, arguments);
        put_word(word, text, size);
        arguments += len;
        if (arguments[0] == '|') {
            snprintf(text + strlen(text), size - strlen(text), "|");
            arguments++;
        }
    }
}

void table_words_put_head(const char *word, const char *arguments, char *text, size_t size)
{
    text[0] = '\0';
    put_word(word, text, size);
    if (arguments[0] != '\0')
        snprintf(text + strlen(text), size - strlen(text), " ");
    put_arguments(arguments, text, size);
    size_t columns = text_width(text);
    size_t missing = columns < HEAD_COLUMNS ? HEAD_COLUMNS - columns : 0;
    snprintf(text + strlen(text), size - strlen(text), "%*s", (int)missing + 1, "");
}

/* A first move of the table's game, as it is typed; before a game is known, of most. */
static void put_first_move(const struct variant *variant, char text[ACTION_TEXT_SIZE])
{
    struct game game;
    if (variant == NULL) {
        snprintf(text, ACTION_TEXT_SIZE, "%s", MOVE);
    } else {
        game_init(&game, variant);
        (void)words_example(&game, text);
    }
}

/* A choice is a move only in games that have some. */
static void say_moves(const struct visit *visit, const char *move)
{
    char head[64] = "";
    const struct variant *variant = visit->table.variant;
    if (variant != NULL && (variant->needs & NEED_CHOICES) != 0) {
        put_word("white", head, sizeof(head));
        visit_say(visit, COLOUR_PLAIN, "%s, %s %s", move, head, _("a move, a choice"));
    } else {
        table_words_put_head(move, "", head, sizeof(head));
        visit_say(visit, COLOUR_PLAIN, "%s%s", head, _("a move"));
    }
}

static bool is_listed(const struct table_word *row, const struct visit *visit)
{
    return row->doc != NULL && table_place_is_here(row->place, visit) &&
           table_need_is_met(row->needs, visit);
}

/* In two parts: beside the board there is no room for all commands. */
void table_words_say_help(const struct visit *visit, bool is_more)
{
    char move[ACTION_TEXT_SIZE];
    char head[64];
    size_t end = is_more ? WORDS : help_end();
    put_first_move(visit->table.variant, move);
    if (!is_more && table_need_is_met(TABLE_NEED_MOVE, visit))
        say_moves(visit, move);
    for (size_t i = is_more ? help_end() : 0; i < end; i++) {
        if (!is_listed(&words[i], visit))
            continue;
        const char *arguments = strcmp(words[i].arguments, MOVE) == 0 ? move : words[i].arguments;
        table_words_put_head(words[i].word, arguments, head, sizeof(head));
        visit_say(visit, COLOUR_PLAIN, "%s%s", head, gettext(words[i].doc));
    }
}
