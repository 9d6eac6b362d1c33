/* SPDX-License-Identifier: MIT */
/*
 * The words of client/cli/words/event.h.
 */
#include "client/cli/words/event.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/table.h"
#include "client/cli/words/words.h"
#include "engine/needs.h"

#include <stdio.h>
#include <string.h>

static bool is_me(const struct table *table, int seat)
{
    return seat == (int)table_my_seat(table);
}

static void chosen(const struct table *table, int by, enum choice choice, char *text, size_t size)
{
    static const char *const mine[CHOICE_COUNT] = {
        [CHOICE_WHITE] = N_("You chose white."),
        [CHOICE_BLACK] = N_("You chose black."),
        [CHOICE_TWO_MORE] = N_("You place two more stones."),
    };
    const char *name = table->seats[by].name;
    if (is_me(table, by))
        snprintf(text, size, "%s", gettext(mine[choice]));
    else if (choice == CHOICE_WHITE)
        snprintf(text, size, _("%s chose white (O)."), name);
    else if (choice == CHOICE_BLACK)
        snprintf(text, size, _("%s chose black (X)."), name);
    else
        snprintf(text, size, _("%s places two more stones."), name);
}

/* Whether the last action filled a line whose stones vanish. */
static bool has_vanished(const struct game *game)
{
    struct game before;
    if ((game->variant->needs & NEED_VANISH) == 0 || game->ply == 0)
        return false;
    game_copy(&before, game);
    game_undo(&before);
    return game->stones <= before.stones;
}

static void placed(const struct table *table, const struct game_moved_event *event,
                   struct action action, char *text, size_t size)
{
    char at[ACTION_TEXT_SIZE];
    int by = event->by;
    size_t plies = table->game.ply;
    const char *mark = words_mark(plies > 0 ? game_mark_at(&table->game, plies - 1) : MARK_NONE);
    action_format(table->variant, action, at);
    if (is_me(table, by) && event->planned)
        snprintf(text, size, _("Played for you: %s (%s)."), at, mark);
    else if (is_me(table, by))
        snprintf(text, size, _("You played %s (%s)."), at, mark);
    else
        snprintf(text, size, _("%s played %s (%s)."), table->seats[by].name, at, mark);
    size_t len = strlen(text);
    if (has_vanished(&table->game))
        snprintf(text + len, size - len, "%s", _(" A full line vanishes."));
}

/* The table has taken the action already. */
static enum colour moved(const struct table *table, const struct game_moved_event *event,
                         char *text, size_t size)
{
    struct action action;
    if (action_parse(table->variant, event->action, strlen(event->action), &action) != 0)
        return COLOUR_DIM;
    if (action_is_choice(action)) {
        chosen(table, event->by, action_choice(action), text, size);
        return COLOUR_PLAIN;
    }
    placed(table, event, action, text, size);
    return event->planned && is_me(table, event->by) ? COLOUR_BOLD : COLOUR_DIM;
}

/* Questions and answers: as whoever does it reads it, and as the others do, with the name. */
static enum colour exchanged(const struct table *table, enum event event, int by, char *text,
                             size_t size)
{
    static const struct {
        enum event event;
        const char *mine, *theirs;
    } rows[] = {
        {EVENT_GAME_DRAW_OFFERED, N_("You offered a draw."), N_("%s offers a draw.")},
        {EVENT_GAME_DRAW_REFUSED, N_("You declined the draw."), N_("%s declined the draw.")},
        {EVENT_GAME_TAKEBACK_ASKED, N_("You asked for a takeback."), N_("%s asks for a takeback.")},
        {EVENT_GAME_TAKEBACK_REFUSED, N_("You declined the takeback."),
         N_("%s declined the takeback.")},
    };
    size_t i = 0;
    while (rows[i].event != event)
        i++;
    snprintf(text, size, gettext(is_me(table, by) ? rows[i].mine : rows[i].theirs),
             table->seats[by].name);
    return COLOUR_BOLD;
}

/* The ply of the last action that was no choice; there is one. */
static size_t last_stone(const struct game *game)
{
    size_t ply = game->ply - 1u;
    while (action_is_choice(game_actions(game)[ply]))
        ply--;
    return ply;
}

/* Appends the last move, which the board shows by a colour only. */
static void put_last(const struct table *table, char *text, size_t size)
{
    size_t cell;
    size_t len = strlen(text);
    if (!table_last_cell(table, &cell))
        return;
    size_t ply = last_stone(&table->game);
    snprintf(text + len, size - len, _(" Last move: %s (%s)."),
             words_action(table->game.variant, game_actions(&table->game)[ply]).text,
             words_mark(game_mark_at(&table->game, ply)));
}

static enum colour started(const struct table *table, char *text, size_t size)
{
    enum seat me = table_my_seat(table);
    enum mark mark = me != SEAT_NONE ? game_seat_mark(&table->game, me) : MARK_NONE;
    const char *first = table->seats[SEAT_FIRST].name;
    if (table->game.ply > 0 && mark != MARK_NONE)
        snprintf(text, size, _("The game goes on: you are %s."), words_mark(mark));
    else if (table->game.ply > 0)
        snprintf(text, size, "%s", _("The game goes on."));
    else if (mark != MARK_NONE)
        snprintf(text, size, _("The game begins: you are %s."), words_mark(mark));
    else if (me == SEAT_FIRST && table_task(table) == TABLE_TASK_OPENING)
        snprintf(text, size, "%s", _("The game begins: you place the opening."));
    else if (me == SEAT_FIRST)
        snprintf(text, size, "%s", _("The game begins: you make the first move."));
    else
        snprintf(text, size, _("The game begins: %s makes the first move."), first);
    if (table->game.ply > 0)
        put_last(table, text, size);
    return COLOUR_BOLD;
}

static enum colour taken_back(const struct game_taken_back_event *event, char *text, size_t size)
{
    snprintf(text, size, _("Taken back: the board is as it was before move %d."),
             (int)event->ply + 1);
    return COLOUR_BOLD;
}

void words_lapsed(const struct table *table, const struct words_lapse *lapse, char *text,
                  size_t size)
{
    static const struct {
        const char *offerer, *mover,
            *others; /* as they read it; the first and third name the mover */
    } declined[] = {
        {N_("%s moved: your draw offer is declined."),
         N_("Your move declines your opponent's draw offer."),
         N_("%s moved: the draw offer is declined.")},
        {N_("%s moved: your takeback request is declined."),
         N_("Your move declines your opponent's takeback request."),
         N_("%s moved: the takeback request is declined.")},
    };
    size_t row = lapse->asked == EVENT_GAME_TAKEBACK_ASKED;
    const char *mover = table->seats[lapse->mover].name;
    if (lapse->by == lapse->mover && is_me(table, lapse->by))
        snprintf(text, size, "%s", _("Your move withdraws your takeback request."));
    else if (lapse->by == lapse->mover)
        snprintf(text, size, _("%s moved: the takeback request is withdrawn."), mover);
    else if (is_me(table, lapse->by))
        snprintf(text, size, gettext(declined[row].offerer), mover);
    else if (is_me(table, lapse->mover))
        snprintf(text, size, "%s", gettext(declined[row].mover));
    else
        snprintf(text, size, gettext(declined[row].others), mover);
}

static enum colour given(const struct table *table, const struct game_time_given_event *event,
                         char *text, size_t size)
{
    unsigned long seconds = (unsigned long)(event->ms / CLOCK_SECOND_MS);
    const char *name = table->seats[event->by].name;
    enum seat me = table_my_seat(table);
    if (is_me(table, event->by)) {
        snprintf(text, size, ngettext("You gave %lu second.", "You gave %lu seconds.", seconds),
                 seconds);
    } else if (me != SEAT_NONE) {
        snprintf(text, size,
                 ngettext("%s gives you %lu second.", "%s gives you %lu seconds.", seconds), name,
                 seconds);
    } else {
        snprintf(text, size, ngettext("%s gives %lu second.", "%s gives %lu seconds.", seconds),
                 name, seconds);
    }
    return COLOUR_BOLD;
}

static enum colour days_off(const struct table *table, const struct game_days_off_event *event,
                            char *text, size_t size)
{
    const char *name = table->seats[event->by].name;
    bool is_mine = is_me(table, event->by);
    if (event->ms <= 0) {
        snprintf(text, size,
                 is_mine ? _("Your days off have ended.") : _("The days off of %s have ended."),
                 name);
        return COLOUR_BOLD;
    }
    snprintf(text, size,
             is_mine ? _("You have days off: your clock has %s more.")
                     : _("%s has days off: the clock has %s more."),
             name, words_duration(event->ms).text);
    return COLOUR_BOLD;
}

/* A player who comes back is sent that of the own absence, too, and knows it. In a game of days
 * the panel shows who is there: each look at a list of games is a visit, and no news. */
static enum colour presence(const struct table *table, const struct room_presence_event *event,
                            char *text, size_t size)
{
    if (strcmp(event->name, table->me) == 0 || table->control.kind == CLOCK_CORRESPONDENCE)
        return COLOUR_DIM;
    if (event->connected) {
        snprintf(text, size, _("%s is back."), event->name);
        return COLOUR_DIM;
    }
    if (table_claim_in_ms(table, table->now_ms) > 0) {
        words_claim(table, table->now_ms, text, size);
        return COLOUR_BOLD;
    }
    snprintf(text, size, _("%s is offline."), event->name);
    return COLOUR_DIM;
}

static enum colour rematch(const struct table *table,
                           const struct room_rematch_offered_event *event, char *text, size_t size)
{
    if (table_is_rematch_offered_to_me(table) || !table_is_seated(table))
        snprintf(text, size, _("%s offers a rematch."), event->name);
    else
        snprintf(text, size, "%s", _("You offered a rematch."));
    return COLOUR_BOLD;
}

static enum colour rematch_refused(const struct table *table,
                                   const struct room_rematch_refused_event *event, char *text,
                                   size_t size)
{
    if (table_is_seated(table) && strcmp(event->name, table->me) == 0)
        snprintf(text, size, "%s", _("You declined the rematch."));
    else if (event->withdrawn)
        snprintf(text, size, _("%s takes the offer of a rematch back."), event->name);
    else
        snprintf(text, size, _("%s declined the rematch."), event->name);
    return COLOUR_BOLD;
}

static enum colour closed(const struct room_closed_event *event, char *text, size_t size)
{
    if (event->reason != NULL)
        snprintf(text, size, _("The room was closed: %s."), event->reason);
    else
        snprintf(text, size, "%s", _("Room closed."));
    return COLOUR_BOLD;
}

void words_line(const struct chat_line_record *line, bool is_old, char *text, size_t size)
{
    size_t len = is_old ? (size_t)snprintf(text, size, "%s ", words_time(line->at).text) : 0;
    snprintf(text + len, size - len, line->from_watcher ? _("%s (spectator): %s") : "%s: %s",
             line->name, line->hidden ? _("(hidden by a moderator)") : words_said(line->text));
}

static enum colour room_event(const struct table *table, enum event event,
                              const union event_body *body, char *text, size_t size)
{
    switch (event) {
    case EVENT_ROOM_JOINED:
        snprintf(text, size, _("%s has joined."), body->room_joined.player->name);
        return COLOUR_BOLD;
    case EVENT_ROOM_LEFT:
        snprintf(text, size, _("%s has left the room."), body->room_left.name);
        return COLOUR_BOLD;
    case EVENT_ROOM_REOPENED:
        snprintf(text, size, "%s", _("The room is open again: somebody else may join."));
        return COLOUR_BOLD;
    case EVENT_ROOM_PRESENCE:
        return presence(table, &body->room_presence, text, size);
    case EVENT_ROOM_SAID:
        words_line(body->room_said.line, false, text, size);
        return COLOUR_CHAT;
    case EVENT_ROOM_REMATCH_OFFERED:
        return rematch(table, &body->room_rematch_offered, text, size);
    case EVENT_ROOM_REMATCH_REFUSED:
        return rematch_refused(table, &body->room_rematch_refused, text, size);
    case EVENT_ROOM_CLOSED:
        return closed(&body->room_closed, text, size);
    case EVENT_PLAYER_RENAMED:
        snprintf(text, size, _("%s is now called %s."), body->player_renamed.before,
                 body->player_renamed.name);
        return COLOUR_BOLD;
    case EVENT_ROOM_RENAMED:
        snprintf(text, size, _("%s is now called %s."), body->room_renamed.before,
                 body->room_renamed.name);
        return COLOUR_BOLD;
    default:
        return COLOUR_PLAIN;
    }
}

enum colour words_event(const struct table *table, enum event event, const union event_body *body,
                        char *text, size_t size)
{
    text[0] = '\0';
    switch (event) {
    case EVENT_GAME_STARTED:
        return started(table, text, size);
    case EVENT_GAME_MOVED:
        return moved(table, &body->game_moved, text, size);
    case EVENT_GAME_DRAW_OFFERED:
        return exchanged(table, event, body->game_draw_offered.by, text, size);
    case EVENT_GAME_DRAW_REFUSED:
        return exchanged(table, event, body->game_draw_refused.by, text, size);
    case EVENT_GAME_TAKEBACK_ASKED:
        return exchanged(table, event, body->game_takeback_asked.by, text, size);
    case EVENT_GAME_TAKEBACK_REFUSED:
        return exchanged(table, event, body->game_takeback_refused.by, text, size);
    case EVENT_GAME_TAKEN_BACK:
        return taken_back(&body->game_taken_back, text, size);
    case EVENT_GAME_TIME_GIVEN:
        return given(table, &body->game_time_given, text, size);
    case EVENT_GAME_DAYS_OFF:
        return days_off(table, &body->game_days_off, text, size);
    case EVENT_GAME_ENDED:
        return words_result(table, text, size);
    default:
        return room_event(table, event, body, text, size);
    }
}

/* ------------------------------------------------------------------ what was played */

#define TENTHS_BELOW_MS (10 * CLOCK_SECOND_MS)
#define CELL_COLUMNS 24

/* A time of thought: "0:07.3", "1:58", "2d 03:14". */
static void put_spent(int64_t spent_ms, char *text, size_t size)
{
    size_t len = (size_t)snprintf(text, size, "%s", words_duration(spent_ms).text);
    if (spent_ms < TENTHS_BELOW_MS)
        snprintf(text + len, size - len, ".%d", (int)(spent_ms % CLOCK_SECOND_MS / 100));
}

/* The player of the action at `ply`. */
static enum seat actor(const struct table *table, unsigned ply)
{
    struct game game = table->game;
    while (game.ply > ply)
        game_undo(&game);
    return game_to_act(&game);
}

/* Puts the choice, or the square; `mark_out` is "" for a choice. */
static void put_action(const struct table *table, unsigned ply, char text[ACTION_TEXT_SIZE],
                       const char **mark_out)
{
    struct action action = game_actions(&table->game)[ply];
    action_format(table->game.variant, action, text);
    *mark_out = action_is_choice(action) ? "" : words_mark(game_mark_at(&table->game, ply));
}

/* Stones that were laid out took nobody's time. */
static void put_time(const struct table *table, unsigned ply, char *text, size_t size)
{
    text[0] = '\0';
    if (table->spent_ms[ply] != NONE)
        put_spent(table->spent_ms[ply], text, size);
}

void words_move(const struct table *table, unsigned ply, char *text, size_t size)
{
    char at[ACTION_TEXT_SIZE];
    char time[WORDS_SIZE / 4];
    char mark[WORDS_SIZE / 4] = "";
    const char *letter;
    put_action(table, ply, at, &letter);
    put_time(table, ply, time, sizeof(time));
    if (letter[0] != '\0')
        snprintf(mark, sizeof(mark), " (%s)", letter);
    const char *name = ply < table->given ? _("laid out") : table->seats[actor(table, ply)].name;
    snprintf(text, size, "%u. %s%s, %s%s%s", ply + 1, at, mark, name, time[0] != '\0' ? ", " : "",
             time);
}

unsigned words_moves_rows(const struct table *table)
{
    return (table->game.ply + 1U) / 2;
}

static void put_cell(const struct table *table, unsigned ply, char *text, size_t size)
{
    char at[ACTION_TEXT_SIZE];
    char time[WORDS_SIZE / 4];
    const char *mark;
    put_action(table, ply, at, &mark);
    put_time(table, ply, time, sizeof(time));
    snprintf(text, size, "%2u. %s%s%s%s%s", ply + 1, mark, mark[0] != '\0' ? " " : "", at,
             time[0] != '\0' ? " " : "", time);
}

/* Names of marks and choices may have letters of several bytes. */
static void put_wide_cell(const struct table *table, unsigned ply, char *text, size_t size)
{
    char at[ACTION_TEXT_SIZE];
    char time[WORDS_SIZE / 4];
    char move[WORDS_SIZE / 4];
    const char *mark;
    put_action(table, ply, at, &mark);
    put_time(table, ply, time, sizeof(time));
    snprintf(move, sizeof(move), "%3u. %s%s%s", ply + 1, mark, mark[0] != '\0' ? " " : "", at);
    size_t used = text_width(move) + text_width(time);
    size_t gap = used < CELL_COLUMNS ? CELL_COLUMNS - used : 1;
    snprintf(text, size, "%s%*s%s", move, (int)gap, "", time);
}

void words_moves_row(const struct table *table, unsigned row, bool is_wide, char *text, size_t size)
{
    char cells[2][WORDS_SIZE / 2] = {"", ""};
    for (unsigned i = 0; i < 2 && row * 2 + i < table->game.ply; i++)
        if (is_wide)
            put_wide_cell(table, row * 2 + i, cells[i], sizeof(cells[i]));
        else
            put_cell(table, row * 2 + i, cells[i], sizeof(cells[i]));
    const char *gap = cells[1][0] == '\0' ? "" : is_wide ? "    " : "  ";
    snprintf(text, size, "%s%s%s", cells[0], gap, cells[1]);
}

/* ------------------------------------------------------------------ what an analysis says */

/* ---------------------------------------------------------------- squares */

static void add(char *text, size_t size, const char *more)
{
    size_t len = strlen(text);
    snprintf(text + len, size - len, "%s", more);
}

/* "g7", "g7 or k7", "g7, h8 or k7". */
static void put_squares(const struct variant *variant, const struct action *actions, size_t count,
                        char *text, size_t size)
{
    char list[WORDS_SIZE] = "";
    text[0] = '\0';
    if (count == 0)
        return;
    for (size_t i = 0; i + 1 < count; i++) {
        add(list, sizeof(list), i > 0 ? ", " : "");
        add(list, sizeof(list), words_action(variant, actions[i]).text);
    }
    const struct words_text last = words_action(variant, actions[count - 1]);
    if (count == 1)
        snprintf(text, size, "%s", last.text);
    else
        snprintf(text, size, _("%s or %s"), list, last.text);
}

void words_moves(const struct variant *variant, const struct analysis_line *line, char *text,
                 size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < line->count && i < WORDS_MOVES; i++) {
        add(text, size, i > 0 ? " " : "");
        add(text, size, words_action(variant, line->actions[i]).text);
    }
    if (line->count > WORDS_MOVES)
        add(text, size, " ...");
}

/* ---------------------------------------------------------------- threats */

/* A threat as an object; empty for none. */
static const char *threat_words(enum analysis_threat threat)
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

/* The chances left to the other side, and wins of one's own that were missed; with %s for the first
 * square of the win. */
static const struct {
    const char *left, *missed;
} wins[ANALYSIS_WIN_COUNT] = {
    [ANALYSIS_WIN_NONE] = {N_("The game was lost from here."), N_("A win was missed.")},
    [ANALYSIS_WIN_FIVE] = {N_("A four was not stopped: %s."), N_("Missed: five in a row on %s.")},
    [ANALYSIS_WIN_STRAIGHT] =
        {N_("An open three was left to the opponent: %s makes it an open four."),
         N_("Missed: an open four on %s.")},
    [ANALYSIS_WIN_DOUBLE] = {N_("The opponent was left a square for two fours: %s."),
                             N_("Missed: a double four on %s.")},
    [ANALYSIS_WIN_FOURS] = {N_("The opponent was left a win by fours, beginning with %s."),
                            N_("Missed: a win by fours, beginning with %s.")},
    [ANALYSIS_WIN_THREES] =
        {N_("The opponent was left a win by fours and threes, beginning with %s."),
         N_("Missed: a win by fours and threes, beginning with %s.")},
    [ANALYSIS_WIN_ONCE] = {N_("The opponent was left a win at once: %s."),
                           N_("Missed: %s wins at once.")},
    [ANALYSIS_WIN_SEARCH] = {N_("The opponent was left a proven win, beginning with %s."),
                             N_("Missed: a proven win, beginning with %s.")},
};

static void put_win(const struct analysis *analysis, const struct analysis_place *place,
                    const char *sentence, char *text, size_t size)
{
    bool has_line = place->line.count > 0;
    snprintf(text, size, gettext(sentence),
             has_line ? words_action(analysis->game.variant, place->line.actions[0]).text : "");
}

/* ---------------------------------------------------------------- moves */

/* The fault of the move: what it left, or that it ended the game. A win that became known from the
 * moves behind it may have no line. */
static void put_left(const struct analysis *analysis, unsigned ply, char *text, size_t size)
{
    const struct analysis_place *next = &analysis->places[ply + 1];
    bool is_end = ply + 1u == analysis->game.ply && game_status(&analysis->game) != GAME_OPEN;
    if (is_end)
        snprintf(text, size, "%s", _("This move lost the game at once."));
    else
        put_win(analysis, next, wins[next->line.count > 0 ? next->win : ANALYSIS_WIN_NONE].left,
                text, size);
}

static void put_losing(const struct analysis *analysis, unsigned ply, char *text, size_t size)
{
    char squares[WORDS_SIZE];
    char more[2 * WORDS_SIZE];
    const struct analysis_place *place = &analysis->places[ply];
    bool sees_threats = analysis_sees_threats(analysis->game.variant);
    put_left(analysis, ply, text, size);
    if (place->stops_count == 0) {
        add(text, size, " ");
        add(text, size,
            sees_threats ? _("No move was found that would have stopped it.")
                         : _("No move was found that does not lose."));
    }
    if (place->stops_count == 0 || place[1].win == ANALYSIS_WIN_FIVE)
        return;
    put_squares(analysis->game.variant, place->stops, place->stops_count, squares, sizeof(squares));
    snprintf(more, sizeof(more),
             sees_threats ? _("%s would have stopped it.") : _("Behind %s no loss was found."),
             squares);
    add(text, size, " ");
    add(text, size, more);
}

static void put_better(const struct analysis *analysis, unsigned ply, char *text, size_t size)
{
    const struct analysis_place *place = &analysis->places[ply];
    struct action played = game_actions(&analysis->game)[ply];
    if (place->line.count == 0 || action_equals(place->line.actions[0], played))
        return;
    snprintf(text, size, _("%s was better."),
             words_action(analysis->game.variant, place->line.actions[0]).text);
}

static void put_made(const struct analysis_place *place, char *text, size_t size)
{
    const char *threat = threat_words((enum analysis_threat)place->made);
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
        put_win(analysis, place, wins[place->win].missed, text, size);
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

enum seat words_share_seat(const struct analysis *analysis)
{
    return game_seat_mark(&analysis->game, SEAT_SECOND) == MARK_X ? SEAT_SECOND : SEAT_FIRST;
}

static const char *proven_sentence(bool has_marks, bool is_first)
{
    if (has_marks)
        return is_first ? _("X has a proven win.") : _("O has a proven win.");
    return is_first ? _("The first player has a proven win.")
                    : _("The second player has a proven win.");
}

/* With %u twice, for the two shares of a hundred. */
static const char *share_sentence(const struct analysis *analysis, bool has_marks)
{
    if (analysis_sees_threats(analysis->game.variant))
        return _("X wins %u of 100 such games, O %u.");
    return has_marks ? _("X scores %u of 100 such games, O %u; a draw is half.")
                     : _("The first player scores %u of 100 such games, the second %u; a draw is "
                         "half.");
}

void words_prospect(const struct analysis *analysis, unsigned ply, char *text, size_t size)
{
    const struct analysis_place *place = &analysis->places[ply];
    enum seat told = words_share_seat(analysis);
    bool has_marks = game_seat_mark(&analysis->game, told) != MARK_NONE;
    bool is_told = analysis_seat(analysis, ply) == told;
    unsigned share = is_told ? place->share : ANALYSIS_SHARE_ONE - place->share;
    share = (share + 50) / 100;
    if (!place->is_known)
        snprintf(text, size, "%s", _("This position was not analysed."));
    else if (place->proof == PROOF_WIN || place->proof == PROOF_LOSS)
        snprintf(text, size, "%s",
                 proven_sentence(has_marks, is_told == (place->proof == PROOF_WIN)));
    else if (place->proof == PROOF_DRAW)
        snprintf(text, size, "%s",
                 analysis_sees_threats(analysis->game.variant)
                     ? _("It is a draw: nobody can get five any more.")
                     : _("It is a proven draw."));
    else
        snprintf(text, size, share_sentence(analysis, has_marks), share, 100 - share);
}
