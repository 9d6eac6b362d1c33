/* SPDX-License-Identifier: MIT */
/*
 * Standard input, output and error of the process, as whoever started it gave them. Called by
 * main(), before anything else opens a file.
 */
#ifndef PENTAD_BASE_STANDARD_H
#define PENTAD_BASE_STANDARD_H

/* Opens those that are closed: they would be given to the next file or socket. Reading ends at
 * once, and printing fails as on a full disk. */
void standard_open(void);
/* Writes out what was printed to standard output. Returns 0, or why it is not all there: -errno. */
int standard_flush(void);

#endif
