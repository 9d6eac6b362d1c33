/* SPDX-License-Identifier: MIT */
/*
 * See the header.
 */
#include "tests/unit/server/shell/veiled_transport.h"

#include <stdlib.h>
#include <string.h>

#define PART 4096

struct veiled {
    struct transport base;
    struct transport *inner;
    char veil;
    char *written; /* what the inner transport was left to write, NULL: nothing */
    char sign;     /* that came: it hands over when all before is written; 0: none */
    char veiled_sign;
    bool is_sign_sent;
    bool is_shut; /* its user has said the last word since the sign */
    bool is_closed;
};

static struct veiled *of(struct transport *transport)
{
    return (struct veiled *)transport;
}

/* Veils up to `size` bytes of the pieces; returns how many. */
static size_t veil(char veil, const uv_buf_t *pieces, size_t count, char *out, size_t size)
{
    size_t len = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t at = 0; at < pieces[i].len && len < size; at++)
            out[len++] = (char)(pieces[i].base[at] ^ veil);
    return len;
}

static struct transport *veiled_new(struct transport *take_inner, char veil);

/* ------------------------------------------------------------------ handing over */

/* Gives the user to the next. What the user has begun to write since the sign has not gone. */
static void move(struct veiled *veiled)
{
    struct transport *inner = veiled->inner;
    const struct transport *base = &veiled->base;
    if (veiled->is_shut)
        (void)transport_shut(inner);
    base->user->moved(base->ctx, veiled->sign == SIGN_BARE ? inner : veiled_new(inner, OTHER_VEIL));
    free(veiled);
}

/* Gives the sign back, behind all that was written before; then it moves. */
static void answer_sign(struct veiled *veiled)
{
    veiled->veiled_sign = (char)(veiled->sign ^ veiled->veil);
    const uv_buf_t piece = uv_buf_init(&veiled->veiled_sign, 1);
    ssize_t sent = transport_try_write(veiled->inner, &piece, 1);
    veiled->is_sign_sent = true;
    if (sent == 1)
        move(veiled);
    else if (sent < 0 || !transport_write(veiled->inner, &piece, 1))
        veiled->base.user->broken(veiled->base.ctx);
}

/* ------------------------------------------------------------------ what the inner one tells */

/* The length of what is in front of the first sign. */
static size_t until_sign(const char *bytes, size_t len)
{
    size_t at = 0;
    while (at < len && bytes[at] != SIGN_BARE && bytes[at] != SIGN_OTHER)
        at++;
    return at;
}

/* The rest is not veiled as this one veils, if at all. */
static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct veiled *veiled = ctx;
    const uv_buf_t piece = uv_buf_init((char *)bytes, (unsigned)len);
    char *open = malloc(len);
    (void)veil(veiled->veil, &piece, 1, open, len);
    size_t mine = until_sign(open, len);
    char sign = '\0';
    if (mine < len) {
        sign = open[mine];
        transport_stop(veiled->inner, bytes + mine + 1, len - mine - 1);
    }
    if (mine > 0)
        veiled->base.user->bytes(veiled->base.ctx, open, mine);
    free(open);
    if (sign == '\0' || veiled->is_closed)
        return;
    veiled->sign = sign;
    if (veiled->written == NULL)
        answer_sign(veiled);
}

static void on_ended(void *ctx)
{
    const struct veiled *veiled = ctx;
    veiled->base.user->ended(veiled->base.ctx);
}

static void on_broken(void *ctx)
{
    const struct veiled *veiled = ctx;
    veiled->base.user->broken(veiled->base.ctx);
}

static void on_written(void *ctx, bool is_gone)
{
    struct veiled *veiled = ctx;
    if (veiled->is_sign_sent) {
        is_gone ? move(veiled) : veiled->base.user->broken(veiled->base.ctx);
        return;
    }
    free(veiled->written);
    veiled->written = NULL;
    veiled->base.user->written(veiled->base.ctx, is_gone);
    if (veiled->sign != '\0' && is_gone && !veiled->is_closed)
        answer_sign(veiled);
}

static void on_closed(void *ctx)
{
    struct veiled *veiled = ctx;
    veiled->base.user->closed(veiled->base.ctx);
    free(veiled->written);
    free(veiled);
}

/* ------------------------------------------------------------------ its calls */

static const struct transport_user inner_user = {.bytes = on_bytes,
                                                 .ended = on_ended,
                                                 .broken = on_broken,
                                                 .written = on_written,
                                                 .closed = on_closed};

static int veiled_start(struct transport *transport)
{
    return transport_start(of(transport)->inner, &inner_user, transport);
}

static void veiled_stop(struct transport *transport)
{
    transport_stop(of(transport)->inner, NULL, 0);
}

static ssize_t veiled_try_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    struct veiled *veiled = of(transport);
    char part[PART];
    if (veiled->sign != '\0')
        return 0;
    size_t len = veil(veiled->veil, pieces, count, part, sizeof(part));
    const uv_buf_t piece = uv_buf_init(part, (unsigned)len);
    return transport_try_write(veiled->inner, &piece, 1);
}

/* What comes behind the sign waits for the next, to which the user gives it. */
static bool veiled_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    struct veiled *veiled = of(transport);
    uv_buf_t piece = {.len = 0};
    if (veiled->sign != '\0')
        return true;
    for (size_t i = 0; i < count; i++)
        piece.len += pieces[i].len;
    veiled->written = malloc(piece.len);
    piece.base = veiled->written;
    (void)veil(veiled->veil, pieces, count, piece.base, piece.len);
    return transport_write(veiled->inner, &piece, 1);
}

static bool veiled_shut(struct transport *transport)
{
    struct veiled *veiled = of(transport);
    veiled->is_shut = veiled->sign != '\0';
    return veiled->is_shut || transport_shut(veiled->inner);
}

static void veiled_close(struct transport *transport, enum transport_end end)
{
    of(transport)->is_closed = true;
    transport_close(of(transport)->inner, end);
}

static struct origin veiled_origin(const struct transport *transport)
{
    return transport_origin(((const struct veiled *)transport)->inner);
}

static struct transport *veiled_new(struct transport *take_inner, char veil)
{
    static const struct transport_calls calls = {.start = veiled_start,
                                                 .stop = veiled_stop,
                                                 .try_write = veiled_try_write,
                                                 .write = veiled_write,
                                                 .shut = veiled_shut,
                                                 .close = veiled_close,
                                                 .origin = veiled_origin};
    struct veiled *veiled = calloc(1, sizeof(*veiled));
    if (veiled == NULL)
        abort();
    veiled->base.calls = &calls;
    veiled->base.home = take_inner->home;
    veiled->inner = take_inner;
    veiled->veil = veil;
    return &veiled->base;
}

struct transport *transport_veiled_new(struct transport *take_inner)
{
    return veiled_new(take_inner, VEIL);
}
