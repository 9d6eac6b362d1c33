/* SPDX-License-Identifier: MIT */
/*
 * The files of tokens. The first line says what it is; then each login has a line of words: whether
 * it is in `use`, `kept` or `over`, `guest` or `account`, the token, the player's language or "-",
 * and the name. The file of an older penta has one login: the token, the name, `guest` or `account`
 * and, where it is known, the language, each in a line.
 */
#include "client/cli/connect/token_store.h"

#include "client/cli/connect/state_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define FILE_SIZE_MAX (LOGINS_MAX * 512)
#define HEAD "penta logins 2\n"

/* The file's name cannot leave the folder: a host has no business with other characters. */
static int file_name(const char *host, const char *port, char name[STATE_FILE_NAME_SIZE])
{
    int written = snprintf(name, STATE_FILE_NAME_SIZE, "%s:%s", host, port);
    for (char *at = name; written > 0 && *at != '\0'; at++)
        if (!isalnum((unsigned char)*at) && strchr(".:-_", *at) == NULL)
            *at = '_';
    return written > 0 && written < STATE_FILE_NAME_SIZE ? 0 : -ENAMETOOLONG;
}

/* Copies one line and moves `*at` behind it. */
static int take_line(const char **at, char *line, size_t size)
{
    const char *end = strchr(*at, '\n');
    if (end == NULL || (size_t)(end - *at) >= size)
        return -EBADMSG;
    memcpy(line, *at, (size_t)(end - *at));
    line[end - *at] = '\0';
    *at = end + 1;
    return 0;
}

/* A file of an older penta. */
static int parse_one(const char *text, struct logins *logins)
{
    struct login *login = &logins->rows[0];
    char kind[16];
    const char *at = text;
    if (take_line(&at, login->token, sizeof(login->token)) != 0 ||
        take_line(&at, login->name, sizeof(login->name)) != 0 ||
        take_line(&at, kind, sizeof(kind)) != 0 || login->token[0] == '\0')
        return -EBADMSG;
    login->is_guest = strcmp(kind, "guest") == 0;
    login->is_over = false;
    if (take_line(&at, login->language, sizeof(login->language)) != 0)
        login->language[0] = '\0';
    logins->count = 1;
    logins->has_current = true;
    return 0;
}

/* Copies one word and moves `*at` behind it and the space. */
static int take_word(const char **at, char *word, size_t size)
{
    size_t len = strcspn(*at, " ");
    if (len == 0 || len >= size)
        return -EBADMSG;
    memcpy(word, *at, len);
    word[len] = '\0';
    *at += (*at)[len] == ' ' ? len + 1 : len;
    return 0;
}

static int parse_login(const char *line, struct logins *logins)
{
    struct login *login = &logins->rows[logins->count];
    char state[8];
    char kind[16];
    const char *at = line;
    if (take_word(&at, state, sizeof(state)) != 0 || take_word(&at, kind, sizeof(kind)) != 0 ||
        take_word(&at, login->token, sizeof(login->token)) != 0 ||
        take_word(&at, login->language, sizeof(login->language)) != 0 ||
        take_word(&at, login->name, sizeof(login->name)) != 0)
        return -EBADMSG;
    login->is_guest = strcmp(kind, "guest") == 0;
    login->is_over = strcmp(state, "over") == 0;
    if (strcmp(login->language, "-") == 0)
        login->language[0] = '\0';
    logins->has_current |= logins->count++ == 0 && strcmp(state, "use") == 0;
    return 0;
}

static int parse(const char *text, struct logins *logins)
{
    char line[SESSION_TOKEN_SIZE + SESSION_NAME_SIZE + 64];
    const char *at = text + strlen(HEAD);
    logins->count = 0;
    logins->has_current = false;
    if (strncmp(text, HEAD, strlen(HEAD)) != 0)
        return parse_one(text, logins);
    while (*at != '\0' && logins->count < LOGINS_MAX)
        if (take_line(&at, line, sizeof(line)) != 0 || parse_login(line, logins) != 0)
            return -EBADMSG;
    return 0;
}

int logins_load(const char *host, const char *port, struct logins *logins_out)
{
    char name[STATE_FILE_NAME_SIZE];
    char text[FILE_SIZE_MAX];
    int failed = file_name(host, port, name);
    if (failed == 0)
        failed = state_file_read(name, text, sizeof(text));
    return failed != 0 ? failed : parse(text, logins_out);
}

/* ---------------------------------------------------------------- writing */

static const char *state_of(const struct logins *logins, size_t index)
{
    if (logins->rows[index].is_over)
        return "over";
    return index == 0 && logins->has_current ? "use" : "kept";
}

static int format(const struct logins *logins, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s", HEAD);
    for (size_t i = 0; i < logins->count; i++) {
        const struct login *login = &logins->rows[i];
        int len = snprintf(text + used, size - used, "%s %s %s %s %s\n", state_of(logins, i),
                           login->is_guest ? "guest" : "account", login->token,
                           login->language[0] != '\0' ? login->language : "-", login->name);
        if (len < 0 || (size_t)len >= size - used)
            return -EINVAL;
        used += (size_t)len;
    }
    return (int)used;
}

int logins_save(const char *host, const char *port, const struct logins *logins)
{
    char name[STATE_FILE_NAME_SIZE];
    char text[FILE_SIZE_MAX];
    int failed = file_name(host, port, name);
    if (failed != 0)
        return failed;
    if (logins->count == 0)
        return state_file_remove(name);
    int len = format(logins, text, sizeof(text));
    return len < 0 ? len : state_file_replace(name, text, (size_t)len);
}
