/* SPDX-License-Identifier: MIT */
/*
 * Opens the file that a zone's name names and nothing else: no name leads out of the folder.
 */
#include "server/shell/zone_file.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ZONES "/usr/share/zoneinfo"
#define PATH_SIZE 4096
#define FILE_MAX 65536 /* the largest one has 4 KB */
#define MAGIC "TZif"

static const char *folder(void)
{
    const char *set = getenv("TZDIR");
    return set != NULL && *set == '/' ? set : ZONES;
}

/* Whether the name is made of names of files: neither empty nor "." nor "..". */
static bool is_name(const char *zone)
{
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_+-/";
    return *zone != '\0' && strspn(zone, LETTERS) == strlen(zone) && *zone != '/' &&
           zone[strlen(zone) - 1] != '/' && strstr(zone, "//") == NULL;
}

/* -1 if there is no such file, or it is none. A pipe does not keep the server waiting. */
static int zone_open(const char *zone)
{
    char path[PATH_SIZE];
    struct stat about;
    int len = snprintf(path, sizeof(path), "%s/%s", folder(), zone);
    if (!is_name(zone) || len < 0 || (size_t)len >= sizeof(path))
        return -1;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || (fstat(fd, &about) == 0 && S_ISREG(about.st_mode)))
        return fd;
    (void)close(fd);
    return -1;
}

/* Returns how many bytes the file has; FILE_MAX is too many, or it cannot be read. */
static size_t file_read(int fd, uint8_t bytes_out[FILE_MAX])
{
    size_t size = 0;
    ssize_t got = 1;
    while (size < FILE_MAX && got > 0) {
        got = read(fd, bytes_out + size, FILE_MAX - size);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got > 0)
            size += (size_t)got;
    }
    return got < 0 ? FILE_MAX : size;
}

static void refuse(const char *zone, char *message_out, size_t message_size)
{
    if (access(folder(), R_OK | X_OK) == 0)
        (void)snprintf(message_out, message_size,
                       "time_zone must be a zone such as UTC or Europe/Berlin, not \"%.60s\"",
                       zone);
    else
        (void)snprintf(message_out, message_size,
                       "time_zone can only be UTC: no zones are in %.60s (package tzdata)",
                       folder());
}

bool zone_file_read(const char *zone, uint8_t **bytes_out, size_t *size_out, char *message_out,
                    size_t message_size)
{
    *bytes_out = NULL;
    *size_out = 0;
    if (strcmp(zone, "UTC") == 0)
        return true;
    int fd = zone_open(zone);
    uint8_t *bytes = mem_zero(FILE_MAX);
    size_t size = fd >= 0 ? file_read(fd, bytes) : 0;
    if (fd >= 0)
        (void)close(fd);
    if (size >= strlen(MAGIC) && size < FILE_MAX && memcmp(bytes, MAGIC, strlen(MAGIC)) == 0) {
        *bytes_out = bytes;
        *size_out = size;
        return true;
    }
    free(bytes);
    refuse(zone, message_out, message_size);
    return false;
}
