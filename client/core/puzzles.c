/* SPDX-License-Identifier: MIT */
/*
 * The list of client/core/puzzles.h. Its text has a line that says what it is, and a line for each
 * puzzle: the key, and how often it was solved.
 */
#include "client/core/puzzles.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "penta puzzles 1\n"
#define SOLVED_MAX 999

/* FNV-1a, over the variant's key and the marks of the cells. */
static uint64_t mix(uint64_t hash, unsigned char byte)
{
    return (hash ^ byte) * UINT64_C(0x100000001B3);
}

void puzzle_key(const struct game *game, char key_out[PUZZLE_KEY_SIZE])
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (const char *at = game->variant->key; *at != '\0'; at++)
        hash = mix(hash, (unsigned char)*at);
    for (size_t cell = 0; cell < variant_cells(game->variant); cell++)
        hash = mix(hash, (unsigned char)game_cell(game, cell));
    snprintf(key_out, PUZZLE_KEY_SIZE, "%016" PRIx64, hash);
}

static size_t find(const struct puzzles *puzzles, const char *key)
{
    size_t at = 0;
    while (at < puzzles->count && strcmp(puzzles->rows[at].key, key) != 0)
        at++;
    return at;
}

bool puzzles_add(struct puzzles *puzzles, const char *key)
{
    if (puzzles->count == PUZZLES_MAX || find(puzzles, key) < puzzles->count)
        return false;
    struct puzzle *row = &puzzles->rows[puzzles->count++];
    *row = (struct puzzle){.solved = 0};
    snprintf(row->key, sizeof(row->key), "%s", key);
    return true;
}

const struct puzzle *puzzles_next(const struct puzzles *puzzles)
{
    const struct puzzle *next = NULL;
    for (size_t i = 0; i < puzzles->count; i++)
        if (next == NULL || puzzles->rows[i].solved < next->solved)
            next = &puzzles->rows[i];
    return next;
}

void puzzles_note(struct puzzles *puzzles, const char *key, bool is_solved)
{
    size_t at = find(puzzles, key);
    if (at == puzzles->count)
        return;
    struct puzzle row = puzzles->rows[at];
    row.solved = !is_solved ? 0 : row.solved < SOLVED_MAX ? row.solved + 1 : SOLVED_MAX;
    memmove(&puzzles->rows[at], &puzzles->rows[at + 1],
            (puzzles->count - at - 1) * sizeof(puzzles->rows[0]));
    puzzles->rows[puzzles->count - 1] = row;
}

size_t puzzles_unsolved(const struct puzzles *puzzles)
{
    size_t count = 0;
    for (size_t i = 0; i < puzzles->count; i++)
        count += puzzles->rows[i].solved == 0;
    return count;
}

/* Takes "KEY SOLVED\n" off the front. */
static bool take_row(struct puzzles *puzzles, const char **at)
{
    char *end;
    char key[PUZZLE_KEY_SIZE];
    const char *text = *at;
    if (strspn(text, "0123456789abcdef") != PUZZLE_KEY_SIZE - 1 ||
        text[PUZZLE_KEY_SIZE - 1] != ' ' || strspn(text + PUZZLE_KEY_SIZE, "0123456789") == 0)
        return false;
    memcpy(key, text, PUZZLE_KEY_SIZE - 1);
    key[PUZZLE_KEY_SIZE - 1] = '\0';
    unsigned long solved = strtoul(text + PUZZLE_KEY_SIZE, &end, 10);
    if (*end != '\n' || solved > SOLVED_MAX || !puzzles_add(puzzles, key))
        return false;
    puzzles->rows[puzzles->count - 1].solved = (unsigned)solved;
    *at = end + 1;
    return true;
}

bool puzzles_parse(struct puzzles *puzzles, const char *text)
{
    puzzles->count = 0;
    if (strncmp(text, HEAD, strlen(HEAD)) != 0)
        return false;
    text += strlen(HEAD);
    while (*text != '\0')
        if (!take_row(puzzles, &text))
            return false;
    return true;
}

size_t puzzles_format(const struct puzzles *puzzles, char *text)
{
    size_t len = (size_t)snprintf(text, PUZZLES_TEXT_SIZE, HEAD);
    for (size_t i = 0; i < puzzles->count; i++)
        len += (size_t)snprintf(text + len, PUZZLES_TEXT_SIZE - len, "%s %u\n",
                                puzzles->rows[i].key, puzzles->rows[i].solved);
    return len;
}
