/* SPDX-License-Identifier: MIT */
/*
 * Games: the action list, and what holds by every rule. The rules of the variant say what an action
 * does (engine/rules.h). Pure functions of the caller's game.
 */
#include "engine/game.h"

#include "engine/layout.h"
#include "engine/mix.h"
#include "engine/needs.h"
#include "engine/require.h"
#include "engine/rules.h"
#include "engine/text.h"

#include <string.h>

size_t game_size(const struct variant *variant)
{
    size_t state_units = (rules__all[variant->rules]->state + 1) / 2;
    size_t units = layout__cell_units(variant) + layout__actions_max(variant) + state_units;
    REQUIRE(units <= GAME_BODY_MAX);
    return offsetof(struct game, body) + units * sizeof(struct action);
}

void game_init(struct game *game, const struct variant *variant)
{
    memset(game, 0, game_size(variant));
    game->variant = variant;
    game->status = GAME_OPEN;
    game->winner = SEAT_NONE;
}

void game_copy(struct game *copy_out, const struct game *game)
{
    memcpy(copy_out, game, game_size(game->variant));
}

static uint64_t mixed(uint64_t key, uint64_t word)
{
    return mix__number((key ^ word) * MIX_STEP + MIX_STEP);
}

/* Adds bytes, eight at a time. */
static uint64_t mixed_bytes(uint64_t key, const void *bytes, size_t count)
{
    const uint8_t *from = bytes;
    for (size_t at = 0; at < count; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        for (size_t i = 0; i < sizeof(word) && at + i < count; i++)
            word |= (uint64_t)from[at + i] << 8 * i;
        key = mixed(key, word);
    }
    return key;
}

/* Of the stones of a board that keeps no cells: in whatever order they were placed. */
static uint64_t stones_key(const struct game *game)
{
    uint64_t key = 0;
    for (size_t ply = 0; ply < game->ply; ply++)
        key += mixed(ply % 2, layout__actions(game)[ply].code);
    return key;
}

/* Marks may be chosen and turns passed: so who acts, and what, counts beside the stones. */
uint64_t game_key(const struct game *game)
{
    const struct rules *rules = rules__of(game);
    uint64_t key = mixed(game->ply, (uint64_t)game_to_act(game));
    key = mixed(key, (uint64_t)game_expects(game) << 8 | rules->first_mark(game));
    key = mixed_bytes(key, layout__cells(game), layout__cell_count(game->variant));
    key = mixed_bytes(key, layout__state(game), rules->state);
    if (rules->last > 0 && game->ply > 0)
        key = mixed(key, layout__actions(game)[game->ply - 1].code);
    return variant_is_sparse(game->variant) ? key ^ stones_key(game) : key;
}

int game_check(const struct game *game, struct action action)
{
    return game->status == GAME_OPEN ? rules__of(game)->check(game, action) : ERR_GAME_OVER;
}

void game_do(struct game *game, struct action action)
{
    REQUIRE(game->status == GAME_OPEN && game->ply < layout__actions_max(game->variant));
    layout__actions_to_write(game)[game->ply++] = action;
    rules__of(game)->act(game, action);
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
    struct action *last = &layout__actions_to_write(game)[--game->ply];
    struct action action = *last;
    *last = (struct action){0}; /* leaves no trace: an undone game is the old one */
    game->status = GAME_OPEN;
    game->winner = SEAT_NONE;
    rules__of(game)->undo(game, action);
}

const struct action *game_actions(const struct game *game)
{
    return layout__actions(game);
}

bool game_turn_ended(const struct game *game, enum seat acted)
{
    return game_to_act(game) != acted || rules__of(game)->passes_over;
}

enum mark game_mark_at(const struct game *game, size_t ply)
{
    struct game before;
    struct action action = layout__actions(game)[ply];
    if (action_is_choice(action))
        return MARK_NONE;
    int error = game_replay(&before, game->variant, layout__actions(game), ply);
    REQUIRE(error == 0);
    enum mark mark = game_next_mark(&before);
    if (mark != MARK_NONE)
        return mark;
    game_do(&before, action); /* its player chose the mark */
    return game_cell(&before, action_square(game->variant, action));
}

int game_takeback_ply(const struct game *game, enum seat seat, unsigned given,
                      enum takeback_unit unit)
{
    struct game before;
    int ply = -1;
    bool is_each = unit == TAKEBACK_ACTION || rules__of(game)->passes_over;
    game_copy(&before, game);
    while (before.ply > given && (ply < 0 || !is_each)) {
        game_undo(&before);
        if (game_to_act(&before) == seat)
            ply = before.ply;
        else if (ply >= 0)
            break;
    }
    return ply;
}

bool game_next_legal(const struct game *game, size_t *at, struct action *action_out)
{
    size_t codes = rules__of(game)->codes(game->variant);
    size_t end = codes + CHOICE_COUNT;
    while (*at < end) {
        if (rules__of(game)->next_code != NULL && *at < codes)
            *at = rules__of(game)->next_code(game, *at);
        size_t code = (*at)++;
        *action_out =
            code < codes ? action_place(code) : action_choose((enum choice)(code - codes));
        if (game_check(game, *action_out) == 0)
            return true;
    }
    return false;
}

size_t game_legal_actions(const struct game *game, struct action *actions_out, size_t cap)
{
    struct action action;
    size_t count = 0;
    for (size_t at = 0; game_next_legal(game, &at, &action); count++)
        if (count < cap)
            actions_out[count] = action;
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

enum seat game_winner(const struct game *game)
{
    return (enum seat)game->winner;
}

enum seat game_to_act(const struct game *game)
{
    return game->status == GAME_OPEN ? rules__of(game)->to_act(game) : SEAT_NONE;
}

enum game_expects game_expects(const struct game *game)
{
    return game->status == GAME_OPEN ? rules__of(game)->expects(game) : EXPECTS_NOTHING;
}

enum mark game_next_mark(const struct game *game)
{
    return game_expects(game) == EXPECTS_STONE ? rules__of(game)->next_mark(game) : MARK_NONE;
}

unsigned game_stones_left(const struct game *game)
{
    return game_expects(game) == EXPECTS_STONE ? rules__of(game)->stones_left(game) : 0;
}

enum mark game_seat_mark(const struct game *game, enum seat seat)
{
    REQUIRE(seat == SEAT_FIRST || seat == SEAT_SECOND);
    enum mark first = rules__of(game)->first_mark(game);
    if (first == MARK_NONE || seat == SEAT_FIRST)
        return first;
    return first == MARK_X ? MARK_O : MARK_X;
}

enum mark game_cell(const struct game *game, size_t cell)
{
    REQUIRE(cell < variant_cells(game->variant));
    return rules__of(game)->cell(game, cell);
}

bool game_next_stone(const struct game *game, size_t *at, size_t *cell_out)
{
    bool is_sparse = variant_is_sparse(game->variant);
    size_t end = is_sparse ? game->ply : variant_cells(game->variant);
    while (*at < end) {
        size_t next = (*at)++;
        *cell_out = is_sparse ? layout__actions(game)[next].code : next;
        if (is_sparse || game_cell(game, next) != MARK_NONE)
            return true;
    }
    return false;
}

/* Stones that count towards a row of the seat: of its mark, or all where marks belong to nobody. */
static unsigned stones_for(const struct game *game, enum mark mark)
{
    unsigned stones = 0;
    size_t cell;
    if (mark == MARK_NONE)
        return game->stones;
    for (size_t at = 0; game_next_stone(game, &at, &cell);)
        stones += game_cell(game, cell) == mark ? 1 : 0;
    return stones;
}

bool game_is_far_from_win(const struct game *game, enum seat seat)
{
    const struct rules *rules = rules__of(game);
    enum mark mark = game_seat_mark(game, seat);
    if (mark == MARK_NONE && (game->variant->needs & NEED_MARKS) == 0)
        return true; /* an opening has not given the colours */
    return stones_for(game, mark) + 2 * rules->turn < rules->stones_to_win(game->variant);
}

bool game_points(const struct game *game, unsigned points_out[SEAT_COUNT])
{
    const struct rules *rules = rules__of(game);
    for (int seat = 0; rules->points != NULL && seat < SEAT_COUNT; seat++)
        points_out[seat] = rules->points(game, (enum seat)seat);
    return rules->points != NULL;
}

size_t game_changed(const struct game *game, size_t *cells_out, size_t cap)
{
    if (game->ply == 0)
        return 0;
    return rules__of(game)->changed(game, layout__actions(game)[game->ply - 1], cells_out, cap);
}

size_t game_winning_line(const struct game *game, size_t *cells_out, size_t cap)
{
    return game->status == GAME_WON ? rules__of(game)->line(game, cells_out, cap) : 0;
}

int game_format(const struct game *game, char *text, size_t size)
{
    struct text_writer writer;
    char action[ACTION_TEXT_SIZE];
    text__start(&writer, text, size);
    for (size_t ply = 0; ply < game->ply; ply++) {
        action_format(game->variant, layout__actions(game)[ply], action);
        if (ply > 0)
            text__put(&writer, ' ');
        text__put_string(&writer, action);
    }
    return text__end(&writer);
}

int game_format_line(const struct game *game, char *text, size_t size)
{
    struct text_writer writer;
    char square[ACTION_TEXT_SIZE];
    size_t cells[GAME_LINE_MAX];
    size_t count = game_winning_line(game, cells, GAME_LINE_MAX);
    REQUIRE(count <= GAME_LINE_MAX);
    text__start(&writer, text, size);
    for (size_t i = 0; i < count; i++) {
        action_format_cell(game->variant, cells[i], square);
        if (i > 0)
            text__put(&writer, ' ');
        text__put_string(&writer, square);
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
