/* SPDX-License-Identifier: MIT */
/*
 * Somebody with the real terminal client: a home of their own in the scene's folder (which removes
 * it), the server's address in the environment, and programs that are run or fed through pipes.
 */
#ifndef PENTAD_TESTS_SUPPORT_PERSON_H
#define PENTAD_TESTS_SUPPORT_PERSON_H

#include "tests/support/scene.h"

#define PERSON_VARIABLES 8

struct person {
    const char *name; /* borrowed */
    struct scene *scene;
    char home[FOLDER_PATH_SIZE];
    char password_file[FOLDER_PATH_SIZE]; /* holds SCENE_PASSWORD */
    char variables[PERSON_VARIABLES][FOLDER_PATH_SIZE + 32];
    const char *environment[PERSON_VARIABLES + 1];
};

/* The output of a program until its end. */
struct said {
    int exit_code;
    char out[32768];
    char err[4096];
};

/* At the port where the scene's server listens now. */
void person_init(struct person *person, struct scene *scene, const char *name);

/* The arguments of penta: PENTA("top", "--json"). */
#define PENTA(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Starts penta; the caller frees the process. */
struct process *person_start(const struct person *person, const char *const args[]);
/* Runs it without input to its end. Returns the exit code. */
int person_run(const struct person *person, const char *const args[], struct said *said_out);
/* Registers with the password file. */
void person_register(const struct person *person);

#endif
