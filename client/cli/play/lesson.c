/* SPDX-License-Identifier: MIT */
/*
 * The commands of client/cli/play/lesson.h.
 */
#include "client/cli/play/lesson.h"

#include "client/cli/connect/state_file.h"
#include "client/cli/play/play.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/guide.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "engine/record_tree.h"
#include "lessons/check.h"
#include "lessons/shipped.h"
#include "proto/error.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <uv.h>

/* ---------------------------------------------------------------- files of lessons */

/* A proven line from a file, read and checked, in memory of its own. */
struct lesson_file {
    struct record_tree tree;
    char *text;
};

#define SIZE_MAX_BYTES (64L * 1024 * 1024)
#define BYTES_A_NODE 6 /* ";B[hh]" is the shortest */

static void tell_fault(const char *path, const struct record_tree *tree,
                       const struct lesson_report *report)
{
    static const char *const faults[] = {
        [LESSON_NO_CLAIM] = N_("it does not claim a win that can be checked"),
        [LESSON_NOT_LEGAL] = N_("an action is not legal"),
        [LESSON_NOT_WON] = N_("the game ends otherwise"),
        [LESSON_NO_MOVE] = N_("there is no move for the winner"),
        [LESSON_UNANSWERED] = N_("an answer is not refuted"),
        [LESSON_TOO_LARGE] = N_("it is too large to be checked"),
    };
    char actions[GAME_TEXT_SIZE] = "";
    char answer[ACTION_TEXT_SIZE] = "-";
    struct game game;
    if (record_tree_game(tree, report->node, &game) == 0)
        game_format(&game, actions, sizeof(actions));
    if (report->fault == LESSON_UNANSWERED)
        action_format(tree->start.variant, report->answer, answer);
    problem_tell(_("%s is not a proof: %s (after %s: %s)."), path, gettext(faults[report->fault]),
                 actions, answer);
}

static void lesson_file_deinit(struct lesson_file *file)
{
    free(file->tree.memory.nodes);
    free(file->tree.memory.words);
    free(file->text);
    *file = (struct lesson_file){.text = NULL};
}

/* Reads the nth game of the file's text, which it owns from then on. */
static bool take_text(struct lesson_file *file, const char *path, char *text, size_t len,
                      unsigned nth)
{
    struct lesson_report report;
    struct record_reading reading = {.game = nth};
    uint32_t nodes = (uint32_t)(len / BYTES_A_NODE + 2);
    struct record_tree_memory memory = {.nodes_max = nodes, .words_max = (uint32_t)len + 2};
    memory.nodes = malloc(nodes * sizeof(*memory.nodes));
    memory.words = malloc(memory.words_max);
    if (memory.nodes == NULL || memory.words == NULL)
        abort();
    *file = (struct lesson_file){.text = text};
    int error = record_tree_read_sgf(&file->tree, memory, text, len, &reading);
    if (error != 0)
        problem_tell(_("%s cannot be read, byte %zu: %s"), path, reading.at + 1,
                     gettext(error_message(error)));
    else if (!lesson_check(&file->tree, LESSON_EFFORT, &report))
        tell_fault(path, &file->tree, &report);
    else
        return true;
    lesson_file_deinit(file);
    return false;
}

/* The whole file with a final NUL; NULL with errno. */
static char *slurp(const char *path, size_t *len_out)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return NULL;
    char *text = NULL;
    long size = fseek(stream, 0, SEEK_END) == 0 ? ftell(stream) : -1;
    if (size > SIZE_MAX_BYTES)
        errno = EFBIG;
    if (size >= 0 && size <= SIZE_MAX_BYTES)
        text = malloc((size_t)size + 1);
    if (text != NULL) {
        rewind(stream);
        *len_out = fread(text, 1, (size_t)size, stream);
        text[*len_out] = '\0';
    }
    fclose(stream);
    return text;
}

/* Each reads and checks, and tells what is wrong. A file that was read is freed by
 * lesson_file_deinit(). `nth` is which of several lines, from 1, or 0 for the only one. */
static bool lesson_file_init(struct lesson_file *file, const char *path, unsigned nth)
{
    size_t len;
    errno = 0;
    char *text = slurp(path, &len);
    if (text == NULL) {
        problem_tell(_("%s cannot be read: %s."), path, strerror(errno != 0 ? errno : EIO));
        return false;
    }
    return take_text(file, path, text, len, nth);
}

/* One that comes with Pentad. */
static bool lesson_file_init_shipped(struct lesson_file *file, const char *key, unsigned nth)
{
    char path[PATH_MAX];
    char name[64];
    snprintf(name, sizeof(name), "share/pentad/lessons/%s.sgf", key);
    if (i18n_find_beside(name, path, sizeof(path)) == 0)
        return lesson_file_init(file, path, nth);
    problem_tell(_("%s cannot be read: %s."), name, strerror(ENOENT));
    return false;
}

/* One of the player's own puzzles. */
static bool lesson_file_init_puzzle(struct lesson_file *file, const char *key)
{
    char *text = malloc(PUZZLE_FILE_SIZE);
    if (text == NULL)
        abort();
    int failed = puzzle_store_read(key, text);
    if (failed == 0)
        return take_text(file, key, text, strlen(text), 0);
    free(text);
    problem_tell(_("%s cannot be read: %s."), key, strerror(-failed));
    return false;
}

/* ---------------------------------------------------------------- playing */

/* English texts that are said before a line, one behind the other, "": none. */
struct lesson_words {
    const char *puzzle;         /* the key of the puzzle that it is, or NULL */
    const struct variant *game; /* in whose list; NULL: the player's own */
    const char *before;
    const char *words;
};

/* Plays the line, which is freed. */
static enum exit_code play(const struct invocation *invocation, struct lesson_file *file,
                           const struct lesson_words *said)
{
    const struct record_tree *tree = &file->tree;
    struct solo_plan plan = {.variant = tree->start.variant,
                             .lesson = tree,
                             .puzzle = said->puzzle,
                             .puzzle_game = said->game,
                             .lesson_before = said->before,
                             .lesson_words = said->words,
                             .seat = tree->claim};
    uv_random(NULL, NULL, &plan.seed, sizeof(plan.seed), 0, NULL);
    enum exit_code code = play_run(invocation, PLAN_SOLO, &plan);
    lesson_file_deinit(file);
    return code;
}

static struct ink *start_list(struct ink *ink, const struct invocation *invocation)
{
    ink_init_for(ink, STDOUT_FILENO, invocation_has(invocation, OPTION_NO_COLOR));
    return ink;
}

/* ---------------------------------------------------------------- lesson */

#define LINE_INDENT 2
#define KEY_COLUMNS 13  /* the longest key, and a space */
#define GAME_COLUMNS 15 /* of a game with a lesson */

static void put_lesson(const struct shipped_lesson *lesson, struct ink *ink)
{
    static const size_t before = LINE_INDENT + KEY_COLUMNS + GAME_COLUMNS;
    const struct ink_margin margin = {.columns = ink->columns, .at = before, .indent = before};
    char words[WORDS_SIZE];
    snprintf(words, sizeof(words), _("%s (promised, not yet proved)"), gettext(lesson->name));
    ink_put_spaces(ink, LINE_INDENT);
    ink_put_cell(ink, COLOUR_BOLD, KEY_COLUMNS, "%s", lesson->key);
    ink_put_cell(ink, COLOUR_DIM, GAME_COLUMNS, "%s", variant_get(lesson->game)->key);
    ink_put_paragraph(ink, COLOUR_PLAIN, &margin,
                      lesson->is_proved ? gettext(lesson->name) : words);
    ink_end_line(ink);
}

/* By kinds of games, the plain ones first, which are the last kind. */
static enum exit_code list_lessons(const struct invocation *invocation)
{
    struct ink list;
    struct ink *ink = start_list(&list, invocation);
    for (unsigned kind = GUIDE_KINDS; kind-- > 0;) {
        ink_put_line(ink, COLOUR_BOLD, "%s", guide_kind_name((enum guide_kind)kind));
        for (size_t i = 0; i < shipped_lesson_count(); i++) {
            const struct shipped_lesson *lesson = shipped_lesson_get(i);
            if (guide_kind(variant_get(lesson->game)) == kind)
                put_lesson(lesson, ink);
        }
    }
    ink_put_line(ink, COLOUR_DIM, _("Begin one by its name: penta lesson %s"),
                 shipped_lesson_get(0)->key);
    return problem_print(ink);
}

enum exit_code run_lesson(const struct invocation *invocation)
{
    struct lesson_file file;
    const char *name = invocation->arguments_count > 0 ? invocation->arguments[0] : "list";
    if (strcmp(name, "list") == 0)
        return list_lessons(invocation);
    unsigned nth = (unsigned)invocation_number(invocation, OPTION_NTH, 0);
    const struct shipped_lesson *shipped = shipped_lesson_find(name);
    if (shipped != NULL && !shipped->is_proved) {
        problem_tell(_("%s is promised, not yet proved."), name);
        return EXIT_CODE_USAGE;
    }
    if (shipped == NULL && strpbrk(name, "./") == NULL && access(name, F_OK) != 0) {
        problem_tell(_("There is no lesson \"%s\"; penta lesson lists them."), name);
        return EXIT_CODE_USAGE;
    }
    bool is_read = shipped != NULL ? lesson_file_init_shipped(&file, name, 0)
                                   : lesson_file_init(&file, name, nth);
    const char *words = shipped != NULL ? shipped->words : "";
    return is_read ? play(invocation, &file, &(struct lesson_words){.before = "", .words = words})
                   : EXIT_CODE_USAGE;
}

/* ---------------------------------------------------------------- puzzles */

/* A line for each game of which some come with Pentad. */
static void list_games_of_puzzles(struct ink *ink)
{
    struct puzzles puzzles;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant *variant = variant_get((enum variant_id)id);
        size_t count = shipped_puzzles(variant);
        if (count == 0)
            continue;
        bool is_new = puzzle_store_load(variant, &puzzles) != 0 || puzzles.count == 0;
        ink_put_line(ink, COLOUR_PLAIN, _("%s (%s): %zu puzzles, not solved yet: %zu"),
                     words_variant(variant), variant->key, count,
                     is_new ? count : puzzles_unsolved(&puzzles));
    }
    ink_put_line(ink, COLOUR_DIM, "%s", _("To solve the next one of a game: penta puzzles GAME"));
}

static enum exit_code list_puzzles(const struct invocation *invocation,
                                   const struct puzzles *puzzles)
{
    struct ink list;
    struct ink *ink = start_list(&list, invocation);
    for (size_t i = 0; i < puzzles->count; i++)
        ink_put_line(ink, COLOUR_PLAIN,
                     ngettext("Puzzle %zu: solved %u time in a row",
                              "Puzzle %zu: solved %u times in a row", puzzles->rows[i].solved),
                     i + 1, puzzles->rows[i].solved);
    ink_put_line(ink, COLOUR_BOLD, _("Puzzles: %zu, not solved yet: %zu"), puzzles->count,
                 puzzles_unsolved(puzzles));
    list_games_of_puzzles(ink);
    return problem_print(ink);
}

/* Reads the step's file and the position with which it begins. */
static bool read_step(size_t nth, struct lesson_file *file, struct game *start_out)
{
    if (!lesson_file_init_shipped(file, shipped_lesson_get(nth)->key, 0))
        return false;
    if (record_tree_game(&file->tree, 0, start_out) == 0)
        return true;
    lesson_file_deinit(file);
    return false;
}

/* A newcomer has no puzzles yet: gets those that come with Pentad, which are remembered as the own
 * ones are. */
static bool take_first_steps(struct puzzles *puzzles)
{
    struct game start;
    struct lesson_file file;
    int failed = 0;
    for (size_t i = 0; i < shipped_lesson_first_steps() && failed == 0; i++) {
        if (!read_step(i, &file, &start))
            return false;
        failed = puzzle_store_put(puzzles, &start, file.text);
        lesson_file_deinit(&file);
    }
    failed = failed == 0 ? puzzle_store_save(NULL, puzzles) : failed;
    if (failed != 0)
        problem_tell(_("The list of puzzles is not up to date: %s."), strerror(-failed));
    return failed == 0;
}

/* The words of the step that is the puzzle, or "". */
static const char *words_of(const char *key)
{
    struct game start;
    struct lesson_file file;
    char of_step[PUZZLE_KEY_SIZE];
    for (size_t i = 0; i < shipped_lesson_first_steps(); i++) {
        if (!read_step(i, &file, &start))
            return "";
        puzzle_key(&start, of_step);
        lesson_file_deinit(&file);
        if (strcmp(of_step, key) == 0)
            return shipped_lesson_get(i)->words;
    }
    return "";
}

/* The list of a game's puzzles, with all that come with Pentad. Their keys are their numbers. */
static int load_of_game(const struct variant *variant, struct puzzles *puzzles)
{
    char key[PUZZLE_KEY_SIZE];
    int failed = puzzle_store_load(variant, puzzles);
    for (size_t nth = 1; nth <= shipped_puzzles(variant); nth++) {
        snprintf(key, sizeof(key), "%016zx", nth);
        puzzles_add(puzzles, key);
    }
    return failed != 0 ? failed : puzzle_store_save(variant, puzzles);
}

/* The next puzzle of a game. */
static enum exit_code play_of_game(const struct invocation *invocation,
                                   const struct variant *variant)
{
    struct lesson_file file;
    struct puzzles puzzles;
    char key[PUZZLE_KEY_SIZE];
    char name[64];
    char before[WORDS_SIZE];
    size_t count = shipped_puzzles(variant);
    if (count == 0) {
        problem_tell(_("No puzzles of %s come with Pentad; penta puzzles --list shows of which "
                       "games there are some."),
                     variant->key);
        return EXIT_CODE_USAGE;
    }
    int failed = load_of_game(variant, &puzzles);
    if (failed != 0)
        problem_tell(_("The list of puzzles is not up to date: %s."), strerror(-failed));
    memcpy(key, puzzles_next(&puzzles)->key, sizeof(key));
    unsigned nth = (unsigned)strtoul(key, NULL, 16);
    snprintf(name, sizeof(name), "puzzles-%s", variant->key);
    snprintf(before, sizeof(before), _("Puzzle %u of %zu."), nth, count);
    if (!lesson_file_init_shipped(&file, name, nth))
        return EXIT_CODE_TROUBLE;
    return play(
        invocation, &file,
        &(struct lesson_words){.puzzle = key, .game = variant, .before = before, .words = ""});
}

enum exit_code run_puzzles(const struct invocation *invocation)
{
    struct lesson_file file;
    struct puzzles puzzles;
    char key[PUZZLE_KEY_SIZE];
    const struct variant *variant = invocation_variant(invocation);
    if (variant != NULL && !invocation_has(invocation, OPTION_LIST))
        return play_of_game(invocation, variant);
    int failed = puzzle_store_load(NULL, &puzzles);
    if (failed != 0)
        problem_tell(_("The list of puzzles cannot be read: %s."), strerror(-failed));
    if (invocation_has(invocation, OPTION_LIST))
        return list_puzzles(invocation, &puzzles);
    bool is_new = puzzles.count == 0;
    if (is_new && !take_first_steps(&puzzles))
        return EXIT_CODE_TROUBLE;
    memcpy(key, puzzles_next(&puzzles)->key, sizeof(key));
    if (!lesson_file_init_puzzle(&file, key))
        return EXIT_CODE_TROUBLE;
    return play(invocation, &file,
                &(struct lesson_words){
                    .puzzle = key,
                    .before = is_new ? N_("You have no puzzles of your own yet: penta analyse "
                                          "finds them in your games. This one comes with Pentad.")
                                     : "",
                    .words = words_of(key)});
}
