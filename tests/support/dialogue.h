/* SPDX-License-Identifier: MIT */
/*
 * Dialogues: scripts (script.h) whose steps are what people say to a server and hear from it. What
 * all runners of them share: the words of a step, requests and their replies, people, labels and
 * tables. A runner gives the port through which people are connected, and its own steps; those it
 * does not have are looked for here (tests/unit/server/DIALOGUES.md).
 */
#ifndef PENTAD_TESTS_SUPPORT_DIALOGUE_H
#define PENTAD_TESTS_SUPPORT_DIALOGUE_H

#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/support/script.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIALOGUE_PEOPLE_MAX 2048
#define DIALOGUE_TABLES_MAX 32
#define DIALOGUE_LABELS_MAX 32
#define DIALOGUE_NAME_SIZE 40
#define DIALOGUE_ID_SIZE 16

/* Somebody by the name that the script uses; the rest is what the last login told. */
struct person_there {
    char name[DIALOGUE_NAME_SIZE];
    void *peer;
    void *before; /* the peer before */
    char account[81];
    char token[65];
    char recovery[41];
};

struct dialogue_table {
    char name[DIALOGUE_NAME_SIZE];
    char first[DIALOGUE_NAME_SIZE]; /* the people there, in the order of the game */
    char second[DIALOGUE_NAME_SIZE];
    char room[DIALOGUE_ID_SIZE];
    char game[DIALOGUE_ID_SIZE];
    int ply;         /* of the next move */
    void *seated[2]; /* the port's: over which connections they sit there */
};

/* A request whose reply is looked at later. */
struct dialogue_label {
    char name[DIALOGUE_NAME_SIZE];
    int64_t id;
};

struct dialogue {
    struct script *script;
    const struct dialogue_port *port;
    void *stage; /* the runner's */
    struct person_there people[DIALOGUE_PEOPLE_MAX];
    size_t people_count;
    struct dialogue_table tables[DIALOGUE_TABLES_MAX];
    size_t table_count;
    struct dialogue_table *table; /* the one that was last named */
    struct dialogue_label labels[DIALOGUE_LABELS_MAX];
    size_t label_count;
    const json_t *message; /* what `<` tells of */
    char value[64];        /* of dialogue_value() */
};

/* A step under way: its words from `at` on are not yet read. */
struct step {
    struct dialogue *dialogue;
    struct script *script;
    const struct script_words *words;
    size_t at;
};

/* How a runner's people are connected. */
struct dialogue_port {
    void *(*connect)(struct step *step); /* reads the words that say from where */
    void *(*connect_locally)(struct step *step);
    void (*hang_up)(void *peer);
    bool (*is_so)(void *peer, const char *word); /* NAME is closed|open|... */
    /* Sends a request, whose reference is taken, and returns its id. */
    int64_t (*send)(void *peer, json_t *request);
    /* The reply to the request that was sent just now, and to an earlier one; NULL: there is none.
     */
    const json_t *(*ask)(void *peer, int64_t id);
    const json_t *(*reply)(void *peer, int64_t id);
    /* Takes the next event; NULL: none is there, which is waited for if `waits`. Those that come by
     * themselves are passed over, but `event` (may be NULL). */
    const json_t *(*next_event)(void *peer, const char *event, bool waits);
    void (*forget)(void *peer, bool all);
    void (*logged_in)(const struct person_there *person, const json_t *reply);
    void (*play)(struct step *step, struct dialogue_table *table, const char *squares);
};

struct world_row {
    const char *verb;
    void (*run)(struct step *step);
};

struct people_row {
    const char *verb;
    void (*run)(struct step *step, const char *name);
};

/* dialogue.c: the words of a step, one after the other. */
bool step_has_more(const struct step *step);
bool step_is_next(const struct step *step, const char *word);
const char *step_word(struct step *step);
const char *step_text(struct step *step);
int64_t step_int(struct step *step);
/* Takes the word if it is the next one. */
bool step_take(struct step *step, const char *word);
/* One of several words, of which the last is NULL; which one it is. */
size_t step_word_of(struct step *step, const char *const words[]);
/* CHECK...: the words that are left, of the message before */
void step_told(struct step *step);
/* [-> CHECK...]: of that message, which `<` tells of from now on */
void step_tells(struct step *step, const json_t *message);

/* Runs a step that is in one of the tables, which end with an empty row. */
void dialogue_step(struct dialogue *dialogue, const struct script_words *words,
                   const struct world_row world[], const struct people_row people[]);
/* $OF.WHAT of a person or a table, or NULL */
const char *dialogue_value(struct dialogue *dialogue, const char *name);
/* Nobody is there any more. */
void dialogue_forget(struct dialogue *dialogue);

/* OP FIELD=VALUE... [! CODE] [as LABEL] */
struct spoken {
    json_t *json;
    const char *code;
    const char *label;
};
struct spoken step_spoken(struct step *step);
void step_field(struct step *step, json_t *json, const char *word);
/* Fails unless the reply has this code; "": it is no error; ":NAME": whatever it is, or "none", is
 * remembered. */
void step_code(struct step *step, const json_t *reply, const char *code);
/* "": it is no error. */
const char *reply_code(const json_t *reply);

/* dialogue_people.c */
struct person_there *dialogue_person(struct dialogue *dialogue, const char *name);
struct dialogue_table *dialogue_table(struct dialogue *dialogue, const char *name);
/* The peer of somebody who has to be there. */
void *step_peer(struct step *step, const char *name);
struct person_there *step_set_person(struct step *step, const char *name, void *peer);
const json_t *step_ask(struct step *step, const char *name, json_t *request);
/* The id of the request that is named next. */
int64_t step_label(struct step *step);
/* [at TABLE]: the table that is named next, or was last. */
struct dialogue_table *step_table(struct step *step);
void people_asks(struct step *step, const char *name);
void people_hears(struct step *step, const char *name);

extern const struct world_row dialogue_world_rows[];
extern const struct people_row dialogue_people_rows[];

#endif
