/* SPDX-License-Identifier: MIT */
#include "server/site/site.h"

#include <string.h>

#define ID_LENGTH 12

/* The page in a browser finds its table by the address: "/room/06hq3k9v2m1a" is that page, too. */
static const char *served_by(const char *path)
{
    static const char rooms[] = "/room/";
    const char *id = path + strlen(rooms);
    if (strncmp(path, rooms, strlen(rooms)) != 0 || strlen(id) != ID_LENGTH ||
        strspn(id, "0123456789abcdefghijklmnopqrstuvwxyz") != ID_LENGTH)
        return path;
    return "/";
}

const struct site_file *site_find(const char *path)
{
    const char *served = served_by(path);
    for (size_t i = 0; i < site_file_count; i++)
        if (strcmp(site_files[i].path, served) == 0)
            return &site_files[i];
    return NULL;
}
