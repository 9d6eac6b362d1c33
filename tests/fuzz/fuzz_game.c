/* SPDX-License-Identifier: MIT */
/*
 * Games of all variants: the first byte says which, and each two that follow an action, one of
 * those that are legal or any code at all. A judge that shares no code with the engine agrees at
 * each ply, and what is undone is what was before.
 */
#include "engine/game.h"
#include "engine/outcome.h"
#include "engine/sight.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/slow_rules.h"

#define ANY_CODE 0x8000u

/* The action that two bytes mean; false: the rules refuse it. */
static bool read_action(const struct game *game, unsigned number, struct action *action_out)
{
    static struct action legal[GAME_LEGAL_MAX];
    if ((number & ANY_CODE) != 0) {
        *action_out = (struct action){(uint16_t)(number << 1)};
        return game_check(game, *action_out) == 0;
    }
    size_t count = sight_candidates(game, legal, GAME_LEGAL_MAX);
    FUZZ_CHECK(count > 0 && count <= GAME_LEGAL_MAX);
    *action_out = legal[number % count];
    FUZZ_CHECK(game_check(game, *action_out) == 0);
    return true;
}

static void check_state(const struct game *game, const struct slow_game *slow)
{
    FUZZ_CHECK((game_status(game) != GAME_OPEN) == slow->is_over);
    if (!slow->is_over) {
        FUZZ_CHECK((int)game_to_act(game) == slow->to_act);
        return;
    }
    FUZZ_CHECK((int)game_winner(game) == slow->winner);
    FUZZ_CHECK(strcmp(reason_word(outcome_of_board(game).reason), slow->reason) == 0);
}

static void check_undone(struct game *game)
{
    static struct game before;
    if (game->ply == 0)
        return;
    FUZZ_CHECK(game_replay(&before, game->variant, game_actions(game), game->ply - 1u) == 0);
    game_undo(game);
    FUZZ_CHECK(memcmp(game, &before, game_size(game->variant)) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    static struct game game;
    static struct slow_game slow;
    struct action action;
    char text[ACTION_TEXT_SIZE];
    if (len == 0)
        return 0;
    const struct variant *variant = variant_get((enum variant_id)(bytes[0] % VARIANT_COUNT));
    game_init(&game, variant);
    FUZZ_CHECK(slow_begin(&slow, variant->key));
    for (size_t at = 1; at + 1 < len && game_status(&game) == GAME_OPEN; at += 2) {
        if (!read_action(&game, bytes[at] * 256u + bytes[at + 1], &action))
            continue;
        action_format(variant, action, text);
        FUZZ_CHECK(slow_is_legal(&slow, text));
        game_do(&game, action);
        slow_do(&slow, text);
        check_state(&game, &slow);
    }
    check_undone(&game);
    return 0;
}
