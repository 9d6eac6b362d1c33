/* SPDX-License-Identifier: MIT */
/*
 * The child's side of photos: a process that reads one picture, writes the photo that it makes of
 * it and ends. Before it reads a byte it gives up everything else, for good: files, processes,
 * sockets, memory beyond what a picture needs. So whoever breaks into a decoder of pictures has a
 * process that can read and write one socket, and dies of anything else that it tries.
 *
 * The child is this program once more, started under another name: main() asks
 * photo_sandbox_is_meant() before anything else. photo_child.h is the other side.
 */
#ifndef PENTAD_SERVER_SHELL_PHOTO_SANDBOX_H
#define PENTAD_SERVER_SHELL_PHOTO_SANDBOX_H

#include <stdbool.h>

/* The name (argv[0]) under which the program is the child. */
#define PHOTO_SANDBOX_NAME "pentad-photo"

/* The socket at which a child hears and answers. */
#define PHOTO_SANDBOX_FD 0

/* The child's exit codes: -status of photo/photo.h, or this. */
#define PHOTO_SANDBOX_NOT_ENTERED 100 /* the system does not let it give up what it has to */

/* Bytes of the longest file that a child reads, more than a request has room for. */
#define PHOTO_SANDBOX_FILE_MAX 16384

/* What a child may use. A picture of PHOTO_PIXELS_SENT needs a quarter of the memory and, on a slow
 * machine, a third of the time. */
#define PHOTO_SANDBOX_MEMORY_BYTES (64 * 1024 * 1024)
#define PHOTO_SANDBOX_CPU_SECONDS 2

bool photo_sandbox_is_meant(int argc, char *const *argv);

/* Gives up all but PHOTO_SANDBOX_FD. False: the system does not allow that, and the process may do
 * more than it should: it has to end. */
bool photo_sandbox_enter(void);

/* The child's life, from its first to its last statement. */
_Noreturn void photo_sandbox_run(void);

#endif
