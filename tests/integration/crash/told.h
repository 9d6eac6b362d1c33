/* SPDX-License-Identifier: MIT */
/*
 * Everything that the server has told its clients, over all its lives: for every game the events in
 * order, lines of chat, accounts. Everything here was acknowledged and must be stored for ever,
 * once. Anything that is told again (the other player's copy, a sync after a crash) has to be the
 * same. Owns all of it; texts are copied.
 */
#ifndef PENTAD_TESTS_INTEGRATION_CRASH_TOLD_H
#define PENTAD_TESTS_INTEGRATION_CRASH_TOLD_H

#include "engine/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#define TOLD_ID_SIZE 16
#define TOLD_WORD_SIZE 12
#define TOLD_NAME_SIZE 32

enum told_kind {
    TOLD_ACTION,
    TOLD_OFFER,
    TOLD_REFUSAL,
    TOLD_END,
};

struct told_event {
    enum told_kind kind;
    int seat;                    /* 0 first, 1 second; -1 of an end */
    char action[TOLD_WORD_SIZE]; /* of TOLD_ACTION */
};

struct told_change {
    char name[TOLD_NAME_SIZE];
    int64_t before;
    int64_t after;
};

struct told_game {
    char id[TOLD_ID_SIZE];
    const struct variant *variant;
    bool is_rated;
    char names[2][TOLD_NAME_SIZE]; /* by seat */
    struct told_event *events;     /* the event of seq n is at n - 1 */
    size_t event_count;
    bool is_over;
    char result[TOLD_WORD_SIZE];
    char reason[TOLD_WORD_SIZE];
    struct told_change changes[2];
    size_t change_count;
    bool is_new; /* something was told of it since told_settle() */
};

struct told_line {
    char room[TOLD_ID_SIZE];
    int64_t n;
    char name[TOLD_NAME_SIZE];
    char text[TOLD_NAME_SIZE];
};

struct told {
    struct told_game *games;
    size_t game_count;
    struct told_line *lines;
    size_t line_count;
    char (*names)[TOLD_NAME_SIZE]; /* of accounts and guests */
    size_t name_count;
    size_t lines_settled;
    size_t names_settled;
    size_t actions; /* events that are actions, over all games */
    size_t results;
    size_t contradictions; /* told twice, and not the same */
};

void told_deinit(struct told *told);
/* Everything that is told by now has been looked at. */
void told_settle(struct told *told);

/* NULL when nothing was told of it. Valid until the next game is told. */
struct told_game *told_game_find(const struct told *told, const char *id);
/* The number of the last event that was told; 0 for none. */
int64_t told_seq(const struct told *told, const char *id);
/* A message from the server: takes in what it tells about games, chat and names. */
void told_message(struct told *told, const json_t *message);
/* The whole record of a game, where its events could not be had again. */
void told_whole(struct told *told, const json_t *record);
/* Somebody is told to have this name. */
void told_name(struct told *told, const char *name);
/* The action that led to `ply`, from 1; "" if it was not told. */
const char *told_action(const struct told_game *game, int64_t ply);
/* The actions of a game, separated by spaces; the caller frees it. */
char *told_actions(const struct told_game *game);

#endif
