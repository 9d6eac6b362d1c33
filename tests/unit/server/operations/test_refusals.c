/* SPDX-License-Identifier: MIT */
/*
 * The whole table of refusals: for every row REFUSES of proto/messages.def there is a scene here in
 * which just that happens, and nothing else: nobody is told anything and everything is as before.
 */
#include "proto/id.h"
#include "proto/refusal.h"
#include "server/core/meeting/invitation.h"
#include "server/core/people/network.h"
#include "server/core/people/state.h"
#include "server/core/table/state.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"
#include "tests/unit/server/rig_rated.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ scenes */

/* Anna, Boris and Carla have accounts, Guest is one, Stranger is not logged in, and Keeper comes
 * over the local socket. */
enum who_asks { ANNA, BORIS, CARLA, GUEST, STRANGER, KEEPER, PEOPLE };

struct scene {
    struct rig *rig;
    struct rig_peer *people[PEOPLE];
    struct rig_table table;
    char room[13];
    char invited[13];
    char clocked[13];
    char link[40];
    char last[13];
};

enum setting {
    AT_HOME,  /* no table */
    AT_TABLE, /* classic, without a clock */
    WITH_CLOCK,
    CLOCK_TOO_SHORT, /* with a clock that is by now too short for rated games; that game is over */
    SWAP2,           /* rated, with days */
    DROP4,           /* the same */
    ULTIMATE,
    DROP4_MISERE,
    ULTIMATE_NORETURN,
    RENJU,
    ACHI,             /* unrated */
    BY_DAYS,          /* classic, rated, with days */
    MANY_NEWCOMERS,   /* no table; nobody new may come from here */
    NO_MORE_ROOMS,    /* at a table, and nobody may sit at two */
    EXEMPT,           /* no table; all come from a network that is exempt */
    MANY_ORIGIN_BANS, /* no table; newcomers are refused from as many networks as is kept */
    TEN_REPORTS,      /* no table; Anna has as many open reports as one may */
    TAKEN_BACK_OFTEN, /* at a table, where Anna took back as often as one may */
    WROTE_TO_MANY,    /* at a table, and Anna wrote to as many strangers as one may */
    GIVEN_ALL,        /* with a clock, and Anna gave as much time as one may */
    NO_INVITATIONS,   /* no table; Boris takes no invitations */
    MANY_INVITATIONS, /* no table; Boris has as many as one may */
    INVITED,          /* no table; Boris has invited Anna */
    LINKED,           /* no table; Boris has opened a room and made its link */
    NO_CHAT,          /* at a table, and nobody says anything */
    PHRASES,          /* at a table, and only phrases are said */
    PLAYED_OUT,       /* at a table, and Anna and Boris may begin no other rated game */
    TWO_CLOCKS,       /* a game with a clock is over at the table, and Anna has begun another one */
};

/* A row of refusals.def. */
struct row {
    const char *op;
    const char *code;
    enum setting setting;
    const char *moves;
    const char *before;
    enum who_asks who;
    const char *request;
};

static const struct row rows[] = {
#define REFUSED(op_, code_, setting_, moves_, before_, who_, request_)                             \
    {op_, code_, setting_, moves_, before_, who_, request_},
#include "tests/unit/server/refusals.def"
#undef REFUSED
};

#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

/* ------------------------------------------------------------------ making a scene */

static const struct match *find_last(const struct scene *scene)
{
    const struct match *last = scene->rig->core->tables->matches;
    for (const struct match *match = last; match != NULL; match = match->next)
        last = match->id > last->id ? match : last;
    return last;
}

static const char *last_game(struct scene *scene)
{
    id_format(find_last(scene)->id, scene->last);
    return scene->last;
}

static const char *room_of_last_game(struct scene *scene)
{
    id_format(find_last(scene)->room, scene->last);
    return scene->last;
}

static const char *room_of_first_game(struct scene *scene)
{
    const struct match *first = scene->rig->core->tables->matches;
    for (const struct match *match = first; match != NULL; match = match->next)
        first = match->id < first->id ? match : first;
    id_format(first->room, scene->last);
    return scene->last;
}

static const char *meaning(struct scene *scene, char letter)
{
    switch (letter) {
    case 'F':
        return room_of_first_game(scene);
    case 'E':
        return room_of_last_game(scene);
    case 'L':
        return last_game(scene);
    case 'N':
        return scene->people[GUEST]->name;
    case 'P':
        return scene->people[CARLA]->token;
    case 'V':
        return scene->people[CARLA]->recovery;
    case 'R':
        return scene->room;
    case 'I':
        return scene->invited;
    case 'C':
        return scene->clocked;
    case 'K':
        return scene->link;
    case 'T':
        return scene->table.room;
    default:
        return scene->table.game;
    }
}

/* A request with what $ stands for filled in. */
static void fill_in(struct scene *scene, const char *text, size_t len, char *out, size_t size)
{
    size_t to = 0;
    for (size_t i = 0; i < len; i++) {
        assert_true(to + 80 < size);
        if (text[i] != '$') {
            out[to++] = text[i];
            continue;
        }
        to += (size_t)snprintf(out + to, 80, "%s", meaning(scene, text[++i]));
    }
    out[to] = '\0';
}

static struct rig_peer *by_initial(const struct scene *scene, char initial)
{
    const char *initials = "ABCGSK";
    const char *at = strchr(initials, initial);
    assert_non_null(at);
    return scene->people[at - initials];
}

/* Carries out a row's `before`. */
static void carry_out(struct scene *scene, const char *steps)
{
    while (*steps != '\0') {
        char request[512];
        struct rig_peer *peer = by_initial(scene, *steps++);
        if (*steps == '-') {
            rig_hang_up(peer);
            rig_turn(scene->rig);
            steps += strspn(steps, "- ");
            continue;
        }
        const char *end = strchr(steps, '}');
        assert_non_null(end);
        while (end[1] == '}')
            end++;
        fill_in(scene, steps, (size_t)(end + 1 - steps), request, sizeof(request));
        assert_ok(rig_ask(peer, "%s", request));
        steps = end + 1;
        steps += strspn(steps, " ");
    }
}

static void take_back_often(struct scene *scene)
{
    for (int i = 0; i < 20; i++) {
        rig_pass(scene->rig, 10000);
        assert_ok(rig_move(scene->people[ANNA], scene->table.game, 0, "h8"));
        carry_out(scene, "A{'op':'game.takeback','game':'$G'} "
                         "B{'op':'game.takeback','game':'$G','answer':'accept'}");
    }
    rig_pass(scene->rig, 10000);
}

static void write_to_many(struct scene *scene)
{
    static const char LETTERS[] = "abcdefghjkmnpqrstuwx"; /* none looks like another */
    for (size_t i = 0; i < STORE_OPENINGS; i++) {
        char name[16];
        snprintf(name, sizeof(name), "friend-%c", LETTERS[i]);
        rig_hang_up(rig_player(scene->rig, name));
        assert_ok(
            rig_ask(scene->people[ANNA], "{'op':'message.send','to':'%s','text':'hi'}", name));
        rig_pass(scene->rig, 4000);
    }
}

static void give_all(struct scene *scene)
{
    for (int i = 0; i < 10; i++) {
        rig_pass(scene->rig, 1000);
        carry_out(scene, "A{'op':'game.give_time','game':'$G','ms':60000}");
    }
    rig_pass(scene->rig, 1000);
}

static void report_often(struct scene *scene)
{
    for (int i = 0; i < STORE_REPORTS_OPEN_MAX; i++) {
        char name[16];
        snprintf(name, sizeof(name), "Bad%c", 'a' + i);
        rig_player(scene->rig, name);
        rig_pass(scene->rig, 15000);
        assert_ok(rig_ask(scene->people[ANNA],
                          "{'op':'player.report','name':'%s','complaint':'name'}", name));
        for (int who = 0; who < PEOPLE; who++)
            if (scene->people[who]->conn != NULL) /* the stranger does not wait for so long */
                rig_send(scene->people[who], "{'op':'ping'}");
    }
}

#define CLOCK "{'kind':'fischer','main_ms':600000,'increment_ms':0}"

static void open_room(struct rig_peer *opener, const char *with, char room_out[13])
{
    const json_t *opened = rig_ask(opener, "{'op':'room.open','variant':'mini'%s}", with);
    assert_ok(opened);
    snprintf(room_out, 13, "%s", text_at(opened, "room.room"));
}

/* Opens a room with a clock, for anybody or for who is invited. */
static void open_clocked(struct rig_peer *opener, const char *more, char room_out[13])
{
    char with[128];
    snprintf(with, sizeof(with), ",'clock':" CLOCK "%s", more);
    open_room(opener, with, room_out);
}

static void sit_at_two(struct scene *scene)
{
    scene->table = rig_clocked_table(scene->people[ANNA], scene->people[BORIS], "classic", CLOCK);
    carry_out(scene, "A{'op':'game.abort','game':'$G'}");
    rig_clocked_table(scene->people[ANNA], scene->people[CARLA], "classic", CLOCK);
}

/* As many as one may have, from guests. */
static void invite_often(struct scene *scene)
{
    for (int i = 0; i < INVITATIONS_MAX - INVITATIONS_OF_GUESTS_MAX; i++) {
        char room[13];
        char name[] = "Host-a";
        name[5] = (char)('a' + i);
        open_clocked(rig_player(scene->rig, name), ",'invite':'Boris'", room);
    }
}

static void refuse_invitations(struct scene *scene)
{
    assert_ok(rig_ask(scene->people[BORIS],
                      "{'op':'settings.set','settings':{'invitations_from':'nobody'}}"));
}

static void be_invited(struct scene *scene)
{
    open_clocked(scene->people[BORIS], ",'invite':'Anna'", scene->invited);
}

static void have_link(struct scene *scene)
{
    struct rig_peer *boris = scene->people[BORIS];
    open_clocked(boris, ",'link':true", scene->clocked);
    const json_t *reply = rig_ask(boris, "{'op':'room.link','room':'%s'}", scene->clocked);
    snprintf(scene->link, sizeof(scene->link), "%s", text_at(reply, "link"));
}

static void sit_with_clock(struct scene *scene)
{
    open_clocked(scene->people[BORIS], "", scene->clocked);
    scene->table = rig_clocked_table(scene->people[ANNA], scene->people[BORIS], "classic", CLOCK);
}

#define SHORT "{'kind':'fischer','main_ms':60000,'increment_ms':0},'rated':true"

/* A start by another configuration, or by a newer server. */
static void sit_with_short_clock(struct scene *scene)
{
    open_room(scene->people[CARLA], ",'clock':" SHORT, scene->clocked);
    scene->table = rig_clocked_table(scene->people[ANNA], scene->people[BORIS], "classic", SHORT);
    carry_out(scene, "A{'op':'game.abort','game':'$G'}");
    scene->rig->options.rated_clock_ms = 60001;
    rig_restart(scene->rig);
    for (int who = ANNA; who <= GUEST; who++)
        scene->people[who] = rig_resume(scene->rig, scene->people[who]->token);
    scene->people[STRANGER] = rig_connect(scene->rig);
    scene->people[KEEPER] = rig_connect_locally(scene->rig);
}

static void sit_and_give_all(struct scene *scene)
{
    sit_with_clock(scene);
    give_all(scene);
}

/* A table where a game is rated if it can be, with days. */
#define SIT_AT(key, rated)                                                                         \
    static void sit_at_##key(struct scene *scene)                                                  \
    {                                                                                              \
        scene->table = rig_table(scene->people[ANNA], scene->people[BORIS], #key, rated);          \
    }
SIT_AT(swap2, true)
SIT_AT(drop4, true)
SIT_AT(ultimate, true)
SIT_AT(drop4_misere, true)
SIT_AT(ultimate_noreturn, true)
SIT_AT(renju, true)

static void sit_at_achi(struct scene *scene)
{
    scene->table = rig_clocked_table(scene->people[ANNA], scene->people[BORIS], "achi",
                                     "{'kind':'correspondence','period_ms':2592000000}");
}

static void sit_by_days(struct scene *scene)
{
    scene->table = rig_table(scene->people[ANNA], scene->people[BORIS], "classic", true);
}

static void sit_at_classic(struct scene *scene)
{
    scene->table = rig_table(scene->people[ANNA], scene->people[BORIS], "classic", false);
}

static void play_out(struct scene *scene)
{
    scene->table = rig_rated_table(scene->people[ANNA], scene->people[BORIS]);
    rig_rated_win(&scene->table);
}

static void sit_and_take_back(struct scene *scene)
{
    sit_at_classic(scene);
    take_back_often(scene);
}

static void sit_and_write(struct scene *scene)
{
    sit_at_classic(scene);
    write_to_many(scene);
}

/* The last of those who may come, slowly enough for what an address may open. */
static void crowd_in(struct scene *scene)
{
    for (int i = 0; i < 5; i++) {
        rig_pass(scene->rig, 10000);
        rig_guest(scene->rig);
    }
    rig_pass(scene->rig, 10000);
    scene->people[STRANGER] = rig_connect(scene->rig);
}

static void refuse_from_everywhere(struct scene *scene)
{
    struct origin_bans *bans = &scene->rig->core->people->origin_bans;
    for (bans->count = 0; bans->count < ORIGIN_BANS_MAX; bans->count++)
        bans->rows[bans->count] = (struct store_origin_ban){
            .player = 1, .origin = bans->count + 1, .until_ms = INT64_MAX};
}

static void stay(struct scene *scene)
{
    (void)scene;
}

static const struct core_network EVERYWHERE = {0, UINT64_MAX};

/* The steps before the row's own, and the one who opens $R: a player who sits at fewer tables. */
static const struct {
    void (*prepare)(struct scene *scene);
    enum who_asks opener;
} SETTINGS[] = {
    [AT_HOME] = {stay, BORIS},
    [AT_TABLE] = {sit_at_classic, CARLA},
    [WITH_CLOCK] = {sit_with_clock, CARLA},
    [CLOCK_TOO_SHORT] = {sit_with_short_clock, CARLA},
    [SWAP2] = {sit_at_swap2, CARLA},
    [DROP4] = {sit_at_drop4, CARLA},
    [ULTIMATE] = {sit_at_ultimate, CARLA},
    [DROP4_MISERE] = {sit_at_drop4_misere, CARLA},
    [ULTIMATE_NORETURN] = {sit_at_ultimate_noreturn, CARLA},
    [RENJU] = {sit_at_renju, CARLA},
    [ACHI] = {sit_at_achi, CARLA},
    [BY_DAYS] = {sit_by_days, CARLA},
    [MANY_NEWCOMERS] = {crowd_in, ANNA},
    [NO_MORE_ROOMS] = {sit_at_classic, CARLA},
    [EXEMPT] = {stay, BORIS},
    [MANY_ORIGIN_BANS] = {refuse_from_everywhere, BORIS},
    [TEN_REPORTS] = {report_often, BORIS},
    [TAKEN_BACK_OFTEN] = {sit_and_take_back, CARLA},
    [WROTE_TO_MANY] = {sit_and_write, CARLA},
    [GIVEN_ALL] = {sit_and_give_all, CARLA},
    [NO_INVITATIONS] = {refuse_invitations, BORIS},
    [MANY_INVITATIONS] = {invite_often, BORIS},
    [INVITED] = {be_invited, BORIS},
    [LINKED] = {have_link, BORIS},
    [NO_CHAT] = {sit_at_classic, CARLA},
    [PHRASES] = {sit_at_classic, CARLA},
    [PLAYED_OUT] = {play_out, BORIS},
    [TWO_CLOCKS] = {sit_at_two, CARLA},
};

static void people_come(struct scene *scene)
{
    scene->people[ANNA] = rig_player(scene->rig, "Anna");
    scene->people[BORIS] = rig_player(scene->rig, "Boris");
    scene->people[CARLA] = rig_player(scene->rig, "Carla");
    scene->people[GUEST] = rig_guest(scene->rig);
    scene->people[STRANGER] = rig_connect(scene->rig);
    scene->people[KEEPER] = rig_connect_locally(scene->rig);
}

static void scene_make(struct scene *scene, const struct row *row)
{
    struct core_options options = rig_options();
    if (row->setting == NO_MORE_ROOMS) {
        options.rooms_per_player = 1;
        options.open_rooms_per_guest = 0;
    }
    if (row->setting == MANY_NEWCOMERS)
        options.players_per_address = 1; /* ten newcomers; the rig's observer is one */
    if (row->setting == EXEMPT)
        options.exempt_networks = (struct core_networks){&EVERYWHERE, 1};
    if (row->setting == TEN_REPORTS)
        options.cost_units[COST_WORD_REPORT] = 100;
    if (row->setting == NO_CHAT || row->setting == PHRASES)
        options.chat = row->setting == NO_CHAT ? CHAT_WORD_OFF : CHAT_WORD_PHRASES;
    if (row->setting == PLAYED_OUT)
        options.rated_pair_games = 1;
    *scene = (struct scene){.rig = rig_new_with(&options)};
    people_come(scene);
    SETTINGS[row->setting].prepare(scene);
    struct rig_peer *opener = scene->people[SETTINGS[row->setting].opener];
    open_room(opener, ",'rated':true," RIG_DAYS, scene->room);
    if (row->moves[0] != '\0')
        rig_play(&scene->table, row->moves);
    carry_out(scene, row->before);
    for (size_t i = 0; i < scene->rig->peer_count; i++)
        rig_forget_events(scene->rig->peers[i]);
}

/* ------------------------------------------------------------------ the table */

static const struct row *row_of(const struct refusal *refusal)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (strcmp(rows[i].op, op_info(refusal->op)->wire) == 0 &&
            strcmp(rows[i].code, error_code(refusal->error)) == 0)
            return &rows[i];
    return NULL;
}

/* Refusals that no scene can bring about with the variants that there are, or that take too many
 * people or too long (people/test_block.c, test_follow.c and test_conduct.c have them). */
static bool is_out_of_reach(const struct refusal *refusal)
{
    bool all_can_be_rated = true;
    for (int i = 0; i < VARIANT_COUNT; i++)
        all_can_be_rated = all_can_be_rated && variant_get((enum variant_id)i)->can_be_rated;
    return (refusal->error == ERR_CANNOT_BE_RATED && all_can_be_rated) ||
           refusal->error == ERR_TOO_MANY_BLOCKS || refusal->error == ERR_TOO_MANY_FOLLOWED ||
           refusal->error == ERR_PAUSED;
}

static void check_refused(const struct row *row)
{
    struct scene scene;
    char request[512];
    scene_make(&scene, row);
    fill_in(&scene, row->request, strlen(row->request), request, sizeof(request));
    char *before = rig_world(scene.rig);
    const json_t *reply = rig_ask(scene.people[row->who], "{'op':'%s'%s}", row->op, request);
    if (strcmp(rig_code(reply), row->code) != 0)
        fail_msg("%s: %s instead of %s", row->op, rig_code(reply), row->code);
    char *after = rig_world(scene.rig);
    assert_string_equal(after, before);
    free(after);
    free(before);
    for (size_t i = 0; i < scene.rig->peer_count; i++)
        if (scene.rig->peers[i]->conn != NULL)
            assert_int_equal(rig_event_count(scene.rig->peers[i]), 0);
    rig_free(scene.rig);
}

static void every_row_has_a_scene(void **state)
{
    (void)state;
    for (size_t i = 0; i < refusal_count; i++)
        if (row_of(&refusals[i]) == NULL && !is_out_of_reach(&refusals[i]))
            fail_msg("no scene for %s and %s", op_info(refusals[i].op)->wire,
                     error_code(refusals[i].error));
}

static void every_scene_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROW_COUNT; i++)
        check_refused(&rows[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_has_a_scene),
        cmocka_unit_test(every_scene_is_refused_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
