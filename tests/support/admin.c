/* SPDX-License-Identifier: MIT */
#include "tests/support/admin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char said[ADMIN_SAID_SIZE];

int admin_run(const struct scene *scene, const char *line, char text_out[ADMIN_SAID_SIZE])
{
    char copy[512];
    const char *words[16] = {"admin"};
    size_t count = 1;
    snprintf(copy, sizeof(copy), "%s", line);
    char *rest = NULL;
    for (char *word = strtok_r(copy, "|", &rest); word != NULL; word = strtok_r(NULL, "|", &rest)) {
        assert_true(count < 15);
        words[count++] = word;
    }
    words[count] = NULL;
    struct process *tool = server_tool(scene->server, words);
    int exit_code = process_wait(tool);
    char *out = process_output(tool, PROCESS_OUT);
    char *err = process_output(tool, PROCESS_ERR);
    snprintf(text_out, ADMIN_SAID_SIZE, "%s%s", out, err);
    free(out);
    free(err);
    process_free(tool);
    return exit_code;
}

void admin(const struct scene *scene, int exit_code, const char *line, const char *text)
{
    int got = admin_run(scene, line, said);
    if (got != exit_code || strstr(said, text) == NULL)
        fail_msg("%s: exit code %d, not %d with \"%s\": %s", line, got, exit_code, text, said);
}
