/* SPDX-License-Identifier: MIT */
/*
 * A peer's queue of frames: everything that was added, in order, in whatever portions it is taken;
 * references that are given back; and what happens without memory.
 */
#include "base/memory.h"
#include "server/shell/output.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/shell/fake_core.h"

#include <string.h>

#define PIECES 4

struct fixture {
    struct core *core;
    struct slab slab;
    struct output_home home;
    struct output output;
};

static int setup(void **state)
{
    static struct fixture fixture;
    const struct core_ports ports = {0};
    fixture = (struct fixture){.core = core_new(NULL, &ports, NULL, (struct moment){0})};
    fixture.home = (struct output_home){.core = fixture.core, .slab = &fixture.slab};
    *state = &fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(fake_core_counts(fixture->core).frames, 0);
    slab_deinit(&fixture->slab);
    core_free(fixture->core);
    return 0;
}

/* Adds a frame to which nobody else refers. */
static bool add(struct fixture *fixture, const char *bytes, size_t len)
{
    struct frame *frame = fake_frame(fixture->core, bytes, len);
    bool is_added = output_add(&fixture->output, &fixture->home, frame);
    core_frame_release(fixture->core, frame);
    return is_added;
}

/* Takes up to `len` of the bytes that the queue offers; returns how many. */
static size_t take(struct fixture *fixture, char *to, size_t len)
{
    uv_buf_t pieces[PIECES];
    size_t offered, taken = 0;
    size_t count = output_pieces(&fixture->output, pieces, PIECES, &offered);
    for (size_t i = 0; i < count && taken < len; i++) {
        size_t part = pieces[i].len < len - taken ? pieces[i].len : len - taken;
        memcpy(to + taken, pieces[i].base, part);
        taken += part;
    }
    output_take(&fixture->output, &fixture->home, taken);
    return taken;
}

static void frames_are_taken_in_order_in_any_portions(void **state)
{
    static char all[100000], got[sizeof(all)];
    for (size_t portion = 1; portion < 3000; portion = portion * 3 + 1) {
        struct fixture *fixture = *state;
        size_t added = 0, taken = 0;
        for (size_t i = 0; i < sizeof(all); i++)
            all[i] = (char)(i * 7 % 251);
        for (size_t len = 1; added + len <= sizeof(all); len += 13) {
            assert_true(add(fixture, all + added, len));
            added += len;
            taken += take(fixture, got + taken, portion);
        }
        while (!output_is_empty(&fixture->output))
            taken += take(fixture, got + taken, portion);
        assert_int_equal(taken, added);
        assert_memory_equal(got, all, added);
    }
}

static void an_empty_queue_has_no_memory(void **state)
{
    struct fixture *fixture = *state;
    char got[8];
    assert_true(add(fixture, "abc", 3));
    assert_true(add(fixture, "de", 2));
    assert_int_equal(take(fixture, got, sizeof(got)), 5);
    assert_null(fixture->output.queue);
    assert_int_equal(output_size(&fixture->output), 0);
}

static void a_frame_counts_until_it_is_taken_whole(void **state)
{
    struct fixture *fixture = *state;
    char got[8];
    assert_true(add(fixture, "abc", 3));
    assert_true(add(fixture, "de", 2));
    assert_int_equal(output_size(&fixture->output), 4 + 3); /* as the double counts */
    take(fixture, got, 2);
    assert_int_equal(output_size(&fixture->output), 4 + 3);
    take(fixture, got, 1);
    assert_int_equal(output_size(&fixture->output), 3);
    assert_int_equal(fake_core_counts(fixture->core).frames, 1);
    output_drop(&fixture->output, &fixture->home);
    assert_int_equal(output_size(&fixture->output), 0);
}

static void without_memory_nothing_changes(void **state)
{
    struct fixture *fixture = *state;
    char got[64];
    struct frame *frame = fake_frame(fixture->core, "x", 1);
    mem_test_fail_at(1); /* and there is no reserve */
    assert_false(output_add(&fixture->output, &fixture->home, frame));
    assert_true(output_is_empty(&fixture->output));
    for (int i = 0; i < 4; i++)
        assert_true(output_add(&fixture->output, &fixture->home, frame));
    mem_test_fail_at(1);
    assert_false(output_add(&fixture->output, &fixture->home, frame));
    assert_int_equal(output_size(&fixture->output), 4 * 2);
    assert_int_equal(take(fixture, got, 4), 4);
    core_frame_release(fixture->core, frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(frames_are_taken_in_order_in_any_portions, setup, teardown),
        cmocka_unit_test_setup_teardown(an_empty_queue_has_no_memory, setup, teardown),
        cmocka_unit_test_setup_teardown(a_frame_counts_until_it_is_taken_whole, setup, teardown),
        cmocka_unit_test_setup_teardown(without_memory_nothing_changes, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
