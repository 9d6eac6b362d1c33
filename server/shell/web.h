/* SPDX-License-Identifier: MIT */
/*
 * Private to server/shell/. What is spoken at the listeners of HTTP: /socket turns a connection
 * into a WebSocket for players, /health says whether the server is well. A page of another site,
 * which a browser names in Origin, gets nothing; a program names none.
 */
#ifndef PENTAD_SERVER_SHELL_WEB_H
#define PENTAD_SERVER_SHELL_WEB_H

#include "server/shell/http.h"
#include "server/shell/listener.h"

#define WEB_URL_SIZE 256

/* The kinds of a listener of HTTP without TLS. */
enum web_kind {
    WEB_PLAIN, /* X-Forwarded-For is ignored; where public_url is https browsers are sent there */
    WEB_BEHIND_PROXY, /* of trusted proxies alone, which say where players are in X-Forwarded-For */
};

/* The origin of `url` ("https://play.example.org", "http://localhost:8080"), as browsers write it:
 * small letters, no port that is the usual one, no slash. False if it is none. */
bool web_origin_read(const char *url, char origin_out[WEB_URL_SIZE]);

/* True if the listener without TLS only sends browsers to the one with it: its kind is plain, and
 * public_url begins with https. */
bool web_redirects(const struct shell *shell);

/* The page for an address where nothing is. */
struct http_answer web_missing(void);

/* A listener. */
struct web {
    struct shell *shell;
    struct http http;
    bool is_behind_proxy;
};

void web_init(struct shell *shell);
/* Cuts off all who have not finished their request. */
void web_close(struct shell *shell);
/* Hangs up on the oldest of them at each listener until there are at most so many. */
void web_trim(struct shell *shell, size_t most);
/* After all connections. */
void web_deinit(struct shell *shell);
/* face_fns of the two kinds of listeners. */
void web_accept(struct shell *shell, struct transport *take_transport, enum origin_rule origins);
void web_accept_tls(struct shell *shell, struct transport *take_transport,
                    enum origin_rule origins);

#endif
