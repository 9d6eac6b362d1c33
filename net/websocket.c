/* SPDX-License-Identifier: MIT */
/*
 * WebSocket over wslay's frames. A frame context of wslay has a buffer of 4 KiB, so it is there
 * only while it has bytes of a frame that is not whole: those that it was given are counted against
 * those of the frames that it told. It is never given bytes behind the frame, which it would keep:
 * of a head the least that it has, then one byte at a time, and then the payload.
 */
#include "net/websocket.h"

#include "base/base64.h"
#include "base/memory.h"
#include "base/utf8.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <wslay/wslay.h>

#define CONTROL_MAX 125 /* bytes of a control frame (RFC 6455, 5.5) */
#define CLOSE_BYTES 2   /* of a close's code */
#define MASK_BYTES 4
#define HEAD_MIN (2 + MASK_BYTES)                   /* of every frame that is not wrong */
#define GUID "258EAFA5-E914-47DA-95CA-C5AB0DC85B11" /* RFC 6455, 1.3 */

/* A context of wslay, and whose bytes it reads. */
struct frames {
    wslay_frame_context_ptr context;
    struct websocket *reader;
    struct frames *next; /* in the pool */
};

/* Those that nobody has, so many at the most. */
#define POOL_MAX 16

struct websocket_pool {
    struct frames *first;
    size_t count;
};

struct websocket {
    struct websocket_pool *pool;
    size_t longest;
    struct frames *frames; /* NULL: it has no bytes of a frame */
    const char *input;     /* lent */
    size_t input_len;
    uint64_t given, told; /* bytes, by the frame context since it is there */
    uint64_t left;        /* payload of the frame under way that was not told yet */
    uint8_t opcode;       /* of that frame */
    bool is_last;         /* that frame ends its message, or is a control frame */
    bool is_in_frame;
    bool is_in_message; /* the first frame was there, and the last one is not whole */
    bool is_broken;
    bool is_closing;   /* a close was sent */
    bool has_message;  /* `message` was read, and goes at the next call */
    const char *whole; /* a message that is one frame, as wslay has it; NULL: it is none */
    char *message;     /* of which the first `message_len` bytes have come; NULL: none */
    size_t message_len;
    struct utf8_parts text; /* of the message */
    char control[CONTROL_MAX];
    uint8_t control_len;
    bool has_pong;
    uint8_t pong_len;
    char pong[CONTROL_MAX];
    bool has_close;
    uint16_t close_code; /* 0: it says none */
    uint16_t why;        /* the code of the close, whatever was to be said; 0: nothing is wrong */
};

/* ------------------------------------------------------------------ what wslay reads */

static ssize_t on_recv(uint8_t *out, size_t size, int flags, void *ctx)
{
    const struct frames *frames = ctx;
    struct websocket *websocket = frames->reader;
    size_t most = websocket->is_in_frame && websocket->left < size ? (size_t)websocket->left : size;
    size_t len = websocket->is_in_frame ? most : websocket->given == websocket->told ? HEAD_MIN : 1;
    (void)flags;
    if (len > websocket->input_len)
        len = websocket->input_len;
    if (len == 0)
        return -1;
    memcpy(out, websocket->input, len);
    websocket->input += len;
    websocket->input_len -= len;
    websocket->given += len;
    return (ssize_t)len;
}

static void frames_free(struct frames *frames)
{
    wslay_frame_context_free(frames->context);
    free(frames);
}

static struct frames *frames_new(void)
{
    static const struct wslay_frame_callbacks callbacks = {.recv_callback = on_recv};
    struct frames *frames = mem_zero(sizeof(*frames));
    if (wslay_frame_context_init(&frames->context, &callbacks, frames) == 0)
        return frames;
    free(frames);
    return NULL;
}

static bool open_frames(struct websocket *websocket)
{
    struct websocket_pool *pool = websocket->pool;
    struct frames *frames = pool->first;
    if (frames != NULL) {
        pool->first = frames->next;
        pool->count--;
    } else {
        frames = frames_new();
    }
    websocket->frames = frames;
    websocket->given = websocket->told = 0;
    if (frames != NULL)
        frames->reader = websocket;
    return frames != NULL;
}

/* Only one between two frames is any good for others. */
static void close_frames(struct websocket *websocket)
{
    struct websocket_pool *pool = websocket->pool;
    struct frames *frames = websocket->frames;
    websocket->frames = NULL;
    if (frames == NULL)
        return;
    if (websocket->is_broken || websocket->is_in_frame || websocket->given != websocket->told ||
        pool->count == POOL_MAX) {
        frames_free(frames);
        return;
    }
    frames->next = pool->first;
    pool->first = frames;
    pool->count++;
}

struct websocket_pool *websocket_pool_new(void)
{
    return mem_zero(sizeof(struct websocket_pool));
}

void websocket_pool_free(struct websocket_pool *pool)
{
    struct frames *next;
    if (pool == NULL)
        return;
    for (struct frames *frames = pool->first; frames != NULL; frames = next) {
        next = frames->next;
        frames_free(frames);
    }
    free(pool);
}

static size_t head_len(uint64_t payload)
{
    size_t extended = payload > UINT16_MAX ? 8 : payload > CONTROL_MAX ? 2 : 0;
    return 2 + extended + MASK_BYTES;
}

/* ------------------------------------------------------------------ life */

struct websocket *websocket_new(struct websocket_pool *pool, size_t longest)
{
    struct websocket *websocket = mem_zero(sizeof(*websocket));
    websocket->pool = pool;
    websocket->longest = longest;
    return websocket;
}

static void drop_message(struct websocket *websocket)
{
    free(websocket->message);
    websocket->message = NULL;
    websocket->message_len = 0;
    websocket->whole = NULL;
    websocket->has_message = false;
    websocket->text = (struct utf8_parts){0};
}

void websocket_free(struct websocket *websocket)
{
    if (websocket == NULL)
        return;
    close_frames(websocket);
    drop_message(websocket);
    free(websocket);
}

void websocket_feed(struct websocket *websocket, const char *bytes, size_t len)
{
    websocket->input = bytes;
    websocket->input_len = len;
}

static void stop_hearing(struct websocket *websocket)
{
    websocket->is_broken = true;
    websocket->input_len = 0;
    close_frames(websocket);
    drop_message(websocket);
}

static void say_close(struct websocket *websocket, uint16_t code)
{
    if (websocket->is_closing)
        return;
    websocket->is_closing = true;
    websocket->has_close = true;
    websocket->close_code = code;
}

static enum websocket_status give_up(struct websocket *websocket, enum websocket_code code)
{
    stop_hearing(websocket);
    websocket_close(websocket, code);
    return WEBSOCKET_BROKEN;
}

/* ------------------------------------------------------------------ control frames */

/* Codes that may stand in a close (RFC 6455, 7.4.2, and the registry of IANA). */
static bool is_code(unsigned code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

static enum websocket_status on_close(struct websocket *websocket)
{
    const unsigned char *bytes = (const unsigned char *)websocket->control;
    size_t len = websocket->control_len;
    unsigned code = len >= CLOSE_BYTES ? (unsigned)bytes[0] << 8 | bytes[1] : 0;
    if (len == 1 || (len > 0 && !is_code(code)))
        return give_up(websocket, WEBSOCKET_PROTOCOL);
    if (len > CLOSE_BYTES && !utf8_is_valid(websocket->control + CLOSE_BYTES, len - CLOSE_BYTES))
        return give_up(websocket, WEBSOCKET_NOT_UTF8);
    stop_hearing(websocket);
    say_close(websocket, (uint16_t)code); /* the answer echoes it (5.5.1) */
    return WEBSOCKET_ENDED;
}

static enum websocket_status on_control(struct websocket *websocket)
{
    if (websocket->opcode == WSLAY_CONNECTION_CLOSE)
        return on_close(websocket);
    if (websocket->opcode == WSLAY_PING) {
        websocket->has_pong = true;
        websocket->pong_len = websocket->control_len;
        memcpy(websocket->pong, websocket->control, websocket->control_len);
    }
    return WEBSOCKET_MORE;
}

/* ------------------------------------------------------------------ frames */

/* Checks the head of a frame; 0 if it is right, or the code of the close. */
static unsigned begin_frame(struct websocket *websocket, const struct wslay_frame_iocb *frame)
{
    bool is_control = wslay_is_ctrl_frame(frame->opcode);
    if (frame->rsv != 0 || frame->mask == 0)
        return WEBSOCKET_PROTOCOL;
    if (is_control
            ? (frame->opcode > WSLAY_PONG || frame->fin == 0 || frame->payload_length > CONTROL_MAX)
            : frame->opcode > WSLAY_BINARY_FRAME)
        return WEBSOCKET_PROTOCOL;
    if (!is_control && (frame->opcode == WSLAY_CONTINUATION_FRAME) != websocket->is_in_message)
        return WEBSOCKET_PROTOCOL;
    if (frame->opcode == WSLAY_BINARY_FRAME)
        return WEBSOCKET_NO_TEXT;
    websocket->opcode = frame->opcode;
    websocket->is_last = frame->fin != 0;
    websocket->is_in_frame = true;
    websocket->left = frame->payload_length;
    websocket->told += head_len(frame->payload_length);
    websocket->control_len = 0;
    if (!is_control)
        websocket->is_in_message = true;
    return 0;
}

/* Takes a part of the payload. False: it is no text. */
static bool take(struct websocket *websocket, const struct wslay_frame_iocb *frame)
{
    size_t len = frame->data_length;
    websocket->told += len;
    websocket->left -= len;
    if (wslay_is_ctrl_frame(websocket->opcode)) {
        memcpy(websocket->control + websocket->control_len, frame->data, len);
        websocket->control_len = (uint8_t)(websocket->control_len + len);
        return true;
    }
    bool is_end = websocket->left == 0 && websocket->is_last;
    if (len > 0 && is_end && websocket->message == NULL) {
        websocket->whole = (const char *)frame->data;
        websocket->message_len = len;
    } else if (len > 0) {
        websocket->message = mem_grow(websocket->message, websocket->message_len + len);
        memcpy(websocket->message + websocket->message_len, frame->data, len);
        websocket->message_len += len;
    }
    return utf8_go_on(&websocket->text, (const char *)frame->data, len) &&
           (!is_end || websocket->text.left == 0);
}

/* A frame that is whole. */
static enum websocket_status end_frame(struct websocket *websocket)
{
    websocket->is_in_frame = false;
    if (wslay_is_ctrl_frame(websocket->opcode))
        return on_control(websocket);
    if (!websocket->is_last)
        return WEBSOCKET_MORE;
    websocket->is_in_message = false;
    websocket->has_message = true;
    return WEBSOCKET_MESSAGE;
}

/* The next part of a frame; MORE: there is none yet, or it was one that tells nothing. */
static enum websocket_status step(struct websocket *websocket, bool *is_dry_out)
{
    struct wslay_frame_iocb frame;
    ssize_t len = wslay_frame_recv(websocket->frames->context, &frame);
    *is_dry_out = len == WSLAY_ERR_WANT_READ && websocket->input_len == 0;
    if (len == WSLAY_ERR_WANT_READ)
        return WEBSOCKET_MORE;
    unsigned code = len < 0                  ? WEBSOCKET_PROTOCOL
                    : websocket->is_in_frame ? 0
                                             : begin_frame(websocket, &frame);
    if (code != 0)
        return give_up(websocket, (enum websocket_code)code);
    if (!wslay_is_ctrl_frame(websocket->opcode) &&
        websocket->left > websocket->longest - websocket->message_len) {
        stop_hearing(websocket);
        websocket->why = WEBSOCKET_TOO_LARGE;
        return WEBSOCKET_TOO_LONG;
    }
    if (!take(websocket, &frame)) {
        websocket->is_broken = true;
        websocket->input_len = 0;
        websocket->why = WEBSOCKET_NOT_UTF8;
        websocket->has_message = true; /* until the next call */
        return WEBSOCKET_NOT_TEXT;
    }
    return websocket->left == 0 ? end_frame(websocket) : WEBSOCKET_MORE;
}

enum websocket_status websocket_read(struct websocket *websocket, const char **message_out,
                                     size_t *len_out)
{
    enum websocket_status status = WEBSOCKET_MORE;
    bool is_dry = false;
    if (websocket->has_message)
        drop_message(websocket);
    if (websocket->is_broken || (websocket->frames == NULL && !open_frames(websocket)))
        return give_up(websocket, WEBSOCKET_PROTOCOL);
    while (status == WEBSOCKET_MORE && !is_dry)
        status = step(websocket, &is_dry);
    if (status == WEBSOCKET_MORE && !websocket->is_in_frame && websocket->given == websocket->told)
        close_frames(websocket);
    *message_out = websocket->whole != NULL     ? websocket->whole
                   : websocket->message != NULL ? websocket->message
                                                : "";
    *len_out = websocket->message_len;
    return status;
}

/* ------------------------------------------------------------------ what goes out */

void websocket_close(struct websocket *websocket, enum websocket_code code)
{
    say_close(websocket, websocket->why != 0 ? websocket->why : (uint16_t)code);
}

bool websocket_is_closing(const struct websocket *websocket)
{
    return websocket->is_closing;
}

size_t websocket_head(char out[WEBSOCKET_HEAD_MAX], size_t len, bool is_first, bool is_last)
{
    size_t bytes = len > UINT16_MAX ? 8 : 2;
    out[0] =
        (char)((is_last ? 0x80 : 0) | (is_first ? WSLAY_TEXT_FRAME : WSLAY_CONTINUATION_FRAME));
    if (len <= CONTROL_MAX) {
        out[1] = (char)len;
        return 2;
    }
    out[1] = bytes == 2 ? 126 : 127;
    for (size_t i = 0; i < bytes; i++)
        out[2 + i] = (char)((uint64_t)len >> (8 * (bytes - 1 - i)));
    return 2 + bytes;
}

static size_t put_control(char *out, uint8_t opcode, const char *bytes, size_t len)
{
    out[0] = (char)(0x80 | opcode);
    out[1] = (char)len;
    memcpy(out + 2, bytes, len);
    return 2 + len;
}

char *websocket_take_output(struct websocket *websocket, size_t *len_out)
{
    char frames[2 * (2 + CONTROL_MAX)];
    size_t len = 0;
    if (websocket->has_pong)
        len += put_control(frames, WSLAY_PONG, websocket->pong, websocket->pong_len);
    if (websocket->has_close) {
        const char code[CLOSE_BYTES] = {(char)(websocket->close_code >> 8),
                                        (char)websocket->close_code};
        len += put_control(frames + len, WSLAY_CONNECTION_CLOSE, code,
                           websocket->close_code != 0 ? sizeof(code) : 0);
    }
    websocket->has_pong = false;
    websocket->has_close = false;
    *len_out = len;
    if (len == 0)
        return NULL;
    char *output = mem_alloc(len);
    memcpy(output, frames, len);
    return output;
}

size_t websocket_unused(struct websocket *websocket, const char **bytes_out)
{
    size_t len = websocket->input_len;
    *bytes_out = websocket->input;
    websocket->input_len = 0;
    return len;
}

bool websocket_accept(const char *key, char accept_out[WEBSOCKET_ACCEPT_SIZE])
{
    uint8_t bytes[BASE64_BYTES(24)];
    uint8_t digest[20];
    size_t len = 0;
    char text[24 + sizeof(GUID)];
    if (strlen(key) != 24 || !base64_read(key, bytes, &len) || len != 16)
        return false;
    memcpy(text, key, 24);
    memcpy(text + 24, GUID, sizeof(GUID));
    if (EVP_Digest(text, strlen(text), digest, NULL, EVP_sha1(), NULL) != 1)
        return false;
    base64_write(digest, sizeof(digest), accept_out);
    return true;
}
