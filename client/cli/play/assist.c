/* SPDX-License-Identifier: MIT */
/*
 * What `penta play` does for its player by itself, if the player wants that: it shows threats, it
 * plays the answer that is forced, and it rings. It says so when it does, and who only watches has
 * nothing played. The account's settings count for a person at a screen; a script or a bot gets
 * what it asks for, whoever runs it.
 */
#include "client/cli/play/play_private.h"

#include "client/cli/connect/account.h"
#include "client/cli/terminal/i18n.h"

#include <string.h>

void play__start_assist(struct play *play)
{
    if (invocation_has(play->invocation, OPTION_THREATS)) {
        preferences_say(&play->preferences, PREFERENCE_SHOW_THREATS, true);
    }
    if (invocation_has(play->invocation, OPTION_CLOSE_THREATS)) {
        preferences_say(&play->preferences, PREFERENCE_CLOSE_THREATS, true);
    }
}

void play__ask_settings(struct play *play)
{
    struct request request = {.op = OP_SETTINGS_GET};
    if (play->output == PLAY_SCREEN) {
        play__send(play, &request);
    }
}

void play__take_settings(struct play *play, const struct settings_record *settings)
{
    if (play->output == PLAY_SCREEN) {
        preferences_keep(&play->preferences, settings);
        look_take_settings(&play->ink.look, settings);
        account_take_language(play->invocation, settings);
        play->is_dirty = true;
    }
}

/* Whether the person should look up for this. */
static bool is_heard(const struct play *play, const struct notice *notice)
{
    enum seat me = table_my_seat(&play->table);
    switch (notice->event) {
    case EVENT_GAME_STARTED:
    case EVENT_GAME_ENDED:
    case EVENT_ROOM_INVITED:
        return true;
    case EVENT_GAME_MOVED:
        return me != SEAT_NONE && (int)me != notice->body->game_moved.by;
    case EVENT_GAME_CHOSEN:
        return me != SEAT_NONE && (int)me != notice->body->game_chosen.by;
    default:
        return false;
    }
}

void play__ring(struct play *play, const struct notice *notice)
{
    bool is_wanted = play->has_screen && preferences_has(&play->preferences, PREFERENCE_SOUND);
    if (is_wanted && is_heard(play, notice)) {
        play->is_bell_due = true;
        play->is_dirty = true;
    }
}

/* Whether a move can be made now, and the table is what it would be made for. */
static bool is_free_to_move(const struct play *play)
{
    return play->plan != PLAN_WATCH && play->state == PLAY_AT_TABLE && !play->is_resign_asked &&
           session_is_ready(play->session) && !session_is_busy(play->session) &&
           play__is_up_to_date(play);
}

void play__close_threat(struct play *play)
{
    size_t cell;
    char at[ACTION_TEXT_SIZE];
    if (!preferences_has(&play->preferences, PREFERENCE_CLOSE_THREATS) || !is_free_to_move(play) ||
        !closing_is_due(&play->closing, &play->table, &cell)) {
        return;
    }
    closing_is_done(&play->closing, &play->table);
    action_format(play->table.variant, action_place(cell), at);
    play__say(play, COLOUR_BOLD, _("penta plays %s for you: the only answer (close is on)."), at);
    play__send_action(play, action_place(cell));
}

void play__take_back(struct play *play)
{
    if (play->answered_ply > play->table.game.ply) {
        play->answered_ply = play->table.game.ply; /* those moves will not be seen */
    }
    closing_take_back(&play->closing, &play->table);
}

/* ---------------------------------------------------------------- commands */

/* Reads "on" or "off" into the preference; says how it is written if it is neither. */
static bool do_switch(struct play *play, enum preference what, const char *rest)
{
    bool is_on = strcmp(rest, "on") == 0;
    bool is_off = strcmp(rest, "off") == 0;
    if (!is_on && !is_off) {
        play__say(play, COLOUR_ERROR, "%s",
                  what == PREFERENCE_SHOW_THREATS ? _("Type threats on, or threats off.")
                                                  : _("Type close on, or close off."));
        return false;
    }
    preferences_say(&play->preferences, what, is_on);
    play->is_dirty = true;
    return true;
}

void play__do_threats(struct play *play, const char *rest)
{
    const char *said = _("Threats are not shown.");
    if (!do_switch(play, PREFERENCE_SHOW_THREATS, rest)) {
        return;
    }
    if (preferences_has(&play->preferences, PREFERENCE_SHOW_THREATS)) {
        said = /* xgettext:no-c-format */
            _("Threats are shown: # and ! win at once, % and ? make an open four.");
    }
    play__say(play, COLOUR_PLAIN, "%s", said);
}

void play__do_close(struct play *play, const char *rest)
{
    if (play->plan == PLAN_WATCH) {
        play__say(play, COLOUR_ERROR, "%s", _("Who watches has nothing to close."));
        return;
    }
    if (!do_switch(play, PREFERENCE_CLOSE_THREATS, rest)) {
        return;
    }
    play__say(play, COLOUR_PLAIN, "%s",
              preferences_has(&play->preferences, PREFERENCE_CLOSE_THREATS)
                  ? _("Where one square is the only answer, penta plays it for you.")
                  : _("You close threats yourself."));
    closing_forget(&play->closing);
    play__close_threat(play);
}
