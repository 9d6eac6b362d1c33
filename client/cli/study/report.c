/* SPDX-License-Identifier: MIT */
/*
 * The text of client/cli/study/report.h.
 */
#include "client/cli/study/report.h"

#include "client/cli/draw/board.h"
#include "client/cli/draw/graph.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/event.h"
#include "client/cli/words/words.h"

#include <stdio.h>
#include <string.h>

#define COLUMNS_MIN 40 /* words have no room in less */
#define COLUMNS_MAX 80
#define GRAPH_ROWS 5
#define SHORT_GRAPH_ROWS 3
#define MISTAKES_MAX 10
#define SHORT_MISTAKES 3 /* of each */
#define MISSED_MAX 5
#define NUMBER_COLUMNS 5 /* of a move's number, and of the move */
#define COST_COLUMNS 7
#define MISTAKE_COLUMNS (2 * NUMBER_COLUMNS + COST_COLUMNS)

/* Columns of the window, or as many as one usually has. */
static size_t columns_of(const struct ink *ink)
{
    if (ink->columns == 0 || ink->columns > COLUMNS_MAX)
        return COLUMNS_MAX;
    return ink->columns > COLUMNS_MIN ? ink->columns : COLUMNS_MIN;
}

static const struct game *game_of(const struct report *report)
{
    return &report->analysis->game;
}

/* "X anna", or "X"; where marks are nobody's "anna", or "first player". */
static void put_who(const struct report *report, enum seat seat, char *text, size_t size)
{
    const char *mark = words_own_mark(game_seat_mark(game_of(report), seat));
    const char *name = report->names[seat];
    if (mark[0] == '\0' && name == NULL)
        snprintf(text, size, "%s", seat == SEAT_FIRST ? _("first player") : _("second player"));
    else if (mark[0] == '\0')
        snprintf(text, size, "%s", name);
    else
        snprintf(text, size, name != NULL ? "%s %s" : "%s", mark, name != NULL ? name : "");
}

/* ---------------------------------------------------------------- the summary */

static void put_head(const struct report *report, struct ink *ink)
{
    unsigned long plies = game_of(report)->ply - report->start;
    ink_put(ink, COLOUR_BOLD, "%s", words_variant(game_of(report)->variant));
    ink_put(ink, COLOUR_BOLD, ngettext(", %lu move", ", %lu moves", plies), plies);
}

static void put_opening(const struct report *report, struct ink *ink)
{
    char text[WORDS_SIZE];
    words_opening(game_of(report), text, sizeof(text));
    if (text[0] != '\0')
        ink_put_line(ink, COLOUR_PLAIN, "%s", text);
}

void report_say_accuracy(const struct report *report, enum seat seat, char *text, size_t size)
{
    char who[WORDS_SIZE];
    int accuracy = verdict_accuracy(report->analysis, seat);
    put_who(report, seat, who, sizeof(who));
    if (accuracy >= 0)
        snprintf(text, size, _("%s: accuracy %d of 100"), who, accuracy);
    else
        snprintf(text, size, _("%s: no move to judge"), who);
}

static void put_accuracy(const struct report *report, struct ink *ink)
{
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++) {
        char text[2 * WORDS_SIZE];
        report_say_accuracy(report, seat, text, sizeof(text));
        ink_put_line(ink, COLOUR_PLAIN, "%s", text);
    }
}

uint32_t report_say_loss(const struct report *report, char *text, size_t size)
{
    char who[WORDS_SIZE];
    char at[ACTION_TEXT_SIZE];
    struct verdict_loss loss = verdict_loss(report->analysis);
    if (loss.ply == VERDICT_NOWHERE) {
        snprintf(text, size, "%s", _("No losing move was found."));
        return loss.ply;
    }
    struct verdict verdict = verdict_of(report->analysis, loss.ply);
    action_format(game_of(report)->variant, verdict.action, at);
    put_who(report, verdict.seat, who, sizeof(who));
    const char *sentence = _("Probably the first losing move: %u. %s (%s).");
    if (loss.ply != loss.losing)
        sentence = _("The move that cost most before the game was lost: %u. %s (%s).");
    else if (loss.is_proven)
        sentence = _("The first losing move: %u. %s (%s).");
    snprintf(text, size, sentence, loss.ply + 1, at, who);
    return loss.ply;
}

void report_say_kept(unsigned kept, char *text, size_t size)
{
    text[0] = '\0';
    if (kept > 0)
        snprintf(text, size,
                 ngettext("%u missed win is now a puzzle: penta puzzles",
                          "%u missed wins are now puzzles: penta puzzles", kept),
                 kept);
}

/* What was not looked at, when it was stopped. */
static void put_gap(const struct report *report, struct ink *ink)
{
    const struct analysis *analysis = report->analysis;
    unsigned from = analysis_all(analysis) - analysis_done(analysis) + analysis->first + 1;
    if (analysis_done(analysis) < analysis_all(analysis))
        ink_put_line(ink, COLOUR_ALARM, _("Stopped: only the moves from %u on were looked at."),
                     from);
}

static void put_summary(const struct report *report, struct ink *ink)
{
    char text[2 * WORDS_SIZE];
    put_head(report, ink);
    ink_end_line(ink);
    put_opening(report, ink);
    put_gap(report, ink);
    put_accuracy(report, ink);
    report_say_loss(report, text, sizeof(text));
    ink_put_lines(ink, COLOUR_BOLD, columns_of(ink), text);
}

/* ---------------------------------------------------------------- the curve */

/* The share of words_share_seat() before the ply, in percent. */
static int share_at(const struct analysis *analysis, unsigned ply)
{
    unsigned share = analysis->places[ply].share;
    bool is_told = analysis_seat(analysis, ply) == words_share_seat(analysis);
    return (int)((is_told ? share : ANALYSIS_SHARE_ONE - share) + 50) / 100;
}

static const char *curve_title(const struct report *report)
{
    const struct game *game = game_of(report);
    if (analysis_sees_threats(game->variant))
        return _("How often X would win, in percent, move by move:");
    if (game_seat_mark(game, words_share_seat(report->analysis)) == MARK_NONE)
        return _("What the first player would score, in percent, a draw as half:");
    return _("What X would score, in percent, a draw as half, move by move:");
}

static void put_curve(const struct report *report, size_t rows, struct ink *ink)
{
    struct rating_point points[GAME_ACTIONS_MAX + 1];
    const struct analysis *analysis = report->analysis;
    size_t count = 0;
    for (unsigned ply = analysis->first; ply <= analysis->game.ply; ply++)
        if (analysis->places[ply].is_known)
            points[count++] =
                (struct rating_point){.day = (int)ply, .rating = share_at(analysis, ply)};
    if (count == 0)
        return;
    const struct graph graph = {.points = points,
                                .count = count,
                                .last_day = analysis->game.ply,
                                .highest = 100,
                                .has_numbers = true};
    ink_end_line(ink);
    ink_put_line(ink, COLOUR_BOLD, "%s", curve_title(report));
    graph_draw(&graph, columns_of(ink) - 1, rows, ink);
}

/* ---------------------------------------------------------------- lists */

static void put_move(const struct report *report, unsigned ply, struct ink *ink)
{
    char at[ACTION_TEXT_SIZE];
    const struct game *game = game_of(report);
    action_format(game->variant, game_actions(game)[ply], at);
    ink_put_cell(ink, COLOUR_PLAIN, -(NUMBER_COLUMNS - 1), "%u.", ply + 1);
    ink_put_spaces(ink, 1);
    ink_put_cell(ink, COLOUR_BOLD, NUMBER_COLUMNS, "%s", at);
}

/* The move and its cost; what is said of it comes back. */
static void put_cost(const struct report *report, unsigned ply, struct ink *ink, char *text,
                     size_t size)
{
    struct verdict verdict = verdict_of(report->analysis, ply);
    enum colour colour = words_verdict(report->analysis, ply, text, size);
    put_move(report, ply, ink);
    ink_put_cell(ink, colour, COST_COLUMNS, "-%u %%", (verdict.cost + 50u) / 100);
}

static void put_mistake(const struct report *report, unsigned ply, struct ink *ink)
{
    const struct ink_margin margin = {columns_of(ink), MISTAKE_COLUMNS, MISTAKE_COLUMNS};
    char text[2 * WORDS_SIZE];
    put_cost(report, ply, ink, text, sizeof(text));
    ink_put_paragraph(ink, COLOUR_PLAIN, &margin, text);
    ink_end_line(ink);
}

/* The same on one line. */
static void put_short_mistake(const struct report *report, unsigned ply, struct ink *ink)
{
    char text[2 * WORDS_SIZE];
    const char *rest = text;
    put_cost(report, ply, ink, text, sizeof(text));
    size_t len = text_wrap(&rest, columns_of(ink) - 1 - MISTAKE_COLUMNS - strlen(" ..."));
    ink_put_line(ink, COLOUR_PLAIN, "%.*s%s", (int)len, text, *rest != '\0' ? " ..." : "");
}

static void put_mistakes(const struct report *report, struct ink *ink)
{
    uint16_t plies[MISTAKES_MAX];
    size_t all = verdict_mistakes(report->analysis, SEAT_NONE, ANALYSIS_SLIP, plies, MISTAKES_MAX);
    if (all == 0)
        return;
    ink_end_line(ink);
    ink_put_line(ink, COLOUR_BOLD, "%s", _("Mistakes, by what they cost:"));
    for (size_t i = 0; i < all && i < MISTAKES_MAX; i++)
        put_mistake(report, plies[i], ink);
    unsigned long more = all > MISTAKES_MAX ? (unsigned long)(all - MISTAKES_MAX) : 0;
    if (more > 0)
        ink_put_line(ink, COLOUR_DIM, ngettext("and %lu less costly", "and %lu less costly", more),
                     more);
}

static void put_missed_win(const struct report *report, unsigned ply, struct ink *ink)
{
    char line[WORDS_SIZE];
    const struct analysis_place *place = &report->analysis->places[ply];
    words_moves(game_of(report)->variant, &place->line, line, sizeof(line));
    put_move(report, ply, ink);
    ink_put_line(ink, COLOUR_WON, "%s", line);
}

static void put_missed(const struct report *report, struct ink *ink)
{
    unsigned count = 0;
    for (unsigned ply = report->analysis->first; ply < game_of(report)->ply; ply++) {
        struct verdict verdict = verdict_of(report->analysis, ply);
        if (verdict.before != PROOF_WIN || verdict.after == PROOF_WIN || count == MISSED_MAX)
            continue;
        if (count++ == 0) {
            ink_end_line(ink);
            ink_put_line(ink, COLOUR_BOLD, "%s", _("Wins that were missed, and how they go:"));
        }
        put_missed_win(report, ply, ink);
    }
}

/* ---------------------------------------------------------------- the board */

void report_put_board(const struct report *report, unsigned plies, struct ink *ink)
{
    struct game game;
    struct board board;
    const struct action *actions = game_actions(game_of(report));
    game_replay(&game, game_of(report)->variant, actions, plies);
    size_t last = BOARD_NO_CELL;
    for (unsigned ply = 0; ply < plies; ply++)
        last = action_is_choice(actions[ply]) ? last : action_square(game.variant, actions[ply]);
    board_init(&board, &game, last);
    board_draw(&board, ink);
}

/* Tells the fault of the move that lost, and how it is won from there. */
static void put_loss_words(const struct report *report, uint32_t ply, struct ink *ink)
{
    char text[2 * WORDS_SIZE];
    char line[WORDS_SIZE];
    const struct analysis_place *next = &report->analysis->places[ply + 1];
    enum colour colour = words_verdict(report->analysis, ply, text, sizeof(text));
    if (text[0] != '\0')
        ink_put_lines(ink, colour, columns_of(ink), text);
    words_moves(game_of(report)->variant, &next->line, line, sizeof(line));
    if (next->line.count > 0 && next->proof == PROOF_WIN)
        ink_put_line(ink, COLOUR_PLAIN, _("Winning line: %s"), line);
}

/* The board behind the move that lost, with these words. */
static void put_decision(const struct report *report, struct ink *ink)
{
    char text[2 * WORDS_SIZE];
    uint32_t ply = report_say_loss(report, text, sizeof(text));
    if (ply == VERDICT_NOWHERE)
        return;
    ink_end_line(ink);
    ink_put_lines(ink, COLOUR_BOLD, columns_of(ink), text);
    report_put_board(report, ply + 1, ink);
    put_loss_words(report, ply, ink);
}

void report_put_all(const struct report *report, struct ink *ink)
{
    put_summary(report, ink);
    put_curve(report, GRAPH_ROWS, ink);
    put_mistakes(report, ink);
    put_missed(report, ink);
    put_decision(report, ink);
}

/* ---------------------------------------------------------------- at one glance */

static void put_player(const struct report *report, enum seat seat, struct ink *ink)
{
    char text[2 * WORDS_SIZE];
    uint16_t plies[SHORT_MISTAKES];
    size_t all = verdict_mistakes(report->analysis, seat, ANALYSIS_SLIP, plies, SHORT_MISTAKES);
    report_say_accuracy(report, seat, text, sizeof(text));
    ink_put(ink, COLOUR_BOLD, "%s", text);
    ink_put_line(ink, COLOUR_PLAIN, all > 0 ? ". %s" : "%s",
                 all > 0 ? _("Mistakes, by what they cost:") : "");
    for (size_t i = 0; i < all && i < SHORT_MISTAKES; i++)
        put_short_mistake(report, plies[i], ink);
}

void report_put(const struct report *report, struct ink *ink)
{
    char text[2 * WORDS_SIZE];
    put_head(report, ink);
    ink_put_line(ink, COLOUR_DIM, " (%s)", _("with --all: every mistake, missed wins, the board"));
    put_opening(report, ink);
    put_gap(report, ink);
    uint32_t ply = report_say_loss(report, text, sizeof(text));
    ink_put_lines(ink, COLOUR_BOLD, columns_of(ink), text);
    if (ply != VERDICT_NOWHERE)
        put_loss_words(report, ply, ink);
    put_curve(report, SHORT_GRAPH_ROWS, ink);
    ink_end_line(ink);
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++)
        put_player(report, seat, ink);
}
