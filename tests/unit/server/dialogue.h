/* SPDX-License-Identifier: MIT */
/*
 * The parts of the runner of dialogues: the stage of a scene, the words of a step, and the steps.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_DIALOGUE_H
#define PENTAD_TESTS_UNIT_SERVER_DIALOGUE_H

#include "server/core/core.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/support/script.h"
#include "tests/unit/server/rig.h"
#include "tests/unit/server/rig_rated.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PEOPLE_MAX RIG_PEERS_MAX
#define TABLES_MAX 32
#define LABELS_MAX 32
#define KEPT_MAX 32
#define NAME_SIZE 40

struct person {
    char name[NAME_SIZE];
    struct rig_peer *peer;
};

struct named_table {
    char name[NAME_SIZE];
    struct rig_table table;
    char first[NAME_SIZE]; /* the people there */
    char second[NAME_SIZE];
    int ply; /* of the next move */
};

/* A request whose reply is looked at later. */
struct label {
    char name[NAME_SIZE];
    int64_t id;
};

/* What has to be the same wherever it is called that. */
struct kept {
    char name[NAME_SIZE];
    char *text;
};

struct stage {
    struct script *script;
    struct core_options options;
    struct rig *rig; /* NULL until something happens */
    struct person people[PEOPLE_MAX];
    size_t people_count;
    struct named_table tables[TABLES_MAX];
    size_t table_count;
    struct named_table *table; /* the one that was last named */
    struct label labels[LABELS_MAX];
    size_t label_count;
    struct kept kept[KEPT_MAX];
    size_t kept_count;
    const json_t *message; /* what `<` tells of */
    char value[32];        /* of value_of() */
    char *text;            /* the same */
};

/* A step under way: its words from `at` on are not yet read. */
struct step {
    struct stage *stage;
    struct script *script;
    const struct script_words *words;
    size_t at;
};

/* dialogue.c: the words of a step, one after the other. */
bool step_has_more(const struct step *step);
const char *step_word(struct step *step);
const char *step_text(struct step *step);
int64_t step_int(struct step *step);
/* Takes the word if it is the next one. */
bool step_take(struct step *step, const char *word);
/* One of several words, of which the last is NULL; which one it is. */
size_t step_word_of(struct step *step, const char *const words[]);
/* The rig, which starts now if it has not. */
struct rig *step_rig(struct step *step);
/* < CHECK...: of the message before */
void step_told(struct step *step);

/* dialogue_world.c: what happens around people. */
void world_options(struct step *step);
void world_pass(struct step *step);
void world_clock(struct step *step);
void world_live(struct step *step);
void world_turn(struct step *step);
void world_until(struct step *step);
void world_wall(struct step *step);
void world_same(struct step *step);
void world_differ(struct step *step);
void world_restart(struct step *step);
void world_anew(struct step *step);
void world_calendar(struct step *step);
void world_shut(struct step *step);
void world_down(struct step *step);
void world_round(struct step *step);
void world_store(struct step *step);
void world_work(struct step *step);
void world_closes(struct step *step);
void world_log(struct step *step);
void world_counts(struct step *step);
void world_world(struct step *step);
void world_all(struct step *step);

/* dialogue_refusals.c */
void people_is_refused(struct step *step, const char *name);
void world_every(struct step *step);

/* dialogue_people.c: people, what they say and hear, and their tables. */
struct person *stage_person(struct stage *stage, const char *name);
struct named_table *stage_table(struct stage *stage, const char *name);
/* The number of the last heartbeat that the peer heard, 0 if there was none, and of how many. */
int64_t person_beat(const struct rig_peer *peer, size_t *count_out);
void people_registers(struct step *step, const char *name);
void people_is(struct step *step, const char *name);
void people_connects(struct step *step, const char *name);
void people_resumes(struct step *step, const char *name);
void people_logs(struct step *step, const char *name);
void people_hangs(struct step *step, const char *name);
void people_asks(struct step *step, const char *name);
void people_sends(struct step *step, const char *name);
void people_sees(struct step *step, const char *name);
void people_gets(struct step *step, const char *name);
void people_waits(struct step *step, const char *name);
void people_has(struct step *step, const char *name);
void people_hears(struct step *step, const char *name);
void people_finds(struct step *step, const char *name);
void people_watchers(struct step *step, const char *name);
void people_got(struct step *step, const char *name);
void people_says(struct step *step, const char *name);
void people_heartbeats(struct step *step, const char *name);
void people_unsent(struct step *step, const char *name);
void people_forgets(struct step *step, const char *name);
void people_moves(struct step *step, const char *name);
void table_open(struct step *step);
void table_plays(struct step *step);
void table_begins(struct step *step);

#endif
