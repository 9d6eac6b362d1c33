/* SPDX-License-Identifier: MIT */
/*
 * Small files of text that outlive the program, in $XDG_STATE_HOME/pentad (or
 * ~/.local/state/pentad). The folder is for its owner only, and so are the files; a file is
 * replaced whole or not at all. Blocking, and called at rare moments only.
 */
#ifndef PENTAD_CLIENT_CLI_CONNECT_STATE_FILE_H
#define PENTAD_CLIENT_CLI_CONNECT_STATE_FILE_H

#include <stddef.h>

#define STATE_FILE_NAME_SIZE 256

/* Each returns 0, or a negative errno value; -ENOENT if there is no such file. Names have no '/'.
 */

/* Reads the file with a final NUL; -EFBIG if it is longer than fits. */
int state_file_read(const char *name, char *text, size_t size);
/* Makes the folder, if it is missing. */
int state_file_replace(const char *name, const char *text, size_t len);
int state_file_remove(const char *name);
/* Renames a file that cannot be used to NAME.bad, in place of one that has this name. */
int state_file_set_aside(const char *name);

#endif
