/* SPDX-License-Identifier: MIT */
#include "tests/unit/brain/asking.h"

#include "tests/support/cmocka_all.h"

#include <stdlib.h>

struct variant asking_board(uint16_t width, uint16_t height, uint16_t row)
{
    struct variant variant = *variant_get(VARIANT_MINI);
    variant_resize(&variant, width, height);
    variant.row = row;
    return variant;
}

struct thought asking_think(enum computer_id id, const struct game *game, struct thinking thinking)
{
    const struct computer *computer = computer_get(id);
    struct thought thought;
    thinking.memory_size = computer_memory_size(computer, game->variant);
    thinking.memory = malloc(thinking.memory_size);
    assert_non_null(thinking.memory);
    assert_int_equal(computer_think(computer, game, &thinking, &thought), 0);
    free(thinking.memory);
    return thought;
}
