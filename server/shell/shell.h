/* SPDX-License-Identifier: MIT */
/*
 * The shell: everything about the server that is not a decision. It owns the loop, the listeners,
 * the connections, the timers and the worker threads, gives the core its inputs and carries out
 * what the core asks for through its ports. Everything runs on the thread that calls shell_run(),
 * except the two functions that say otherwise.
 *
 * A life: shell_new, the store with shell_store_wake, core_new with shell_ports, core_load,
 * shell_listen, shell_run, core_free, store_close, shell_free. The store's threads may wake the
 * shell until the store is closed, so the shell goes last.
 */
#ifndef PENTAD_SERVER_SHELL_SHELL_H
#define PENTAD_SERVER_SHELL_SHELL_H

#include "server/core/core.h"
#include "server/shell/crypto.h"
#include "server/shell/log.h"
#include "server/shell/workers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct shell;

enum listener_id {
#define LISTENER(ID, ...) LISTENER_##ID,
#include "server/shell/listeners.def"
#undef LISTENER
    LISTENER_COUNT
};

/* The place at which a listener listens (listeners.def). */
struct listen_at {
    const char *address; /* numeric, or the path of a local socket; NULL or empty: none */
    int port;            /* 0: any free one */
    int backlog;
    bool may_fail; /* the server runs without it as well */
};

/* Files for connections that wait to become players', beyond those for players. */
#define SHELL_WAITING_FILES 48

/* Texts are borrowed. */
struct shell_options {
    struct listen_at listen[LISTENER_COUNT];
    const char *port_file;          /* gets the port for players; NULL or empty: none */
    const char *metrics_name;       /* a Host to accept besides addresses; NULL: none */
    size_t connections;             /* the most at once */
    size_t connections_per_address; /* the most from one place (origin.h) */
    const char *refusal;            /* the line, with its LF, for one connection too many */
    const char *refusal_of_address; /* the same, from one place */
    const char *refusal_of_plain;   /* for a client without TLS where it is spoken */
    const char *refusal_of_tls;     /* for one with TLS where it is not */
    struct core_networks proxies;   /* whose connections begin with a header (arrival.h) */
    const char *public_url;         /* of the pages that may connect; NULL or empty: none */
    const char *acme_folder;        /* of the challenges for a certificate; NULL or empty: none */
    int web_kind;                   /* enum web_kind (web.h) */
    bool allows_plain;              /* HTTP without TLS off loopback */
    const char *tls_certificate;    /* a file in PEM, with its chain; NULL or empty: no TLS */
    const char *tls_key;            /* the file of its key */
    uint32_t tls_handshakes;        /* a second, from one place; at least 1 */
    bool has_lag_check;             /* the system's round trips tell something of clients */
    int64_t close_ms;               /* the time that a peer has to take the last words */
    int64_t shutdown_ms;            /* the time that stopping may take */
    struct workers_size work[WORK_CLASS_COUNT];
    struct crypto_cost password_cost; /* of a new password */
    const char *photo_program;        /* photo_child.h; NULL: photos are refused */
};

/* Makes the loop, starts the workers and takes the signals over. Borrows `log`. NULL if the system
 * lacks something. */
struct shell *shell_new(const struct shell_options *options, struct log *log);
/* Called after shell_run(), when the store is closed and the core freed. NULL: does nothing. */
void shell_free(struct shell *shell);

/* The ports for core_new(), valid as long as the shell. */
struct core_ports shell_ports(struct shell *shell);
/* The present moment, for core_new(). */
struct moment shell_now(struct shell *shell);
/* A store_wake_fn; `shell` is its context. Any thread. */
void shell_store_wake(void *shell);

/* Opens all listeners, writes the port file and logs where they are. Returns 0, or a negative errno
 * that is logged. */
int shell_listen(struct shell *shell);
/* The port for players, once it listens. */
int shell_port(const struct shell *shell);

/* Runs until SIGTERM, SIGINT or shell_stop(), which may also come before the call, and then until
 * everything is saved and told or shutdown_ms are over. The core has no connections when it
 * returns. */
void shell_run(struct shell *shell, struct core *core);
/* Makes shell_run() end. Any thread. */
void shell_stop(struct shell *shell);

/* Counts of events so far. */
struct shell_counts {
    uint64_t turns;    /* turns of the loop in which the core had inputs */
    uint64_t accepted; /* connections */
    uint64_t refused;  /* connections beyond the limits */
    uint64_t writes;   /* writes to sockets that were begun */
    uint64_t bytes_in;
    uint64_t bytes_out;
    uint64_t stood_ms;  /* time in which the server stood still */
    size_t connections; /* open now, without refused ones */
};
struct shell_counts shell_counts(const struct shell *shell);

#endif
