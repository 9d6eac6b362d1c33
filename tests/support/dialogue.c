/* SPDX-License-Identifier: MIT */
/*
 * The words of a dialogue's steps, requests, and whose step it is.
 */
#include "tests/support/dialogue.h"

#include <ctype.h>

bool step_has_more(const struct step *step)
{
    return step->at < step->words->count;
}

bool step_is_next(const struct step *step, const char *word)
{
    return step_has_more(step) && strcmp(step->words->word[step->at], word) == 0;
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

bool step_take(struct step *step, const char *word)
{
    bool is_it = step_is_next(step, word);
    step->at += is_it ? 1 : 0;
    return is_it;
}

static void step_end(struct step *step)
{
    if (step_has_more(step))
        script_fail(step->script, "not understood: %s", step_word(step));
}

size_t step_word_of(struct step *step, const char *const words[])
{
    const char *word = step_word(step);
    for (size_t i = 0; words[i] != NULL; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    script_fail(step->script, "not understood: %s", word);
}

void step_told(struct step *step)
{
    if (step->dialogue->message == NULL)
        script_fail(step->script, "nobody has said anything");
    script_check(step->script, step->dialogue->message, step->words, step->at);
    step->at = step->words->count;
}

void step_tells(struct step *step, const json_t *message)
{
    step->dialogue->message = message;
    if (step_take(step, "->"))
        step_told(step);
}

/* ------------------------------------------------------------------ requests */

void step_field(struct step *step, json_t *json, const char *word)
{
    char name[DIALOGUE_NAME_SIZE];
    const char *value = strchr(word, '=');
    if (value == NULL || value == word || value - word >= DIALOGUE_NAME_SIZE)
        script_fail(step->script, "not FIELD=VALUE: %s", word);
    snprintf(name, sizeof(name), "%.*s", (int)(value - word), word);
    json_object_set_new(json, name, script_json(step->script, value + 1));
}

struct spoken step_spoken(struct step *step)
{
    struct spoken spoken = {.code = "", .label = NULL};
    const char *op = step_word(step);
    if (*op == '{') {
        spoken.json = script_json(step->script, op);
    } else {
        spoken.json = json_object();
        json_object_set_new(spoken.json, "op", json_string(op));
    }
    while (step_has_more(step) && !step_is_next(step, "->") && !step_is_next(step, "<"))
        if (step_take(step, "!"))
            spoken.code = step_word(step);
        else if (step_take(step, "as"))
            spoken.label = step_word(step);
        else if (*spoken.code != '\0')
            script_fail(step->script,
                        "%s: a field goes before the code; what the error says is told "
                        "behind -> by error.FIELD",
                        step_word(step));
        else
            step_field(step, spoken.json, step_word(step));
    return spoken;
}

const char *reply_code(const json_t *reply)
{
    const json_t *error = json_object_get(reply, "error");
    return error != NULL ? json_string_value(json_object_get(error, "code")) : "";
}

void step_code(struct step *step, const json_t *reply, const char *code)
{
    const char *told = reply_code(reply);
    if (*code == ':')
        script_remember(step->script, code + 1, *told != '\0' ? told : "none");
    else if (strcmp(told, code) != 0)
        script_fail(step->script, "the answer is %s, not %s", *told != '\0' ? told : "no error",
                    *code != '\0' ? code : "a reply");
}

/* ------------------------------------------------------------------ the tables of steps */

static bool run_world(struct step *step, const struct world_row rows[])
{
    const char *verb = step->words->word[0];
    while (rows->verb != NULL && strcmp(rows->verb, verb) != 0)
        rows++;
    if (rows->verb == NULL)
        return false;
    rows->run(step);
    step_end(step);
    return true;
}

/* Once for each of the people, whose names stand between commas. */
static bool run_people(struct step *step, const struct people_row rows[])
{
    char name[DIALOGUE_NAME_SIZE];
    const char *names = step->words->word[0];
    const char *verb = step->words->count > 1 ? step->words->word[1] : "";
    while (rows->verb != NULL && strcmp(rows->verb, verb) != 0)
        rows++;
    if (rows->verb == NULL)
        return false;
    while (*names != '\0') {
        size_t len = strcspn(names, ",");
        snprintf(name, sizeof(name), "%.*s", (int)len, names);
        names += len + (names[len] == ',' ? 1 : 0);
        step->at = 2;
        rows->run(step, name);
        step_end(step);
    }
    return true;
}

void dialogue_step(struct dialogue *dialogue, const struct script_words *words,
                   const struct world_row world[], const struct people_row people[])
{
    struct step step = {.dialogue = dialogue, .script = dialogue->script, .words = words, .at = 1};
    if (!run_world(&step, world) && !run_world(&step, dialogue_world_rows) &&
        !run_people(&step, people) && !run_people(&step, dialogue_people_rows))
        script_fail(step.script, "not understood: %s %s", words->word[0],
                    words->count > 1 ? words->word[1] : "");
}

void dialogue_forget(struct dialogue *dialogue)
{
    dialogue->people_count = dialogue->table_count = dialogue->label_count = 0;
    dialogue->table = NULL;
    dialogue->message = NULL;
}

/* ------------------------------------------------------------------ values */

static const char *value_of_table(const struct dialogue_table *table, const char *what)
{
    if (strcmp(what, "room") == 0)
        return table->room;
    if (strcmp(what, "game") == 0)
        return table->game;
    if (strcmp(what, "first") == 0)
        return table->first;
    return strcmp(what, "second") == 0 ? table->second : NULL;
}

/* The code as some type it: in capitals, without dashes. */
static const char *typed(struct dialogue *dialogue, const char *code)
{
    size_t len = 0;
    for (; *code != '\0' && len + 1 < sizeof(dialogue->value); code++)
        if (*code != '-')
            dialogue->value[len++] = (char)toupper((unsigned char)*code);
    dialogue->value[len] = '\0';
    return dialogue->value;
}

static const char *value_of_person(struct dialogue *dialogue, const struct person_there *person,
                                   const char *what)
{
    if (strcmp(what, "name") == 0)
        return person->account;
    if (strcmp(what, "token") == 0)
        return person->token;
    if (strcmp(what, "recovery") == 0)
        return person->recovery;
    return strcmp(what, "RECOVERY") == 0 ? typed(dialogue, person->recovery) : NULL;
}

const char *dialogue_value(struct dialogue *dialogue, const char *name)
{
    char owner[DIALOGUE_NAME_SIZE];
    const char *dot = strrchr(name, '.');
    if (dot == NULL)
        return NULL;
    snprintf(owner, sizeof(owner), "%.*s", (int)(dot - name), name);
    const struct person_there *person = dialogue_person(dialogue, owner);
    const struct dialogue_table *table = dialogue_table(dialogue, owner);
    const char *value = table != NULL ? value_of_table(table, dot + 1) : NULL;
    return value == NULL && person != NULL ? value_of_person(dialogue, person, dot + 1) : value;
}
