/* SPDX-License-Identifier: MIT */
/*
 * Logins of pages in browsers: what POST /session carries, and what is kept from the page of the
 * server's answer. The messages are those of every connection; only their envelope is another one.
 * So are those by which a file is asked for that a path names.
 */
#ifndef PENTAD_PROTO_BY_HTTP_H
#define PENTAD_PROTO_BY_HTTP_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A token, with its NUL (TOKEN_TEXT_SIZE of the core), and some more. */
#define BY_HTTP_TOKEN_SIZE 129

struct by_http_request {
    const char *hello; /* lines without LF, in the arena */
    const char *request;
    bool gives_token;   /* of a login, which the page is not to see */
    bool is_of_player;  /* it is asked as the player of the cookie, where there is one */
    bool needs_player;  /* there has to be one */
    bool ends_login;    /* behind it the cookie is worth nothing */
    bool keeps_device;  /* but it shows that the account was logged in here */
    const char *type;   /* what the reply has is a file of this media type; NULL: it has none */
    bool never_changes; /* that file, as long as there is one by that path */
};

/* Reads {"hello":{...},"request":{...}}, both as they are sent over any connection. `device` is
 * what a login may show as a token that it had, if it shows none itself; NULL: nothing. Returns
 * NULL, or the line of an error, in the arena: those of a frame, `missing_field` or `wrong_type` of
 * the two, `unknown_op`, and `bad_value` for an op that is not BY_HTTP. */
const char *by_http_read(const char *body, size_t len, const char *device, struct arena *arena,
                         struct by_http_request *out);

/* Where games and photos are. */
#define BY_HTTP_GAMES "/game/"
#define BY_HTTP_PHOTOS "/photo/"

/* Reads the path of a file: "/game/06hq3kcx80n5.sgf", .psq or .json, a game as `game.export` tells
 * it; "/photo/06hq3kcx80n5", as `photo.get` does. False: it names none. */
bool by_http_read_file(const char *path, struct arena *arena, struct by_http_request *out);

/* The line by which the server comes back for a page, with id 0. The token is one that
 * by_http_is_token() believes, or "": then the page is told that it is nobody. */
#define BY_HTTP_RESUME_SIZE (BY_HTTP_TOKEN_SIZE + 64)
void by_http_resume(const char *token, char line_out[BY_HTTP_RESUME_SIZE]);
/* Hexadecimal, and not too long. */
bool by_http_is_token(const char *text, size_t len);

/* The time after which to ask again where the server says that it cannot serve, and not for how
 * long: one that starts again is there by then. */
#define BY_HTTP_RETRY_MS 5000

/* An answer to a request. */
struct by_http_answer {
    const char *body;               /* the line but for the token, with LF; or the file */
    size_t len;                     /* its bytes */
    const char *type;               /* its media type */
    char token[BY_HTTP_TOKEN_SIZE]; /* "": it has none */
    int status;                     /* of HTTP: 200, or 400, 404, 429, 503 for an error */
    int64_t retry_after_ms;         /* of an error; 0: waiting does not help */
    bool is_worthless;              /* the token that was sent is worth nothing */
};
/* Reads a line of the server (its LF may be there) that may answer `ask`, and takes the token or
 * the file out. What is told is in the arena. False: it answers no request. A `bye` does: it is
 * all that will come. */
bool by_http_answer(const char *line, size_t len, const struct by_http_request *ask,
                    struct arena *arena, struct by_http_answer *out);

#endif
