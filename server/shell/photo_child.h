/* SPDX-License-Identifier: MIT */
/*
 * The server's side of photos: a child process for each picture, which can do nothing but make a
 * photo of it. The server never reads a picture itself, and checks everything that a child answers.
 * The functions wait for the child: they are for threads that may wait, and several may call them
 * at once.
 */
#ifndef PENTAD_SERVER_SHELL_PHOTO_CHILD_H
#define PENTAD_SERVER_SHELL_PHOTO_CHILD_H

#include "photo/photo.h"
#include "server/shell/log.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* This program, even if its file was replaced meanwhile. */
#define PHOTO_CHILD_PROGRAM "/proc/self/exe"

/* The usual most_ms. A picture takes a tenth of a second, on a slow and busy machine a second or
 * two. */
#define PHOTO_CHILD_MS 10000

/* The outcomes for a picture besides those of photo/photo.h. */
enum photo_child_status {
    PHOTO_CHILD_FAILED = -100, /* the child died over it, was too slow, or answered nonsense */
    PHOTO_CHILD_ABSENT = -101, /* no child can be started */
    PHOTO_CHILD_STOPPED = -102,
};

struct photo_child {
    const char *program; /* borrowed; NULL: none, all pictures are PHOTO_CHILD_ABSENT */
    const char *name;    /* its argv[0]; borrowed */
    int64_t most_ms;     /* for one picture */
    struct log *log;     /* borrowed; told of misbehaviour, and why there is no child */
};

/* A picture that a child is to read. */
struct photo_job {
    const uint8_t *bytes;
    size_t size;
    bool (*is_stopped)(const void *ctx); /* asked several times a second: true ends it */
    const void *ctx;
};

/* Tries out if `program` makes a photo as a child. If not, logs why, and all pictures are
 * PHOTO_CHILD_ABSENT. */
void photo_child_init(struct photo_child *child, const char *program, struct log *log);

/* Has a child make a photo. Returns 0, enum photo_status or enum photo_child_status. No child
 * is left when it returns. */
int photo_child_make(const struct photo_child *child, const struct photo_job *job,
                     uint8_t webp_out[PHOTO_BYTES_MAX], size_t *size_out);

/* ------------------------------------------------------------------ the sandbox */
/*
 * The child's side of photos: a process that reads one picture, writes the photo that it makes of
 * it and ends. Before it reads a byte it gives up everything else, for good: files, processes,
 * sockets, memory beyond what a picture needs. So an attacker who breaks into a picture decoder has
 * a process that can read and write one socket, and is killed if it tries anything else.
 *
 * The child is this same program, started under another name: main() asks photo_sandbox_is_meant()
 * before anything else.
 */

/* The name (argv[0]) under which the program is the child. */
#define PHOTO_SANDBOX_NAME "pentad-photo"

/* The socket at which a child reads and answers. */
#define PHOTO_SANDBOX_FD 0

/* The child's exit codes: -status of photo/photo.h, or this. */
#define PHOTO_SANDBOX_NOT_ENTERED 100 /* the system does not let it give up its rights */

/* Bytes of the longest file that a child reads, more than a request has room for. */
#define PHOTO_SANDBOX_FILE_MAX 16384

/* The limits of a child. A picture of PHOTO_PIXELS_SENT needs a quarter of the memory and, on a
 * slow machine, a third of the time. */
#define PHOTO_SANDBOX_MEMORY_BYTES (64 * 1024 * 1024)
#define PHOTO_SANDBOX_CPU_SECONDS 2

bool photo_sandbox_is_meant(int argc, char *const *argv);

/* Gives up all but PHOTO_SANDBOX_FD. False: the system does not allow that, and the process has to
 * end, since it could do more than it should. */
bool photo_sandbox_enter(void);

/* Runs the child from start to exit. */
_Noreturn void photo_sandbox_run(void);

#endif
