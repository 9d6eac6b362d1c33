/* SPDX-License-Identifier: MIT */
/*
 * Copying a database: VACUUM INTO a file beside the target, fsync, a look at it, rename, fsync of
 * the folder. docs/adr/0006-backup-and-check.md says why so. The file beside is locked with flock,
 * so that two copies to one target cannot meet, and what a killed one left is taken over.
 */
#define _DEFAULT_SOURCE /* realpath, flock */
#include "db/sqlite/copy.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PART_SUFFIX ".part"
#define JOURNAL_SUFFIX "-journal"

struct copy {
    const struct copy_order *order;
    char *folder;  /* of the target, real */
    char *target;  /* in that folder */
    char *part;    /* the target's name and PART_SUFFIX */
    char *journal; /* that SQLite keeps beside `part` while it fills it */
    int file;      /* of `part`, locked; -1 before */
    char *message;
    size_t message_size;
};

static int say(struct copy *copy, const char *what, const char *why)
{
    (void)snprintf(copy->message, copy->message_size, "%s%s%s", what, *why == '\0' ? "" : ": ",
                   why);
    return -1;
}

static char *joined(const char *first, const char *second, const char *third)
{
    size_t size = strlen(first) + strlen(second) + strlen(third) + 1;
    char *text = mem_alloc(size);
    (void)snprintf(text, size, "%s%s%s", first, second, third);
    return text;
}

/* ------------------------------------------------------------------ names */

/* A link is followed, so that the file that it names is replaced and not the link. */
static int target_find(struct copy *copy, const char *path)
{
    char *real = realpath(path, NULL);
    char *whole = joined(real != NULL ? real : path, "", "");
    char *slash = strrchr(whole, '/');
    free(real);
    if (slash != NULL)
        *slash = '\0';
    const char *folder = slash == NULL ? "." : whole;
    const char *name = slash == NULL ? whole : slash + 1;
    copy->folder = realpath(*folder == '\0' ? "/" : folder, NULL);
    if (copy->folder != NULL) {
        copy->target = joined(copy->folder, "/", name);
        copy->part = joined(copy->target, PART_SUFFIX, "");
        copy->journal = joined(copy->part, JOURNAL_SUFFIX, "");
    }
    bool has_name = *name != '\0';
    free(whole);
    if (copy->folder == NULL)
        return say(copy, "its folder cannot be used", strerror(errno));
    return has_name ? 0 : say(copy, "it is not the name of a file", "");
}

/* The copy must not take the place of the database, or of a file that belongs to it. */
static bool target_is_the_databases(const struct copy *copy)
{
    static const char *const SUFFIXES[] = {"", "-wal", "-shm", "-journal", ".lock"};
    size_t len = strlen(copy->order->source);
    if (strncmp(copy->target, copy->order->source, len) != 0)
        return false;
    for (size_t i = 0; i < sizeof(SUFFIXES) / sizeof(SUFFIXES[0]); i++)
        if (strcmp(copy->target + len, SUFFIXES[i]) == 0)
            return true;
    return false;
}

static int target_check(struct copy *copy)
{
    struct stat about;
    if (target_is_the_databases(copy))
        return say(copy, "it belongs to the database itself", "");
    if (stat(copy->target, &about) == 0 && !S_ISREG(about.st_mode))
        return say(copy, "it is there and not a file", "");
    return 0;
}

/* ------------------------------------------------------------------ the file beside */

static int part_take(struct copy *copy)
{
    struct stat about;
    int file = open(copy->part, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return say(copy, copy->part, strerror(errno));
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        int error = errno;
        (void)close(file);
        return say(copy, copy->part,
                   error == EWOULDBLOCK ? "another copy is being made" : strerror(error));
    }
    copy->file = file;
    (void)unlink(copy->journal); /* of one that was killed: it must not be rolled back into ours */
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return say(copy, copy->part, "it cannot be emptied");
    /* Another owner could read what is written into it, or has another name for it. */
    if (about.st_uid != geteuid() || about.st_nlink != 1)
        return say(copy, copy->part, "it is there and not ours alone");
    if (fchmod(file, S_IRUSR | S_IWUSR) != 0 || ftruncate(file, 0) != 0)
        return say(copy, copy->part, "it cannot be emptied");
    return 0;
}

static int part_fill(struct copy *copy)
{
    sqlite3 *db = copy->order->db;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, "VACUUM INTO $1", -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_text(statement, 1, copy->part, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    (void)sqlite3_finalize(statement);
    if (code != SQLITE_DONE)
        return say(copy, "copying failed", sqlite3_errmsg(db));
    return fsync(copy->file) == 0 ? 0 : say(copy, copy->part, strerror(errno));
}

/* ------------------------------------------------------------------ the end */

static int folder_sync(struct copy *copy)
{
    int folder = open(copy->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int result = folder < 0 ? -1 : fsync(folder);
    int error = errno;
    if (folder >= 0)
        (void)close(folder);
    if (result == 0)
        return 0;
    return say(copy, "it is whole and in its place, but its folder cannot be synced",
               strerror(error));
}

static int part_rename(struct copy *copy)
{
    if (rename(copy->part, copy->target) != 0)
        return say(copy, "it cannot be replaced", strerror(errno));
    return folder_sync(copy);
}

static int copy_run(struct copy *copy)
{
    const struct copy_order *order = copy->order;
    if (target_find(copy, order->target) != 0 || target_check(copy) != 0 || part_take(copy) != 0)
        return -1;
    int result = part_fill(copy);
    if (result == 0 && order->verify != NULL)
        result = order->verify(order->ctx, copy->part);
    return result == 0 ? part_rename(copy) : result;
}

int copy__make(const struct copy_order *order, char *message_out, size_t message_size)
{
    struct copy copy = {
        .order = order, .file = -1, .message = message_out, .message_size = message_size};
    int result = copy_run(&copy);
    if (copy.file >= 0) {
        if (result != 0) {
            (void)unlink(copy.part);
            (void)unlink(copy.journal);
        }
        (void)close(copy.file);
    }
    free(copy.journal);
    free(copy.part);
    free(copy.target);
    free(copy.folder);
    return result;
}
