/* SPDX-License-Identifier: MIT */
/*
 * The table of acts and the scenes before them.
 */
#include "tests/unit/server/rig_acts.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/json_at.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ scenes */

static void sit_down(struct rig_scene *scene, const char *variant, bool rated)
{
    scene->table = rig_table(scene->anna, scene->boris, variant, rated);
    scene->watcher = rig_guest(scene->rig);
    assert_ok(rig_ask(scene->watcher, "{'op':'room.watch','room':'%s'}", scene->table.room));
}

static void open_room(struct rig_scene *scene, struct rig_peer *opener)
{
    const json_t *opened = rig_ask(opener, "{'op':'room.open','variant':'classic'}");
    assert_ok(opened);
    snprintf(scene->room, sizeof(scene->room), "%s", text_at(opened, "room.room"));
}

static void stranger(struct rig_scene *scene)
{
    scene->actor = rig_connect(scene->rig);
}

static void seated_guest(struct rig_scene *scene)
{
    scene->actor = rig_guest(scene->rig);
    scene->table = rig_table(scene->actor, scene->boris, "classic", false);
    rig_play(&scene->table, "h8 i9 h7");
}

static void anna_alone(struct rig_scene *scene)
{
    scene->actor = scene->anna;
}

static void boris_is_blocked(struct rig_scene *scene)
{
    scene->actor = scene->anna;
    assert_ok(rig_ask(scene->anna, "{'op':'block.add','name':'Boris'}"));
}

static void boris_is_followed(struct rig_scene *scene)
{
    scene->actor = scene->anna;
    assert_ok(rig_ask(scene->anna, "{'op':'follow.add','name':'Boris'}"));
}

static void boris_waits(struct rig_scene *scene)
{
    open_room(scene, scene->boris);
    scene->actor = scene->anna;
}

static void watcher_joins(struct rig_scene *scene)
{
    open_room(scene, scene->boris);
    scene->actor = rig_guest(scene->rig);
    assert_ok(rig_ask(scene->actor, "{'op':'room.watch','room':'%s'}", scene->room));
}

static void anna_invited(struct rig_scene *scene)
{
    const json_t *opened =
        rig_ask(scene->boris, "{'op':'room.open','variant':'mini','invite':'Anna'}");
    assert_ok(opened);
    snprintf(scene->room, sizeof(scene->room), "%s", text_at(opened, "room.room"));
    scene->actor = scene->anna;
}

static void anna_opened(struct rig_scene *scene)
{
    open_room(scene, scene->anna);
    scene->actor = scene->anna;
}

static void new_game(struct rig_scene *scene)
{
    sit_down(scene, "classic", true);
    scene->actor = scene->anna;
}

static void game(struct rig_scene *scene)
{
    new_game(scene);
    rig_play(&scene->table, "h8 i9");
}

/* A row is near for both. */
static void long_game(struct rig_scene *scene)
{
    new_game(scene);
    rig_play(&scene->table, "h8 i9 h9 j9 h10 k9");
}

static void timed_game(struct rig_scene *scene)
{
    scene->table = rig_clocked_table(scene->anna, scene->boris, "classic",
                                     "{'kind':'fischer','main_ms':6000000}");
    rig_play(&scene->table, "h8 i9");
    scene->actor = scene->anna;
}

static void before_the_win(struct rig_scene *scene)
{
    sit_down(scene, "mini", true);
    rig_play(&scene->table, "a1 b1 a2 b2");
    scene->actor = scene->anna;
}

static void swap2_choice(struct rig_scene *scene)
{
    sit_down(scene, "swap2", true);
    for (int i = 0; i < 3; i++)
        assert_ok(
            rig_move(scene->anna, scene->table.game, i, (const char *[]){"a1", "b2", "c3"}[i]));
    scene->actor = scene->boris;
}

static void draw_offered(struct rig_scene *scene)
{
    game(scene);
    assert_ok(rig_ask(scene->boris, "{'op':'game.draw','game':'%s'}", scene->table.game));
}

static void first_moved(struct rig_scene *scene)
{
    new_game(scene);
    assert_ok(rig_move(scene->anna, scene->table.game, 0, "h8"));
}

/* It is Boris's turn, and Anna has a plan. */
static void planned(struct rig_scene *scene)
{
    game(scene);
    assert_ok(rig_move(scene->anna, scene->table.game, 2, "h9"));
    assert_ok(rig_ask(scene->anna,
                      "{'op':'game.plan','game':'%s','ply':3,'lines':'i10 h10 i11 h11;j9 j10'}",
                      scene->table.game));
}

static void foreseen(struct rig_scene *scene)
{
    planned(scene);
    scene->actor = scene->boris;
}

static void takeback_asked(struct rig_scene *scene)
{
    game(scene);
    assert_ok(rig_ask(scene->boris, "{'op':'game.takeback','game':'%s'}", scene->table.game));
}

static void takeback_allowed(struct rig_scene *scene)
{
    game(scene);
    assert_ok(rig_ask(scene->boris, "{'op':'settings.set','settings':{'allow_takeback':'on'}}"));
}

static void opponent_away(struct rig_scene *scene)
{
    sit_down(scene, "classic", false);
    scene->actor = scene->anna;
    rig_play(&scene->table, "h8 i9 h9 j9 h10");
    rig_hang_up(scene->boris);
    rig_pass(scene->rig, 50000);
    rig_send(scene->anna, "{'op':'ping'}");
    if (scene->watcher != NULL)
        rig_send(scene->watcher, "{'op':'ping'}");
    rig_pass(scene->rig, 50000);
    rig_send(scene->anna, "{'op':'ping'}");
    if (scene->watcher != NULL)
        rig_send(scene->watcher, "{'op':'ping'}");
    rig_pass(scene->rig, 50000);
}

static void game_over(struct rig_scene *scene)
{
    long_game(scene);
    assert_ok(rig_ask(scene->boris, "{'op':'game.resign','game':'%s'}", scene->table.game));
}

static void rematch_offered(struct rig_scene *scene)
{
    game_over(scene);
    assert_ok(rig_ask(scene->boris, "{'op':'room.rematch','room':'%s'}", scene->table.room));
}

/* Anna has a rating, so her move counts for the month. */
static void rematch_begun(struct rig_scene *scene)
{
    rematch_offered(scene);
    const json_t *reply =
        rig_ask(scene->anna, "{'op':'room.rematch','room':'%s'}", scene->table.room);
    snprintf(scene->table.game, sizeof(scene->table.game), "%s", text_at(reply, "game.game"));
    assert_ok(rig_move(scene->boris, scene->table.game, 0, "h8"));
}

static void opponent_left(struct rig_scene *scene)
{
    game_over(scene);
    assert_ok(rig_ask(scene->boris, "{'op':'room.leave','room':'%s'}", scene->table.room));
}

static void message_unread(struct rig_scene *scene)
{
    assert_ok(rig_ask(scene->boris, "{'op':'message.send','to':'anna','text':'hello'}"));
    scene->actor = scene->anna;
}

/* Anna keeps order; Boris sits at a table with a game. */
static void anna_keeps_order(struct rig_scene *scene)
{
    game(scene);
    struct rig_peer *local = rig_connect_locally(scene->rig);
    assert_ok(rig_ask(local, "{'op':'mod.role','name':'Anna','role':'operator'}"));
    assert_ok(
        rig_ask(scene->boris, "{'op':'room.say','room':'%s','text':'hello'}", scene->table.room));
    rig_hang_up(local);
}

static void boris_is_muted(struct rig_scene *scene)
{
    anna_keeps_order(scene);
    assert_ok(rig_ask(scene->anna, "{'op':'mod.mute','name':'Boris','reason':'insults'}"));
}

/* From a network of her own: newcomers from here are still admitted. */
static void dora_comes_from_afar(struct rig_scene *scene)
{
    struct rig_peer *dora = rig_connect_from_network(scene->rig, UINT64_C(1) << 32 | 0xCB007101);
    anna_keeps_order(scene);
    assert_ok(rig_ask(dora, "{'op':'auth.register','name':'Dora','password':'x7-kl'}"));
    rig_hang_up(dora);
}

static void newcomers_are_refused(struct rig_scene *scene)
{
    dora_comes_from_afar(scene);
    assert_ok(rig_ask(scene->anna,
                      "{'op':'mod.ban_origin','name':'Dora','minutes':9,'reason':'insults'}"));
}

static void anna_has_a_photo(struct rig_scene *scene)
{
    anna_alone(scene);
    assert_ok(rig_ask(scene->anna, "{'op':'photo.set','image':'old one'}"));
}

static void boris_has_a_profile(struct rig_scene *scene)
{
    anna_keeps_order(scene);
    assert_ok(rig_ask(scene->boris, "{'op':'profile.set','about':'plays','country':'KZ'}"));
    assert_ok(rig_ask(scene->boris, "{'op':'photo.set','image':'old one'}"));
}

static void dora_is_banned(struct rig_scene *scene)
{
    anna_keeps_order(scene);
    rig_player(scene->rig, "Dora");
    assert_ok(rig_ask(scene->anna, "{'op':'mod.ban','name':'Dora','reason':'insults'}"));
}

static void boris_appeals(struct rig_scene *scene)
{
    boris_is_muted(scene);
    scene->actor = scene->boris;
}

static void boris_has_appealed(struct rig_scene *scene)
{
    boris_is_muted(scene);
    assert_ok(rig_ask(scene->boris, "{'op':'player.appeal','text':'It was a joke'}"));
}

static void dora_appeals(struct rig_scene *scene)
{
    dora_is_banned(scene);
    stranger(scene);
}

static void keeper_at_a_game(struct rig_scene *scene)
{
    game(scene);
    scene->actor = rig_player(scene->rig, "Keeper");
    rig_give_role(scene->rig, "Keeper", "moderator");
}

static void keeper_at_a_rating(struct rig_scene *scene)
{
    game_over(scene);
    scene->actor = rig_player(scene->rig, "Keeper");
    rig_give_role(scene->rig, "Keeper", "moderator");
}

static void boris_is_reported(struct rig_scene *scene)
{
    anna_keeps_order(scene);
    assert_ok(
        rig_ask(scene->watcher, "{'op':'player.report','name':'Boris','complaint':'insult'}"));
}

const struct rig_act rig_acts[] = {
    {"report", game, "{'op':'player.report','name':'Boris','complaint':'stalling','game':'$G'}"},
    {"mute", anna_keeps_order, "{'op':'mod.mute','name':'Boris','minutes':9,'reason':'insults'}"},
    {"unmute", boris_is_muted, "{'op':'mod.unmute','name':'Boris'}"},
    {"warn", anna_keeps_order, "{'op':'mod.warn','name':'Boris','reason':'insults'}"},
    {"note", anna_keeps_order, "{'op':'mod.note','name':'Boris','text':'insults'}"},
    {"ban", anna_keeps_order, "{'op':'mod.ban','name':'Boris','minutes':9,'reason':'insults'}"},
    {"unban", dora_is_banned, "{'op':'mod.unban','name':'Dora'}"},
    {"rename", anna_keeps_order, "{'op':'mod.rename','name':'Boris','to':'Dora'}"},
    {"clear a profile", boris_has_a_profile, "{'op':'mod.clear_profile','name':'Boris'}"},
    {"close a room", keeper_at_a_game, "{'op':'mod.close_room','room':'$T','reason':'insults'}"},
    {"annul", keeper_at_a_rating, "{'op':'mod.annul','game':'$G','reason':'farmed'}"},
    {"reset a password", anna_keeps_order, "{'op':'mod.reset_password','name':'Boris'}"},
    {"accounts", anna_keeps_order,
     "{'op':'mod.accounts','accounts':[{'name':'Dora'},{'name':'Emil'}]}"},
    {"role", anna_keeps_order, "{'op':'mod.role','name':'Boris','role':'moderator'}"},
    {"refuse newcomers", dora_comes_from_afar,
     "{'op':'mod.ban_origin','name':'Dora','minutes':9,'reason':'insults'}"},
    {"admit newcomers", newcomers_are_refused, "{'op':'mod.unban_origin','name':'Dora'}"},
    {"look at the related", anna_keeps_order, "{'op':'mod.related','name':'Boris'}"},
    {"resolve", boris_is_reported, "{'op':'mod.resolve','report':1,'verdict':'upheld'}"},
    {"resolve all", boris_is_reported,
     "{'op':'mod.resolve','report':1,'verdict':'upheld','all':true}"},
    {"appeal", boris_appeals, "{'op':'player.appeal','text':'It was a joke'}"},
    {"appeal against a ban", dora_appeals,
     "{'op':'auth.appeal','name':'Dora','password':'secret of Dora','text':'It was my cat'}"},
    {"uphold an appeal", boris_has_appealed,
     "{'op':'mod.answer','appeal':2,'verdict':'upheld','note':'I looked again'}"},
    {"dismiss an appeal", boris_has_appealed,
     "{'op':'mod.answer','appeal':2,'verdict':'dismissed','note':'I looked again'}"},
    {"guest", stranger, "{'op':'auth.guest'}"},
    {"register", stranger, "{'op':'auth.register','name':'Carla','password':'x7-kl'}"},
    {"guest registers", seated_guest, "{'op':'auth.register','name':'Carla','password':'x7-kl'}"},
    {"login", stranger, "{'op':'auth.login','name':'anna','password':'secret of Anna'}"},
    {"logout", anna_alone, "{'op':'auth.logout'}"},
    {"password", anna_alone, "{'op':'auth.password','old':'secret of Anna','new':'x7-kl'}"},
    {"recovery code", anna_alone, "{'op':'auth.recovery','password':'secret of Anna'}"},
    {"delete", anna_alone, "{'op':'auth.delete','password':'secret of Anna'}"},
    {"delete with a photo", anna_has_a_photo, "{'op':'auth.delete','password':'secret of Anna'}"},
    {"delete in a game", long_game, "{'op':'auth.delete','password':'secret of Anna'}"},
    {"delete with a rating", rematch_begun, "{'op':'auth.delete','password':'secret of Anna'}"},
    {"logout elsewhere", anna_alone, "{'op':'session.revoke'}"},
    {"profile", anna_alone, "{'op':'profile.set','about':'plays','country':'KZ'}"},
    {"days off", rematch_begun, "{'op':'player.days_off','days':2}"},
    {"photo", anna_alone, "{'op':'photo.set','image':'new one'}"},
    {"another photo", anna_has_a_photo, "{'op':'photo.set','image':'new one'}"},
    {"no photo any more", anna_has_a_photo, "{'op':'photo.remove'}"},
    {"settings", anna_alone, "{'op':'settings.set','settings':{'theme':'night'}}"},
    {"block", anna_alone, "{'op':'block.add','name':'Boris'}"},
    {"unblock", boris_is_blocked, "{'op':'block.remove','name':'Boris'}"},
    {"follow", anna_alone, "{'op':'follow.add','name':'Boris'}"},
    {"unfollow", boris_is_followed, "{'op':'follow.remove','name':'Boris'}"},
    {"open", anna_alone, "{'op':'room.open','variant':'classic','rated':true," RIG_DAYS "}"},
    {"play a computer", anna_alone, "{'op':'room.open','variant':'mini','computer':'random'}"},
    {"join", boris_waits, "{'op':'room.join','room':'$R'}"},
    {"join as a watcher", watcher_joins, "{'op':'room.join','room':'$R'}"},
    {"invite", anna_alone, "{'op':'room.open','variant':'mini','invite':'Boris'}"},
    {"accept an invitation", anna_invited, "{'op':'room.join','room':'$R'}"},
    {"decline", anna_invited, "{'op':'room.decline','room':'$R','reason':'later'}"},
    {"say", new_game, "{'op':'room.say','room':'$T','text':'hello'}"},
    {"leave an open room", anna_opened, "{'op':'room.leave','room':'$R'}"},
    {"leave a new game", new_game, "{'op':'room.leave','room':'$T'}"},
    {"leave a game", long_game, "{'op':'room.leave','room':'$T'}"},
    {"leave after a game", game_over, "{'op':'room.leave','room':'$T'}"},
    {"leave last", opponent_left, "{'op':'room.leave','room':'$T'}"},
    {"rematch offer", game_over, "{'op':'room.rematch','room':'$T'}"},
    {"rematch", rematch_offered, "{'op':'room.rematch','room':'$T'}"},
    {"first move", new_game, "{'op':'game.move','game':'$G','ply':0,'action':'j10'}"},
    {"move", game, "{'op':'game.move','game':'$G','ply':2,'action':'j10'}"},
    {"first move of the month", rematch_begun,
     "{'op':'game.move','game':'$G','ply':1,'action':'i9'}"},
    {"move that ends an offer", draw_offered,
     "{'op':'game.move','game':'$G','ply':2,'action':'a1'}"},
    {"winning move", before_the_win, "{'op':'game.move','game':'$G','ply':4,'action':'a3'}"},
    {"action", swap2_choice, "{'op':'game.move','game':'$G','ply':3,'action':'black'}"},
    {"plan", first_moved, "{'op':'game.plan','game':'$G','ply':1,'lines':'i9 h9;j9 j10'}"},
    {"another plan", planned, "{'op':'game.plan','game':'$G','ply':3,'lines':'i10 h10'}"},
    {"no plan any more", planned, "{'op':'game.plan','game':'$G','lines':''}"},
    {"move that was foreseen", foreseen, "{'op':'game.move','game':'$G','ply':3,'action':'i10'}"},
    {"move that was not foreseen", foreseen,
     "{'op':'game.move','game':'$G','ply':3,'action':'a1'}"},
    {"focus lost", rematch_begun, "{'op':'game.focus','game':'$G','focus':'lost'}"},
    {"draw offer", game, "{'op':'game.draw','game':'$G'}"},
    {"draw accepted", draw_offered, "{'op':'game.draw','game':'$G','answer':'accept'}"},
    {"draw refused", draw_offered, "{'op':'game.draw','game':'$G','answer':'refuse'}"},
    {"time given", timed_game, "{'op':'game.give_time','game':'$G'}"},
    {"move against the clock", timed_game, "{'op':'game.move','game':'$G','ply':2,'action':'j10'}"},
    {"takeback asked", game, "{'op':'game.takeback','game':'$G'}"},
    {"takeback", takeback_asked, "{'op':'game.takeback','game':'$G','answer':'accept'}"},
    {"takeback that is granted", takeback_allowed, "{'op':'game.takeback','game':'$G'}"},
    {"takeback refused", takeback_asked, "{'op':'game.takeback','game':'$G','answer':'refuse'}"},
    {"move against a takeback", takeback_asked,
     "{'op':'game.move','game':'$G','ply':2,'action':'a1'}"},
    {"claim", opponent_away, "{'op':'room.claim','room':'$T'}"},
    {"resign", long_game, "{'op':'game.resign','game':'$G'}"},
    {"break off", game, "{'op':'game.resign','game':'$G'}"},
    {"message", anna_alone, "{'op':'message.send','to':'boris','text':'hello','key':'1'}"},
    {"message read", message_unread, "{'op':'message.read','with':'boris','upto':'zzzzzzzzzzzz'}"},
    {"messages deleted", message_unread, "{'op':'message.delete','with':'boris'}"},
    {"star", game_over, "{'op':'history.star','game':'$G'}"},
    {"abort", new_game, "{'op':'game.abort','game':'$G'}"},
};
const size_t rig_act_count = sizeof(rig_acts) / sizeof(rig_acts[0]);

/* ------------------------------------------------------------------ acting */

void rig_scene_make(struct rig_scene *scene, const struct rig_act *act)
{
    *scene = (struct rig_scene){.rig = rig_new()};
    scene->anna = rig_player(scene->rig, "Anna");
    scene->boris = rig_player(scene->rig, "Boris");
    act->prepare(scene);
    for (size_t i = 0; i < scene->rig->peer_count; i++)
        rig_forget_events(scene->rig->peers[i]);
}

void rig_scene_drop(struct rig_scene *scene)
{
    rig_free(scene->rig);
}

static const char *meaning(const struct rig_scene *scene, char letter)
{
    if (letter == 'R')
        return scene->room;
    return letter == 'G' ? scene->table.game : scene->table.room;
}

int64_t rig_scene_act(struct rig_scene *scene, const struct rig_act *act)
{
    char request[256];
    size_t len = 0;
    for (const char *at = act->request; *at != '\0'; at++) {
        assert_true(len + 16 < sizeof(request));
        if (*at == '$')
            len += (size_t)snprintf(request + len, 16, "%s", meaning(scene, *++at));
        else
            request[len++] = *at;
    }
    request[len] = '\0';
    return rig_send(scene->actor, "%s", request);
}
