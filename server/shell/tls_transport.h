/* SPDX-License-Identifier: MIT */
/*
 * Private to server/shell/. TLS as a transport (transport.h), and the gate through which all
 * handshakes go: they are what a stranger can make the server compute, so only a few are begun in a
 * turn of the loop, and only so many a second for one place (origin.h). Who comes when there are
 * too many waits, without more memory than what it has said; the core closes the connections of
 * those who take too long, handshake included (login_ms).
 */
#ifndef PENTAD_SERVER_SHELL_TLS_TRANSPORT_H
#define PENTAD_SERVER_SHELL_TLS_TRANSPORT_H

#include "net/tls.h"
#include "server/shell/transport.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uv.h>

struct tls_transport;

/* Handshakes that are begun in a turn of the loop, at the most. With a key of P-256 one takes about
 * 0.2 ms, and a move takes several turns. More at once would not be quicker. */
#define TLS_HANDSHAKES_A_TURN 2
/* Handshakes under way, each with 47 KiB; with one more the oldest ends. More than can be begun
 * within a second. */
#define TLS_SHAKING_MAX 1024
/* Places whose handshakes are counted; of more, some share a row. */
#define TLS_PLACES 4096

struct tls_gate {
    struct tls_context *context;   /* NULL: nothing was loaded yet */
    uint32_t handshakes_a_second;  /* for a place; a second's worth may come at once */
    struct tls_transport *shaking; /* whose handshakes are under way, the oldest first */
    size_t shaking_count;
    struct tls_transport *waiting; /* with a first word, in the order in which they came */
    uv_idle_t idle;                /* lets some of them in */
    uv_timer_t timer;              /* looks again at those whose places have had enough */
    uint64_t salt;                 /* of the rows */
    uint64_t free_us[TLS_PLACES];  /* when the row's allowance will be whole again */
    uint64_t handshakes;           /* begun so far */
    const char *refusal_of_plain;  /* the line for lines that come without TLS; NULL: none */
    char plain[TLS_RECORD_MAX];    /* decrypted, for the length of a call */
};

/* A gate on this loop, which has its two handles; the caller closes them behind all transports.
 * `salt` is a random number. */
void tls_gate_init(struct tls_gate *gate, uv_loop_t *loop, uint32_t handshakes_a_second,
                   uint64_t salt);
/* Takes the certificate and the key for those who come from now on, in place of the ones before.
 * False, with those still in use, and a sentence without its end in `message_out`. */
bool tls_gate_load(struct tls_gate *gate, const char *chain_file, const char *key_file,
                   char message_out[TLS_MESSAGE_SIZE]);
/* Forgets the certificate. */
void tls_gate_deinit(struct tls_gate *gate);

/* TLS over `take_inner`, by the gate of its home, which has a certificate. */
struct transport *transport_tls_new(struct transport *take_inner);

#endif
