/* SPDX-License-Identifier: MIT */
#include "server/site/site.h"

#include <stdbool.h>
#include <string.h>

#define ID_LENGTH 12

/* Addresses of the page to play on (client/web/src/main.tsx), and what stands behind them. */
static const struct {
    const char *path;
    enum { REST_NONE, REST_ID, REST_NAME } rest;
} pages[] = {{"/account", REST_NONE},     {"/game/", REST_ID},      {"/join", REST_NONE},
             {"/leaderboard", REST_NONE}, {"/messages", REST_NONE}, {"/messages/", REST_NAME},
             {"/player/", REST_NAME},     {"/room/", REST_ID},      {"/settings", REST_NONE}};

static bool is_page(const char *path, size_t page)
{
    size_t len = strlen(pages[page].path);
    const char *rest = path + len;
    if (strncmp(path, pages[page].path, len) != 0)
        return false;
    if (pages[page].rest == REST_ID)
        return strlen(rest) == ID_LENGTH &&
               strspn(rest, "0123456789abcdefghijklmnopqrstuvwxyz") == ID_LENGTH;
    return (pages[page].rest == REST_NAME) == (*rest != '\0') && strchr(rest, '/') == NULL;
}

/* The page finds by the address which of its pages is meant. */
static const char *served_by(const char *path)
{
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
        if (is_page(path, i))
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
