/* SPDX-License-Identifier: MIT */
/*
 * Minimax over small boards. What a stone does is asked of the engine, so that a result holds by
 * the variant's own rules; only whether any row can still be made is read from the places where one
 * may stand.
 */
#include "brain/small.h"

#include "brain/chance.h"
#include "engine/lines.h"
#include "engine/needs.h"

#include <string.h>

#define TABLE_PROBES 4

/* A position whose value is known, in the table. Its place follows from the key. */
struct known {
    uint32_t key;
    uint8_t horizon; /* of the look that found it; 0: nothing is here */
    uint8_t value;
};

bool small__plays(const struct variant *variant)
{
    return reader_knows(READER_SMALL, variant) && variant_can_be_played(variant) &&
           variant_cells(variant) <= SMALL_CELLS_MAX;
}

/* Sixteen places for each way to choose cells are plenty for 3x3, which has 765 positions up to
 * symmetry, and are 8 MiB on the largest boards. */
static size_t table_places(const struct variant *variant)
{
    return (size_t)16 << variant_cells(variant);
}

size_t small__memory_size(const struct variant *variant)
{
    return table_places(variant) * sizeof(struct known);
}

/* ------------------------------------------------------------------ setting up */

/* Adds the windows that begin at a cell. */
static void add_windows(struct small *small, unsigned cell)
{
    const struct variant *variant = small->game.variant;
    struct line lines[LINES];
    lines_through(variant->width, variant->height, cell, lines);
    for (size_t i = 0; i < LINES; i++) {
        uint16_t window = 0;
        for (int k = 0; k < variant->row && variant->row - 1 <= lines[i].ahead; k++)
            window |= (uint16_t)(1u << ((int)cell + k * lines[i].step));
        if (window != 0)
            small->windows[small->windows_count++] = window;
    }
}

/* Where a symmetry puts a cell: bit 0 mirrors columns, bit 1 rows, bit 2 the diagonal of a square.
 */
static unsigned turned_cell(const struct variant *variant, unsigned symmetry, unsigned cell)
{
    unsigned x = cell % variant->width;
    unsigned y = cell / variant->width;
    if (symmetry & 1)
        x = variant->width - 1u - x;
    if (symmetry & 2)
        y = variant->height - 1u - y;
    return symmetry & 4 ? y + x * variant->width : x + y * variant->width;
}

/* Each set of stones is one with a stone less and that stone. */
static void set_up_symmetries(struct small *small)
{
    const struct variant *variant = small->game.variant;
    small->symmetries_count = variant->width == variant->height ? 8 : 4;
    if (!small->is_plain)
        small->symmetries_count = 1; /* other rules may have fewer */
    for (unsigned symmetry = 0; symmetry < small->symmetries_count; symmetry++) {
        for (unsigned cell = 0; cell < small->cells; cell++) {
            uint16_t *turned = small->turned[symmetry][cell / 8];
            uint16_t stone = (uint16_t)(1u << turned_cell(variant, symmetry, cell));
            for (unsigned less = 0; less < 1u << (cell % 8); less++)
                turned[less | 1u << (cell % 8)] = turned[less] | stone;
        }
    }
}

void small__begin(struct small *small, const struct game *game, const struct thinking *thinking)
{
    memset(small, 0, offsetof(struct small, game));
    game_copy(&small->game, game);
    small->thinking = thinking;
    small->nodes_max = thinking->nodes != 0 ? thinking->nodes : SMALL_NODES_MAX;
    small->asked = game_to_act(game);
    small->cells = (unsigned)variant_cells(game->variant);
    small->is_plain = game->variant->needs == NEED_PLAIN;
    for (unsigned cell = 0; cell < small->cells; cell++) {
        enum mark mark = game_cell(game, cell);
        if (mark != MARK_NONE)
            small->stones[mark == MARK_O] |= (uint16_t)(1u << cell);
        if (small->is_plain)
            add_windows(small, cell);
    }
    set_up_symmetries(small);
    memset(thinking->memory, 0, small__memory_size(game->variant));
}

unsigned small__plies_left(const struct small *small)
{
    return small->cells - small->game.stones;
}

/* ------------------------------------------------------------------ table of positions */

/* The stones, X in the lower half, as that symmetry of the board shows them which gives the least
 * number. */
static uint32_t key_of(const struct small *small)
{
    uint32_t least = UINT32_MAX;
    for (unsigned i = 0; i < small->symmetries_count; i++) {
        const uint16_t(*turned)[256] = small->turned[i];
        uint32_t x = turned[0][small->stones[0] & 255u] | turned[1][small->stones[0] >> 8];
        uint32_t o = turned[0][small->stones[1] & 255u] | turned[1][small->stones[1] >> 8];
        uint32_t key = x | o << 16;
        least = key < least ? key : least;
    }
    return least;
}

/* Finds the place of a position: where it is, or where it may be written. That is one which an
 * earlier look left, or else the first. */
static struct known *find(const struct small *small, uint32_t key)
{
    struct known *table = small->thinking->memory;
    size_t places = table_places(small->game.variant);
    size_t at = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
    for (size_t i = 0; i < TABLE_PROBES; i++) {
        struct known *known = &table[(at + i) & (places - 1)];
        if (known->horizon != small->horizon || known->key == key)
            return known;
    }
    return &table[at & (places - 1)];
}

/* ------------------------------------------------------------------ looking ahead */

static void count_node(struct small *small)
{
    const struct thinking *thinking = small->thinking;
    if (small->nodes == small->nodes_max) {
        small->is_over = true;
        return;
    }
    if (small->nodes % 1024 == 0 && thinking->stop != NULL && thinking->stop(thinking->ctx))
        small->is_over = small->was_stopped = true;
    small->nodes += !small->is_over;
}

static bool can_a_row_be_made(const struct small *small)
{
    if (!small->is_plain)
        return true; /* or something else than a row may count */
    for (unsigned i = 0; i < small->windows_count; i++)
        if ((small->stones[0] & small->windows[i]) == 0 ||
            (small->stones[1] & small->windows[i]) == 0)
            return true;
    return false;
}

static unsigned value_of_position(struct small *small);

static unsigned value_of_action(struct small *small, struct action action)
{
    size_t cell = action_square(small->game.variant, action);
    game_do(&small->game, action);
    uint16_t *stones = &small->stones[game_cell(&small->game, cell) == MARK_O];
    *stones ^= (uint16_t)(1u << cell);
    small->ply++;
    unsigned value = value_of_position(small);
    small->ply--;
    *stones ^= (uint16_t)(1u << cell);
    game_undo(&small->game);
    return value;
}

/* The cells on which one stone more makes a row for a side. Where a longer row is worth nothing,
 * windows do not tell. */
static unsigned completions(const struct small *small, unsigned side)
{
    const struct variant *variant = small->game.variant;
    unsigned cells = 0;
    if (variant->overline != OVERLINE_WINS)
        return 0;
    for (unsigned i = 0; i < small->windows_count; i++) {
        unsigned missing = small->windows[i] & ~(unsigned)small->stones[side];
        if ((missing & (missing - 1)) == 0 && (missing & small->stones[!side]) == 0)
            cells |= missing;
    }
    return cells;
}

/* The replies that have to be looked at, a bit for each cell: a win at once is the best, and
 * whatever does not stop one loses as soon as anything does. */
static unsigned candidates(const struct small *small)
{
    unsigned side = game_next_mark(&small->game) == MARK_O;
    unsigned cells = completions(small, side);
    if (cells == 0 && small->ply + 2 <= small->horizon)
        cells = completions(small, !side);
    return cells != 0 ? cells & (0 - cells) : ~(unsigned)(small->stones[0] | small->stones[1]);
}

/* The best reply for whoever acts. Nothing is sooner than an end with the next stone. */
static unsigned value_of_replies(struct small *small)
{
    bool is_asked = game_to_act(&small->game) == small->asked;
    unsigned dearest = is_asked ? SMALL_WIN - (small->ply + 1) : small->ply + 1;
    unsigned best = is_asked ? 0 : SMALL_WIN;
    unsigned cells = candidates(small);
    struct action action;
    for (size_t at = 0;
         best != dearest && !small->is_over && game_next_legal(&small->game, &at, &action);) {
        if ((cells >> action_square(small->game.variant, action) & 1) == 0)
            continue;
        unsigned value = value_of_action(small, action);
        if (is_asked ? value > best : value < best)
            best = value;
    }
    return best;
}

/* The value of a position that was just reached; anything once the search is over. */
static unsigned value_of_position(struct small *small)
{
    count_node(small);
    if (small->is_over)
        return SMALL_UNSEEN;
    if (game_status(&small->game) == GAME_WON)
        return game_winner(&small->game) == small->asked ? SMALL_WIN - small->ply : small->ply;
    if (game_status(&small->game) == GAME_DRAWN || !can_a_row_be_made(small))
        return SMALL_DRAW;
    if (small->ply == small->horizon)
        return SMALL_UNSEEN;
    uint32_t key = key_of(small);
    const struct known *known = find(small, key);
    if (known->key == key && known->horizon == small->horizon)
        return known->value;
    unsigned value = value_of_replies(small);
    if (!small->is_over)
        *find(small, key) = (struct known){key, (uint8_t)small->horizon, (uint8_t)value};
    return value;
}

bool small__look(struct small *small, unsigned horizon)
{
    unsigned values[SMALL_ACTIONS_MAX] = {0};
    struct action action;
    small->horizon = horizon;
    for (size_t at = 0; !small->is_over && game_next_legal(&small->game, &at, &action);)
        values[action.code] = value_of_action(small, action);
    if (small->is_over)
        return false;
    memcpy(small->values, values, sizeof(values));
    small->seen = horizon;
    return true;
}

/* ------------------------------------------------------------------ conclusion */

/* Lists the legal actions in an order by the seed. */
static unsigned shuffled_actions(const struct small *small,
                                 struct action actions_out[SMALL_ACTIONS_MAX])
{
    struct chance chance = {small->thinking->seed};
    struct action action;
    unsigned count = 0;
    for (size_t next = 0; game_next_legal(&small->game, &next, &action);) {
        unsigned at = (unsigned)chance__below(&chance, count + 1);
        actions_out[count++] = actions_out[at];
        actions_out[at] = action;
    }
    return count;
}

static struct prospect prospect_of(const struct small *small, struct action action)
{
    unsigned value = small->values[action.code];
    bool is_all_seen = small->seen == small__plies_left(small);
    struct prospect prospect = {.action = action,
                                .depth = (uint8_t)small->seen,
                                .share = PROSPECT_SHARE_ONE / 2,
                                .line_count = 1,
                                .line = {action}};
    if (small->seen == 0)
        return prospect;
    if (value > SMALL_DRAW) {
        prospect.proof = PROOF_WIN;
        prospect.share = PROSPECT_SHARE_ONE;
    } else if (value <= SMALL_LOSS_LAST) {
        prospect.proof = PROOF_LOSS;
        prospect.share = 0;
    } else if (value == SMALL_DRAW && is_all_seen) {
        prospect.proof = PROOF_DRAW;
    }
    return prospect;
}

void small__conclude(const struct small *small, unsigned (*rank)(unsigned value),
                     struct thought *thought_out)
{
    struct action actions[SMALL_ACTIONS_MAX];
    unsigned count = shuffled_actions(small, actions);
    unsigned asked = small->thinking->prospects > 0 ? small->thinking->prospects : 1;
    memset(thought_out, 0, sizeof(*thought_out));
    thought_out->nodes = small->nodes;
    thought_out->was_stopped = small->was_stopped;
    while (thought_out->prospects_count < count && thought_out->prospects_count < asked &&
           thought_out->prospects_count < THOUGHT_PROSPECTS_MAX) {
        unsigned best = thought_out->prospects_count;
        for (unsigned i = best + 1; i < count; i++)
            if (rank(small->values[actions[i].code]) > rank(small->values[actions[best].code]))
                best = i;
        struct action action = actions[best];
        actions[best] = actions[thought_out->prospects_count];
        actions[thought_out->prospects_count] = action;
        thought_out->prospects[thought_out->prospects_count++] = prospect_of(small, action);
    }
}
