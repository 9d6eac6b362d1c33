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

/* Plays the line, which is freed. */
static enum exit_code play(const struct invocation *invocation, struct lesson_file *file,
                           const char *puzzle)
{
    const struct record_tree *tree = &file->tree;
    struct solo_plan plan = {.variant = tree->start.variant,
                             .lesson = tree,
                             .puzzle = puzzle,
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
    int failed = ink_flush(ink, STDOUT_FILENO);
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
    return end_list(ink);
}

enum exit_code run_lesson(const struct invocation *invocation)
{
    struct lesson_file file;
    if (invocation->arguments_count == 0)
        return list_lessons(invocation);
    const char *name = invocation->arguments[0];
    const struct shipped_lesson *shipped = shipped_lesson_find(name);
    if (shipped != NULL && !shipped->is_proved) {
        problem_tell(_("%s is promised, not yet proved."), name);
        return EXIT_CODE_USAGE;
    }
    bool is_read =
        shipped != NULL ? lesson_file_init_shipped(&file, name) : lesson_file_init(&file, name);
    return is_read ? play(invocation, &file, NULL) : EXIT_CODE_USAGE;
}

/* ---------------------------------------------------------------- puzzles */

static enum exit_code list_puzzles(const struct invocation *invocation,
                                   const struct puzzles *puzzles)
{
    struct ink list;
    struct ink *ink = start_list(&list, invocation);
    for (size_t i = 0; i < puzzles->count; i++)
        ink_put_line(ink, COLOUR_PLAIN,
                     ngettext("%s: solved %u time in a row", "%s: solved %u times in a row",
                              puzzles->rows[i].solved),
                     puzzles->rows[i].key, puzzles->rows[i].solved);
    ink_put_line(ink, COLOUR_BOLD, _("Puzzles: %zu, not solved yet: %zu"), puzzles->count,
                 puzzles_unsolved(puzzles));
    return end_list(ink);
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
    const struct puzzle *next = puzzles_next(&puzzles);
    if (next == NULL) {
        problem_tell("%s", _("There are no puzzles yet; penta analyse finds them in your games."));
        return EXIT_CODE_TROUBLE;
    }
    memcpy(key, next->key, sizeof(key));
    return lesson_file_init_puzzle(&file, key) ? play(invocation, &file, key) : EXIT_CODE_TROUBLE;
}
