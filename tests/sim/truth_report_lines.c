/* SPDX-License-Identifier: MIT */
/*
 * What reports carry, as it can be worked out from what is stored: who watches a room is not.
 */
#include "tests/sim/truth_report_lines.h"

#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

#define ID_ARG(id) ((unsigned long long)(id))

/* ------------------------------------------------------------------ what somebody can read */

/* The last lines of the room, as far as they are for the player. */
static struct truth_carried read_room(const struct truth *truth, const struct truth_room *room,
                                      uint64_t reader)
{
    struct truth_carried seen = {.room = room->id};
    size_t last = room->chat_count;
    for (size_t n = last > TRUTH_CARRIED ? last - TRUTH_CARRIED + 1 : 1; n <= last; n++) {
        const struct truth_line *line = &room->chat[n - 1];
        const struct truth_game *game = truth_game(truth, line->during);
        bool is_withheld = game != NULL && !game->is_over && !room->is_closed &&
                           room->game == game->id && truth_sits(room, reader);
        if (!is_withheld && !truth_has_blocked(truth, reader, line->player))
            seen.lines[seen.count++] = (uint32_t)n;
    }
    return seen;
}

/* The time of the player's last line of those; NONE: there is none. */
static int64_t spoke_last(const struct truth_room *room, const struct truth_carried *seen,
                          uint64_t player)
{
    for (size_t i = seen->count; i > 0; i--)
        if (room->chat[seen->lines[i - 1] - 1].player == player)
            return room->chat[seen->lines[i - 1] - 1].at_ms;
    return NONE;
}

static bool is_carried(const struct store_report *report, const struct truth_carried *seen)
{
    bool is_same = report->lines_count == seen->count;
    for (size_t i = 0; i < seen->count && is_same; i++)
        is_same = report->lines[i].room == seen->room && report->lines[i].n == seen->lines[i];
    return is_same;
}

/* ------------------------------------------------------------------ which room it is */

/* The room of the game that is reported, if its chat is for the reporter; else NULL. */
static const struct truth_room *room_of_game(const struct truth *truth,
                                             const struct store_report *report)
{
    const struct truth_game *game = truth_game(truth, report->game);
    const struct truth_room *room = game != NULL ? truth_room(truth, game->room) : NULL;
    bool is_readable =
        room != NULL && (!room->is_closed || truth_seat(game, report->by) != SEAT_NONE);
    return is_readable ? room : NULL;
}

/* No table where the reporter sits was passed over for one in which the player spoke earlier, by
 * the times that the lines bear. */
static void check_choice(struct sim *sim, const struct store_report *report, int64_t spoke)
{
    const struct truth *truth = &sim->truth;
    for (size_t i = 0; i < truth->room_count; i++) {
        const struct truth_room *room = truth->rooms[i];
        if (room->is_closed || !truth_sits(room, report->by))
            continue;
        const struct truth_carried seen = read_room(truth, room, report->by);
        CHECK_THAT(sim, CHECK_REPORT_LINES, spoke_last(room, &seen, report->player) <= spoke,
                   "%llx reports %llx, who spoke later in room %llx than in what is carried",
                   ID_ARG(report->by), ID_ARG(report->player), ID_ARG(room->id));
    }
}

void truth__lines_carried(struct sim *sim, const struct store_report *report,
                          struct truth_carried *carried_out)
{
    const struct truth *truth = &sim->truth;
    const struct truth_room *of_game = room_of_game(truth, report);
    const struct truth_room *room =
        report->lines_count > 0 ? truth_room(truth, report->lines[0].room) : of_game;
    struct truth_carried seen = {0};
    if (room != NULL)
        seen = read_room(truth, room, report->by);
    CHECK_THAT(sim, CHECK_REPORT_LINES,
               is_carried(report, &seen) && (of_game == NULL || room == of_game),
               "a report of %llx carries %zu lines of room %llx, and could read %zu",
               ID_ARG(report->by), report->lines_count, ID_ARG(seen.room), seen.count);
    if (of_game == NULL) {
        int64_t spoke = room != NULL ? spoke_last(room, &seen, report->player) : NONE;
        CHECK_THAT(sim, CHECK_REPORT_LINES, room == NULL || (spoke != NONE && !room->is_closed),
                   "a report of %llx carries room %llx, where the player is not heard",
                   ID_ARG(report->by), ID_ARG(seen.room));
        check_choice(sim, report, spoke);
    }
    *carried_out = seen;
    sim->stats->lines_reported += seen.count;
}

/* ------------------------------------------------------------------ hiding */

static bool is_told(const struct store_op *op, uint64_t room, uint32_t n)
{
    for (size_t i = 0; i < op->hidden_count; i++)
        if (op->hidden[i].room == room && op->hidden[i].n == n)
            return true;
    return false;
}

void truth__lines_hide(struct sim *sim, const struct store_op *op, uint64_t player,
                       const struct truth_carried *carried)
{
    const struct truth_room *room = truth_room(&sim->truth, carried->room);
    for (size_t i = 0; i < carried->count; i++) {
        struct truth_line *line = &room->chat[carried->lines[i] - 1];
        if (line->player != player || line->hidden.is_stored)
            continue;
        line->hidden.is_stored = true;
        sim->stats->lines_hidden++;
        CHECK_THAT(sim, CHECK_HIDDEN_IS_UNREAD, is_told(op, room->id, carried->lines[i]),
                   "a report is upheld, and line %u of room %llx is not hidden", carried->lines[i],
                   ID_ARG(room->id));
    }
}

void truth_line_known(const struct sim *sim, struct truth_line *line)
{
    if (line->hidden.is_stored && !line->hidden.is_known)
        line->hidden = (struct truth_hidden){true, true, sim->now_ms};
}

void truth_lines_known(struct sim *sim, uint64_t player, const struct truth_carried *carried)
{
    const struct truth_room *room = truth_room(&sim->truth, carried->room);
    for (size_t i = 0; i < carried->count; i++) {
        struct truth_line *line = &room->chat[carried->lines[i] - 1];
        if (line->player == player)
            truth_line_known(sim, line);
    }
}

void truth_lines_start(struct sim *sim)
{
    const struct truth *truth = &sim->truth;
    for (size_t i = 0; i < truth->room_count; i++)
        for (size_t n = 0; n < truth->rooms[i]->chat_count; n++)
            truth_line_known(sim, &truth->rooms[i]->chat[n]);
}

bool truth_is_hidden_by(const struct truth_line *line, int64_t at_ms)
{
    return line->hidden.is_known && at_ms > line->hidden.known_ms;
}
