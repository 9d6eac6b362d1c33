/* SPDX-License-Identifier: MIT */
/*
 * The heap with a reserve. All threads share `reserve`, as they share the heap that it is a part
 * of; its lock is taken only when memory is short, which `is_short` tells without the lock.
 */
#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    void *pieces[MEM_PIECES]; /* the first `held` of them */
    size_t held;
    size_t wanted;
    size_t piece_size;
} reserve = {.lock = PTHREAD_MUTEX_INITIALIZER};

static atomic_bool is_short;
static atomic_long fail_at; /* 0: no failure is asked for */

/* ------------------------------------------------------------------ the reserve */

/* Fills the reserve; the caller has the lock. Returns whether it is whole. */
static bool fill(void)
{
    while (reserve.held < reserve.wanted) {
        void *piece = malloc(reserve.piece_size);
        if (piece == NULL)
            return false;
        /* The system promises more than it has: only what was written to is there for certain. */
        memset(piece, 0xa5, reserve.piece_size);
        reserve.pieces[reserve.held++] = piece;
    }
    return true;
}

bool mem_reserve_init(size_t pieces, size_t size)
{
    reserve.wanted = pieces < MEM_PIECES ? pieces : MEM_PIECES;
    reserve.piece_size = size;
    bool is_whole = fill();
    if (!is_whole)
        mem_reserve_deinit();
    return is_whole;
}

void mem_reserve_deinit(void)
{
    while (reserve.held > 0)
        free(reserve.pieces[--reserve.held]);
    reserve.wanted = 0;
    atomic_store(&is_short, false);
}

bool mem_is_short(void)
{
    return atomic_load_explicit(&is_short, memory_order_relaxed);
}

bool mem_refill(void)
{
    if (!mem_is_short())
        return true;
    pthread_mutex_lock(&reserve.lock);
    bool is_whole = fill();
    if (is_whole)
        atomic_store(&is_short, false);
    pthread_mutex_unlock(&reserve.lock);
    return is_whole;
}

/* Gives a piece back to the heap, the last one first, so that those that remain lie side by side.
 * False: there is none, or only the half that is to be left. */
static bool give_back(bool leaves_half)
{
    pthread_mutex_lock(&reserve.lock);
    size_t spare = leaves_half ? (reserve.wanted + 1) / 2 : 0;
    bool has_one = reserve.held > spare;
    atomic_store(&is_short, true);
    if (has_one)
        free(reserve.pieces[--reserve.held]);
    pthread_mutex_unlock(&reserve.lock);
    return has_one;
}

static void give_back_or_end(void)
{
    static const char LAST_WORDS[] = "pentad: out of memory, and the reserve is used up.\n";
    if (give_back(false))
        return;
    ssize_t written = write(STDERR_FILENO, LAST_WORDS, sizeof(LAST_WORDS) - 1);
    (void)written;
    abort();
}

/* ------------------------------------------------------------------ failing on purpose */

void mem_test_fail_at(long nth)
{
    atomic_store(&fail_at, nth);
}

bool mem_test_is_armed(void)
{
    return atomic_load(&fail_at) > 0;
}

/* Whether this allocation has to fail. Costs a load of what every thread has in its cache. */
static bool must_fail(void)
{
    if (atomic_load_explicit(&fail_at, memory_order_relaxed) <= 0)
        return false;
    return atomic_fetch_sub(&fail_at, 1) == 1;
}

/* ------------------------------------------------------------------ the heap */

void *mem_grow(void *take, size_t size)
{
    size_t asked = size > 0 ? size : 1;
    void *grown = must_fail() ? NULL : realloc(take, asked);
    while (grown == NULL) {
        give_back_or_end();
        grown = realloc(take, asked);
    }
    return grown;
}

void *mem_alloc(size_t size)
{
    return mem_grow(NULL, size);
}

void *mem_zero(size_t size)
{
    size_t asked = size > 0 ? size : 1;
    void *memory = must_fail() ? NULL : calloc(1, asked);
    while (memory == NULL) {
        give_back_or_end();
        memory = calloc(1, asked);
    }
    return memory;
}

char *mem_text(const char *text)
{
    if (text == NULL)
        return NULL;
    size_t size = strlen(text) + 1;
    return memcpy(mem_alloc(size), text, size);
}

void *mem_try_grow(void *take, size_t size)
{
    size_t asked = size > 0 ? size : 1;
    void *grown = must_fail() ? NULL : realloc(take, asked);
    while (grown == NULL && give_back(true))
        grown = realloc(take, asked);
    return grown;
}
