/* SPDX-License-Identifier: MIT */
/*
 * The walk of client/cli/play/review.h.
 */
#include "client/cli/play/review.h"

#include "brain/analysis/verdict.h"
#include "brain/error.h"
#include "client/cli/play/table_needs.h"
#include "client/cli/study/keep.h"
#include "client/cli/study/report.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/event.h"
#include "client/cli/words/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRESS_LASTS_MS 300

static bool is_over(const struct review *review)
{
    const struct table *table = &review->visit->table;
    return table->game_id != 0 && table->result != NONE;
}

static bool is_analysed(const struct review *review)
{
    return review->analysis != NULL && review->game == review->visit->table.game_id;
}

bool review_looks_back(const struct review *review)
{
    const struct table *table = &review->visit->table;
    return table->game_id != 0 && review->looked_at == table->game_id && !is_analysed(review);
}

bool review_is_open(const struct review *review)
{
    return is_analysed(review) || review_looks_back(review);
}

/* ---------------------------------------------------------------- beginning */

void review_offer(const struct review *review)
{
    const struct table *table = &review->visit->table;
    bool has_result = is_over(review) && table->result != RESULT_WORD_NONE;
    if (has_result && analysis_plays(table->variant) && table->game.ply > 0)
        visit_say(review->visit, COLOUR_BOLD, "%s", _("To see where it was decided type: analyse"));
}

bool review_may_begin(struct review *review)
{
    const struct visit *visit = review->visit;
    if (!is_over(review))
        visit_say(visit, COLOUR_ERROR, "%s", _("Only a finished game can be analysed."));
    else if (!analysis_plays(visit->table.variant))
        visit_say(visit, COLOUR_ERROR, _("penta cannot analyse this game: %s."),
                  words_variant(visit->table.variant));
    else if (!is_analysed(review))
        return !review->is_running;
    else
        review_do_step(review, 0);
    return false;
}

void review_begin(struct review *review)
{
    const struct table *table = &review->visit->table;
    enum seat winner = SEAT_NONE;
    if (!is_over(review) || review->is_running)
        return;
    if (table->result == RESULT_WORD_FIRST || table->result == RESULT_WORD_SECOND)
        winner = (enum seat)table->result;
    review->is_running = true;
    review->percent = 0;
    review->left_ms = -1;
    review->analysis = NULL;
    review->game = table->game_id;
    visit_say(review->visit, COLOUR_PLAIN, "%s", _("The game is being analysed."));
    review->visit->calls->analyse(review->visit->ctx, &table->game, winner);
}

void review_settle(struct review *review)
{
    if (review->game == 0 || review->game == review->visit->table.game_id)
        return;
    if (review->is_running)
        review->visit->calls->analyse(review->visit->ctx, NULL, SEAT_NONE);
    *review = (struct review){.visit = review->visit, .looked_at = review->looked_at};
}

/* ---------------------------------------------------------------- what was found */

static struct report report_of(const struct review *review)
{
    struct report report = {.analysis = review->analysis};
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++)
        report.names[seat] = review->visit->table.seats[seat].name;
    return report;
}

/* Says the accuracy of both, and goes to the move with which the game was lost, or to the end. */
static void open_result(struct review *review)
{
    char text[2 * WORDS_SIZE];
    struct report report = report_of(review);
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++) {
        report_say_accuracy(&report, seat, text, sizeof(text));
        visit_say(review->visit, COLOUR_PLAIN, "%s", text);
    }
    keep_puzzles(review->analysis, table_my_seat(&review->visit->table), text, sizeof(text));
    if (text[0] != '\0')
        visit_say(review->visit, COLOUR_PLAIN, "%s", text);
    uint32_t ply = report_say_loss(&report, text, sizeof(text));
    visit_say(review->visit, COLOUR_BOLD, "%s", text);
    if (!review->visit->is_person)
        visit_say(review->visit, COLOUR_PLAIN, "%s", _("Type next, back or the number of a move."));
    review->plies = ply != VERDICT_NOWHERE ? ply + 1 : review->analysis->game.ply;
    review_do_step(review, 0);
}

void review_take_analysis(struct review *review, int error, const struct analysis *analysis)
{
    review->is_running = false;
    if (error == ERR_NOTHING_TO_DO) {
        visit_say(review->visit, COLOUR_ERROR, "%s", _("This game has no moves to analyse."));
    } else if (error != 0) {
        visit_say(review->visit, COLOUR_ERROR, "%s", _("Not enough memory for an analysis."));
    } else if (review->game == review->visit->table.game_id) {
        review->analysis = analysis;
        open_result(review);
    }
}

/* ---------------------------------------------------------------- the walk */

/* Says what there is to say of the move that was made last, and what follows. */
static void say_position(const struct review *review)
{
    char text[2 * WORDS_SIZE] = "";
    enum colour colour = COLOUR_PLAIN;
    const struct game *game = &review->analysis->game;
    if (review->plies > 0) {
        colour = words_verdict(review->analysis, review->plies - 1, text, sizeof(text));
        visit_say(review->visit, colour, "%u. %s%s%s", review->plies,
                  words_action(game->variant, game_actions(game)[review->plies - 1]).text,
                  text[0] != '\0' ? ": " : "", text);
    }
    words_prospect(review->analysis, review->plies, text, sizeof(text));
    visit_say(review->visit, COLOUR_PLAIN, "%s", text);
}

/* The game as it stands is shown again. */
static void go_live(struct review *review)
{
    review->looked_at = 0;
    review->plies = review->visit->table.game.ply;
    if (!review->visit->is_person)
        visit_say(review->visit, COLOUR_PLAIN, "%s", _("The board is as it stands now."));
}

/* The move that led to the position that is shown. */
static void put_place(const struct review *review, char *text, size_t size)
{
    if (review->plies > 0)
        words_move(&review->visit->table, review->plies - 1, text, size);
    else
        snprintf(text, size, "%s", _("Before the first move"));
}

/* A person reads the move below the board. */
static void look_at(struct review *review)
{
    char text[WORDS_SIZE];
    review->looked_at = review->visit->table.game_id;
    put_place(review, text, sizeof(text));
    if (!review->visit->is_person)
        visit_say(review->visit, COLOUR_PLAIN, "%s", text);
}

static void go_to(struct review *review, long plies)
{
    const struct table *table = &review->visit->table;
    long last = table->game.ply;
    if (!table_need_check(TABLE_NEED_BOARD, review->visit))
        return;
    review->plies = (unsigned)(plies < 0 ? 0 : plies > last ? last : plies);
    if (is_analysed(review))
        say_position(review);
    else if (review->plies == last)
        go_live(review);
    else
        look_at(review);
    review->visit->calls->board(review->visit->ctx);
}

void review_do_step(struct review *review, int step)
{
    long from = review_is_open(review) ? (long)review->plies : (long)review->visit->table.game.ply;
    go_to(review, from + step);
}

void review_do_steps(struct review *review, int way, const char *count)
{
    long steps = count[0] != '\0' ? strtol(count, NULL, 10) : 1;
    review_do_step(review, way * (int)(steps < 1 || steps > GAME_ACTIONS_MAX ? 1 : steps));
}

void review_do_at(struct review *review, const char *number)
{
    if (number[0] == '\0' || strspn(number, "0123456789") != strlen(number) || strlen(number) > 5)
        visit_say(review->visit, COLOUR_ERROR, _("Name a move of this game, 0 to %u: at 12"),
                  (unsigned)review->visit->table.game.ply);
    else
        review_do_number(review, number);
}

void review_do_live(struct review *review)
{
    go_to(review, review->visit->table.game.ply);
}

bool review_do_move(struct review *review)
{
    if (!review_looks_back(review) || !table_is_my_turn(&review->visit->table))
        return true; /* nobody else's move is taken anyway */
    review_do_live(review);
    visit_say(review->visit, COLOUR_ERROR, "%s",
              _("You were looking back: this is the board as it stands. Type the move again."));
    return false;
}

void review_do_moves(const struct review *review)
{
    char text[WORDS_SIZE];
    const struct visit *visit = review->visit;
    if (visit->table.game_id == 0 || visit->table.game.ply == 0)
        visit_say(visit, COLOUR_PLAIN, "%s", _("There is no move yet."));
    for (unsigned row = 0; visit->table.game_id != 0 && row < words_moves_rows(&visit->table);
         row++) {
        words_moves_row(&visit->table, row, !visit->is_person, text, sizeof(text));
        visit_say(visit, COLOUR_PLAIN, "%s", text);
    }
}

void review_take_news(struct review *review, enum event event)
{
    const struct table *table = &review->visit->table;
    bool is_turn = event == EVENT_GAME_MOVED || event == EVENT_GAME_TAKEN_BACK;
    if (!review_looks_back(review) || !is_turn)
        return;
    if (table_is_my_turn(table) || review->plies >= table->game.ply)
        go_live(review);
    else if (event == EVENT_GAME_MOVED)
        visit_say(review->visit, COLOUR_BOLD, _("Move %u was played. To see it: live"),
                  (unsigned)table->game.ply);
}

bool review_is_number(const struct review *review, const char *line)
{
    return review_is_open(review) && line[0] != '\0' &&
           strspn(line, "0123456789") == strlen(line) && strlen(line) < 6;
}

void review_do_number(struct review *review, const char *line)
{
    go_to(review, strtol(line, NULL, 10));
}

void review_put_table(const struct review *review, struct table *table_out)
{
    table_at(&review->visit->table, review->plies, table_out);
}

static void put_looking(const struct review *review, char *text, size_t size)
{
    char place[WORDS_SIZE / 2];
    const struct table *table = &review->visit->table;
    put_place(review, place, sizeof(place));
    snprintf(text, size,
             table_is_my_turn(table)
                 ? _("It is your turn: type live to return. Looking back: %s (of %u).")
                 : _("Looking back: %s (of %u). Type back, next, at 12 or live."),
             place, (unsigned)table->game.ply);
}

void review_put_task(const struct review *review, char *text, size_t size)
{
    text[0] = '\0';
    if (review->is_running && review->left_ms >= 0)
        snprintf(text, size, _("Analysing: %u of 100, about %lld s more."), review->percent,
                 (long long)(review->left_ms + 999) / 1000);
    else if (review->is_running)
        snprintf(text, size, _("Analysing: %u of 100."), review->percent);
    else if (is_analysed(review))
        snprintf(text, size,
                 _("Move %u of %u. Type next, back or a number; rematch or quit to go on."),
                 review->plies, (unsigned)review->analysis->game.ply);
    else if (review_looks_back(review))
        put_looking(review, text, size);
}

int64_t review_lasts_ms(const struct review *review, int64_t lasts_ms)
{
    return review->is_running && lasts_ms > PROGRESS_LASTS_MS ? PROGRESS_LASTS_MS : lasts_ms;
}
