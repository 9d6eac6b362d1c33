/* SPDX-License-Identifier: MIT */
/*
 * The file of client/cli/play/save.h.
 */
#include "client/cli/play/save.h"

#include "client/cli/terminal/i18n.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NAMES_MAX 999 /* of one day */

static bool is_psq(const char *path)
{
    size_t len = strlen(path);
    return len >= 4 && strcmp(path + len - 4, ".psq") == 0;
}

/* Makes the file; an empty path becomes the day's first name that is free. */
static FILE *make(char path[SAVE_PATH_SIZE], const char *day)
{
    if (path[0] != '\0')
        return fopen(path, "wx");
    FILE *file = NULL;
    for (int i = 1; file == NULL && i <= NAMES_MAX && (i == 1 || errno == EEXIST); i++) {
        snprintf(path, SAVE_PATH_SIZE, "penta-%s-%d.sgf", day, i);
        file = fopen(path, "wx");
    }
    return file;
}

static bool write_all(FILE *file, const char *text, size_t len)
{
    bool is_written = fwrite(text, 1, len, file) == len;
    return fclose(file) == 0 && is_written;
}

bool save_game(const struct game *game, struct record_tags *tags, char path[SAVE_PATH_SIZE],
               char *problem, size_t size)
{
    static const char date_form[] = "%Y-%m-%d";
    char day[16];
    time_t now = time(NULL);
    struct tm utc;
    char text[RECORD_SIZE_MAX];
    strftime(day, sizeof(day), date_form, gmtime_r(&now, &utc));
    tags->date = day;
    int len = is_psq(path) ? record_write_psq(game, tags, text, sizeof(text))
                           : record_write_sgf(game, tags, text, sizeof(text));
    tags->date = NULL;
    if (len < 0) {
        snprintf(problem, size, _("Such files have no words for this game, so %s was not written."),
                 path);
        return false;
    }
    FILE *file = make(path, day);
    if (file != NULL && write_all(file, text, (size_t)len))
        return true;
    int error = errno;
    if (file != NULL)
        remove(path);
    snprintf(problem, size, _("The game could not be written to %s: %s."), path, strerror(error));
    return false;
}
