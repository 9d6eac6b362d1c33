/* SPDX-License-Identifier: MIT */
/*
 * The teaching of client/cli/play/tutor.h.
 */
#include "client/cli/play/tutor.h"

#include "client/cli/connect/state_file.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"
#include "engine/needs.h"
#include "engine/threats.h"
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

/* Whether the words of five in a row fit: fours and threes. */
static bool is_counted(const struct record_tree *lesson)
{
    return lesson->start.variant->needs == NEED_PLAIN && lesson->start.variant->row == 5;
}

/* ---------------------------------------------------------------- puzzles */

/* Notes in the list whether the puzzle was solved. Trouble with the list spoils no lesson. */
static void note(const struct tutor *tutor, bool is_solved)
{
    struct puzzles puzzles;
    const struct visit *visit = tutor->visit;
    int failed = puzzle_store_load(visit->solo.puzzle_game, &puzzles);
    if (failed == 0) {
        puzzles_note(&puzzles, visit->solo.puzzle, is_solved);
        failed = puzzle_store_save(visit->solo.puzzle_game, &puzzles);
    }
    if (failed != 0)
        visit_say(visit, COLOUR_ERROR, _("The list of puzzles is not up to date: %s."),
                  strerror(-failed));
}

/* A wrong move or a hint: the puzzle comes again. */
static void count_help(struct tutor *tutor)
{
    if (tutor->visit->solo.puzzle != NULL && !tutor->was_helped)
        note(tutor, false);
    tutor->was_helped = true;
}

/* ---------------------------------------------------------------- moves */

static bool ends_game(const struct game *game, struct action action)
{
    struct game after;
    game_copy(&after, game);
    game_do(&after, action);
    return game_status(&after) != GAME_OPEN;
}

static void say_wrong(const struct tutor *tutor, struct action action)
{
    struct action reply;
    const struct visit *visit = tutor->visit;
    const struct game *game = &visit->table.game;
    if (ends_game(game, action)) {
        visit_say(visit, COLOUR_ERROR, "%s",
                  _("That ends the game, and you do not win. Try again, or type: hint"));
    } else if (lesson_refutation(lesson_of(tutor), game, action, &reply)) {
        visit_say(visit, COLOUR_ERROR,
                  _("That does not win: the other side answers %s. Try again, or type: hint"),
                  words_action(visit->table.variant, reply).text);
    } else {
        visit_say(visit, COLOUR_ERROR, "%s",
                  _("That move is not in the proof. Try again, or type: hint"));
    }
}

bool tutor_allows(struct tutor *tutor, struct action action)
{
    struct action next;
    if (!tutor_teaches(tutor))
        return true;
    const struct record_tree *lesson = lesson_of(tutor);
    const struct table *table = &tutor->visit->table;
    const struct game *game = &table->game;
    if (!table_is_my_turn(table) || game_check(game, action) != 0 ||
        lesson_is_right(lesson, game, action) || !lesson_next(lesson, game, &next))
        return true;
    tutor->wrong++;
    count_help(tutor);
    say_wrong(tutor, action);
    return false;
}

/* The squares on which the side's next stone would make a five, two of them at the most. */
static unsigned count_fives(const struct game *game, enum mark mark)
{
    struct threats_search search;
    struct threat threat;
    unsigned count = 0;
    threats_start(&search, game, mark);
    while (count < 2 && threats_next(&search, &threat))
        count += threat.kind != THREAT_THREE ? threat.squares_count : 0;
    return count;
}

static bool has_three(const struct game *game, enum mark mark)
{
    struct threats_search search;
    struct threat threat;
    threats_start(&search, game, mark);
    while (threats_next(&search, &threat))
        if (threat.kind == THREAT_THREE)
            return true;
    return false;
}

/* The kind of a move of a game in which rows are not all, by the answers that it leaves. */
static const char *kind_by_answers(unsigned answers)
{
    if (answers == 0)
        return _(
            "Look for a move that nothing stops: whatever the other side answers, you win soon.");
    return answers == 1 ? _("Look for a move that leaves the other side one answer.")
                        : _("Look for a quiet move: whatever the other side answers, you win.");
}

/* The first step: the kind of move that is looked for. */
static const char *kind_words(const struct record_tree *lesson, const struct game *game,
                              struct action next)
{
    struct game after;
    enum mark mark = game_seat_mark(game, game_to_act(game));
    game_copy(&after, game);
    if (game_act(&after, next) != 0 || after.status != GAME_OPEN)
        return _("Look for the move that wins at once.");
    if (!game_turn_ended(&after, lesson->claim))
        return _("Look for a turn that wins: it takes all your stones.");
    if (!is_counted(lesson))
        return kind_by_answers(lesson_answers(lesson, game, next));
    unsigned fives = count_fives(&after, mark);
    if (fives >= 2)
        return _("Look for two fours at once: only one of them can be stopped.");
    if (fives == 1)
        return has_three(&after, mark)
                   ? _("Look for a four that prepares more: a three stands beside it.")
                   : _("Look for a four: it leaves the other side one answer.");
    return has_three(&after, mark) ? _("Look for a three: it threatens to become an open four.")
                                   : _("Look for a quiet move: it makes no four and no three.");
}

void tutor_do_hint(struct tutor *tutor)
{
    struct action next;
    const struct table *table = &tutor->visit->table;
    if (table->result != NONE) {
        visit_say(tutor->visit, COLOUR_ERROR, "%s", _("The game is over."));
        return;
    }
    if (!table_is_my_turn(table) || !lesson_next(lesson_of(tutor), &table->game, &next)) {
        visit_say(tutor->visit, COLOUR_ERROR, "%s", _("You can ask for a hint only on your turn."));
        return;
    }
    tutor->hints++;
    count_help(tutor);
    if (tutor->hinted_ply != table->game.ply + 1) {
        tutor->hinted_ply = table->game.ply + 1;
        visit_say(tutor->visit, COLOUR_BOLD, "%s",
                  kind_words(lesson_of(tutor), &table->game, next));
        visit_say(tutor->visit, COLOUR_PLAIN, "%s", _("To be told the move, type hint again."));
        return;
    }
    visit_say(tutor->visit, COLOUR_BOLD, _("The proof goes on with %s."),
              words_action(table->variant, next).text);
}

/* ---------------------------------------------------------------- beginning and end */

static void greet_with_claim(const struct tutor *tutor)
{
    const struct record_tree *lesson = lesson_of(tutor);
    const struct visit *visit = tutor->visit;
    enum mark mark = game_seat_mark(&lesson->start, lesson->claim);
    bool is_exact = lesson->start.variant->overline == OVERLINE_NOTHING;
    if (is_counted(lesson))
        visit_say(visit, COLOUR_BOLD,
                  is_exact ? _("You have %s and win, whatever the other side does (exactly five).")
                           : _("You have %s and win, whatever the other side does (five or more)."),
                  words_mark(mark));
    else if ((lesson->start.variant->needs & NEED_MARKS) != 0)
        visit_say(visit, COLOUR_BOLD, "%s",
                  lesson->claim == SEAT_FIRST
                      ? _("You are the first player and win, whatever the other side does.")
                      : _("You are the second player and win, whatever the other side does."));
    else
        visit_say(visit, COLOUR_BOLD, _("You have %s and win, whatever the other side does."),
                  words_mark(mark));
    if (lesson->is_only)
        visit_say(visit, COLOUR_BOLD, "%s", _("One move alone wins: find it."));
}

static void greet(const struct tutor *tutor)
{
    const struct record_tree *lesson = lesson_of(tutor);
    const char *title = record_tree_get_name(lesson);
    const char *words = tutor->visit->solo.lesson_words;
    const char *before = tutor->visit->solo.lesson_before;
    if (before != NULL && before[0] != '\0')
        visit_say(tutor->visit, COLOUR_PLAIN, "%s", gettext(before));
    if (title[0] != '\0')
        visit_say(tutor->visit, COLOUR_BOLD, _("Lesson: %s"), gettext(title));
    if (words != NULL && words[0] != '\0')
        visit_say(tutor->visit, COLOUR_PLAIN, "%s", gettext(words));
    greet_with_claim(tutor);
    visit_say(tutor->visit, COLOUR_PLAIN, "%s",
              is_counted(lesson)
                  ? _("You are told if a move leaves the proof. Type hint, takeback or quit.")
                  : _("You are told if a move leaves the proof. Type hint, takeback or quit, or "
                      "rules to read how it is played."));
}

static void say_end(struct tutor *tutor)
{
    const struct visit *visit = tutor->visit;
    bool is_won = visit->table.result == (int)visit->solo.seat;
    tutor->is_over = true;
    if (is_won && visit->solo.puzzle != NULL && !tutor->was_helped)
        note(tutor, true);
    if (is_won && tutor->wrong == 0 && tutor->hints == 0)
        visit_say(visit, COLOUR_BOLD, "%s", _("Solved without hints."));
    else if (is_won)
        visit_say(visit, COLOUR_BOLD, _("Solved. Wrong moves: %u, hints: %u. Once more: rematch"),
                  tutor->wrong, tutor->hints);
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
