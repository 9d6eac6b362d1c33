/* SPDX-License-Identifier: MIT */
/*
 * TLS over another transport. Of its user's bytes it takes those whose records the inner one has
 * taken: the record that went in part is known by the length of its plain bytes (`sealed_len`),
 * which the user offers again, as every user does, and which are skipped then.
 */
#include "server/shell/tls_transport.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* Those of the waiting that are looked at in a turn, and when to look again if none may come. */
#define LOOKS_A_TURN 64
#define LOOK_AGAIN_MS 20
/* Pieces of one transport_write(). */
#define PIECES_MAX 4
/* Bytes of TLS itself (answers to new keys) that may wait for one that does not read. */
#define ANSWERS_MAX 32768

struct tls_transport {
    struct transport base;
    struct transport *inner;
    struct tls *tls;                   /* NULL before the handshake */
    struct tls_transport *prev, *next; /* in gate->waiting */
    char *flight;                      /* what the inner one was left to write; NULL: nothing */
    size_t sealed_len;                 /* plain bytes in the last record, not taken yet */
    uv_buf_t asked[PIECES_MAX];        /* of transport_write(): what is not encrypted yet */
    size_t asked_count;
    bool is_in_line; /* in gate->waiting: to be let in, or to be told of the end again */
    bool is_let_in;  /* its handshake may be begun */
    bool is_asked;   /* transport_write() is under way */
    bool has_ended;
    bool is_broken;
    bool is_shut;
    bool is_stopped;
    bool is_closed;
};

static struct tls_transport *of(struct transport *transport)
{
    return (struct tls_transport *)transport;
}

static struct tls_gate *gate_of(const struct tls_transport *tls)
{
    return tls->base.home->tls;
}

static void tell_broken(struct tls_transport *tls)
{
    if (tls->is_broken || tls->is_closed)
        return;
    tls->is_broken = true;
    tls->base.user->broken(tls->base.ctx);
}

/* ------------------------------------------------------------------ output */

/* Leaves to the inner transport what is to go out, if nothing is on its way. False: broken. */
static bool fly(struct tls_transport *tls)
{
    size_t len;
    if (tls->flight != NULL || tls->tls == NULL)
        return true;
    tls->flight = tls_take_output(tls->tls, &len);
    if (tls->flight == NULL)
        return true;
    const uv_buf_t piece = uv_buf_init(tls->flight, (unsigned)len);
    return transport_write(tls->inner, &piece, 1);
}

/* The same, but first as much as goes at once. */
static bool push(struct tls_transport *tls)
{
    size_t len;
    if (tls->flight != NULL)
        return true;
    char *output = tls_take_output(tls->tls, &len);
    if (output == NULL)
        return true;
    const uv_buf_t whole = uv_buf_init(output, (unsigned)len);
    ssize_t sent = transport_try_write(tls->inner, &whole, 1);
    if (sent < 0 || (size_t)sent == len) {
        free(output);
        return sent >= 0;
    }
    tls->flight = output;
    const uv_buf_t rest = uv_buf_init(output + sent, (unsigned)(len - (size_t)sent));
    return transport_write(tls->inner, &rest, 1);
}

/* Copies up to a record's worth of the pieces, from `skip` on; returns how many bytes. */
static size_t gather(char *out, const uv_buf_t *pieces, size_t count, size_t skip)
{
    size_t len = 0;
    for (size_t i = 0; i < count && len < TLS_RECORD_MAX; i++) {
        if (skip >= pieces[i].len) {
            skip -= pieces[i].len;
            continue;
        }
        size_t part = pieces[i].len - skip;
        if (part > TLS_RECORD_MAX - len)
            part = TLS_RECORD_MAX - len;
        memcpy(out + len, pieces[i].base + skip, part);
        len += part;
        skip = 0;
    }
    return len;
}

static size_t size_of(const uv_buf_t *pieces, size_t count)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++)
        size += pieces[i].len;
    return size;
}

/* Takes the plain bytes of the record that has gone meanwhile, as far as they are offered. */
static size_t take_sealed(struct tls_transport *tls, size_t offered)
{
    size_t len = tls->sealed_len < offered ? tls->sealed_len : offered;
    tls->sealed_len -= len;
    return len;
}

static bool is_open(const struct tls_transport *tls)
{
    return tls->tls != NULL && tls_is_shaken(tls->tls);
}

static ssize_t tls_try_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    struct tls_transport *tls = of(transport);
    char *gathered = gate_of(tls)->gathered;
    size_t offered = size_of(pieces, count);
    assert(!tls->is_asked);
    if (tls->is_broken)
        return -1;
    if (!is_open(tls) || tls->flight != NULL)
        return 0;
    size_t taken = take_sealed(tls, offered);
    while (taken < offered && tls->flight == NULL) {
        size_t len = gather(gathered, pieces, count, taken);
        if (!tls_write(tls->tls, gathered, len) || !push(tls))
            return -1;
        if (tls->flight != NULL)
            tls->sealed_len = len;
        else
            taken += len;
    }
    return (ssize_t)taken;
}

/* Drops the first bytes of what was asked to be written. */
static void skip_asked(struct tls_transport *tls, size_t len)
{
    for (size_t i = 0; i < tls->asked_count && len > 0; i++) {
        size_t part = tls->asked[i].len < len ? tls->asked[i].len : len;
        tls->asked[i].base += part;
        tls->asked[i].len -= part;
        len -= part;
    }
}

/* Goes on with transport_write(): a record at a time, which the inner one is left to write, so that
 * the end of it is always told later. With nothing left to encrypt it writes nothing, for the same
 * reason. */
static bool go_on(struct tls_transport *tls)
{
    static char nothing[1];
    char *gathered = gate_of(tls)->gathered;
    skip_asked(tls, take_sealed(tls, size_of(tls->asked, tls->asked_count)));
    size_t len = gather(gathered, tls->asked, tls->asked_count, 0);
    skip_asked(tls, len);
    if (!tls_write(tls->tls, gathered, len) || !fly(tls))
        return false;
    if (tls->flight != NULL)
        return true;
    tls->flight = mem_alloc(1);
    const uv_buf_t piece = uv_buf_init(nothing, 0);
    return transport_write(tls->inner, &piece, 1);
}

static bool tls_write_all(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    struct tls_transport *tls = of(transport);
    assert(!tls->is_asked && count <= PIECES_MAX);
    memcpy(tls->asked, pieces, count * sizeof(*pieces));
    tls->asked_count = count;
    tls->is_asked = true;
    if (tls->is_broken)
        return false;
    return !is_open(tls) || tls->flight != NULL || go_on(tls);
}

static bool say_end(struct tls_transport *tls)
{
    if (tls->tls != NULL)
        tls_end(tls->tls);
    return push(tls) && (tls->flight != NULL || transport_shut(tls->inner));
}

/* Behind what is still on its way. */
static bool tls_shut(struct transport *transport)
{
    struct tls_transport *tls = of(transport);
    if (tls->is_broken)
        return false;
    tls->is_shut = true;
    if (tls->flight != NULL)
        return true;
    return tls->tls != NULL ? say_end(tls) : transport_shut(tls->inner);
}

/* What waited for the flight's end. False: broken. */
static bool resume(struct tls_transport *tls)
{
    if (!fly(tls))
        return false;
    if (tls->flight != NULL)
        return true;
    if (tls->is_shut)
        return say_end(tls);
    if (!tls->is_asked || !is_open(tls))
        return true;
    if (tls->sealed_len > 0 || size_of(tls->asked, tls->asked_count) > 0)
        return go_on(tls);
    tls->is_asked = false;
    tls->base.user->written(tls->base.ctx, true);
    return true;
}

static void on_written(void *ctx, bool is_gone)
{
    struct tls_transport *tls = ctx;
    free(tls->flight);
    tls->flight = NULL;
    if (tls->is_closed || (is_gone && resume(tls)))
        return;
    if (tls->is_asked) {
        tls->is_asked = false;
        tls->is_broken = true;
        tls->base.user->written(tls->base.ctx, false);
    } else {
        tell_broken(tls);
    }
}

/* ------------------------------------------------------------------ input */

/* The other end says nothing more; what still comes is no matter. */
static void tell_ended(struct tls_transport *tls)
{
    tls->has_ended = true;
    tls->base.user->ended(tls->base.ctx);
}

/* The handshake is over: what its user has asked for meanwhile can be written. */
static bool open_up(struct tls_transport *tls)
{
    return push(tls) && (!tls->is_asked || tls->flight != NULL || go_on(tls));
}

/* Tells its user what is in the bytes that came, until it stops. */
static void hear(struct tls_transport *tls)
{
    char *plain = gate_of(tls)->plain;
    size_t len;
    while (!tls->is_closed && !tls->is_stopped && !tls->has_ended) {
        switch (tls_read(tls->tls, plain, TLS_RECORD_MAX, &len)) {
        case TLS_MORE:
            if (!push(tls) || tls_output_len(tls->tls) > ANSWERS_MAX)
                tell_broken(tls);
            return;
        case TLS_SHAKEN:
            if (!open_up(tls)) {
                tell_broken(tls);
                return;
            }
            break;
        case TLS_BYTES:
            tls->base.user->bytes(tls->base.ctx, plain, len);
            break;
        case TLS_ENDED:
            tell_ended(tls);
            return;
        case TLS_BROKEN:
            (void)push(tls);
            tell_broken(tls);
            return;
        }
    }
}

static void wait_in_line(struct tls_transport *tls);

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct tls_transport *tls = ctx;
    if (!tls->is_let_in) {
        transport_stop(tls->inner, bytes, len);
        wait_in_line(tls);
        return;
    }
    if (tls->tls == NULL)
        tls->tls = tls_open(gate_of(tls)->context, NULL);
    if (tls->tls == NULL) {
        tell_broken(tls);
        return;
    }
    tls_feed(tls->tls, bytes, len);
    hear(tls);
    size_t unused = tls_unused(tls->tls, &bytes);
    if (tls->is_stopped && !tls->is_closed)
        transport_stop(tls->inner, bytes, unused);
}

/* A client that ends without saying so has ended: a message that is not whole is none. */
static void on_ended(void *ctx)
{
    struct tls_transport *tls = ctx;
    if (!is_open(tls))
        tell_broken(tls);
    else if (!tls->has_ended)
        tell_ended(tls);
}

static void on_broken(void *ctx)
{
    tell_broken(ctx);
}

static void on_closed(void *ctx)
{
    struct tls_transport *tls = ctx;
    tls->base.user->closed(tls->base.ctx);
    tls_free(tls->tls);
    free(tls->flight);
    free(tls);
}

static const struct transport_user inner_user = {.bytes = on_bytes,
                                                 .ended = on_ended,
                                                 .broken = on_broken,
                                                 .written = on_written,
                                                 .closed = on_closed};

/* ------------------------------------------------------------------ the gate */

static void on_idle(uv_idle_t *idle);

static void wait_in_line(struct tls_transport *tls)
{
    struct tls_gate *gate = gate_of(tls);
    tls->is_in_line = true;
    DL_APPEND(gate->waiting, tls);
    uv_idle_start(&gate->idle, on_idle);
}

static void leave_line(struct tls_transport *tls)
{
    if (tls->is_in_line)
        DL_DELETE(gate_of(tls)->waiting, tls);
    tls->is_in_line = false;
}

static uint64_t *row_of(struct tls_gate *gate, uint64_t place)
{
    /* Multiplication spreads the salted number over the upper bits. */
    uint64_t mixed = (place ^ gate->salt) * UINT64_C(0x9e3779b97f4a7c15);
    return &gate->free_us[mixed >> 52];
}
_Static_assert(TLS_PLACES == 1 << (64 - 52), "the upper bits name a row");

/* Counts a handshake for the place, if it has one left (GCRA). */
static bool may_shake(struct tls_gate *gate, uint64_t place)
{
    uint64_t now_us = uv_now(gate->idle.loop) * 1000;
    uint64_t *free_us = row_of(gate, place);
    uint64_t begin_us = *free_us > now_us ? *free_us : now_us;
    uint64_t end_us = begin_us + 1000000 / gate->handshakes_a_second;
    if (end_us - now_us > 1000000)
        return false;
    *free_us = end_us;
    return true;
}

static void let_in(struct tls_transport *tls)
{
    leave_line(tls);
    tls->is_let_in = true;
    gate_of(tls)->handshakes++;
    if (transport_start(tls->inner, &inner_user, tls) != 0)
        tell_broken(tls);
}

static void move_back(struct tls_gate *gate, struct tls_transport *tls)
{
    DL_DELETE(gate->waiting, tls);
    DL_APPEND(gate->waiting, tls);
}

static void on_look_again(uv_timer_t *timer)
{
    struct tls_gate *gate = timer->data;
    if (gate->waiting != NULL)
        uv_idle_start(&gate->idle, on_idle);
}

/* Those whose place has had enough go behind the others. */
static void on_idle(uv_idle_t *idle)
{
    struct tls_gate *gate = idle->data;
    size_t begun = 0;
    for (int i = 0; i < LOOKS_A_TURN && gate->waiting != NULL && begun < TLS_HANDSHAKES_A_TURN;
         i++) {
        struct tls_transport *first = gate->waiting;
        if (first->is_let_in) {
            leave_line(first);
            tell_ended(first);
        } else if (may_shake(gate, transport_origin(first->inner).place)) {
            let_in(first);
            begun++;
        } else {
            move_back(gate, first);
        }
    }
    if (gate->waiting == NULL || begun == 0)
        uv_idle_stop(idle);
    if (gate->waiting != NULL && begun == 0)
        uv_timer_start(&gate->timer, on_look_again, LOOK_AGAIN_MS, 0);
}

void tls_gate_init(struct tls_gate *gate, uv_loop_t *loop, uint32_t handshakes_a_second,
                   uint64_t salt)
{
    memset(gate, 0, sizeof(*gate));
    gate->handshakes_a_second = handshakes_a_second;
    gate->salt = salt;
    uv_idle_init(loop, &gate->idle);
    uv_timer_init(loop, &gate->timer);
    gate->idle.data = gate;
    gate->timer.data = gate;
}

bool tls_gate_load(struct tls_gate *gate, const char *chain_file, const char *key_file,
                   char message_out[TLS_MESSAGE_SIZE])
{
    struct tls_context *context = tls_context_of_server(chain_file, key_file, message_out);
    if (context == NULL)
        return false;
    tls_context_free(gate->context);
    gate->context = context;
    return true;
}

void tls_gate_deinit(struct tls_gate *gate)
{
    tls_context_free(gate->context);
    gate->context = NULL;
}

/* ------------------------------------------------------------------ its calls */

static int tls_start(struct transport *transport)
{
    struct tls_transport *tls = of(transport);
    tls->is_stopped = false;
    if (tls->has_ended)
        wait_in_line(tls); /* it is told again */
    return transport_start(tls->inner, &inner_user, tls);
}

static void tls_stop(struct transport *transport)
{
    struct tls_transport *tls = of(transport);
    tls->is_stopped = true;
    leave_line(tls);
    /* What was fed and is unused is given back when hear() has returned. */
    transport_stop(tls->inner, NULL, 0);
}

static void tls_close(struct transport *transport, enum transport_end end)
{
    struct tls_transport *tls = of(transport);
    leave_line(tls);
    tls->is_closed = true;
    transport_close(tls->inner, end);
}

static struct origin tls_origin(const struct transport *transport)
{
    return transport_origin(((const struct tls_transport *)transport)->inner);
}

static int64_t tls_round_trip_ms(const struct transport *transport)
{
    return transport_round_trip_ms(((const struct tls_transport *)transport)->inner);
}

struct transport *transport_tls_new(struct transport *take_inner)
{
    static const struct transport_calls calls = {.start = tls_start,
                                                 .stop = tls_stop,
                                                 .try_write = tls_try_write,
                                                 .write = tls_write_all,
                                                 .shut = tls_shut,
                                                 .close = tls_close,
                                                 .origin = tls_origin,
                                                 .round_trip_ms = tls_round_trip_ms};
    struct tls_transport *tls = mem_zero(sizeof(*tls));
    tls->base.calls = &calls;
    tls->base.home = take_inner->home;
    tls->inner = take_inner;
    return &tls->base;
}
