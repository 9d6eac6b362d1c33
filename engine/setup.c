/* SPDX-License-Identifier: MIT */
/* An order for stones. */
#include "engine/setup.h"

static int place(struct game *game, const struct setup_stone *stone)
{
    int error = game_act(game, action_place(stone->cell));
    if (error != 0)
        return error;
    if (game_expects(game) == EXPECTS_STONE)
        return 0;
    game_undo(game);
    return ERR_BAD_RECORD;
}

static bool play_as_told(struct game *game, const struct setup_stone *stones, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (stones[i].is_second != (i % 2 == 1) || place(game, &stones[i]) != 0)
            return false;
    return true;
}

/* The stones that stand, while another order is looked for. */
struct setting {
    struct game *game;
    const struct setup_stone *stones;
    size_t count;
    size_t wrong; /* the stone that could not be placed */
    bool is_there[GAME_CELLS_MAX];
};

/* Places a stone of this side that is not there yet. Five of a longer row would end the game before
 * the row is whole: another order of its stones does not. */
static int place_one(struct setting *setting, bool is_second)
{
    int error = ERR_BAD_RECORD;
    for (size_t i = 0; i < setting->count && error == ERR_BAD_RECORD; i++) {
        const struct setup_stone *stone = &setting->stones[i];
        if (setting->is_there[i] || stone->is_second != is_second)
            continue;
        setting->wrong = i;
        error = place(setting->game, stone);
        setting->is_there[i] = error == 0;
    }
    return error;
}

/* There are stones, but none of the side whose turn it is. */
static size_t first_left(const struct setting *setting)
{
    size_t left = 0;
    while (setting->is_there[left])
        left++;
    return left;
}

int setup_play(struct game *game, const struct setup_stone *stones, size_t count, size_t *wrong_out)
{
    struct setting setting = {.game = game, .stones = stones, .count = count};
    const struct variant *variant = game->variant;
    if (play_as_told(game, stones, count))
        return 0;
    game_init(game, variant);
    for (size_t i = 0; i < count; i++) {
        setting.wrong = count;
        int error = place_one(&setting, i % 2 == 1);
        if (error != 0 && wrong_out != NULL)
            *wrong_out = setting.wrong < count ? setting.wrong : first_left(&setting);
        if (error != 0)
            return error;
    }
    return 0;
}
