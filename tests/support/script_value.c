/* SPDX-License-Identifier: MIT */
/*
 * The values of tests/support/script.h: words as numbers and as JSON.
 */
#include "tests/support/cmocka_all.h"
#include "tests/support/script.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define WORD_SIZE 4096

/* A quoted word as text of JSON. */
static json_t *unquote(const struct script *script, const char *word)
{
    char text[2 * WORD_SIZE];
    size_t len = 0;
    text[len++] = '"';
    for (const char *at = word + 1; at[1] != '\0'; at++) {
        if (*at == '\\' && at[1] == '\'')
            continue;
        if (*at == '"')
            text[len++] = '\\';
        text[len++] = *at;
        if (*at == '\\')
            text[len++] = *++at;
    }
    text[len++] = '"';
    json_t *json = json_loadb(text, len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    if (json == NULL)
        script_fail(script, "not a text: %s", word);
    return json;
}

/* 'text'*NUMBER: so many times; or NULL if it is not that. */
static json_t *repeated(const struct script *script, const char *word)
{
    const char *star = strrchr(word, '*');
    if (star == NULL || star[-1] != '\'' || !script_is_int(star + 1))
        return NULL;
    char *once = strndup(word, (size_t)(star - word));
    if (once == NULL)
        abort();
    json_t *text = unquote(script, once);
    size_t len = json_string_length(text);
    size_t times = (size_t)script_int(script, star + 1);
    char *all = malloc(len * times + 1);
    if (all == NULL)
        abort();
    for (size_t i = 0; i < times; i++)
        memcpy(all + i * len, json_string_value(text), len);
    json_decref(text);
    free(once);
    text = json_stringn(all, len * times);
    free(all);
    return text;
}

static json_t *parse(const struct script *script, const char *word)
{
    char *text = strdup(word);
    if (text == NULL)
        abort();
    for (char *at = text; *at != '\0'; at++)
        *at = *at == '\'' ? '"' : *at;
    json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);
    free(text);
    if (json == NULL)
        script_fail(script, "not JSON: %s", word);
    return json;
}

static bool read_term(const char **at, int64_t *sum)
{
    static const struct {
        const char *unit;
        int64_t ms;
    } units[] = {{"ms", 1},    {"s", 1000},    {"min", 60000},
                 {"m", 60000}, {"h", 3600000}, {"d", 86400000}};
    char *end;
    int64_t sign = **at == '-' ? -1 : 1;
    const char *digits = *at + (**at == '-' || **at == '+' ? 1 : 0);
    if (!isdigit((unsigned char)*digits))
        return false;
    int64_t value = strtoll(digits, &end, 10);
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        size_t len = strlen(units[i].unit);
        if (strncmp(end, units[i].unit, len) == 0 && !isalpha((unsigned char)end[len])) {
            value *= units[i].ms;
            end += len;
            break;
        }
    }
    *sum += sign * value;
    *at = end;
    return *end == '\0' || *end == '+' || *end == '-';
}

static bool read_sum(const char *word, int64_t *sum_out)
{
    *sum_out = 0;
    do {
        if (!read_term(&word, sum_out))
            return false;
    } while (*word != '\0');
    return true;
}

bool script_is_int(const char *word)
{
    int64_t sum;
    return read_sum(word, &sum);
}

int64_t script_int(const struct script *script, const char *word)
{
    int64_t sum;
    if (!read_sum(word, &sum))
        script_fail(script, "not a number: %s", word);
    return sum;
}

json_t *script_json(const struct script *script, const char *word)
{
    static const char *const literals[] = {"true", "false", "null"};
    json_t *text = *word == '\'' ? repeated(script, word) : NULL;
    if (*word == '\'')
        return text != NULL ? text : unquote(script, word);
    if (*word == '{' || *word == '[')
        return parse(script, word);
    for (size_t i = 0; i < 3; i++)
        if (strcmp(word, literals[i]) == 0)
            return parse(script, word);
    return script_is_int(word) ? json_integer(script_int(script, word)) : json_string(word);
}
