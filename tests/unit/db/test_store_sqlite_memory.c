/* SPDX-License-Identifier: MIT */
/*
 * No memory: the same life of a store again and again, and SQLite's first allocation fails, then
 * the second, the third, until one life meets no failure. Each call ends in success or an error,
 * and nothing that was reported is a lie. As many of them are tried as time allows, at even
 * distances; `--every N` tries each N-th allocation.
 */
#include "tests/unit/db/durability.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#define BATCHES_OF_A_LIFE 3
#define LIVES_IN_CI (400 / LIFE_STRIDE)
/* Where most of a life migrates, which takes long. */
#define FIRST_LIVES_IN_CI (60 / LIFE_STRIDE)

static sqlite3_mem_methods system_memory;
static atomic_llong allocations; /* since memory_fail_at() */
static atomic_llong failing;     /* the number of the one that fails; 0: none */
static uint64_t every;           /* 0: so that there are as many as CI has */

static bool is_to_fail(void)
{
    return atomic_fetch_add(&allocations, 1) + 1 == atomic_load(&failing);
}

static void *memory_new(int size)
{
    return is_to_fail() ? NULL : system_memory.xMalloc(size);
}

static void *memory_resize(void *memory, int size)
{
    return is_to_fail() ? NULL : system_memory.xRealloc(memory, size);
}

/* Returns how many there were since the last call. */
static uint64_t memory_fail_at(uint64_t number)
{
    atomic_store(&failing, (long long)number);
    return (uint64_t)atomic_exchange(&allocations, 0);
}

/* Before SQLite is used at all. Lookaside memory would hide allocations. */
static void memory_begin(void)
{
    sqlite3_mem_methods methods;
    (void)sqlite3_config(SQLITE_CONFIG_GETMALLOC, &system_memory);
    methods = system_memory;
    methods.xMalloc = memory_new;
    methods.xRealloc = memory_resize;
    (void)sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
    (void)sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}

/* Returns the number of allocations in a life that goes on where `image` stopped, and in the next
 * one; NULL: in the first life of a database, and a short one. That of this number fails; 0: none.
 */
static uint64_t allocation_try(const struct trial *image, uint64_t number, enum life_end end,
                               int *faults)
{
    struct trial *trial = test_calloc(1, sizeof(*trial));
    trial_init(trial, image, 5, STORE_SYNC_FULL);
    trial->on_failure = end;
    (void)memory_fail_at(number);
    (void)trial_live(trial, image != NULL ? BATCHES_OF_A_LIFE : 1);
    if (image != NULL)
        (void)trial_live(trial, 2);
    uint64_t count = memory_fail_at(0);
    int wrong = trial_audit(trial);
    if (wrong > 0)
        print_error("allocation %d\n", (int)number);
    *faults += wrong;
    trial_deinit(trial);
    test_free(trial);
    return count;
}

/* Odd, since much happens in pairs. */
static uint64_t step_of(uint64_t allocations_of_a_life, uint64_t lives)
{
    return every != 0 ? every : allocations_of_a_life / lives | 1;
}

static void allocations_try(const struct trial *image)
{
    uint64_t lives = 0;
    int faults = 0;
    uint64_t step = step_of(allocation_try(image, 0, LIFE_GOES_ON, &faults),
                            image != NULL ? LIVES_IN_CI : FIRST_LIVES_IN_CI);
    uint64_t number = 1;
    while (allocation_try(image, number, (enum life_end)(lives % LIFE_ENDS), &faults) >= number) {
        lives++;
        number += step;
    }
    print_message("allocations 1, %d ... %d failed, %d faults\n", (int)(1 + step),
                  (int)(1 + (lives - 1) * step), faults);
    assert_int_equal(faults, 0);
    assert_true(lives * step > 1000);
}

TEST(an_allocation_that_fails_is_an_error_and_no_lie)
{
    struct trial *image = test_calloc(1, sizeof(*image));
    trial_init(image, NULL, 5, STORE_SYNC_FULL);
    assert_true(trial_live(image, 1));
    allocations_try(image);
    trial_deinit(image);
    test_free(image);
}

TEST(so_is_one_in_the_first_life_of_a_database)
{
    allocations_try(NULL);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--every") == 0 && atoi(argv[2]) > 0)
        every = (uint64_t)atoi(argv[2]);
    memory_begin();
    durability_begin();
    int failed = test_run_all(NULL, NULL);
    durability_end();
    return failed;
}
