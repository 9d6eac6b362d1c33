/* SPDX-License-Identifier: MIT */
/*
 * Private to db/. The part of a leaderboard that "around a player" means, alike in every back-end.
 */
#ifndef PENTAD_DB_PAGE_H
#define PENTAD_DB_PAGE_H

#include <stdint.h>

/* How many lines stand before a page of `limit` lines that has the one behind `position` others in
 * its middle. At either end of the `total` lines the page moves so that it is full. */
uint64_t page__start(uint64_t position, uint64_t total, uint32_t limit);

#endif
