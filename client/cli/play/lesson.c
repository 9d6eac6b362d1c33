/* SPDX-License-Identifier: MIT */
/*
 * The commands of client/cli/play/lesson.h.
 */
#include "client/cli/play/lesson.h"

#include "client/cli/connect/puzzle_store.h"
#include "client/cli/play/lesson_file.h"
#include "client/cli/play/play.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "lessons/shipped.h"

#include <string.h>
#include <unistd.h>

#include <uv.h>

/* ---------------------------------------------------------------- playing */

/* English texts that are said before a line, one behind the other, "": none. */
struct lesson_words {
    const char *puzzle; /* the key of the puzzle that it is, or NULL */
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
                             .lesson_before = said->before,
                             .lesson_words = said->words,
                             .seat = tree->claim == MARK_X ? SEAT_FIRST : SEAT_SECOND};
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

static enum exit_code end_list(struct ink *ink)
{
    int failed = ink_print(ink);
    ink_deinit(ink);
    return failed == 0 ? EXIT_CODE_OK : EXIT_CODE_TROUBLE;
}

/* ---------------------------------------------------------------- lesson */

static enum exit_code list_lessons(const struct invocation *invocation)
{
    struct ink list;
    struct ink *ink = start_list(&list, invocation);
    for (size_t i = 0; i < shipped_lesson_count(); i++) {
        const struct shipped_lesson *lesson = shipped_lesson_get(i);
        ink_put(ink, COLOUR_BOLD, "%-12s", lesson->key);
        ink_put_line(ink, COLOUR_PLAIN, "%s: %s",
                     lesson->is_proved ? _("proved") : _("promised, not yet proved"),
                     gettext(lesson->name));
    }
    ink_put_line(ink, COLOUR_DIM, _("Begin one by its name: penta lesson %s"),
                 shipped_lesson_get(0)->key);
    return end_list(ink);
}

enum exit_code run_lesson(const struct invocation *invocation)
{
    struct lesson_file file;
    const char *name = invocation->arguments_count > 0 ? invocation->arguments[0] : "list";
    if (strcmp(name, "list") == 0)
        return list_lessons(invocation);
    const struct shipped_lesson *shipped = shipped_lesson_find(name);
    if (shipped != NULL && !shipped->is_proved) {
        problem_tell(_("%s is promised, not yet proved."), name);
        return EXIT_CODE_USAGE;
    }
    if (shipped == NULL && strpbrk(name, "./") == NULL && access(name, F_OK) != 0) {
        problem_tell(_("There is no lesson \"%s\"; penta lesson lists them."), name);
        return EXIT_CODE_USAGE;
    }
    bool is_read =
        shipped != NULL ? lesson_file_init_shipped(&file, name) : lesson_file_init(&file, name);
    const char *words = shipped != NULL ? shipped->words : "";
    return is_read ? play(invocation, &file, &(struct lesson_words){NULL, "", words})
                   : EXIT_CODE_USAGE;
}

/* ---------------------------------------------------------------- puzzles */

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
    return end_list(ink);
}

/* Reads the step's file and the position with which it begins. */
static bool read_step(size_t nth, struct lesson_file *file, struct game *start_out)
{
    if (!lesson_file_init_shipped(file, shipped_lesson_get(nth)->key))
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
    failed = failed == 0 ? puzzle_store_save(puzzles) : failed;
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

enum exit_code run_puzzles(const struct invocation *invocation)
{
    struct lesson_file file;
    struct puzzles puzzles;
    char key[PUZZLE_KEY_SIZE];
    int failed = puzzle_store_load(&puzzles);
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
