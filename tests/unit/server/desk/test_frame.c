/* SPDX-License-Identifier: MIT */
/* Frames: what the shell may keep of them, and for how long. */
#include "server/core/desk/frame.h"
#include "server/core/state.h"
#include "server/core/turn/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/server/rig.h"

#include <string.h>

static struct frame *frame_of(struct core *core, const char *text)
{
    memcpy(core->encoded, text, strlen(text));
    return frame_new(core, (int)strlen(text), 7);
}

static void a_frame_lives_as_long_as_somebody_refers_to_it(void **state)
{
    struct rig *rig = *state;
    struct frame *frame = frame_of(rig->core, "{}\n");
    core_frame_keep(frame);
    frame_release(rig->core, frame);
    memcpy(rig->core->encoded, "other", 5);
    assert_int_equal(core_frame_len(frame), 3);
    assert_memory_equal(core_frame_bytes(frame), "{}\n", 3);
    core_frame_release(rig->core, frame);
}

static void a_short_frame_counts_as_the_memory_that_it_takes(void **state)
{
    struct rig *rig = *state;
    struct frame *one = frame_of(rig->core, "a\n");
    struct frame *two = frame_of(rig->core, "ab\n");
    assert_true(core_frame_size(one) >= sizeof(*one) + 2 + sizeof(struct out_entry));
    assert_int_equal(core_frame_size(two), core_frame_size(one) + 1);
    frame_release(rig->core, one);
    frame_release(rig->core, two);
}

/* What it counts does not change, however little it tells then. */
static void a_held_frame_can_be_replaced(void **state)
{
    struct rig *rig = *state;
    struct frame *frame = frame_of(rig->core, "the widest figures\n");
    struct frame *told = frame_of(rig->core, "figures\n");
    size_t size = core_frame_size(frame);
    frame_become(frame, told);
    assert_int_equal(core_frame_len(frame), 8);
    assert_memory_equal(core_frame_bytes(frame), "figures\n", 8);
    assert_int_equal(core_frame_size(frame), size);
    frame_release(rig->core, told);
    frame_release(rig->core, frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(a_frame_lives_as_long_as_somebody_refers_to_it),
        RIG_TEST(a_short_frame_counts_as_the_memory_that_it_takes),
        RIG_TEST(a_held_frame_can_be_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
