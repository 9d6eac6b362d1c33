/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the two files of client/cli/play/course.h share.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_COURSE_PRIVATE_H
#define PENTAD_CLIENT_CLI_PLAY_COURSE_PRIVATE_H

#include "client/cli/play/course.h"

/* Ends the visit in order. */
void course__end(struct course *course);
/* The room was left: opens the one against the next level, if that is the reason. */
bool course__move(struct course *course);
/* Asks the person something before there is a table. */
void course__ask(struct course *course);
/* Goes on to the game in that room, where the player sits. */
void course__go(struct course *course, uint64_t room);
/* From now on tells a person who waits for an opponent of open rooms. */
void course__watch_lobby(struct course *course);
/* Counts anew the invitations that can be answered. */
void course__count_invitations(struct course *course);
/* The room of an invitation was joined: leaves the one before, if nothing goes on there. */
void course__join(struct course *course, const struct room_record *room);
void course__take_event(struct course *course, const struct notice *event);
void course__take_reply(struct course *course, const struct notice *notice);
void course__take_error(struct course *course, const struct notice *notice);

#endif
