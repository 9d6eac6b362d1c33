/* SPDX-License-Identifier: MIT */
/*
 * The sentences of client/cli/words/analysis.h.
 */
#include "client/cli/words/analysis.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- squares */

static void add(char *text, size_t size, const char *more)
{
    size_t len = strlen(text);
    snprintf(text + len, size - len, "%s", more);
}

static void add_square(const struct variant *variant, unsigned cell, char *text, size_t size)
{
    char at[ACTION_TEXT_SIZE];
    action_format(variant, action_place(cell), at);
    add(text, size, at);
}

void words_squares(const struct variant *variant, const uint16_t *cells, size_t count, char *text,
                   size_t size)
{
    char list[WORDS_SIZE] = "";
    char last[ACTION_TEXT_SIZE] = "";
    text[0] = '\0';
    if (count == 0)
        return;
    for (size_t i = 0; i + 1 < count; i++) {
        add(list, sizeof(list), i > 0 ? ", " : "");
        add_square(variant, cells[i], list, sizeof(list));
    }
    add_square(variant, cells[count - 1], last, sizeof(last));
    if (count == 1)
        snprintf(text, size, "%s", last);
    else
        snprintf(text, size, _("%s or %s"), list, last);
}

void words_moves(const struct variant *variant, const uint16_t *cells, size_t count, size_t most,
                 char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < count && i < most; i++) {
        add(text, size, i > 0 ? " " : "");
        add_square(variant, cells[i], text, size);
    }
    if (count > most)
        add(text, size, " ...");
}

/* ---------------------------------------------------------------- threats */

const char *words_threat(enum analysis_threat threat)
{
    static const char *const threats[ANALYSIS_THREAT_COUNT] = {
        [ANALYSIS_THREAT_THREE] = N_("an open three"),
        [ANALYSIS_THREAT_THREES] = N_("a double three"),
        [ANALYSIS_THREAT_FOUR] = N_("a four"),
        [ANALYSIS_THREAT_FOUR_THREE] = N_("a four and an open three"),
        [ANALYSIS_THREAT_FOURS] = N_("a double four"),
        [ANALYSIS_THREAT_STRAIGHT] = N_("an open four"),
        [ANALYSIS_THREAT_FIVE] = N_("five in a row"),
    };
    return threats[threat] != NULL ? gettext(threats[threat]) : "";
}

/* What was left to the other side; with %s for the first square of the win. */
static const char *left_sentence(enum analysis_win win)
{
    switch (win) {
    case ANALYSIS_WIN_FIVE:
        return _("A four was not stopped: %s.");
    case ANALYSIS_WIN_STRAIGHT:
        return _("An open three was left to the opponent: %s makes it an open four.");
    case ANALYSIS_WIN_DOUBLE:
        return _("The opponent was left a square for two fours: %s.");
    case ANALYSIS_WIN_FOURS:
        return _("The opponent was left a win by fours, beginning with %s.");
    case ANALYSIS_WIN_THREES:
        return _("The opponent was left a win by fours and threes, beginning with %s.");
    default:
        return _("The game was lost from here.");
    }
}

/* The same of a win that was one's own. */
static const char *missed_sentence(enum analysis_win win)
{
    switch (win) {
    case ANALYSIS_WIN_FIVE:
        return _("Missed: five in a row on %s.");
    case ANALYSIS_WIN_STRAIGHT:
        return _("Missed: an open four on %s.");
    case ANALYSIS_WIN_DOUBLE:
        return _("Missed: a double four on %s.");
    case ANALYSIS_WIN_FOURS:
        return _("Missed: a win by fours, beginning with %s.");
    case ANALYSIS_WIN_THREES:
        return _("Missed: a win by fours and threes, beginning with %s.");
    default:
        return _("A win was missed.");
    }
}

static void put_win(const struct analysis *analysis, const struct analysis_place *place,
                    const char *sentence, char *text, size_t size)
{
    char first[ACTION_TEXT_SIZE] = "";
    if (place->line.count > 0)
        add_square(analysis->game.variant, place->line.cells[0], first, sizeof(first));
    snprintf(text, size, sentence, first);
}

/* ---------------------------------------------------------------- moves */

static void put_losing(const struct analysis *analysis, unsigned ply, char *text, size_t size)
{
    char squares[WORDS_SIZE];
    char more[2 * WORDS_SIZE];
    const struct analysis_place *place = &analysis->places[ply];
    const struct analysis_place *next = &place[1];
    put_win(analysis, next, left_sentence((enum analysis_win)next->win), text, size);
    if (place->stops_count == 0) {
        add(text, size, " ");
        add(text, size, _("No move was found that would have stopped it."));
    }
    if (place->stops_count == 0 || next->win == ANALYSIS_WIN_FIVE)
        return;
    words_squares(analysis->game.variant, place->stops, place->stops_count, squares,
                  sizeof(squares));
    snprintf(more, sizeof(more), _("%s would have stopped it."), squares);
    add(text, size, " ");
    add(text, size, more);
}

static void put_better(const struct analysis *analysis, unsigned ply, char *text, size_t size)
{
    char best[ACTION_TEXT_SIZE] = "";
    const struct analysis_place *place = &analysis->places[ply];
    size_t played = action_cell(game_actions(&analysis->game)[ply]);
    if (place->line.count == 0 || place->line.cells[0] == played)
        return;
    add_square(analysis->game.variant, place->line.cells[0], best, sizeof(best));
    snprintf(text, size, _("%s was better."), best);
}

static void put_made(const struct analysis_place *place, char *text, size_t size)
{
    const char *threat = words_threat((enum analysis_threat)place->made);
    if (threat[0] != '\0')
        snprintf(text, size, _("It makes %s."), threat);
}

/* After a win that is proven, the moves of the winner need no words but those of threats. */
static void put_winning(const struct analysis_place *place, const struct verdict *verdict,
                        char *text, size_t size)
{
    if (verdict->before != PROOF_WIN)
        snprintf(text, size, "%s", _("From here the win is proven."));
    else
        put_made(place, text, size);
}

enum colour words_verdict(const struct analysis *analysis, unsigned ply, char *text, size_t size)
{
    struct verdict verdict = verdict_of(analysis, ply);
    const struct analysis_place *place = &analysis->places[ply];
    text[0] = '\0';
    switch (verdict.mark) {
    case ANALYSIS_MARK_WINS:
        put_winning(place, &verdict, text, size);
        return COLOUR_WON;
    case ANALYSIS_MARK_LOSING:
        put_losing(analysis, ply, text, size);
        return COLOUR_LOST;
    case ANALYSIS_MARK_MISSED:
        put_win(analysis, place, missed_sentence((enum analysis_win)place->win), text, size);
        return COLOUR_LOST;
    case ANALYSIS_MARK_ONLY:
        snprintf(text, size, "%s", _("The only move."));
        return COLOUR_PLAIN;
    case ANALYSIS_MARK_LOST:
        snprintf(text, size, "%s", _("The game was already lost, whatever the move."));
        return COLOUR_PLAIN;
    case ANALYSIS_MARK_MISTAKE:
    case ANALYSIS_MARK_SLIP:
        put_better(analysis, ply, text, size);
        return verdict.mark == ANALYSIS_MARK_MISTAKE ? COLOUR_LOST : COLOUR_DRAWN;
    default:
        put_made(place, text, size);
        return COLOUR_PLAIN;
    }
}

void words_prospect(const struct analysis *analysis, unsigned ply, char *text, size_t size)
{
    const struct analysis_place *place = &analysis->places[ply];
    bool is_x = analysis_mover(analysis, ply) == MARK_X;
    bool x_wins = place->proof == PROOF_WIN ? is_x : !is_x;
    unsigned share = is_x ? place->share : ANALYSIS_SHARE_ONE - place->share;
    if (!place->is_known)
        snprintf(text, size, "%s", _("This position was not analysed."));
    else if (place->proof == PROOF_WIN || place->proof == PROOF_LOSS)
        snprintf(text, size, "%s", x_wins ? _("X has a proven win.") : _("O has a proven win."));
    else if (place->proof == PROOF_DRAW)
        snprintf(text, size, "%s", _("It is a draw: nobody can get five any more."));
    else
        snprintf(text, size, _("X wins %u of 100 such games, O %u."), (share + 50) / 100,
                 100 - (share + 50) / 100);
}
