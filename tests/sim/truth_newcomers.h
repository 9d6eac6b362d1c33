/* SPDX-License-Identifier: MIT */
/*
 * From where players came, and networks from which newcomers are refused: see truth_newcomers.c.
 */
#ifndef PENTAD_TESTS_SIM_TRUTH_NEWCOMERS_H
#define PENTAD_TESTS_SIM_TRUTH_NEWCOMERS_H

#include "db/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* People live in so many houses, each a network of its own. */
#define TRUTH_HOUSES 2

struct sim;
struct truth;
struct truth_player;

/* From where a player ever logged in. */
struct truth_came {
    uint64_t made_batch; /* that made the player, if it was a guest */
    uint64_t *origins;
    size_t count, cap;
    int64_t last_ms; /* wall: when the player last did */
};

/* Newcomers from there are refused because of the player. */
struct truth_origin_ban {
    uint64_t player;
    uint64_t origin;
    int64_t end_ms; /* of server time, counted from when it was stored */
    unsigned life;  /* of the server that wrote it */
    bool is_over;   /* it was lifted */
};

/* Every one that there ever was. */
struct truth_bans {
    struct truth_origin_ban *rows;
    size_t count, cap;
};

/* A connection from that house is the player's. */
void truth_lives_in(struct truth *truth, uint64_t player, size_t house);
/* From how many networks both came. */
int64_t truth_networks_shared(const struct truth_player *one, const struct truth_player *other);
/* Whether newcomers are refused because of the player, unless that has ended by itself. */
bool truth_is_refused_for(const struct truth *truth, uint64_t player);
/* Somebody of that house is told that newcomers are refused. */
void truth_refused(struct sim *sim, size_t house);

#endif
