/* SPDX-License-Identifier: MIT */
/*
 * A game saved to a file of the player's, and the file of client/cli/play/strength_store.h. The
 * first line says what it is; then each computer player has a line: its key, the estimate in
 * hundredths of a level, and the games that it comes from.
 */
#include "client/cli/play/strength_store.h"

#include "client/cli/connect/state_file.h"
#include "client/cli/terminal/i18n.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NAME "strength"
#define HEAD "penta strength 1\n"
#define FILE_SIZE_MAX 4096
#define ROWS_MAX 64
#define LEVELS_MAX 63

struct row {
    char key[16];
    struct strength strength;
};

struct rows {
    struct row rows[ROWS_MAX];
    size_t count;
};

static int take_row(struct rows *rows, const char *line, size_t len)
{
    struct row *row = &rows->rows[rows->count];
    unsigned hundredths;
    unsigned games;
    int used = 0;
    if (rows->count == ROWS_MAX ||
        sscanf(line, "%15[a-z0-9_] %5u %5u%n", row->key, &hundredths, &games, &used) != 3 ||
        (size_t)used != len || hundredths < STRENGTH_ONE ||
        hundredths > LEVELS_MAX * STRENGTH_ONE || games > UINT16_MAX)
        return -EBADMSG;
    row->strength = (struct strength){.hundredths = (uint16_t)hundredths, .games = (uint16_t)games};
    rows->count++;
    return 0;
}

static int parse(const char *text, struct rows *rows)
{
    const char *at = text + strlen(HEAD);
    if (strncmp(text, HEAD, strlen(HEAD)) != 0)
        return -EBADMSG;
    while (*at != '\0') {
        const char *end = strchr(at, '\n');
        if (end == NULL || take_row(rows, at, (size_t)(end - at)) != 0)
            return -EBADMSG;
        at = end + 1;
    }
    return 0;
}

static int load(struct rows *rows)
{
    char text[FILE_SIZE_MAX];
    rows->count = 0;
    int failed = state_file_read(NAME, text, sizeof(text));
    if (failed == 0)
        failed = parse(text, rows);
    if (failed != 0)
        rows->count = 0;
    return failed == -ENOENT ? 0 : failed;
}

static struct row *find(struct rows *rows, const char *key)
{
    for (size_t i = 0; i < rows->count; i++)
        if (strcmp(rows->rows[i].key, key) == 0)
            return &rows->rows[i];
    return NULL;
}

/* It is set aside where it was read, and is not what it should be. */
static void tell_bad(int failed, char *problem, size_t size)
{
    bool is_read = failed == -EBADMSG || failed == -EFBIG;
    if (is_read && state_file_set_aside(NAME) == 0)
        snprintf(problem, size, "%s",
                 _("Your strength file was unreadable. It is now \"strength.bad\", and the "
                   "estimate starts over."));
    else
        snprintf(problem, size, _("The estimate of your strength cannot be read: %s."),
                 strerror(-failed));
}

bool strength_store_load(const struct computer *computer, struct strength *strength_out,
                         char *problem, size_t size)
{
    struct rows rows;
    int failed = load(&rows);
    const struct row *row = find(&rows, computer->key);
    strength_init(strength_out, computer->levels);
    if (row != NULL && row->strength.hundredths <= computer->levels * STRENGTH_ONE)
        *strength_out = row->strength;
    if (failed != 0)
        tell_bad(failed, problem, size);
    return failed == 0;
}

static int replace(const struct rows *rows)
{
    char text[FILE_SIZE_MAX] = HEAD;
    size_t len = strlen(text);
    for (size_t i = 0; i < rows->count; i++)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s %u %u\n", rows->rows[i].key,
                                (unsigned)rows->rows[i].strength.hundredths,
                                (unsigned)rows->rows[i].strength.games);
    return state_file_replace(NAME, text, len);
}

bool strength_store_save(const struct computer *computer, const struct strength *strength,
                         char *problem, size_t size)
{
    struct rows rows;
    (void)load(&rows);
    struct row *row = find(&rows, computer->key);
    if (row == NULL) {
        row = &rows.rows[rows.count < ROWS_MAX ? rows.count++ : 0];
        snprintf(row->key, sizeof(row->key), "%s", computer->key);
    }
    row->strength = *strength;
    int failed = replace(&rows);
    if (failed != 0)
        snprintf(problem, size, _("The estimate of your strength cannot be saved: %s."),
                 strerror(-failed));
    return failed == 0;
}

/* ------------------------------------------------------------------ saving */

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
