/* SPDX-License-Identifier: MIT */
/*
 * Judges what is told of reports that carry lines of chats, and of lines that are hidden.
 */
#include "tests/sim/ask.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"

#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

bool said__line(const struct link *link, const struct truth_room *room,
                const struct chat_line_record *line, int64_t at_ms)
{
    struct sim *sim = link->sim;
    if (line->n > (int64_t)room->chat_count)
        return false;
    const struct truth_line *stored = &room->chat[line->n - 1];
    CHECK_THAT(sim, CHECK_HIDDEN_IS_UNREAD, line->hidden == (line->text == NULL),
               "line %lld of room %llx is told as hidden, with its text, or without one",
               (long long)line->n, ID_ARG(room->id));
    CHECK_THAT(sim, CHECK_HIDDEN_IS_UNREAD,
               line->hidden || (!truth_is_hidden_by(stored, at_ms) &&
                                !(sim->is_quiet && stored->hidden.is_stored)),
               "link %llu is told the text of line %lld of room %llx, which is hidden",
               ID_ARG(link->number), (long long)line->n, ID_ARG(room->id));
    return line->hidden ? stored->hidden.is_stored : strcmp(stored->text, line->text) == 0;
}

int64_t said__asked_ms(const struct link *link, const struct truth_room *room)
{
    for (size_t i = link->ask_count; link->is_again && i-- > 0;) {
        const struct ask *ask = &link->asks[i];
        if (ask->op == OP_ROOM_SYNC && ask->subject == room->id && ask->answered < ask->delivered)
            return ask->delivered_ms;
    }
    return link->opened_ms;
}

void said__hidden(struct link *link, const union event_body *body)
{
    const struct room_hidden_event *hidden = &body->room_hidden;
    const struct truth_room *room = truth_room(&link->sim->truth, hidden->room);
    bool is_there = room != NULL && hidden->n <= (int64_t)room->chat_count;
    CHECK_THAT(link->sim, CHECK_HIDDEN_IS_UNREAD,
               is_there && room->chat[hidden->n - 1].hidden.is_stored,
               "link %llu is told that line %lld of room %llx is hidden", ID_ARG(link->number),
               (long long)hidden->n, ID_ARG(hidden->room));
    struct truth_line *stored = &room->chat[hidden->n - 1];
    const struct chat_line_record line = {.n = hidden->n, .from_watcher = stored->during != 0};
    truth_line_known(link->sim, stored);
    said__line_is_for(link, room, &line);
    link->sim->stats->hidden_told++;
}

/* ------------------------------------------------------------------ mod.report */

static bool is_carried(const struct truth *truth, const struct truth_report *report, size_t at,
                       const struct reported_line_record *row)
{
    const struct truth_room *room = truth_room(truth, report->carried.room);
    const struct truth_line *stored = &room->chat[report->carried.lines[at] - 1];
    return row->n == (int64_t)report->carried.lines[at] && strcmp(row->text, stored->text) == 0 &&
           truth_goes_by(truth_player(truth, stored->player), row->name) &&
           row->reported == (stored->player == report->player) &&
           row->from_watcher == (stored->during != 0) && (!row->hidden || stored->hidden.is_stored);
}

void said__report(struct link *link, struct ask *ask, const union reply_body *reply)
{
    struct sim *sim = link->sim;
    const struct mod_report_reply *told = &reply->mod_report;
    const struct truth_report *report = truth_report(&sim->truth, told->n);
    bool is_right = report != NULL && told->n == ask->request.as.mod_report.report &&
                    told->lines_count == report->carried.count && told->game == report->game &&
                    told->complaint == report->complaint &&
                    (told->verdict == NONE || !report->is_open) &&
                    truth_goes_by(truth_player(&sim->truth, report->by), told->by) &&
                    truth_goes_by(truth_player(&sim->truth, report->player), told->name);
    for (size_t i = 0; i < told->lines_count && is_right; i++)
        is_right = told->room == report->carried.room &&
                   is_carried(&sim->truth, report, i, &told->lines[i]);
    CHECK_THAT(sim, CHECK_REPORT_LINES, is_right,
               "report %lld is told with %zu lines, and is not stored like this",
               (long long)told->n, told->lines_count);
    CHECK_THAT(sim, CHECK_RIGHTS_FOLLOW_ROLES,
               link->player == 0 || truth_had_role(truth_player(&sim->truth, link->player),
                                                   ROLE_MODERATOR, ask->batches),
               "link %llu reads a report without a role", ID_ARG(link->number));
    CHECK_THAT(
        sim, CHECK_NOBODY_JUDGES_HIMSELF, link->player == 0 || report->player != link->player,
        "link %llu reads report %lld, on its own player", ID_ARG(link->number), (long long)told->n);
    sim->stats->reports_read++;
}
