/* SPDX-License-Identifier: MIT */
/*
 * What a person knows of the tables it has heard of. An event is seen once, and in its order:
 * whatever is missing before it makes the person ask.
 */
#ifndef PENTAD_TESTS_SIM_PERSON_TABLES_H
#define PENTAD_TESTS_SIM_PERSON_TABLES_H

#include "tests/sim/person.h"

/* Records: of a table, of all at which the person sits. */
void person_sees_game(struct person *person, struct table *table, const struct game_record *record);
void person_sees_room(struct person *person, const struct room_record *record);
void person_sees_rooms(struct person *person, const struct room_record *rooms, size_t count);

/* The table of a game's event, if the event is the next one that the person lacks; else NULL. */
struct table *person_next_at(struct person *person, uint64_t game, int64_t seq);

/* Events of a game. */
void person_sees_action(struct person *person, uint64_t game, int64_t seq, const char *text);
void person_sees_takeback(struct person *person, uint64_t game, int64_t seq, int by, bool is_open);
void person_sees_taken_back(struct person *person, const struct game_taken_back_event *taken);
void person_sees_end(struct person *person, const struct game_ended_event *ended);
void person_sees_offer(struct person *person, uint64_t game, int64_t seq, int by, bool is_open);

#endif
