/* SPDX-License-Identifier: MIT */
/*
 * Private to server/shell/. The shell's own state, and the functions that its files call of each
 * other. Each part belongs to the file that its heading names. Everything lives on the loop's
 * thread.
 */
#ifndef PENTAD_SERVER_SHELL_LOOP_H
#define PENTAD_SERVER_SHELL_LOOP_H

#include "base/slab.h"
#include "proto/frame.h"
#include "server/shell/arrival.h"
#include "server/shell/http.h"
#include "server/shell/listener.h"
#include "server/shell/origin.h"
#include "server/shell/output.h"
#include "server/shell/shell.h"
#include "server/shell/steady.h"
#include "server/shell/tls_transport.h"
#include "server/shell/transport.h"
#include "server/shell/web.h"
#include "server/shell/web_session.h"
#include "server/shell/work_runs.h"
#include "server/shell/workers.h"

#include <stdbool.h>

#include <uv.h>

/* The most that is read from a connection at once. libuv reads up to 32 times before it looks at
 * the next connection, so with more a flood would keep the others waiting. */
#define READ_BUFFER_SIZE 16384

/* Peers that are being told that they are too many; one more gets no time to listen. */
#define PEERS_REFUSED_MAX 32

/* SIGTERM, SIGINT, SIGHUP. */
#define SHELL_SIGNALS 3

/* peer.c */

enum peer_state {
    PEER_OPEN,
    PEER_DRAINING,  /* nothing more is taken in; queued output goes out */
    PEER_LINGERING, /* everything is sent, then a FIN; the peer closes next */
    PEER_CLOSED,    /* its close callback follows */
};

struct peer {
    struct transport *transport;
    struct shell *shell;
    uint64_t place;
    struct conn *conn; /* the core's; NULL: not known to the core, or no longer */
    union {
        struct frame_rest rest; /* of bytes: the part of a line that has come */
        char *login;            /* of a page: said after its first message; NULL: nothing */
    };
    struct output out;
    size_t told_bytes;     /* the core was told that these wait */
    size_t taken_bytes;    /* by the transport, since the core was told */
    int64_t deadline_ms;   /* monotonic; if it has a deadline */
    uint32_t flight_bytes; /* of the first frame, in transport_write(); 0: none */
    enum peer_state state : 8;
    bool is_unsent : 1;    /* in shell->unsent */
    bool is_changed : 1;   /* in shell->changed */
    bool is_refused : 1;   /* one connection too many, of all or from its place */
    bool is_placed : 1;    /* counted in shell->origins */
    bool has_ended : 1;    /* its client sends nothing more */
    bool has_deadline : 1; /* in shell->closing */
    bool is_by_http : 1;   /* a page in a browser */
    bool is_for_file : 1;  /* a file is asked for, and nothing else */
    bool has_spoken : 1;   /* its first bytes came */
    struct peer *prev, *next;
    struct peer *unsent_prev, *unsent_next;
    struct peer *changed_prev, *changed_next;
    struct peer *closing_prev, *closing_next;
};

enum shell_phase {
    SHELL_RUNNING,
    SHELL_STOPPING, /* saving, and saying goodbye */
    SHELL_STOPPED,  /* no peers are left, or all were cut off */
};

struct shell {
    struct shell_options options;
    struct log *log;
    struct core *core; /* during shell_run() */
    uv_loop_t loop;
    struct workers *workers;
    struct work_means means; /* the workers' */
    struct shell_counts counts;

    /* turn.c */
    uv_prepare_t prepare;
    uv_timer_t timer; /* for the core's core_next_ms() */
    int64_t armed_ms; /* when it rings (monotonic), INT64_MAX for never */
    bool turn_is_open;
    struct steady steady;
    uv_timer_t tick;    /* for the steady clock */
    int64_t looking_ms; /* by the steady clock: when the last look at the sockets began */
    int64_t looked_ms;  /* the same for the last look that ended */

    /* peer.c */
    struct peer *peers;
    struct peer *unsent;     /* those with something to flush */
    struct peer *changed;    /* those whose unsent bytes the core does not know yet */
    size_t queued_bytes;     /* of frames that peers were given since the last flush */
    size_t held_bytes;       /* that waited for the disk when the last turn ended */
    struct slab slab;        /* of queues of output */
    struct output_home home; /* during shell_run() */
    struct peer *closing;    /* those with a deadline, the earliest first */
    struct origins *origins; /* of the peers that are open */
    size_t refusing;         /* peers that are only told that there are too many */
    uv_timer_t closing_timer;
    struct transport_home transports;
    struct tls_gate tls;
    char read_buffer[READ_BUFFER_SIZE]; /* the transports' */

    /* listener.c */
    uint64_t refusal_told_ms; /* uv_now(): when the log was told of one; 0: never */

    /* turn.c */
    uv_timer_t refill_timer;
    bool is_short_told; /* the log was told that memory is short */

    /* arrival.c */
    struct arrivals arrivals;
    uint64_t arrival_told_ms; /* uv_now(): when the log was told of a refused one; 0: never */

    /* listener.c */
    struct listener listeners[LISTENERS_MAX];
    size_t listener_count;
    int port; /* of the first listener for players */

    /* shell.c */
    struct http metrics;

    /* web.c */
    struct web web, web_tls;
    struct web_sessions sessions;
    char web_origin[WEB_URL_SIZE]; /* of public_url; "": none */
    char web_name[WEB_URL_SIZE];   /* its host */

    /* shell.c */
    int64_t made_wall_ms;
    struct wake store_wake;
    uv_timer_t alive_timer; /* for the service manager's watchdog */

    /* stop.c */
    enum shell_phase phase;
    struct wake stop_wake;
    uv_timer_t stop_timer;
    uv_signal_t signals[SHELL_SIGNALS];
};

/* turn.c: called before every input of the core; tells it the time if this is the turn's first. */
void turn__begin(struct shell *shell);
/* The steady clock's time, by which deadlines of connections are measured. */
int64_t turn__now_ms(struct shell *shell);
/* Called after an input: ends the turn and writes its output if there is much of it. */
void turn__check(struct shell *shell);
int turn__init(struct shell *shell);
/* Starts the turns of shell_run(). */
void turn__start(struct shell *shell);

/* peer.c: a face_fn. The operator is not counted, because the operator always has to get in. */
void peer__accept(struct shell *shell, struct transport *take_transport, enum origin_rule origins);
/* Accepts the WebSocket of a page: after its first message it comes back by the token, or is told
 * that it is nobody (""). */
void peer__accept_by_http(struct shell *shell, struct transport *take_transport, const char *token);
/* Accepts what asks for a file. */
void peer__accept_for_file(struct shell *shell, struct transport *take_transport);
/* Two ports of the core: see struct core_ports. */
void peer__send(struct peer *peer, struct frame *frame);
void peer__close(struct peer *peer, enum close_kind kind);
int64_t peer__round_trip_ms(const struct peer *peer);
/* Writes what the turn queued: one write for each peer. */
void peer__flush_all(struct shell *shell);
/* Tells the core the unsent bytes of peers where they changed. Returns true if it told anything:
 * then a turn is open. */
bool peer__report_all(struct shell *shell);
/* Lets every peer that is open take what is queued, and closes it. */
void peer__close_all(struct shell *shell);
/* Cuts every peer off. */
void peer__cut_all(struct shell *shell);
int peer__init(struct shell *shell);

/* listener.c: judges a new connection. Returns the line that refuses it, and logs that; NULL: it
 * may come in, and is counted in shell->origins. */
const char *refusal__judge(struct shell *shell, const struct origin *origin);

/* turn.c: notices that memory is short. Called at the end of each turn of the loop. */
void shortage__check(struct shell *shell);
int shortage__init(struct shell *shell);

/* stop.c: ends the loop if a stopping shell has nothing more to wait for. Called at the end of each
 * turn of the loop. */
void stop__check(struct shell *shell);
int stop__init(struct shell *shell);

/* shell.c: takes the certificate and the key as they are now; those before stay in use if they are
 * no good, which the log is told. False then. */
bool shell__load_certificate(struct shell *shell);

#endif
