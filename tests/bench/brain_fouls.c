/* SPDX-License-Identifier: MIT */
/*
 * The maker of tests/bench/brain_fouls.h. A position is thrown away as soon as something speaks
 * against it, what is cheap to see first.
 */
#include "tests/bench/brain_fouls.h"

#include "engine/needs.h"
#include "engine/sight.h"
#include "lessons/quick.h"
#include "tests/support/random.h"

#include <stddef.h>
#include <string.h>

#define WINDOW 9        /* squares a side around the middle, in which stones are laid out */
#define ROW 5           /* stones of a win */
#define FOURS_MAX 3     /* stones of a win by fours */
#define OPENING_PLIES 4 /* which are left to chance */
#define WISHES 16       /* stones that a side is to have */

static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

/* The squares that a side is to have. */
struct wishes {
    size_t count;
    size_t done;
    size_t cells[WISHES];
};

bool fouls_are_in(const struct variant *variant)
{
    return (variant->needs & NEED_FORBIDDEN) != 0;
}

/* ------------------------------------------------------------------ how stones are laid out */

static size_t draw_cell(const struct variant *variant, uint64_t *chance)
{
    size_t x = (variant->width - (size_t)WINDOW) / 2 + random_below(chance, WINDOW);
    size_t y = (variant->height - (size_t)WINDOW) / 2 + random_below(chance, WINDOW);
    return y * variant->width + x;
}

/* Wishes for three of the squares of a row, a row with room around it. */
static void wish_three(struct wishes *wishes, const struct variant *variant, uint64_t *chance)
{
    const int *step = steps[random_below(chance, 4)];
    size_t from = draw_cell(variant, chance);
    size_t left_out[2] = {random_below(chance, 2) == 0 ? 0 : ROW - 1, random_below(chance, ROW)};
    int x = (int)(from % variant->width);
    int y = (int)(from / variant->width);
    for (size_t i = 0; i < ROW && wishes->count < WISHES; i++, x += step[0], y += step[1])
        if (i != left_out[0] && i != left_out[1] && x >= 0 && x < (int)variant->width && y >= 0 &&
            y < (int)variant->height)
            wishes->cells[wishes->count++] = (size_t)y * variant->width + (size_t)x;
}

static void shuffle(struct wishes *wishes, uint64_t *chance)
{
    for (size_t i = wishes->count; i > 1; i--) {
        size_t other = random_below(chance, i);
        size_t cell = wishes->cells[i - 1];
        wishes->cells[i - 1] = wishes->cells[other];
        wishes->cells[other] = cell;
    }
}

/* Plays the next stone that the side wishes; false: it has none left. */
static bool play_wish(struct game *game, struct wishes *wishes)
{
    while (wishes->done < wishes->count)
        if (game_act(game, action_place(wishes->cells[wishes->done++])) == 0)
            return true;
    return false;
}

/* Plays any action that is legal, a stone not far from the middle. */
static void play_any(struct game *game, uint64_t *chance)
{
    struct action choices[GAME_LEGAL_MAX];
    if (game_expects(game) == EXPECTS_CHOICE) {
        size_t count = game_legal_actions(game, choices, GAME_LEGAL_MAX);
        game_do(game, choices[random_below(chance, count)]);
        return;
    }
    while (game_act(game, action_place(draw_cell(game->variant, chance))) != 0)
        continue;
}

/* Plays until both have what they wish, or until somebody has won. */
static void lay_out(struct game *game, const struct variant *variant, uint64_t *chance)
{
    struct wishes black = {0};
    struct wishes white = {0};
    size_t threes = 2 + random_below(chance, 2);
    for (size_t i = 0; i < 2; i++)
        wish_three(&black, variant, chance);
    for (size_t i = 0; i < threes; i++)
        wish_three(&white, variant, chance);
    shuffle(&black, chance);
    shuffle(&white, chance);
    game_init(game, variant);
    while (game->ply < OPENING_PLIES || game_expects(game) == EXPECTS_CHOICE)
        play_any(game, chance);
    while (game_status(game) == GAME_OPEN && (black.done < black.count || white.done < white.count))
        if (!play_wish(game, game_next_mark(game) == MARK_X ? &black : &white))
            play_any(game, chance);
}

/* ------------------------------------------------------------------ what is looked for */

/* An empty square of a row that lacks two stones, and the other one, where it is stopped. */
struct four {
    size_t stone;
    size_t answer;
};

#define FOURS_SEEN 64

/* The stones on the squares of a game. */
struct board {
    int width;
    int height;
    uint8_t marks[GAME_CELLS_MAX];
};

static void read_board(struct board *board_out, const struct game *game)
{
    board_out->width = (int)game->variant->width;
    board_out->height = (int)game->variant->height;
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++)
        board_out->marks[cell] = (uint8_t)game_cell(game, cell);
}

/* Reads the row that begins there; false: it is none in which `mark` lacks so many stones. */
static bool read_row(const struct board *board, int x, int y, const int step[2], enum mark mark,
                     size_t lacks, size_t empty_out[2])
{
    size_t count = 0;
    int last_x = x + (ROW - 1) * step[0];
    int last_y = y + (ROW - 1) * step[1];
    if (last_x < 0 || last_x >= board->width || last_y < 0 || last_y >= board->height)
        return false;
    for (int i = 0; i < ROW; i++, x += step[0], y += step[1]) {
        size_t cell = (size_t)(y * board->width + x);
        if (board->marks[cell] == mark)
            continue;
        if (board->marks[cell] != MARK_NONE || count == lacks)
            return false;
        empty_out[count++] = cell;
    }
    return count == lacks;
}

/* Lists stones that make a row of `mark` which lacks one, or, where it `lacks` only one, that
 * complete it. */
static size_t list_fours(const struct game *game, enum mark mark, size_t lacks,
                         struct four fours_out[FOURS_SEEN])
{
    struct board board;
    size_t count = 0;
    size_t empty[2] = {0};
    read_board(&board, game);
    for (int y = 0; y < board.height; y++)
        for (int x = 0; x < board.width; x++)
            for (size_t i = 0; i < 4; i++)
                if (count + 2 <= FOURS_SEEN &&
                    read_row(&board, x, y, steps[i], mark, lacks, empty)) {
                    fours_out[count++] = (struct four){empty[0], empty[1]};
                    fours_out[count++] = (struct four){empty[1], empty[0]};
                }
    return count;
}

/* Whether the side has a row that lacks one stone. */
static bool has_four(const struct game *game, enum mark mark)
{
    struct four fours[FOURS_SEEN];
    return list_fours(game, mark, 1, fours) > 0;
}

/* Whether one stone of white threatens two fives, which is seen at a glance. */
static bool is_easy(const struct game *game)
{
    struct four seen[FOURS_SEEN];
    size_t count = list_fours(game, MARK_O, 2, seen);
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            if (seen[i].stone == seen[j].stone && seen[i].answer != seen[j].answer)
                return true;
    return false;
}

/* Whether white, to move, wins by so many fours, the last of which is not answered. */
static bool wins_by_foul(const struct game *game, int fours)
{
    struct four seen[FOURS_SEEN];
    size_t count = list_fours(game, MARK_O, 2, seen);
    for (size_t i = 0; i < count; i++) {
        struct game after;
        game_copy(&after, game);
        if (game_act(&after, action_place(seen[i].stone)) != 0 || game_status(&after) != GAME_OPEN)
            continue;
        int refusal = game_check(&after, action_place(seen[i].answer));
        if (refusal == ERR_FORBIDDEN_POINT)
            return true;
        if (fours > 1 && refusal == 0) {
            game_do(&after, action_place(seen[i].answer));
            if (game_status(&after) == GAME_OPEN && !has_four(&after, MARK_X) &&
                wins_by_foul(&after, fours - 1))
                return true;
        }
    }
    return false;
}

/* Passes once: a stone in a corner. */
static bool pass(struct game *game)
{
    const size_t width = game->variant->width;
    const size_t corners[] = {0, width - 1, variant_cells(game->variant) - width,
                              variant_cells(game->variant) - 1};
    for (size_t i = 0; i < 4; i++)
        if (game_act(game, action_place(corners[i])) == 0)
            return game_status(game) == GAME_OPEN;
    return false;
}

/* Whether the other side would win by its next two actions, so that nothing but fours helps. */
static bool is_pressed(const struct game *game)
{
    const struct lesson_aim other = {seat_other(game_to_act(game)), false};
    struct game passed;
    struct action action = {0};
    uint64_t effort = UINT64_MAX;
    game_copy(&passed, game);
    return pass(&passed) && lesson_soon(&passed, &other, &effort, &action);
}

void fouls_make(struct game *game_out, const struct variant *variant, uint64_t *chance)
{
    do
        lay_out(game_out, variant, chance);
    while (game_status(game_out) != GAME_OPEN || game_next_mark(game_out) != MARK_O ||
           has_four(game_out, MARK_X) || has_four(game_out, MARK_O) || is_easy(game_out) ||
           !wins_by_foul(game_out, FOURS_MAX) || wins_by_foul(game_out, 1) ||
           !is_pressed(game_out));
}
