/* SPDX-License-Identifier: MIT */
/*
 * The beginning and the end of the part's state.
 */
#include "server/core/meeting/meeting.h"

#include "base/memory.h"
#include "server/core/meeting/invitation.h"
#include "server/core/meeting/lobby.h"
#include "server/core/meeting/quick.h"
#include "server/core/meeting/state.h"
#include "server/core/state.h"

#include <stdlib.h>

void meeting_new(struct core *core)
{
    core->meeting = mem_zero(sizeof(*core->meeting));
    quick_init(core);
}

void meeting_free(struct core *core)
{
    lobby_deinit(core);
    quick_deinit(core);
    bells_deinit(core);
    free(core->meeting);
}
