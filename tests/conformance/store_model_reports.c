/* SPDX-License-Identifier: MIT */
/*
 * The plain model: reports, their verdicts and their weight. All verdicts are of the same time.
 */
#include "tests/conformance/store_model.h"

enum model_outcome model__report(struct model *model, const struct store_op *op)
{
    const struct store_report *report = &op->as.report_add;
    int open = 0;
    if (report->by == report->player || model_player(model, report->by) == NULL ||
        model_player(model, report->player) == NULL)
        return MODEL_REFUSED;
    for (int i = 0; i < model->reports; i++) {
        if (!model->report[i].is_open || model->report[i].by != report->by)
            continue;
        if (model->report[i].player == report->player)
            return MODEL_ALREADY;
        open++;
    }
    if (open >= report->most)
        return MODEL_CONFLICT;
    if (!model__lines_are_there(model, report))
        return MODEL_REFUSED;
    model__lines_carry(&model->report[model->reports], report);
    model->report[model->reports].by = report->by;
    model->report[model->reports].player = report->player;
    model->report[model->reports++].is_open = true;
    return MODEL_APPLIED;
}

static bool was_before(const struct store_act *act, size_t end, const struct model *model,
                       uint64_t by)
{
    for (size_t i = 0; i < end; i++)
        if (model->report[act->judged[i] - 1].by == by)
            return true;
    return false;
}

enum model_outcome model__judge(struct model *model, const struct store_act *act)
{
    for (size_t i = 0; i < act->judged_count; i++) {
        int at = (int)act->judged[i] - 1;
        if (at >= model->reports || !model->report[at].is_open ||
            model->report[at].player != model->report[act->judged[0] - 1].player)
            return MODEL_CONFLICT;
    }
    for (size_t i = 0; i < act->judged_count; i++) {
        int at = (int)act->judged[i] - 1;
        uint64_t by = model->report[at].by;
        model->report[at].is_open = false;
        model->report[at].verdict = act->verdict;
        if (act->verdict == STORE_UPHELD)
            model__lines_hide(model, &model->report[at]);
        if (!model_player(model, by)->is_deleted && !was_before(act, i, model, by))
            model__memo_put(model, by,
                            &(struct model_memo){.id = act->memo, .kind = MEMO_REPORT_JUDGED});
    }
    return MODEL_APPLIED;
}

static bool is_liar(const struct model *model, uint64_t by)
{
    int dismissed = 0;
    for (int i = 0; i < model->reports; i++) {
        if (model->report[i].is_open || model->report[i].by != by)
            continue;
        if (model->report[i].verdict == 0)
            return false;
        dismissed++;
    }
    return dismissed >= STORE_LIAR_REPORTS;
}

static bool share_origin(const struct model *model, uint64_t left, uint64_t right)
{
    for (int i = 0; i < MODEL_ORIGINS; i++)
        if (model->players[left].origins[i] != 0 && model->players[right].origins[i] != 0)
            return true;
    return false;
}

bool model_is_uncounted(const struct model *model, uint64_t by, uint64_t player)
{
    if (is_liar(model, by))
        return true;
    for (int i = 0; i < model->reports; i++) {
        if (!model->report[i].is_open || model->report[i].player != player)
            continue;
        uint64_t other = model->report[i].by;
        if (other == by)
            return false;
        if (!is_liar(model, other) && share_origin(model, by, other))
            return true;
    }
    return false;
}
