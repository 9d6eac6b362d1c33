/* SPDX-License-Identifier: MIT */
/*
 * The table of computer players, and what holds for all of them: arguments are checked here.
 */
#include "brain/computer.h"

#include "brain/mind.h"
#include "brain/search/position.h"
#include "engine/require.h"

#include <string.h>

static const struct computer computers[COMPUTER_COUNT] = {
#define COMPUTER(ID, id, key, name, levels)                                                        \
    [COMPUTER_##ID] = {COMPUTER_##ID, key, name, levels, &computer__##id},
#include "brain/computers.def"
#undef COMPUTER
};

const struct computer *computer_get(enum computer_id id)
{
    REQUIRE((unsigned)id < COMPUTER_COUNT);
    return &computers[id];
}

const struct computer *computer_find(const char *key, size_t len)
{
    for (size_t i = 0; i < COMPUTER_COUNT; i++) {
        const char *candidate = computers[i].key;
        if (strlen(candidate) == len && memcmp(candidate, key, len) == 0)
            return &computers[i];
    }
    return NULL;
}

const struct computer *computer_strongest(const struct variant *variant)
{
    for (size_t i = COMPUTER_COUNT; i > 0; i--)
        if (computer_plays(&computers[i - 1], variant))
            return &computers[i - 1];
    return NULL;
}

const struct computer *computer_usual(const struct variant *variant)
{
    for (size_t i = COMPUTER_COUNT; i > 0; i--)
        if (computers[i - 1].levels > 1 && computer_plays(&computers[i - 1], variant))
            return &computers[i - 1];
    return computer_strongest(variant);
}

bool computer_plays(const struct computer *computer, const struct variant *variant)
{
    return computer->mind->plays(variant);
}

size_t computer_tables_size(const struct computer *computer, const struct variant *variant)
{
    const struct mind *mind = computer->mind;
    return mind->tables_size != NULL && mind->plays(variant) ? mind->tables_size(variant) : 0;
}

int computer_tables_make(const struct computer *computer, const struct variant *variant,
                         void *tables_out, size_t size)
{
    if (!computer->mind->plays(variant))
        return ERR_NOT_ITS_GAME;
    size_t needed = computer_tables_size(computer, variant);
    if (size < needed)
        return ERR_TOO_LITTLE_MEMORY;
    if (needed > 0)
        computer->mind->tables_make(variant, tables_out);
    return 0;
}

size_t computer_memory_size(const struct computer *computer, const struct variant *variant)
{
    const struct mind *mind = computer->mind;
    return mind->memory_size != NULL && mind->plays(variant) ? mind->memory_size(variant) : 0;
}

size_t computer_memory_for(const struct computer *computer, const struct variant *variant,
                           size_t entries)
{
    const struct mind *mind = computer->mind;
    return mind->memory_for != NULL && mind->plays(variant)
               ? mind->memory_for(entries)
               : computer_memory_size(computer, variant);
}

static int check(const struct computer *computer, const struct variant *variant,
                 const struct thinking *thinking)
{
    if (!computer->mind->plays(variant))
        return ERR_NOT_ITS_GAME;
    if (thinking->level < 1 || thinking->level > computer->levels)
        return ERR_UNKNOWN_LEVEL;
    if (thinking->memory_size < computer_memory_size(computer, variant) ||
        (thinking->tables == NULL && computer_tables_size(computer, variant) > 0))
        return ERR_TOO_LITTLE_MEMORY;
    return 0;
}

int computer_think(const struct computer *computer, const struct game *game,
                   const struct thinking *thinking, struct thought *thought_out)
{
    int error = check(computer, game->variant, thinking);
    if (error != 0)
        return error;
    if (game_expects(game) == EXPECTS_NOTHING)
        return ERR_NOTHING_TO_DO;
    memset(thought_out, 0, sizeof(*thought_out));
    computer->mind->think(game, thinking, thought_out);
    return 0;
}

int computer_think_position(const struct computer *computer, const struct variant *variant,
                            const struct position *position, const struct thinking *thinking,
                            struct thought *thought_out)
{
    int error = check(computer, variant, thinking);
    if (error != 0)
        return error;
    if (computer->mind->think_position == NULL || !position_is_of(variant))
        return ERR_NOT_ITS_GAME;
    if (position_is_over(position))
        return ERR_NOTHING_TO_DO;
    memset(thought_out, 0, sizeof(*thought_out));
    computer->mind->think_position(position, thinking, thought_out);
    return 0;
}
