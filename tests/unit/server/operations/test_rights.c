/* SPDX-License-Identifier: MIT */
/*
 * Every operation is refused to those whose rights the table of messages does not name.
 */
#include "base/arena.h"
#include "proto/codec.h"
#include "proto/frame.h"
#include "proto/shape.h"
#include "tests/support/cmocka_all.h"
#include "tests/unit/proto/sample.h"
#include "tests/unit/server/rig.h"

#include <string.h>

/* Sends any well-formed request for the op; returns the code of the answer. */
static const char *answer_to_any(struct rig_peer *peer, enum op op)
{
    static char line[FRAME_REPLY_MAX];
    struct arena arena;
    char block[4096];
    arena_init(&arena, block, sizeof(block));
    struct sampler sampler = {.arena = &arena, .kind = SAMPLE_MINIMAL, .seed = 1};
    struct request request = {.id = 4711, .op = op};
    sample_fill(&sampler, shape__request(op), &request.as);
    int len = request_encode(&request, line, sizeof(line));
    assert_true(len > 0);
    rig_bytes(peer, line, (size_t)len);
    rig_turn(peer->rig);
    arena_deinit(&arena);
    return rig_code(rig_reply(peer, 4711));
}

static void strangers_are_refused_what_is_for_players(void **state)
{
    (void)state;
    for (int op = 0; op < OP_COUNT; op++) {
        if (op_info((enum op)op)->who == WHO_STRANGER)
            continue;
        struct rig *rig = rig_new();
        assert_string_equal(answer_to_any(rig_connect(rig), (enum op)op), "login_required");
        rig_free(rig);
    }
}

static void guests_are_refused_what_is_for_accounts(void **state)
{
    (void)state;
    for (int op = 0; op < OP_COUNT; op++) {
        if (op_info((enum op)op)->who < WHO_ACCOUNT)
            continue;
        struct rig *rig = rig_new();
        assert_string_equal(answer_to_any(rig_guest(rig), (enum op)op), "account_required");
        rig_free(rig);
    }
}

static void give_role(struct rig *rig, const char *name, const char *role)
{
    struct rig_peer *local = rig_connect_locally(rig);
    assert_ok(rig_ask(local, "{'op':'mod.role','name':'%s','role':'%s'}", name, role));
}

static void players_are_refused_what_is_for_those_who_keep_order(void **state)
{
    (void)state;
    for (int op = 0; op < OP_COUNT; op++) {
        enum who who = op_info((enum op)op)->who;
        if (who < WHO_MODERATOR)
            continue;
        struct rig *rig = rig_new();
        struct rig_peer *anna = rig_player(rig, "Anna");
        assert_string_equal(answer_to_any(anna, (enum op)op), "not_allowed");
        give_role(rig, "Anna", "moderator");
        struct rig_peer *twin = rig_resume(rig, anna->token);
        bool is_refused = strcmp(answer_to_any(twin, (enum op)op), "not_allowed") == 0;
        assert_int_equal(is_refused, who == WHO_OPERATOR);
        give_role(rig, "Anna", "player");
        assert_string_equal(answer_to_any(rig_resume(rig, anna->token), (enum op)op),
                            "not_allowed");
        rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strangers_are_refused_what_is_for_players),
        cmocka_unit_test(guests_are_refused_what_is_for_accounts),
        cmocka_unit_test(players_are_refused_what_is_for_those_who_keep_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
