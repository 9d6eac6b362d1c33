/* SPDX-License-Identifier: MIT */
/*
 * Tests as text: a file of scenes, each of them a list of steps that read like what happens. What
 * the steps of a kind of script do is the kind's; this is what all kinds share:
 *
 *     # a comment, up to the end of the line
 *     let NAME = words            $NAME stands for these words from here on
 *     to NAME PARAMETER...        a step of one's own: the indented lines below; the last parameter
 *         ...                     takes all the words that are left
 *     for NAME in WORD...         the indented lines, once for each word; of NAME,NAME in A,B ...
 *                                 each word has as many parts; there may be no word at all
 *     repeat NUMBER               the same so many times; $i counts from 0
 *     if WORD WORD                the indented lines, if both words are the same
 *     use NAME                    the lines of NAME.steps, beside the file or two folders above
 *     STEP WORD...                indented lines go on with the words of a step
 *         WORD...
 *         | ...                   or are a text, without | and a space: the step's last word, in
 *                                 which all but $name is plain
 *     == a promise in words       begins a scene
 *
 * Lines before the first scene belong to each scene. Words stand between spaces; 'quotes' hold
 * words together, with the escapes of JSON and \', and so do {} and []. $name is a parameter, or
 * what a step has remembered. Whatever is not understood fails the scene with file and line.
 */
#ifndef PENTAD_TESTS_SUPPORT_SCRIPT_H
#define PENTAD_TESTS_SUPPORT_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#define SCRIPT_WORDS_MAX 96

/* A scene under way. */
struct script;

/* The words of a step, in which names are replaced; lent until the next step. */
struct script_words {
    size_t count;
    const char *word[SCRIPT_WORDS_MAX];
};

struct script_kind {
    /* Makes what the steps of a scene work on, and ends it; a scene that failed is ended, too, and
     * one that is over may still fail there. */
    void *(*begin)(struct script *script);
    void (*end)(void *stage);
    void (*step)(struct script *script, void *stage, const struct script_words *words);
    /* The value of $name for this kind, or NULL. */
    const char *(*value)(void *stage, const char *name);
};

/* Runs the scenes of the file argv[1], or those whose names have argv[2] in them, as tests of
 * cmocka. Returns what main() returns. */
int script_main(int argc, char **argv, const struct script_kind *kind);

/* Fails the scene, with file and line. */
void script_fail(const struct script *script, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));
/* The name of the scene. */
const char *script_scene(const struct script *script);
/* Whether all lines of the scene were run. */
bool script_is_over(const struct script *script);
/* Remembers a value for $name; text that is not one word is put in quotes where it is used. */
void script_remember(struct script *script, const char *name, const char *value);

/* The word as text, without quotes. Lent until the step after the next. */
const char *script_text(const struct script *script, const char *word);
/* A number, which may be a sum with units of time in milliseconds: 12, 5s, 1700000000000+90m. */
int64_t script_int(const struct script *script, const char *word);
bool script_is_int(const char *word);
/* The word as JSON: a number, true, false, null, 'text', 'text'*NUMBER (so many times), {...},
 * [...], else text. The caller has a reference to it. */
json_t *script_json(const struct script *script, const char *word);

/* clang-format off */
/* Checks of a message, one a word; each tells what is at a path such as board.cells, rows.0.name or
 * ratings.@mini.games, which is of the first row in which some text is "mini", or rows.*.name,
 * which is the list of what each row has:
 *   path=value     it is that; of numbers also path=from..to; of lists also 'Anna Boris'
 *   path~text      the text is in it; path^text: it begins so
 *   path#number    a list of so many, or a text of so many characters
 *   path?          it is there; !path: it is not
 *   !path=value    it is there and not that; so of ~, ^ and #
 *   path:name      it is remembered for $name
 *   path?name      whether it is there is remembered: true or false
 */
/* clang-format on */
void script_check(struct script *script, const json_t *message, const struct script_words *words,
                  size_t from);
/* Whether they hold. */
bool script_holds(struct script *script, const json_t *message, const struct script_words *words,
                  size_t from);

#endif
