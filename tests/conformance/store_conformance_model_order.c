/* SPDX-License-Identifier: MIT */
/*
 * Conformance: random acts of those who keep order and random reports, against the plain model.
 */
#include "tests/conformance/store_conformance.h"

#include <stdio.h>

#include "tests/conformance/store_trial.h"

static struct store_op make_rename(struct trial *trial, char texts[3][16])
{
    unsigned name = (unsigned)trial_below(trial, MODEL_NAMES);
    struct store_op op = sample_act(MOD_RENAME, 0, trial_any_player(trial));
    const struct model_player *found = model_player(&trial->next, op.as.mod.player);
    (void)snprintf(texts[0], 16, "n%u", name);
    (void)snprintf(texts[1], 16, "key n%u", name);
    (void)snprintf(texts[2], 16, "look n%u", name);
    op.as.mod.renamed.name = texts[0];
    op.as.mod.renamed.name_key = texts[1];
    op.as.mod.renamed.skeleton = texts[2];
    if ((found == NULL || found->kind == PLAYER_GUEST) && trial_below(trial, 20) != 0)
        return (struct store_op){.kind = STORE_PROBE};
    return op;
}

struct store_op trial_act(struct trial *trial, char texts[3][16])
{
    uint64_t player = trial_any_player(trial);
    if (trial_below(trial, 2) == 0)
        return make_rename(trial, texts);
    if (trial_below(trial, 2) == 0)
        return sample_resolve(1 + (int64_t)trial_below(trial, (uint64_t)trial->next.reports + 2));
    if (model_player(&trial->next, player) == NULL && trial_below(trial, 20) != 0)
        return (struct store_op){.kind = STORE_PROBE};
    return sample_act(MOD_BAN, 0, player);
}

/* Mostly by one of two, so that somebody has too many. */
struct store_op trial_report(struct trial *trial)
{
    uint64_t by = trial_below(trial, 4) == 0 ? trial_any_player(trial) : 1 + trial_below(trial, 2);
    uint64_t player = trial_any_player(trial);
    bool is_possible = by != player && model_player(&trial->next, by) != NULL &&
                       model_player(&trial->next, player) != NULL;
    if ((!is_possible && trial_below(trial, 20) != 0) || trial->next.reports == MODEL_REPORTS)
        return (struct store_op){.kind = STORE_PROBE};
    return sample_report(by, player, 0);
}

void trial_compare_order(struct trial *trial)
{
    const struct store_answer *answer = conformance_ask(trial->harness, sample_acts(0, 0, 1));
    size_t at = 0;
    assert_int_equal(answer->acts_count == 0 ? 0 : answer->acts[0].n, trial->model.acts);
    answer = conformance_ask(trial->harness, sample_reports(1, MODEL_REPORTS));
    for (int i = 0; i < trial->model.reports; i++) {
        if (!trial->model.report[i].is_open)
            continue;
        assert_true(at < answer->reports_count);
        assert_int_equal(answer->reports[at].n, i + 1);
        assert_int_equal(answer->reports[at].by, trial->model.report[i].by);
        assert_int_equal(answer->reports[at++].player, trial->model.report[i].player);
    }
    assert_int_equal(answer->reports_count, at);
}
