/* SPDX-License-Identifier: MIT */
/*
 * A server for one client at a time, on a free port of the loopback, that says exactly what a test
 * tells it to; and the program penta as a child process. Everything waits with a limit and fails
 * the test when it is reached; nothing sleeps.
 */
#ifndef PENTAD_TESTS_UNIT_CLIENT_PENTA_FAKE_SERVER_H
#define PENTAD_TESTS_UNIT_CLIENT_PENTA_FAKE_SERVER_H

#include "proto/codec.h"

#include <stdbool.h>
#include <sys/types.h>

struct fake_server {
    int listener;
    int conn; /* -1 for none */
    char port[8];
    char input[65536];
    size_t input_len;
    int chat;         /* enum chat_word, told in hello */
    bool is_newer;    /* it plays `hexes`, too, which needs what nobody knows */
    int64_t room_seq; /* of the last event of the one room, and of the player */
    int64_t player_seq;
    struct arena arena;
    char block[4096];
};

/* A variant that is told by a newer server. */
extern const struct variant fake_server_hexes;

void fake_server_init(struct fake_server *server);
void fake_server_deinit(struct fake_server *server);
/* Waits for a connection, and answers its hello. */
void fake_server_accept(struct fake_server *server);
/* Waits for the next request that is no ping, nor one about the lobby; fails the test if its op is
 * another. Lent until the next call. */
struct request fake_server_take(struct fake_server *server, enum op op);
void fake_server_reply(struct fake_server *server, enum op op, int64_t id, const void *reply);
void fake_server_error(struct fake_server *server, int64_t id, const struct fault *fault,
                       int64_t retry_after_ms);
void fake_server_event(struct fake_server *server, enum event event, const void *body);
void fake_server_raw(struct fake_server *server, const char *bytes);
/* Breaks the connection. */
void fake_server_drop(struct fake_server *server);

struct penta {
    const char *columns;   /* of its terminal, instead of those that it has; or NULL */
    const char *term;      /* TERM of that; NULL: xterm-256color */
    const char *prints_to; /* a file that gets its standard output, "": it has none; NULL: `text` */
    const char *locale;    /* LC_ALL; NULL: C.UTF-8 */
    pid_t pid;
    int input; /* what penta reads, -1 when it was closed */
    int output;
    char text[65536]; /* what it wrote, errors too, up to penta_wait() */
};

/* Runs `penta ARGUMENTS` (words separated by single spaces) with its state in `home`. */
void penta_start(struct penta *penta, const char *home, const char *port, const char *arguments);
/* Runs penta on a terminal of 24 lines and 80 columns. */
void penta_start_screen(struct penta *penta, const char *home, const char *port,
                        const char *arguments);
void penta_type(struct penta *penta, const char *text);
void penta_close_input(struct penta *penta);
/* Waits for its end and returns its exit code. */
int penta_wait(struct penta *penta);

#endif
