/* SPDX-License-Identifier: MIT */
/*
 * Variants and boards in messages, as proto/family.h describes them.
 */
#include "proto/family.h"

#include "engine/needs.h"
#include "engine/nested.h"
#include "proto/require.h"

#include <string.h>

/* A square, its mark, and a space or the final NUL. */
#define VARIANT(id, key, name, width, height, row, overline, rules, ...)                           \
    _Static_assert((int)LIMITS_TAKEN(rules, width, height) *                                       \
                               (LIMITS_SQUARE_TEXT(width, height) + rules##_TEXT + 2) +            \
                           ACTION_TEXT_SIZE <=                                                     \
                       FAMILY_CELLS_SIZE,                                                          \
                   key ": a full board has no room");
#include "engine/variants.def"
#undef VARIANT

/* ---------------------------------------------------------------- variants */

enum family_word family_of(const struct variant *variant)
{
    if ((variant->needs & NEED_NESTED) != 0)
        return FAMILY_WORD_NESTED;
    if ((variant->needs & NEED_ENDLESS) != 0)
        return FAMILY_WORD_ENDLESS;
    return (variant->needs & NEED_DIMENSIONS) != 0 ? FAMILY_WORD_SPATIAL : FAMILY_WORD_FLAT;
}

static int opening_of(const struct variant *variant)
{
    switch (variant->rules) {
    case RULES_SWAP2:
        return OPENING_WORD_SWAP2;
    case RULES_SWAP15:
        return OPENING_WORD_SWAP15;
    case RULES_RENJU:
        return OPENING_WORD_RENJU;
    default:
        return OPENING_WORD_NONE;
    }
}

static struct endless_info_record endless_of(const struct variant *variant)
{
    int64_t left = (int64_t)(variant_origin(variant) % variant->width);
    int64_t below = (int64_t)(variant_origin(variant) / variant->width);
    return (struct endless_info_record){
        .left = left,
        .right = variant->width - 1 - left,
        .below = below,
        .above = variant->height - 1 - below,
    };
}

struct clock_record family_clock(const struct time_control *control)
{
    return (struct clock_record){
        .kind = (int)control->kind,
        .main_ms = control->main_ms,
        .increment_ms = control->increment_ms,
        .period_ms = control->period_ms,
        .periods = control->periods,
    };
}

struct variant_info_record family_describe(const struct variant *variant, struct family_room *room)
{
    enum family_word family = family_of(variant);
    struct time_control control;
    bool has_clock = variant->clock != NULL &&
                     time_control_parse(variant->clock, strlen(variant->clock), &control);
    int len = needs_format(variant->needs, room->needs, sizeof(room->needs));
    REQUIRE(len >= 0);
    room->flat = (struct flat_info_record){.width = variant->width, .height = variant->height};
    room->spatial = (struct spatial_info_record){.width = variant->width,
                                                 .height = variant->height,
                                                 .depth = (int64_t)variant_levels(variant)};
    if (has_clock)
        room->clock = family_clock(&control);
    room->endless = endless_of(variant);
    if (family == FAMILY_WORD_NESTED)
        room->levels = (struct nested_info_record){.levels = nested_levels(variant)};
    return (struct variant_info_record){
        .key = variant->key,
        .name = variant->name,
        .family = (int)family,
        .needs = len > 0 ? room->needs : NULL,
        .can_be_rated = variant->can_be_rated,
        .flat = family == FAMILY_WORD_FLAT ? &room->flat : NULL,
        .spatial = family == FAMILY_WORD_SPATIAL ? &room->spatial : NULL,
        .nested = family == FAMILY_WORD_NESTED ? &room->levels : NULL,
        .endless = family == FAMILY_WORD_ENDLESS ? &room->endless : NULL,
        .row = variant->row,
        .overline = (int)variant->overline,
        .opening = opening_of(variant),
        .clock = has_clock ? &room->clock : NULL,
        .turn = (int64_t)variant_turn(variant),
    };
}

/* FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ */
static uint32_t mix(uint32_t sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const uint8_t *)bytes)[i]) * 16777619u;
    return sum;
}

static uint32_t mix_text(uint32_t sum, const char *text)
{
    return text != NULL ? mix(sum, text, strlen(text) + 1) : mix(sum, "", 1);
}

static uint32_t mix_variant(uint32_t sum, const struct variant *variant)
{
    struct family_room room;
    const struct variant_info_record info = family_describe(variant, &room);
    const int64_t numbers[] = {
        info.family,  info.can_be_rated, info.row,       info.overline,
        info.opening, info.turn,         variant->width, (int64_t)variant_cells(variant),
    };
    sum = mix_text(sum, info.key);
    sum = mix_text(sum, info.name);
    sum = mix_text(sum, info.needs);
    sum = mix_text(sum, variant->clock);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        const uint8_t bytes[] = {(uint8_t)numbers[i], (uint8_t)(numbers[i] >> 8)};
        sum = mix(sum, bytes, sizeof(bytes));
    }
    return sum;
}

int64_t family_version(void)
{
    uint32_t sum = 2166136261u;
    for (int id = 0; id < VARIANT_COUNT; id++)
        sum = mix_variant(sum, variant_get((enum variant_id)id));
    return (int64_t)(sum & INT32_MAX);
}

/* ---------------------------------------------------------------- boards */

/* The answers that the opening takes now; NULL where it asks for none. */
static const char *choices_of(const struct game *game, struct family_room *room)
{
    size_t len = 0;
    if (game_expects(game) != EXPECTS_CHOICE)
        return NULL;
    for (unsigned i = 0; i < CHOICE_COUNT; i++) {
        struct action action = action_choose((enum choice)i);
        if (game_check(game, action) != 0)
            continue;
        REQUIRE(len + 1 + ACTION_TEXT_SIZE <= sizeof(room->choices));
        if (len > 0)
            room->choices[len++] = ' ';
        len += action_format(game->variant, action, room->choices + len);
    }
    return room->choices;
}

/* Adds the cell and its mark; returns the new length. */
static size_t cell_add(const struct game *game, size_t cell, char *text, size_t len)
{
    static const char marks[] = {[MARK_NONE] = '.', [MARK_X] = 'x', [MARK_O] = 'o'};
    REQUIRE(len + 2 + ACTION_TEXT_SIZE <= FAMILY_CELLS_SIZE);
    if (len > 0)
        text[len++] = ' ';
    text[len++] = marks[game_cell(game, cell)];
    return len + action_format_cell(game->variant, cell, text + len);
}

/* The squares that the last action changed; NULL for none. */
static const char *changed_cells(const struct game *game, struct family_room *room)
{
    size_t cells[GAME_CELLS_MAX];
    size_t count = game_changed(game, cells, GAME_CELLS_MAX);
    size_t len = 0;
    for (size_t i = 0; i < count; i++)
        len = cell_add(game, cells[i], room->cells, len);
    return len > 0 ? room->cells : NULL;
}

/* All squares with stones, for who does not know the rules; NULL for none, and in games that
 * everybody can replay. */
static const char *taken_cells(const struct game *game, struct family_room *room)
{
    size_t len = 0;
    size_t cell;
    if (game->variant->needs == NEED_PLAIN)
        return NULL;
    for (size_t at = 0; game_next_stone(game, &at, &cell);)
        len = cell_add(game, cell, room->cells, len);
    return len > 0 ? room->cells : NULL;
}

static const struct nested_state_record *nested_of(const struct game *game, bool is_over,
                                                   struct family_room *room)
{
    static const char signs[] = {
        [NESTED_OPEN] = '.', [NESTED_X] = 'x', [NESTED_O] = 'o', [NESTED_DRAWN] = '='};
    if (family_of(game->variant) != FAMILY_WORD_NESTED)
        return NULL;
    static const struct nested_target anywhere = {NESTED_ANY, NESTED_ANY};
    struct nested_target next = is_over ? anywhere : nested_next(game);
    bool has_fields = nested_levels(game->variant) > 1;
    size_t boards = nested_boards(game->variant);
    for (size_t board = 0; board < boards; board++)
        room->owners[board] = signs[nested_owner(game, board)];
    for (size_t field = 0; has_fields && field < NESTED_BOARDS; field++)
        room->owners[boards + field] = signs[nested_field_owner(game, field)];
    room->owners[boards + (has_fields ? NESTED_BOARDS : 0)] = '\0';
    bool is_field = has_fields && next.board == NESTED_ANY && next.field != NESTED_ANY;
    room->nested =
        (struct nested_state_record){.owners = room->owners,
                                     .next = next.board == NESTED_ANY ? NONE : next.board + 1,
                                     .field = is_field ? next.field + 1 : NONE};
    return &room->nested;
}

static int64_t points_of(const struct game *game, enum seat seat)
{
    unsigned points[SEAT_COUNT];
    return game_points(game, points) ? (int64_t)points[seat] : 0;
}

const struct board_moved_record *family_moved(const struct game *game, struct family_room *room)
{
    const struct action last = game_actions(game)[game->ply - 1];
    bool is_choice = action_is_choice(last);
    room->board.moved = (struct board_moved_record){
        .cells = changed_cells(game, room),
        .first_mark = is_choice ? (int)game_seat_mark(game, SEAT_FIRST) : NONE,
        .expects = (int)game_expects(game),
        .choices = choices_of(game, room),
        .nested = nested_of(game, false, room),
        .first_points = points_of(game, SEAT_FIRST),
        .second_points = points_of(game, SEAT_SECOND),
    };
    return &room->board.moved;
}

/* NULL without a line that won. */
static const char *line_of(const struct game *game, struct family_room *room)
{
    int len = game_format_line(game, room->line, sizeof(room->line));
    REQUIRE(len >= 0);
    return len > 0 ? room->line : NULL;
}

const struct board_state_record *family_state(const struct game *game, bool is_over,
                                              struct family_room *room)
{
    room->board.state = (struct board_state_record){
        .expects = is_over ? EXPECTS_WORD_NOTHING : (int)game_expects(game),
        .choices = is_over ? NULL : choices_of(game, room),
        .next_mark = is_over ? MARK_WORD_NONE : (int)game_next_mark(game),
        .first_mark = (int)game_seat_mark(game, SEAT_FIRST),
        .cells = taken_cells(game, room),
        .nested = nested_of(game, is_over, room),
        .first_points = points_of(game, SEAT_FIRST),
        .second_points = points_of(game, SEAT_SECOND),
        .line = line_of(game, room),
    };
    return &room->board.state;
}

const struct board_ended_record *family_ended(const struct game *game, struct family_room *room)
{
    const char *line = line_of(game, room);
    if (line == NULL)
        return NULL;
    room->board.ended = (struct board_ended_record){.line = line};
    return &room->board.ended;
}
