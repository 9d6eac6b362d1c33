/* SPDX-License-Identifier: MIT */
/*
 * HTTP for players: the routes, the checks of an upgrade, and the address behind a proxy.
 */
#include "server/shell/web.h"

#include "net/websocket.h"
#include "server/shell/arrival.h"
#include "server/shell/loop.h"
#include "server/shell/metrics.h"
#include "server/shell/socket_transport.h"
#include "server/shell/websocket_transport.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define WEBSOCKET_VERSION "13" /* RFC 6455 */

/* ------------------------------------------------------------------ origins */

static const struct {
    const char *scheme;
    const char *port; /* that is left out */
} schemes[] = {{"https://", ":443"}, {"http://", ":80"}};

bool web_origin_read(const char *url, char origin_out[WEB_URL_SIZE])
{
    size_t len = strlen(url);
    for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
        size_t scheme_len = strlen(schemes[i].scheme);
        size_t port_len = strlen(schemes[i].port);
        if (strncasecmp(url, schemes[i].scheme, scheme_len) != 0)
            continue;
        if (len > scheme_len && url[len - 1] == '/')
            len--;
        if (len > scheme_len + port_len &&
            strncmp(url + len - port_len, schemes[i].port, port_len) == 0)
            len -= port_len;
        if (len <= scheme_len || len >= WEB_URL_SIZE ||
            strcspn(url + scheme_len, "/?#@ \t") < len - scheme_len)
            return false;
        for (size_t j = 0; j < len; j++)
            origin_out[j] = (char)tolower((unsigned char)url[j]);
        origin_out[len] = '\0';
        return true;
    }
    return false;
}

/* A program has no origin. */
static bool is_ours(const struct shell *shell, const char *origin)
{
    return origin == NULL ||
           (shell->web_origin[0] != '\0' && strcmp(origin, shell->web_origin) == 0);
}

/* ------------------------------------------------------------------ behind a proxy */

static bool address_read(const char *text, size_t len, struct sockaddr_storage *out)
{
    char bare[INET6_ADDRSTRLEN];
    memset(out, 0, sizeof(*out));
    if (len >= sizeof(bare))
        return false;
    memcpy(bare, text, len);
    bare[len] = '\0';
    out->ss_family = strchr(bare, ':') != NULL ? AF_INET6 : AF_INET;
    void *bytes = out->ss_family == AF_INET6 ? (void *)&((struct sockaddr_in6 *)out)->sin6_addr
                                             : (void *)&((struct sockaddr_in *)out)->sin_addr;
    return inet_pton(out->ss_family, bare, bytes) == 1;
}

/* The rightmost address that is no trusted proxy: those before it anybody may have written. False:
 * there is none. */
static bool forwarded_for(const struct shell *shell, const char *list, struct origin *origin_out)
{
    struct sockaddr_storage address;
    for (const char *end = list + strlen(list); end > list;) {
        const char *begin = end;
        while (begin > list && begin[-1] != ',')
            begin--;
        const char *word = begin + strspn(begin, " \t");
        size_t len = strcspn(word, ", \t");
        if (!address_read(word, len, &address))
            return false;
        *origin_out = origin_of(&address);
        if (!arrival_is_from_proxy(shell, origin_out))
            return true;
        end = begin > list ? begin - 1 : list;
    }
    return false;
}

/* False: it is to be known where the connection comes from, and is not. */
static bool find_origin(const struct shell *shell, const struct http_request *request,
                        struct origin *origin_out)
{
    const char *list = request->headers[HTTP_FORWARDED_FOR];
    return list != NULL && forwarded_for(shell, list, origin_out);
}

/* ------------------------------------------------------------------ answers */

/* A program may ask for an upgrade under any name; a page is to be ours. */
static struct http_answer answer_socket(void *ctx, struct http_client *client,
                                        const struct http_request *request)
{
    const struct web *web = ctx;
    const char *upgrade = request->headers[HTTP_UPGRADE];
    const char *version = request->headers[HTTP_WEBSOCKET_VERSION];
    const char *key = request->headers[HTTP_WEBSOCKET_KEY];
    char accept[WEBSOCKET_ACCEPT_SIZE];
    struct origin origin;
    (void)client;
    if (!is_ours(web->shell, request->headers[HTTP_ORIGIN]))
        return http_text(403, "A page of another site may not connect (public_url).\n");
    if (web->is_behind_proxy && !find_origin(web->shell, request, &origin))
        return http_text(400, "The proxy does not say where this comes from (X-Forwarded-For).\n");
    if (!request->wants_upgrade || upgrade == NULL || strcasecmp(upgrade, "websocket") != 0 ||
        version == NULL || strcmp(version, WEBSOCKET_VERSION) != 0) {
        struct http_answer other =
            http_text(426, "Here WebSocket 13 is spoken: docs/PROTOCOL.md.\n");
        snprintf(other.lines, sizeof(other.lines),
                 "Upgrade: websocket\r\nSec-WebSocket-Version: " WEBSOCKET_VERSION "\r\n");
        return other;
    }
    if (key == NULL || request->headers[HTTP_HOST] == NULL || !websocket_accept(key, accept))
        return http_text(400, "There is no Host or no key of WebSocket.\n");
    struct http_answer found = {.status = 101};
    snprintf(found.lines, sizeof(found.lines),
             "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n", accept);
    return found;
}

static struct http_answer answer_health(void *ctx, struct http_client *client,
                                        const struct http_request *request)
{
    const struct web *web = ctx;
    return metrics_health(web->shell, client, request);
}

static const struct http_route routes[] = {
    {"/socket", HTTP_VERB_GET, answer_socket},
    {"/health", HTTP_VERBS_READ, answer_health},
};

/* ------------------------------------------------------------------ listeners */

static void upgraded(void *ctx, struct transport *take_transport,
                     const struct http_request *request)
{
    struct web *web = ctx;
    struct origin origin;
    if (web->is_behind_proxy && find_origin(web->shell, request, &origin))
        transport_tcp_tell_origin(take_transport, &origin);
    peer__accept(web->shell, transport_websocket_new(take_transport), ORIGIN_NETWORK);
}

static void init_one(struct web *web, struct shell *shell, bool is_behind_proxy)
{
    web->shell = shell;
    web->is_behind_proxy = is_behind_proxy;
    http_init(&web->http, &shell->loop, routes, sizeof(routes) / sizeof(routes[0]), web);
    web->http.upgraded = upgraded;
    web->http.keeps = true;
    web->http.name = shell->web_name;
}

void web_init(struct shell *shell)
{
    const struct shell_options *options = &shell->options;
    shell->transports.pool = websocket_pool_new();
    if (options->public_url == NULL || !web_origin_read(options->public_url, shell->web_origin))
        shell->web_origin[0] = '\0';
    const char *host = strstr(shell->web_origin, "://");
    snprintf(shell->web_name, sizeof(shell->web_name), "%s", host != NULL ? host + 3 : "");
    shell->web_name[strcspn(shell->web_name, ":")] = '\0';
    init_one(&shell->web, shell, options->web_kind == WEB_BEHIND_PROXY);
    init_one(&shell->web_tls, shell, false);
}

void web_close(struct shell *shell)
{
    http_close(&shell->web.http);
    http_close(&shell->web_tls.http);
}

void web_trim(struct shell *shell, size_t most)
{
    http_trim(&shell->web.http, most);
    http_trim(&shell->web_tls.http, most);
}

void web_deinit(struct shell *shell)
{
    websocket_pool_free(shell->transports.pool);
}

/* Nobody is a player yet. Of one place as many may come as may be players, and no more than a
 * quarter of all; a proxy is the place of everybody. */
static void accept_at(struct web *web, struct transport *take_transport)
{
    const struct shell *shell = web->shell;
    size_t most = listener__waiting_most(shell);
    size_t of_place = shell->options.connections_per_address;
    web->http.most = most;
    if (!web->is_behind_proxy)
        web->http.most_of_place = of_place < most / 4 ? of_place : most / 4;
    http_accept(&web->http, take_transport);
}

void web_accept_tls(struct shell *shell, struct transport *take_transport, enum origin_rule origins)
{
    (void)origins;
    accept_at(&shell->web_tls, take_transport);
}

/* Behind a proxy nobody else is heard. */
void web_accept(struct shell *shell, struct transport *take_transport, enum origin_rule origins)
{
    struct origin origin = transport_origin(take_transport);
    (void)origins;
    if (shell->web.is_behind_proxy && !arrival_is_from_proxy(shell, &origin))
        transport_discard(take_transport);
    else
        accept_at(&shell->web, take_transport);
}
