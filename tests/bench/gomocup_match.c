/* SPDX-License-Identifier: MIT */
/*
 * A game of two programs; see the header. Each gets the position by BOARD, stones in the order of
 * play, when it moves first, and the opponent's moves by TURN after that, as in a tournament.
 */
#include "tests/bench/gomocup_match.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define START_MS 10000 /* to begin, and to set up tables */

struct side {
    struct gomocup_engine *engine;
    bool has_board; /* it knows the stones so far but the last */
};

struct play {
    const struct match_rules *rules;
    struct game *game;
    struct side sides[SEAT_COUNT];
    struct match_result result;
};

const char *match_reason_word(enum match_reason reason)
{
    static const char *const words[MATCH_REASONS] = {
        [MATCH_ROW] = "row",   [MATCH_FULL] = "full",   [MATCH_ILLEGAL] = "illegal",
        [MATCH_TIME] = "time", [MATCH_ENDED] = "ended",
    };
    return words[reason];
}

/* ------------------------------------------------------------------ squares */

static unsigned column(const struct game *game, struct action action)
{
    return (unsigned)(action_cell(action) % game->variant->width);
}

static unsigned row_from_top(const struct game *game, struct action action)
{
    return game->variant->height - 1u - (unsigned)(action_cell(action) / game->variant->width);
}

static bool read_move(const struct game *game, const char *line, struct action *action_out)
{
    unsigned x;
    unsigned y;
    char more;
    if (sscanf(line, "%u,%u %c", &x, &y, &more) != 2 || x >= game->variant->width ||
        y >= game->variant->height)
        return false;
    *action_out = action_place(x + (size_t)(game->variant->height - 1 - y) * game->variant->width);
    return true;
}

/* ------------------------------------------------------------------ a program before the game */

static bool is_word(const char *line, const char *word)
{
    return strncasecmp(line, word, strlen(word)) == 0;
}

/* Says a line that is answered OK. */
static bool is_taken(struct gomocup_engine *engine, const char *line)
{
    char answer[ENGINE_LINE_SIZE];
    double deadline = engine_now_ms() + START_MS;
    engine_pass_over(engine);
    engine_say(engine, line);
    while (engine_hear(engine, deadline, answer) == ENGINE_LINE) {
        if (is_word(answer, "OK"))
            return true;
        if (is_word(answer, "ERROR") || is_word(answer, "UNKNOWN"))
            return false;
    }
    return false;
}

static void tell(struct gomocup_engine *engine, const struct match_rules *rules)
{
    char line[ENGINE_LINE_SIZE];
    snprintf(line, sizeof(line), "INFO rule %d", rules->variant.overline == OVERLINE_NOTHING);
    engine_say(engine, line);
    snprintf(line, sizeof(line), "INFO timeout_turn %d", (int)rules->move_ms);
    engine_say(engine, line);
    engine_say(engine, "INFO timeout_match 0");
    engine_say(engine, "INFO time_left 2147483647");
    engine_say(engine, "INFO max_memory 0");
    engine_say(engine, "INFO game_type 1");
}

bool match_start(struct gomocup_engine *engine, const struct match_rules *rules)
{
    char line[ENGINE_LINE_SIZE];
    const struct variant *variant = &rules->variant;
    const char *command = engine->command;
    if (engine->pid != 0 && is_taken(engine, "RESTART")) {
        tell(engine, rules);
        return true;
    }
    engine_end(engine);
    engine_start(engine, command);
    if (variant->width == variant->height)
        snprintf(line, sizeof(line), "START %u", variant->width);
    else
        snprintf(line, sizeof(line), "RECTSTART %u,%u", variant->width, variant->height);
    if (!is_taken(engine, line))
        return false;
    tell(engine, rules);
    return true;
}

/* ------------------------------------------------------------------ a move */

static void ask(struct play *play, enum seat seat)
{
    const struct game *game = play->game;
    const struct action *actions = game_actions(game);
    struct side *side = &play->sides[seat];
    char line[ENGINE_LINE_SIZE];
    engine_pass_over(side->engine);
    engine_say(side->engine, "INFO time_left 2147483647");
    if (side->has_board) {
        struct action last = actions[game->ply - 1];
        snprintf(line, sizeof(line), "TURN %u,%u", column(game, last), row_from_top(game, last));
        engine_say(side->engine, line);
        return;
    }
    side->has_board = true;
    if (game->ply == 0) {
        engine_say(side->engine, "BEGIN");
        return;
    }
    engine_say(side->engine, "BOARD");
    for (size_t i = 0; i < game->ply; i++) {
        bool is_own = (i % 2 == 0) == (seat == SEAT_FIRST);
        snprintf(line, sizeof(line), "%u,%u,%d", column(game, actions[i]),
                 row_from_top(game, actions[i]), is_own ? 1 : 2);
        engine_say(side->engine, line);
    }
    engine_say(side->engine, "DONE");
}

static void count_answer(struct match_result *result, enum seat seat, double took_ms)
{
    result->answers[seat]++;
    result->total_ms[seat] += took_ms;
    if (took_ms > result->longest_ms[seat])
        result->longest_ms[seat] = took_ms;
}

static void lose(struct play *play, enum seat seat, enum match_reason reason)
{
    play->result.winner = seat == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST;
    play->result.reason = reason;
}

/* Hears the answer to ask(). An UNKNOWN may be a late word on a line that needed no answer. */
static bool hear_move(struct play *play, enum seat seat, struct action *action_out)
{
    const struct match_rules *rules = play->rules;
    char line[ENGINE_LINE_SIZE];
    double from_ms = engine_now_ms();
    double deadline_ms = from_ms + rules->move_ms + rules->grace_ms;
    enum engine_answer answer;
    do {
        answer = engine_hear(play->sides[seat].engine, deadline_ms + rules->hang_ms, line);
    } while (answer == ENGINE_LINE && (is_word(line, "UNKNOWN") || is_word(line, "SUGGEST")));
    double now_ms = engine_now_ms();
    count_answer(&play->result, seat, now_ms - from_ms);
    if (answer != ENGINE_LINE)
        lose(play, seat, MATCH_ENDED);
    else if (now_ms > deadline_ms)
        lose(play, seat, MATCH_TIME);
    else if (!read_move(play->game, line, action_out) || game_check(play->game, *action_out) != 0)
        lose(play, seat, MATCH_ILLEGAL);
    else
        return true;
    if (answer != ENGINE_LINE || !read_move(play->game, line, action_out))
        fprintf(stderr, "gomocup_bench: '%s' %s\n", play->sides[seat].engine->command,
                answer == ENGINE_ENDED  ? "has ended"
                : answer == ENGINE_LATE ? "does not answer"
                                        : line);
    /* Whatever it thinks of the game now, another begins with a fresh process. */
    engine_end(play->sides[seat].engine);
    return false;
}

static void settle(struct play *play)
{
    play->result.winner = game_winner(play->game);
    play->result.reason = game_status(play->game) == GAME_WON ? MATCH_ROW : MATCH_FULL;
}

bool match_opening(const struct match_rules *rules, const char *opening, struct game *game_out)
{
    return game_parse(game_out, &rules->variant, opening, strlen(opening), NULL) == 0 &&
           game_status(game_out) == GAME_OPEN;
}

struct match_result match_play(const struct match_rules *rules, const char *opening,
                               struct gomocup_engine *by_seat[SEAT_COUNT], struct game *game_out)
{
    struct play play = {.rules = rules,
                        .game = game_out,
                        .sides = {{.engine = by_seat[0]}, {.engine = by_seat[1]}}};
    match_opening(rules, opening, game_out);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (match_start(by_seat[seat], rules))
            continue;
        lose(&play, (enum seat)seat, MATCH_ENDED);
        engine_end(by_seat[seat]);
        return play.result;
    }
    size_t most = rules->moves_most > 0 ? rules->moves_most : GAME_ACTIONS_MAX;
    while (game_status(game_out) == GAME_OPEN && game_out->ply < most) {
        enum seat seat = game_to_act(game_out);
        struct action action;
        ask(&play, seat);
        if (!hear_move(&play, seat, &action))
            return play.result;
        game_do(game_out, action);
    }
    settle(&play);
    return play.result;
}
