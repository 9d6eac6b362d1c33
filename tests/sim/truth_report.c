/* SPDX-License-Identifier: MIT */
/*
 * Reports by players of others, and what was judged.
 */
#include "tests/sim/sim.h"
#include "tests/sim/truth.h"

/* Reports of one player that may be open (docs/PROTOCOL.md, player.report). */
#define OPEN_MAX 10
#define OF_GUEST_MAX 1
/* Reports that one act judges (mod.resolve there). */
#define JUDGED_MAX 100

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

/* ------------------------------------------------------------------ weight */

#define LIAR_REPORTS 5
#define DAY_MS INT64_C(86400000)

static bool is_liar(const struct truth *truth, uint64_t by, int64_t at_ms)
{
    int dismissed = 0;
    for (size_t i = 0; i < truth->report_count; i++) {
        const struct truth_report *report = &truth->reports[i];
        if (report->is_open || report->by != by || report->judged_ms <= at_ms - 90 * DAY_MS)
            continue;
        if (report->verdict == VERDICT_WORD_UPHELD)
            return false;
        dismissed++;
    }
    return dismissed >= LIAR_REPORTS;
}

bool truth_knows_weights(const struct sim *sim)
{
    return sim->now_ms < 60 * DAY_MS;
}

static bool are_neighbours(const struct truth *truth, uint64_t one, uint64_t other)
{
    return truth_networks_shared(truth_player(truth, one), truth_player(truth, other)) > 0;
}

bool truth_is_uncounted(const struct truth *truth, uint64_t by, uint64_t player, int64_t at_ms)
{
    if (is_liar(truth, by, at_ms))
        return true;
    for (size_t i = 0; i < truth->report_count; i++) {
        const struct truth_report *report = &truth->reports[i];
        if (!report->is_open || report->player != player)
            continue;
        if (report->by == by)
            return false;
        if (!is_liar(truth, report->by, at_ms) && are_neighbours(truth, by, report->by))
            return true;
    }
    return false;
}

/* Whether a report that is about to be stored adds nothing: its reporter does not count, or counts
 * already. */
static bool is_weightless(const struct truth *truth, const struct truth_report *report,
                          int64_t at_ms)
{
    bool has_one = false;
    for (size_t i = 0; i < truth->report_count; i++)
        has_one = has_one || (truth->reports[i].is_open && truth->reports[i].by == report->by &&
                              truth->reports[i].player == report->player);
    return has_one || truth_is_uncounted(truth, report->by, report->player, at_ms);
}

struct truth_case truth_case_on(const struct truth *truth, uint64_t player, int64_t at_ms)
{
    struct truth_case sum = {0};
    for (size_t i = 0; i < truth->report_count; i++) {
        const struct truth_report *report = &truth->reports[i];
        bool is_first = true;
        if (!report->is_open || report->player != player)
            continue;
        for (size_t k = 0; k < i; k++)
            is_first =
                is_first && !(truth->reports[k].is_open && truth->reports[k].player == player &&
                              truth->reports[k].by == report->by);
        sum.reports++;
        sum.last = (int64_t)i + 1;
        sum.complaints |= 1U << report->complaint;
        if (is_first && !truth_is_uncounted(truth, report->by, player, at_ms))
            sum.reporters++;
    }
    return sum;
}

size_t truth_cases(const struct truth *truth)
{
    size_t cases = 0;
    for (size_t i = 0; i < truth->report_count; i++)
        cases += truth->reports[i].is_open &&
                         truth_case_on(truth, truth->reports[i].player, 0).last == (int64_t)i + 1
                     ? 1
                     : 0;
    return cases;
}

/* ------------------------------------------------------------------ stored */

void truth__report_add(struct sim *sim, const struct store_op *op)
{
    struct truth *truth = &sim->truth;
    const struct store_report *stored = &op->as.report_add;
    struct truth_report report = {.by = stored->by,
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
    CHECK_THAT(sim, CHECK_CASES,
               !truth_knows_weights(sim) ||
                   op->is_weightless == is_weightless(truth, &report, stored->at_ms),
               "a report of %llx about %llx is stored %s", (unsigned long long)stored->by,
               (unsigned long long)stored->player,
               op->is_weightless ? "as if it added nothing" : "as if it added something");
    truth__stored(sim, stored->by, DEED_REPORT);
    truth__lines_carried(sim, stored, &report.carried);
    truth->reports =
        sim_grow(truth->reports, truth->report_count, &truth->report_cap, sizeof(*truth->reports));
    truth->reports[truth->report_count] = report;
    truth->reports[truth->report_count++].is_weightless = op->is_weightless;
    sim->stats->reports_of_liars += is_liar(truth, stored->by, stored->at_ms) ? 1 : 0;
    sim->stats->reports_weightless += op->is_weightless ? 1 : 0;
    sim->stats->reports++;
}

/* Whether the act judges the one report that it names, or all that were open on that player up to
 * it, the oldest first. */
static bool judges_right(const struct truth *truth, const struct store_act *act)
{
    const struct truth_report *named = truth_report(truth, act->report);
    size_t judged = 0;
    if (named == NULL || !named->is_open)
        return false;
    if (act->judged_count == 1 && (int64_t)act->judged[0] == act->report)
        return true;
    for (int64_t n = 1; n <= act->report && judged < act->judged_count; n++) {
        const struct truth_report *report = truth_report(truth, n);
        if (!report->is_open || report->player != named->player)
            continue;
        if ((int64_t)act->judged[judged++] != n)
            return false;
    }
    return judged == act->judged_count &&
           (judged == JUDGED_MAX || (int64_t)act->judged[judged - 1] == act->report);
}

/* A report that the act judges. */
static void judge(struct sim *sim, const struct store_op *op, int64_t n)
{
    const struct store_act *act = &op->as.act;
    struct truth_report *report = truth_report(&sim->truth, n);
    CHECK_THAT(sim, CHECK_NOBODY_JUDGES_HIMSELF,
               act->by == 0 || (act->by != report->by && act->by != report->player),
               "%llx judges report %lld, which concerns the judge", (unsigned long long)act->by,
               (long long)n);
    if (act->verdict == VERDICT_WORD_UPHELD)
        truth__lines_hide(sim, op, report->player, &report->carried);
    report->is_open = false;
    report->verdict = act->verdict;
    report->judged_ms = act->at_ms;
    sim->stats->reports_judged++;
}

/* How many memos of the verdict the operation added for the player. */
static size_t verdicts_told(const struct store_op *op, uint64_t by, uint64_t player)
{
    size_t told = 0;
    for (size_t i = 0; i < op->memos_count; i++) {
        const struct store_memo *memo = &op->memos[i];
        told += memo->player == by && memo->kind == MEMO_REPORT_JUDGED && memo->about == player &&
                        memo->number == op->as.act.verdict && memo->text[0] == '\0'
                    ? 1
                    : 0;
    }
    return told;
}

/* Each reporter is told once, and nobody else anything. */
static void check_told(struct sim *sim, const struct store_op *op)
{
    const struct store_act *act = &op->as.act;
    size_t readers = 0;
    for (size_t i = 0; i < act->judged_count; i++) {
        const struct truth_report *report = truth_report(&sim->truth, (int64_t)act->judged[i]);
        bool is_first = true;
        for (size_t k = 0; k < i; k++)
            is_first =
                is_first && truth_report(&sim->truth, (int64_t)act->judged[k])->by != report->by;
        bool is_told = !truth_player(&sim->truth, report->by)->is_deleted;
        readers += is_first && is_told ? 1 : 0;
        CHECK_THAT(sim, CHECK_MEMOS,
                   verdicts_told(op, report->by, report->player) == (is_told ? 1 : 0),
                   "report %lld is judged, and its reporter does not get just that to read",
                   (long long)act->judged[i]);
    }
    CHECK_THAT(sim, CHECK_MEMOS, readers == op->memos_count,
               "act %lld judges reports of %zu, and %zu get that to read", (long long)act->report,
               readers, op->memos_count);
}

void truth__report_judge(struct sim *sim, const struct store_op *op)
{
    const struct store_act *act = &op->as.act;
    if (op->result != STORE_APPLIED) {
        CHECK_THAT(sim, CHECK_REPORTS, !judges_right(&sim->truth, act),
                   "report %lld could be judged, and was not", (long long)act->report);
        return;
    }
    CHECK_THAT(sim, CHECK_REPORTS, judges_right(&sim->truth, act),
               "report %lld is judged, or those before it on that player, and not just these "
               "were open",
               (long long)act->report);
    check_told(sim, op);
    for (size_t i = 0; i < act->judged_count; i++)
        judge(sim, op, (int64_t)act->judged[i]);
    CHECK_THAT(sim, CHECK_HIDDEN_IS_UNREAD,
               act->verdict == VERDICT_WORD_UPHELD || op->hidden_count == 0,
               "report %lld is dismissed, and %zu lines are hidden", (long long)act->report,
               op->hidden_count);
    sim->stats->cases_judged += act->judged_count > 1 ? 1 : 0;
}
