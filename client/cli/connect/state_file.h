/* SPDX-License-Identifier: MIT */
/*
 * Small files of text that outlive the program, in $XDG_STATE_HOME/pentad (or
 * ~/.local/state/pentad). The folder is for its owner only, and so are the files; a file is
 * replaced whole or not at all. Blocking, and called at rare moments only.
 */
#ifndef PENTAD_CLIENT_CLI_CONNECT_STATE_FILE_H
#define PENTAD_CLIENT_CLI_CONNECT_STATE_FILE_H

#include "client/cli/invocation/address.h"
#include "client/core/notice.h"
#include "client/core/puzzles.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STATE_FILE_NAME_SIZE 256

/* Each returns 0, or a negative errno value; -ENOENT if there is no such file. Names have no '/'.
 */

/* Reads the file with a final NUL; -EFBIG if it is longer than fits. */
int state_file_read(const char *name, char *text, size_t size);
/* Replaces the file; makes the folder if it is missing. */
int state_file_replace(const char *name, const char *text, size_t len);
int state_file_remove(const char *name);
/* Renames an unusable file to NAME.bad, replacing an older one. */
int state_file_set_aside(const char *name);

/* ------------------------------------------------------------------ tokens */
/*
 * Logins that outlive the program: a file for each server. A token that went over TLS never goes to
 * the same host without it.
 */

#define LOGIN_LANGUAGE_SIZE 16
#define LOGINS_MAX 64 /* of one server */

struct login {
    char token[SESSION_TOKEN_SIZE];
    char name[SESSION_NAME_SIZE];
    bool is_guest;
    bool is_over;                       /* the token says only that this device was logged in */
    char language[LOGIN_LANGUAGE_SIZE]; /* the player's setting as last heard; or "" */
};

/* The logins for a server, the one that was used last first. */
struct logins {
    struct login rows[LOGINS_MAX];
    size_t count;
    bool has_current; /* the first one is in use; else nobody is logged in */
};

/* Both return 0, or a negative errno value; -ENOENT if there is no login for that server. */
int logins_load(const struct address *server, struct logins *logins_out);
/* Saves the logins; removes the file if there are none. */
int logins_save(const struct address *server, const struct logins *logins);

/* ------------------------------------------------------------------ servers */
/* The servers that are known by `penta server`, the one that was used last first. */

#define SERVERS_MAX 32
#define SERVER_CA_SIZE 512

struct known_server {
    struct address address;
    char ca[SERVER_CA_SIZE]; /* the file of those who sign its certificate; "": the system's */
};

struct known_servers {
    struct known_server rows[SERVERS_MAX];
    size_t count;
    bool has_current; /* the first one is where penta goes if nothing else is said */
};

/* As logins_load() and logins_save(). */
int known_servers_load(struct known_servers *servers_out);
int known_servers_save(const struct known_servers *servers);
/* The row of that address, or NULL. */
struct known_server *known_servers_find(struct known_servers *servers,
                                        const struct address *address);
/* Puts it first, in place of one with its address; with SERVERS_MAX, of the last. */
void known_servers_use(struct known_servers *servers, const struct known_server *server);

/* ------------------------------------------------------------------ puzzles */
/*
 * The player's own puzzles between runs: a list and a file of a proven line for each, beside the
 * logins (client/cli/connect/state_file.h). Blocking, and called at rare moments only.
 */

struct prover; /* brain/search/prove.h, whose colours are not those of a terminal */

#define PUZZLE_FILE_SIZE (256 * 1024)

/* Keeps a position as a puzzle: the player to move in `game` has a proven win; makes a tree of all
 * answers, with hunts of `nodes` each, and has it checked. Games with choices are kept as the same
 * board without them. Returns 0, -EEXIST if it is there already, -ENOSPC if there are too many,
 * -EDOM if no tree was found that the checker accepts, or another negative errno value. */
int puzzle_keep(const struct game *game, struct prover *prover, uint64_t nodes);

/* Adds a puzzle that is already a file to the list, without saving the list: `text` is a proven
 * line that begins at `start`. Returns 0 or a negative errno value. */
int puzzle_store_put(struct puzzles *puzzles, const struct game *start, const char *text);
/* Reads the list of the player's own puzzles (`of` NULL), or of those for a game that come with
 * Pentad; an empty one if there is none. An unusable list is set aside. */
int puzzle_store_load(const struct variant *of, struct puzzles *puzzles);
int puzzle_store_save(const struct variant *of, const struct puzzles *puzzles);
/* Reads the file of a puzzle (PUZZLE_FILE_SIZE bytes). */
int puzzle_store_read(const char *key, char *text);

#endif
