/* SPDX-License-Identifier: MIT */
/* The commands of server/admin.def: words to requests, replies to lines. */
#include "server/tool/admin.h"

#include "proto/id.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TIME_SIZE 32
#define MINUTES_MAX 5256000

/* ------------------------------------------------------------------ words */

/* "90m", "12h", "7d" in minutes, NONE for "good"; false for anything else. */
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

static const char wrong_length[] =
    "FOR is how long: 30m, 12h, 7d (up to ten years), or good for without an end";

/* ------------------------------------------------------------------ lines */

static void print_time(int64_t at_ms, char text[TIME_SIZE])
{
    time_t at = (time_t)(at_ms / 1000);
    struct tm parts;

    if (localtime_r(&at, &parts) == NULL ||
        strftime(text, TIME_SIZE, "%Y-%m-%d %H:%M", &parts) == 0)
        snprintf(text, TIME_SIZE, "%" PRId64, at_ms);
}

static void print_until(FILE *out, const char *name, const char *what, int64_t until)
{
    char text[TIME_SIZE];

    if (until == NONE) {
        fprintf(out, "%s is %s for good.\n", name, what);
        return;
    }
    print_time(until, text);
    fprintf(out, "%s is %s until %s.\n", name, what, text);
}

/* ------------------------------------------------------------------ mutes and bans */

static const char *ask_mute(const char *const *words, struct request *request)
{
    struct mod_mute_request *mute = &request->as.mod_mute;

    mute->name = words[0];
    mute->reason = words[2];
    return read_length(words[1], &mute->minutes) ? NULL : wrong_length;
}

static void show_mute(const union reply_body *reply, FILE *out)
{
    print_until(out, reply->mod_mute.name, "muted", reply->mod_mute.until);
}

static const char *ask_unmute(const char *const *words, struct request *request)
{
    request->as.mod_unmute = (struct mod_unmute_request){.name = words[0], .reason = words[1]};
    return NULL;
}

static void show_unmute(const union reply_body *reply, FILE *out)
{
    fprintf(out, "%s may write again.\n", reply->mod_unmute.name);
}

static const char *ask_ban(const char *const *words, struct request *request)
{
    struct mod_ban_request *ban = &request->as.mod_ban;

    ban->name = words[0];
    ban->reason = words[2];
    return read_length(words[1], &ban->minutes) ? NULL : wrong_length;
}

static void show_ban(const union reply_body *reply, FILE *out)
{
    print_until(out, reply->mod_ban.name, "banned", reply->mod_ban.until);
}

static const char *ask_unban(const char *const *words, struct request *request)
{
    request->as.mod_unban = (struct mod_unban_request){.name = words[0], .reason = words[1]};
    return NULL;
}

static void show_unban(const union reply_body *reply, FILE *out)
{
    fprintf(out, "%s may log in again.\n", reply->mod_unban.name);
}

/* ------------------------------------------------------------------ accounts and rooms */

static const char *ask_rename(const char *const *words, struct request *request)
{
    struct mod_rename_request *rename = &request->as.mod_rename;

    rename->name = words[0];
    rename->to = words[1];
    rename->reason = words[1] != NULL ? words[2] : NULL;
    return NULL;
}

static void show_rename(const union reply_body *reply, FILE *out)
{
    fprintf(out, "The name is %s now.\n", reply->mod_rename.name);
}

static const char *ask_close_room(const char *const *words, struct request *request)
{
    struct mod_close_room_request *close_room = &request->as.mod_close_room;

    close_room->reason = words[1];
    close_room->room = id_parse(words[0], strlen(words[0]));
    return close_room->room != 0 ? NULL : "ROOM is the id of a room";
}

static void show_close_room(const union reply_body *reply, FILE *out)
{
    (void)reply;
    fputs("The room is closed.\n", out);
}

static const char *ask_reset_password(const char *const *words, struct request *request)
{
    request->as.mod_reset_password =
        (struct mod_reset_password_request){.name = words[0], .reason = words[1]};
    return NULL;
}

static void show_reset_password(const union reply_body *reply, FILE *out)
{
    fprintf(out, "The password of %s is %s now. All logins ended.\n",
            reply->mod_reset_password.name, reply->mod_reset_password.password);
}

static const char *ask_role(const char *const *words, struct request *request)
{
    struct mod_role_request *role = &request->as.mod_role;

    role->name = words[0];
    role->reason = words[2];
    for (role->role = 0; role->role < ROLE_WORD_COUNT; role->role++)
        if (strcmp(role_word_text(role->role), words[1]) == 0)
            return NULL;
    return "ROLE is player, moderator or operator";
}

static void show_role(const union reply_body *reply, FILE *out)
{
    fprintf(out, "The role of %s is changed.\n", reply->mod_role.name);
}

/* ------------------------------------------------------------------ reports and the record */

static const char *ask_reports(const char *const *words, struct request *request)
{
    struct mod_reports_request *reports = &request->as.mod_reports;

    reports->limit = 50;
    reports->from = 1;
    if (words[0] != NULL && !read_number(words[0], &reports->from))
        return "FROM is the number of a report";
    return NULL;
}

static void print_report(const struct report_record *report, FILE *out)
{
    char at[TIME_SIZE];
    char game[ID_TEXT_SIZE];

    print_time(report->at, at);
    fprintf(out, "%" PRId64 "  %s  %s reports %s: %s", report->n, at, report->by, report->name,
            complaint_word_text(report->complaint));
    if (report->game != 0) {
        id_format(report->game, game);
        fprintf(out, ", game %s", game);
    }
    fputc('\n', out);
    if (report->text != NULL)
        fprintf(out, "      %s\n", report->text);
}

static void show_reports(const union reply_body *reply, FILE *out)
{
    const struct mod_reports_reply *reports = &reply->mod_reports;

    for (size_t i = 0; i < reports->reports_count; i++)
        print_report(&reports->reports[i], out);
    if (reports->reports_count == 0)
        fputs("There are no open reports.\n", out);
    if (reports->more)
        fprintf(out, "There are more: pentad admin reports %" PRId64 "\n",
                reports->reports[reports->reports_count - 1].n + 1);
}

static const char *ask_resolve(const char *const *words, struct request *request)
{
    struct mod_resolve_request *resolve = &request->as.mod_resolve;

    resolve->note = words[2];
    if (!read_number(words[0], &resolve->report))
        return "NUMBER is the number of a report";
    for (resolve->verdict = 0; resolve->verdict < VERDICT_WORD_COUNT; resolve->verdict++)
        if (strcmp(verdict_word_text(resolve->verdict), words[1]) == 0)
            return NULL;
    return "VERDICT is upheld or dismissed";
}

static void show_resolve(const union reply_body *reply, FILE *out)
{
    (void)reply;
    fputs("The report is judged.\n", out);
}

static const char *ask_log(const char *const *words, struct request *request)
{
    request->as.mod_log = (struct mod_log_request){.name = words[0], .before = NONE, .limit = 50};
    return NULL;
}

static void print_entry(const struct mod_entry_record *entry, FILE *out)
{
    char text[TIME_SIZE];
    char room[ID_TEXT_SIZE];

    print_time(entry->at, text);
    fprintf(out, "%" PRId64 "  %s  %s: %s", entry->n, text,
            entry->by != NULL ? entry->by : "(this machine)", mod_act_word_text(entry->act));
    if (entry->name != NULL)
        fprintf(out, " %s", entry->name);
    if (entry->room != 0) {
        id_format(entry->room, room);
        fprintf(out, " %s", room);
    }
    if (entry->report != NONE)
        fprintf(out, " report %" PRId64, entry->report);
    if (entry->detail != NULL)
        fprintf(out, " (%s)", entry->detail);
    if (entry->until != NONE) {
        print_time(entry->until, text);
        fprintf(out, " until %s", text);
    }
    if (entry->reason != NULL)
        fprintf(out, ": %s", entry->reason);
    fputc('\n', out);
}

static void show_log(const union reply_body *reply, FILE *out)
{
    for (size_t i = 0; i < reply->mod_log.entries_count; i++)
        print_entry(&reply->mod_log.entries[i], out);
    if (reply->mod_log.entries_count == 0)
        fputs("Nothing was done.\n", out);
}

static const char *ask_stats(const char *const *words, struct request *request)
{
    (void)words;
    (void)request;
    return NULL;
}

static void show_stats(const union reply_body *reply, FILE *out)
{
    const struct mod_stats_reply *stats = &reply->mod_stats;

    fprintf(out,
            "connections  %" PRId64 "\nplayers      %" PRId64 "\nrooms        %" PRId64
            "\ngames        %" PRId64 "\nasleep       %" PRId64 "\nup           %" PRId64
            " d %02" PRId64 ":%02" PRId64 "\n",
            stats->connections, stats->players, stats->rooms, stats->games, stats->asleep,
            stats->up_ms / 86400000, stats->up_ms / 3600000 % 24, stats->up_ms / 60000 % 60);
}

/* ------------------------------------------------------------------ the table */

/* Operations are named like their commands. */
enum op_of {
#define OP(ID_, id, wire, who, burst, per_ms, doc) op_of_##id = OP_##ID_,
#include "proto/message_rows.h"
};

const struct admin_command admin_commands[] = {
#define ADMIN(id, word, arguments, min, max, doc)                                                  \
    {word, arguments, min, max, doc, (enum op)op_of_mod_##id, ask_##id, show_##id},
#include "server/admin.def"
#undef ADMIN
};
const size_t admin_command_count = sizeof(admin_commands) / sizeof(admin_commands[0]);
