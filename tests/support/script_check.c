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
    bool is_denied;
    char sign; /* '=', '~', '^', '#', '?' or ':' */
    const char *value;
};

static struct check read_check(const struct script *script, const char *word)
{
    struct check check = {.is_denied = *word == '!'};
    const char *at = word + (check.is_denied ? 1 : 0);
    size_t len = 0;
    while (isalnum((unsigned char)at[len]) || (at[len] != '\0' && strchr("_.-@*", at[len]) != NULL))
        len++;
    check.sign = at[len];
    check.value = at + len + (check.sign != '\0' ? 1 : 0);
    if (check.sign == '\0' && check.is_denied)
        check.sign = '?';
    if (len == 0 || len >= PATH_SIZE || check.sign == '\0' ||
        strchr(check.is_denied ? "=~^#?" : "=~^#?:", check.sign) == NULL ||
        (check.is_denied && check.sign == '?' && *check.value != '\0'))
        script_fail(script, "not a check: %s", word);
    memcpy(check.path, at, len);
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

/* The value at the path, or NULL. */
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

/* The values at the path in the rows of a list; null where there is none. */
static json_t *column(const json_t *list, const char *path)
{
    size_t index;
    json_t *row;
    json_t *made = json_array();
    json_array_foreach(list, index, row) {
        const json_t *json = member(row, path);
        json_array_append_new(made, json != NULL ? json_incref((json_t *)json) : json_null());
    }
    return made;
}

/* The value at the path of a check; the caller has a reference to it. */
static json_t *found(const json_t *message, const char *path)
{
    char list[PATH_SIZE];
    const char *star = strstr(path, ".*.");
    if (star == NULL)
        return json_incref((json_t *)member(message, path));
    snprintf(list, sizeof(list), "%.*s", (int)(star - path), path);
    const json_t *rows = member(message, list);
    return json_is_array(rows) ? column(rows, star + 3) : NULL;
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

/* Whether the values of a list are these words. */
static bool is_words(const json_t *list, const char *words)
{
    char text[1024] = "";
    size_t index;
    json_t *json;
    json_array_foreach(list, index, json) {
        char *dump = json_is_string(json) ? NULL : json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT);
        size_t len = strlen(text);
        snprintf(text + len, sizeof(text) - len, "%s%s", index > 0 ? " " : "",
                 dump != NULL ? dump : json_string_value(json));
        free(dump);
    }
    return strcmp(text, words) == 0;
}

static bool is_equal(const struct script *script, const json_t *json, const char *value)
{
    bool is_range;
    bool is_in = is_in_range(script, json, value, &is_range);
    if (is_range)
        return is_in;
    if (json_is_string(json) && *value != '\'' && *value != '{' && *value != '[')
        return strcmp(json_string_value(json), value) == 0;
    if (json_is_array(json) && *value != '[')
        return is_words(json, script_text(script, value));
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

/* Of a list, or the characters of a text. */
static int64_t count_of(const json_t *json)
{
    int64_t count = 0;
    if (json_is_array(json))
        return (int64_t)json_array_size(json);
    for (const char *at = json_string_value(json); at != NULL && *at != '\0'; at++)
        count += (*at & 0xc0) != 0x80 ? 1 : 0;
    return count;
}

/* Whether the check is right about what is at its path. */
static bool is_so(struct script *script, const struct check *check, const json_t *json)
{
    const char *text = json_is_string(json) ? json_string_value(json) : "";
    const char *part;
    switch (check->sign) {
    case '?':
        return true;
    case '=':
        return is_equal(script, json, check->value);
    case '~':
        return strstr(text, script_text(script, check->value)) != NULL;
    case '^':
        part = script_text(script, check->value);
        return strncmp(text, part, strlen(part)) == 0;
    case '#':
        return (json_is_array(json) || json_is_string(json)) &&
               count_of(json) == script_int(script, check->value);
    default:
        remember(script, check->value, json);
        return true;
    }
}

/* Of a place where nothing is, only !path holds. */
static bool holds(struct script *script, const struct check *check, const json_t *json)
{
    if (check->sign == '?' && *check->value != '\0')
        script_remember(script, check->value, json != NULL ? "true" : "false");
    else if (json == NULL)
        return check->is_denied && check->sign == '?';
    return is_so(script, check, json) != check->is_denied;
}

/* The first check that does not hold, or NULL. */
static const char *first_wrong(struct script *script, const json_t *message,
                               const struct script_words *words, size_t from)
{
    for (size_t i = from; i < words->count; i++) {
        struct check check = read_check(script, words->word[i]);
        json_t *json = found(message, check.path);
        bool is_so = holds(script, &check, json);
        json_decref(json);
        if (!is_so)
            return words->word[i];
    }
    return NULL;
}

bool script_holds(struct script *script, const json_t *message, const struct script_words *words,
                  size_t from)
{
    return first_wrong(script, message, words, from) == NULL;
}

void script_check(struct script *script, const json_t *message, const struct script_words *words,
                  size_t from)
{
    char shown[3000];
    const char *wrong = first_wrong(script, message, words, from);
    if (wrong == NULL)
        return;
    char *text = json_dumps(message, JSON_ENCODE_ANY | JSON_COMPACT);
    snprintf(shown, sizeof(shown), "%s", text != NULL ? text : "nothing");
    free(text);
    script_fail(script, "%s does not hold of %s", wrong, shown);
}
