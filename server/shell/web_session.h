/* SPDX-License-Identifier: MIT */
/*
 * Private to server/shell/. Logins of pages in browsers: POST /session runs the same op that any
 * client asks for, over a connection of its own that no socket has, and keeps the token in a cookie
 * that no script can read. The page's WebSocket is logged in by that cookie. Files that the core
 * tells are asked for in the same way, by nobody.
 */
#ifndef PENTAD_SERVER_SHELL_WEB_SESSION_H
#define PENTAD_SERVER_SHELL_WEB_SESSION_H

#include "proto/by_http.h"
#include "server/shell/http.h"

#include <stdbool.h>

#include <uv.h>

struct shell;
struct web;
struct web_session;

/* Those that are under way. */
struct web_sessions {
    struct web_session *due; /* to be gone on with */
    uv_idle_t idle;
};
void web_sessions_init(struct web_sessions *sessions, uv_loop_t *loop);

/* Begins to answer a POST of a page that is ours, which comes from `origin`. */
struct http_answer web_session_begin(struct shell *shell, struct http_client *client,
                                     const struct http_request *request,
                                     const struct origin *origin);

/* Begins to answer a GET of a file that the core tells to anybody (by_http_read_file()). */
struct http_answer web_session_file(struct shell *shell, struct http_client *client,
                                    const struct http_request *request,
                                    const struct origin *origin);

/* The token in the cookie of a page that is ours. False: there is none. */
bool web_session_token(const struct shell *shell, const struct http_request *request,
                       char token_out[BY_HTTP_TOKEN_SIZE]);

#endif
