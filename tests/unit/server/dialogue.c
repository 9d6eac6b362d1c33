/* SPDX-License-Identifier: MIT */
/*
 * Runs dialogues (tests/unit/server/README.md): scripts whose steps are what people say to the
 * server and hear from it, and what happens to the world around it, on the rig.
 */
#include "tests/unit/server/dialogue.h"

struct stage *step_stage(const struct step *step)
{
    return step->dialogue->stage;
}

struct rig *step_rig(struct step *step)
{
    struct stage *stage = step_stage(step);
    if (stage->rig == NULL) {
        stage->rig = rig_new_with(&stage->options);
        said_listen(stage);
    }
    return stage->rig;
}

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
    stage->dialogue.port = &rig_port;
    stage->dialogue.stage = stage;
    stage->options = rig_options();
    said_scene(script);
    return stage;
}

static void end(void *ctx)
{
    struct stage *stage = ctx;
    if (stage->rig != NULL)
        rig_free(stage->rig);
    for (size_t i = 0; i < stage->kept_count; i++)
        free(stage->kept[i].text);
    free(stage->text);
    free(stage);
}

/* The bytes of the message before. */
static const char *line_before(const struct stage *stage)
{
    for (size_t i = 0; stage->rig != NULL && i < stage->rig->peer_count; i++) {
        const struct rig_peer *peer = stage->rig->peers[i];
        for (size_t j = 0; j < peer->count; j++)
            if (peer->messages[j].json == stage->dialogue.message)
                return peer->messages[j].line;
    }
    return NULL;
}

/* The message before, but for the number of the request. */
static const char *body_before(struct stage *stage)
{
    if (stage->dialogue.message == NULL)
        return NULL;
    json_t *body = json_copy((json_t *)stage->dialogue.message);
    json_object_del(body, "re");
    free(stage->text);
    stage->text = json_dumps(body, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(body);
    return stage->text;
}

/* $WHO.got, $WHO.beat, or what all dialogues know */
static const char *value_of_person(struct stage *stage, const char *name)
{
    char owner[DIALOGUE_NAME_SIZE];
    const char *dot = strrchr(name, '.');
    bool is_beat = dot != NULL && strcmp(dot, ".beat") == 0;
    if (dot == NULL || (!is_beat && strcmp(dot, ".got") != 0))
        return dialogue_value(&stage->dialogue, name);
    snprintf(owner, sizeof(owner), "%.*s", (int)(dot - name), name);
    const struct person_there *person = dialogue_person(&stage->dialogue, owner);
    if (person == NULL)
        return NULL;
    size_t count;
    int64_t beat = peer_beat(person->peer, &count);
    snprintf(stage->value, sizeof(stage->value), "%lld",
             (long long)(is_beat ? beat : (int64_t)rig_message_count(person->peer)));
    return stage->value;
}

/* $now, $line, $body, or $WHO.WHAT */
static const char *value_of(void *ctx, const char *name)
{
    struct stage *stage = ctx;
    if (strcmp(name, "now") == 0 && stage->rig != NULL) {
        snprintf(stage->value, sizeof(stage->value), "%lld", (long long)stage->rig->now.wall_ms);
        return stage->value;
    }
    if (strcmp(name, "line") == 0)
        return line_before(stage);
    if (strcmp(name, "body") == 0)
        return body_before(stage);
    return value_of_person(stage, name);
}

int main(int argc, char **argv)
{
    static const struct script_kind kind = {begin, end, run_step, value_of};
    if (!said_start())
        return EXIT_FAILURE;
    int failed = script_main(argc, argv, &kind);
    return said_end() ? failed : EXIT_FAILURE;
}
