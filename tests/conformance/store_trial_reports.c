/* SPDX-License-Identifier: MIT */
/*
 * Reports and cases of the store against those of the plain model.
 */
#include "tests/conformance/store_conformance.h"
#include "tests/conformance/store_trial.h"

/* The open reports with that weight, from the `at`-th row on. Returns how far they go. */
static size_t reports_compare(const struct trial *trial, const struct store_reports *answer,
                              bool is_uncounted, size_t at)
{
    const struct model *model = &trial->model;
    for (int i = 0; i < model->reports; i++) {
        uint64_t by = model->report[i].by;
        uint64_t player = model->report[i].player;
        if (!model->report[i].is_open || model_is_uncounted(model, by, player) != is_uncounted)
            continue;
        assert_true(at < answer->rows_count);
        assert_int_equal(answer->rows[at].n, i + 1);
        assert_int_equal(answer->rows[at].is_uncounted, is_uncounted);
        assert_int_equal(answer->rows[at].by, by);
        assert_int_equal(answer->rows[at++].player, player);
    }
    return at;
}

static void case_compare(const struct trial *trial, const struct store_case_row *row)
{
    const struct model *model = &trial->model;
    int64_t reports = 0;
    int64_t reporters = 0; /* nobody has two open reports on a player here */
    int64_t last = 0;
    for (int i = 0; i < model->reports; i++) {
        if (!model->report[i].is_open || model->report[i].player != row->player)
            continue;
        reports++;
        reporters += model_is_uncounted(model, model->report[i].by, row->player) ? 0 : 1;
        last = i + 1;
    }
    assert_int_equal(row->reports, reports);
    assert_int_equal(row->reporters, reporters);
    assert_int_equal(row->last, last);
    assert_int_equal(row->complaints, 2);
}

void trial_reports_compare(struct trial *trial)
{
    const struct store_reports *answer =
        ask_reports(trial->harness, sample_reports(0, MODEL_REPORTS));
    size_t at = reports_compare(trial, answer, false, 0);
    assert_int_equal(reports_compare(trial, answer, true, at), answer->rows_count);
    const struct store_cases *cases = ask_cases(trial->harness, sample_cases(0, 0, MODEL_PLAYERS));
    int64_t folded = 0;
    for (size_t i = 0; i < cases->rows_count; i++) {
        case_compare(trial, &cases->rows[i]);
        folded += cases->rows[i].reports;
        assert_true(i == 0 || cases->rows[i].reporters <= cases->rows[i - 1].reporters);
    }
    assert_int_equal(folded, answer->rows_count);
}
