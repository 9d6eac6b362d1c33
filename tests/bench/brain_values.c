/* SPDX-License-Identifier: MIT */
/*
 * Proves anew the known results of small games: the result of each first action for the first
 * player, in the order of codes, and how many positions it took. brain_values [NODES]
 */
#include "brain/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define POSITIONS ((size_t)1 << 22)
#define NODES UINT64_C(200000000) /* for each first action */

static const struct row {
    enum variant_id variant;
    unsigned side;       /* of a smaller square board; 0: as it is */
    const char *actions; /* from here on; NULL: each first action */
} rows[] = {
    {VARIANT_MINI, 0, NULL},          {VARIANT_MINI_MISERE, 0, NULL},  {VARIANT_MINI4X3, 0, NULL},
    {VARIANT_CYLINDER3, 0, NULL},     {VARIANT_SCORE3, 0, NULL},       {VARIANT_ACHI, 0, NULL},
    {VARIANT_DROP4, 4, NULL},         {VARIANT_DROP4_MISERE, 4, NULL}, {VARIANT_CUBE3, 0, "b2b"},
    {VARIANT_CUBE3, 0, ""},           {VARIANT_STRIP3, 0, ""},         {VARIANT_SQUARE4, 0, NULL},
    {VARIANT_CYLINDER4, 0, NULL},     {VARIANT_WILD4, 0, NULL},        {VARIANT_SILVERMAN, 0, NULL},
    {VARIANT_SILVERMAN_ONE, 0, NULL},
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The letter of a result for the first player. */
static char letter(const struct game *game, enum proof proof)
{
    bool is_first = game_to_act(game) == SEAT_FIRST;
    if (proof == PROOF_WIN || proof == PROOF_LOSS)
        return is_first == (proof == PROOF_WIN) ? 'W' : 'L';
    return proof == PROOF_DRAW ? 'D' : '?';
}

static void prove(struct solver *solver, const struct row *row, uint64_t nodes)
{
    struct variant variant = *variant_get(row->variant);
    static struct action list[GAME_LEGAL_MAX];
    struct game game;
    if (row->side > 0)
        variant_resize(&variant, row->side, row->side);
    game_init(&game, &variant);
    if (row->actions != NULL) {
        game_parse(&game, &variant, row->actions, strlen(row->actions), NULL);
        putchar(letter(&game, solver_result(solver, &game, nodes, NULL)));
        return;
    }
    size_t count = game_legal_actions(&game, list, GAME_LEGAL_MAX);
    for (size_t i = 0; i < count; i++) {
        game_do(&game, list[i]);
        putchar(letter(&game, solver_result(solver, &game, nodes, NULL)));
        fflush(stdout);
        game_undo(&game);
    }
}

int main(int argc, char **argv)
{
    uint64_t nodes = argc > 1 ? strtoull(argv[1], NULL, 10) : NODES;
    void *memory = malloc(solver_size(POSITIONS));
    if (memory == NULL || nodes == 0)
        return EXIT_FAILURE;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i];
        struct solver *solver = solver_init(memory, POSITIONS, NULL, NULL);
        double began = seconds_now();
        printf("%s", variant_get(row->variant)->key);
        if (row->side > 0)
            printf(" on %ux%u", row->side, row->side);
        if (row->actions == NULL)
            printf(", each first action: ");
        else
            printf(", after '%s': ", row->actions);
        prove(solver, row, nodes);
        printf("  %llu positions, %.1f s\n", (unsigned long long)solver_nodes(solver),
               seconds_now() - began);
    }
    free(memory);
    return EXIT_SUCCESS;
}
