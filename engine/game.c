/* SPDX-License-Identifier: MIT */
/*
 * Games: an action list and the board that it gives, with the rules that hold for every variant.
 * Questions and marks of openings are in engine/opening.h, winning rows in engine/lines.h. Pure
 * functions of the caller's game.
 */
#include "engine/game.h"

#include "engine/lines.h"
#include "engine/opening.h"
#include "engine/require.h"
#include "engine/text.h"

#include <string.h>

_Static_assert(sizeof(struct game) <= GAME_SIZE_MAX, "callers reserve GAME_SIZE_MAX for a game");

#define VARIANT(id, key, name, width, height, ...)                                                 \
    _Static_assert((width) * (height) <= GAME_CELLS_MAX, key ": raise GAME_CELLS_MAX");
#include "engine/variants.def"
#undef VARIANT

void game_init(struct game *game, const struct variant *variant)
{
    memset(game, 0, sizeof(*game));
    game->variant = variant;
    game->status = GAME_OPEN;
}

/* The number of answers to the opening's question; 0 when nothing is asked. */
static unsigned choices_offered(enum game_expects expects)
{
    if (expects == EXPECTS_FIRST_CHOICE)
        return CHOICE_COUNT;
    /* The second time white and black, the ones before it. */
    return expects == EXPECTS_SECOND_CHOICE ? CHOICE_TWO_MORE : 0;
}

int game_check(const struct game *game, struct action action)
{
    enum game_expects expects = game_expects(game);
    if (expects == EXPECTS_NOTHING)
        return ERR_GAME_OVER;
    if (action_is_choice(action))
        return (unsigned)action_choice(action) < choices_offered(expects) ? 0 : ERR_CANNOT_CHOOSE;
    if (expects != EXPECTS_STONE)
        return ERR_MUST_CHOOSE;
    if (action_cell(action) >= variant_cells(game->variant))
        return ERR_OFF_BOARD;
    return game->cells[action_cell(action)] == MARK_NONE ? 0 : ERR_OCCUPIED;
}

static void stone_place(struct game *game, size_t cell)
{
    game->cells[cell] = (uint8_t)opening__next_mark(game);
    game->stones++;
    if (lines__has_win(game, cell))
        game->status = GAME_WON;
    else if (game->stones == variant_cells(game->variant))
        game->status = GAME_DRAWN;
}

void game_do(struct game *game, struct action action)
{
    REQUIRE(game->status == GAME_OPEN && game->ply < GAME_ACTIONS_MAX);
    game->actions[game->ply++] = action;
    if (!action_is_choice(action))
        stone_place(game, action_cell(action));
}

int game_act(struct game *game, struct action action)
{
    int error = game_check(game, action);
    if (error == 0)
        game_do(game, action);
    return error;
}

void game_undo(struct game *game)
{
    REQUIRE(game->ply > 0);
    struct action action = game->actions[--game->ply];
    game->actions[game->ply] =
        (struct action){0}; /* leaves no trace: an undone game is the old one */
    game->status = GAME_OPEN;
    if (action_is_choice(action))
        return;
    game->cells[action_cell(action)] = MARK_NONE;
    game->stones--;
}

int game_takeback_ply(const struct game *game, enum seat seat)
{
    struct game before = *game;
    while (before.ply > 0) {
        game_undo(&before);
        if (game_to_act(&before) == seat)
            return before.ply;
    }
    return -1;
}

size_t game_legal_actions(const struct game *game, struct action *actions_out, size_t cap)
{
    enum game_expects expects = game_expects(game);
    size_t cells = expects == EXPECTS_STONE ? variant_cells(game->variant) : 0;
    size_t count = 0;
    for (size_t cell = 0; cell < cells; cell++) {
        if (game->cells[cell] != MARK_NONE)
            continue;
        if (count < cap)
            actions_out[count] = action_place(cell);
        count++;
    }
    for (unsigned i = 0; i < choices_offered(expects); i++) {
        if (count < cap)
            actions_out[count] = action_choose((enum choice)i);
        count++;
    }
    return count;
}

int game_replay(struct game *game, const struct variant *variant, const struct action *actions,
                size_t count)
{
    game_init(game, variant);
    for (size_t i = 0; i < count; i++) {
        int error = game_act(game, actions[i]);
        if (error != 0)
            return error;
    }
    return 0;
}

enum game_status game_status(const struct game *game)
{
    return (enum game_status)game->status;
}

/* The cell of the stone that won, which is always the last action. */
static size_t winning_cell(const struct game *game)
{
    return action_cell(game->actions[game->ply - 1]);
}

enum seat game_winner(const struct game *game)
{
    if (game->status != GAME_WON)
        return SEAT_NONE;
    enum mark mark = (enum mark)game->cells[winning_cell(game)];
    return game_seat_mark(game, SEAT_FIRST) == mark ? SEAT_FIRST : SEAT_SECOND;
}

enum seat game_to_act(const struct game *game)
{
    return game->status == GAME_OPEN ? opening__rules(game)->to_act(game) : SEAT_NONE;
}

enum game_expects game_expects(const struct game *game)
{
    return game->status == GAME_OPEN ? opening__rules(game)->expects(game) : EXPECTS_NOTHING;
}

enum mark game_next_mark(const struct game *game)
{
    return game_expects(game) == EXPECTS_STONE ? opening__next_mark(game) : MARK_NONE;
}

enum mark game_seat_mark(const struct game *game, enum seat seat)
{
    REQUIRE(seat == SEAT_FIRST || seat == SEAT_SECOND);
    enum mark first = opening__rules(game)->first_mark(game);
    if (first == MARK_NONE || seat == SEAT_FIRST)
        return first;
    return first == MARK_X ? MARK_O : MARK_X;
}

enum mark game_cell(const struct game *game, size_t cell)
{
    REQUIRE(cell < variant_cells(game->variant));
    return (enum mark)game->cells[cell];
}

size_t game_winning_line(const struct game *game, size_t *cells_out, size_t cap)
{
    if (game->status != GAME_WON)
        return 0;
    return lines__get_win(game, winning_cell(game), cells_out, cap);
}

int game_format(const struct game *game, char *text, size_t size)
{
    struct text_writer writer;
    char action[ACTION_TEXT_SIZE];
    text__start(&writer, text, size);
    for (size_t ply = 0; ply < game->ply; ply++) {
        action_format(game->variant, game->actions[ply], action);
        if (ply > 0)
            text__put(&writer, ' ');
        text__put_string(&writer, action);
    }
    return text__end(&writer);
}

/* Does the actions of `text` one by one, up to its end or the first wrong one. */
static int actions_parse(struct game *game, struct text_span text)
{
    bool has_more = text.len > 0;
    while (has_more) {
        struct action action;
        size_t left = text.len;
        struct text_span word = text__take_until(&text, ' ');
        /* A word that ends in a space has another after it, even if that is empty and so wrong. */
        has_more = left > word.len;
        int error = action_parse(game->variant, word.text, word.len, &action);
        if (error == 0)
            error = game_act(game, action);
        if (error != 0)
            return error;
    }
    return 0;
}

int game_parse(struct game *game, const struct variant *variant, const char *text, size_t len,
               size_t *ply_out)
{
    game_init(game, variant);
    int error = actions_parse(game, (struct text_span){text, len});
    if (error != 0 && ply_out != NULL)
        *ply_out = game->ply;
    return error;
}
