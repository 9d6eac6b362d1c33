/* SPDX-License-Identifier: MIT */
/*
 * The computer player `attack`: five in a row by the weights of brain/weights.h. Weights know five
 * or more. Where five are to be exact, a row that the variant takes for a win goes before them, and
 * a square that makes a longer one and no five comes after all others.
 */
#include "brain/chance.h"
#include "brain/mind.h"
#include "brain/search/position.h"
#include "brain/triples.h"
#include "brain/weights.h"
#include "engine/lines.h"
#include "engine/needs.h"

#define FIVE 5
#define SECOND 1 /* the plies of stones of an opening */
#define THIRD 2
#define NOWHERE ((size_t)-1)

/* The use of a stone, the better the later. */
enum use {
    USE_SPOILT, /* more than five, which is nothing */
    USE_COMMON,
    USE_WIN,
};

struct sight {
    struct weights_board board;
    bool overline_wins;
};

/* A square, with what it is chosen by. */
struct pick {
    size_t cell;
    enum use use;
    uint32_t weight;
};

static enum use use_of(const struct sight *sight, size_t cell)
{
    const struct weights_board *board = &sight->board;
    struct line lines[LINES];
    enum use use = USE_COMMON;
    lines_through(board->width, board->height, cell, lines);
    for (size_t i = 0; i < LINES; i++) {
        int length = lines_length(board->marks, cell, &lines[i], board->mover);
        if (length == FIVE || (length > FIVE && sight->overline_wins))
            return USE_WIN;
        if (length > FIVE)
            use = USE_SPOILT;
    }
    return use;
}

/* Positive: the one is better than the other; 0: as good. */
static int compare(const struct pick *one, const struct pick *other)
{
    if (one->use != other->use)
        return one->use > other->use ? 1 : -1;
    return (one->weight > other->weight) - (one->weight < other->weight);
}

/* One of the best squares, each as likely as the others. */
static struct pick pick_best(const struct sight *sight, struct chance *chance)
{
    struct pick best = {0};
    uint64_t equals = 0;
    size_t at = 0;
    size_t cell;
    while (weights_next(&sight->board, &at, &cell)) {
        struct pick pick = {cell, use_of(sight, cell), weights_at(&sight->board, cell)};
        int order = equals == 0 ? 1 : compare(&pick, &best);
        if (order < 0)
            continue;
        equals = order > 0 ? 1 : equals + 1;
        if (chance__below(chance, equals) == 0)
            best = pick;
    }
    return best;
}

static size_t middle_of(const struct weights_board *board)
{
    return board->width / 2u + board->height / 2u * (size_t)board->width;
}

static void place(const struct sight *sight, size_t stones, struct chance *chance,
                  struct thought *thought)
{
    struct pick pick = {middle_of(&sight->board), USE_COMMON, 0};
    if (stones > 0)
        pick = pick_best(sight, chance);
    mind__decide(thought, action_place(pick.cell));
    if (pick.use != USE_WIN)
        return;
    thought->prospects[0].proof = PROOF_WIN;
    thought->prospects[0].share = PROSPECT_SHARE_ONE;
}

static void think_position(const struct position *position, const struct thinking *thinking,
                           struct thought *thought_out)
{
    struct chance chance = {thinking->seed};
    struct sight sight;
    weights_read_position(&sight.board, position);
    sight.overline_wins = position->overline_wins;
    place(&sight, position->count, &chance, thought_out);
}

/* ---------------------------------------------------------------- openings */

/* How far from the middle the third stone of an even opening is, by how far the second one is, in
 * steps of a king; by ./dev mind thirds. Nearer ones are better for black, and ones that are
 * further away for white, who plays next. Beside a second stone on the edge black is better in any
 * case. */
static const uint8_t even_distances[] = {0, 4, 4, 4, 4, 5, 5, 7};

#define DISTANCE_MAX (sizeof(even_distances) - 1)

static unsigned distance_from_middle(const struct game *game, size_t cell)
{
    return position_distance(game->variant->width, (unsigned)variant_origin(game->variant),
                             (unsigned)cell);
}

/* Where the first stone of three lies in the middle: how far the third one is away in an even
 * opening. */
static unsigned even_distance(const struct game *game)
{
    unsigned distance = distance_from_middle(game, action_cell(game_actions(game)[SECOND]));
    return even_distances[distance < DISTANCE_MAX ? distance : DISTANCE_MAX];
}

static bool begins_in_the_middle(const struct game *game)
{
    return (game->variant->needs & NEED_CENTRE) != 0;
}

static struct action choose(const struct game *game)
{
    if (!begins_in_the_middle(game))
        return action_choose(CHOICE_WHITE);
    unsigned distance = distance_from_middle(game, action_cell(game_actions(game)[THIRD]));
    return action_choose(distance > even_distance(game) ? CHOICE_WHITE : CHOICE_BLACK);
}

/* Any free square of those that leave the choice open. */
static size_t pick_third(const struct game *game, struct chance *chance)
{
    size_t third = NOWHERE;
    uint64_t count = 0;
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++) {
        bool is_even = distance_from_middle(game, cell) == even_distance(game);
        if (is_even && game_cell(game, cell) == MARK_NONE && chance__below(chance, ++count) == 0)
            third = cell;
    }
    return third;
}

/* The next stone of an opening by heart; NOWHERE if there is none. */
static size_t recall(const struct game *game, struct chance *chance)
{
    struct position position;
    if (game_seat_mark(game, SEAT_FIRST) != MARK_NONE)
        return NOWHERE;
    if (begins_in_the_middle(game))
        return game->ply == THIRD ? pick_third(game, chance) : NOWHERE;
    position_from_game(&position, game);
    unsigned cell = triples__follow(&position, chance);
    return cell == TRIPLES_NOWHERE ? NOWHERE : cell;
}

static void think(const struct game *game, const struct thinking *thinking,
                  struct thought *thought_out)
{
    struct chance chance = {thinking->seed};
    struct sight sight;
    if (game_expects(game) != EXPECTS_STONE) {
        mind__decide(thought_out, choose(game));
        return;
    }
    size_t cell = recall(game, &chance);
    if (cell != NOWHERE) {
        mind__decide(thought_out, action_place(cell));
        return;
    }
    weights_read_game(&sight.board, game);
    sight.overline_wins = game->variant->overline == OVERLINE_WINS;
    place(&sight, game->stones, &chance, thought_out);
}

const struct mind computer__attack = {
    .plays = weights_apply, .think = think, .think_position = think_position};
