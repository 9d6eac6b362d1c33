/* SPDX-License-Identifier: MIT */
/*
 * What is lent to searches in tests: tables of both rules, and memory. Stops the program where
 * there is none.
 */
#ifndef PENTAD_TESTS_UNIT_BRAIN_SEARCH_LENT_H
#define PENTAD_TESTS_UNIT_BRAIN_SEARCH_LENT_H

#include <stddef.h>

struct lent {
    void *tables[2]; /* exactly five; five or more */
    void *memory;    /* zeros at first */
    size_t memory_size;
};

void lent_init(struct lent *lent, size_t memory_size);
void lent_deinit(struct lent *lent);

#endif
