/* SPDX-License-Identifier: MIT */
/*
 * About whom those who keep order may ask and act: every operation for them, by every rank of the
 * one who asks and of the one it is about, as its row ABOUT in the table of messages says.
 */
#include "proto/codec.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_rated.h"

#include <stdio.h>
#include <string.h>

#define NOTE "a note on somebody"

/* ------------------------------------------------------------------ what is asked */

/* The fields of a request about Sofia: $R is a room where she plays, $P her game there, $G one that
 * she has lost, $N the number of her appeal. Those that change her come behind those that look. */
struct scene {
    enum op op;
    const char *fields;
    const char *tells; /* a text of the reply if it may be about her; NULL: no error is enough */
};

static const struct scene scenes[] = {
    {OP_MOD_STATS, "", NULL},
    {OP_MOD_CASES, "", "Sofia"},
    {OP_MOD_REPORTS, "", "Sofia"},
    {OP_MOD_REPORTS, ",'name':'Sofia'", "Sofia"},
    {OP_MOD_REPORT, ",'report':1", "Sofia"},
    {OP_MOD_APPEALS, "", "Sofia"},
    {OP_MOD_GAME, ",'game':'$G'", "Sofia"},
    {OP_MOD_GAME, ",'game':'$P'", "Sofia"},
    {OP_MOD_LOG, "", NOTE},
    {OP_MOD_LOG, ",'name':'Sofia'", NOTE},
    {OP_MOD_POINTS, ",'name':'Sofia'", "Sofia"},
    {OP_MOD_SANCTIONS, "", "Sofia"},
    {OP_MOD_RELATED, ",'name':'Sofia'", "Sofia"},
    {OP_MOD_NOTE, ",'name':'Sofia','text':'x'", NULL},
    {OP_MOD_WARN, ",'name':'Sofia','reason':'x'", NULL},
    {OP_MOD_RESOLVE, ",'report':1,'verdict':'upheld'", NULL},
    {OP_MOD_ANSWER, ",'appeal':$N,'verdict':'dismissed'", NULL},
    {OP_MOD_MUTE, ",'name':'Sofia','reason':'x'", NULL},
    {OP_MOD_UNMUTE, ",'name':'Sofia'", NULL},
    {OP_MOD_CLEAR_PROFILE, ",'name':'Sofia'", NULL},
    {OP_MOD_BAN_ORIGIN, ",'name':'Sofia','minutes':9,'reason':'x'", NULL},
    {OP_MOD_UNBAN_ORIGIN, ",'name':'Sofia'", NULL},
    {OP_MOD_ANNUL, ",'game':'$G','reason':'x'", NULL},
    {OP_MOD_ANNUL, ",'name':'Sofia','reason':'x'", NULL},
    {OP_MOD_CLOSE_ROOM, ",'room':'$R','reason':'x'", NULL},
    {OP_MOD_RESET_PASSWORD, ",'name':'Sofia'", NULL},
    {OP_MOD_ACCOUNTS, ",'accounts':[{'name':'Pupil'}]", NULL},
    {OP_MOD_BAN, ",'name':'Sofia','reason':'x'", NULL},
    {OP_MOD_UNBAN, ",'name':'Sofia'", NULL},
    {OP_MOD_ROLE, ",'name':'Sofia','role':'player'", NULL},
    {OP_MOD_RENAME, ",'name':'Sofia'", NULL},
};
#define SCENES (sizeof(scenes) / sizeof(scenes[0]))

static void every_operation_of_those_who_keep_order_has_a_scene(void **state)
{
    (void)state;
    for (int op = 0; op < OP_COUNT; op++) {
        bool has_scene = false;
        for (size_t i = 0; i < SCENES; i++)
            has_scene = has_scene || (int)scenes[i].op == op;
        assert_int_equal(has_scene, op_info((enum op)op)->who >= WHO_MODERATOR);
    }
}

/* ------------------------------------------------------------------ who is there */

static const char *const ranks[] = {"player", "moderator", "operator"};

struct world {
    struct rig *rig;
    struct rig_peer *asker;
    bool is_local; /* the asker, who is above everybody */
    int asker_rank;
    int sofias_rank;
    bool is_about_oneself;
    char room[13], playing[13], lost[13], appeal[12];
};

/* A request with the names of this world in it. */
static void fill(const struct world *world, const char *fields, char *out, size_t size)
{
    size_t len = 0;
    out[0] = '\0';
    for (const char *c = fields; *c != '\0'; c++) {
        char one[2] = {*c, '\0'};
        const char *text = one;
        if (*c == '$') {
            c++;
            text = *c == 'R'   ? world->room
                   : *c == 'P' ? world->playing
                   : *c == 'G' ? world->lost
                               : world->appeal;
        }
        len += (size_t)snprintf(out + len, size - len, "%s", text);
        assert_true(len < size);
    }
}

/* Sofia has lost a rated game and plays another one, was reported, noted, muted, and has appealed.
 */
static void give_her_a_life(struct world *world)
{
    struct rig *rig = world->rig;
    struct rig_peer *local = rig_connect_locally(rig);
    struct rig_peer *sofia = rig_player(rig, "Sofia");
    struct rig_peer *olga = rig_player(rig, "Olga");
    struct rig_table table = rig_rated_table(olga, sofia);
    rig_rated_win(&table);
    rig_rated_leave(&table);
    snprintf(world->lost, sizeof(world->lost), "%s", table.game);
    table = rig_table(sofia, olga, "mini", false);
    snprintf(world->room, sizeof(world->room), "%s", table.room);
    snprintf(world->playing, sizeof(world->playing), "%s", table.game);
    assert_ok(rig_ask(sofia, "{'op':'profile.set','about':'hello'}"));
    assert_ok(rig_ask(olga, "{'op':'player.report','name':'Sofia','complaint':'cheating'}"));
    assert_ok(rig_ask(local, "{'op':'mod.note','name':'Sofia','text':'" NOTE "'}"));
    assert_ok(rig_ask(local, "{'op':'mod.mute','name':'Sofia','reason':'x'}"));
    assert_ok(rig_ask(sofia, "{'op':'player.appeal','text':'why me'}"));
    const json_t *appeals = rig_ask(local, "{'op':'mod.appeals'}");
    snprintf(world->appeal, sizeof(world->appeal), "%d", (int)int_at(appeals, "appeals.0.n"));
    rig_give_role(rig, "Sofia", ranks[world->sofias_rank]);
    world->asker = sofia;
}

static struct world world_of(struct rig *rig, int asker_rank, int sofias_rank,
                             bool is_about_oneself)
{
    struct world world = {.rig = rig,
                          .asker_rank = asker_rank,
                          .sofias_rank = sofias_rank,
                          .is_about_oneself = is_about_oneself};
    give_her_a_life(&world);
    world.is_local = asker_rank == 3;
    if (world.is_local) {
        world.asker = rig_connect_locally(rig);
    } else if (!is_about_oneself) {
        world.asker = rig_player(rig, "Maria");
        rig_give_role(rig, "Maria", ranks[asker_rank]);
    }
    return world;
}

/* ------------------------------------------------------------------ what comes of it */

static bool is_error(const json_t *reply, const char *code)
{
    return strcmp(rig_code(reply), code) == 0;
}

/* Whether the request had its effect on Sofia, or told of her: an error about her state is one,
 * too, for it tells of that. */
static bool is_about_her(const struct scene *scene, struct rig_peer *peer, const json_t *reply)
{
    static const char *const refusals[] = {"not_allowed", "own_affair", "no_such_report",
                                           "no_such_appeal"};
    for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++)
        if (is_error(reply, refusals[i]))
            return false;
    return scene->tells == NULL || strstr(rig_line(peer, reply), scene->tells) != NULL;
}

static void check_scene(const struct world *world, const struct scene *scene)
{
    char fields[160];
    const struct op_info *info = op_info(scene->op);
    bool is_below =
        world->is_local || (!world->is_about_oneself && world->sofias_rank < world->asker_rank);
    bool has_role = (info->who == WHO_MODERATOR ? 1 : 2) <= world->asker_rank;
    bool may_be =
        has_role && (is_below || info->reach == REACH_ANYBODY || info->reach == REACH_NOBODY);
    fill(world, scene->fields, fields, sizeof(fields));
    const json_t *reply = rig_ask(world->asker, "{'op':'%s'%s}", info->wire, fields);
    if (is_about_her(scene, world->asker, reply) != may_be)
        fail_msg("%s%s of rank %d about rank %d%s: %s", info->wire, fields, world->asker_rank,
                 world->sofias_rank, world->is_about_oneself ? ", oneself" : "",
                 rig_line(world->asker, reply));
    bool is_silent = info->reach == REACH_ROWS || info->reach == REACH_NOTES;
    if (has_role && is_silent && is_error(reply, "not_allowed"))
        fail_msg("%s is refused, and has only to leave rows out", info->wire);
}

static void walk(int asker_rank, int sofias_rank, bool is_about_oneself)
{
    struct core_options options = rig_rated_options();
    options.rating_terms = (struct store_rating_terms){0};
    struct rig *rig = rig_new_with(&options);
    struct world world = world_of(rig, asker_rank, sofias_rank, is_about_oneself);
    for (size_t i = 0; i < SCENES; i++)
        check_scene(&world, &scenes[i]);
    rig_free(rig);
}

static void operations_of_moderation_are_about_whom_the_table_says(void **state)
{
    (void)state;
    for (int asker = 1; asker <= 3; asker++)
        for (int sofia = 0; sofia <= 2; sofia++)
            walk(asker, sofia, false);
}

static void nobody_judges_her_own_affair(void **state)
{
    (void)state;
    walk(1, 1, true);
    walk(2, 2, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_of_those_who_keep_order_has_a_scene),
        cmocka_unit_test(operations_of_moderation_are_about_whom_the_table_says),
        cmocka_unit_test(nobody_judges_her_own_affair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
