/* SPDX-License-Identifier: MIT */
/*
 * Commands about what a player chose: settings.get.
 */
#include "server/core/request.h"
#include "server/core/view.h"

int command_settings_get(struct call *call)
{
    const struct settings_get_reply reply = {
        .settings = view_settings(call->core, &call->conn->player->account)};
    call_reply(call, &reply);
    return 0;
}
