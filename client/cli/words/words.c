/* SPDX-License-Identifier: MIT */
/*
 * The words of client/cli/words/words.h.
 */
#include "client/cli/words/words.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/text.h"
#include "client/cli/words/problem.h"
#include "engine/opening.h"
#include "proto/error.h"
#include "proto/id.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DAY_CHARS 10 /* of a time: 2026-12-03 */

const char *words_phrase(const char *typed)
{
    char *end;
    unsigned long number = strtoul(typed, &end, 10);
    if (typed[0] != '\0' && *end == '\0' && number > 0)
        return phrase_get(number - 1);
    for (size_t i = 0; i < phrase_count(); i++)
        if (strcmp(phrase_get(i), typed) == 0 || strcmp(_(phrase_get(i)), typed) == 0)
            return phrase_get(i);
    return NULL;
}

const char *words_said(const char *text)
{
    return phrase_find(text) < phrase_count() ? _(text) : text;
}

const char *words_provisional(bool is_provisional)
{
    return is_provisional ? "?" : "";
}

void words_person(const struct table_person *person, char *text, size_t size)
{
    const char *mark = words_provisional(person->is_provisional);
    if (person->rating != NONE && person->gained != 0) {
        snprintf(text, size, "%s (%d%s, %+d)", person->name, (int)person->rating, mark,
                 (int)person->gained);
    } else if (person->rating != NONE) {
        snprintf(text, size, "%s (%d%s)", person->name, (int)person->rating, mark);
    } else if (person->computer[0] != '\0') {
        snprintf(text, size, _("%s (computer)"), person->name);
    } else if (person->is_guest && strncmp(person->name, "guest", 5) != 0) {
        snprintf(text, size, _("%s (guest)"), person->name);
    } else {
        snprintf(text, size, "%s", person->name);
    }
}

void words_connection(const struct table_person *person, char *text, size_t size)
{
    struct words_text until = words_time(person->off_until);
    until.text[DAY_CHARS] = '\0'; /* there is no more room in the panel */
    if (!person->is_connected && person->off_until > 0)
        snprintf(text, size, _(", off until %s"), until.text);
    else if (!person->is_connected)
        snprintf(text, size, "%s", _(", offline"));
    else if (person->is_silent)
        snprintf(text, size, "%s", _(", no signal"));
    else if (person->lag_ms > 0)
        snprintf(text, size, _(", %d ms"), (int)person->lag_ms);
    else
        text[0] = '\0';
}

void words_setting(enum setting setting, char *text, size_t size)
{
    size_t len = 0;
    text[0] = '\0';
    for (int i = 0; i < setting_word_count(setting) && len < size; i++) {
        len += (size_t)snprintf(text + len, size - len, "%s%s", i > 0 ? ", " : "",
                                setting_word(setting, i));
    }
}

const char *words_mark(enum mark mark)
{
    return mark == MARK_X ? "X" : mark == MARK_O ? "O" : "?";
}

const char *words_own_mark(enum mark mark)
{
    return mark == MARK_NONE ? "" : words_mark(mark);
}

const char *words_variant(const struct variant *variant)
{
    return gettext(variant->name);
}

void words_not_playable(const struct variant *variant, char *text, size_t size)
{
    snprintf(text, size,
             _("\"%s\" is not playable here: this penta does not know its rules, a newer one may."),
             words_variant(variant));
}

const char *words_variant_short(const struct variant *variant)
{
    /* The keys of engine/variants.def, and for a column of a list no more than eleven letters. */
    static const struct {
        const char *key;
        const char *text;
    } rows[] = {
        {"classic", NC_("list", "classic")},
        {"swap2", NC_("list", "swap2")},
        {"mini", NC_("list", "mini")},
        {"freestyle", NC_("list", "freestyle")},
        {"freestyle15", NC_("list", "freestyle15")},
        {"classic15", NC_("list", "classic15")},
        {"connect6", NC_("list", "connect6")},
        {"drop4", NC_("list", "drop4")},
        {"ultimate", NC_("list", "ultimate")},
        {"square4", NC_("list", "square4")},
        {"square5", NC_("list", "square5")},
        {"mini4x3", NC_("list", "mini4x3")},
        {"strip3", NC_("list", "strip3")},
        {"strip4", NC_("list", "strip4")},
        {"mini_misere", NC_("list", "mini_misere")},
        {"silverman", NC_("list", "silverman")},
        {"silverman_one", NC_("list", "silver_one")},
        {"wild4", NC_("list", "wild4")},
        {"score3", NC_("list", "score3")},
        {"score4", NC_("list", "score4")},
        {"score5", NC_("list", "score5")},
        {"cube3", NC_("list", "cube3")},
        {"cube3_misere", NC_("list", "cube_misere")},
        {"cube4", NC_("list", "cube4")},
        {"cube5", NC_("list", "cube5")},
        {"cylinder3", NC_("list", "cylinder3")},
        {"cylinder4", NC_("list", "cylinder4")},
        {"cylinder15", NC_("list", "cylinder15")},
        {"drop4_misere", NC_("list", "drop_misere")},
        {"circle4", NC_("list", "circle4")},
        {"linetris", NC_("list", "linetris")},
        {"circle_linetris", NC_("list", "circle_line")},
        {"swap15", NC_("list", "swap15")},
        {"renju", NC_("list", "renju")},
        {"ultimate_open", NC_("list", "ult_open")},
        {"ultimate_noreturn", NC_("list", "ult_noret")},
        {"ultimate_open_noreturn", NC_("list", "ult_open_nr")},
        {"strategic", NC_("list", "strategic")},
        {"strategic_func", NC_("list", "strat_func")},
        {"strategic_hyper", NC_("list", "strat_hyper")},
        {"gobang12", NC_("list", "gobang12")},
        {"gobang15", NC_("list", "gobang15")},
        {"achi", NC_("list", "achi")},
        {"plane", NC_("list", "plane")},
        {"drop5", NC_("list", "drop5")},
    };
    _Static_assert(sizeof(rows) / sizeof(rows[0]) == VARIANT_COUNT, "each variant has its row");
    for (size_t i = 0; i < VARIANT_COUNT; i++)
        if (strcmp(rows[i].key, variant->key) == 0)
            return i18n_in_context("list", rows[i].text);
    return variant->key; /* of a newer server */
}

void words_opening(const struct game *game, char *text, size_t size)
{
    const struct opening *opening = opening_find(game);
    text[0] = '\0';
    if (opening != NULL)
        snprintf(text, size, _("Opening: %s (%s)"), gettext(opening->name), opening->number);
}

const char *words_rated(bool is_rated)
{
    return is_rated ? _("rated") : _("unrated");
}

const char *words_reason(int reason)
{
    static const char *const reasons[REASON_WORD_COUNT] = {
        [REASON_WORD_ROW] = N_("row completed"),
        [REASON_WORD_FULL_BOARD] = N_("the board is full"),
        [REASON_WORD_RESIGN] = N_("resignation"),
        [REASON_WORD_AGREED] = N_("by agreement"),
        [REASON_WORD_ABORTED] = N_("aborted before both moved"),
        [REASON_WORD_LEFT] = N_("a player left the room"),
        [REASON_WORD_TIME] = N_("time ran out"),
        [REASON_WORD_CLAIM] = N_("opponent away too long"),
        [REASON_WORD_NO_START] = N_("no first move in time"),
        [REASON_WORD_ABANDONED] = N_("both players stayed away"),
        [REASON_WORD_BROKEN_OFF] = N_("aborted early"),
        [REASON_WORD_CLOSED] = N_("room closed by a moderator"),
        [REASON_WORD_POINTS] = N_("by points"),
        [REASON_WORD_LIMIT] = N_("the game was as long as it may be"),
        [REASON_WORD_BLOCKED] = N_("nobody can move"),
    };
    return reason >= 0 && reason < REASON_WORD_COUNT ? gettext(reasons[reason]) : "";
}

const char *words_score(int score)
{
    static const char *const scores[SCORE_WORD_COUNT] = {
        [SCORE_WORD_WON] = N_("won"),
        [SCORE_WORD_LOST] = N_("lost"),
        [SCORE_WORD_DRAWN] = N_("drawn"),
        [SCORE_WORD_VOID] = N_("no result"),
    };
    return score >= 0 && score < SCORE_WORD_COUNT ? gettext(scores[score]) : "";
}

const char *words_room_state(int state)
{
    static const char *const states[ROOM_STATE_WORD_COUNT] = {
        [ROOM_STATE_WORD_OPEN] = N_("open"),
        [ROOM_STATE_WORD_PLAYING] = N_("playing"),
        [ROOM_STATE_WORD_OVER] = N_("over"),
    };
    return state >= 0 && state < ROOM_STATE_WORD_COUNT ? gettext(states[state]) : "";
}

const char *words_decline(int reason)
{
    static const char *const reasons[DECLINE_WORD_COUNT] = {
        [DECLINE_WORD_NO_REASON] = N_("no"),
        [DECLINE_WORD_BUSY] = N_("not now"),
        [DECLINE_WORD_LATER] = N_("another time, please"),
        [DECLINE_WORD_TOO_FAST] = N_("a slower clock, please"),
        [DECLINE_WORD_TOO_SLOW] = N_("a faster clock, please"),
        [DECLINE_WORD_RATED] = N_("rated, please"),
        [DECLINE_WORD_UNRATED] = N_("unrated, please"),
        [DECLINE_WORD_VARIANT] = N_("another variant, please"),
    };
    return reason >= 0 && reason < DECLINE_WORD_COUNT ? gettext(reasons[reason]) : "";
}

const char *words_act(int act)
{
    static const char *const acts[MOD_ACT_WORD_COUNT] = {
        [MOD_ACT_WORD_MUTE] = N_("muted"),
        [MOD_ACT_WORD_UNMUTE] = N_("unmuted"),
        [MOD_ACT_WORD_BAN] = N_("banned"),
        [MOD_ACT_WORD_UNBAN] = N_("unbanned"),
        [MOD_ACT_WORD_RENAME] = N_("renamed"),
        [MOD_ACT_WORD_CLOSE_ROOM] = N_("closed a room"),
        [MOD_ACT_WORD_RESET_PASSWORD] = N_("gave a new password to"),
        [MOD_ACT_WORD_ROLE] = N_("gave a role to"),
        [MOD_ACT_WORD_RESOLVE] = N_("judged report"),
        [MOD_ACT_WORD_CLEAR_PROFILE] = N_("cleared the profile of"),
        [MOD_ACT_WORD_ACCOUNTS] = N_("made accounts"),
        [MOD_ACT_WORD_ANNUL] = N_("annulled games"),
        [MOD_ACT_WORD_WARN] = N_("warned"),
        [MOD_ACT_WORD_NOTE] = N_("noted about"),
        [MOD_ACT_WORD_RELATED] = N_("looked at the networks of"),
        [MOD_ACT_WORD_BAN_ORIGIN] = N_("blocked new players from networks of"),
        [MOD_ACT_WORD_UNBAN_ORIGIN] = N_("allowed new players from networks of"),
        [MOD_ACT_WORD_ANSWER] = N_("judged an appeal of"),
    };
    return act >= 0 && act < MOD_ACT_WORD_COUNT ? gettext(acts[act]) : "";
}

bool words_act_has_end(int act)
{
    return act == MOD_ACT_WORD_MUTE || act == MOD_ACT_WORD_BAN;
}

int words_columns(const char *(*word)(int), int count, int least)
{
    for (int i = 0; i < count; i++) {
        int columns = (int)text_width(word(i)) + 1;
        least = columns > least ? columns : least;
    }
    return least;
}

static const char *variant_short(int id)
{
    return words_variant_short(variant_get((enum variant_id)id));
}

int words_variant_columns(void)
{
    return words_columns(variant_short, VARIANT_COUNT, 0);
}

void words_fine_warning(const struct fine_warning_record *warning, int64_t now_ms, char *text,
                        size_t size)
{
    unsigned long points = (unsigned long)warning->points;
    const char *variant = words_variant(warning->variant);
    if (now_ms < warning->until) {
        snprintf(text, size,
                 ngettext("Make a move in a rated game of %s before %s, or you lose %lu point.",
                          "Make a move in a rated game of %s before %s, or you lose %lu points.",
                          points),
                 variant, words_time(warning->until).text, points);
    } else {
        snprintf(text, size,
                 ngettext("You made no move in a rated game of %s in %s and lose %lu point on %s.",
                          "You made no move in a rated game of %s in %s and lose %lu points on %s.",
                          points),
                 variant, warning->month, points, words_time(warning->at).text);
    }
}

void words_annulled(const struct rating_annulled_event *event, char *text, size_t size)
{
    const char *variant = words_variant(event->variant);
    unsigned long games = (unsigned long)event->games;
    if (event->after == NONE)
        snprintf(text, size,
                 ngettext("%lu rated game of %s was annulled: you have no rating any more.",
                          "%lu rated games of %s were annulled: you have no rating any more.",
                          games),
                 games, variant);
    else
        snprintf(text, size,
                 ngettext("%lu rated game of %s was annulled: rating %d -> %d%s",
                          "%lu rated games of %s were annulled: rating %d -> %d%s", games),
                 games, variant, (int)event->before, (int)event->after,
                 words_provisional(event->provisional));
}

void words_unread(int64_t unread, char *text, size_t size)
{
    unsigned long count = (unsigned long)unread;
    snprintf(text, size,
             ngettext("%lu unread message: penta messages", "%lu unread messages: penta messages",
                      count),
             count);
}

struct words_text words_time(int64_t ms)
{
    struct words_text at = {"-"};
    time_t seconds = (time_t)(ms / 1000);
    struct tm local;
    if (localtime_r(&seconds, &local) != NULL)
        (void)strftime(at.text, sizeof(at.text), "%Y-%m-%d %H:%M", &local);
    return at;
}

_Static_assert(sizeof(struct words_text) >= ID_TEXT_SIZE &&
                   sizeof(struct words_text) >= ACTION_TEXT_SIZE,
               "a short text has room for ids and actions");

struct words_text words_id(uint64_t id)
{
    struct words_text text;
    id_format(id, text.text);
    return text;
}

struct words_text words_action(const struct variant *variant, struct action action)
{
    struct words_text text;
    action_format(variant, action, text.text);
    return text;
}

/* ---------------------------------------------------------------- keeping order */

const char *words_role(int role)
{
    return role == ROLE_WORD_OPERATOR ? _("server operator") : _("moderator");
}

void words_banned(const char *name, int64_t until, char *text, size_t size)
{
    if (until == NONE)
        snprintf(text, size, _("%s is banned for good."), name);
    else
        snprintf(text, size, _("%s is banned until %s."), name, words_time(until).text);
}

void words_muted(const char *name, int64_t until, char *text, size_t size)
{
    if (until == NONE)
        snprintf(text, size, _("%s is muted for good."), name);
    else
        snprintf(text, size, _("%s is muted until %s."), name, words_time(until).text);
}

const char *words_may_appeal(void)
{
    return _("You can appeal once: penta appeal");
}

const char *words_stop(const char *text)
{
    static const char *const ends[] = {".", "!", "?", "\xE2\x80\xA6"}; /* U+2026: an ellipsis */
    size_t len = strlen(text);
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        size_t end = strlen(ends[i]);
        if (len >= end && strcmp(text + len - end, ends[i]) == 0)
            return "";
    }
    return ".";
}

void words_why(const char *reason, char *text, size_t size)
{
    snprintf(text, size, _("Reason: %s%s"), reason, words_stop(reason));
}

void words_own_mute(const struct sanction_record *mute, char *text, size_t size)
{
    if (mute->until == NONE) {
        snprintf(text, size, "%s", _("You can no longer write to others."));
    } else {
        snprintf(text, size, _("You may not write to others until %s."),
                 words_time(mute->until).text);
    }
    size_t used = strlen(text);
    if (mute->reason != NULL && used + 1 < size) {
        text[used] = ' ';
        words_why(mute->reason, text + used + 1, size - used - 1);
    }
    used = strlen(text);
    if (used + 1 < size)
        snprintf(text + used, size - used, " %s", words_may_appeal());
}

void words_account(const struct account_changed_event *event, char *text, size_t size)
{
    text[0] = '\0';
    if (event->act == MOD_ACT_WORD_ROLE && event->role == ROLE_WORD_OPERATOR)
        snprintf(text, size, "%s", _("You are now an operator of this server: penta help mod"));
    else if (event->act == MOD_ACT_WORD_ROLE && event->role == ROLE_WORD_MODERATOR)
        snprintf(text, size, "%s", _("You are now a moderator: penta help mod"));
    else if (event->act == MOD_ACT_WORD_ROLE)
        snprintf(text, size, "%s", _("You are no longer a moderator here."));
    else if (event->mute != NULL)
        words_own_mute(event->mute, text, size);
    else if (event->act == MOD_ACT_WORD_UNMUTE)
        snprintf(text, size, "%s", _("You can write to others again."));
}

void words_reported(const struct mod_reported_event *event, char *text, size_t size)
{
    snprintf(text, size, _("New report: %s reports %s: %s (penta mod cases)"), event->by,
             event->name, words_complaint(event->complaint));
}

const char *words_sanction(int act)
{
    if (act == MOD_ACT_WORD_BAN)
        return _("a ban");
    return act == MOD_ACT_WORD_MUTE ? _("a mute") : _("a warning");
}

void words_appealed(const struct mod_appealed_event *event, char *text, size_t size)
{
    snprintf(text, size, _("New appeal: %s appeals against %s: %s (penta mod appeals)"),
             event->name, words_sanction(event->against), event->text);
}

/* The outcome of an appeal; the note may be empty. */
static void put_verdict(const struct memo_record *memo, char *text, size_t size)
{
    bool is_warning = memo->against == MOD_ACT_WORD_WARN;
    const char *sentence;
    if (memo->kind == MEMO_KIND_WORD_APPEAL_UPHELD)
        sentence = is_warning ? _("Your appeal was upheld: the warning is withdrawn.")
                              : _("Your appeal was upheld: the decision is lifted.");
    else
        sentence = _("Your appeal was reviewed; the decision stands.");
    if (memo->text != NULL)
        snprintf(text, size, "%s %s", sentence, memo->text);
    else
        snprintf(text, size, "%s", sentence);
}

/* The game and the opponent of one game; of several the player whose games they all were, who is
 * not told to himself. The reason follows as a sentence of its own. */
static void put_points_back(const struct memo_record *memo, char *text, size_t size)
{
    long long points = (long long)memo->points;
    const struct words_text game = words_id(memo->game);
    if (memo->game != 0 && memo->name != NULL)
        snprintf(text, size, _("Your rated game %s against %s was annulled; points: %+lld."),
                 game.text, memo->name, points);
    else if (memo->game != 0)
        snprintf(text, size, _("Your rated game %s was annulled; points: %+lld."), game.text,
                 points);
    else if (memo->name != NULL)
        snprintf(text, size, _("Your rated games against %s were annulled; points: %+lld."),
                 memo->name, points);
    else
        snprintf(text, size, _("Rated games of yours were annulled; points: %+lld."), points);
    size_t used = strlen(text);
    if (memo->text == NULL || used + 1 >= size)
        return;
    text[used] = ' ';
    words_why(memo->text, text + used + 1, size - used - 1);
}

static void put_fined(const struct memo_record *memo, char *text, size_t size)
{
    unsigned long points = (unsigned long)-memo->points;
    snprintf(text, size,
             ngettext("You lost %lu point: no move in a rated game in %s (penta fines).",
                      "You lost %lu points: no move in a rated game in %s (penta fines).", points),
             points, memo->month != NULL ? memo->month : "?");
}

static void put_game_over(const struct memo_record *memo, char *text, size_t size)
{
    static const char *const sentences[] = {
        [SCORE_WORD_WON] = N_("You won the game against %s: penta game %s"),
        [SCORE_WORD_LOST] = N_("You lost the game against %s: penta game %s"),
        [SCORE_WORD_DRAWN] = N_("The game against %s was drawn: penta game %s"),
        [SCORE_WORD_VOID] = N_("The game against %s ended without a result: penta game %s"),
    };
    if (memo->score >= 0 && memo->score < SCORE_WORD_COUNT)
        snprintf(text, size, gettext(sentences[memo->score]), memo->name != NULL ? memo->name : "?",
                 words_id(memo->game).text);
}

void words_came(const struct follow_came_event *event, const char *server, char *text, size_t size)
{
    snprintf(text, size, _("%s is online. To watch: penta watch %s%s"), event->name, event->name,
             server);
}

void words_memo(const struct memo_record *memo, char *text, size_t size)
{
    text[0] = '\0';
    switch (memo->kind) {
    case MEMO_KIND_WORD_REPORT_JUDGED:
        snprintf(text, size,
                 memo->verdict == VERDICT_WORD_UPHELD
                     ? _("Your report on %s was upheld. Thank you.")
                     : _("Your report on %s was reviewed; no action is needed."),
                 memo->name != NULL ? memo->name : "?");
        break;
    case MEMO_KIND_WORD_WARNING:
        snprintf(text, size, _("The moderators warn you: %s (to appeal: penta appeal)"),
                 memo->text != NULL ? memo->text : "");
        break;
    case MEMO_KIND_WORD_APPEAL_REFUSED:
    case MEMO_KIND_WORD_APPEAL_UPHELD:
        put_verdict(memo, text, size);
        break;
    case MEMO_KIND_WORD_POINTS_BACK:
        put_points_back(memo, text, size);
        break;
    case MEMO_KIND_WORD_FINED:
        put_fined(memo, text, size);
        break;
    case MEMO_KIND_WORD_GAME_OVER:
        put_game_over(memo, text, size);
        break;
    default:
        break;
    }
}
