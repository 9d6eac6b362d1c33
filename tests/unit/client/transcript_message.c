/* SPDX-License-Identifier: MIT */
/*
 * Messages made of words, by the table of messages: a server that says what the protocol does not
 * have would prove nothing.
 */
#include "base/utf8.h"
#include "proto/id.h"
#include "proto/shape.h"
#include "transcript.h"

#define NAME_SIZE 64

/* ------------------------------------------------------------------ words to fields */

/* Sets what is at a path of members and numbers of elements; what is not there is made, and null
 * takes a member away. */
static void set_at(struct step *step, json_t *json, const char *path, json_t *value)
{
    char name[NAME_SIZE];
    size_t len = strcspn(path, ".");
    bool is_last = path[len] == '\0';
    snprintf(name, sizeof(name), "%.*s", (int)len, path);
    if (is_last && json_is_null(value) && json_is_object(json)) {
        json_object_del(json, name);
        return;
    }
    json_t *next = is_last ? value : json_object();
    if (json_is_array(json)) {
        size_t index = strtoul(name, NULL, 10);
        if (!is_last && index < json_array_size(json)) {
            json_decref(next);
            next = json_array_get(json, index);
        } else if (index > json_array_size(json) ||
                   (index < json_array_size(json) ? json_array_set_new(json, index, next)
                                                  : json_array_append_new(json, next)) != 0)
            script_fail(step->script, "there is no element %s", name);
    } else if (!is_last && json_object_get(json, name) != NULL) {
        json_decref(next);
        next = json_object_get(json, name);
    } else if (json_object_set_new(json, name, next) != 0) {
        script_fail(step->script, "%s is within something that has no parts", name);
    }
    if (!is_last)
        set_at(step, next, path + len + 1, value);
}

json_t *message_read(struct step *step)
{
    json_t *fields = json_object();
    while (step_has_more(step)) {
        char path[128];
        const char *word = step_word(step);
        size_t len = strcspn(word, "=");
        if (len == 0 || len >= sizeof(path) || word[len] != '=')
            script_fail(step->script, "not a field: %s", word);
        snprintf(path, sizeof(path), "%.*s", (int)len, word);
        set_at(step, fields, path, script_json(step->script, word + len + 1));
    }
    return fields;
}

/* ------------------------------------------------------------------ fields as the table has them
 */

static const struct field *field_of(const struct shape *shape, const char *name)
{
    for (const struct field *field = shape->fields; field->name != NULL; field++)
        if (strcmp(field->name, name) == 0)
            return field;
    return NULL;
}

static void check_known(struct transcript *stage, const struct shape *shape, const json_t *fields)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)fields, key, value)
        if (field_of(shape, key) == NULL)
            script_fail(stage->script, "%s has no field %s", shape->name, key);
}

static bool is_word(const struct field *field, const json_t *value)
{
    return json_is_string(value) && word__find(word__list(field->ref), json_string_value(value),
                                               json_string_length(value)) >= 0;
}

static bool is_variant(const struct transcript *stage, const json_t *value)
{
    return json_is_string(value) &&
           (variant_find(json_string_value(value), json_string_length(value)) != NULL ||
            (stage->server.is_newer && strcmp(json_string_value(value), "hexes") == 0));
}

static bool is_text(const struct field *field, const json_t *value)
{
    if (!json_is_string(value))
        return false;
    int64_t len = (int64_t)utf8_length(json_string_value(value));
    return len >= field->min && len <= field->max;
}

static bool is_list(struct transcript *stage, const struct field *field, json_t *value)
{
    size_t index;
    json_t *row;
    if (!json_is_array(value) || json_array_size(value) > (size_t)field->max)
        return false;
    json_array_foreach(value, index, row) {
        if (!json_is_object(row))
            return false;
        message_complete(stage, shape__record(field->ref), row);
    }
    return true;
}

static bool is_valid(struct transcript *stage, const struct field *field, json_t *value)
{
    switch ((enum field_type)field->type) {
    case FIELD_INT:
        return json_is_integer(value) && json_integer_value(value) >= field->min &&
               json_integer_value(value) <= field->max;
    case FIELD_BOOL:
        return json_is_boolean(value);
    case FIELD_TEXT:
        return is_text(field, value);
    case FIELD_ID:
        return json_is_string(value) &&
               id_parse(json_string_value(value), json_string_length(value)) != 0;
    case FIELD_VARIANT:
        return is_variant(stage, value);
    case FIELD_WORD:
        return is_word(field, value);
    case FIELD_OBJECT:
        if (!json_is_object(value))
            return false;
        message_complete(stage, shape__record(field->ref), value);
        return true;
    case FIELD_LIST:
        return is_list(stage, field, value);
    case FIELD_TYPE_COUNT:
        break;
    }
    return false;
}

/* A value for a required field that nobody spoke of, or NULL. */
static json_t *plainest(const struct field *field)
{
    switch ((enum field_type)field->type) {
    case FIELD_INT:
        return json_integer(field->min > 0 ? field->min : 0);
    case FIELD_BOOL:
        return json_false();
    case FIELD_WORD:
        return json_string(word__list(field->ref)->rows[0].word);
    case FIELD_OBJECT:
        return json_object();
    case FIELD_LIST:
        return json_array();
    case FIELD_TEXT:
        return field->min == 0 ? json_string("") : NULL;
    case FIELD_ID:
    case FIELD_VARIANT:
    case FIELD_TYPE_COUNT:
        break;
    }
    return NULL;
}

void message_complete(struct transcript *stage, const struct shape *shape, json_t *fields)
{
    char id[ID_TEXT_SIZE];
    check_known(stage, shape, fields);
    for (const struct field *field = shape->fields; field->name != NULL; field++) {
        json_t *value = json_object_get(fields, field->name);
        if (value == NULL && !field->is_optional) {
            value = plainest(field);
            if (value == NULL)
                script_fail(stage->script, "%s needs the field %s", shape->name, field->name);
            json_object_set_new(fields, field->name, value);
        }
        if (field->type == FIELD_ID && json_is_integer(value) && json_integer_value(value) > 0) {
            id_format((uint64_t)json_integer_value(value), id);
            json_object_set_new(fields, field->name, json_string(id));
            value = json_object_get(fields, field->name);
        }
        if (value != NULL && !is_valid(stage, field, value)) {
            char *text = json_dumps(value, JSON_ENCODE_ANY);
            script_fail(stage->script, "%s of %s cannot be %s", field->name, shape->name, text);
        }
    }
}

/* ------------------------------------------------------------------ requests */

/* The meaning of an optional field that was left out; NULL: nothing. */
static json_t *meant(const struct field *field)
{
    if (field->type == FIELD_BOOL)
        return json_boolean(field->absent != 0);
    if (field->type == FIELD_INT && field->absent != NONE)
        return json_integer((json_int_t)field->absent);
    if (field->type == FIELD_WORD && field->absent >= 0)
        return json_string(word__list(field->ref)->rows[field->absent].word);
    return NULL;
}

void message_unfold(const struct shape *shape, json_t *fields)
{
    for (const struct field *field = shape->fields; field->name != NULL; field++) {
        json_t *value = json_object_get(fields, field->name);
        uint64_t id = field->type == FIELD_ID && json_is_string(value)
                          ? id_parse(json_string_value(value), json_string_length(value))
                          : 0;
        if (value == NULL && field->is_optional)
            value = meant(field);
        else if (id > 0 && id <= INT32_MAX)
            value = json_integer((json_int_t)id);
        else if (field->type == FIELD_OBJECT && json_is_object(value))
            message_unfold(shape__record(field->ref), value);
        else
            continue;
        if (value != NULL && json_object_get(fields, field->name) != value)
            json_object_set_new(fields, field->name, value);
    }
}

void message_check_names(struct step *step, const struct shape *shape)
{
    for (size_t i = step->at; i < step->words->count; i++) {
        char name[NAME_SIZE];
        const char *word = step->words->word[i] + (step->words->word[i][0] == '!' ? 1 : 0);
        snprintf(name, sizeof(name), "%.*s", (int)strcspn(word, ".=~^#?:"), word);
        if (field_of(shape, name) == NULL && field_of(&shape__request_head, name) == NULL)
            script_fail(step->script, "%s has no field %s", shape->name, name);
    }
}
