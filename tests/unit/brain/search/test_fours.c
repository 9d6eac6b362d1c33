/* SPDX-License-Identifier: MIT */
/*
 * Wins by fours in positions of own games (fours.txt, written by tests/bench/brain_fours.c): what a
 * plain exhaustive search has proven is found, and what it has ruled out is not claimed, whatever
 * trap is there. Every line is played again by five in a row said plainly.
 */
#include "brain/search/board.h"
#include "brain/search/hunt.h"
#include "tests/support/test.h"
#include "tests/unit/brain/search/corpus.h"

#include <stdio.h>
#include <stdlib.h>

#define CORPUS "tests/unit/brain/search/fours.txt"
#define NODES 200000
#define STONES_RULED_OUT 9
#define TRAPS_LEAST 10 /* of each kind */
#define MEMORY 4096

struct rig {
    struct patterns *patterns[2];
    struct board *board;
    struct hunt_entry memory[MEMORY];
    struct effort effort;
    struct hunt hunt;
};

static void *allocate(size_t size)
{
    void *memory = calloc(1, size);
    assert_non_null(memory);
    return memory;
}

static int make_rig(void **state)
{
    struct rig *rig = allocate(sizeof(*rig));
    for (int overline = 0; overline < 2; overline++) {
        rig->patterns[overline] = allocate(sizeof(struct patterns));
        patterns__make(rig->patterns[overline], overline == 1);
    }
    rig->board = allocate(sizeof(*rig->board));
    rig->hunt = (struct hunt){
        .board = rig->board, .effort = &rig->effort, .memory = rig->memory, .entries = MEMORY};
    *state = rig;
    return 0;
}

static int free_rig(void **state)
{
    struct rig *rig = *state;
    free(rig->patterns[0]);
    free(rig->patterns[1]);
    free(rig->board);
    free(rig);
    return 0;
}

/* Plays the line: each stone of the attacker but the last makes a five possible, each reply stops
 * one while the other side has none, and the last stone makes five. */
static void assert_wins(struct plain *plain, const struct hunt_line *line, char side)
{
    char other = side == 'X' ? 'O' : 'X';
    for (size_t i = 0; i < line->count; i++) {
        assert_int_equal(plain->cells[line->cells[i]], '.');
        bool is_last = i + 1 == line->count;
        if (i % 2 == 1) {
            assert_true(plain_would_win(plain, line->cells[i], side));
            assert_int_equal(plain_wins_of(plain, other, NULL, 0), 0);
        }
        if (is_last)
            assert_true(i % 2 == 0 && plain_would_win(plain, line->cells[i], side));
        plain->cells[line->cells[i]] = i % 2 == 0 ? side : other;
    }
}

struct tally {
    unsigned won;
    unsigned found;
    unsigned none;
    unsigned of_freestyle;       /* none, but one if longer rows won */
    unsigned traps[PLAIN_TRAPS]; /* in those without a win */
};

static void tally_traps(const struct plain *shown, char side, struct tally *tally)
{
    bool traps[PLAIN_TRAPS];
    struct plain plain = *shown;
    long budget = 3000;
    plain_find_traps(&plain, side, traps);
    for (int trap = 0; trap < PLAIN_TRAPS; trap++)
        tally->traps[trap] += traps[trap];
    if (plain.overline_wins)
        return;
    plain.overline_wins = true;
    tally->of_freestyle += plain_has_fours(&plain, side, STONES_RULED_OUT, &budget);
}

static void try_line(struct rig *rig, const char *text, struct tally *tally)
{
    struct position position;
    struct plain plain;
    int needed = corpus_read(text, &position, &plain);
    assert_true(needed >= 0);
    rig->effort = (struct effort){.limit = NODES};
    board__init(rig->board, rig->patterns[position.overline_wins], &position);
    bool is_found = hunt__fours(&rig->hunt, HUNT_FOURS_MAX, NODES);
    assert_true(rig->effort.nodes <= NODES);
    tally->won += needed > 0;
    tally->found += needed > 0 && is_found;
    tally->none += needed == 0;
    if (needed == 0)
        tally_traps(&plain, "XO"[position.to_move], tally);
    if (!is_found)
        return;
    assert_true(hunt__is_sound(&rig->hunt));
    assert_wins(&plain, &rig->hunt.found, "XO"[position.to_move]);
    /* More stones than were ruled out may win; as many may not. */
    assert_true(needed > 0 || (rig->hunt.found.count + 1) / 2 > STONES_RULED_OUT);
}

#define RIG_TEST(name) TEST_ON(name, struct rig *rig, NULL, NULL)

RIG_TEST(wins_by_fours_are_found_and_none_is_made_up)
{
    struct tally tally = {0};
    char text[512];
    FILE *file = fopen(CORPUS, "r");
    assert_non_null(file);
    while (fgets(text, sizeof(text), file) != NULL)
        try_line(rig, text, &tally);
    fclose(file);
    assert_true(tally.won >= 500);
    assert_true(tally.none >= 500);
    assert_true(tally.of_freestyle >= 30);
    for (int trap = 0; trap < PLAIN_TRAPS; trap++)
        assert_true(tally.traps[trap] >= TRAPS_LEAST);
    assert_true(tally.found * 100 >= tally.won * 99);
}

int main(void)
{
    return test_run_all(make_rig, free_rig);
}
