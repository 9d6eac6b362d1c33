/* SPDX-License-Identifier: MIT */
/*
 * The plain store: lines of chats that reports carry, and that upheld ones hide.
 */
#include "tests/conformance/store_conformance.h"
#include "tests/conformance/store_model.h"

bool model__lines_are_there(struct model *model, const struct store_report *report)
{
    for (size_t i = 0; i < report->lines_count; i++) {
        const struct model_room *room = model_room(model, report->lines[i].room);
        if (room == NULL || report->lines[i].n > room->lines)
            return false;
    }
    return true;
}

void model__lines_carry(struct model_report *carrying, const struct store_report *report)
{
    carrying->line_count = report->lines_count;
    for (size_t i = 0; i < report->lines_count; i++) {
        carrying->room = report->lines[i].room;
        carrying->lines[i] = report->lines[i].n;
    }
}

void model__lines_hide(struct model *model, const struct model_report *upheld)
{
    for (size_t i = 0; i < upheld->line_count; i++) {
        struct model_line_said *line =
            &model_room(model, upheld->room)->said[upheld->lines[i] % MODEL_CHAT];
        line->is_hidden |= line->player == upheld->player;
    }
}

/* ------------------------------------------------------------------ comparing */

static void report_compare(struct model *model, struct harness *harness, int64_t n)
{
    const struct model_report *wanted = &model->report[n - 1];
    const struct store_report_file *file = ask_report(harness, sample_report_by(n));
    assert_int_equal(file->is_open, wanted->is_open);
    assert_int_equal(file->player, wanted->player);
    assert_int_equal(file->lines_count, wanted->line_count);
    for (size_t i = 0; i < wanted->line_count; i++) {
        const struct model_line_said *said =
            &model_room(model, wanted->room)->said[wanted->lines[i] % MODEL_CHAT];
        assert_int_equal(file->lines[i].room, wanted->room);
        assert_int_equal(file->lines[i].n, wanted->lines[i]);
        assert_int_equal(file->lines[i].player, said->player);
        assert_int_equal(file->lines[i].is_hidden, said->is_hidden);
    }
}

static void chat_compare(struct model *model, struct harness *harness, uint64_t id)
{
    const struct model_room *room = model_room(model, id);
    const struct store_chat *chat = ask_chat(harness, sample_chat_of(id));
    uint32_t count = room != NULL ? room->lines : 0;
    if (count > STORE_CHAT_LOADED)
        count = STORE_CHAT_LOADED;
    assert_int_equal(chat->lines_count, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct model_line_said *said =
            &room->said[(room->lines - count + 1 + i) % MODEL_CHAT];
        assert_int_equal(chat->lines[i].player, said->player);
        assert_int_equal(chat->lines[i].is_hidden, said->is_hidden);
    }
}

void model_compare_report_lines(struct model *model, struct harness *harness)
{
    for (int n = 1; n <= model->reports; n++)
        report_compare(model, harness, n);
    for (uint64_t i = 0; i < MODEL_ROOMS; i++)
        chat_compare(model, harness, MODEL_FIRST_ROOM + i);
}
