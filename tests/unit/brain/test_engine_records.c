/* SPDX-License-Identifier: MIT */
/*
 * Games that engines played by exactly five, as other programs write them down: SGF that names the
 * rule in their words or not at all, PSQ that never does. Every one is read to its end, those that
 * go on behind six in a row, too.
 */
#include "brain/computer.h"
#include "engine/record.h"
#include "tests/support/random.h"
#include "tests/support/test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PENTAD_TEST_RECORDS
#define PENTAD_TEST_RECORDS 440
#endif

static char text[RECORD_SIZE_MAX];

struct engine {
    const struct computer *computer;
    struct thinking thinking;
};

static struct engine engine_new(const struct variant *variant)
{
    struct engine engine = {.computer = computer_find("attack", 6)};
    size_t size = computer_memory_size(engine.computer, variant);
    engine.thinking = (struct thinking){
        .level = 1, .nodes = 200, .memory = calloc(1, size + 1), .memory_size = size};
    assert_non_null(engine.thinking.memory);
    assert_int_equal(computer_tables_size(engine.computer, variant), 0);
    return engine;
}

static enum mark mark_at(const struct game *game, int column, int row)
{
    const struct variant *variant = game->variant;
    if (column < 0 || row < 0 || column >= variant->width || row >= variant->height)
        return MARK_NONE;
    return game_cell(game, (size_t)(column + row * variant->width));
}

/* The longest row through the last stone. */
static int longest_row(const struct game *game)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int cell = (int)action_cell(game_actions(game)[game->ply - 1]);
    int column = cell % game->variant->width;
    int row = cell / game->variant->width;
    int longest = 0;
    for (size_t i = 0; i < 4; i++) {
        int length = 1;
        for (int side = -1; side <= 1; side += 2)
            for (int k = side; mark_at(game, column + k * steps[i][0], row + k * steps[i][1]) ==
                               mark_at(game, column, row);
                 k += side)
                length++;
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* Makes six where that can be, which no engine would do: else such games were rare. */
static bool make_six(struct game *game)
{
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++) {
        if (game_act(game, action_place(cell)) != 0)
            continue;
        if (game_status(game) == GAME_OPEN && longest_row(game) > 5)
            return true;
        game_undo(game);
    }
    return false;
}

/* Places a stone that ends nothing: of some by chance the one in the longest row. */
static bool build(struct game *game, uint64_t *chance)
{
    size_t best = variant_cells(game->variant);
    int longest = 0;
    for (int tries = 0; tries < 40; tries++) {
        size_t cell = random_below(chance, variant_cells(game->variant));
        if (game_act(game, action_place(cell)) != 0)
            continue;
        bool is_better = game_status(game) == GAME_OPEN && longest_row(game) > longest;
        longest = is_better ? longest_row(game) : longest;
        best = is_better ? cell : best;
        game_undo(game);
    }
    return longest > 0 && game_act(game, action_place(best)) == 0;
}

static void act(struct engine *engine, struct game *game, bool builds, uint64_t *chance)
{
    struct thought thought;
    bool is_left_to_chance = builds || random_below(chance, 4) == 0;
    if (make_six(game) || (is_left_to_chance && build(game, chance)))
        return;
    engine->thinking.seed = random_next(chance);
    assert_int_equal(computer_think(engine->computer, game, &engine->thinking, &thought), 0);
    game_do(game, thought.prospects[0].action);
}

static void play(struct game *game, const struct variant *variant, uint64_t *chance)
{
    struct engine engine = engine_new(variant);
    unsigned building = (unsigned)random_below(chance, 120); /* plies */
    game_init(game, variant);
    while (game_status(game) == GAME_OPEN)
        act(&engine, game, game->ply < building, chance);
    free(engine.thinking.memory);
}

/* How often a row of six or more was made on the way. */
static unsigned count_sixes(const struct game *game)
{
    unsigned count = 0;
    struct game played;
    game_init(&played, game->variant);
    for (size_t ply = 0; ply < game->ply; ply++) {
        game_do(&played, game_actions(game)[ply]);
        count += ply + 1 < game->ply && longest_row(&played) > 5;
    }
    return count;
}

static size_t put(size_t len, const char *format, ...) __attribute__((format(printf, 2, 3)));

static size_t put(size_t len, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int count = vsnprintf(text + len, sizeof(text) - len, format, args);
    va_end(args);
    assert_in_range(count, 0, sizeof(text) - len - 1);
    return len + (size_t)count;
}

static void write_sgf(const struct game *game, const char *rule)
{
    int side = game->variant->width;
    size_t len = put(0, "(;FF[4]GM[4]SZ[%d]%s%s%sPB[Pela]PW[Carbon]", side,
                     rule != NULL ? "RU[" : "", rule != NULL ? rule : "", rule != NULL ? "]" : "");
    for (size_t ply = 0; ply < game->ply; ply++) {
        int cell = (int)action_cell(game_actions(game)[ply]);
        len = put(len, ";%c[%c%c]", ply % 2 == 0 ? 'B' : 'W', 'a' + cell % side,
                  'a' + side - 1 - cell / side);
    }
    put(len, ")");
}

static void write_psq(const struct game *game)
{
    int side = game->variant->width;
    size_t len = put(0, "Piskvorky %dx%d, 11:11, 0\r\n", side, side);
    for (size_t ply = 0; ply < game->ply; ply++) {
        int cell = (int)action_cell(game_actions(game)[ply]);
        len = put(len, "%d,%d,%zu\r\n", 1 + cell % side, side - cell / side, 10 * ply);
    }
    put(len, "pbrain-pela.exe\r\npbrain-carbon.exe\r\n0\r\n");
}

static void assert_read_to_its_end(const struct game *game, bool is_named, bool has_six)
{
    struct game read;
    struct record_reading reading = {0};
    int error = record_read(&read, text, strlen(text), &reading);
    if (error != 0)
        fail_msg("error %d at %zu of %s", error, reading.at, text);
    assert_int_equal(read.ply, game->ply);
    assert_memory_equal(game_actions(&read), game_actions(game), game->ply * sizeof(struct action));
    if (is_named || has_six)
        assert_ptr_equal(read.variant, game->variant);
    enum record_rule rule = is_named  ? RECORD_RULE_NAMED
                            : has_six ? RECORD_RULE_FOUND
                                      : RECORD_RULE_ASSUMED;
    assert_int_equal(reading.rule, rule);
}

TEST(every_game_by_exactly_five_is_read_to_its_end)
{
    static const char *const rules[] = {"Standard", "1", "Exactly five", "standard gomoku"};
    uint64_t chance = 20261128;
    unsigned with_sixes = 0;
    for (unsigned nth = 0; nth < PENTAD_TEST_RECORDS; nth++) {
        struct game game;
        play(&game, variant_get(nth % 2 == 0 ? VARIANT_CLASSIC15 : VARIANT_CLASSIC), &chance);
        bool has_six = count_sixes(&game) > 0;
        with_sixes += has_six;
        write_psq(&game);
        assert_read_to_its_end(&game, false, has_six);
        write_sgf(&game, NULL);
        assert_read_to_its_end(&game, false, has_six);
        write_sgf(&game, rules[nth % 4]);
        assert_read_to_its_end(&game, true, has_six);
    }
    assert_true(with_sixes >= PENTAD_TEST_RECORDS / 20); /* else nothing was tried */
}
