/* SPDX-License-Identifier: MIT */
/*
 * The checks of tests/support/script.h.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/script.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_SIZE 128

/* A check in parts. */
struct check {
    char path[PATH_SIZE];
    char sign; /* '=', '~', '#', '?', ':' or '!' */
    const char *value;
};

static struct check read_check(const struct script *script, const char *word)
{
    struct check check = {.sign = *word == '!' ? '!' : '\0'};
    const char *at = word + (check.sign == '!' ? 1 : 0);
    size_t len = 0;
    while (isalnum((unsigned char)at[len]) || (at[len] != '\0' && strchr("_.-@", at[len]) != NULL))
        len++;
    if (check.sign == '\0')
        check.sign = at[len];
    bool is_bare = check.sign == '!' || check.sign == '?';
    size_t rest = check.sign == '!' ? len : len + 1;
    if (len == 0 || len >= PATH_SIZE || strchr("=~#?:!", check.sign) == NULL ||
        check.sign == '\0' || (is_bare && at[rest] != '\0'))
        script_fail(script, "not a check: %s", word);
    memcpy(check.path, at, len);
    check.value = at + rest;
    return check;
}

/* The first row of the list in which some text is the word, or NULL. */
static const json_t *row_with(const json_t *list, const char *word)
{
    size_t index;
    json_t *row;
    const char *key;
    json_t *value;
    json_array_foreach(list, index, row)
        json_object_foreach(row, key, value)
            if (json_is_string(value) && strcmp(json_string_value(value), word) == 0)
                return row;
    return NULL;
}

/* What is at the path, or NULL. */
static const json_t *member(const json_t *json, const char *path)
{
    char name[PATH_SIZE];
    while (*path != '\0' && json != NULL) {
        size_t len = strcspn(path, ".");
        snprintf(name, sizeof(name), "%.*s", (int)len, path);
        if (name[0] == '@')
            json = row_with(json, name + 1);
        else if (json_is_array(json))
            json = json_array_get(json, strtoul(name, NULL, 10));
        else
            json = json_object_get(json, name);
        path += len + (path[len] == '.' ? 1 : 0);
    }
    return json;
}

static bool is_in_range(const struct script *script, const json_t *json, const char *value,
                        bool *is_range_out)
{
    char from[32];
    const char *dots = strstr(value, "..");
    *is_range_out = json_is_integer(json) && dots != NULL && dots - value < (long)sizeof(from);
    if (!*is_range_out)
        return false;
    snprintf(from, sizeof(from), "%.*s", (int)(dots - value), value);
    return json_integer_value(json) >= script_int(script, from) &&
           json_integer_value(json) <= script_int(script, dots + 2);
}

static bool is_equal(const struct script *script, const json_t *json, const char *value)
{
    bool is_range;
    bool is_in = is_in_range(script, json, value, &is_range);
    if (is_range)
        return is_in;
    if (json_is_string(json) && *value != '\'' && *value != '{' && *value != '[')
        return strcmp(json_string_value(json), value) == 0;
    json_t *wanted = script_json(script, value);
    bool is_same = json_equal(wanted, json) == 1;
    json_decref(wanted);
    return is_same;
}

static void remember(struct script *script, const char *name, const json_t *json)
{
    char *text = json_is_string(json) ? strdup(json_string_value(json))
                                      : json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT);
    if (text == NULL)
        abort();
    script_remember(script, name, text);
    free(text);
}

static bool holds(struct script *script, const struct check *check, const json_t *json)
{
    switch (check->sign) {
    case '!':
        return json == NULL;
    case '?':
        return json != NULL;
    case '=':
        return json != NULL && is_equal(script, json, check->value);
    case '~':
        return json_is_string(json) &&
               strstr(json_string_value(json), script_text(script, check->value)) != NULL;
    case '#':
        return json_is_array(json) &&
               json_array_size(json) == (size_t)script_int(script, check->value);
    default:
        if (json != NULL)
            remember(script, check->value, json);
        return json != NULL;
    }
}

void script_check(struct script *script, const json_t *message, const struct script_words *words,
                  size_t from)
{
    for (size_t i = from; i < words->count; i++) {
        struct check check = read_check(script, words->word[i]);
        if (holds(script, &check, member(message, check.path)))
            continue;
        char *text = json_dumps(message, JSON_ENCODE_ANY | JSON_COMPACT);
        char shown[3000];
        snprintf(shown, sizeof(shown), "%s", text != NULL ? text : "nothing");
        free(text);
        script_fail(script, "%s does not hold of %s", words->word[i], shown);
    }
}
