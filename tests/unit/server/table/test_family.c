/* SPDX-License-Identifier: MIT */
/* Every variant is played to its end by two people, by what a client is told alone. */
#include "engine/game.h"
#include "engine/outcome.h"
#include "engine/sight.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/support/random.h"
#include "tests/unit/server/rig.h"

#include <stdio.h>
#include <string.h>

/* The board as a client draws it that knows squares alone: marks by the text of the square. */
struct drawn {
    const struct variant *variant;
    char marks[LIMITS_CELLS_ALL];
};

static void draw(struct drawn *drawn, const char *cells)
{
    while (*cells != '\0') {
        size_t len = strcspn(cells, " ");
        for (size_t cell = 0; cell < variant_cells(drawn->variant); cell++) {
            char at[ACTION_TEXT_SIZE];
            if (action_format_cell(drawn->variant, cell, at) == len - 1 &&
                memcmp(at, cells + 1, len - 1) == 0)
                drawn->marks[cell] = cells[0];
        }
        cells += len + (cells[len] == ' ');
    }
}

static void check_drawn(const struct drawn *drawn, const struct game *game)
{
    static const char marks[] = {[MARK_NONE] = '.', [MARK_X] = 'x', [MARK_O] = 'o'};
    size_t stones = 0;
    size_t cell;
    for (size_t i = 0; i < variant_cells(drawn->variant); i++)
        stones += drawn->marks[i] != '.' ? 1 : 0;
    for (size_t at = 0; game_next_stone(game, &at, &cell); stones--)
        assert_int_equal(drawn->marks[cell], marks[game_cell(game, cell)]);
    assert_int_equal(stones, 0);
}

/* Does any legal action and looks at what both are told. */
static void act(const struct rig_table *table, struct game *game, struct drawn *drawn,
                uint64_t *random)
{
    struct action legal[GAME_LEGAL_MAX];
    char text[ACTION_TEXT_SIZE];
    size_t count = sight_candidates(game, legal, GAME_LEGAL_MAX);
    bool is_first = game_to_act(game) == SEAT_FIRST;
    struct action action = legal[random_below(random, count)];
    action_format(game->variant, action, text);
    rig_pass(table->first->rig, 300);
    assert_ok(rig_move(is_first ? table->first : table->second, table->game, game->ply, text));
    game_do(game, action);
    const json_t *moved = rig_find_event(is_first ? table->second : table->first, "game.moved");
    assert_string_equal(text_at(moved, "action"), text);
    draw(drawn, has_at(moved, "board.cells") ? text_at(moved, "board.cells") : "");
    check_drawn(drawn, game);
    if (game_status(game) == GAME_OPEN) {
        rig_forget_events(table->first);
        rig_forget_events(table->second);
    }
}

static void play_to_the_end(struct rig *rig, const struct variant *variant)
{
    struct rig_table table = rig_guests_table(rig, variant->key);
    struct game game;
    struct drawn drawn = {.variant = variant};
    uint64_t random = (uint64_t)variant->id + 1;
    game_init(&game, variant);
    memset(drawn.marks, '.', sizeof(drawn.marks));
    while (game_status(&game) == GAME_OPEN)
        act(&table, &game, &drawn, &random);
    struct outcome outcome = outcome_of_board(&game);
    for (int i = 0; i < 2; i++)
        rig_check_end(rig_find_event(i == 0 ? table.first : table.second, "game.ended"),
                      result_word(outcome.result), reason_word(outcome.reason));
    char actions[GAME_TEXT_SIZE];
    assert_true(game_format(&game, actions, sizeof(actions)) > 0);
    assert_string_equal(text_at(rig_game(table.second, table.game), "actions"), actions);
}

static void every_variant_is_played_to_its_end(void **state)
{
    struct rig *rig = *state;
    for (int id = 0; id < VARIANT_COUNT; id++)
        play_to_the_end(rig, variant_get((enum variant_id)id));
    rig_check_world(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {RIG_TEST(every_variant_is_played_to_its_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
