/* SPDX-License-Identifier: MIT */
/*
 * The walk of client/cli/play/review.h.
 */
#include "client/cli/play/review.h"

#include "brain/analysis/verdict.h"
#include "brain/error.h"
#include "client/cli/study/keep.h"
#include "client/cli/study/report.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/analysis.h"
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

bool review_is_open(const struct review *review)
{
    return review->analysis != NULL && review->game == review->visit->table.game_id;
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
        visit_say(visit, COLOUR_ERROR, "%s", _("Only a game that is over is analysed."));
    else if (!analysis_plays(visit->table.variant))
        visit_say(visit, COLOUR_ERROR, _("penta does not analyse this game: %s."),
                  words_variant(visit->table.variant));
    else if (!review_is_open(review))
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
    *review = (struct review){.visit = review->visit};
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
    report_say_kept(keep_puzzles(review->analysis, table_my_seat(&review->visit->table)), text,
                    sizeof(text));
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
        visit_say(review->visit, COLOUR_ERROR, "%s", _("There is no move to judge in this game."));
    } else if (error != 0) {
        visit_say(review->visit, COLOUR_ERROR, "%s",
                  _("There is too little memory for an analysis."));
    } else if (review->game == review->visit->table.game_id) {
        review->analysis = analysis;
        open_result(review);
    }
}

/* ---------------------------------------------------------------- the walk */

/* Says what there is to say of the move that was made last, and what follows. */
static void say_position(const struct review *review)
{
    char at[ACTION_TEXT_SIZE];
    char text[2 * WORDS_SIZE] = "";
    enum colour colour = COLOUR_PLAIN;
    const struct game *game = &review->analysis->game;
    if (review->plies > 0) {
        action_format(game->variant, game_actions(game)[review->plies - 1], at);
        colour = words_verdict(review->analysis, review->plies - 1, text, sizeof(text));
        visit_say(review->visit, colour, "%u. %s%s%s", review->plies, at,
                  text[0] != '\0' ? ": " : "", text);
    }
    words_prospect(review->analysis, review->plies, text, sizeof(text));
    visit_say(review->visit, COLOUR_PLAIN, "%s", text);
}

static void go_to(struct review *review, long plies)
{
    if (!review_is_open(review)) {
        visit_say(review->visit, COLOUR_ERROR, "%s",
                  _("There is nothing to walk through yet; type: analyse"));
        return;
    }
    long last = review->analysis->game.ply;
    review->plies = (unsigned)(plies < 0 ? 0 : plies > last ? last : plies);
    say_position(review);
    review->visit->calls->board(review->visit->ctx);
}

void review_do_step(struct review *review, int step)
{
    go_to(review, (long)review->plies + step);
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
    const struct game *game = &review->analysis->game;
    *table_out = review->visit->table;
    game_replay(&table_out->game, game->variant, game_actions(game), review->plies);
}

void review_put_task(const struct review *review, char *text, size_t size)
{
    text[0] = '\0';
    if (review->is_running && review->left_ms >= 0)
        snprintf(text, size, _("Analysing: %u of 100, about %lld s more."), review->percent,
                 (long long)(review->left_ms + 999) / 1000);
    else if (review->is_running)
        snprintf(text, size, _("Analysing: %u of 100."), review->percent);
    else if (review_is_open(review))
        snprintf(text, size,
                 _("Move %u of %u. Type next, back or a number; rematch or quit to go on."),
                 review->plies, (unsigned)review->analysis->game.ply);
}

int64_t review_lasts_ms(const struct review *review, int64_t lasts_ms)
{
    return review->is_running && lasts_ms > PROGRESS_LASTS_MS ? PROGRESS_LASTS_MS : lasts_ms;
}
