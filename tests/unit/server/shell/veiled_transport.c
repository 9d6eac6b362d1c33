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
    char *written; /* what the inner transport was left to write, NULL: nothing */
};

static struct veiled *of(struct transport *transport)
{
    return (struct veiled *)transport;
}

/* Veils up to `size` bytes of the pieces; returns how many. */
static size_t veil(const uv_buf_t *pieces, size_t count, char *out, size_t size)
{
    size_t len = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t at = 0; at < pieces[i].len && len < size; at++)
            out[len++] = (char)(pieces[i].base[at] ^ VEIL);
    return len;
}

/* ------------------------------------------------------------------ what the inner one tells */

static void on_bytes(void *ctx, const char *bytes, size_t len)
{
    struct veiled *veiled = ctx;
    const uv_buf_t piece = uv_buf_init((char *)bytes, (unsigned)len);
    char *open = malloc(len);
    (void)veil(&piece, 1, open, len);
    veiled->base.user->bytes(veiled->base.ctx, open, len);
    free(open);
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
    free(veiled->written);
    veiled->written = NULL;
    veiled->base.user->written(veiled->base.ctx, is_gone);
}

static void on_closed(void *ctx)
{
    struct veiled *veiled = ctx;
    veiled->base.user->closed(veiled->base.ctx);
    free(veiled->written);
    free(veiled);
}

/* ------------------------------------------------------------------ its calls */

static int veiled_start(struct transport *transport)
{
    static const struct transport_user user = {.bytes = on_bytes,
                                               .ended = on_ended,
                                               .broken = on_broken,
                                               .written = on_written,
                                               .closed = on_closed};
    return transport_start(of(transport)->inner, &user, transport);
}

static ssize_t veiled_try_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    char part[PART];
    size_t len = veil(pieces, count, part, sizeof(part));
    const uv_buf_t piece = uv_buf_init(part, (unsigned)len);
    return transport_try_write(of(transport)->inner, &piece, 1);
}

static bool veiled_write(struct transport *transport, const uv_buf_t *pieces, size_t count)
{
    struct veiled *veiled = of(transport);
    uv_buf_t piece = {.len = 0};
    for (size_t i = 0; i < count; i++)
        piece.len += pieces[i].len;
    veiled->written = malloc(piece.len);
    piece.base = veiled->written;
    (void)veil(pieces, count, piece.base, piece.len);
    return transport_write(veiled->inner, &piece, 1);
}

static bool veiled_shut(struct transport *transport)
{
    return transport_shut(of(transport)->inner);
}

static void veiled_close(struct transport *transport, enum transport_end end)
{
    transport_close(of(transport)->inner, end);
}

static struct origin veiled_origin(const struct transport *transport)
{
    return transport_origin(((const struct veiled *)transport)->inner);
}

struct transport *transport_veiled_new(struct transport *take_inner)
{
    static const struct transport_calls calls = {.start = veiled_start,
                                                 .try_write = veiled_try_write,
                                                 .write = veiled_write,
                                                 .shut = veiled_shut,
                                                 .close = veiled_close,
                                                 .origin = veiled_origin};
    struct veiled *veiled = calloc(1, sizeof(*veiled));
    if (veiled == NULL)
        abort();
    veiled->base.calls = &calls;
    veiled->inner = take_inner;
    return &veiled->base;
}
