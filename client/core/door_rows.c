/* SPDX-License-Identifier: MIT */
/*
 * The fields of client/core/door.h: rows as they lie in the models, computed ones, and how the
 * members of both are read by the tables of client/core/door.def.
 */
#include "client/core/door_private.h"
#include "engine/needs.h"

#include <stdint.h>

/* ---------------------------------------------------------------- computed rows */

static bool is_drawn(const struct door *door)
{
    return door->table.game_id != 0;
}

/* Walks over the choices that are legal now; returns how many there are and, with `text_out`, puts
 * the one at `at`. */
static size_t choices(const struct door *door, size_t at, char *text_out)
{
    const struct game *game = &door->table.game;
    struct action action;
    size_t count = 0;
    bool asks = table_is_playing(&door->table) && game_expects(game) == EXPECTS_CHOICE;
    for (size_t walk = 0; asks && game_next_legal(game, &walk, &action);)
        if (action_is_choice(action) && count++ == at)
            action_format(game->variant, action, text_out);
    return count;
}

static void fill_choice(const struct door *door, size_t at, struct door_row *row)
{
    (void)choices(door, at, row->text);
}

static void fill_now(const struct door *door, size_t at, struct door_row *row)
{
    (void)at;
    const struct table *table = &door->table;
    struct action action;
    *row = (struct door_row){.is_ready = session_is_ready(door->session),
                             .is_busy = session_is_busy(door->session),
                             .password_chars = (int64_t)session_password_chars(door->session),
                             .is_playable =
                                 table->variant != NULL && variants_can_play(table->variant),
                             .clock_stands = table_clock_stands(table, door->now_ms),
                             .to_act = (int)table_to_act(table),
                             .my_seat = (int)table_my_seat(table),
                             .task = (int)table_task(table),
                             .mark = is_drawn(door) ? (int)game_next_mark(&table->game) : 0,
                             .stones_left = table_stones_left(table),
                             .claim_in_ms = table_claim_in_ms(table, door->now_ms),
                             .start_in_ms = table_start_in_ms(table, door->now_ms),
                             .resigning_is = is_drawn(door) ? table_resigning_is(table) : NONE};
    if (table_pending(table, &action))
        action_format(table->variant, action, row->text);
}

static void fill_seat(const struct door *door, size_t at, struct door_row *row)
{
    const struct table *table = &door->table;
    enum seat seat = (enum seat)at;
    row->person = is_drawn(door) ? table->seats[at] : table->players[at];
    row->mark = is_drawn(door) ? (int)game_seat_mark(&table->game, seat) : 0;
    row->clock = (struct clock){.left_ms = NONE, .periods = NONE};
    if (is_drawn(door) && table->has_clocks)
        row->clock = table_clock(table, seat, door->now_ms);
}

static bool is_among(size_t cell, const size_t *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i] == cell)
            return true;
    return false;
}

/* Whether a stone can come to stand on the cell. */
static bool has_legal(const struct game *game, size_t cell)
{
    struct action action;
    if ((game->variant->needs & (NEED_MOVING | NEED_MARKS)) == 0)
        return game_check(game, action_place(cell)) == 0;
    for (size_t walk = 0; game_next_legal(game, &walk, &action);)
        if (!action_is_choice(action) && action_square(game->variant, action) == cell)
            return true;
    return false;
}

/* Cells to be drawn: all, or on a sparse board those with stones. */
static size_t door_cells(const struct door *door)
{
    const struct game *game = &door->table.game;
    if (!is_drawn(door))
        return 0;
    return variant_is_sparse(game->variant) ? game->stones : variant_cells(game->variant);
}

static size_t door_cell(const struct game *game, size_t at)
{
    size_t cell = at;
    if (variant_is_sparse(game->variant))
        (void)game_next_stone(game, &at, &cell);
    return cell;
}

static void fill_cell(const struct door *door, size_t nth, struct door_row *row)
{
    const struct game *game = &door->table.game;
    size_t cells[GAME_CELLS_MAX];
    size_t at = door_cell(game, nth);
    row->column = (int64_t)(at % game->variant->width);
    row->row = (int64_t)(at / game->variant->width);
    row->mark = (int)game_cell(game, at);
    row->is_changed = is_among(at, cells, game_changed(game, cells, GAME_CELLS_MAX));
    row->is_in_line = is_among(at, cells, game_winning_line(game, cells, GAME_CELLS_MAX));
    row->is_legal = table_is_playing(&door->table) && has_legal(game, at);
    action_format_cell(game->variant, at, row->text);
}

static void fill_action(const struct door *door, size_t at, struct door_row *row)
{
    action_format(door->table.game.variant, game_actions(&door->table.game)[at], row->text);
    row->spent_ms = door->table.spent_ms[at];
}

static void fill_played(const struct door *door, size_t at, struct door_row *row)
{
    const struct variants *variants = &door->session->variants;
    const struct variant *variant =
        variants->count > 0 ? &variants->told[at].variant : variant_get((enum variant_id)at);
    row->variant = variant;
    row->name = variant->name;
    row->is_playable = variants_can_play(variant);
    row->can_be_rated = variant->can_be_rated;
    row->column = variant->width;
    row->row = variant->height;
}

/* ---------------------------------------------------------------- fields */

enum rows {
#define ROWS(ID, type, first, count) ROWS_##ID,
#include "client/core/door.def"
};

#define ROWS(ID, type, first, count) typedef type row_of_##ID;
#include "client/core/door.def"

struct field_row {
    const char *name;
    enum rows rows;
    enum { NUMBER, WORD_NUMBER, TEXT_HERE, TEXT_ELSEWHERE, ID_NUMBER, VARIANT_KEY } kind;
    size_t offset;
    size_t size;
    bool is_signed;
    const char *(*word)(int value); /* or NULL */
};

#define MEMBER(type, member) (((const type *)0)->member)
#define IS_SIGNED(number)                                                                          \
    _Generic((number), signed char                                                                 \
             : true, int                                                                           \
             : true, long                                                                          \
             : true, long long                                                                     \
             : true, default                                                                       \
             : false)

static const struct field_row fields[DOOR_FIELD_COUNT] = {
#define FIELD(list, field, ROWS, member, kind_, word_)                                             \
    {.name = #list "." #field,                                                                     \
     .rows = ROWS_##ROWS,                                                                          \
     .kind = kind_,                                                                                \
     .offset = offsetof(row_of_##ROWS, member),                                                    \
     .size = sizeof(MEMBER(row_of_##ROWS, member)),                                                \
     .is_signed = IS_SIGNED(MEMBER(row_of_##ROWS, member)),                                        \
     .word = word_},
#include "client/core/door.def"
};

/* Rows as they lie in a model, or what fills one. */
struct run {
    const void *first;
    size_t count;
    size_t size;
    void (*fill)(const struct door *door, size_t at, struct door_row *row);
};

static struct run run_of(const struct door *door, enum rows rows)
{
    switch (rows) {
#define ROWS(ID, type, first, count)                                                               \
    case ROWS_##ID:                                                                                \
        return (struct run){first, count, sizeof(type), NULL};
#define COMPUTED(ID, fill, count)                                                                  \
    case ROWS_##ID:                                                                                \
        return (struct run){&door->row, count, 0, fill};
#include "client/core/door.def"
    }
    return (struct run){0};
}

/* Where the field of that row lies; NULL: there is no such row or field. */
static const void *find(struct door *door, int field, size_t row)
{
    if (door_name(field) == NULL || row >= door_count(door, field))
        return NULL;
    struct run run = run_of(door, fields[field].rows);
    door->row = (struct door_row){0};
    if (run.fill != NULL)
        run.fill(door, row, &door->row);
    return (const char *)run.first + row * run.size + fields[field].offset;
}

static double number_at(const struct field_row *field, const void *at)
{
    switch (field->size) {
    case sizeof(uint8_t):
        return *(const uint8_t *)at;
    case sizeof(uint16_t):
        return *(const uint16_t *)at;
    case sizeof(uint32_t):
        return field->is_signed ? *(const int32_t *)at : (double)*(const uint32_t *)at;
    default:
        return (double)*(const int64_t *)at;
    }
}

const char *door_name(int field)
{
    return field >= 0 && field < DOOR_FIELD_COUNT ? fields[field].name : NULL;
}

size_t door_count(struct door *door, int field)
{
    return door_name(field) != NULL ? run_of(door, fields[field].rows).count : 0;
}

double door_number(struct door *door, int field, size_t row)
{
    const void *at = find(door, field, row);
    return at != NULL && fields[field].kind <= WORD_NUMBER ? number_at(&fields[field], at) : NONE;
}

const char *door_text(struct door *door, int field, size_t row)
{
    const void *at = find(door, field, row);
    const struct field_row *as = &fields[at != NULL ? field : 0];
    const char *text = NULL;
    if (at != NULL && as->kind == WORD_NUMBER)
        text = as->word((int)number_at(as, at));
    if (at != NULL && as->kind == TEXT_HERE)
        text = at;
    if (at != NULL && as->kind == TEXT_ELSEWHERE)
        text = *(const char *const *)at;
    if (at != NULL && as->kind == VARIANT_KEY && *(const struct variant *const *)at != NULL)
        text = (*(const struct variant *const *)at)->key;
    if (at != NULL && as->kind == ID_NUMBER && *(const uint64_t *)at != 0) {
        id_format(*(const uint64_t *)at, door->id);
        text = door->id;
    }
    return text != NULL ? text : "";
}
