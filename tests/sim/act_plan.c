/* SPDX-License-Identifier: MIT */
/*
 * Conditional moves: people foresee what people do (act_table.c), in some lives only.
 */
#include "tests/sim/person.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_plan.h"

#include <stdio.h>
#include <string.h>

#define BRANCHES 20
/* The size of one line, with its end. */
#define LINE_MAX_CHARS 40

/* Appends an action and does it. */
static void put(struct game *board, struct action action, char *line)
{
    size_t len = strlen(line);
    if (len > 0)
        line[len++] = ' ';
    action_format(board->variant, action, line + len);
    game_act(board, action);
}

/* An action of the opponent and an answer, now and then twice; false: there is no answer. */
static bool foresee(struct sim *sim, const struct game *from, int seat, char *line)
{
    struct game board;
    game_copy(&board, from);
    line[0] = '\0';
    uint64_t pairs = 1 + sim_below(sim, 2);
    for (uint64_t i = 0; i < pairs; i++) {
        if (game_expects(&board) != EXPECTS_STONE || (int)game_to_act(&board) == seat)
            return i > 0;
        size_t len = strlen(line);
        put(&board, act__stone(sim, &board), line);
        if (game_expects(&board) != EXPECTS_STONE || (int)game_to_act(&board) != seat) {
            line[len] = '\0'; /* nothing to answer */
            return i > 0;
        }
        put(&board, act__stone(sim, &board), line);
    }
    return (int)game_to_act(&board) != seat || game_status(&board) != GAME_OPEN;
}

/* Whether a line begins with the same action as this one. */
static bool is_foreseen(const char *lines, const char *line)
{
    size_t len = strcspn(line, " ") + 1;
    for (const char *at = lines; at != NULL; at = strchr(at, ';')) {
        at += *at == ';' ? 1 : 0;
        if (strncmp(at, line, len) == 0)
            return true;
    }
    return false;
}

static void draw_lines(struct sim *sim, const struct table *table, char lines[TRUTH_PLAN_SIZE])
{
    char line[4 * ACTION_TEXT_SIZE + 4];
    size_t len = 0;
    lines[0] = '\0';
    for (int i = 0; i < BRANCHES && len + LINE_MAX_CHARS < TRUTH_PLAN_SIZE; i++) {
        if (!foresee(sim, &table->board, table->seat, line) || is_foreseen(lines, line))
            continue;
        len +=
            (size_t)snprintf(lines + len, TRUTH_PLAN_SIZE - len, "%s%s", len > 0 ? ";" : "", line);
    }
}

bool act__plan(struct person *person, struct link *link, const struct table *table)
{
    char lines[TRUTH_PLAN_SIZE];
    struct sim *sim = person->sim;
    struct request request = {.op = OP_GAME_PLAN};
    if (person->plans == 0 || !person_chance(person, table->can_be_claimed ? 5 : person->plans))
        return false;
    bool is_turn = (int)game_to_act(&table->board) == table->seat;
    if (is_turn && !person_chance(person, person->errs))
        return false;
    draw_lines(sim, table, lines);
    if (person_chance(person, 60))
        lines[0] = '\0';
    request.as.game_plan = (struct game_plan_request){
        .game = table->game,
        .ply = table->board.ply,
        .lines = person_chance(person, 100) ? NULL : lines,
    };
    link_ask(link, &request);
    return true;
}
