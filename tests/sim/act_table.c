/* SPDX-License-Identifier: MIT */
/*
 * At the table: moves that are mostly sensible, choices, draws, ends, rematches, chat.
 */
#include "engine/needs.h"
#include "engine/sight.h"
#include "tests/sim/person.h"
#include "tests/sim/sim.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ choosing a move */

static bool is_free(const struct game *board, int column, int row)
{
    const struct variant *variant = board->variant;
    return column >= 0 && row >= 0 && column < variant->width && row < variant->height &&
           game_cell(board, (size_t)(column + row * variant->width)) == MARK_NONE;
}

/* Next to a stone on the board, so that rows come about. */
static bool choose_neighbour(struct sim *sim, const struct game *board, size_t *cell_out)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    enum mark mark = game_next_mark(board);
    const struct action near = game_actions(board)[sim_below(sim, board->ply)];
    if (action_is_choice(near))
        return false;
    size_t cell = action_cell(near);
    if (game_cell(board, cell) != mark && sim_below(sim, 3) > 0)
        return false; /* rather next to one's own */
    const int *step = steps[sim_below(sim, 4) * (sim_below(sim, 3) == 0 ? 1 : 0)];
    int sign = sim_below(sim, 2) == 0 ? 1 : -1;
    int column = (int)(cell % board->variant->width) + sign * step[0];
    int row = (int)(cell / board->variant->width) + sign * step[1];
    if (!is_free(board, column, row))
        return false;
    *cell_out = (size_t)(column + row * board->variant->width);
    return true;
}

/* Any legal action, where these are no stones on free squares of a plane. */
static bool choose_among_all(struct sim *sim, const struct game *board, struct action *action_out)
{
    const uint32_t needs =
        NEED_MOVING | NEED_MARKS | NEED_DIMENSIONS | NEED_CENTRE | NEED_FORBIDDEN | NEED_ENDLESS;
    struct action legal[GAME_LEGAL_MAX];
    if ((board->variant->needs & needs) == 0)
        return false;
    size_t count = sight_candidates(board, legal, GAME_LEGAL_MAX);
    *action_out = legal[sim_below(sim, count)];
    return true;
}

struct action act__stone(struct sim *sim, const struct game *board)
{
    struct action action;
    if (choose_among_all(sim, board, &action))
        return action;
    size_t cells = variant_cells(board->variant);
    size_t cell = (size_t)sim_below(sim, cells);
    bool is_found = false;
    for (int i = 0; i < 40 && !is_found && board->ply > 0 && cells > 9; i++)
        is_found = choose_neighbour(sim, board, &cell);
    for (size_t i = 0; i < cells && !(is_found && game_check(board, action_place(cell)) == 0);
         i++) {
        is_found = game_check(board, action_place(cell)) == 0;
        cell = is_found ? cell : (cell + 1) % cells;
    }
    return action_place(cell);
}

/* One of the answers that the opening takes now. */
static struct action choose(struct sim *sim, const struct game *board)
{
    struct action choices[CHOICE_COUNT];
    size_t count = game_legal_actions(board, choices, CHOICE_COUNT);
    return choices[sim_below(sim, count)];
}

/* ------------------------------------------------------------------ sending */

static void send_action(struct link *link, struct table *table, int64_t ply, const char *text)
{
    struct request request = {.op = OP_GAME_MOVE};
    table->has_sent = true;
    table->sent_ply = ply;
    if (text != table->sent_text)
        snprintf(table->sent_text, sizeof(table->sent_text), "%s", text);
    request.as.game_move =
        (struct game_move_request){.game = table->game, .ply = ply, .action = text};
    link_ask(link, &request);
}

static void act_on_board(struct person *person, struct link *link, struct table *table)
{
    struct sim *sim = person->sim;
    enum game_expects expects = game_expects(&table->board);
    struct action action;
    char text[ACTION_TEXT_SIZE];
    int64_t ply = table->board.ply;
    if (expects == EXPECTS_NOTHING)
        return;
    if (expects == EXPECTS_STONE)
        action = act__stone(sim, &table->board);
    else
        action = choose(sim, &table->board);
    if (person_chance(person, person->errs / 2))
        action = action_place(sim_below(sim, variant_cells(table->board.variant)));
    if (person_chance(person, person->errs / 4))
        ply += (int64_t)sim_below(sim, 5) - 2;
    action_format(table->board.variant, action, text);
    send_action(link, table, ply < 0 ? 0 : ply, text);
    if (person_chance(person, person->repeats / 2))
        link_repeat(link, link->ask_count - 1);
}

static void ask_about_game(struct link *link, enum op op, const struct table *table)
{
    struct request request = {.op = op};
    request.as.game_resign.game = table->game; /* the same field in all of them */
    link_ask(link, &request);
}

static void ask_about_room(struct link *link, enum op op, const struct table *table)
{
    struct request request = {.op = op};
    request.as.room_leave.room = table->room; /* the same field in all of them */
    if (op == OP_ROOM_LEAVE)
        request.as.room_leave.keeps_seat = sim_below(link->sim, 3) == 0;
    link_ask(link, &request);
}

static void ask_draw(struct person *person, struct link *link, const struct table *table)
{
    uint64_t answer = sim_below(person->sim, 3);
    if (!table->offer_is_theirs && !person_chance(person, person->errs))
        answer = DRAW_WORD_OFFER;
    struct request request = {.op = OP_GAME_DRAW,
                              .as.game_draw = {.game = table->game, .answer = (int)answer}};
    link_ask(link, &request);
}

static void ask_takeback(struct person *person, struct link *link, const struct table *table)
{
    uint64_t answer = sim_below(person->sim, TAKEBACK_WORD_COUNT);
    if (!table->takeback_is_theirs && !person_chance(person, person->errs))
        answer = TAKEBACK_WORD_ASK;
    struct request request = {.op = OP_GAME_TAKEBACK,
                              .as.game_takeback = {.game = table->game, .answer = (int)answer}};
    link_ask(link, &request);
}

static void give_time(struct person *person, struct link *link, const struct table *table)
{
    int64_t ms = 1000 + (int64_t)sim_below(person->sim, 59001);
    struct request request = {.op = OP_GAME_GIVE_TIME,
                              .as.game_give_time = {.game = table->game, .ms = ms}};
    link_ask(link, &request);
}

/* Looks away, or back; often enough over another connection than before. */
static void turn_away(struct person *person, struct link *link, const struct table *table)
{
    struct request request = {.op = OP_GAME_FOCUS,
                              .as.game_focus = {.game = table->game,
                                                .focus = sim_below(person->sim, 3) > 0
                                                             ? FOCUS_WORD_LOST
                                                             : FOCUS_WORD_BACK}};
    link_ask(link, &request);
}

static void sync(struct person *person, struct link *link, struct table *table)
{
    bool knows = table->seq > 0 || person_chance(person, 500);
    int64_t since = knows && !person_chance(person, 100) ? (int64_t)table->seq : NONE;
    if (since > 0 && person_chance(person, 200))
        since = (int64_t)sim_below(person->sim, (uint64_t)since);
    struct request request = {.op = OP_GAME_SYNC,
                              .as.game_sync = {.game = table->game, .since = since}};
    link_ask(link, &request);
}

static void sync_room(struct person *person, struct link *link, const struct table *table)
{
    struct request request = {.op = OP_ROOM_SYNC,
                              .as.room_sync = {.room = table->room, .since = NONE}};
    if (table->room_seq > 0 && !person_chance(person, 50))
        request.as.room_sync.since = table->room_seq;
    if (table->room_seq > 0 && person_chance(person, 100))
        request.as.room_sync.since = table->room_seq - (int64_t)sim_below(person->sim, 40);
    link_ask(link, &request);
}

void act__catch_up(struct person *person, struct link *link)
{
    struct request request = {.op = OP_PLAYER_SYNC,
                              .as.player_sync.since = person->seq > 0 ? person->seq : NONE};
    for (size_t i = 0; i < PERSON_TABLES; i++)
        if (person->tables[i].room != 0 && person->tables[i].is_mine)
            sync_room(person, link, &person->tables[i]);
    link_ask(link, &request);
}

#define FLEES_UNTIL_PLY 6
#define MUCH 6 /* lines, where little may be said */

/* Every line is another one, so that none can be taken for another. */
static void say_line(struct person *person, struct link *link, const struct table *table)
{
    char text[64];
    snprintf(text, sizeof(text), "Привет %zu/%u", person->index, ++person->lines_said);
    struct request request = {.op = OP_ROOM_SAY,
                              .as.room_say = {.room = table->room, .text = text}};
    link_ask(link, &request);
}

static void say(struct person *person, struct link *link, const struct table *table)
{
    bool is_much = person->sim->core_options.allowance_percent < 100;
    for (int i = 0; i < (is_much ? MUCH : 1); i++)
        say_line(person, link, table);
}

/* ------------------------------------------------------------------ what now */

static void after_the_game(struct person *person, struct link *link, struct table *table)
{
    if (table->rematch_is_offered || person_chance(person, 400)) {
        struct request rematch = {
            .op = OP_ROOM_REMATCH,
            .as.room_rematch = {.room = table->room, .refuse = person_chance(person, 200)}};
        link_ask(link, &rematch);
        table->rematch_is_offered = false;
    } else if (person_chance(person, 200)) {
        ask_about_room(link, OP_ROOM_LEAVE, table);
    }
}

static void quit(struct person *person, struct link *link, struct table *table)
{
    switch (sim_below(person->sim, 3)) {
    case 0:
        ask_about_game(link, OP_GAME_RESIGN, table);
        break;
    case 1:
        ask_about_game(link, OP_GAME_ABORT, table);
        break;
    default:
        ask_about_room(link, OP_ROOM_LEAVE, table);
    }
}

/* Made a move, and breaks the game off before it is one. False: not this time. */
static bool flee(struct person *person, struct link *link, const struct table *table)
{
    uint32_t ply = table->board.ply;
    bool has_moved = (int)ply > table->seat;
    if (person->flees == 0 || !has_moved || ply > FLEES_UNTIL_PLY ||
        !person_chance(person, person->flees))
        return false;
    if (person_chance(person, 500))
        ask_about_game(link, OP_GAME_ABORT, table);
    else
        ask_about_room(link, OP_ROOM_LEAVE, table);
    person->has_fled = true;
    return true;
}

/* How often the person claims: also where that is refused, on the own turn or with days a move. */
static unsigned claims_of(const struct person *person, const struct table *table, bool is_turn)
{
    if (!table->can_be_claimed)
        return is_turn ? 0 : person->errs;
    return is_turn ? 40 : person->claims;
}

static void play(struct person *person, struct link *link, struct table *table)
{
    bool is_turn = (int)game_to_act(&table->board) == table->seat;
    if (flee(person, link, table))
        return;
    if (table->has_sent && person_chance(person, 500))
        send_action(link, table, table->sent_ply, table->sent_text); /* did it arrive? */
    else if (person_chance(person, person->draws) || (table->offer_is_theirs && is_turn))
        ask_draw(person, link, table);
    else if (person_chance(person, person->draws / 2) || table->takeback_is_theirs)
        ask_takeback(person, link, table);
    else if (act__plan(person, link, table))
        return;
    else if (person_chance(person, 60))
        turn_away(person, link, table);
    else if (person_chance(person, table->is_timed ? 20 : 1))
        give_time(person, link, table);
    else if (person_chance(person, claims_of(person, table, is_turn)))
        ask_about_room(link, OP_ROOM_CLAIM, table);
    else if (person_chance(person, person->quits))
        quit(person, link, table);
    else if (is_turn || person_chance(person, person->errs))
        act_on_board(person, link, table);
}

void act__table(struct person *person, struct link *link, struct table *table)
{
    if (table->is_mine && table->is_stale)
        ask_about_room(link, OP_ROOM_LEAVE, table);
    else if (person_chance(person, person->talks))
        say(person, link, table);
    else if (!table->is_mine && person_chance(person, 300))
        ask_about_room(link, OP_ROOM_LEAVE, table);
    else if (table->game == 0 && person_chance(person, 10))
        ask_about_room(link, OP_ROOM_LEAVE, table); /* nobody comes */
    else if (person_chance(person, table->is_mine ? 15 : 3))
        sync_room(person, link, table);
    else if (table->game != 0 && (table->needs_sync || person_chance(person, 20)))
        sync(person, link, table);
    else if (table->game != 0 && table->is_over)
        after_the_game(person, link, table);
    else if (table->game != 0 && (table->seat != SEAT_NONE || person_chance(person, person->errs)))
        play(person, link, table);
    else
        act__lobby(person, link);
}
