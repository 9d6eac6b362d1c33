/* SPDX-License-Identifier: MIT */
/*
 * The player's account in a visit: logging in, news of the account, being sent away. Functions that
 * keep nothing.
 */
#ifndef PENTAD_CLIENT_CLI_PLAY_LOGIN_H
#define PENTAD_CLIENT_CLI_PLAY_LOGIN_H

#include "client/cli/play/visit.h"

#include <stdbool.h>

/* Logs in with the saved login, or as a new guest. */
void login_start(const struct visit *visit);
/* The saved login is no longer valid. A guest becomes another guest; somebody with an account would
 * not want that unasked. Returns true if another login is on its way. */
bool login_try_again(const struct visit *visit, const struct session_error *error);
/* Tells the news of the first login, or of one after a return. */
void login_welcome(const struct visit *visit, const struct notice *ready);
/* Tells the memos that were not seen yet, and confirms them. */
void login_take_memos(const struct visit *visit, const struct memo_list_reply *list);
/* Tells the number of unread messages, if there are any. */
void login_say_unread(const struct visit *visit, int64_t unread);
/* Ends: the server has refused the login. */
void login_refused(const struct visit *visit, const struct session_error *error);
/* The server closes the connection: tells the reason, or ends if it is for good. Most goodbyes are
 * for a while, and the link tries again; a ban is not. */
void login_bye(const struct visit *visit, const struct bye_event *bye);
/* Tells the meaning of an event that concerns the player and not a table: a memo, a message. False:
 * another event. */
bool login_take_event(const struct visit *visit, const struct notice *event);

#endif
