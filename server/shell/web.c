/* SPDX-License-Identifier: MIT */
/*
 * HTTP for players: the routes, the checks of an upgrade, and the address behind a proxy.
 */
#include "server/shell/web.h"

#include "base/memory.h"
#include "net/websocket.h"
#include "server/shell/arrival.h"
#include "server/shell/loop.h"
#include "server/shell/metrics.h"
#include "server/shell/socket_transport.h"
#include "server/shell/web_session.h"
#include "server/shell/websocket_transport.h"
#include "server/site/site.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* The kind of client that sent a request. */
enum sender {
    SENDER_PROGRAM, /* it has no origin, and its cookies are ignored */
    SENDER_PAGE,    /* of ours */
    SENDER_FOREIGN, /* a page of another site */
};

/* A browser says which site's page asks, even where it says no more than that (Fetch Metadata). */
static enum sender sender_of(const struct shell *shell, const struct http_request *request)
{
    const char *origin = request->headers[HTTP_ORIGIN];
    const char *site = request->headers[HTTP_FETCH_SITE];
    bool is_foreign = site != NULL && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0;
    if (origin == NULL && !is_foreign)
        return SENDER_PROGRAM;
    bool is_ours =
        origin != NULL && shell->web_origin[0] != '\0' && strcmp(origin, shell->web_origin) == 0;
    return is_ours && !is_foreign ? SENDER_PAGE : SENDER_FOREIGN;
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
static bool find_origin(const struct web *web, const struct http_request *request,
                        struct origin *origin_out)
{
    const char *list = request->headers[HTTP_FORWARDED_FOR];
    return !web->is_behind_proxy || (list != NULL && forwarded_for(web->shell, list, origin_out));
}

/* ------------------------------------------------------------------ answers */

#define NOTHING "There is nothing here.\n"
#define FOREIGN "A page of another site may not do this (public_url).\n"
#define FROM_NOWHERE "The proxy does not say where this comes from (X-Forwarded-For).\n"

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
    if (sender_of(web->shell, request) == SENDER_FOREIGN)
        return http_text(403, FOREIGN);
    if (!find_origin(web, request, &origin))
        return http_text(400, FROM_NOWHERE);
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

/* Only what no other site can make a browser send: its origin is looked at, and JSON needs a
 * question before (CORS) which nobody answers. */
static struct http_answer answer_session(void *ctx, struct http_client *client,
                                         const struct http_request *request)
{
    const struct web *web = ctx;
    const char *type = request->headers[HTTP_CONTENT_TYPE];
    struct origin origin = http_origin(client);
    switch (sender_of(web->shell, request)) {
    case SENDER_FOREIGN:
        return http_text(403, FOREIGN);
    case SENDER_PROGRAM:
        return http_text(403, "This is for pages; a program logs in over its connection.\n");
    case SENDER_PAGE:
        break;
    }
    if (type == NULL || strncasecmp(type, "application/json", 16) != 0)
        return http_text(415, "This takes application/json.\n");
    if (!find_origin(web, request, &origin))
        return http_text(400, FROM_NOWHERE);
    return web_session_begin(web->shell, client, request, &origin);
}

/* ------------------------------------------------------------------ pages */

/* No script or style inside a page, nothing of other sites, in no frame; WebAssembly may be
 * compiled. */
#define POLICY                                                                                     \
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "          \
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "          \
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "                \
    "frame-ancestors 'none'; require-trusted-types-for 'script'\r\n"

/* Whether a list of the kind of Accept-Encoding has a coding, and not with a quality of 0. */
static bool takes(const char *list, const char *coding)
{
    const char *at = list == NULL ? NULL : strstr(list, coding);
    if (at == NULL || (at > list && strchr(", \t", at[-1]) == NULL))
        return false;
    at += strlen(coding);
    at += strspn(at, " \t");
    if (*at == ';')
        return strtod(at + 1 + strspn(at + 1, " \tqQ="), NULL) > 0;
    return *at == '\0' || *at == ',';
}

/* As small as the asker takes it. */
static enum site_way way_for(const struct http_request *request)
{
    static const char *const codings[SITE_WAYS] = {[SITE_GZIP] = "gzip", [SITE_BROTLI] = "br"};
    for (enum site_way way = SITE_WAYS - 1; way > SITE_PLAIN; way--)
        if (takes(request->headers[HTTP_ACCEPT_ENCODING], codings[way]))
            return way;
    return SITE_PLAIN;
}

static struct http_answer give(const struct site_file *file, const struct http_request *request)
{
    static const char *const lines[SITE_WAYS] = {[SITE_PLAIN] = "",
                                                 [SITE_GZIP] = "Content-Encoding: gzip\r\n",
                                                 [SITE_BROTLI] = "Content-Encoding: br\r\n"};
    enum site_way way = way_for(request);
    struct http_answer found = {.status = 200,
                                .type = file->type,
                                .lasting = file->as[way].bytes,
                                .body_bytes = file->as[way].len,
                                .cache = file->lasts ? "public, max-age=31536000, immutable"
                                                     : "no-cache"};
    snprintf(found.lines, sizeof(found.lines), "Vary: Accept-Encoding\r\n%s%s", lines[way],
             strncmp(file->type, "text/html", strlen("text/html")) == 0 ? POLICY : "");
    return found;
}

static struct http_answer give_if_new(const struct site_file *file,
                                      const struct http_request *request)
{
    struct http_answer found = give(file, request);
    const char *had = request->headers[HTTP_IF_NONE_MATCH];
    size_t len = strlen(found.lines);
    snprintf(found.lines + len, sizeof(found.lines) - len, "ETag: W/\"%s\"\r\n", file->tag);
    if (had != NULL && strstr(had, file->tag) != NULL) {
        found.status = 304;
        found.type = NULL;
        found.body_bytes = 0;
    }
    return found;
}

/* Never the front page, which would be read as something else. */
struct http_answer web_missing(void)
{
    static const struct http_request plain;
    struct http_answer missing = give(site_find("/404"), &plain);
    missing.status = 404;
    missing.cache = "no-store";
    return missing;
}

static struct http_answer answer_page(void *ctx, struct http_client *client,
                                      const struct http_request *request)
{
    const struct site_file *file = site_find(request->path);
    (void)ctx;
    (void)client;
    return file != NULL ? give_if_new(file, request) : web_missing();
}

static struct http_answer answer_file(void *ctx, struct http_client *client,
                                      const struct http_request *request)
{
    const struct web *web = ctx;
    const struct site_file *page = site_find(request->path);
    struct origin origin = http_origin(client);
    if (page != NULL)
        return give_if_new(page, request);
    if (!find_origin(web, request, &origin))
        return http_text(400, FROM_NOWHERE);
    return web_session_file(web->shell, client, request, &origin);
}

/* ------------------------------------------------------------------ the way to https */

#define CHALLENGES "/.well-known/acme-challenge/"
#define CHALLENGE_MAX 4096 /* bytes: a token, a dot and a hash */

/* The letters of a token (RFC 8555, 8.3): no dot, no slash. */
static bool is_challenge(const char *name)
{
    return *name != '\0' && name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789_-")] == '\0';
}

/* Reads a file of the folder; NULL: there is none that may be given away. */
static char *read_challenge(const char *folder, const char *name, size_t *len_out)
{
    char path[1024 + HTTP_TARGET_MAX + 2];
    struct stat about;
    char *bytes = NULL;
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_size <= CHALLENGE_MAX) {
        bytes = mem_alloc(CHALLENGE_MAX);
        ssize_t len = read(fd, bytes, CHALLENGE_MAX);
        *len_out = len > 0 ? (size_t)len : 0;
    }
    close(fd);
    return bytes;
}

static struct http_answer answer_challenge(void *ctx, struct http_client *client,
                                           const struct http_request *request)
{
    const struct web *web = ctx;
    const char *folder = web->shell->options.acme_folder;
    const char *name = request->path + strlen(CHALLENGES);
    struct http_answer found = {.status = 200, .type = "text/plain"};
    (void)client;
    if (folder != NULL && *folder != '\0' && is_challenge(name))
        found.take_body = read_challenge(folder, name, &found.body_bytes);
    return found.take_body != NULL ? found : http_text(404, NOTHING);
}

/* Only pages are sent on: what somebody would send again has been read on the way already. */
static struct http_answer answer_elsewhere(void *ctx, struct http_client *client,
                                           const struct http_request *request)
{
    const struct web *web = ctx;
    (void)client;
    if (request->wants_upgrade || request->path[0] != '/')
        return http_text(403, "This is spoken with TLS only (public_url).\n");
    struct http_answer found = http_text(308, "This is spoken with TLS.\n");
    snprintf(found.lines, sizeof(found.lines), "Location: %s%s%s%s\r\n", web->shell->web_origin,
             request->path, request->query[0] != '\0' ? "?" : "", request->query);
    return found;
}

bool web_redirects(const struct shell *shell)
{
    const struct shell_options *options = &shell->options;
    return options->web_kind == WEB_PLAIN && options->public_url != NULL &&
           strncasecmp(options->public_url, "https://", 8) == 0;
}

/* ------------------------------------------------------------------ routes */

static const struct http_route routes[] = {
    {"/session", HTTP_VERB_POST, answer_session, false},
    {"/socket", HTTP_VERB_GET, answer_socket, false},
    {"/health", HTTP_VERBS_READ, answer_health, false},
    {CHALLENGES, HTTP_VERBS_READ, answer_challenge, true},
    {BY_HTTP_GAMES, HTTP_VERBS_READ, answer_file, false},
    {BY_HTTP_PHOTOS, HTTP_VERBS_READ, answer_file, false},
    {"", HTTP_VERBS_READ, answer_page, false},
};

static const struct http_route ways_to_https[] = {
    {"/health", HTTP_VERBS_READ, answer_health, false},
    {CHALLENGES, HTTP_VERBS_READ, answer_challenge, true},
    {"", HTTP_VERBS_READ, answer_elsewhere, false},
};

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

/* ------------------------------------------------------------------ listeners */

static void upgraded(void *ctx, struct transport *take_transport,
                     const struct http_request *request)
{
    struct web *web = ctx;
    struct shell *shell = web->shell;
    struct origin origin;
    char token[BY_HTTP_TOKEN_SIZE] = "";
    if (web->is_behind_proxy && find_origin(web, request, &origin))
        transport_tcp_tell_origin(take_transport, &origin);
    struct transport *transport = transport_websocket_new(take_transport);
    if (sender_of(shell, request) == SENDER_PROGRAM) {
        peer__accept(shell, transport, ORIGIN_NETWORK);
        return;
    }
    (void)web_session_token(shell, request, token);
    peer__accept_by_http(shell, transport, token);
}

/* Browsers come back with TLS from then on (RFC 6797), but not to this machine, which has no name
 * of its own, and not to an address. */
static bool is_for_tls_only(const struct shell *shell)
{
    struct sockaddr_storage address;
    const char *name = shell->web_name;
    return strncmp(shell->web_origin, "https://", 8) == 0 && strcmp(name, "localhost") != 0 &&
           name[0] != '[' && !address_read(name, strlen(name), &address);
}

#define ALWAYS                                                                                     \
    "X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n"                                    \
    "Cross-Origin-Resource-Policy: same-origin\r\n"

static void init_one(struct web *web, struct shell *shell, bool is_behind_proxy, bool redirects)
{
    web->shell = shell;
    web->is_behind_proxy = is_behind_proxy;
    if (redirects)
        http_init(&web->http, &shell->loop, ways_to_https, COUNT(ways_to_https), web);
    else
        http_init(&web->http, &shell->loop, routes, COUNT(routes), web);
    web->http.lines = ALWAYS;
    if (!redirects && is_for_tls_only(shell))
        web->http.lines = ALWAYS "Strict-Transport-Security: max-age=31536000\r\n";
    web->http.upgraded = upgraded;
    web->http.keeps = true;
    web->http.name = shell->web_name;
}

void web_init(struct shell *shell)
{
    const struct shell_options *options = &shell->options;
    shell->transports.pool = websocket_pool_new();
    web_sessions_init(&shell->sessions, &shell->loop);
    if (options->public_url == NULL || !web_origin_read(options->public_url, shell->web_origin))
        shell->web_origin[0] = '\0';
    const char *host = strstr(shell->web_origin, "://");
    snprintf(shell->web_name, sizeof(shell->web_name), "%s", host != NULL ? host + 3 : "");
    shell->web_name[strcspn(shell->web_name, ":")] = '\0';
    bool is_behind_proxy = options->web_kind == WEB_BEHIND_PROXY;
    init_one(&shell->web, shell, is_behind_proxy, web_redirects(shell));
    init_one(&shell->web_tls, shell, false, false);
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
