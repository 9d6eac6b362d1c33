/* SPDX-License-Identifier: MIT */
/*
 * A report with what it carries: mod.report.
 */
#include "server/core/operations/request.h"
#include "server/core/people/asker.h"
#include "server/core/people/moderation.h"
#include "server/core/turn/call.h"
#include "server/core/turn/queries.h"
#include "server/core/turn/wait.h"

static const struct reported_line_record *view_lines(struct core *core,
                                                     const struct store_report_file *file)
{
    struct reported_line_record *lines =
        arena_alloc(&core->arena, (file->lines_count + 1) * sizeof(*lines));
    for (size_t i = 0; i < file->lines_count; i++) {
        const struct store_report_line *line = &file->lines[i];
        lines[i] = (struct reported_line_record){.n = line->n,
                                                 .name = line->name,
                                                 .text = line->text,
                                                 .at = line->at_ms,
                                                 .reported = line->player == file->player,
                                                 .hidden = line->is_hidden,
                                                 .from_watcher = line->during != 0};
    }
    return lines;
}

static void report_read(struct core *core, struct wait *wait, int status,
                        const struct store_answer *answer)
{
    struct call call;
    bool is_there = status != STORE_NOT_FOUND;
    if (!asker_call_stored(core, wait, is_there ? status : STORE_OK, &call))
        return;
    if (!is_there) {
        call_error(&call, ERR_NO_SUCH_REPORT);
        return;
    }
    const struct store_report_file *file = &answer->as.report;
    const struct mod_report_reply reply = {
        .n = file->n,
        .at = file->at_ms,
        .by = file->by_name,
        .name = file->player_name,
        .complaint = file->complaint,
        .game = file->game,
        .text = file->text[0] != '\0' ? file->text : NULL,
        .verdict = file->is_open ? NONE : file->verdict,
        .room = file->lines_count > 0 ? file->lines[0].room : 0,
        .lines = view_lines(core, file),
        .lines_count = file->lines_count,
    };
    call_reply(&call, &reply);
}

int command_mod_report(struct call *call)
{
    const struct store_query query = {.kind = STORE_REPORT,
                                      .as.report = {.n = call->request->mod_report.report,
                                                    .judge = call->asker.player,
                                                    .below = (int)moderation_reach(call)}};
    struct wait *wait = wait_new(call, NULL);
    wait->done.query = report_read;
    return queries_ask(call, wait, &query);
}
