/* SPDX-License-Identifier: MIT */
/*
 * Commands about a player's settings and profile: settings.get, settings.set, profile.set.
 */
#include "server/core/desk/happen.h"
#include "server/core/operations/request.h"
#include "server/core/people/conduct.h"
#include "server/core/people/moderation.h"
#include "server/core/people/player.h"
#include "server/core/rules/account.h"
#include "server/core/rules/text.h"
#include "server/core/table/match_play.h"
#include "server/core/table/room.h"
#include "server/core/table/seating.h"
#include "server/core/table/view.h"
#include "server/core/turn/call.h"
#include "server/core/turn/writes.h"

#include <stdio.h>
#include <string.h>

#include <utlist.h>

/* ------------------------------------------------------------------ settings */

int command_settings_get(struct call *call)
{
    const struct settings_get_reply reply = {
        .settings = view_settings(call->core, player_account(call_player(call)))};
    return call_reply(call, &reply);
}

/* Returns whether any of them was another one before. */
static bool choose(struct store_account *account, const struct settings_record *chosen)
{
    bool is_changed = false;
    for (int i = 0; i < SETTING_COUNT; i++) {
        int value = setting_get(chosen, (enum setting)i);
        if (value == NONE || value == account_setting(account, (enum setting)i))
            continue;
        account_setting_put(account, (enum setting)i, value);
        is_changed = true;
    }
    return is_changed;
}

static void tell_changed(struct core *core, struct player *player)
{
    const struct settings_changed_event changed = {.settings =
                                                       view_settings(core, player_account(player))};
    player_tell(core, player, EVENT_SETTINGS_CHANGED, &changed);
}

int command_settings_set(struct call *call)
{
    struct player *player = call_player(call);
    struct store_account account = *player_account(player);
    int status = writes_ready(call);
    if (status != 0)
        return status;
    if (choose(&account, call->request->settings_set.settings)) {
        *player_touch_account(call->core, player) = account;
        player_put_account(call->core, player);
        tell_changed(call->core, player);
    }
    const struct settings_set_reply reply = {.settings = view_settings(call->core, &account)};
    return call_reply(call, &reply);
}

/* ------------------------------------------------------------------ profile */

static bool has_text(const char *text)
{
    return text != NULL && text[0] != '\0';
}

/* A profile text is read by others, so it is checked as what is said, but can always be removed. */
static int profile_check(struct call *call, const struct profile_set_request *request)
{
    if (has_text(request->country) && !country_is_known(request->country)) {
        call->fault.field = "country";
        return ERR_BAD_COUNTRY;
    }
    if (!has_text(request->about))
        return 0;
    int status = moderation_check_mute(call);
    return status != 0 ? status : moderation_check_words(call, request->about);
}

int command_profile_set(struct call *call)
{
    const struct profile_set_request *request = &call->request->profile_set;
    struct player *player = call_player(call);
    struct store_account account = *player_account(player);
    const char *about =
        request->about != NULL ? text_of_line(&call->core->arena, request->about) : "";
    int status = profile_check(call, request);
    if (status == 0)
        status = writes_ready(call);
    if (status != 0)
        return status;
    if (request->country != NULL)
        snprintf(account.country, sizeof(account.country), "%s", request->country);
    if (request->about != NULL)
        snprintf(account.about, sizeof(account.about), "%s", text_is_blank(about) ? "" : about);
    if (strcmp(account.country, player_account(player)->country) != 0 ||
        strcmp(account.about, player_account(player)->about) != 0) {
        *player_touch_account(call->core, player) = account;
        player_put_account(call->core, player);
    }
    const struct profile_set_reply reply = {.about = account.about, .country = account.country};
    return call_reply(call, &reply);
}

/* ------------------------------------------------------------------ days off */

static void apply(struct core *core, const struct player *player, int64_t later_ms)
{
    struct room *room;
    for (size_t at = 0; (room = sitter_room(core, player_id(player), at)) != NULL; at++)
        if (room_is_playing(room))
            match_days_off(core, room, player, later_ms);
    if (sitter_room_count(core, player_id(player)) > 0)
        happen_presence_changed(core, player_id(player));
}

int command_player_days_off(struct call *call)
{
    struct core *core = call->core;
    struct player *player = call_player(call);
    int64_t later_ms = 0;
    int status = writes_ready(call);
    if (status == 0)
        status =
            player_days_off_set(core, player, (int)call->request->player_days_off.days, &later_ms);
    if (status != 0)
        return status;
    apply(core, player, later_ms);
    const struct player_days_off_reply reply = {
        .off_until = player_days_off_until(core, &player_past(player)->days_off),
        .left = player_days_off_left(core, player)};
    return call_reply(call, &reply);
}
