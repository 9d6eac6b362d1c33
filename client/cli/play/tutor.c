/* SPDX-License-Identifier: MIT */
/*
 * The teaching of client/cli/play/tutor.h.
 */
#include "client/cli/play/tutor.h"

#include "client/cli/connect/puzzle_store.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "lessons/lesson.h"

#include <string.h>

static const struct record_tree *lesson_of(const struct tutor *tutor)
{
    return tutor->visit->plan == PLAN_SOLO ? tutor->visit->solo.lesson : NULL;
}

bool tutor_teaches(const struct tutor *tutor)
{
    return tutor->visit != NULL && lesson_of(tutor) != NULL;
}

/* ---------------------------------------------------------------- puzzles */

/* Notes in the list whether the puzzle was solved. Trouble with the list spoils no lesson. */
static void note(const struct tutor *tutor, bool is_solved)
{
    struct puzzles puzzles;
    const struct visit *visit = tutor->visit;
    int failed = puzzle_store_load(&puzzles);
    if (failed == 0) {
        puzzles_note(&puzzles, visit->solo.puzzle, is_solved);
        failed = puzzle_store_save(&puzzles);
    }
    if (failed != 0)
        visit_say(visit, COLOUR_ERROR, _("The list of puzzles is not up to date: %s."),
                  strerror(-failed));
}

/* A wrong move or a hint: the puzzle comes again. */
static void count_help(struct tutor *tutor)
{
    tutor->wrong++;
    if (tutor->visit->solo.puzzle != NULL && !tutor->was_helped)
        note(tutor, false);
    tutor->was_helped = true;
}

/* ---------------------------------------------------------------- moves */

bool tutor_allows(struct tutor *tutor, struct action action)
{
    char next_text[ACTION_TEXT_SIZE];
    struct action next;
    if (!tutor_teaches(tutor))
        return true;
    const struct record_tree *lesson = lesson_of(tutor);
    const struct table *table = &tutor->visit->table;
    const struct game *game = &table->game;
    if (!table_is_my_turn(table) || game_check(game, action) != 0 ||
        lesson_is_right(lesson, game, action) || !lesson_next(lesson, game, &next))
        return true;
    count_help(tutor);
    action_format(game->variant, next, next_text);
    if (tutor->visit->solo.puzzle != NULL)
        visit_say(tutor->visit, COLOUR_ERROR, "%s",
                  _("That move is not in the proof. Try again, or type: hint"));
    else
        visit_say(tutor->visit, COLOUR_ERROR, _("The proof goes on with %s."), next_text);
    return false;
}

void tutor_do_hint(struct tutor *tutor)
{
    char text[ACTION_TEXT_SIZE];
    struct action next;
    const struct table *table = &tutor->visit->table;
    if (!table_is_my_turn(table) || !lesson_next(lesson_of(tutor), &table->game, &next)) {
        visit_say(tutor->visit, COLOUR_ERROR, "%s", _("You can ask for a hint only on your turn."));
        return;
    }
    count_help(tutor);
    action_format(table->variant, next, text);
    visit_say(tutor->visit, COLOUR_BOLD, _("The proof goes on with %s."), text);
}

/* ---------------------------------------------------------------- beginning and end */

static void greet(const struct tutor *tutor)
{
    const struct record_tree *lesson = lesson_of(tutor);
    const char *title = record_tree_get_name(lesson);
    bool is_exact = lesson->start.variant->overline == OVERLINE_NOTHING;
    if (title[0] != '\0')
        visit_say(tutor->visit, COLOUR_BOLD, _("Lesson: %s"), gettext(title));
    visit_say(tutor->visit, COLOUR_BOLD,
              is_exact ? _("You have %s and win, whatever the other side does (exactly five).")
                       : _("You have %s and win, whatever the other side does (five or more)."),
              words_mark(lesson->claim));
    visit_say(tutor->visit, COLOUR_PLAIN, "%s",
              _("You are told if a move leaves the proof. Type hint, takeback or quit."));
}

static void say_end(struct tutor *tutor)
{
    const struct visit *visit = tutor->visit;
    bool is_won = visit->table.result == (int)visit->solo.seat;
    tutor->is_over = true;
    if (is_won && visit->solo.puzzle != NULL && !tutor->was_helped)
        note(tutor, true);
    if (is_won && tutor->wrong == 0)
        visit_say(visit, COLOUR_BOLD, "%s", _("Solved without hints."));
    else if (is_won)
        visit_say(visit, COLOUR_BOLD,
                  ngettext("Solved with %u hint. Once more: rematch",
                           "Solved with %u hints. Once more: rematch", tutor->wrong),
                  tutor->wrong);
}

void tutor_settle(struct tutor *tutor)
{
    const struct table *table = &tutor->visit->table;
    if (!tutor_teaches(tutor) || table->game_id == 0)
        return;
    if (tutor->game != table->game_id) {
        *tutor = (struct tutor){.visit = tutor->visit, .game = table->game_id};
        greet(tutor);
    } else if (table->result != NONE && !tutor->is_over) {
        say_end(tutor);
    }
}
