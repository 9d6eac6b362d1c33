/* SPDX-License-Identifier: MIT */
/*
 * Where the catalogues are. Runs once, before any thread.
 */
#include "client/cli/i18n.h"

#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#define LOCALE_FOLDER "share/locale"

/* `path` receives the folder; false if the program does not know where it is. */
static int folder_beside_program(char *path, size_t size)
{
    char program[PATH_MAX];
    size_t len = sizeof program - 1;
    if (uv_exepath(program, &len) != 0) {
        return -1;
    }
    program[len] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(program, '/');
        if (slash == NULL) {
            return -1;
        }
        *slash = '\0';
    }
    int written = snprintf(path, size, "%s/%s", program, LOCALE_FOLDER);
    return written > 0 && (size_t)written < size ? 0 : -1;
}

void i18n_init(void)
{
    char path[PATH_MAX];
    const char *folder = getenv("PENTA_LOCALEDIR");
    setlocale(LC_ALL, "");
    /* Numbers in requests and tables are not a matter of the locale. */
    setlocale(LC_NUMERIC, "C");
    if (folder == NULL && folder_beside_program(path, sizeof path) == 0) {
        folder = path;
    }
    if (folder != NULL) {
        bindtextdomain(I18N_DOMAIN, folder);
    }
    bind_textdomain_codeset(I18N_DOMAIN, "UTF-8");
    textdomain(I18N_DOMAIN);
}
