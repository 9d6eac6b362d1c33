/* SPDX-License-Identifier: MIT */
/* Temporary folders; see the header. */
#include "tests/support/folder.h"

#include "tests/support/cmocka_all.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void folder_make(struct folder *folder)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder->path, sizeof(folder->path), "%s/pentad-test-XXXXXX", parent ? parent : "/tmp");
    if (mkdtemp(folder->path) == NULL)
        fail_msg("no temporary folder %s", folder->path);
}

static void empty(int fd)
{
    DIR *entries = fdopendir(fd);
    if (entries == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (unlinkat(fd, entry->d_name, 0) == 0)
            continue;
        int inner = openat(fd, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        if (inner >= 0)
            empty(inner);
        unlinkat(fd, entry->d_name, AT_REMOVEDIR);
    }
    closedir(entries);
}

void folder_remove(struct folder *folder)
{
    int fd = open(folder->path, O_RDONLY | O_DIRECTORY);
    if (fd >= 0)
        empty(fd);
    if (rmdir(folder->path) != 0)
        fail_msg("%s could not be removed", folder->path);
}

void folder_path(const struct folder *folder, const char *name, char path_out[FOLDER_PATH_SIZE])
{
    int len = snprintf(path_out, FOLDER_PATH_SIZE, "%s/%s", folder->path, name);
    assert_in_range(len, 1, FOLDER_PATH_SIZE - 1);
}

void folder_write(const struct folder *folder, const char *name, const char *text,
                  char path_out[FOLDER_PATH_SIZE])
{
    folder_path(folder, name, path_out);
    FILE *file = fopen(path_out, "w");
    if (file == NULL)
        fail_msg("%s could not be written", path_out);
    bool is_written = fputs(text, file) >= 0;
    is_written = fclose(file) == 0 && is_written;
    assert_true(is_written);
}
