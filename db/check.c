/* SPDX-License-Identifier: MIT */
/*
 * Whether an operation makes sense by itself: ids, enums and texts within their ranges. A failure
 * here is a mistake of the program above, never of a user. Pure functions, any thread.
 */
#include "db/check.h"

#include <string.h>

static const uint64_t ID_END = UINT64_C(1) << 60;

static bool id_is_valid(uint64_t id)
{
    return id > 0 && id < ID_END;
}

static bool id_is_valid_or_none(uint64_t id)
{
    return id < ID_END;
}

static bool is_below(int value, int count)
{
    return value >= 0 && value < count;
}

static bool player_has_names(const struct store_player *player)
{
    return id_is_valid(player->id) && player->name != NULL && player->name_key != NULL &&
           player->skeleton != NULL;
}

static bool create_is_valid(const struct store_player *player)
{
    for (int i = 0; i < VARIANT_COUNT; i++) {
        if (player->ratings[i].games != 0)
            return false;
    }
    if (player->kind == PLAYER_REGISTERED && player->password_hash == NULL)
        return false;
    return player_has_names(player) && is_below((int)player->kind, PLAYER_REGISTERED + 1);
}

static bool clock_is_valid(const struct time_control *control)
{
    return is_below((int)control->kind, CLOCK_KIND_COUNT) && time_control_is_valid(control);
}

static bool room_is_valid(const struct store_room *room)
{
    return id_is_valid(room->id) && is_below((int)room->variant, VARIANT_COUNT) &&
           id_is_valid_or_none(room->players[0]) && id_is_valid_or_none(room->players[1]) &&
           id_is_valid_or_none(room->game) && room->rematch_offer >= -1 &&
           room->rematch_offer <= 1 && clock_is_valid(&room->clock) &&
           id_is_valid_or_none(room->invited) && room->answer_until_ms >= 0;
}

static bool start_is_valid(const struct store_game_start *start)
{
    return id_is_valid(start->id) && id_is_valid_or_none(start->room) &&
           is_below((int)start->variant, VARIANT_COUNT) && id_is_valid(start->players[0]) &&
           id_is_valid(start->players[1]) && start->players[0] != start->players[1] &&
           clock_is_valid(&start->clock) && start->due_ms >= 0;
}

static bool log_is_valid(const struct store_log_entry *entry)
{
    return id_is_valid(entry->game) && entry->seq > 0 &&
           is_below((int)entry->kind, LOG_KIND_COUNT) && is_below((int)entry->seat, SEAT_COUNT) &&
           entry->spent_ms >= 0 && entry->due_ms >= 0 && entry->lag_ms >= 0 &&
           (entry->kind == LOG_GIVE_TIME ? entry->given_ms > 0 : entry->given_ms == 0);
}

static bool change_is_valid(const struct store_rating_change *change)
{
    return change->before >= 0 && change->after.points >= 0 && change->after.games > 0 &&
           change->before <= STORE_POINTS_MAX && change->after.points <= STORE_POINTS_MAX;
}

static bool end_is_valid(const struct store_game_end *end)
{
    if (end->moves_ratings &&
        !(change_is_valid(&end->changes[0]) && change_is_valid(&end->changes[1])))
        return false;
    return id_is_valid(end->id) && end->actions != NULL && end->spent != NULL &&
           end->lags != NULL && is_below((int)end->first_mark, MARK_O + 1) &&
           is_below((int)end->outcome.result, RESULT_COUNT) &&
           is_below((int)end->outcome.reason, REASON_COUNT);
}

static bool chat_is_valid(const struct store_chat_line *line)
{
    return id_is_valid(line->room) && line->n > 0 && id_is_valid(line->player) &&
           line->text != NULL && id_is_valid_or_none(line->during);
}

static bool month_is_valid(int month)
{
    return month >= 12 && month < 10000 * 12;
}

static bool active_is_valid(const struct store_active *active)
{
    return id_is_valid(active->player) && is_below((int)active->variant, VARIANT_COUNT) &&
           month_is_valid(active->month);
}

static bool text_ends(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

static bool settings_are_valid(const char settings[STORE_SETTINGS_SIZE])
{
    if (!text_ends(settings, STORE_SETTINGS_SIZE))
        return false;
    for (const char *c = settings; *c != '\0'; c++)
        if (*c <= ' ' || *c > '~')
            return false;
    return true;
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool country_is_valid(const char country[STORE_COUNTRY_SIZE])
{
    return country[0] == '\0' ||
           (is_capital(country[0]) && is_capital(country[1]) && country[2] == '\0');
}

/* New bytes come with the id that tells them from others. */
static bool photo_is_valid(const struct store_account_put *put)
{
    if (put->photo == NULL)
        return put->photo_size == 0;
    return put->account->photo != 0 && put->photo_size > 0 &&
           put->photo_size <= STORE_PHOTO_BYTES_MAX;
}

static bool account_is_valid(const struct store_account_put *put)
{
    const struct store_account *account = put->account;
    return id_is_valid(put->player) && account != NULL && settings_are_valid(account->settings) &&
           country_is_valid(account->country) && text_ends(account->about, STORE_ABOUT_SIZE) &&
           text_ends(account->ban_reason, STORE_REASON_SIZE) &&
           text_ends(account->mute_reason, STORE_REASON_SIZE) &&
           is_below((int)account->role, ROLE_COUNT) && account->banned_until_ms >= 0 &&
           account->muted_until_ms >= 0 && id_is_valid_or_none(account->photo) &&
           photo_is_valid(put);
}

static bool block_is_valid(const struct store_block *block)
{
    return id_is_valid(block->player) && id_is_valid(block->blocked) &&
           block->player != block->blocked;
}

static bool message_is_valid(const struct store_message *message)
{
    if (!id_is_valid(message->id) || !id_is_valid(message->from) || !id_is_valid(message->to) ||
        message->from == message->to || message->text == NULL)
        return false;
    size_t size = strlen(message->text);
    return size > 0 && size <= STORE_MESSAGE_BYTES &&
           memchr(message->nonce, '\0', sizeof(message->nonce)) != NULL;
}

static bool mail_is_valid(const struct store_mail *mail)
{
    return id_is_valid(mail->player) && id_is_valid(mail->other) && id_is_valid(mail->upto) &&
           id_is_valid_or_none(mail->first);
}

static bool star_is_valid(const struct store_star *star)
{
    return id_is_valid(star->player) && id_is_valid(star->game);
}

static bool mod_is_valid(const struct store_mod_action *mod)
{
    bool has_name =
        mod->renamed.name != NULL && mod->renamed.name_key != NULL && mod->renamed.skeleton != NULL;
    if (!is_below((int)mod->act, MOD_ACT_COUNT) || mod->reason == NULL || mod->detail == NULL)
        return false;
    if (!id_is_valid_or_none(mod->by) || !id_is_valid_or_none(mod->player) ||
        !id_is_valid_or_none(mod->room) || mod->until_ms < 0 || mod->verdict < 0)
        return false;
    return has_name == (mod->act == MOD_RENAME) && (mod->report > 0) == (mod->act == MOD_RESOLVE) &&
           (mod->room != 0) == (mod->act == MOD_CLOSE_ROOM) &&
           (mod->player != 0 || mod->act == MOD_CLOSE_ROOM || mod->act == MOD_RESOLVE);
}

static bool report_is_valid(const struct store_report *report)
{
    return id_is_valid(report->by) && id_is_valid(report->player) && report->by != report->player &&
           id_is_valid_or_none(report->game) && report->complaint >= 0 && report->text != NULL;
}

bool check__op(const struct store_op *op)
{
    switch (op->kind) {
    case STORE_PLAYER_CREATE:
        return create_is_valid(&op->as.player);
    case STORE_PLAYER_REGISTER:
        return player_has_names(&op->as.player) && op->as.player.password_hash != NULL;
    case STORE_PLAYER_DELETE:
        return player_has_names(&op->as.player);
    case STORE_PASSWORD_SET:
        return id_is_valid(op->as.password.player) && op->as.password.hash != NULL;
    case STORE_MOD_ACTION:
        return mod_is_valid(&op->as.mod);
    case STORE_REPORT_ADD:
        return report_is_valid(&op->as.report);
    case STORE_SESSION_ADD:
    case STORE_SESSIONS_REMOVE:
        return id_is_valid(op->as.session.player);
    case STORE_ROOM_PUT:
        return room_is_valid(&op->as.room);
    case STORE_ROOM_CLOSE:
        return id_is_valid(op->as.room.id);
    case STORE_GAME_START:
        return start_is_valid(&op->as.start);
    case STORE_GAME_LOG:
        return log_is_valid(&op->as.log);
    case STORE_GAME_END:
        return end_is_valid(&op->as.end);
    case STORE_CHAT_ADD:
        return chat_is_valid(&op->as.chat);
    case STORE_UPTIME:
        return op->as.uptime_ms >= 0;
    case STORE_RATING_ACTIVE:
        return active_is_valid(&op->as.active);
    case STORE_FINE:
        return month_is_valid(op->as.fine.month);
    case STORE_ACCOUNT_PUT:
        return account_is_valid(&op->as.account);
    case STORE_BLOCK_ADD:
    case STORE_BLOCK_REMOVE:
        return block_is_valid(&op->as.block);
    case STORE_MESSAGE_SEND:
        return message_is_valid(&op->as.message);
    case STORE_MESSAGE_READ:
    case STORE_MESSAGE_DELETE:
        return mail_is_valid(&op->as.mail);
    case STORE_STAR:
        return star_is_valid(&op->as.star);
    case STORE_SESSION_REMOVE:
    case STORE_PROBE:
        return true;
    case STORE_OP_COUNT:
        break;
    }
    return false;
}

enum store_op_result check__result(int outcome)
{
    if (outcome == OP_ALREADY)
        return STORE_ALREADY;
    return outcome == OP_CONFLICT ? STORE_CONFLICT : STORE_APPLIED;
}

static bool filter_is_valid(int value, int count)
{
    return value == -1 || is_below(value, count);
}

static bool history_is_valid(const struct store_history_query *history)
{
    return id_is_valid(history->player) && filter_is_valid(history->variant, VARIANT_COUNT) &&
           filter_is_valid(history->score, SCORE_COUNT) &&
           is_below((int)history->stake, STAKE_COUNT);
}

static bool graph_is_valid(const struct store_query *query)
{
    return id_is_valid(query->player) && is_below((int)query->variant, VARIANT_COUNT) &&
           query->day_starts != NULL && query->days > 0;
}

bool check__query(const struct store_query *query)
{
    switch (query->kind) {
    case STORE_PLAYER_BY_NAME:
    case STORE_LOGIN:
        return query->text != NULL;
    case STORE_PLAYER_BY_ID:
    case STORE_GAME:
    case STORE_TABLE:
        return id_is_valid(query->id);
    case STORE_PLAYER_BY_TOKEN:
        return true;
    case STORE_HISTORY:
    case STORE_EXPORT:
    case STORE_STATS:
        return history_is_valid(&query->history);
    case STORE_GRAPH:
        return graph_is_valid(query);
    case STORE_FIND:
        return query->text != NULL && is_below((int)query->variant, VARIANT_COUNT);
    case STORE_TOP:
        return is_below((int)query->variant, VARIANT_COUNT);
    case STORE_AROUND:
        return is_below((int)query->variant, VARIANT_COUNT) && id_is_valid(query->player);
    case STORE_FINES:
    case STORE_BLOCKS:
    case STORE_SESSIONS:
    case STORE_PHOTO:
        return id_is_valid(query->player);
    case STORE_MAY_WRITE:
        return id_is_valid(query->player) && query->text != NULL &&
               memchr(query->nonce, '\0', sizeof(query->nonce)) != NULL;
    case STORE_MESSAGES:
        return id_is_valid(query->player) && query->text != NULL;
    case STORE_THREADS:
        return id_is_valid(query->player);
    case STORE_MAIL:
        return id_is_valid(query->player) && (query->text != NULL || id_is_valid(query->id));
    case STORE_REPORTS:
        return true;
    case STORE_MOD_LOG:
    case STORE_SANCTIONS:
        return id_is_valid_or_none(query->player);
    case STORE_QUERY_COUNT:
        break;
    }
    return false;
}
