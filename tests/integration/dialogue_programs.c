/* SPDX-License-Identifier: MIT */
/*
 * The programs of a dialogue: commands of pentad with the options of the server, and penta with a
 * home for each of its people. What a program that ended has said is a message: exit, out, err,
 * lines and err_lines, each as JSON if it is that.
 */
#include "tests/integration/dialogue.h"

#include <signal.h>

#define ARGS_MAX 16
#define LINE_SIZE 16384

/* ------------------------------------------------------------------ starting */

/* The words up to a sign, without quotes; @FILE is the path of one in the server's folder. The
 * caller frees them. */
static void read_args(struct step *step, char *args[ARGS_MAX + 1])
{
    char path[FOLDER_PATH_SIZE];
    size_t count = 0;
    while (step_has_more(step) && !step_is_next(step, "!") && !step_is_next(step, "->") &&
           !step_is_next(step, "<<")) {
        if (count == ARGS_MAX)
            script_fail(step->script, "too many words");
        const char *word = step_text(step);
        if (*word == '@')
            step_path(step, word + 1, path);
        args[count++] = strdup(*word == '@' ? path : word);
    }
    args[count] = NULL;
}

/* pentad ARG..., with the server's options, or penta ARG..., as somebody */
static struct process *start(struct step *step, const char *name)
{
    struct scene *scene = step_scene(step);
    static const char *const programs[] = {"pentad", "penta", NULL};
    char *args[ARGS_MAX + 1];
    char file[2 * DIALOGUE_NAME_SIZE];
    char secret[2 * DIALOGUE_NAME_SIZE];
    struct process *process;
    struct person person;
    bool is_penta = step_word_of(step, programs) == 1;
    read_args(step, args);
    if (is_penta) {
        person_init(&person, scene, name);
        snprintf(file, sizeof(file), "password-%s", name);
        snprintf(secret, sizeof(secret), "secret of %s\n", name);
        folder_write(server_folder(scene->server), file, secret, person.password_file);
        process = person_start(&person, (const char *const *)args);
    } else {
        process = server_tool(scene->server, (const char *const *)args);
    }
    for (size_t i = 0; args[i] != NULL; i++)
        free(args[i]);
    return process;
}

/* ------------------------------------------------------------------ those that end */

/* The lines of a text, each as JSON, or as null if it is none. */
static json_t *lines_of(const char *text)
{
    json_t *lines = json_array();
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        json_t *line = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
        json_array_append_new(lines, line != NULL ? line : json_null());
        text += len + (text[len] == '\n' ? 1 : 0);
    }
    return lines;
}

static json_t *told_by(struct process *process)
{
    int exit_code = process_wait(process);
    char *out = process_output(process, PROCESS_OUT);
    char *err = process_output(process, PROCESS_ERR);
    json_t *told = json_pack("{s:i,s:s,s:s,s:o,s:o}", "exit", exit_code, "out", out, "err", err,
                             "lines", lines_of(out), "err_lines", lines_of(err));
    if (told == NULL)
        fail_msg("it is not UTF-8: %s%s", out, err);
    free(out);
    free(err);
    process_free(process);
    return told;
}

/* [! CODE] [-> CHECK...]: of the end of a program; without a code it is 0 */
static void finish(struct step *step, struct process *process)
{
    int64_t wanted = step_take(step, "!") ? step_int(step) : 0;
    json_t *told = told_by(process);
    int64_t exit_code = int_at(told, "exit");
    if (exit_code != wanted)
        print_error("%s%s", text_at(told, "out"), text_at(told, "err"));
    step_finds(step, told);
    if (exit_code != wanted)
        script_fail(step->script, "the exit code is %lld", (long long)exit_code);
}

/* Runs it to its end, with what is behind << as its input. */
static void run(struct step *step, const char *name)
{
    struct process *process = start(step, name);
    if (step_take(step, "<<"))
        process_write(process, step_text(step));
    process_close_input(process);
    finish(step, process);
}

/* pentad ARG... [<< INPUT] [! CODE] [-> CHECK...] */
void world_pentad(struct step *step)
{
    step->at = 0;
    run(step, "");
}

/* NAME runs penta ARG... [<< INPUT] [! CODE] [-> CHECK...] */
void people_runs(struct step *step, const char *name)
{
    run(step, name);
}

/* ------------------------------------------------------------------ those that go on */

static struct program *find(struct stage *stage, const char *name)
{
    for (size_t i = 0; i < stage->program_count; i++)
        if (strcmp(stage->programs[i].name, name) == 0)
            return &stage->programs[i];
    return NULL;
}

static struct program *program_of(struct step *step, const char *name)
{
    struct program *program = find(step_stage(step), name);
    if (program == NULL || program->process == NULL)
        script_fail(step->script, "%s runs no program", name);
    return program;
}

/* NAME starts penta ARG..., NAME starts pentad ARG... */
void people_starts(struct step *step, const char *name)
{
    struct stage *stage = step_stage(step);
    struct program *program = find(stage, name);
    if (program == NULL && stage->program_count < PROGRAMS_MAX)
        program = &stage->programs[stage->program_count++];
    if (program == NULL || strlen(name) >= DIALOGUE_NAME_SIZE || program->process != NULL)
        script_fail(step->script, "too many programs");
    snprintf(program->name, DIALOGUE_NAME_SIZE, "%s", name);
    program->at = 0;
    program->process = start(step, name);
}

/* NAME types TEXT, NAME types nothing: any more */
void people_types(struct step *step, const char *name)
{
    const struct program *program = program_of(step, name);
    if (step_take(step, "nothing"))
        process_close_input(program->process);
    else
        process_write(program->process, step_text(step));
}

/* NAME reads TEXT: behind what was read before; with -> CHECK... it is in a line of JSON */
void people_reads(struct step *step, const char *name)
{
    char line[LINE_SIZE];
    struct program *program = program_of(step, name);
    const char *text = step_text(step);
    bool is_line = step_is_next(step, "->");
    bool is_there = is_line ? process_find_line(program->process, PROCESS_OUT, text, &program->at,
                                                line, sizeof(line))
                            : process_find(program->process, PROCESS_OUT, text, &program->at);
    if (!is_there) {
        json_t *told = told_by(program->process);
        program->process = NULL;
        print_error("%s%s", text_at(told, "out"), text_at(told, "err"));
        script_fail(step->script, "%s does not read it", name);
    }
    if (is_line)
        step_finds(step, json_loads(line, JSON_REJECT_DUPLICATES, NULL));
}

/* NAME exits [! CODE] [-> CHECK...] */
void people_exits(struct step *step, const char *name)
{
    struct program *program = program_of(step, name);
    struct process *process = program->process;
    program->process = NULL;
    finish(step, process);
}

/* signal TERM|KILL NAME */
void world_signal(struct step *step)
{
    static const char *const signals[] = {"TERM", "KILL", NULL};
    int number = step_word_of(step, signals) == 0 ? SIGTERM : SIGKILL;
    process_signal(program_of(step, step_word(step))->process, number);
}

void programs_free(struct stage *stage)
{
    for (size_t i = 0; i < stage->program_count; i++)
        process_free(stage->programs[i].process);
}
