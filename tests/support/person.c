/* SPDX-License-Identifier: MIT */
/* People with a terminal client; see the header. */
#include "tests/support/person.h"

#include "tests/support/stack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PERSON_ARGS_MAX 16

static void set_variable(struct person *person, size_t index, const char *name, const char *value)
{
    snprintf(person->variables[index], sizeof(person->variables[index]), "%s=%s", name, value);
    person->environment[index] = person->variables[index];
    person->environment[index + 1] = NULL;
}

void person_init(struct person *person, struct scene *scene, const char *name)
{
    char file[64];
    char server[32];
    char ca[FOLDER_PATH_SIZE];
    const struct folder *folder = server_folder(scene->server);
    *person = (struct person){.name = name, .scene = scene};
    snprintf(file, sizeof(file), "home-%s", name);
    folder_path(folder, file, person->home);
    mkdir(person->home, 0700);
    snprintf(file, sizeof(file), "password-%s", name);
    folder_write(folder, file, SCENE_PASSWORD "\n", person->password_file);
    snprintf(server, sizeof(server), "%s127.0.0.1:%u", stack_has_tls() ? "tls://" : "",
             (unsigned)server_port(scene->server));
    folder_path(folder, STACK_CA, ca);
    set_variable(person, 0, "HOME", person->home);
    set_variable(person, 1, "XDG_STATE_HOME", person->home);
    set_variable(person, 2, "PENTAD_SERVER", server);
    set_variable(person, 3, "LC_ALL", "C");
    set_variable(person, 4, "LANGUAGE", "");
    set_variable(person, 5, "TZ", "UTC");
    set_variable(person, 6, "TERM", "dumb");
    set_variable(person, 7, "SSL_CERT_FILE", ca); /* OpenSSL's own */
}

struct process *person_start(const struct person *person, const char *const args[])
{
    const char *argv[PERSON_ARGS_MAX + 2] = {PENTAD_CLIENT_PATH};
    for (size_t i = 0; args[i] != NULL; i++) {
        assert_in_range(i, 0, PERSON_ARGS_MAX - 1);
        argv[i + 1] = args[i];
    }
    return process_start(argv, person->environment);
}

int person_run(const struct person *person, const char *const args[], struct said *said_out)
{
    struct process *process = person_start(person, args);
    process_close_input(process);
    said_out->exit_code = process_wait(process);
    char *out = process_output(process, PROCESS_OUT);
    char *err = process_output(process, PROCESS_ERR);
    snprintf(said_out->out, sizeof(said_out->out), "%s", out);
    snprintf(said_out->err, sizeof(said_out->err), "%s", err);
    free(out);
    free(err);
    process_free(process);
    return said_out->exit_code;
}

void person_register(const struct person *person)
{
    struct said said;
    if (person_run(person,
                   PENTA("register", person->name, "--password-file", person->password_file),
                   &said) != 0)
        fail_msg("%s cannot register: %s", person->name, said.err);
}
