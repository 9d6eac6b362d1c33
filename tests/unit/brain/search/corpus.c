/* SPDX-License-Identifier: MIT */
/* Lines of positions. */
#include "tests/unit/brain/search/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int corpus_read(const char *line, struct position *position_out, struct plain *plain_out)
{
    char *stones;
    *position_out = (struct position){
        .width = CORPUS_SIDE, .height = CORPUS_SIDE, .overline_wins = line[0] == 'f'};
    plain_init(plain_out, CORPUS_SIDE, CORPUS_SIDE, position_out->overline_wins);
    int number = (int)strtol(line + 1, &stones, 10);
    if (*stones != '.')
        return -1;
    for (stones++; *stones >= 'a'; stones += 2) {
        unsigned cell = (unsigned)(stones[0] - 'a') + (unsigned)(stones[1] - 'a') * CORPUS_SIDE;
        plain_out->cells[cell] = "XO"[position_out->to_move];
        if (!position_place(position_out, cell))
            return -1;
    }
    return number;
}

void corpus_write(const struct game *game, int number, size_t shift)
{
    const struct action *actions = game_actions(game);
    int width = game->variant->width;
    printf("%c%d.", game->variant->overline == OVERLINE_WINS ? 'f' : 'e', number);
    for (size_t ply = 0; ply < game->ply; ply++)
        printf("%c%c", 'a' + (int)(action_cell(actions[ply]) - shift) % width,
               'a' + (int)(action_cell(actions[ply]) - shift) / width);
}

void corpus_show(const struct game *game, bool overline_wins, size_t shift, struct plain *plain_out)
{
    plain_init(plain_out, game->variant->width, game->variant->height, overline_wins);
    for (size_t cell = shift; cell < variant_cells(game->variant); cell++)
        if (game_cell(game, cell) != MARK_NONE)
            plain_out->cells[cell - shift] = game_cell(game, cell) == MARK_X ? 'X' : 'O';
}
