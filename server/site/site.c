/* SPDX-License-Identifier: MIT */
#include "server/site/site.h"

#include <string.h>

const struct site_file *site_find(const char *path)
{
    for (size_t i = 0; i < site_file_count; i++)
        if (strcmp(site_files[i].path, path) == 0)
            return &site_files[i];
    return NULL;
}
