/* SPDX-License-Identifier: MIT */
/* Each line of the evening of proto/evening.txt, which is that of docs/PROTOCOL.md, is read and
 * written by the coders. */
#include "proto/codec.h"
#include "proto/frame.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#define LINE_SIZE (FRAME_REPLY_MAX + 128)
#define PEOPLE 64
#define IDS 1024

/* A person of the scene that is read, and the ops of the requests so far, by their ids. */
struct person {
    char name[32];
    int ops[IDS]; /* 1 + op, 0: none */
};

static struct person people[PEOPLE];
static size_t people_count;

static struct person *person_of(const char *name, size_t len)
{
    for (size_t i = 0; i < people_count; i++)
        if (strlen(people[i].name) == len && memcmp(people[i].name, name, len) == 0)
            return &people[i];
    assert_true(people_count < PEOPLE && len < sizeof(people[0].name));
    struct person *person = &people[people_count++];
    *person = (struct person){0};
    memcpy(person->name, name, len);
    return person;
}

static bool op_asked(void *ctx, int64_t id, enum op *op_out)
{
    const struct person *person = ctx;
    if (id < 0 || id >= IDS || person->ops[id] == 0)
        return false;
    *op_out = (enum op)(person->ops[id] - 1);
    return true;
}

/* Those that are no request were refused as such. */
static void read_request(struct person *person, const char *frame, struct arena *arena)
{
    struct request request;
    struct fault fault;
    (void)request_decode(frame, strlen(frame), arena, &request, &fault);
    if (request.id == NO_REQUEST_ID || fault.error == ERR_UNKNOWN_OP)
        return;
    assert_true(request.id < IDS);
    person->ops[request.id] = 1 + (int)request.op;
}

/* Writes again what the frame says, and returns its length with its LF. */
static int write_again(struct person *person, const struct incoming *incoming,
                       const union reply_body *reply, char *out)
{
    if (incoming->kind == INCOMING_EVENT)
        return event_encode(incoming->event, incoming->seq, incoming->body, out, LINE_SIZE);
    if (incoming->kind == INCOMING_REPLY)
        return reply_encode((enum op)(person->ops[incoming->re] - 1), incoming->re, reply, out,
                            LINE_SIZE);
    const struct fault fault = {.error = error_from_code(incoming->error.code),
                                .field = incoming->error.field,
                                .retry_after_plies = incoming->error.retry_after_plies,
                                .ply = incoming->error.ply + 1,
                                .detail = incoming->error.detail,
                                .reason = incoming->error.reason,
                                .appeal = incoming->error.appeal + 1};
    return error_encode(incoming->re, &fault, incoming->error.retry_after_ms, out, LINE_SIZE);
}

static void check_told(struct person *person, const char *frame, struct arena *arena)
{
    static char again[LINE_SIZE];
    const struct incoming_lookup lookup = {.op = op_asked, .ctx = person, .arena = arena};
    struct incoming incoming;
    union reply_body reply;
    if (incoming_decode(frame, strlen(frame), &lookup, &incoming, &reply) != 0)
        fail_msg("not read: %s", frame);
    int len = write_again(person, &incoming, &reply, again);
    if (len != (int)strlen(frame) + 1 || memcmp(again, frame, strlen(frame)) != 0)
        fail_msg("read as %.*s, and was %s", len, again, frame);
}

static void read_line(const char *line)
{
    const char *space = strchr(line, ' ');
    struct arena arena;
    assert_non_null(space);
    struct person *person = person_of(line, (size_t)(space - line));
    arena_init(&arena, NULL, 0);
    if (strncmp(space, " C: ", 4) == 0)
        read_request(person, space + 4, &arena);
    else
        check_told(person, space + 4, &arena);
    arena_deinit(&arena);
}

TEST(a_client_understands_all_that_the_server_says)
{
    static char line[LINE_SIZE];
    size_t count = 0;
    FILE *evening = fopen(EVENING, "r");
    assert_non_null(evening);
    while (fgets(line, sizeof(line), evening) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "==", 2) == 0)
            people_count = 0;
        if (strncmp(line, "==", 2) == 0 || strncmp(line, "--", 2) == 0)
            continue;
        read_line(line);
        count++;
    }
    (void)fclose(evening);
    assert_true(count > 500);
}
