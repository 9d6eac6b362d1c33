/* SPDX-License-Identifier: MIT */
/*
 * The memory back-end's order: acts of those who keep it, and reports; how they are applied and
 * taken back, and the answers about them.
 */
#include <string.h>

#include "db/store_memory_private.h"

/* ------------------------------------------------------------------ acts */

static void act_free_texts(const struct store_mod_action *act)
{
    free((void *)act->reason);
    free((void *)act->detail);
}

static struct memory_report *report_find_open(const struct memory *memory, int64_t n)
{
    if (n < 1 || (size_t)n > memory->report_count || !memory->reports[n - 1].is_open)
        return NULL;
    return &memory->reports[n - 1];
}

static bool act_can_be(struct memory *memory, const struct store_mod_action *act)
{
    return (act->by == 0 || memory__player_find(memory, act->by) != NULL) &&
           (act->player == 0 || memory__player_find(memory, act->player) != NULL) &&
           (act->room == 0 || memory__room_find(memory, act->room) != NULL);
}

static void act_append(struct memory *memory, const struct store_mod_action *act)
{
    memory->acts =
        memory__grow(memory->acts, memory->act_count, &memory->act_cap, sizeof(*memory->acts));
    struct store_mod_action *copy = &memory->acts[memory->act_count++];
    *copy = *act;
    memset(&copy->renamed, 0, sizeof(copy->renamed));
    copy->n = (int64_t)memory->act_count;
    copy->reason = memory__text(act->reason);
    copy->detail = memory__text(act->detail);
}

static int act_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_mod_action *act = &op->as.mod;
    struct memory_report *report = report_find_open(memory, act->report);
    if (!act_can_be(memory, act))
        return OP_REFUSED;
    if (act->act == MOD_RESOLVE && report == NULL)
        return OP_CONFLICT;
    if (act->act == MOD_RENAME) {
        int outcome = memory__player_rename(memory, act, undo);
        if (outcome != OP_DONE)
            return outcome;
    }
    if (report != NULL)
        report->is_open = false;
    undo->is_new = act->act == MOD_RENAME;
    act_append(memory, act);
    undo->subject = memory->acts; /* not NULL: there is something to take back */
    return OP_DONE;
}

static void act_revert(struct memory *memory, struct memory_undo *undo)
{
    const struct store_mod_action *act = &memory->acts[--memory->act_count];
    if (undo->is_new)
        memory__player_rename_revert(memory, act->player, undo);
    if (act->report != 0)
        memory->reports[act->report - 1].is_open = true;
    act_free_texts(act);
}

static void act_keep(struct memory *memory, struct memory_undo *undo)
{
    (void)memory;
    if (undo->is_new)
        memory__player_rename_keep(undo);
}

int memory__answer_acts(struct memory *memory, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    struct store_mod_action *rows = arena_alloc(&question->arena, query->limit * sizeof(*rows));
    for (size_t i = memory->act_count; i > 0 && !answer->has_more; i--) {
        struct store_mod_action row = memory->acts[i - 1];
        if ((query->player != 0 && row.player != query->player) ||
            (query->from != 0 && (uint64_t)row.n > query->from))
            continue;
        answer->has_more = answer->acts_count == query->limit;
        if (answer->has_more)
            break;
        if (row.by != 0)
            row.by_name = memory__player_find(memory, row.by)->value.name;
        if (row.player != 0)
            row.player_name = memory__player_find(memory, row.player)->value.name;
        rows[answer->acts_count++] = row;
    }
    answer->acts = rows;
    return STORE_OK;
}

/* ------------------------------------------------------------------ bans and mutes */

static bool is_sanctioned(const struct memory_player *player, const struct store_query *query)
{
    return player->value.id > query->player &&
           (player->account.value.banned_until_ms > query->at_ms ||
            player->account.value.muted_until_ms > query->at_ms);
}

/* The one with the smallest id behind the query's player; NULL when there is none. */
static const struct memory_player *next_sanctioned(const struct memory *memory,
                                                   const struct store_query *query)
{
    const struct memory_player *first = NULL;
    for (struct map_node *node = memory->players.first; node != NULL; node = map__next(node)) {
        const struct memory_player *player = node->owner;
        if (is_sanctioned(player, query) && (first == NULL || player->value.id < first->value.id))
            first = player;
    }
    return first;
}

int memory__answer_sanctions(struct memory *memory, struct work_query *question)
{
    struct store_query query = question->query;
    struct store_answer *answer = &question->answer;
    struct store_sanction *rows = arena_alloc(&question->arena, query.limit * sizeof(*rows));
    const struct memory_player *player = next_sanctioned(memory, &query);
    for (; player != NULL && answer->sanctions_count < query.limit;
         player = next_sanctioned(memory, &query)) {
        rows[answer->sanctions_count++] = (struct store_sanction){
            .player = player->value.id,
            .name = player->value.name,
            .banned_until_ms = player->account.value.banned_until_ms,
            .muted_until_ms = player->account.value.muted_until_ms,
            .ban_reason = player->account.value.ban_reason,
            .mute_reason = player->account.value.mute_reason,
        };
        query.player = player->value.id;
    }
    answer->has_more = player != NULL;
    answer->sanctions = rows;
    return STORE_OK;
}

/* ------------------------------------------------------------------ reports */

static bool is_same(const struct store_report *a, const struct store_report *b)
{
    return a->by == b->by && a->player == b->player && a->game == b->game;
}

static int report_check(const struct memory *memory, const struct store_report *report)
{
    size_t open = 0;
    for (size_t i = 0; i < memory->report_count; i++) {
        const struct memory_report *other = &memory->reports[i];
        if (!other->is_open || other->value.by != report->by)
            continue;
        if (is_same(&other->value, report))
            return OP_ALREADY;
        open++;
    }
    return open < STORE_REPORTS_OPEN_MAX ? OP_DONE : OP_CONFLICT;
}

static int report_apply(struct memory *memory, const struct store_op *op, struct memory_undo *undo)
{
    const struct store_report *report = &op->as.report;
    if (memory__player_find(memory, report->by) == NULL ||
        memory__player_find(memory, report->player) == NULL ||
        (report->game != 0 && memory__game_find(memory, report->game) == NULL))
        return OP_REFUSED;
    int outcome = report_check(memory, report);
    if (outcome != OP_DONE)
        return outcome;
    memory->reports = memory__grow(memory->reports, memory->report_count, &memory->report_cap,
                                   sizeof(*memory->reports));
    struct memory_report *copy = &memory->reports[memory->report_count++];
    *copy = (struct memory_report){.value = *report, .is_open = true};
    copy->value.n = (int64_t)memory->report_count;
    copy->value.text = memory__text(report->text);
    undo->subject = memory->reports;
    return OP_DONE;
}

static void report_revert(struct memory *memory, struct memory_undo *undo)
{
    (void)undo;
    free((void *)memory->reports[--memory->report_count].value.text);
}

int memory__answer_reports(struct memory *memory, struct work_query *question)
{
    const struct store_query *query = &question->query;
    struct store_answer *answer = &question->answer;
    struct store_report *rows = arena_alloc(&question->arena, query->limit * sizeof(*rows));
    for (size_t i = 0; i < memory->report_count && !answer->has_more; i++) {
        struct store_report row = memory->reports[i].value;
        if (!memory->reports[i].is_open || (uint64_t)row.n < query->from)
            continue;
        answer->has_more = answer->reports_count == query->limit;
        if (answer->has_more)
            break;
        row.by_name = memory__player_find(memory, row.by)->value.name;
        row.player_name = memory__player_find(memory, row.player)->value.name;
        rows[answer->reports_count++] = row;
    }
    answer->reports = rows;
    return STORE_OK;
}

void memory__mod_free(struct memory *memory)
{
    for (size_t i = 0; i < memory->act_count; i++)
        act_free_texts(&memory->acts[i]);
    for (size_t i = 0; i < memory->report_count; i++)
        free((void *)memory->reports[i].value.text);
    free(memory->acts);
    free(memory->reports);
}

const struct memory_rule memory__mod_action = {act_apply, act_revert, act_keep};
const struct memory_rule memory__report_add = {report_apply, report_revert, NULL};
