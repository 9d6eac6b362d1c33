/* SPDX-License-Identifier: MIT */
/*
 * pentad, the server: makes the parts in the order in which they need each other, runs them and
 * releases them in reverse. The core makes all decisions, the shell does all input and output.
 */
#include "base/memory.h"
#include "base/standard.h"
#include "db/sqlite/store.h"
#include "net/tls.h"
#include "proto/codec.h"
#include "server/core/core.h"
#include "server/core/rules/calendar.h"
#include "server/core/rules/name.h"
#include "server/shell/config.h"
#include "server/shell/crypto.h"
#include "server/shell/http.h"
#include "server/shell/log.h"
#include "server/shell/origin.h"
#include "server/shell/photo_child.h"
#include "server/shell/process.h"
#include "server/shell/shell.h"
#include "server/shell/web.h"
#include "server/shell/zone_file.h"
#include "server/tool/tool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define DAY_MS (INT64_C(24) * 3600 * 1000)

#define EXIT_OK 0
#define EXIT_CANNOT_RUN 1
#define EXIT_WRONG_USE 2

/* Words of the configuration are positions in their lists (server/shell/config.def). */
_Static_assert(STORE_SYNC_FULL == 0 && STORE_SYNC_NORMAL == 1, "sync: full|normal");
_Static_assert(WEB_PLAIN == 0 && WEB_BEHIND_PROXY == 1, "http_kind: plain|behind_proxy");
_Static_assert(LOG_LEVEL_ERROR == 0 && LOG_LEVEL_WARN == 1 && LOG_LEVEL_INFO == 2 &&
                   LOG_LEVEL_DEBUG == 3,
               "log_level: error|warn|info|debug");

struct server {
    struct config config;
    size_t connections; /* that fit */
    char refusal[512];
    char refusal_of_address[512];
    char refusal_of_plain[512];
    char refusal_of_tls[512];
    char local_socket[CONFIG_SOCKET_PATH_SIZE];
    struct log *log;
    struct name_rules *names;
    struct calendar *calendar;
    struct network_list exempt;
    struct network_list proxies;
    struct shell *shell;
    struct store *store;
    struct core *core;
};

/* ------------------------------------------------------------------ the parts */

static bool make_log(struct server *server)
{
    const struct config *config = &server->config;
    server->log = log_new(config->log_file, (enum log_level)config->log_level);
    if (server->log == NULL)
        fprintf(stderr, "pentad: %s cannot be opened: %s.\n", config->log_file, strerror(errno));
    return server->log != NULL;
}

static bool make_names(struct server *server)
{
    server->names = name_rules_new();
    if (server->names == NULL)
        log_write(server->log, LOG_LEVEL_ERROR, "start_failed", "because=\"no data of ICU\"");
    return server->names != NULL;
}

/* NULL, and why in `message_out`, if the zone or the holidays are wrong. */
static struct calendar *calendar_make(const struct config *config,
                                      char message_out[CONFIG_MESSAGE_SIZE])
{
    uint8_t *zone;
    size_t size;
    if (!zone_file_read(config->time_zone, &zone, &size, message_out, CONFIG_MESSAGE_SIZE))
        return NULL;
    struct calendar *calendar =
        calendar_new(zone, size, config->holidays, message_out, CONFIG_MESSAGE_SIZE);
    free(zone);
    return calendar;
}

static bool make_calendar(struct server *server)
{
    char message[CONFIG_MESSAGE_SIZE];
    server->calendar = calendar_make(&server->config, message);
    if (server->calendar == NULL)
        log_event(server->log, LOG_LEVEL_ERROR, "start_failed", "because=\"%s\"", message);
    return server->calendar != NULL;
}

/* The shell reads it again when it listens. */
static bool check_certificate(const struct config *config, char message_out[CONFIG_MESSAGE_SIZE])
{
    char message[TLS_MESSAGE_SIZE];
    if (config->tls_certificate[0] == '\0')
        return true;
    struct tls_context *context =
        tls_context_of_server(config->tls_certificate, config->tls_key, message);
    if (context == NULL)
        snprintf(message_out, CONFIG_MESSAGE_SIZE, "%s", message);
    tls_context_free(context);
    return context != NULL;
}

static bool is_loopback(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

/* Nobody is to send passwords to the internet because a key was overlooked. */
static bool check_web(const struct config *config, char message_out[CONFIG_MESSAGE_SIZE])
{
    char origin[WEB_URL_SIZE];
    const char *wrong = NULL;
    if (config->public_url[0] != '\0' && !web_origin_read(config->public_url, origin))
        wrong = "public_url must be such as https://play.example.org";
    else if (config->https_port != 0 && config->tls_certificate[0] == '\0')
        wrong = "https_port needs tls_certificate";
    else if (config->http_kind == WEB_BEHIND_PROXY && config->trusted_proxies[0] == '\0')
        wrong = "http_kind = behind_proxy needs trusted_proxies";
    else if (config->http_port != 0 && config->http_kind == WEB_PLAIN &&
             !is_loopback(config->http_listen) && config->allow_plain == 0 &&
             strncasecmp(config->public_url, "https://", 8) != 0)
        wrong = "http_listen is no address of loopback: allow_plain must be yes, http_kind "
                "behind_proxy, or public_url https://...";
    if (wrong != NULL)
        snprintf(message_out, CONFIG_MESSAGE_SIZE, "%s", wrong);
    return wrong == NULL;
}

/* Checks that the reader of the configuration cannot make. */
static bool check_config(const struct config *config, char message_out[CONFIG_MESSAGE_SIZE])
{
    struct network_list list;
    if (!network_list_read("exempt_networks", config->exempt_networks, &list, message_out,
                           CONFIG_MESSAGE_SIZE) ||
        !network_list_read("trusted_proxies", config->trusted_proxies, &list, message_out,
                           CONFIG_MESSAGE_SIZE))
        return false;
    struct calendar *calendar = calendar_make(config, message_out);
    bool is_right = calendar != NULL && check_certificate(config, message_out) &&
                    check_web(config, message_out);
    calendar_free(calendar);
    return is_right;
}

/* The text for whoever is sent away before the core hears anything: the shell knows no messages. */
static bool make_refusal(int error, char *line, size_t size)
{
    const struct bye_event bye = {.code = error_code(error), .message = error_message(error)};
    int len = event_encode(EVENT_BYE, NO_SEQ, &bye, line, size - 1);
    if (len < 0)
        return false;
    line[len] = '\0';
    return true;
}

static bool make_refusals(struct server *server)
{
    return make_refusal(ERR_TOO_MANY_CONNECTIONS, server->refusal, sizeof(server->refusal)) &&
           make_refusal(ERR_TOO_MANY_FROM_ADDRESS, server->refusal_of_address,
                        sizeof(server->refusal_of_address)) &&
           make_refusal(ERR_USE_TLS, server->refusal_of_plain, sizeof(server->refusal_of_plain)) &&
           make_refusal(ERR_NO_TLS, server->refusal_of_tls, sizeof(server->refusal_of_tls));
}

static size_t fit_connections(struct server *server)
{
    size_t wanted = (size_t)server->config.connections;
    size_t fit = process_fit_connections(wanted, (size_t)server->config.files_reserved +
                                                     SHELL_WAITING_FILES);
    if (fit < wanted)
        log_event(server->log, LOG_LEVEL_WARN, "connections_lowered",
                  "wanted=%zu fit=%zu because=\"limit of open files\"", wanted, fit);
    return fit;
}

/* The configuration was checked. */
static struct core_networks read_networks(const char *text, struct network_list *list)
{
    char message[CONFIG_MESSAGE_SIZE];
    (void)network_list_read("", text, list, message, sizeof(message));
    return (struct core_networks){.rows = list->rows, .count = list->count};
}

static bool make_shell(struct server *server)
{
    const struct config *config = &server->config;
    (void)config_socket_path(config, server->local_socket); /* empty: there is none */
    server->connections = fit_connections(server);
    const struct shell_options options = {
#define LISTENER(ID, address, port, backlog, may_fail, ...)                                        \
    .listen[LISTENER_##ID] = {address, (int)(port), (int)(backlog), may_fail},
#include "server/shell/listeners.def"
#undef LISTENER
        .port_file = config->port_file,
        .metrics_name = config->metrics_name,
        .connections = server->connections,
        .connections_per_address = (size_t)config->connections_per_address,
        .refusal = server->refusal,
        .refusal_of_address = server->refusal_of_address,
        .refusal_of_plain = server->refusal_of_plain,
        .refusal_of_tls = server->refusal_of_tls,
        .public_url = config->public_url,
        .acme_folder = config->acme_folder,
        .web_kind = (int)config->http_kind,
        .allows_plain = config->allow_plain == 1,
        .proxies = read_networks(config->trusted_proxies, &server->proxies),
        .tls_certificate = config->tls_certificate,
        .tls_key = config->tls_key,
        .tls_handshakes = (uint32_t)config->tls_handshakes,
        .has_lag_check = config->lag_check == 0,
        .close_ms = config->close_ms,
        .shutdown_ms = config->shutdown_ms,
        .work = {[WORK_CLASS_PASSWORDS] = {.threads = (size_t)config->password_workers,
                                           .queue = (size_t)config->password_queue},
                 [WORK_CLASS_PHOTOS] = {.threads = (size_t)config->photo_workers,
                                        .queue = (size_t)config->photo_queue},
                 [WORK_CLASS_LOOKS] = {.threads = 1},
                 [WORK_CLASS_THOUGHTS] = {.threads = (size_t)config->think_workers,
                                          .queue = (size_t)config->think_queue}},
        .password_cost = {.passes = (uint64_t)config->password_passes,
                          .memory_bytes = (size_t)config->password_memory_kib * 1024},
        .photo_program = PHOTO_CHILD_PROGRAM,
    };
    if (options.connections > 0)
        server->shell = shell_new(&options, server->log);
    if (server->shell == NULL)
        log_write(server->log, LOG_LEVEL_ERROR, "start_failed",
                  "because=\"not enough memory (password_memory_kib), threads or open files\"");
    return server->shell != NULL;
}

/* On a thread of the store. At once: whatever is still said might not be true. */
static void on_store_lost(void *ctx, const char *reason)
{
    const struct server *server = ctx;
    log_event(server->log, LOG_LEVEL_ERROR, "storage_lost", "error=\"%s\"", reason);
    _exit(EXIT_CANNOT_RUN);
}

static bool make_store(struct server *server)
{
    const struct config *config = &server->config;
    const struct store_sqlite_options options = {
        .path = config->database,
        .sync = (enum store_sync)config->sync,
        .lost = on_store_lost,
        .lost_ctx = server,
    };
    char message[512];
    server->store =
        store_sqlite_open(&options, shell_store_wake, server->shell, message, sizeof(message));
    if (server->store == NULL)
        log_event(server->log, LOG_LEVEL_ERROR, "database_failed", "path=\"%s\" error=\"%s\"",
                  config->database, message);
    return server->store != NULL;
}

static struct core_options make_options(struct server *server)
{
    const struct config *config = &server->config;
    return (struct core_options){
#define OPTION(type, name, doc) .name = (type)config->name,
#define TOLD(type, name, doc) OPTION(type, name, doc)
#include "server/core/options.def"
#define COST(ID, id, units, per_ms, doc) .cost_units[COST_WORD_##ID] = config->cost_##id,
#include "proto/costs.def"
#undef COST
        .server = "pentad " PENTAD_VERSION,
        .names = server->names,
        .calendar = server->calendar,
        .exempt_networks = read_networks(config->exempt_networks, &server->exempt),
        .connections = server->connections,
        .held_bytes = (size_t)config->output_bytes,
        .absent_ms = {[SPEED_BULLET] = config->absent_bullet_ms,
                      [SPEED_BLITZ] = config->absent_blitz_ms,
                      [SPEED_SLOW] = config->absent_slow_ms},
        .allowance_percent = (uint32_t)config->rate_percent,
        .reserved_ms = config->reserved_days * DAY_MS,
        .session_ms = config->session_days * DAY_MS,
        .guest_session_ms = config->guest_session_days * DAY_MS,
        .device_ms = config->device_days * DAY_MS,
        .sessions_per_player = (uint32_t)config->sessions_account,
        .origin_ms = config->origin_days * DAY_MS,
        .uptime_mark_ms = CORE_UPTIME_MARK_MS,
        .rating_terms = {.games = (int)config->provisional_games,
                         .opponents = (int)config->provisional_opponents,
                         .points = (int)config->provisional_points,
                         .related_ms = config->related_ms,
                         .mark = (int)config->listed_mark,
                         .game_ms = config->listed_game_ms},
        .computers_learn = config->computers_learn == 1,
    };
}

static bool make_core(struct server *server)
{
    const struct config *config = &server->config;
    const struct core_options options = make_options(server);
    const struct core_ports ports = shell_ports(server->shell);
    server->core = core_new(&options, &ports, server->store, shell_now(server->shell));
    if (core_load(server->core) == 0)
        return true;
    log_event(server->log, LOG_LEVEL_ERROR, "database_failed", "path=\"%s\" error=\"%s\"",
              config->database, "what is stored cannot be read");
    return false;
}

/* ------------------------------------------------------------------ a life */

static bool make_parts(struct server *server)
{
    if (!make_log(server))
        return false;
    log_write(server->log, LOG_LEVEL_INFO, "starting", "version=" PENTAD_VERSION);
    return make_names(server) && make_calendar(server) && make_refusals(server) &&
           make_shell(server) && make_store(server) && make_core(server) &&
           shell_listen(server->shell) == 0;
}

static void free_parts(struct server *server)
{
    if (server->core != NULL)
        core_free(server->core);
    if (server->store != NULL)
        store_close(server->store);
    shell_free(server->shell);
    calendar_free(server->calendar);
    name_rules_free(server->names);
    log_free(server->log);
}

/* The exit code of a command that printed what it had to say: another one if that got lost. */
static int end_of_command(int code, int code_unprinted)
{
    int failed = standard_flush();
    if (failed == 0)
        return code;
    fprintf(stderr, "pentad: The output cannot be written: %s.\n", strerror(-failed));
    return code == EXIT_OK ? code_unprinted : code;
}

int main(int argc, char **argv)
{
    struct server server = {0};
    enum config_verdict verdict;
    bool can_run;
    if (photo_sandbox_is_meant(argc, argv))
        photo_sandbox_run();
    standard_open();
    verdict = config_load(&server.config, check_config, argv, stdout, stderr);
    if (verdict == CONFIG_DONE)
        return end_of_command(EXIT_OK, EXIT_CANNOT_RUN);
    if (verdict != CONFIG_RUN)
        return EXIT_WRONG_USE;
    if (server.config.word_count > 0)
        return end_of_command(tool_run(&server.config, stdout, stderr), TOOL_EXIT_IMPOSSIBLE);
    process_ignore_signals();
    codec_start();
    can_run = mem_reserve_init(MEM_PIECES, MEM_PIECE_SIZE) && crypto_start() && make_parts(&server);
    if (can_run)
        shell_run(server.shell, server.core);
    free_parts(&server);
    mem_reserve_deinit();
    return can_run ? EXIT_OK : EXIT_CANNOT_RUN;
}
