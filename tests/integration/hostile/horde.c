/* SPDX-License-Identifier: MIT */
/*
 * The attackers' thread. It owns the members; the tally is shared under a lock.
 */
#define _GNU_SOURCE /* accept4(), SOCK_NONBLOCK */
#include "tests/integration/hostile/horde.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define LINE_KEPT 512 /* of a line: errors are shorter */
#define STROKES_AT_ONCE 256
#define EVENTS_AT_ONCE 256
#define READS_AT_ONCE 65536
#define DEAF_BUFFER 4096

/* Every member begins with it, unless its plan is raw. Its answer is not counted. */
#define GREETING_ID "9007199254740991"
static const char greeting[] = "{\"id\":" GREETING_ID ",\"op\":\"hello\",\"protocol\":3}\n";
#define GREETING_SIZE (sizeof(greeting) - 1)

struct member {
    int fd; /* -1: none */
    long connection;
    int nth;
    bool is_told; /* the last line was an error or a goodbye */
    bool waits;   /* for an answer */
    bool is_done; /* does not come back */
    char line[LINE_KEPT];
    size_t line_len;
    long line_bytes; /* of the whole line so far */
    char *rest;      /* of the last stroke, which the server did not take yet */
    size_t rest_at, rest_len;
};

struct horde {
    const struct horde_plan *plan;
    uint16_t port;
    pthread_t thread;
    atomic_bool is_stopping;
    pthread_mutex_t lock;
    struct horde_tally tally; /* under the lock */
    struct horde_tally now;   /* the thread's */
    struct member *members;
    long fallen; /* strokes that were no waiting */
    int next;
    int epoll;
    char bytes[GREETING_SIZE + HORDE_STROKE_MAX];
    char input[READS_AT_ONCE];
};

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static int64_t now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* ------------------------------------------------------------------ what is told */

static void count_code(struct horde_tally *tally, const char *code, size_t len)
{
    struct horde_code *found = tally->codes;
    for (; found < tally->codes + tally->code_count; found++)
        if (strlen(found->code) == len && memcmp(found->code, code, len) == 0)
            break;
    if (found == tally->codes + HORDE_CODES_MAX || len >= sizeof(found->code))
        abort();
    if (found == tally->codes + tally->code_count) {
        memcpy(found->code, code, len);
        tally->code_count++;
    }
    found->count++;
}

static bool begins_with(const struct member *member, const char *text)
{
    return strncmp(member->line, text, strlen(text)) == 0;
}

static void take_event(struct horde *horde, const struct member *member)
{
    horde->now.events++;
    if (begins_with(member, "{\"ev\":\"heartbeat\""))
        return;
    horde->now.news++;
    horde->now.news_bytes += member->line_bytes;
}

static void count_line(struct horde *horde, struct member *member)
{
    static const char key[] = "\"code\":\"";
    const char *code = strstr(member->line, key);
    bool is_error =
        strstr(member->line, "\"error\":{") != NULL || begins_with(member, "{\"ev\":\"bye\"");
    member->is_told = is_error && code != NULL;
    member->waits = member->waits && begins_with(member, "{\"ev\":");
    if (member->is_told) {
        code += strlen(key);
        count_code(&horde->now, code, strcspn(code, "\""));
        horde->now.errors++;
    } else if (begins_with(member, "{\"ev\":")) {
        take_event(horde, member);
    } else {
        horde->now.replies++;
    }
}

static void take_line(struct horde *horde, struct member *member)
{
    member->line[member->line_len] = '\0';
    if (horde->plan->hear != NULL)
        horde->plan->hear(horde->plan->ctx, member->connection, member->line);
    if (!begins_with(member, "{\"re\":" GREETING_ID ",\"protocol\":"))
        count_line(horde, member);
    member->line_len = 0;
    member->line_bytes = 0;
}

static void take_bytes(struct horde *horde, struct member *member, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        member->line_bytes++;
        if (bytes[i] == '\n')
            take_line(horde, member);
        else if (member->line_len < LINE_KEPT - 1)
            member->line[member->line_len++] = bytes[i];
    }
}

static void take(struct horde *horde, struct member *member, size_t len)
{
    const struct horde_plan *plan = horde->plan;
    if (plan->heard == NULL) {
        take_bytes(horde, member, horde->input, len);
    } else if (plan->heard(plan->ctx, (int)(member - horde->members), horde->input, len)) {
        horde->now.replies++;
        member->waits = false;
    }
}

/* ------------------------------------------------------------------ a member */

static void drop(struct horde *horde, struct member *member)
{
    close(member->fd);
    free(member->rest);
    member->rest = NULL;
    member->fd = -1;
    horde->now.open--;
}

static void closed_by_server(struct horde *horde, struct member *member)
{
    if (member->is_told)
        horde->now.told_ends++;
    else
        horde->now.untold_ends++;
    member->is_done = !horde->plan->comes_back;
    drop(horde, member);
}

static void attend(struct horde *horde, struct member *member)
{
    const bool is_deaf = horde->plan->is_deaf;
    struct epoll_event event = {.data.ptr = member};
    event.events = (is_deaf ? 0u : (unsigned)EPOLLIN) | (member->rest != NULL ? EPOLLOUT : 0u);
    if (epoll_ctl(horde->epoll, EPOLL_CTL_MOD, member->fd, &event) != 0)
        epoll_ctl(horde->epoll, EPOLL_CTL_ADD, member->fd, &event);
}

static int open_socket(const struct horde *horde, int number)
{
    const int one = 1, deaf_bytes = DEAF_BUFFER;
    const int origin = number % horde->plan->addresses;
    struct sockaddr_in from = {.sin_family = AF_INET,
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1 + (uint32_t)origin)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    /* A port is only then reserved, with its other end, when it connects. */
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof(one));
    if (horde->plan->is_deaf)
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &deaf_bytes, sizeof(deaf_bytes));
    if (bind(fd, (struct sockaddr *)&from, sizeof(from)) == 0)
        return fd;
    close(fd);
    return -1;
}

static void connect_one(struct horde *horde, struct member *member)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons(horde->port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = open_socket(horde, (int)(member - horde->members));
    if (fd < 0 ||
        (connect(fd, (const struct sockaddr *)&to, sizeof(to)) != 0 && errno != EINPROGRESS)) {
        horde->now.trouble++;
        if (fd >= 0)
            close(fd);
        return;
    }
    *member = (struct member){.fd = fd, .connection = horde->now.connections++};
    horde->now.open++;
    attend(horde, member);
}

static void send_rest(struct horde *horde, struct member *member)
{
    ssize_t sent = send(member->fd, member->rest + member->rest_at,
                        member->rest_len - member->rest_at, MSG_NOSIGNAL | MSG_DONTWAIT);
    member->rest_at += sent > 0 ? (size_t)sent : 0;
    /* After another error the end of the connection is to be read. */
    if (member->rest_at < member->rest_len && sent < 0 && (errno == EAGAIN || errno == ENOTCONN))
        return;
    if (member->rest_at < member->rest_len && sent >= 0)
        return;
    free(member->rest);
    member->rest = NULL;
    attend(horde, member);
}

static void strike(struct horde *horde, struct member *member)
{
    size_t begin = member->nth == 0 && !horde->plan->is_raw ? GREETING_SIZE : 0;
    const struct stroke stroke = {.connection = member->connection,
                                  .member = (int)(member - horde->members),
                                  .nth = member->nth++,
                                  .bytes = horde->bytes + begin};
    if (member->rest != NULL)
        return; /* the server holds it up */
    size_t len = horde->plan->stroke(horde->plan->ctx, &stroke);
    if (len == 0) {
        drop(horde, member);
        return;
    }
    memcpy(horde->bytes, greeting, begin);
    len += begin;
    ssize_t sent = send(member->fd, horde->bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != ENOTCONN)
        return;
    member->waits = horde->plan->is_patient;
    size_t done = sent > 0 ? (size_t)sent : 0;
    if (done == len)
        return;
    member->rest = must(malloc(len - done));
    memcpy(member->rest, horde->bytes + done, len - done);
    member->rest_at = 0;
    member->rest_len = len - done;
    attend(horde, member);
}

/* ------------------------------------------------------------------ the thread */

static void strike_next(struct horde *horde)
{
    struct member *member = &horde->members[horde->next++ % horde->plan->members];
    horde->now.strokes++;
    if (member->waits)
        return;
    horde->fallen++;
    if (member->fd >= 0)
        strike(horde, member);
    else if (!member->is_done)
        connect_one(horde, member);
}

static void receive(struct horde *horde, const struct epoll_event *event)
{
    struct member *member = event->data.ptr;
    if (member->fd < 0)
        return;
    if (event->events & EPOLLOUT)
        send_rest(horde, member);
    if (horde->plan->is_deaf) {
        if (event->events & (EPOLLHUP | EPOLLERR))
            closed_by_server(horde, member);
        return;
    }
    if (!(event->events & (EPOLLIN | EPOLLHUP | EPOLLERR)))
        return;
    ssize_t len = recv(member->fd, horde->input, sizeof(horde->input), MSG_DONTWAIT);
    if (len > 0)
        take(horde, member, (size_t)len);
    else if (len == 0 || errno != EAGAIN)
        closed_by_server(horde, member);
}

static void publish(struct horde *horde)
{
    pthread_mutex_lock(&horde->lock);
    horde->tally = horde->now;
    pthread_mutex_unlock(&horde->lock);
}

static bool is_spent(const struct horde *horde)
{
    return horde->plan->strokes_max > 0 && horde->fallen >= horde->plan->strokes_max;
}

static void *thread_main(void *arg)
{
    struct horde *horde = arg;
    const int64_t begin_us = now_us();
    struct epoll_event events[EVENTS_AT_ONCE];
    /* On Linux a thread's own. */
    setpriority(PRIO_PROCESS, 0, 19);
    while (!atomic_load(&horde->is_stopping)) {
        int64_t due = (now_us() - begin_us) * horde->plan->strokes_per_s / 1000000;
        for (int i = 0; i < STROKES_AT_ONCE && horde->now.strokes < due && !is_spent(horde); i++)
            strike_next(horde);
        bool is_behind = horde->now.strokes < due && !is_spent(horde);
        int count = epoll_wait(horde->epoll, events, EVENTS_AT_ONCE, is_behind ? 0 : 1);
        for (int i = 0; i < count; i++)
            receive(horde, &events[i]);
        publish(horde);
    }
    return NULL;
}

struct horde *horde_start(const struct horde_plan *plan, uint16_t port)
{
    struct horde *horde = must(calloc(1, sizeof(*horde)));
    horde->plan = plan;
    horde->port = port;
    horde->epoll = epoll_create1(EPOLL_CLOEXEC);
    horde->members = must(calloc((size_t)plan->members, sizeof(*horde->members)));
    for (int i = 0; i < plan->members; i++)
        horde->members[i].fd = -1;
    pthread_mutex_init(&horde->lock, NULL);
    if (horde->epoll < 0 || pthread_create(&horde->thread, NULL, thread_main, horde) != 0)
        abort();
    return horde;
}

void horde_look(struct horde *horde, struct horde_tally *tally_out)
{
    pthread_mutex_lock(&horde->lock);
    *tally_out = horde->tally;
    pthread_mutex_unlock(&horde->lock);
}

void horde_stop(struct horde *horde, struct horde_tally *tally_out)
{
    atomic_store(&horde->is_stopping, true);
    pthread_join(horde->thread, NULL);
    *tally_out = horde->now;
    for (int i = 0; i < horde->plan->members; i++)
        if (horde->members[i].fd >= 0)
            drop(horde, &horde->members[i]);
    close(horde->epoll);
    pthread_mutex_destroy(&horde->lock);
    free(horde->members);
    free(horde);
}

long horde_count(const struct horde_tally *tally, const char *code)
{
    for (size_t i = 0; i < tally->code_count; i++)
        if (strcmp(tally->codes[i].code, code) == 0)
            return tally->codes[i].count;
    return 0;
}
