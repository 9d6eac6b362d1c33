/* SPDX-License-Identifier: MIT */
/*
 * The help of client/cli/play/assist.h.
 */
#include "client/cli/play/assist.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"
#include "engine/needs.h"

#include <string.h>

void assist_init(struct assist *assist, const struct visit *visit)
{
    *assist = (struct assist){.visit = visit};
    if (invocation_has(visit->invocation, OPTION_THREATS))
        preferences_say(&assist->preferences, PREFERENCE_SHOW_THREATS, true);
    if (invocation_has(visit->invocation, OPTION_CLOSE_THREATS))
        preferences_say(&assist->preferences, PREFERENCE_CLOSE_THREATS, true);
}

void assist_take_settings(struct assist *assist, const struct settings_record *settings)
{
    preferences_keep(&assist->preferences, settings);
}

/* Whether a rated game goes on at the table, in which nobody is helped, watchers included. */
static bool is_resting(const struct assist *assist)
{
    const struct table *table = &assist->visit->table;
    return table->is_rated && table->game_id != 0 && table->result == NONE;
}

/* Whether threats are looked for in the table's game; before there is one, they may be. */
static bool has_threats(const struct assist *assist)
{
    const struct variant *variant = assist->visit->table.variant;
    return variant == NULL || reader_knows(READER_THREATS, variant);
}

bool assist_shows_threats(const struct assist *assist)
{
    return preferences_has(&assist->preferences, PREFERENCE_SHOW_THREATS) && has_threats(assist) &&
           !is_resting(assist);
}

void assist_tell_rest(const struct assist *assist)
{
    bool is_wanted = preferences_has(&assist->preferences, PREFERENCE_SHOW_THREATS) ||
                     preferences_has(&assist->preferences, PREFERENCE_CLOSE_THREATS);
    if (is_wanted && is_resting(assist))
        visit_say(assist->visit, COLOUR_BOLD, "%s",
                  _("Rated game: threats are not shown or answered until it ends."));
}

/* Whether the person should look up for this. */
static bool is_news(const struct table *table, const struct notice *event)
{
    enum seat me = table_my_seat(table);
    switch (event->event) {
    case EVENT_GAME_STARTED:
    case EVENT_GAME_ENDED:
    case EVENT_ROOM_INVITED:
        return true;
    case EVENT_GAME_MOVED:
        return me != SEAT_NONE && (int)me != event->body->game_moved.by;
    default:
        return false;
    }
}

void assist_ring(const struct assist *assist, const struct notice *event)
{
    if (preferences_has(&assist->preferences, PREFERENCE_SOUND) &&
        is_news(&assist->visit->table, event))
        assist->visit->calls->ring(assist->visit->ctx);
}

void assist_close_threat(struct assist *assist)
{
    size_t cell;
    const struct table *table = &assist->visit->table;
    if (!preferences_has(&assist->preferences, PREFERENCE_CLOSE_THREATS) || is_resting(assist) ||
        assist->visit->plan == PLAN_WATCH || !closing_is_due(&assist->closing, table, &cell))
        return;
    closing_is_done(&assist->closing, table);
    visit_say(assist->visit, COLOUR_BOLD,
              _("penta plays %s for you: it is the only answer (close is on)."),
              words_action(table->variant, action_place(cell)).text);
    visit_send_action(assist->visit, action_place(cell));
}

void assist_take_back(struct assist *assist)
{
    closing_take_back(&assist->closing, &assist->visit->table);
}

void assist_tell_claim(struct assist *assist, int64_t claim_ms)
{
    bool is_due = claim_ms == 0;
    if (is_due && !assist->is_claim_told)
        visit_say(assist->visit, COLOUR_BOLD, "%s", _("You can claim the win now: type claim."));
    assist->is_claim_told = is_due;
}

/* ---------------------------------------------------------------- commands */

/* Reads "on" or "off" into the preference; says how it is written if it is neither. Returns whether
 * that changes anything now. */
static bool do_switch(struct assist *assist, enum preference what, const char *rest,
                      const char *usage)
{
    bool is_on = strcmp(rest, "on") == 0;
    if (!is_on && strcmp(rest, "off") != 0) {
        visit_say(assist->visit, COLOUR_ERROR, "%s", usage);
        return false;
    }
    preferences_say(&assist->preferences, what, is_on);
    if (is_on && !has_threats(assist)) {
        visit_say(assist->visit, COLOUR_PLAIN, "%s",
                  _("In this game penta knows no threats; in others it does so."));
        return false;
    }
    if (is_on && is_resting(assist)) {
        assist_tell_rest(assist);
        return false;
    }
    return true;
}

void assist_do_threats(struct assist *assist, const char *rest)
{
    const char *said = _("Threats are off.");
    if (!do_switch(assist, PREFERENCE_SHOW_THREATS, rest, _("Type threats on, or threats off.")))
        return;
    if (assist_shows_threats(assist)) {
        said = /* xgettext:no-c-format */
            _("Threats are shown: # and ! win at once, % and ? make an open four.");
    }
    visit_say(assist->visit, COLOUR_PLAIN, "%s", said);
}

bool assist_do_close(struct assist *assist, const char *rest)
{
    if (assist->visit->plan == PLAN_WATCH) {
        visit_say(assist->visit, COLOUR_ERROR, "%s", _("Spectators cannot use this."));
        return false;
    }
    if (!do_switch(assist, PREFERENCE_CLOSE_THREATS, rest, _("Type close on, or close off.")))
        return false;
    visit_say(assist->visit, COLOUR_PLAIN, "%s",
              preferences_has(&assist->preferences, PREFERENCE_CLOSE_THREATS)
                  ? _("When there is only one answer, penta plays it for you.")
                  : _("You answer threats yourself."));
    closing_forget(&assist->closing);
    return true;
}
