/* SPDX-License-Identifier: MIT */
/*
 * An analysis as one object of JSON. Everything in it is made here, but for names, which are
 * escaped.
 */
#include "client/cli/study/report.h"
#include "engine/opening.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void put(struct bytes *bytes, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct bytes *bytes, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    bytes_append(bytes, text, (size_t)len < sizeof(text) ? (size_t)len : sizeof(text) - 1);
}

static void put_text(struct bytes *bytes, const char *text)
{
    put(bytes, "\"");
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20)
            put(bytes, "\\u%04x", (unsigned)*text);
        else
            put(bytes, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    put(bytes, "\"");
}

static void put_actions(const struct report *report, const char *name, const struct action *actions,
                        size_t count, struct bytes *bytes)
{
    put(bytes, ",\"%s\":[", name);
    for (size_t i = 0; i < count; i++) {
        char at[ACTION_TEXT_SIZE];
        action_format(report->analysis->game.variant, actions[i], at);
        put(bytes, "%s\"%s\"", i > 0 ? "," : "", at);
    }
    put(bytes, "]");
}

static const char *seat_word(enum seat seat)
{
    return seat == SEAT_FIRST ? "first" : "second";
}

static const char *proof_word(unsigned proof)
{
    static const char *const words[] = {"unknown", "win", "draw", "loss"};
    return words[proof];
}

static const char *answer_word(unsigned answer)
{
    static const char *const words[] = {"unknown", "yes", "no"};
    return words[answer];
}

static const char *rule_word(enum record_rule rule)
{
    static const char *const words[] = {"named", "found", "assumed"};
    return words[rule];
}

static void put_place(const struct report *report, unsigned ply, struct bytes *bytes)
{
    const struct analysis_place *place = &report->analysis->places[ply];
    if (analysis_sees_threats(report->analysis->game.variant))
        put(bytes, ",\"made\":\"%s\",\"fours\":\"%s\"",
            analysis_threat_key((enum analysis_threat)place->made), answer_word(place->fours));
    put(bytes, ",\"win\":\"%s\"", analysis_win_key((enum analysis_win)place->win));
    put_actions(report, "line", place->line.actions, place->line.count, bytes);
    put_actions(report, "stops", place->stops, place->stops_count, bytes);
}

/* A win that was missed: whether it had one first move, as a puzzle has. */
static const char *single_word(const struct report *report, unsigned ply)
{
    return report->analysis->places[ply].is_single ? ",\"single\":true" : "";
}

static void put_move(const struct report *report, unsigned ply, struct bytes *bytes)
{
    char at[ACTION_TEXT_SIZE];
    struct verdict verdict = verdict_of(report->analysis, ply);
    action_format(report->analysis->game.variant, verdict.action, at);
    put(bytes, "%s{\"ply\":%u,\"by\":\"%s\",\"move\":\"%s\",\"mark\":\"%s\"",
        ply > report->start ? "," : "", ply + 1, seat_word(verdict.seat), at,
        analysis_mark_key(verdict.mark));
    if (verdict.mark != ANALYSIS_MARK_UNJUDGED) {
        put(bytes, ",\"share\":%u,\"share_after\":%u,\"cost\":%u", verdict.share_before,
            verdict.share_after, verdict.cost);
        put(bytes, ",\"proof\":\"%s\",\"proof_after\":\"%s\"%s", proof_word(verdict.before),
            proof_word(verdict.after), single_word(report, ply));
        put_place(report, ply, bytes);
    }
    put(bytes, "}");
}

static void put_player(const struct report *report, enum seat seat, struct bytes *bytes)
{
    int accuracy = verdict_accuracy(report->analysis, seat);
    put(bytes, ",\"%s\":{", seat_word(seat));
    if (report->names[seat] != NULL) {
        put(bytes, "\"name\":");
        put_text(bytes, report->names[seat]);
    }
    if (accuracy >= 0)
        put(bytes, "%s\"accuracy\":%d", report->names[seat] != NULL ? "," : "", accuracy);
    put(bytes, "}");
}

static void put_opening(const struct report *report, struct bytes *bytes)
{
    const struct opening *opening = opening_find(&report->analysis->game);
    if (opening == NULL)
        return;
    put(bytes, ",\"opening\":");
    put_text(bytes, opening->number);
}

static void put_loss(const struct report *report, struct bytes *bytes)
{
    char at[ACTION_TEXT_SIZE];
    struct verdict_loss loss = verdict_loss(report->analysis);
    if (loss.ply == VERDICT_NOWHERE)
        return;
    struct verdict verdict = verdict_of(report->analysis, loss.ply);
    action_format(report->analysis->game.variant, verdict.action, at);
    put(bytes, ",\"first_losing\":{\"ply\":%u,\"by\":\"%s\",\"move\":\"%s\",\"proven\":%s",
        loss.ply + 1, seat_word(verdict.seat), at, loss.is_proven ? "true" : "false");
    put(bytes, loss.ply != loss.losing ? ",\"costliest\":true}" : "}");
}

void report_put_json(const struct report *report, struct ink *ink)
{
    struct bytes bytes = {0};
    const struct analysis *analysis = report->analysis;
    bool is_whole = analysis_done(analysis) == analysis_all(analysis);
    put(&bytes, "{\"variant\":\"%s\",\"plies\":%u,\"nodes\":%llu,\"complete\":%s",
        analysis->game.variant->key, analysis->game.ply, (unsigned long long)analysis->nodes,
        is_whole ? "true" : "false");
    put(&bytes, ",\"rule\":\"%s\",\"start\":%u", rule_word(report->rule), report->start);
    put_player(report, SEAT_FIRST, &bytes);
    put_player(report, SEAT_SECOND, &bytes);
    put_opening(report, &bytes);
    put_loss(report, &bytes);
    put(&bytes, ",\"moves\":[");
    for (unsigned ply = report->start; ply < analysis->game.ply; ply++)
        put_move(report, ply, &bytes);
    put(&bytes, "]}");
    ink_put_json(ink, bytes.data, bytes.len);
    bytes_deinit(&bytes);
}
