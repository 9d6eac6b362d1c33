/* SPDX-License-Identifier: MIT */
/*
 * What lives have more of than others (habits.def). A set of habits is a number, one bit each.
 */
#ifndef PENTAD_TESTS_SIM_HABITS_H
#define PENTAD_TESTS_SIM_HABITS_H

#include <stdbool.h>
#include <stdint.h>

struct person;
struct sim;

/* Room for the names of all, with commas. */
#define HABITS_TEXT_SIZE 512

/* "letters,cuts"; false: there is no such habit. */
bool habits_read(const char *text, uint64_t *habits_out);
/* The same again; "" for none. */
const char *habits_text(uint64_t habits, char text_out[HABITS_TEXT_SIZE]);
/* Those that a seed has by itself: none mostly, else one or two. */
uint64_t habits_draw(uint64_t seed);
/* The table, one a line. */
void habits_print(void);

/* After everything about the place, or the person, was drawn. */
void habits_shape_life(struct sim *sim);
void habits_shape_person(struct person *person);

#endif
