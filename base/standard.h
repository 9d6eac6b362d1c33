/* SPDX-License-Identifier: MIT */
/*
 * Standard input, output and error, as the process inherited them. main() calls standard_open()
 * before anything else opens a file.
 */
#ifndef PENTAD_BASE_STANDARD_H
#define PENTAD_BASE_STANDARD_H

/* Opens those that are closed, because the next file or socket would get their numbers. Reading
 * from them ends at once, and printing fails as on a full disk. */
void standard_open(void);
/* Flushes standard output. Returns 0, or -errno if not all that was printed came through. */
int standard_flush(void);

#endif
