/* SPDX-License-Identifier: MIT */
/*
 * The experience of the computer player `table`, for the operator: read from a database file, even
 * while the server is running, or taken back while it is not. Blocks.
 */
#ifndef PENTAD_DB_SQLITE_EXPERIENCE_H
#define PENTAD_DB_SQLITE_EXPERIENCE_H

#include <stddef.h>

/* Reads it from the file at `path`, and changes nothing. Returns 0 with the text, "" if nothing was
 * learnt, which the caller frees; or -1 with the end of a sentence in `message_out`. */
int store_sqlite_experience(const char *path, char **text_out, char *message_out,
                            size_t message_size);

/* Takes it back: from its next start on, the server has learnt nothing. Takes the server's lock.
 * Returns as above. */
int store_sqlite_experience_reset(const char *path, char *message_out, size_t message_size);

#endif
