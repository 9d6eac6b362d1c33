/* SPDX-License-Identifier: MIT */
/*
 * Computer players before whatever stands on a board: the first bytes choose the player, the
 * variant, the level and the limit, the rest are stones that nobody has to have played, or actions
 * of a game. What is thought is legal, within its limit, and writes no byte beside its memory.
 */
#include "brain/computer.h"
#include "brain/learnt.h"
#include "brain/search/position.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#define HEAD 8
#define PLIES_MAX 600
#define MEMORY_MAX ((size_t)64 << 20) /* a smaller game will do */

static bool stops(void *ctx)
{
    unsigned *left = ctx;
    return (*left)-- == 0;
}

/* Made when they are first asked for. What `table` makes, of 20,000 games, takes too long here. */
static const void *tables_of(const struct computer *computer, const struct variant *variant)
{
    static void *tables[COMPUTER_COUNT][VARIANT_COUNT];
    static struct learnt learnt;
    void **place = &tables[computer->id][variant->id];
    size_t size = computer_tables_size(computer, variant);
    if (computer->id == COMPUTER_TABLE) {
        learnt_init(&learnt);
        learnt_play(&learnt, 10, 1);
        return &learnt;
    }
    if (*place == NULL && size > 0) {
        *place = malloc(size);
        FUZZ_CHECK(*place != NULL);
        FUZZ_CHECK(computer_tables_make(computer, variant, *place, size) == 0);
    }
    return *place;
}

static void check_thought(const struct thought *thought, const struct thinking *thinking)
{
    FUZZ_CHECK(thought->nodes <= thinking->nodes);
    FUZZ_CHECK(thought->prospects_count >= 1);
    FUZZ_CHECK(thought->prospects_count <= THOUGHT_PROSPECTS_MAX);
    for (size_t i = 0; i < thought->prospects_count; i++) {
        const struct prospect *prospect = &thought->prospects[i];
        FUZZ_CHECK(prospect->share <= PROSPECT_SHARE_ONE);
        FUZZ_CHECK(prospect->line_count >= 1 && prospect->line_count <= PROSPECT_LINE_MAX);
        FUZZ_CHECK(prospect->line[0].code == prospect->action.code);
    }
}

/* Each line can be played; a win by one stone is one. */
static void check_lines(const struct position *position, const struct thought *thought)
{
    for (size_t i = 0; i < thought->prospects_count; i++) {
        const struct prospect *prospect = &thought->prospects[i];
        struct position board = *position;
        for (size_t k = 0; k < prospect->line_count; k++) {
            FUZZ_CHECK(!position_is_over(&board));
            FUZZ_CHECK(position_place(&board, (unsigned)action_cell(prospect->line[k])));
        }
        FUZZ_CHECK(prospect->proof != PROOF_WIN || prospect->line_count > 1 ||
                   position_is_over(&board));
    }
}

static void ask_about_position(const struct computer *computer, const struct variant *variant,
                               const struct thinking *thinking, const uint8_t *bytes, size_t len)
{
    struct position position;
    struct thought thought;
    position_init(&position, variant);
    position.width = (uint8_t)(POSITION_SIDE_MIN + bytes[5] % 16);
    position.height = (uint8_t)(POSITION_SIDE_MIN + bytes[6] % 16);
    position.to_move = bytes[7] & 1;
    for (size_t at = HEAD; at + 1 < len; at += 2)
        (void)position_set(&position, bytes[at] + 256u * (bytes[at + 1] & 1),
                           bytes[at + 1] & 2 ? COLOUR_O : COLOUR_X);
    int error = computer_think_position(computer, variant, &position, thinking, &thought);
    FUZZ_CHECK(error == 0 || error == ERR_NOT_ITS_GAME || error == ERR_NOTHING_TO_DO);
    if (error != 0)
        return;
    check_thought(&thought, thinking);
    check_lines(&position, &thought);
}

static void ask_about_game(const struct computer *computer, const struct variant *variant,
                           const struct thinking *thinking, const uint8_t *bytes, size_t len)
{
    struct game game;
    struct thought thought;
    game_init(&game, variant);
    for (size_t at = HEAD; at + 1 < len; at += 2)
        (void)game_act(&game, (struct action){(uint16_t)(bytes[at] + 256u * bytes[at + 1])});
    int error = computer_think(computer, &game, thinking, &thought);
    FUZZ_CHECK(error == (game_expects(&game) == EXPECTS_NOTHING ? ERR_NOTHING_TO_DO : 0));
    if (error != 0)
        return;
    check_thought(&thought, thinking);
    FUZZ_CHECK(game_act(&game, thought.prospects[0].action) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    if (len < HEAD || len > HEAD + 2 * PLIES_MAX)
        return 0;
    const struct computer *computer = computer_get(bytes[0] % COMPUTER_COUNT);
    const struct variant *variant = variant_get(bytes[1] % VARIANT_COUNT);
    size_t size = computer_memory_size(computer, variant);
    unsigned asks = bytes[4] & 15;
    if (!computer_plays(computer, variant) || size > MEMORY_MAX)
        return 0;
    struct thinking thinking = {.level = 1 + bytes[2] % computer->levels,
                                .seed = bytes[3],
                                .nodes = 1 + (uint64_t)bytes[3] * bytes[3] / 32,
                                .prospects = bytes[4] >> 4,
                                .tables = tables_of(computer, variant),
                                .memory = calloc(1, size > 0 ? size : 1),
                                .memory_size = size,
                                .stop = stops,
                                .ctx = &asks};
    FUZZ_CHECK(thinking.memory != NULL);
    if (bytes[7] & 2)
        ask_about_game(computer, variant, &thinking, bytes, len);
    else
        ask_about_position(computer, variant, &thinking, bytes, len);
    free(thinking.memory);
    return 0;
}
