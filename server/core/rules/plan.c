/* SPDX-License-Identifier: MIT */
#include "server/core/rules/plan.h"

#include "proto/error.h"

#include <assert.h>
#include <string.h>

/* ------------------------------------------------------------------ the tree */

/* The first node behind all that follows the node at `at`. */
static size_t end_of(const struct plan *plan, size_t at)
{
    size_t end = at + 1;
    while (end < plan->count && plan->nodes[end].depth > plan->nodes[at].depth)
        end++;
    return end;
}

void plan_follow(struct plan *plan, struct action action)
{
    if (plan->count == 0)
        return; /* as in most games, at every move */
    struct plan rest = {0};
    for (size_t at = 0; at < plan->count; at = end_of(plan, at)) {
        if (!action_equals(plan->nodes[at].action, action))
            continue;
        for (size_t i = at + 1; i < end_of(plan, at); i++) {
            rest.nodes[rest.count] = plan->nodes[i];
            rest.nodes[rest.count++].depth--;
        }
        break;
    }
    *plan = rest;
}

/* ------------------------------------------------------------------ reading */

/* A line that is being read into the plan. */
struct reading {
    struct plan *plan;
    struct game game; /* behind what was read of the line */
    enum seat seat;
    size_t at;      /* where what comes next in the line begins in the plan */
    size_t end;     /* and where that ends */
    uint8_t depth;  /* of what comes next */
    bool is_answer; /* what came last */
};

static int node_add(struct reading *reading, struct action action)
{
    struct plan *plan = reading->plan;
    if (plan->count == PLAN_ACTIONS_MAX)
        return ERR_PLAN_TOO_LARGE;
    struct plan_node *place = &plan->nodes[reading->end];
    memmove(place + 1, place, (plan->count - reading->end) * sizeof(*place));
    *place = (struct plan_node){.action = action, .depth = reading->depth};
    plan->count++;
    reading->at = reading->end;
    return 0;
}

/* Goes on to the action, which is added where it is not there yet. */
static int branch_take(struct reading *reading, struct action action)
{
    struct plan *plan = reading->plan;
    bool is_own = game_to_act(&reading->game) == reading->seat;
    bool has_other = false;
    bool is_there = false;
    for (size_t at = reading->at; at < reading->end && !is_there; at = end_of(plan, at)) {
        is_there = action_equals(plan->nodes[at].action, action);
        has_other = true;
        reading->at = is_there ? at : reading->at;
    }
    if (!is_there && is_own && has_other)
        return ERR_PLAN_HAS_TWO_ANSWERS;
    int status = is_there ? 0 : node_add(reading, action);
    if (status != 0)
        return status;
    reading->end = end_of(plan, reading->at);
    reading->at++;
    reading->depth++;
    reading->is_answer = is_own;
    game_do(&reading->game, action);
    return 0;
}

static int word_read(struct reading *reading, const char *word, size_t len)
{
    struct action action;
    if (game_status(&reading->game) != GAME_OPEN)
        return ERR_POSITION_OVER;
    int status = action_parse(reading->game.variant, word, len, &action);
    if (status == 0)
        status = game_check(&reading->game, action);
    return status != 0 ? status : branch_take(reading, action);
}

/* Reads a line of `len` bytes, whose game stands at the root before and after it. */
static int line_read(struct reading *reading, const char *line, size_t len)
{
    const char *end = line + len;
    uint16_t ply = reading->game.ply;
    int status = 0;
    reading->at = 0;
    reading->end = reading->plan->count;
    reading->depth = 0;
    reading->is_answer = true; /* an empty line is none */
    while (status == 0 && line < end) {
        size_t gap = strspn(line, " ");
        size_t word = strcspn(line + gap, " ;");
        if (word > 0)
            status = word_read(reading, line + gap, word);
        line += gap + word;
    }
    while (reading->game.ply > ply)
        game_undo(&reading->game);
    return status == 0 && !reading->is_answer ? ERR_PLAN_HAS_NO_ANSWER : status;
}

int plan_read(struct plan *plan_out, const struct game *game, enum seat seat, const char *lines)
{
    struct reading reading = {.plan = plan_out, .seat = seat};
    int status = 0;
    *plan_out = (struct plan){0};
    if (strlen(lines) > MAXIMA_PLAN)
        return ERR_PLAN_TOO_LARGE;
    game_copy(&reading.game, game);
    while (status == 0 && lines[0] != '\0') {
        size_t len = strcspn(lines, ";");
        status = line_read(&reading, lines, len);
        lines += len + (lines[len] == ';' ? 1 : 0);
    }
    return status;
}

/* ------------------------------------------------------------------ writing */

/* The path to the node that stands last in it. */
static size_t path_write(const struct action path[PLAN_ACTIONS_MAX], size_t length,
                         const struct variant *variant, char *text)
{
    size_t len = 0;
    for (size_t i = 0; i < length; i++) {
        if (i > 0)
            text[len++] = ' ';
        len += action_format(variant, path[i], text + len);
    }
    return len;
}

/* Every line was given once at least, in no fewer bytes. */
void plan_write(const struct plan *plan, const struct variant *variant, char *lines_out)
{
    struct action path[PLAN_ACTIONS_MAX];
    size_t len = 0;
    for (size_t i = 0; i < plan->count; i++) {
        path[plan->nodes[i].depth] = plan->nodes[i].action;
        if (end_of(plan, i) > i + 1)
            continue;
        if (len > 0)
            lines_out[len++] = ';';
        len += path_write(path, plan->nodes[i].depth + (size_t)1, variant, lines_out + len);
        assert(len < PLAN_TEXT_SIZE);
    }
    lines_out[len] = '\0';
}
