/* SPDX-License-Identifier: MIT */
/* The acts of proto/order.def: words to requests. */
#include "proto/order.h"

#include "proto/id.h"
#include "proto/require.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MINUTES_MAX 5256000 /* as for mod.mute and mod.ban in proto/messages.def */

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

static enum order_wrong ask_mute(const char *const *words, struct request *request)
{
    struct mod_mute_request *mute = &request->as.mod_mute;
    mute->name = words[0];
    mute->reason = words[2];
    return read_length(words[1], &mute->minutes) ? ORDER_RIGHT : ORDER_WRONG_LENGTH;
}

static enum order_wrong ask_unmute(const char *const *words, struct request *request)
{
    request->as.mod_unmute = (struct mod_unmute_request){.name = words[0], .reason = words[1]};
    return ORDER_RIGHT;
}

static enum order_wrong ask_clear_profile(const char *const *words, struct request *request)
{
    request->as.mod_clear_profile =
        (struct mod_clear_profile_request){.name = words[0], .reason = words[1]};
    return ORDER_RIGHT;
}

static enum order_wrong ask_ban(const char *const *words, struct request *request)
{
    struct mod_ban_request *ban = &request->as.mod_ban;
    ban->name = words[0];
    ban->reason = words[2];
    return read_length(words[1], &ban->minutes) ? ORDER_RIGHT : ORDER_WRONG_LENGTH;
}

static enum order_wrong ask_unban(const char *const *words, struct request *request)
{
    request->as.mod_unban = (struct mod_unban_request){.name = words[0], .reason = words[1]};
    return ORDER_RIGHT;
}

static enum order_wrong ask_rename(const char *const *words, struct request *request)
{
    struct mod_rename_request *rename = &request->as.mod_rename;
    rename->name = words[0];
    rename->to = words[1];
    rename->reason = words[1] != NULL ? words[2] : NULL;
    return ORDER_RIGHT;
}

static enum order_wrong ask_close_room(const char *const *words, struct request *request)
{
    struct mod_close_room_request *close_room = &request->as.mod_close_room;
    close_room->reason = words[1];
    close_room->room = id_parse(words[0], strlen(words[0]));
    return close_room->room != 0 ? ORDER_RIGHT : ORDER_WRONG_ROOM;
}

static enum order_wrong ask_reset_password(const char *const *words, struct request *request)
{
    request->as.mod_reset_password =
        (struct mod_reset_password_request){.name = words[0], .reason = words[1]};
    return ORDER_RIGHT;
}

static enum order_wrong ask_role(const char *const *words, struct request *request)
{
    struct mod_role_request *role = &request->as.mod_role;
    role->name = words[0];
    role->reason = words[2];
    for (role->role = 0; role->role < ROLE_WORD_COUNT; role->role++)
        if (strcmp(role_word_text(role->role), words[1]) == 0)
            return ORDER_RIGHT;
    return ORDER_WRONG_ROLE;
}

static enum order_wrong ask_reports(const char *const *words, struct request *request)
{
    struct mod_reports_request *reports = &request->as.mod_reports;
    reports->limit = 50;
    reports->from = 1;
    if (words[0] != NULL && !read_number(words[0], &reports->from))
        return ORDER_WRONG_FROM;
    return ORDER_RIGHT;
}

static enum order_wrong ask_resolve(const char *const *words, struct request *request)
{
    struct mod_resolve_request *resolve = &request->as.mod_resolve;
    resolve->note = words[2];
    if (!read_number(words[0], &resolve->report))
        return ORDER_WRONG_NUMBER;
    for (resolve->verdict = 0; resolve->verdict < VERDICT_WORD_COUNT; resolve->verdict++)
        if (strcmp(verdict_word_text(resolve->verdict), words[1]) == 0)
            return ORDER_RIGHT;
    return ORDER_WRONG_VERDICT;
}

/* Names begin with a letter, so a number is no name. */
static enum order_wrong ask_log(const char *const *words, struct request *request)
{
    struct mod_log_request *log = &request->as.mod_log;
    bool is_named = words[0] != NULL && !is_digit(words[0][0]);
    const char *const *rest = is_named ? words + 1 : words;
    *log = (struct mod_log_request){.before = NONE, .limit = 50};
    log->name = is_named ? words[0] : NULL;
    if (rest[0] == NULL)
        return ORDER_RIGHT;
    if (!read_number(rest[0], &log->before) || log->before < 2 || (!is_named && rest[1] != NULL))
        return ORDER_WRONG_BEFORE;
    return ORDER_RIGHT;
}

static enum order_wrong ask_sanctions(const char *const *words, struct request *request)
{
    request->as.mod_sanctions = (struct mod_sanctions_request){.after = words[0], .limit = 50};
    return ORDER_RIGHT;
}

static enum order_wrong ask_stats(const char *const *words, struct request *request)
{
    (void)words;
    (void)request;
    return ORDER_RIGHT;
}

/* ------------------------------------------------------------------ the table */

/* Operations are named like their acts. */
enum op_of {
#define OP(ID_, id, wire, who, burst, per_ms, repeat, doc) op_of_##id = OP_##ID_,
#include "proto/message_rows.h"
};

static const struct order_act ACTS[ORDER_ACT_COUNT] = {
#define ORDER_ACT(id, word, arguments, min, max, doc)                                              \
    {word, arguments, doc, min, max, (enum op)op_of_mod_##id},
#define ORDER_WRONG(ID, text)
#include "proto/order.def"
#undef ORDER_ACT
#undef ORDER_WRONG
};

typedef enum order_wrong ask_fn(const char *const *words, struct request *request);

static ask_fn *const ASKS[ORDER_ACT_COUNT] = {
#define ORDER_ACT(id, word, arguments, min, max, doc) ask_##id,
#define ORDER_WRONG(ID, text)
#include "proto/order.def"
#undef ORDER_ACT
#undef ORDER_WRONG
};

static const char *const WRONGS[ORDER_WRONG_COUNT] = {
#define ORDER_ACT(id, word, arguments, min, max, doc)
#define ORDER_WRONG(ID, text) [ORDER_WRONG_##ID] = (text),
#include "proto/order.def"
#undef ORDER_ACT
#undef ORDER_WRONG
};

const struct order_act *order_act(enum order_act_id id)
{
    REQUIRE(id < ORDER_ACT_COUNT);
    return &ACTS[id];
}

enum order_act_id order_act_find(const char *word)
{
    int id = 0;
    while (id < ORDER_ACT_COUNT && strcmp(ACTS[id].word, word) != 0)
        id++;
    return (enum order_act_id)id;
}

enum order_wrong order_ask(enum order_act_id id, const char *const *words,
                           struct request *request_out)
{
    request_out->op = order_act(id)->op;
    return ASKS[id](words, request_out);
}

const char *order_wrong_text(enum order_wrong wrong)
{
    REQUIRE(wrong > ORDER_RIGHT && wrong < ORDER_WRONG_COUNT);
    return WRONGS[wrong];
}
