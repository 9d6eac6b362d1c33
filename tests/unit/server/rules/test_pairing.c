/* SPDX-License-Identifier: MIT */
/* Pairing: who plays with whom, from tables of those who wait. */
#include "server/core/rules/pairing.h"
#include "tests/support/cmocka_all.h"

#include <stdio.h>
#include <string.h>

#define SEEKERS_MAX 6

/* One who waits: points, seconds of waiting, limit (0: any), the last opponent by its letter. */
struct waits {
    int points;
    int seconds;
    int within;
    char last; /* 0: none */
};

struct row {
    const char *what;
    struct waits waits[SEEKERS_MAX]; /* A, B, C ..., who waits longest first; ends with 0 points */
    const char *apart;               /* pairs of letters of whom one blocked the other */
    const char *pairs;               /* all that come about, in this order */
};

static const struct row rows[] = {
    {"nobody waits", {{0}}, "", ""},
    {"one waits alone", {{1500, 60, 0, 0}}, "", ""},
    {"equals meet at once", {{1500, 0, 0, 0}, {1500, 0, 0, 0}}, "", "AB"},
    {"a window is 100 points at once", {{1500, 0, 0, 0}, {1600, 0, 0, 0}}, "", "AB"},
    {"and not more", {{1500, 0, 0, 0}, {1601, 0, 0, 0}}, "", ""},
    {"20 points more with every second", {{1500, 5, 0, 0}, {1700, 5, 0, 0}}, "", "AB"},
    {"but both have to wait for it", {{1500, 60, 0, 0}, {1700, 4, 0, 0}}, "", ""},
    {"a wish for near opponents holds for ever", {{1500, 900, 50, 0}, {1551, 900, 0, 0}}, "", ""},
    {"the other's wish, too", {{1551, 900, 0, 0}, {1500, 900, 50, 0}}, "", ""},
    {"and is met at its edge", {{1500, 900, 50, 0}, {1550, 900, 0, 0}}, "", "AB"},
    {"whatever the distance, in the end", {{100, 500, 0, 0}, {3000, 500, 0, 0}}, "", "AB"},
    {"who waits longest gets the nearest",
     {{1500, 9, 0, 0}, {1580, 5, 0, 0}, {1510, 1, 0, 0}},
     "",
     "AC"},
    {"of the equally near the one who waits longer",
     {{1500, 9, 0, 0}, {1510, 5, 0, 0}, {1490, 1, 0, 0}},
     "",
     "AB"},
    {"the others meet, too",
     {{1500, 9, 0, 0}, {1580, 5, 0, 0}, {1510, 1, 0, 0}, {1600, 0, 0, 0}},
     "",
     "ACBD"},
    {"who waits longest holds up nobody",
     {{2500, 5, 0, 0}, {1500, 1, 0, 0}, {1500, 0, 0, 0}},
     "",
     "BC"},
    {"never the blocked", {{1500, 99, 0, 0}, {1500, 99, 0, 0}}, "AB", ""},
    {"in either direction", {{1500, 99, 0, 0}, {1500, 99, 0, 0}}, "BA", ""},
    {"rather somebody farther", {{1500, 99, 0, 0}, {1500, 99, 0, 0}, {1600, 99, 0, 0}}, "AB", "AC"},
    {"the same again if nobody else waits", {{1500, 9, 0, 'B'}, {1500, 9, 0, 'A'}}, "", "AB"},
    {"not while another waits", {{1500, 0, 0, 'B'}, {1500, 0, 0, 'A'}, {1600, 0, 0, 0}}, "", "AC"},
    {"not even while the other's rating is too far away as yet",
     {{1500, 0, 0, 'B'}, {1500, 0, 0, 'A'}, {1900, 0, 0, 0}},
     "",
     ""},
    {"but if the other is out of reach for ever",
     {{1500, 0, 300, 'B'}, {1500, 0, 300, 'A'}, {1900, 0, 0, 0}},
     "",
     "AB"},
    {"or blocked by both", {{1500, 0, 0, 'B'}, {1500, 0, 0, 'A'}, {1500, 0, 0, 0}}, "AC CB", "AB"},
    {"one of the two remembers", {{1500, 0, 0, 0}, {1500, 0, 0, 'A'}, {1500, 0, 0, 0}}, "", "AC"},
};

/* ------------------------------------------------------------------ running a row */

struct room {
    struct pairing_seeker seekers[SEEKERS_MAX];
    size_t count;
    const char *apart;
};

static bool are_apart(const void *ctx, size_t a, size_t b)
{
    const struct room *room = ctx;
    for (const char *at = room->apart; at[0] != '\0'; at += at[2] == ' ' ? 3 : 2) {
        uint64_t one = (uint64_t)at[0];
        uint64_t other = (uint64_t)at[1];
        if ((room->seekers[a].player == one && room->seekers[b].player == other) ||
            (room->seekers[a].player == other && room->seekers[b].player == one))
            return true;
    }
    return false;
}

static void fill(struct room *room, const struct row *row)
{
    *room = (struct room){.apart = row->apart};
    for (; row->waits[room->count].points != 0; room->count++) {
        const struct waits *waits = &row->waits[room->count];
        room->seekers[room->count] =
            (struct pairing_seeker){.number = room->count + 1,
                                    .player = (uint64_t)('A' + (char)room->count),
                                    .last = (uint64_t)waits->last,
                                    .points = waits->points,
                                    .within = waits->within > 0 ? waits->within : PAIRING_ANY,
                                    .waited_ms = waits->seconds * 1000};
    }
}

static struct pairing_pool pool_of(struct room *room)
{
    return (struct pairing_pool){room->seekers, room->count, are_apart, room};
}

static void add_pair(char pairs[SEEKERS_MAX + 1], size_t a, size_t b)
{
    size_t len = strlen(pairs);
    snprintf(pairs + len, SEEKERS_MAX + 1 - len, "%c%c", (char)('A' + a), (char)('A' + b));
}

static void pairs_are_those_of_the_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct room room;
        struct pairing_pair found[SEEKERS_MAX / 2];
        char pairs[SEEKERS_MAX + 1] = "";
        uint64_t turn = 0;
        fill(&room, &rows[i]);
        const struct pairing_pool pool = pool_of(&room);
        size_t count = pairing_step(&pool, &turn, found);
        for (size_t n = 0; n < count; n++)
            add_pair(pairs, found[n].places[0], found[n].places[1]);
        if (strcmp(pairs, rows[i].pairs) != 0)
            fail_msg("%s: \"%s\" instead of \"%s\"", rows[i].what, pairs, rows[i].pairs);
    }
}

static void a_newcomer_meets_the_longest_waiting_of_those_in_reach(void **state)
{
    (void)state;
    static const struct row waits = {
        .waits = {{2500, 60, 0, 0}, {1580, 9, 0, 0}, {1510, 5, 0, 0}, {1500, 0, 0, 0}},
        .apart = ""};
    struct room room;
    fill(&room, &waits);
    const struct pairing_pool pool = pool_of(&room);
    assert_int_equal(pairing_welcome(&pool, 3), 1);
    room.seekers[1].player = 0;
    assert_int_equal(pairing_welcome(&pool, 3), 2);
    room.seekers[2].player = 0;
    assert_int_equal(pairing_welcome(&pool, 3), 4);
}

/* ------------------------------------------------------------------ many who block one another */

#define CROWD 2000

/* Everybody but the two whose places `ctx` has. */
static bool crowd_is_apart(const void *ctx, size_t a, size_t b)
{
    const size_t *honest = ctx;
    bool are_they = (a == honest[0] && b == honest[1]) || (a == honest[1] && b == honest[0]);
    return !are_they;
}

/* How many steps it takes until the two meet. */
static size_t steps_to_meet(size_t one, size_t other)
{
    static struct pairing_seeker seekers[CROWD];
    static struct pairing_pair pairs[CROWD / 2];
    const size_t honest[] = {one, other};
    const struct pairing_pool pool = {seekers, CROWD, crowd_is_apart, honest};
    uint64_t turn = 0;
    size_t steps = 1;
    for (size_t i = 0; i < CROWD; i++)
        seekers[i] = (struct pairing_seeker){.number = 7 * i + 1,
                                             .player = i + 1,
                                             .points = 1500,
                                             .within = PAIRING_ANY,
                                             .waited_ms = 60000};
    while (pairing_step(&pool, &turn, pairs) == 0 && steps <= CROWD)
        steps++;
    return steps;
}

static void nobody_is_kept_waiting_by_a_crowd(void **state)
{
    (void)state;
    const size_t all_turns = CROWD / pairing_turns(CROWD) + 1;
    assert_true(pairing_turns(CROWD) * CROWD <= 65536);
    assert_true(steps_to_meet(0, 1) <= all_turns);
    assert_true(steps_to_meet(0, CROWD - 1) <= all_turns);
    assert_true(steps_to_meet(CROWD / 2, CROWD - 1) <= all_turns);
    assert_true(steps_to_meet(CROWD - 2, CROWD - 1) <= all_turns);
}

static void in_a_small_pool_all_have_their_turn(void **state)
{
    (void)state;
    assert_int_equal(pairing_turns(0), 0);
    assert_int_equal(pairing_turns(1), 1);
    assert_int_equal(pairing_turns(256), 256);
    assert_true(pairing_turns(1000000) == 1);
}

/* The middle one of the sorted waits; of an even count the upper of the two. */
static void the_estimate_is_the_median(void **state)
{
    (void)state;
    int64_t one[] = {700};
    int64_t odd[] = {9000, 100, 3000};
    int64_t even[] = {4, 1, 3, 2};
    assert_int_equal(pairing_estimate(one, 1), 700);
    assert_int_equal(pairing_estimate(odd, 3), 3000);
    assert_int_equal(pairing_estimate(even, 4), 3);
    assert_int_equal(pairing_estimate(NULL, 0), -1);
}

static void a_window_never_overflows(void **state)
{
    (void)state;
    assert_int_equal(pairing_window(0, PAIRING_ANY), 100);
    assert_int_equal(pairing_window(999, PAIRING_ANY), 100);
    assert_int_equal(pairing_window(1000, PAIRING_ANY), 120);
    assert_int_equal(pairing_window(INT64_MAX, PAIRING_ANY), PAIRING_ANY);
    assert_int_equal(pairing_window(INT64_MAX, 25), 25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_those_of_the_table),
        cmocka_unit_test(a_newcomer_meets_the_longest_waiting_of_those_in_reach),
        cmocka_unit_test(nobody_is_kept_waiting_by_a_crowd),
        cmocka_unit_test(in_a_small_pool_all_have_their_turn),
        cmocka_unit_test(the_estimate_is_the_median),
        cmocka_unit_test(a_window_never_overflows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
