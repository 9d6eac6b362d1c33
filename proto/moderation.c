/* SPDX-License-Identifier: MIT */
/* The acts of proto/moderation.def: words to requests. */
#include "proto/moderation.h"

#include "base/day.h"
#include "proto/id.h"
#include "proto/require.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DAY_MS INT64_C(86400000)
#define MINUTES_MAX 5256000      /* as for mod.mute and mod.ban in proto/messages.def */
#define ORIGIN_MINUTES_MAX 10080 /* as for mod.ban_origin there */
#define SKIP_MAX 5000            /* as for mod.cases there */

/* ------------------------------------------------------------------ words */

/* Reads "90m", "12h" or "7d" as minutes, "good" as NONE; false for anything else. */
static bool read_length(const char *text, int64_t *minutes_out)
{
    char *unit;
    long long count;
    int64_t each;
    *minutes_out = NONE;
    if (strcmp(text, "good") == 0)
        return true;
    errno = 0;
    count = strtoll(text, &unit, 10);
    if (strcmp(unit, "d") == 0)
        each = 24 * 60;
    else
        each = strcmp(unit, "h") == 0 ? 60 : 1;
    if (unit == text || errno != 0 || (each == 1 && strcmp(unit, "m") != 0) || count < 1 ||
        count > MINUTES_MAX / each)
        return false;
    *minutes_out = count * each;
    return true;
}

static bool read_number(const char *text, int64_t *number_out)
{
    char *end;
    errno = 0;
    *number_out = strtoll(text, &end, 10);
    return end != text && *end == '\0' && errno == 0 && *number_out >= 1;
}

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/* ------------------------------------------------------------------ requests */

static enum moderation_wrong ask_mute(const char *const *words, struct request *request)
{
    struct mod_mute_request *mute = &request->as.mod_mute;
    mute->name = words[0];
    mute->reason = words[2];
    return read_length(words[1], &mute->minutes) ? MODERATION_RIGHT : MODERATION_WRONG_LENGTH;
}

static enum moderation_wrong ask_unmute(const char *const *words, struct request *request)
{
    request->as.mod_unmute = (struct mod_unmute_request){.name = words[0], .reason = words[1]};
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_clear_profile(const char *const *words, struct request *request)
{
    request->as.mod_clear_profile =
        (struct mod_clear_profile_request){.name = words[0], .reason = words[1]};
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_warn(const char *const *words, struct request *request)
{
    request->as.mod_warn = (struct mod_warn_request){.name = words[0], .reason = words[1]};
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_note(const char *const *words, struct request *request)
{
    request->as.mod_note = (struct mod_note_request){.name = words[0], .text = words[1]};
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_ban(const char *const *words, struct request *request)
{
    struct mod_ban_request *ban = &request->as.mod_ban;
    ban->name = words[0];
    ban->reason = words[2];
    return read_length(words[1], &ban->minutes) ? MODERATION_RIGHT : MODERATION_WRONG_LENGTH;
}

static enum moderation_wrong ask_unban(const char *const *words, struct request *request)
{
    request->as.mod_unban = (struct mod_unban_request){.name = words[0], .reason = words[1]};
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_rename(const char *const *words, struct request *request)
{
    struct mod_rename_request *rename = &request->as.mod_rename;
    rename->name = words[0];
    rename->to = words[1];
    rename->reason = words[1] != NULL ? words[2] : NULL;
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_close_room(const char *const *words, struct request *request)
{
    struct mod_close_room_request *close_room = &request->as.mod_close_room;
    close_room->reason = words[1];
    close_room->room = id_parse(words[0], strlen(words[0]));
    return close_room->room != 0 ? MODERATION_RIGHT : MODERATION_WRONG_ROOM;
}

/* Ids of games are texts that are names, too, so the number of words says which it is. */
static enum moderation_wrong ask_annul(const char *const *words, struct request *request)
{
    struct mod_annul_request *annul = &request->as.mod_annul;
    int day = 0;
    *annul = (struct mod_annul_request){.reason = words[2] != NULL ? words[2] : words[1]};
    if (words[2] == NULL) {
        annul->game = id_parse(words[0], strlen(words[0]));
        return annul->game != 0 ? MODERATION_RIGHT : MODERATION_WRONG_GAME;
    }
    annul->name = words[0];
    if (!day_parse(words[1], &day))
        return MODERATION_WRONG_SINCE;
    annul->since = day * DAY_MS;
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_points(const char *const *words, struct request *request)
{
    struct mod_points_request *points = &request->as.mod_points;
    *points = (struct mod_points_request){.name = words[0], .from = 1, .limit = 50};
    if (words[1] != NULL && !read_number(words[1], &points->from))
        return MODERATION_WRONG_LINE;
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_reset_password(const char *const *words, struct request *request)
{
    request->as.mod_reset_password =
        (struct mod_reset_password_request){.name = words[0], .reason = words[1]};
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_role(const char *const *words, struct request *request)
{
    struct mod_role_request *role = &request->as.mod_role;
    role->name = words[0];
    role->reason = words[2];
    for (role->role = 0; role->role < ROLE_WORD_COUNT; role->role++)
        if (strcmp(role_word_text(role->role), words[1]) == 0)
            return MODERATION_RIGHT;
    return MODERATION_WRONG_ROLE;
}

static bool read_skip(const char *text, int64_t *skip_out)
{
    return text == NULL || (read_number(text, skip_out) && *skip_out <= SKIP_MAX);
}

static enum moderation_wrong ask_cases(const char *const *words, struct request *request)
{
    struct mod_cases_request *cases = &request->as.mod_cases;
    *cases = (struct mod_cases_request){.limit = 50};
    return read_skip(words[0], &cases->skip) ? MODERATION_RIGHT : MODERATION_WRONG_SKIP;
}

/* Names begin with a letter, so a number is no name. */
static enum moderation_wrong ask_reports(const char *const *words, struct request *request)
{
    struct mod_reports_request *reports = &request->as.mod_reports;
    bool is_named = words[0] != NULL && !is_digit(words[0][0]);
    const char *const *rest = is_named ? words + 1 : words;
    *reports = (struct mod_reports_request){.name = is_named ? words[0] : NULL, .limit = 50};
    if (!is_named && words[0] != NULL && words[1] != NULL)
        return MODERATION_WRONG_SKIP;
    return read_skip(rest[0], &reports->skip) ? MODERATION_RIGHT : MODERATION_WRONG_SKIP;
}

static bool read_verdict(const char *text, int *verdict_out)
{
    for (*verdict_out = 0; *verdict_out < VERDICT_WORD_COUNT; (*verdict_out)++)
        if (strcmp(verdict_word_text(*verdict_out), text) == 0)
            return true;
    return false;
}

static enum moderation_wrong ask_report(const char *const *words, struct request *request)
{
    return read_number(words[0], &request->as.mod_report.report) ? MODERATION_RIGHT
                                                                 : MODERATION_WRONG_NUMBER;
}

static enum moderation_wrong ask_resolve(const char *const *words, struct request *request)
{
    struct mod_resolve_request *resolve = &request->as.mod_resolve;
    bool is_all = strcmp(words[0], "all") == 0;
    const char *const *rest = is_all ? words + 1 : words;
    *resolve = (struct mod_resolve_request){.all = is_all};
    if (!read_number(rest[0], &resolve->report))
        return MODERATION_WRONG_NUMBER;
    if (rest[1] == NULL || (!is_all && rest[2] != NULL && rest[3] != NULL))
        return MODERATION_WRONG_VERDICT;
    resolve->note = rest[2];
    return read_verdict(rest[1], &resolve->verdict) ? MODERATION_RIGHT : MODERATION_WRONG_VERDICT;
}

static enum moderation_wrong ask_appeals(const char *const *words, struct request *request)
{
    struct mod_appeals_request *appeals = &request->as.mod_appeals;
    *appeals = (struct mod_appeals_request){.from = 1, .limit = 50};
    if (words[0] != NULL && !read_number(words[0], &appeals->from))
        return MODERATION_WRONG_FROM_APPEAL;
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_answer(const char *const *words, struct request *request)
{
    struct mod_answer_request *answer = &request->as.mod_answer;
    answer->note = words[2];
    if (!read_number(words[0], &answer->appeal))
        return MODERATION_WRONG_APPEAL;
    return read_verdict(words[1], &answer->verdict) ? MODERATION_RIGHT : MODERATION_WRONG_VERDICT;
}

static enum moderation_wrong ask_log(const char *const *words, struct request *request)
{
    struct mod_log_request *log = &request->as.mod_log;
    bool is_named = words[0] != NULL && !is_digit(words[0][0]);
    const char *const *rest = is_named ? words + 1 : words;
    *log = (struct mod_log_request){.before = NONE, .limit = 50};
    log->name = is_named ? words[0] : NULL;
    if (rest[0] == NULL)
        return MODERATION_RIGHT;
    if (!read_number(rest[0], &log->before) || log->before < 2 || (!is_named && rest[1] != NULL))
        return MODERATION_WRONG_BEFORE;
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_sanctions(const char *const *words, struct request *request)
{
    request->as.mod_sanctions = (struct mod_sanctions_request){.after = words[0], .limit = 50};
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_game(const char *const *words, struct request *request)
{
    request->as.mod_game.game = id_parse(words[0], strlen(words[0]));
    return request->as.mod_game.game != 0 ? MODERATION_RIGHT : MODERATION_WRONG_PLAYED;
}

static enum moderation_wrong ask_related(const char *const *words, struct request *request)
{
    request->as.mod_related =
        (struct mod_related_request){.name = words[0], .after = words[1], .limit = 50};
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_ban_origin(const char *const *words, struct request *request)
{
    struct mod_ban_origin_request *ban = &request->as.mod_ban_origin;
    ban->name = words[0];
    ban->reason = words[2];
    bool is_right = read_length(words[1], &ban->minutes) && ban->minutes != NONE &&
                    ban->minutes <= ORIGIN_MINUTES_MAX;
    return is_right ? MODERATION_RIGHT : MODERATION_WRONG_SHORT_LENGTH;
}

static enum moderation_wrong ask_unban_origin(const char *const *words, struct request *request)
{
    request->as.mod_unban_origin =
        (struct mod_unban_origin_request){.name = words[0], .reason = words[1]};
    return MODERATION_RIGHT;
}

static enum moderation_wrong ask_stats(const char *const *words, struct request *request)
{
    (void)words;
    (void)request;
    return MODERATION_RIGHT;
}

/* ------------------------------------------------------------------ the table */

/* Operations are named like their acts. */
enum op_of {
#define OP(ID_, id, wire, who, cost, burst, per_ms, repeat, doc) op_of_##id = OP_##ID_,
#include "proto/message_rows.h"
};

static const struct moderation_act ACTS[MODERATION_ACT_COUNT] = {
#define MODERATION_ACT(id, word, arguments, min, max, doc)                                         \
    {word, arguments, doc, min, max, (enum op)op_of_mod_##id},
#define MODERATION_WRONG(ID, text)
#include "proto/moderation.def"
#undef MODERATION_ACT
#undef MODERATION_WRONG
};

typedef enum moderation_wrong ask_fn(const char *const *words, struct request *request);

static ask_fn *const ASKS[MODERATION_ACT_COUNT] = {
#define MODERATION_ACT(id, word, arguments, min, max, doc) ask_##id,
#define MODERATION_WRONG(ID, text)
#include "proto/moderation.def"
#undef MODERATION_ACT
#undef MODERATION_WRONG
};

static const char *const WRONGS[MODERATION_WRONG_COUNT] = {
#define MODERATION_ACT(id, word, arguments, min, max, doc)
#define MODERATION_WRONG(ID, text) [MODERATION_WRONG_##ID] = (text),
#include "proto/moderation.def"
#undef MODERATION_ACT
#undef MODERATION_WRONG
};

const struct moderation_act *moderation_act(enum moderation_act_id id)
{
    REQUIRE(id < MODERATION_ACT_COUNT);
    return &ACTS[id];
}

enum moderation_act_id moderation_act_find(const char *word)
{
    int id = 0;
    while (id < MODERATION_ACT_COUNT && strcmp(ACTS[id].word, word) != 0)
        id++;
    return (enum moderation_act_id)id;
}

enum moderation_wrong moderation_ask(enum moderation_act_id id, const char *const *words,
                                     struct request *request_out)
{
    request_out->op = moderation_act(id)->op;
    return ASKS[id](words, request_out);
}

const char *moderation_wrong_text(enum moderation_wrong wrong)
{
    REQUIRE(wrong > MODERATION_RIGHT && wrong < MODERATION_WRONG_COUNT);
    return WRONGS[wrong];
}

/* ------------------------------------------------------------------ a game, action by action */

/* The next word of a text, and its length; goes on behind it. */
static const char *next_word(const char **text, int *len_out)
{
    const char *word = *text + strspn(*text, " ");
    *len_out = (int)strcspn(word, " ");
    *text = word + *len_out;
    return word;
}

void moderation_walk_begin(struct moderation_walk *walk, const struct mod_game_reply *reply)
{
    *walk = (struct moderation_walk){.actions = reply->game->actions,
                                     .by = reply->by,
                                     .spent = reply->spent,
                                     .lost = reply->lost};
}

bool moderation_walk_next(struct moderation_walk *walk, struct moderation_step *step_out)
{
    int len;
    step_out->action = next_word(&walk->actions, &step_out->action_len);
    if (step_out->action_len == 0)
        return false;
    step_out->seat = *next_word(&walk->by, &len) == '2' ? 1 : 0;
    step_out->was_lost = *next_word(&walk->lost, &len) == '1';
    step_out->spent_ms = NONE;
    if (walk->spent != NULL) {
        const char *word = next_word(&walk->spent, &len);
        step_out->spent_ms = len > 0 ? strtoll(word, NULL, 10) : NONE;
    }
    walk->done[step_out->seat]++;
    walk->done_in_loss[step_out->seat] += step_out->was_lost ? 1 : 0;
    return true;
}
