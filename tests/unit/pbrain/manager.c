/* SPDX-License-Identifier: MIT */
/*
 * The manager that a test plays.
 */
#include "tests/unit/pbrain/manager.h"

#include "tests/support/cmocka_all.h"
#include "tests/unit/pbrain/slow_player.h"

#include <stdio.h>
#include <string.h>

struct manager manager;

static void on_say(void *ctx, const char *line)
{
    (void)ctx;
    manager.said_len += (size_t)snprintf(manager.said + manager.said_len,
                                         sizeof(manager.said) - manager.said_len, "%s\n", line);
    assert_true(manager.said_len < sizeof(manager.said));
}

static int64_t on_now(void *ctx)
{
    (void)ctx;
    return manager.now_ms++;
}

static void on_listen(void *ctx, struct talk *talk)
{
    (void)ctx;
    manager.now_ms += manager.sleeps_ms;
    manager.sleeps_ms = 0;
    if (manager.interrupts == NULL || manager.now_ms < manager.at_ms)
        return;
    size_t len = strlen(manager.interrupts);
    assert_int_equal(talk_hear(talk, manager.interrupts, len), len);
    manager.interrupts = NULL;
    if (manager.hangs_up)
        talk_hear_end(talk);
}

static void begin_with(const struct thinker_options *options)
{
    memset(&manager, 0, sizeof(manager));
    memset(&slow_asked, 0, sizeof(slow_asked));
    manager.ports = (struct talk_ports){.say = on_say, .now_ms = on_now, .listen = on_listen};
    manager.thinker = thinker_new(options);
    manager.talk = talk_new(&manager.ports, manager.thinker);
    assert_non_null(manager.talk);
}

void manager_begin(const struct computer *computer)
{
    struct thinker_options options = {
        .computer = computer, .seed = 5, .memory = (uint64_t)16 << 20};
    begin_with(&options);
}

void manager_end(void)
{
    talk_free(manager.talk);
    thinker_free(manager.thinker);
}

void manager_tell(const char *lines)
{
    assert_int_equal(talk_hear(manager.talk, lines, strlen(lines)), strlen(lines));
    talk_run(manager.talk);
}

void manager_expect(const char *lines, const char *answers)
{
    size_t from = manager.said_len;
    manager_tell(lines);
    assert_string_equal(manager.said + from, answers);
}

void manager_expect_refusal(const char *lines, const char *word)
{
    size_t from = manager.said_len;
    manager_tell(lines);
    const char *answer = manager.said + from;
    if (strncmp(answer, "ERROR ", 6) != 0 || strstr(answer, word) == NULL ||
        strchr(answer, '\n') != answer + strlen(answer) - 1)
        fail_msg("\"%s\" is answered \"%s\", not ERROR with \"%s\"", lines, answer, word);
}
