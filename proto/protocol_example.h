/* SPDX-License-Identifier: MIT */
/*
 * Private to pentad_protocol_doc and the measurement of parts. The frames that docs/PROTOCOL.md
 * shows, made by the encoders and the engine themselves so that they cannot go stale; each has the
 * name by which the text of proto/protocol_intro.md asks for it.
 */
#ifndef PENTAD_PROTO_PROTOCOL_EXAMPLE_H
#define PENTAD_PROTO_PROTOCOL_EXAMPLE_H

#include <stddef.h>

#define EXAMPLE_FRAMES_MAX 64
#define EXAMPLE_FRAME_SIZE 4096

struct example_frame {
    const char *name;
    char text[EXAMPLE_FRAME_SIZE]; /* without the LF */
};

struct example {
    struct example_frame frames[EXAMPLE_FRAMES_MAX];
    size_t count;
};

/* Makes all frames. The struct is large; the caller owns it. */
void example_init(struct example *example);
/* The text of a frame, or NULL if there is none of this name (of `len` bytes). */
const char *example_find(const struct example *example, const char *name, size_t len);

#endif
