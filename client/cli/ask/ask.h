/* SPDX-License-Identifier: MIT */
/*
 * The commands of this folder, in the order of their files (README.md). client/cli/commands.def
 * says what each is for.
 */
#ifndef PENTAD_CLIENT_CLI_ASK_ASK_H
#define PENTAD_CLIENT_CLI_ASK_ASK_H

#include "client/cli/invocation/exits.h"
#include "client/cli/invocation/invocation.h"

enum exit_code run_analyse(const struct invocation *invocation);
enum exit_code run_appeal(const struct invocation *invocation);
enum exit_code run_distances(const struct invocation *invocation);
enum exit_code run_game(const struct invocation *invocation);
enum exit_code run_ping(const struct invocation *invocation);
enum exit_code run_games(const struct invocation *invocation);
enum exit_code run_server(const struct invocation *invocation);
enum exit_code run_print(const struct invocation *invocation);
enum exit_code run_rules(const struct invocation *invocation);
enum exit_code run_history(const struct invocation *invocation);
enum exit_code run_star(const struct invocation *invocation);
enum exit_code run_export(const struct invocation *invocation);
/* The lobby. `goes_out` is true if the person goes on to a table: that of `room_out`, which was
 * named or whose invitation was accepted; 0: one that `penta play` chooses. */
enum exit_code lobby_run(const struct invocation *invocation, bool *goes_out, uint64_t *room_out);
enum exit_code run_invitations(const struct invocation *invocation);
enum exit_code run_decline(const struct invocation *invocation);
enum exit_code run_register(const struct invocation *invocation);
enum exit_code run_login(const struct invocation *invocation);
enum exit_code run_recover(const struct invocation *invocation);
enum exit_code run_recovery_code(const struct invocation *invocation);
enum exit_code run_token(const struct invocation *invocation);
enum exit_code run_logout(const struct invocation *invocation);
enum exit_code run_whoami(const struct invocation *invocation);
enum exit_code run_memos(const struct invocation *invocation);
enum exit_code run_message(const struct invocation *invocation);
enum exit_code run_messages(const struct invocation *invocation);
enum exit_code run_mod(const struct invocation *invocation);
enum exit_code run_block(const struct invocation *invocation);
enum exit_code run_unblock(const struct invocation *invocation);
enum exit_code run_blocks(const struct invocation *invocation);
/* Follows the player that the command line names, or lists the followed players. */
enum exit_code run_follow(const struct invocation *invocation);
enum exit_code run_unfollow(const struct invocation *invocation);
enum exit_code run_rating(const struct invocation *invocation);
enum exit_code run_stats(const struct invocation *invocation);
enum exit_code run_report(const struct invocation *invocation);
enum exit_code run_profile(const struct invocation *invocation);
/* Tells the days off, takes some more, or ends them. */
enum exit_code run_days_off(const struct invocation *invocation);
enum exit_code run_settings(const struct invocation *invocation);
enum exit_code run_password(const struct invocation *invocation);
enum exit_code run_delete_account(const struct invocation *invocation);
enum exit_code run_sessions(const struct invocation *invocation);
enum exit_code run_rooms(const struct invocation *invocation);
enum exit_code run_find(const struct invocation *invocation);
enum exit_code run_top(const struct invocation *invocation);
enum exit_code run_rank(const struct invocation *invocation);
enum exit_code run_player(const struct invocation *invocation);
enum exit_code run_fines(const struct invocation *invocation);

#endif
