/* SPDX-License-Identifier: MIT */
/*
 * Runs dialogues (tests/unit/server/README.md): scripts whose steps are what people say to the
 * server and hear from it, and what happens to the world around it, on the rig.
 */
#include "tests/unit/server/dialogue.h"

#include <ctype.h>

bool step_has_more(const struct step *step)
{
    return step->at < step->words->count;
}

const char *step_word(struct step *step)
{
    if (!step_has_more(step))
        script_fail(step->script, "words are missing");
    return step->words->word[step->at++];
}

const char *step_text(struct step *step)
{
    return script_text(step->script, step_word(step));
}

int64_t step_int(struct step *step)
{
    return script_int(step->script, step_word(step));
}

/* Takes the word if it is the next one. */
bool step_take(struct step *step, const char *word)
{
    bool is_it = step_has_more(step) && strcmp(step->words->word[step->at], word) == 0;
    step->at += is_it ? 1 : 0;
    return is_it;
}

static void step_end(struct step *step)
{
    if (step_has_more(step))
        script_fail(step->script, "not understood: %s", step_word(step));
}

/* One of several words; which one it is. */
size_t step_word_of(struct step *step, const char *const words[])
{
    const char *word = step_word(step);
    for (size_t i = 0; words[i] != NULL; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    script_fail(step->script, "not understood: %s", word);
}

struct rig *step_rig(struct step *step)
{
    struct stage *stage = step->stage;
    if (stage->rig == NULL)
        stage->rig = rig_new_with(&stage->options);
    return stage->rig;
}

/* < CHECK...: of the message before */
void step_told(struct step *step)
{
    if (step->stage->message == NULL)
        script_fail(step->script, "nobody has said anything");
    script_check(step->script, step->stage->message, step->words, step->at);
    step->at = step->words->count;
}

/* ------------------------------------------------------------------ the table of steps */

static const struct {
    const char *verb;
    void (*run)(struct step *step);
} world_steps[] = {
    {"options", world_options},   {"pass", world_pass},       {"live", world_live},
    {"turn", world_turn},         {"until", world_until},     {"wall", world_wall},
    {"down", world_down},         {"restart", world_restart}, {"store", world_store},
    {"work", world_work},         {"log", world_log},         {"closes", world_closes},
    {"counts", world_counts},     {"world", world_world},     {"<", step_told},
    {"table", table_open},        {"plays", table_plays},     {"begins", table_begins},
    {"same", world_same},         {"differ", world_differ},   {"anew", world_anew},
    {"calendar", world_calendar}, {"clock", world_clock},     {"all", world_all},
    {"shut", world_shut},         {"every", world_every},     {"round", world_round},
};

static const struct {
    const char *verb;
    void (*run)(struct step *step, const char *name);
} people_steps[] = {
    {">", people_asks},      {">>", people_sends},          {"registers", people_registers},
    {"is", people_is},       {"connects", people_connects}, {"resumes", people_resumes},
    {"logs", people_logs},   {"hangs", people_hangs},       {"gets", people_gets},
    {"waits", people_waits}, {"has", people_has},           {"hears", people_hears},
    {"finds", people_finds}, {"forgets", people_forgets},   {"forget", people_forgets},
    {"moves", people_moves}, {"hear", people_hears},        {"find", people_finds},
    {"sees", people_sees},   {"watchers", people_watchers}, {"got", people_got},
    {"hang", people_hangs},  {"!>", people_is_refused},     {"heartbeats", people_heartbeats},
    {"says", people_says},   {"unsent", people_unsent},
};

static bool run_world(struct step *step, const char *verb)
{
    for (size_t i = 0; i < sizeof(world_steps) / sizeof(world_steps[0]); i++) {
        if (strcmp(world_steps[i].verb, verb) != 0)
            continue;
        world_steps[i].run(step);
        step_end(step);
        return true;
    }
    return false;
}

/* Once for each of the people, whose names stand between commas. */
static void run_people(struct step *step, const char *names)
{
    char name[NAME_SIZE];
    const char *verb = step_word(step);
    size_t at = step->at;
    for (size_t i = 0; i < sizeof(people_steps) / sizeof(people_steps[0]); i++) {
        if (strcmp(people_steps[i].verb, verb) != 0)
            continue;
        while (*names != '\0') {
            size_t len = strcspn(names, ",");
            snprintf(name, sizeof(name), "%.*s", (int)len, names);
            names += len + (names[len] == ',' ? 1 : 0);
            step->at = at;
            people_steps[i].run(step, name);
            step_end(step);
        }
        return;
    }
    script_fail(step->script, "not understood: %s %s", names, verb);
}

static void run_step(struct script *script, void *ctx, const struct script_words *words)
{
    struct step step = {.stage = ctx, .script = script, .words = words, .at = 1};
    if (!run_world(&step, words->word[0]))
        run_people(&step, words->word[0]);
}

/* ------------------------------------------------------------------ a scene */

static void *begin(struct script *script)
{
    struct stage *stage = calloc(1, sizeof(*stage));
    if (stage == NULL)
        abort();
    stage->script = script;
    stage->options = rig_options();
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
            if (peer->messages[j].json == stage->message)
                return peer->messages[j].line;
    }
    return NULL;
}

/* What the message before says, but for the number of the request. */
static const char *body_before(struct stage *stage)
{
    if (stage->message == NULL)
        return NULL;
    json_t *body = json_copy((json_t *)stage->message);
    json_object_del(body, "re");
    free(stage->text);
    stage->text = json_dumps(body, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(body);
    return stage->text;
}

static const char *value_of_table(const struct named_table *table, const char *what)
{
    if (strcmp(what, "room") == 0)
        return table->table.room;
    if (strcmp(what, "game") == 0)
        return table->table.game;
    if (strcmp(what, "first") == 0)
        return table->first;
    return strcmp(what, "second") == 0 ? table->second : NULL;
}

/* The code as some type it: in capitals, without dashes. */
static const char *typed(struct stage *stage, const char *code)
{
    size_t len = 0;
    for (; *code != '\0' && len + 1 < sizeof(stage->value); code++)
        if (*code != '-')
            stage->value[len++] = (char)toupper((unsigned char)*code);
    stage->value[len] = '\0';
    return stage->value;
}

static const char *value_of_person(struct stage *stage, const struct rig_peer *peer,
                                   const char *what)
{
    if (strcmp(what, "name") == 0)
        return peer->name;
    if (strcmp(what, "token") == 0)
        return peer->token;
    if (strcmp(what, "recovery") == 0)
        return peer->recovery;
    if (strcmp(what, "RECOVERY") == 0)
        return typed(stage, peer->recovery);
    size_t count;
    int64_t beat = person_beat(peer, &count);
    bool is_beat = strcmp(what, "beat") == 0;
    if (!is_beat && strcmp(what, "got") != 0)
        return NULL;
    snprintf(stage->value, sizeof(stage->value), "%lld",
             (long long)(is_beat ? beat : (int64_t)rig_message_count(peer)));
    return stage->value;
}

/* $now, $line, $body, or $OF.WHAT of a person or a table */
static const char *value_of(void *ctx, const char *name)
{
    struct stage *stage = ctx;
    char owner[NAME_SIZE];
    const char *dot = strrchr(name, '.');
    if (strcmp(name, "now") == 0 && stage->rig != NULL) {
        snprintf(stage->value, sizeof(stage->value), "%lld", (long long)stage->rig->now.wall_ms);
        return stage->value;
    }
    if (strcmp(name, "line") == 0)
        return line_before(stage);
    if (strcmp(name, "body") == 0)
        return body_before(stage);
    if (dot == NULL)
        return NULL;
    snprintf(owner, sizeof(owner), "%.*s", (int)(dot - name), name);
    const struct person *person = stage_person(stage, owner);
    const struct named_table *table = stage_table(stage, owner);
    const char *value = table != NULL ? value_of_table(table, dot + 1) : NULL;
    if (value == NULL && person != NULL)
        value = value_of_person(stage, person->peer, dot + 1);
    return value;
}

int main(int argc, char **argv)
{
    static const struct script_kind kind = {begin, end, run_step, value_of};
    return script_main(argc, argv, &kind);
}
