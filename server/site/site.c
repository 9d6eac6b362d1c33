/* SPDX-License-Identifier: MIT */
#include "server/site/site.h"

#include <string.h>

#define ID_LENGTH 12
#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

/* The addresses of the page to play on (client/web/src/main.tsx), and those with an id behind them.
 */
static const char *const pages[] = {"/account", "/leaderboard"};
static const char *const pages_of_ids[] = {"/room/"};

static int is_id(const char *text)
{
    return strlen(text) == ID_LENGTH &&
           strspn(text, "0123456789abcdefghijklmnopqrstuvwxyz") == ID_LENGTH;
}

/* The page finds by the address which of its pages is meant. */
static const char *served_by(const char *path)
{
    for (size_t i = 0; i < COUNT(pages); i++)
        if (strcmp(path, pages[i]) == 0)
            return "/";
    for (size_t i = 0; i < COUNT(pages_of_ids); i++)
        if (strncmp(path, pages_of_ids[i], strlen(pages_of_ids[i])) == 0 &&
            is_id(path + strlen(pages_of_ids[i])))
            return "/";
    return path;
}

const struct site_file *site_find(const char *path)
{
    const char *served = served_by(path);
    for (size_t i = 0; i < site_file_count; i++)
        if (strcmp(site_files[i].path, served) == 0)
            return &site_files[i];
    return NULL;
}
