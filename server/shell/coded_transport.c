/* SPDX-License-Identifier: MIT */
#include "server/shell/coded_transport.h"

#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

void coded_init(struct coded *coded, struct transport *take_inner,
                const struct transport_calls *calls, const struct coded_calls *code,
                const struct transport_user *inner_user)
{
    if (take_inner->user == NULL) {
        take_inner->user = inner_user;
        take_inner->ctx = coded;
    }
    coded->base.calls = calls;
    coded->base.home = take_inner->home;
    coded->inner = take_inner;
    coded->code = code;
}

void coded_deinit(struct coded *coded)
{
    free(coded->flight);
}

/* ------------------------------------------------------------------ telling */

void coded_tell_broken(struct coded *coded)
{
    if (coded->is_broken || coded->is_closed)
        return;
    coded->is_broken = true;
    if (!coded->is_stopped) /* else starting it again fails */
        coded->base.user->broken(coded->base.ctx);
}

void coded_tell_ended(struct coded *coded)
{
    coded->has_ended = true;
    coded->base.user->ended(coded->base.ctx);
}

void coded_on_broken(void *coded)
{
    coded_tell_broken(coded);
}

/* ------------------------------------------------------------------ output */

/* Leaves to the inner transport what is to go out, if nothing is on its way. False: broken. */
static bool fly(struct coded *coded)
{
    size_t len;
    if (coded->flight != NULL)
        return true;
    coded->flight = coded->code->take_output(coded, &len);
    if (coded->flight == NULL)
        return true;
    const uv_buf_t piece = uv_buf_init(coded->flight, (unsigned)len);
    return transport_write(coded->inner, &piece, 1);
}

/* The same, but first as much as goes at once. */
bool coded_push(struct coded *coded)
{
    size_t len;
    if (coded->flight != NULL)
        return true;
    char *output = coded->code->take_output(coded, &len);
    if (output == NULL)
        return true;
    const uv_buf_t whole = uv_buf_init(output, (unsigned)len);
    ssize_t sent = transport_try_write(coded->inner, &whole, 1);
    if (sent < 0 || (size_t)sent == len) {
        free(output);
        return sent >= 0;
    }
    coded->flight = output;
    const uv_buf_t rest = uv_buf_init(output + sent, (unsigned)(len - (size_t)sent));
    return transport_write(coded->inner, &rest, 1);
}

/* Copies of the pieces, from `skip` on, as much as is encoded at once; returns how many bytes. */
static size_t gather(const struct coded *coded, const uv_buf_t *pieces, size_t count, size_t skip)
{
    char *out = coded->base.home->gathered;
    size_t len = 0;
    for (size_t i = 0; i < count && len < TRANSPORT_GATHERED; i++) {
        if (skip >= pieces[i].len) {
            skip -= pieces[i].len;
            continue;
        }
        size_t part = pieces[i].len - skip;
        if (part > TRANSPORT_GATHERED - len)
            part = TRANSPORT_GATHERED - len;
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

/* Takes the plain bytes of what has gone meanwhile, as far as they are offered. */
static size_t take_coded(struct coded *coded, size_t offered)
{
    size_t len = coded->coded_len < offered ? coded->coded_len : offered;
    coded->coded_len -= len;
    return len;
}

static bool encode(struct coded *coded, size_t len)
{
    return coded->code->encode(coded, coded->base.home->gathered, len);
}

ssize_t coded_try_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    struct coded *coded = (struct coded *)transport;
    size_t offered = size_of(pieces, count);
    assert(!coded->is_asked);
    if (coded->is_broken)
        return -1;
    if (!coded->code->is_open(coded) || coded->flight != NULL)
        return 0;
    size_t taken = take_coded(coded, offered);
    while (taken < offered && coded->flight == NULL) {
        size_t len = gather(coded, pieces, count, taken);
        if (!encode(coded, len) || !coded_push(coded))
            return -1;
        if (coded->flight != NULL)
            coded->coded_len = len;
        else
            taken += len;
    }
    return (ssize_t)taken;
}

/* Drops the first bytes of what was asked to be written. */
static void skip_asked(struct coded *coded, size_t len)
{
    for (size_t i = 0; i < coded->asked_count && len > 0; i++) {
        size_t part = coded->asked[i].len < len ? coded->asked[i].len : len;
        coded->asked[i].base += part;
        coded->asked[i].len -= part;
        len -= part;
    }
}

/* Goes on with transport_write(): a part at a time, which the inner one is left to write, so that
 * the end of it is always told later. With nothing left to encode it writes nothing, for the same
 * reason. */
static bool go_on(struct coded *coded)
{
    static char nothing[1];
    skip_asked(coded, take_coded(coded, size_of(coded->asked, coded->asked_count)));
    size_t len = gather(coded, coded->asked, coded->asked_count, 0);
    skip_asked(coded, len);
    if (!encode(coded, len) || !fly(coded))
        return false;
    if (coded->flight != NULL)
        return true;
    coded->flight = mem_alloc(1);
    const uv_buf_t piece = uv_buf_init(nothing, 0);
    return transport_write(coded->inner, &piece, 1);
}

bool coded_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    struct coded *coded = (struct coded *)transport;
    assert(!coded->is_asked && count <= CODED_PIECES_MAX);
    if (coded->is_broken)
        return false;
    memcpy(coded->asked, pieces, count * sizeof(*pieces));
    coded->asked_count = count;
    coded->is_asked = true;
    return !coded->code->is_open(coded) || coded->flight != NULL || go_on(coded);
}

bool coded_open(struct coded *coded)
{
    return coded_push(coded) && (!coded->is_asked || coded->flight != NULL || go_on(coded));
}

/* ------------------------------------------------------------------ the end */

static bool say_end(struct coded *coded)
{
    coded->code->say_end(coded);
    return coded_push(coded) && (coded->flight != NULL || transport_shut(coded->inner));
}

/* Behind what is still on its way. */
bool coded_shut(struct transport *transport)
{
    struct coded *coded = (struct coded *)transport;
    if (coded->is_broken)
        return false;
    coded->is_shut = true;
    return coded->flight != NULL || say_end(coded);
}

/* Does what waited for the flight's end. False: broken. */
static bool resume(struct coded *coded)
{
    if (!fly(coded))
        return false;
    if (coded->flight != NULL)
        return true;
    if (coded->is_shut)
        return say_end(coded);
    if (!coded->is_asked || !coded->code->is_open(coded))
        return true;
    if (coded->coded_len > 0 || size_of(coded->asked, coded->asked_count) > 0)
        return go_on(coded);
    coded->is_asked = false;
    coded->base.user->written(coded->base.ctx, true);
    return true;
}

void coded_on_written(void *ctx, bool is_gone)
{
    struct coded *coded = ctx;
    free(coded->flight);
    coded->flight = NULL;
    if (coded->is_closed || (is_gone && resume(coded)))
        return;
    if (!coded->is_asked) {
        coded_tell_broken(coded);
        return;
    }
    coded->is_asked = false;
    coded->is_broken = true;
    coded->base.user->written(coded->base.ctx, false);
}

void coded_close(struct transport *transport, enum transport_end end)
{
    struct coded *coded = (struct coded *)transport;
    coded->is_closed = true;
    transport_close(coded->inner, end);
}

struct origin coded_origin(const struct transport *transport)
{
    return transport_origin(((const struct coded *)transport)->inner);
}

int coded_start(struct coded *coded, const struct transport_user *user)
{
    if (coded->is_broken)
        return -EPIPE;
    coded->is_stopped = false;
    return transport_start(coded->inner, user, coded);
}

int64_t coded_round_trip_ms(const struct transport *transport)
{
    return transport_round_trip_ms(((const struct coded *)transport)->inner);
}
