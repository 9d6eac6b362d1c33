/* SPDX-License-Identifier: MIT */
/*
 * pentad admin COMMAND ...: one request over the server's local socket, and its answer for people
 * or (--json) as the server sent it.
 */
#include "server/tool/admin.h"

#include "server/tool/local.h"

static int tell_answer(const struct tool_call *call, enum moderation_act_id act,
                       const struct request *request, const struct local_answer *answer)
{
    bool is_reply = answer->incoming.kind == INCOMING_REPLY;
    if (call->config->wants_json)
        fprintf(call->out, "%.*s\n", (int)answer->line.len, answer->line.bytes);
    else if (is_reply)
        admin_show(act, request, &answer->reply, call->out);
    if (is_reply)
        return TOOL_EXIT_GOOD;
    return call->config->wants_json ? TOOL_EXIT_FINDINGS
                                    : local_tell_refusal(call, &answer->incoming);
}

/* ------------------------------------------------------------------ the command line */

/* False: the words typed are no act with its arguments. */
static bool choose(const struct tool_call *call, enum moderation_act_id *id_out)
{
    const struct moderation_act *act;
    size_t count = 0;
    while (call->arguments[count + 1] != NULL)
        count++;
    *id_out = moderation_act_find(call->arguments[0]);
    if (*id_out == MODERATION_ACT_COUNT) {
        fprintf(call->err, "pentad: there is no command admin %s; see pentad help admin.\n",
                call->arguments[0]);
        return false;
    }
    act = moderation_act(*id_out);
    if (count >= act->min && count <= act->max)
        return true;
    fprintf(call->err, "pentad: it is pentad admin %s %s; see pentad help admin.\n", act->word,
            act->arguments);
    return false;
}

int tool_admin(const struct tool_call *call)
{
    struct request request = {0};
    struct local_answer answer;
    enum moderation_act_id act;
    enum moderation_wrong wrong;
    int status = TOOL_EXIT_IMPOSSIBLE;
    if (!choose(call, &act))
        return TOOL_EXIT_IMPOSSIBLE;
    wrong = moderation_ask(act, call->arguments + 1, &request);
    if (wrong != MODERATION_RIGHT) {
        fprintf(call->err, "pentad: %s\n", moderation_wrong_text(wrong));
        return TOOL_EXIT_IMPOSSIBLE;
    }
    struct local *local = local_ask(call, &request, &answer);
    if (local == NULL)
        return status;
    status = tell_answer(call, act, &request, &answer);
    local_free(local);
    return status;
}
