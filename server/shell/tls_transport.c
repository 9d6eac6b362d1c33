/* SPDX-License-Identifier: MIT */
/*
 * TLS over another transport, and the gate. Output is that of coded_transport.h: a record at a
 * time.
 */
#include "server/shell/tls_transport.h"

#include "base/memory.h"
#include "server/shell/coded_transport.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

/* Those of the waiting that are looked at in a turn, and when to look again if none may come. */
#define LOOKS_A_TURN 64
#define LOOK_AGAIN_MS 20
/* Records of one connection in a turn: tiny ones cost as much as large ones. */
#define RECORDS_A_TURN 256
/* Bytes of TLS itself (answers to new keys) that may wait for one that does not read. */
#define ANSWERS_MAX 32768
_Static_assert(TRANSPORT_GATHERED <= TLS_RECORD_MAX, "what is gathered is one record");

enum tls_place {
    TLS_NOWHERE,
    TLS_WAITING, /* in gate->waiting: to be let in, or to be told of the end again */
    TLS_SHAKING, /* in gate->shaking */
};

struct tls_transport {
    struct coded coded;
    struct tls *tls; /* NULL before the handshake */
    char *word;      /* what came before its handshake may begin; NULL: nothing */
    size_t word_len;
    struct tls_transport *prev, *next; /* in one of the gate's lists */
    enum tls_place place;
    bool is_let_in; /* its handshake has begun */
};

static struct tls_gate *gate_of(const struct tls_transport *tls)
{
    return tls->coded.base.home->tls;
}

/* ------------------------------------------------------------------ output */

static bool is_open(const struct coded *coded)
{
    const struct tls_transport *tls = (const struct tls_transport *)coded;
    return tls->tls != NULL && tls_is_shaken(tls->tls);
}

static bool encode(struct coded *coded, const char *bytes, size_t len)
{
    return tls_write(((struct tls_transport *)coded)->tls, bytes, len);
}

static char *take_output(struct coded *coded, size_t *len_out)
{
    struct tls_transport *tls = (struct tls_transport *)coded;
    return tls->tls != NULL ? tls_take_output(tls->tls, len_out) : NULL;
}

static void say_end(struct coded *coded)
{
    const struct tls_transport *tls = (const struct tls_transport *)coded;
    if (tls->tls != NULL)
        tls_end(tls->tls);
}

static const struct coded_calls code = {
    .is_open = is_open, .encode = encode, .take_output = take_output, .say_end = say_end};

/* ------------------------------------------------------------------ the gate's lists */

static void on_idle(uv_idle_t *idle);

static void leave_gate(struct tls_transport *tls)
{
    struct tls_gate *gate = gate_of(tls);
    if (tls->place == TLS_WAITING)
        DL_DELETE(gate->waiting, tls);
    if (tls->place == TLS_SHAKING) {
        DL_DELETE(gate->shaking, tls);
        gate->shaking_count--;
    }
    tls->place = TLS_NOWHERE;
}

static void wait_in_line(struct tls_transport *tls)
{
    struct tls_gate *gate = gate_of(tls);
    tls->place = TLS_WAITING;
    DL_APPEND(gate->waiting, tls);
    uv_idle_start(&gate->idle, on_idle);
}

/* One handshake too many ends the one that has taken the longest. */
static void begin_to_shake(struct tls_transport *tls)
{
    struct tls_gate *gate = gate_of(tls);
    if (gate->shaking_count == TLS_SHAKING_MAX) {
        struct tls_transport *oldest = gate->shaking;
        leave_gate(oldest);
        coded_tell_broken(&oldest->coded);
    }
    tls->is_let_in = true;
    tls->place = TLS_SHAKING;
    DL_APPEND(gate->shaking, tls);
    gate->shaking_count++;
    gate->handshakes++;
}

/* ------------------------------------------------------------------ input */

/* Tells its user what is in the bytes that came, until it stops. False: it has had its turn. */
static bool hear(struct tls_transport *tls)
{
    int records = 0;
    struct coded *coded = &tls->coded;
    char *plain = gate_of(tls)->plain;
    size_t len;
    while (!coded->is_closed && !coded->is_stopped && !coded->has_ended) {
        switch (tls_read(tls->tls, plain, TLS_RECORD_MAX, &len)) {
        case TLS_MORE:
            if (!coded_push(coded) || tls_output_len(tls->tls) > ANSWERS_MAX)
                coded_tell_broken(coded);
            return true;
        case TLS_SHAKEN:
            leave_gate(tls);
            if (!coded_open(coded)) {
                coded_tell_broken(coded);
                return true;
            }
            break;
        case TLS_BYTES:
            coded->base.user->bytes(coded->base.ctx, plain, len);
            if (++records == RECORDS_A_TURN)
                return false;
            break;
        case TLS_ENDED:
            coded_tell_ended(coded);
            return true;
        case TLS_BROKEN:
            (void)coded_push(coded);
            coded_tell_broken(coded);
            return true;
        }
    }
    return true;
}

static const struct transport_user inner_user;

/* Lends the bytes to the connection, and gives back what is left when its user stops it, or when
 * others are to have their turn. */
static void decrypt(struct tls_transport *tls, const char *bytes, size_t len)
{
    struct coded *coded = &tls->coded;
    tls_feed(tls->tls, bytes, len);
    bool is_done = hear(tls);
    size_t unused = tls_unused(tls->tls, &bytes);
    if (coded->is_closed || coded->is_broken || (is_done && !coded->is_stopped))
        return;
    transport_stop(coded->inner, bytes, unused);
    if (!coded->is_stopped && transport_start(coded->inner, &inner_user, tls) != 0)
        coded_tell_broken(coded);
}

#define RECORD_HEAD 5 /* type, version and length (RFC 8446, 5.1) */
#define TYPE_HANDSHAKE 22

static bool has_first_word(const struct tls_transport *tls)
{
    const unsigned char *head = (const unsigned char *)tls->word;
    return tls->word_len >= RECORD_HEAD &&
           tls->word_len >= RECORD_HEAD + (size_t)(head[3] << 8 | head[4]);
}

#define HTTP_REFUSAL "This port speaks TLS (https).\n"

/* Says so to somebody who begins without TLS, a client of lines or of HTTP by its first byte; as
 * much as goes at once. */
static void refuse_plain(const struct tls_transport *tls, char first)
{
    static const char of_http[] =
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
        "Content-Length: 30\r\nConnection: close\r\n\r\n" HTTP_REFUSAL;
    _Static_assert(sizeof(HTTP_REFUSAL) - 1 == 30, "which Content-Length says");
    const char *words = first == '{'                   ? gate_of(tls)->refusal_of_plain
                        : first >= 'A' && first <= 'Z' ? of_http
                                                       : NULL;
    if (words == NULL)
        return;
    const uv_buf_t piece = uv_buf_init((char *)words, (unsigned)strlen(words));
    (void)transport_try_write(tls->coded.inner, &piece, 1);
}

/* Keeps the first record until it is whole: before that OpenSSL would have 47 KiB of its own. */
static void hear_first_word(struct tls_transport *tls, const char *bytes, size_t len)
{
    tls->word = mem_grow(tls->word, tls->word_len + len);
    memcpy(tls->word + tls->word_len, bytes, len);
    tls->word_len += len;
    const unsigned char *head = (const unsigned char *)tls->word;
    size_t record = tls->word_len < RECORD_HEAD ? 0 : (size_t)(head[3] << 8 | head[4]);
    if (head[0] != TYPE_HANDSHAKE || record > TLS_RECORD_MAX) {
        refuse_plain(tls, tls->word[0]);
        coded_tell_broken(&tls->coded);
    } else if (has_first_word(tls)) {
        transport_stop(tls->coded.inner, NULL, 0);
        wait_in_line(tls);
    }
}

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct tls_transport *tls = ctx;
    if (tls->is_let_in)
        decrypt(tls, bytes, len);
    else if (!tls->coded.is_broken)
        hear_first_word(tls, bytes, len);
}

/* A client that ends without saying so has ended: a message that is not whole is none. */
static void on_ended(void *ctx)
{
    struct tls_transport *tls = ctx;
    if (!is_open(&tls->coded))
        coded_tell_broken(&tls->coded);
    else if (!tls->coded.has_ended)
        coded_tell_ended(&tls->coded);
}

static void on_closed(void *ctx)
{
    struct tls_transport *tls = ctx;
    tls->coded.base.user->closed(tls->coded.base.ctx);
    tls_free(tls->tls);
    free(tls->word);
    coded_deinit(&tls->coded);
    free(tls);
}

static const struct transport_user inner_user = {.bytes = on_bytes,
                                                 .ended = on_ended,
                                                 .broken = coded_on_broken,
                                                 .written = coded_on_written,
                                                 .closed = on_closed};

/* ------------------------------------------------------------------ the gate */

/* In IPv6 a row is for 56 bits, which many providers give one customer. */
static uint64_t *row_of(struct tls_gate *gate, uint64_t place)
{
    /* Multiplication spreads the salted number over the upper bits. */
    bool is_ipv6 = place >> 33 != 0;
    uint64_t network = is_ipv6 ? place & ~UINT64_C(0xff) : place;
    uint64_t mixed = (network ^ gate->salt) * UINT64_C(0x9e3779b97f4a7c15);
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
    char *word = tls->word;
    size_t len = tls->word_len;
    leave_gate(tls);
    begin_to_shake(tls);
    tls->word = NULL;
    tls->tls = tls_open(gate_of(tls)->context, NULL);
    if (tls->tls == NULL) {
        coded_tell_broken(&tls->coded);
    } else {
        decrypt(tls, word, len);
        if (!tls->coded.is_stopped && !tls->coded.is_closed && !tls->coded.is_broken &&
            transport_start(tls->coded.inner, &inner_user, tls) != 0)
            coded_tell_broken(&tls->coded);
    }
    free(word);
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
            leave_gate(first);
            coded_tell_ended(&first->coded);
        } else if (may_shake(gate, transport_origin(first->coded.inner).place)) {
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
    struct tls_transport *tls = (struct tls_transport *)transport;
    const bool waits = !tls->is_let_in && tls->word != NULL && has_first_word(tls);
    if (tls->coded.has_ended || waits)
        wait_in_line(tls); /* an end is told again */
    if (!waits)
        return coded_start(&tls->coded, &inner_user);
    tls->coded.is_stopped = false;
    return 0;
}

static void tls_stop(struct transport *transport)
{
    struct tls_transport *tls = (struct tls_transport *)transport;
    tls->coded.is_stopped = true;
    if (tls->place == TLS_WAITING)
        leave_gate(tls);
    /* Unused bytes are given back when hear() has returned. */
    transport_stop(tls->coded.inner, NULL, 0);
}

static void tls_close(struct transport *transport, enum transport_end end)
{
    leave_gate((struct tls_transport *)transport);
    coded_close(transport, end);
}

struct transport *transport_tls_new(struct transport *take_inner)
{
    static const struct transport_calls calls = {.start = tls_start,
                                                 .stop = tls_stop,
                                                 .try_write = coded_try_write,
                                                 .write = coded_write,
                                                 .shut = coded_shut,
                                                 .close = tls_close,
                                                 .origin = coded_origin,
                                                 .round_trip_ms = coded_round_trip_ms};
    struct tls_transport *tls = mem_zero(sizeof(*tls));
    coded_init(&tls->coded, take_inner, &calls, &code, &inner_user);
    return &tls->coded.base;
}
