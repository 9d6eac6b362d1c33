/* SPDX-License-Identifier: MIT */
/*
 * Reports by players of others, and what was judged.
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

/* Reports of one player that may be open (docs/PROTOCOL.md, player.report). */
#define OPEN_MAX 10
#define OF_GUEST_MAX 1

struct truth_report *truth_report(const struct truth *truth, int64_t n)
{
    return n >= 1 && (size_t)n <= truth->report_count ? &truth->reports[n - 1] : NULL;
}

size_t truth_reports_open(const struct truth *truth, uint64_t by)
{
    size_t open = 0;
    for (size_t i = 0; i < truth->report_count; i++)
        open += truth->reports[i].is_open && (by == 0 || truth->reports[i].by == by) ? 1 : 0;
    return open;
}

bool truth_has_reported(const struct truth *truth, const struct truth_report *report, bool is_open)
{
    for (size_t i = 0; i < truth->report_count; i++) {
        const struct truth_report *other = &truth->reports[i];
        if (other->by == report->by && other->player == report->player &&
            other->game == report->game && (other->is_open || !is_open))
            return true;
    }
    return false;
}

void truth__report_add(struct sim *sim, const struct store_op *op)
{
    struct truth *truth = &sim->truth;
    const struct store_report *stored = &op->as.report_add;
    const struct truth_report report = {.by = stored->by,
                                        .player = stored->player,
                                        .game = stored->game,
                                        .complaint = stored->complaint,
                                        .is_open = true};
    bool is_same = truth_has_reported(truth, &report, true);
    const struct truth_player *by = truth_player(truth, stored->by);
    bool is_full = truth_reports_open(truth, stored->by) >= (size_t)stored->most;
    enum store_op_result right = is_same ? STORE_ALREADY : is_full ? STORE_CONFLICT : STORE_APPLIED;
    CHECK_THAT(sim, CHECK_REPORTS, op->result == right && stored->by != stored->player,
               "a report of %llx about %llx is taken or not, wrongly",
               (unsigned long long)stored->by, (unsigned long long)stored->player);
    CHECK_THAT(sim, CHECK_REPORTS,
               stored->most <= OPEN_MAX &&
                   (by == NULL || by->kind != PLAYER_GUEST || stored->most == OF_GUEST_MAX),
               "%llx may have %lld open reports", (unsigned long long)stored->by,
               (long long)stored->most);
    if (op->result != STORE_APPLIED)
        return;
    truth__stored(sim, stored->by, DEED_REPORT);
    truth->reports =
        sim_grow(truth->reports, truth->report_count, &truth->report_cap, sizeof(*truth->reports));
    truth->reports[truth->report_count++] = report;
    sim->stats->reports++;
}

void truth__report_judge(struct sim *sim, const struct store_op *op)
{
    const struct store_act *act = &op->as.act;
    struct truth_report *report = truth_report(&sim->truth, act->report);
    bool was_open = report != NULL && report->is_open;
    CHECK_THAT(sim, CHECK_REPORTS, was_open == (op->result == STORE_APPLIED),
               "report %lld is judged, or is not, and it was %s", (long long)act->report,
               was_open ? "open" : "not open");
    if (!was_open)
        return;
    CHECK_THAT(sim, CHECK_NOBODY_JUDGES_HIMSELF,
               act->by == 0 || (act->by != report->by && act->by != report->player),
               "%llx judges report %lld, which concerns the judge", (unsigned long long)act->by,
               (long long)act->report);
    const struct truth_player *by = truth_player(&sim->truth, report->by);
    const struct store_memo memo = {.player = report->by,
                                    .kind = MEMO_REPORT_JUDGED,
                                    .about = report->player,
                                    .number = act->verdict,
                                    .text = ""};
    CHECK_THAT(sim, CHECK_MEMOS, truth__added(op, by->is_deleted ? NULL : &memo),
               "report %lld is judged, and its reporter does not get just that to read",
               (long long)act->report);
    report->is_open = false;
    sim->stats->reports_judged++;
}
