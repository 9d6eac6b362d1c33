/* SPDX-License-Identifier: MIT */
/*
 * Runs dialogues with the real server and the real client (DIALOGUES.md).
 */
#include "tests/integration/dialogue.h"

#include "engine/variant.h"
#include "tests/support/stack.h"

struct stage *step_stage(const struct step *step)
{
    return step->dialogue->stage;
}

struct scene *step_scene(struct step *step)
{
    struct stage *stage = step_stage(step);
    void *state = stage->flags;
    if (stage->scene != NULL)
        return stage->scene;
    scene_setup(&state);
    stage->scene = state;
    scene_begin(stage->scene);
    return stage->scene;
}

void step_finds(struct step *step, json_t *take_told)
{
    struct stage *stage = step_stage(step);
    json_decref(stage->told);
    stage->told = take_told;
    step_tells(step, take_told);
}

void step_path(struct step *step, const char *name, char path_out[FOLDER_PATH_SIZE])
{
    if (*name == '/')
        snprintf(path_out, FOLDER_PATH_SIZE, "%s", name);
    else
        folder_path(server_folder(step_scene(step)->server), name, path_out);
}

static const struct world_row world_rows[] = {
    {"server", world_server}, {"restart", world_restart}, {"shut", world_shut},
    {"log", world_log},       {"file", world_file},       {"sql", world_sql},
    {"pass", world_pass},     {"passed", world_passed},   {"pentad", world_pentad},
    {"signal", world_signal}, {"ends", table_ends},       {"rematch", table_rematched},
    {"record", world_record}, {"alike", world_alike},     {"word", world_word},
    {"told", world_told},     {"least", world_least},     {NULL, NULL},
};

static const struct people_row people_rows[] = {
    {"sends", people_sends_bytes}, {"receives", people_receives},
    {"watchers", people_watchers}, {"got", people_got},
    {"knows", people_knows},       {"tries", people_tries},
    {"hears", people_hears_here},  {"hear", people_hears_here},
    {"runs", people_runs},         {"starts", people_starts},
    {"types", people_types},       {"reads", people_reads},
    {"exits", people_exits},       {NULL, NULL},
};

static void run_step(struct script *script, void *ctx, const struct script_words *words)
{
    struct stage *stage = ctx;
    (void)script;
    dialogue_step(&stage->dialogue, words, world_rows, people_rows);
}

static void *begin(struct script *script)
{
    struct stage *stage = calloc(1, sizeof(*stage));
    if (stage == NULL)
        abort();
    stage->dialogue.script = script;
    stage->dialogue.port = &socket_port;
    stage->dialogue.stage = stage;
    return stage;
}

static void end(void *ctx)
{
    struct stage *stage = ctx;
    void *state = stage->scene;
    programs_free(stage);
    if (stage->scene != NULL && script_is_over(stage->dialogue.script))
        scene_pass(stage->scene);
    if (stage->scene != NULL)
        scene_teardown(&state);
    for (size_t i = 0; i < stage->flag_count; i++)
        free(stage->flags[i]);
    json_decref(stage->told);
    free(stage);
}

/* The token with another last digit, or without it: $WHO.forged, $WHO.cut */
static const char *spoilt(struct stage *stage, const struct person_there *person, bool is_cut)
{
    size_t len = strlen(person->token);
    if (len == 0)
        return NULL;
    snprintf(stage->value, sizeof(stage->value), "%s", person->token);
    stage->value[len - 1] = is_cut ? '\0' : stage->value[len - 1] == '0' ? '1' : '0';
    return stage->value;
}

/* $clock, which is the test's own, in milliseconds, $folder, $port, $over, $variants, or what all
 * dialogues know */
static const char *value_of(void *ctx, const char *name)
{
    struct stage *stage = ctx;
    const char *dot = strrchr(name, '.');
    const char *what = dot != NULL ? dot + 1 : "";
    const struct scene *scene = stage->scene;
    char owner[DIALOGUE_NAME_SIZE];
    snprintf(owner, sizeof(owner), "%.*s", dot != NULL ? (int)(dot - name) : 0, name);
    const struct person_there *person = dialogue_person(&stage->dialogue, owner);
    if (person != NULL && (strcmp(what, "forged") == 0 || strcmp(what, "cut") == 0))
        return spoilt(stage, person, *what == 'c');
    if (strcmp(name, "variants") == 0)
        snprintf(stage->value, sizeof(stage->value), "%d", VARIANT_COUNT);
    else if (strcmp(name, "clock") == 0)
        snprintf(stage->value, sizeof(stage->value), "%lld", (long long)wait_now_ms());
    else if (strcmp(name, "folder") == 0 && scene != NULL)
        snprintf(stage->value, sizeof(stage->value), "%s", server_folder(scene->server)->path);
    else if (strcmp(name, "port") == 0 && scene != NULL)
        snprintf(stage->value, sizeof(stage->value), "%u", (unsigned)server_port(scene->server));
    else if (strcmp(name, "over") == 0)
        return stack_has_tls() ? ":tls" : "";
    else
        return dialogue_value(&stage->dialogue, name);
    return stage->value;
}

int main(int argc, char **argv)
{
    static const struct script_kind kind = {begin, end, run_step, value_of};
    return script_main(argc, argv, &kind);
}
