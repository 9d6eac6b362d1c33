/* SPDX-License-Identifier: MIT */
/*
 * The runner of dialogues with the real programs (DIALOGUES.md): the stage of a scene, which is a
 * server of its own with its folder, and the connections and programs around it.
 */
#ifndef PENTAD_TESTS_INTEGRATION_DIALOGUE_H
#define PENTAD_TESTS_INTEGRATION_DIALOGUE_H

#include "tests/support/dialogue.h"
#include "tests/support/person.h"
#include "tests/support/scene.h"
#include "tests/support/wait.h"

#define FLAGS_MAX 32
#define PROGRAMS_MAX 16

/* A program that was started, and how far its output was read. */
struct program {
    char name[DIALOGUE_NAME_SIZE];
    struct process *process;
    size_t at;
};

struct stage {
    struct dialogue dialogue;
    char *flags[FLAGS_MAX + 1];
    size_t flag_count;
    struct scene *scene; /* NULL until something happens */
    struct program programs[PROGRAMS_MAX];
    size_t program_count;
    json_t *told; /* what no connection said, of which `<` tells: a file, a program that ended */
    char value[FOLDER_PATH_SIZE];
};

/* dialogue.c */
struct stage *step_stage(const struct step *step);
/* The scene, whose server starts now if it has not. */
struct scene *step_scene(struct step *step);
/* [-> CHECK...]: of what is told from now on, whose reference is taken */
void step_finds(struct step *step, json_t *take_told);
/* The path of a file in the server's folder. */
void step_path(struct step *step, const char *name, char path_out[FOLDER_PATH_SIZE]);

/* dialogue_people.c: people who are connected. */
extern const struct dialogue_port socket_port;
void people_sends_bytes(struct step *step, const char *name);
void people_receives(struct step *step, const char *name);
void people_watchers(struct step *step, const char *name);
void people_got(struct step *step, const char *name);
void people_knows(struct step *step, const char *name);
void people_hears_here(struct step *step, const char *name);
void people_tries(struct step *step, const char *name);
void table_ends(struct step *step);
void table_rematched(struct step *step);

/* dialogue_programs.c: pentad and penta. */
void world_pentad(struct step *step);
void world_signal(struct step *step);
void people_runs(struct step *step, const char *name);
void people_starts(struct step *step, const char *name);
void people_types(struct step *step, const char *name);
void people_reads(struct step *step, const char *name);
void people_exits(struct step *step, const char *name);
void programs_free(struct stage *stage);

/* dialogue_world.c: the server, its log and files, and time. */
void world_server(struct step *step);
void world_restart(struct step *step);
void world_shut(struct step *step);
void world_log(struct step *step);
void world_file(struct step *step);
void world_record(struct step *step);
void world_told(struct step *step);
void world_word(struct step *step);
void world_alike(struct step *step);
void world_sql(struct step *step);
void world_pass(struct step *step);
void world_passed(struct step *step);
void world_least(struct step *step);

#endif
