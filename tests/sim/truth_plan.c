/* SPDX-License-Identifier: MIT */
/* The promises of tests/sim/truth_plan.h. */
#include "tests/sim/truth_plan.h"

#include "tests/sim/ask.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))

/* ------------------------------------------------------------------ lines as texts */

/* The next line, NUL-terminated in `lines`, which it moves on; NULL: there is none. */
static char *next_line(char **lines)
{
    char *line = *lines;
    if (line == NULL || *line == '\0')
        return NULL;
    char *end = strchr(line, ';');
    if (end != NULL)
        *end++ = '\0';
    *lines = end;
    return line;
}

/* The lines that begin with the action, without it. */
static void follow(char lines[TRUTH_PLAN_SIZE], const char *action)
{
    char were[TRUTH_PLAN_SIZE];
    char *rest = were;
    size_t len = strlen(action);
    size_t to = 0;
    memcpy(were, lines, sizeof(were));
    for (const char *line = next_line(&rest); line != NULL; line = next_line(&rest))
        if (strncmp(line, action, len) == 0 && line[len] == ' ')
            to += (size_t)snprintf(lines + to, TRUTH_PLAN_SIZE - to, "%s%s", to > 0 ? ";" : "",
                                   line + len + 1);
    lines[to] = '\0';
}

/* The answer that the player to act has to give at once; "": none. */
static void answer_of(const struct truth_game *game, char answer_out[ACTION_TEXT_SIZE])
{
    enum seat seat = game_to_act(&game->board);
    answer_out[0] = '\0';
    if (seat == SEAT_NONE || game->log_count == 0 || game->offer == seat_other(seat) ||
        game->log[game->log_count - 1].kind != LOG_ACTION)
        return;
    const char *lines = game->plans[seat].lines;
    snprintf(answer_out, ACTION_TEXT_SIZE, "%.*s", (int)strcspn(lines, " ;"), lines);
}

/* ------------------------------------------------------------------ what is written */

static void note_version(struct truth_game *game, enum seat seat)
{
    struct truth_plan *plan = &game->plans[seat];
    plan->ever = sim_grow(plan->ever, plan->ever_count, &plan->ever_cap, sizeof(*plan->ever));
    struct truth_plan_version *version = &plan->ever[plan->ever_count++];
    version->ply = game->board.ply;
    memcpy(version->lines, plan->lines, sizeof(version->lines));
}

/* Each line goes on by the rules and ends with an action of the player, who sets it on the
 * opponent's turn. */
static void check_lines(struct sim *sim, const struct truth_game *game, enum seat seat,
                        const char *stored)
{
    char lines[TRUTH_PLAN_SIZE];
    char *rest = lines;
    bool is_right = game_to_act(&game->board) != seat;
    snprintf(lines, sizeof(lines), "%s", stored);
    for (char *line = next_line(&rest); line != NULL && is_right; line = next_line(&rest)) {
        struct game board;
        struct action action;
        char *word_rest = NULL;
        enum seat last = SEAT_NONE;
        game_copy(&board, &game->board);
        for (const char *word = strtok_r(line, " ", &word_rest); word != NULL && is_right;
             word = strtok_r(NULL, " ", &word_rest)) {
            last = game_to_act(&board);
            is_right = action_parse(board.variant, word, strlen(word), &action) == 0 &&
                       game_act(&board, action) == 0;
        }
        is_right = is_right && last == seat;
    }
    CHECK_THAT(sim, CHECK_PLANS, is_right,
               "game %llx: at ply %u seat %d plans \"%s\", which cannot be", ID_ARG(game->id),
               game->board.ply, seat, stored);
}

void truth__plan_put(struct sim *sim, const struct store_op *op)
{
    const struct store_plan *stored = &op->as.plan_put;
    struct truth_game *game = truth_game(&sim->truth, stored->game);
    CHECK_THAT(sim, CHECK_PLANS,
               game != NULL && !game->is_over && !game->has_computer &&
                   game->clock.kind == CLOCK_CORRESPONDENCE,
               "a plan of game %llx, which has no days or is over", ID_ARG(stored->game));
    struct truth_plan *plan = &game->plans[stored->seat];
    if (plan->is_due) {
        plan->is_due = false;
        CHECK_THAT(sim, CHECK_PLANS, strcmp(plan->lines, stored->lines) == 0,
                   "game %llx: of the plan of seat %d \"%s\" is left, and \"%s\" is stored",
                   ID_ARG(game->id), stored->seat, plan->lines, stored->lines);
        note_version(game, stored->seat);
        return;
    }
    truth__stored(sim, game->players[stored->seat], DEED_PLAN);
    if (stored->lines[0] != '\0')
        check_lines(sim, game, stored->seat, stored->lines);
    snprintf(plan->lines, sizeof(plan->lines), "%s", stored->lines);
    note_version(game, stored->seat);
    sim->stats->plans++;
}

void truth__plan_before(struct sim *sim, const struct truth_game *game,
                        const struct store_log_entry *entry)
{
    char answer[ACTION_TEXT_SIZE];
    answer_of(game, answer);
    truth__plan_check(sim, game);
    bool is_answer = entry->planned && entry->kind == LOG_ACTION && entry->spent_ms == 0 &&
                     strcmp(answer, entry->action) == 0;
    CHECK_THAT(sim, CHECK_PLANS, !entry->planned || is_answer,
               "game %llx, event %u: %s by a plan of seat %d, which is to answer \"%s\"",
               ID_ARG(game->id), entry->seq, entry->action, entry->seat, answer);
    sim->stats->planned += entry->planned ? 1 : 0;
}

void truth__plan_after(struct sim *sim, struct truth_game *game,
                       const struct store_log_entry *entry)
{
    (void)sim;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        struct truth_plan *plan = &game->plans[seat];
        if (plan->lines[0] == '\0' || (entry->kind != LOG_ACTION && entry->kind != LOG_TAKEBACK))
            continue;
        plan->is_due = game_status(&game->board) == GAME_OPEN; /* the end of a game forgets them */
        if (entry->kind == LOG_ACTION)
            follow(plan->lines, entry->action);
        else
            plan->lines[0] = '\0';
    }
}

/* Everything that follows from an action is in its batch: before the next entry, or its end. */
void truth__plan_check(struct sim *sim, const struct truth_game *game)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        CHECK_THAT(sim, CHECK_PLANS, !game->plans[seat].is_due,
                   "game %llx: what is left of the plan of seat %d is not stored with the action",
                   ID_ARG(game->id), seat);
}

void truth__plan_batch_check(struct sim *sim, const struct truth_game *game)
{
    char answer[ACTION_TEXT_SIZE];
    answer_of(game, answer);
    truth__plan_check(sim, game);
    CHECK_THAT(sim, CHECK_PLANS, game->is_over || answer[0] == '\0',
               "game %llx: %s is planned at ply %u, and not made with the action before",
               ID_ARG(game->id), answer, game->board.ply);
}

void truth__plan_ended(struct truth_game *game)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        game->plans[seat].lines[0] = '\0';
}

void truth__plan_forget(struct truth_game *game)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        free(game->plans[seat].ever);
}

/* ------------------------------------------------------------------ what is said */

/* Whether the player had just these lines at that ply, ever; none are nobody's secret. */
static bool had(const struct truth_game *game, enum seat seat, int64_t ply, const char *lines)
{
    bool is_found = lines[0] == '\0';
    for (size_t i = 0; seat != SEAT_NONE && i < game->plans[seat].ever_count && !is_found; i++)
        is_found = game->plans[seat].ever[i].ply == ply &&
                   strcmp(game->plans[seat].ever[i].lines, lines) == 0;
    return is_found;
}

static void check_told(struct link *link, uint64_t id, int64_t ply, const char *lines)
{
    const struct truth_game *game = truth_game(&link->sim->truth, id);
    enum seat seat = game != NULL ? truth_seat(game, ask_player(link)) : SEAT_NONE;
    CHECK_THAT(link->sim, CHECK_PLANS, seat != SEAT_NONE && had(game, seat, ply, lines),
               "link %llu is told of \"%s\" at ply %lld of game %llx, which is not its plan",
               ID_ARG(link->number), lines, (long long)ply, ID_ARG(id));
}

void said__plan(struct link *link, struct ask *ask, const union reply_body *reply)
{
    const struct game_plan_request *request = &ask->request.as.game_plan;
    check_told(link, ask->subject, reply->game_plan.ply, reply->game_plan.lines);
    CHECK_THAT(link->sim, CHECK_ACKNOWLEDGED_IS_STORED,
               request->lines == NULL || strcmp(ask->text, reply->game_plan.lines) == 0,
               "link %llu set the plan \"%s\", and is told \"%s\"", ID_ARG(link->number), ask->text,
               reply->game_plan.lines);
}

/* Whether the game was over with the action before that ply: plans end with it without a word. */
static bool ended_with(const struct truth_game *game, int64_t ply)
{
    return game != NULL && game_status(&game->board) != GAME_OPEN && game->board.ply == ply;
}

void said__plan_changed(struct link *link, const union event_body *body)
{
    const struct plan_changed_event *changed = &body->plan_changed;
    check_told(link, changed->of, changed->ply, changed->lines);
    CHECK_THAT(link->sim, CHECK_PLANS,
               !ended_with(truth_game(&link->sim->truth, changed->of), changed->ply),
               "link %llu is told what is left of its plan by the end of game %llx",
               ID_ARG(link->number), ID_ARG(changed->of));
    link->sim->stats->plans_told++;
}
