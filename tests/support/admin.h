/* SPDX-License-Identifier: MIT */
/* `pentad admin` beside the server of a scene, as its operator types it. */
#ifndef PENTAD_TESTS_SUPPORT_ADMIN_H
#define PENTAD_TESTS_SUPPORT_ADMIN_H

#include "tests/support/scene.h"

#define ADMIN_SAID_SIZE 8192

/* Runs it with words that are separated by |; returns its exit code, and all that it said. */
int admin_run(const struct scene *scene, const char *line, char text_out[ADMIN_SAID_SIZE]);
/* The command ends so and says that; what it said is in said. */
void admin(const struct scene *scene, int exit_code, const char *line, const char *text);
extern char said[ADMIN_SAID_SIZE];

#endif
