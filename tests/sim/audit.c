/* SPDX-License-Identifier: MIT */
/*
 * The auditor is a guest who asks without a network while no time passes; what is answered is
 * judged like everything else that the server says.
 */
#include "tests/sim/audit.h"

#include "tests/sim/audit_store.h"
#include "tests/sim/happen.h"
#include "tests/sim/link.h"
#include "tests/sim/said.h"
#include "tests/sim/sim.h"
#include "tests/sim/truth_room.h"

#include <string.h>

#define ID_ARG(id) ((unsigned long long)(id))
#define ASKS_PER_LINK 20
#define TURNS_MAX 1000
#define LATEST 12
#define PLAYER_LOOKS 24

/* ------------------------------------------------------------------ asking */

/* Somebody who asks without a network; anybody may ask about games and players. */
struct auditor {
    struct sim *sim;
    struct link *link;
};

static void hang_up(struct auditor *auditor)
{
    if (auditor->link != NULL)
        link_hung_up(auditor->link);
    auditor->link = NULL;
}

/* The answer has come, and was judged, when this returns. No time passes. */
static void ask_now(struct auditor *auditor, struct request *request)
{
    struct sim *sim = auditor->sim;
    struct link *link = auditor->link;
    size_t index = link->ask_count;
    link_ask(link, request);
    link_bytes_up(link);
    happen_turn_ends(sim);
    for (int i = 0; i < TURNS_MAX && link->asks[index].answered == 0; i++)
        happen_turn(sim, sim->now_ms);
    CHECK_THAT(sim, CHECK_ANSWERED_AT_ALL, link->asks[index].answered == 1,
               "the auditor's request for op %d is not answered", request->op);
}

static void resume(struct auditor *auditor)
{
    struct sim *sim = auditor->sim;
    struct request request = {.op = OP_AUTH_RESUME, .as.auth_resume = {.token = sim->audit_token}};
    ask_now(auditor, &request);
    CHECK_THAT(sim, CHECK_MEMORY_AGREES, auditor->link->player != 0,
               "the auditor's token is not in force");
}

static void ask(struct auditor *auditor, struct request *request)
{
    struct sim *sim = auditor->sim;
    if (auditor->link != NULL && auditor->link->ask_count >= ASKS_PER_LINK)
        hang_up(auditor);
    if (auditor->link == NULL) {
        auditor->link = link_open(sim, LINK_NOBODY);
        auditor->link->is_live = true;
        if (request->op != OP_AUTH_GUEST)
            resume(auditor);
    }
    ask_now(auditor, request);
}

/* Makes the auditor's account, once. */
static void join(struct auditor *auditor)
{
    struct sim *sim = auditor->sim;
    struct request request = {.op = OP_AUTH_GUEST};
    ask(auditor, &request);
    memcpy(sim->audit_token, auditor->link->token, sizeof(sim->audit_token));
    hang_up(auditor);
}

/* ------------------------------------------------------------------ what the server says */

static void look_at_rooms(struct auditor *auditor)
{
    struct sim *sim = auditor->sim;
    size_t listed = 0;
    size_t open = 0;
    struct request request = {.op = OP_ROOM_LIST,
                              .as.room_list = {.state = NONE,
                                               .stakes = NONE,
                                               .clock_kind = NONE,
                                               .min_rating = NONE,
                                               .max_rating = NONE,
                                               .limit = 50}};
    do {
        ask(auditor, &request);
        listed += auditor->link->listed;
        request.as.room_list.before = auditor->link->last_listed;
    } while (auditor->link->listed == 50);
    for (size_t i = 0; i < sim->truth.room_count; i++)
        open += sim->truth.rooms[i]->is_closed || truth_is_reserved(sim->truth.rooms[i]) ? 0 : 1;
    size_t asleep = core_count(sim->core).asleep;
    CHECK_THAT(sim, CHECK_MEMORY_AGREES, listed + asleep == open,
               "the server lists %zu rooms, %zu are asleep, %zu are open in the store", listed,
               asleep, open);
    for (size_t i = 0; i < sim->truth.room_count; i++) {
        struct request watch = {.op = OP_ROOM_WATCH};
        watch.as.room_watch.room = sim->truth.rooms[i]->id;
        if (!sim->truth.rooms[i]->is_closed && !truth_is_reserved(sim->truth.rooms[i]))
            ask(auditor, &watch);
    }
}

static void look_at_games(struct auditor *auditor, bool is_full)
{
    const struct truth *truth = &auditor->sim->truth;
    size_t from = is_full || truth->game_count < LATEST ? 0 : truth->game_count - LATEST;
    for (size_t i = from; i < truth->game_count; i++) {
        struct request request = {.op = OP_GAME_GET};
        request.as.game_get.game = truth->games[i]->id;
        ask(auditor, &request);
    }
}

/* Of everybody who has one, and of some who have none. */
static void look_at_current_games(struct auditor *auditor)
{
    const struct truth *truth = &auditor->sim->truth;
    for (size_t i = 0; i < truth->player_count; i++) {
        struct request games = {.op = OP_PLAYER_GAMES};
        games.as.player_games.name = truth->players[i]->name;
        if (truth->players[i]->rooms > 0 || i % 8 == 0)
            ask(auditor, &games);
    }
}

static void look_at_sums(struct auditor *auditor, const char *name, int format)
{
    struct request stats = {.op = OP_PLAYER_STATS,
                            .as.player_stats = {.name = name, .computers = NONE}};
    struct request export = {.op = OP_HISTORY_EXPORT,
                             .as.history_export = {.name = name,
                                                   .format = format,
                                                   .score = NONE,
                                                   .stake = NONE,
                                                   .computers = NONE,
                                                   .limit = 8}};
    struct request graph = {
        .op = OP_RATING_GRAPH,
        .as.rating_graph = {.name = name, .variant = variant_get(VARIANT_CLASSIC)}};
    for (int computers = NONE; computers < COMPUTERS_WORD_COUNT; computers++) {
        stats.as.player_stats.computers = computers;
        ask(auditor, &stats);
    }
    ask(auditor, &export);
    ask(auditor, &graph);
}

/* Some of those who have something to show, since an auditor, too, may come and ask only so often
 * while no time passes: whose turn it is depends on the hour. */
static void look_at_players(struct auditor *auditor)
{
    const struct truth *truth = &auditor->sim->truth;
    size_t first =
        truth->player_count > 0 ? (uint64_t)auditor->sim->now_ms % truth->player_count : 0;
    size_t looks = 0;
    for (size_t nth = 0; nth < truth->player_count && looks < PLAYER_LOOKS; nth++) {
        size_t i = (first + nth) % truth->player_count;
        struct request page = {.op = OP_PLAYER_GET};
        struct request history = {
            .op = OP_HISTORY_LIST,
            .as.history_list = {.score = NONE, .stake = NONE, .computers = NONE, .limit = 50}};
        page.as.player_get.name = truth->players[i]->name;
        history.as.history_list.name = truth->players[i]->name;
        if (truth->players[i]->games_over == 0 && truth->players[i]->page_count == 1)
            continue;
        looks++;
        ask(auditor, &page);
        ask(auditor, &history);
        look_at_sums(auditor, truth->players[i]->name, (int)i % FORMAT_WORD_COUNT);
    }
}

/* Writing works: the server has noticed that the store is well. Nobody waits for such a clock. */
static void look_at_writing(struct auditor *auditor)
{
    struct sim *sim = auditor->sim;
    const struct clock_record clock = {.kind = CLOCK_KIND_WORD_FISCHER, .main_ms = 7654321};
    struct request open = {.op = OP_ROOM_OPEN,
                           .as.room_open = {.variant = variant_get(VARIANT_MINI), .clock = &clock}};
    struct request leave = {.op = OP_ROOM_LEAVE};
    size_t before = sim->truth.room_count;
    ask(auditor, &open);
    CHECK_THAT(sim, CHECK_SETTLES, sim->truth.room_count == before + 1,
               "the auditor opens a room, and is refused");
    leave.as.room_leave.room = sim->truth.rooms[before]->id;
    ask(auditor, &leave);
    hang_up(auditor);
}

/* ------------------------------------------------------------------ what clients were told */

static void check_answered(struct sim *sim, const struct link *link)
{
    if (link->conn == NULL || link->is_cut || link->is_ended || link->had_bye)
        return;
    for (size_t i = 0; i < link->ask_count; i++)
        CHECK_THAT(sim, CHECK_ANSWERED_AT_ALL, link->asks[i].answered == link->asks[i].delivered,
                   "link %llu: request %zu was delivered %u times, answered %u times",
                   ID_ARG(link->number), i + 1, link->asks[i].delivered, link->asks[i].answered);
}

static void check_told(struct sim *sim, const struct link *link)
{
    for (size_t i = 0; i < link->hearing_count; i++) {
        const struct hearing *hearing = &link->hearings[i];
        const struct truth_game *game = truth_game(&sim->truth, hearing->game);
        const struct truth_room *room = truth_room(&sim->truth, game->room);
        CHECK_THAT(sim, CHECK_ALL_ARE_TOLD,
                   room->game != game->id || !truth_sits(room, link->player) ||
                       hearing->seq == truth_seq(game),
                   "link %llu heard event %u of game %llx last; event %u is stored",
                   ID_ARG(link->number), hearing->seq, ID_ARG(game->id), truth_seq(game));
    }
}

static void check_letters(struct sim *sim, const struct link *link)
{
    CHECK_THAT(sim, CHECK_MESSAGES_ARRIVE, link->letter_heard >= link->letter_due,
               "link %llu was told of message %llx last; message %llx is stored",
               ID_ARG(link->number), ID_ARG(link->letter_heard), ID_ARG(link->letter_due));
}

static bool only_looks(const struct sim *sim, const struct link *link)
{
    const struct truth_session *session = truth_session(&sim->truth, link->token_hash);
    return link->has_token && session != NULL && session->rights == RIGHTS_LOOK;
}

bool audit_is_connected(const struct sim *sim, uint64_t player)
{
    const struct truth_player *known = truth_player(&sim->truth, player);
    if (known != NULL && known->is_computer)
        return true; /* always */
    for (size_t i = 0; i < sim->link_count; i++)
        if (sim->links[i]->conn != NULL && sim->links[i]->player == player &&
            !only_looks(sim, sim->links[i]))
            return true;
    return false;
}

static void check_presence(struct sim *sim, const struct link *link)
{
    for (size_t i = 0; i < link->presence_count; i++) {
        const struct told_presence *presence = &link->presences[i];
        const struct truth_room *room = truth_room(&sim->truth, presence->room);
        CHECK_THAT(sim, CHECK_PRESENCE_IS_TOLD,
                   !truth_sits(room, link->player) || !truth_sits(room, presence->player) ||
                       presence->is_there == audit_is_connected(sim, presence->player),
                   "link %llu was told that player %llx is %s room %llx", ID_ARG(link->number),
                   ID_ARG(presence->player), presence->is_there ? "at" : "away from",
                   ID_ARG(room->id));
    }
}

static void check_token(struct sim *sim, const struct link *link)
{
    const struct truth_session *session = truth_session_now(&sim->truth, link->token_hash);
    CHECK_THAT(sim, CHECK_LOGGED_OUT_IS_OUT,
               !link->has_token || (session != NULL && (!session->is_over || session->has_lapsed)),
               "link %llu is logged in, and its token is in force no more", ID_ARG(link->number));
}

static void check_banned(struct sim *sim, const struct link *link)
{
    CHECK_THAT(sim, CHECK_BANNED_STAYS_OUT, truth_bans(&sim->truth, link->player) == 0,
               "link %llu is player %llx's, who is banned for good", ID_ARG(link->number),
               ID_ARG(link->player));
}

/* Whether it should be gone, unless strangers may stay. */
static bool is_late_stranger(const struct sim *sim, const struct link *link)
{
    return link->player == 0 && link->person != LINK_KEEPER &&
           sim->now_ms - link->opened_ms > 2 * sim->core_options.login_ms;
}

static void look_at_links(struct sim *sim)
{
    size_t strangers = 0;
    for (size_t i = 0; i < sim->link_count; i++) {
        const struct link *link = sim->links[i];
        check_answered(sim, link);
        if (link->conn == NULL || link->is_ended || link->had_bye)
            continue;
        strangers += is_late_stranger(sim, link) ? 1 : 0;
        said__lobby_audit(sim, link);
        if (link->player == 0)
            continue;
        check_told(sim, link);
        check_letters(sim, link);
        check_presence(sim, link);
        check_token(sim, link);
        check_banned(sim, link);
    }
    CHECK_THAT(sim, CHECK_STRANGERS, strangers <= sim->core_options.strangers,
               "%zu connections stay without a login", strangers);
}

/* Everybody who is there asks for the messages and the memos. */
static void look_at_letters(struct sim *sim)
{
    struct request memos = {.op = OP_MEMO_LIST};
    for (size_t i = 0; i < sim->link_count; i++) {
        struct link *link = sim->links[i];
        const struct truth_player *player = truth_player(&sim->truth, link->player);
        struct request threads = {.op = OP_MESSAGE_THREADS, .as.message_threads = {.limit = 50}};
        if (player == NULL || player->kind != PLAYER_REGISTERED || link->conn == NULL ||
            !link_is_usable(link) || link->is_ended || link->had_bye || link->up.len > 0)
            continue;
        ask_now(&(struct auditor){.sim = sim, .link = link}, &threads);
        ask_now(&(struct auditor){.sim = sim, .link = link}, &memos);
    }
}

#define REPORT_LOOKS 20 /* reports that are read with what they carry */

/* Reads what moderators are shown, at the server's own machine. */
static void look_at_order(struct sim *sim)
{
    struct request reports = {.op = OP_MOD_REPORTS, .as.mod_reports = {.limit = 50}};
    struct request cases = {.op = OP_MOD_CASES, .as.mod_cases = {.limit = 50}};
    struct request log = {.op = OP_MOD_LOG, .as.mod_log = {.before = NONE, .limit = 50}};
    struct request sanctions = {.op = OP_MOD_SANCTIONS, .as.mod_sanctions = {.limit = 50}};
    struct request stats = {.op = OP_MOD_STATS};
    struct auditor auditor = {.sim = sim, .link = link_open_locally(sim)};
    auditor.link->is_live = true;
    struct request appeals = {.op = OP_MOD_APPEALS, .as.mod_appeals = {.from = 1, .limit = 50}};
    ask_now(&auditor, &reports);
    ask_now(&auditor, &cases);
    for (size_t i = 0; i < sim->truth.report_count && i < REPORT_LOOKS; i++) {
        struct request report = {.op = OP_MOD_REPORT, .as.mod_report.report = (int64_t)i + 1};
        ask_now(&auditor, &report);
    }
    ask_now(&auditor, &appeals);
    ask_now(&auditor, &log);
    ask_now(&auditor, &sanctions);
    for (size_t i = 0; i < sim->truth.player_count; i++) {
        const struct truth_player *player = sim->truth.players[i];
        struct request points = {.op = OP_MOD_POINTS,
                                 .as.mod_points = {.name = player->name, .from = 1, .limit = 50}};
        if (player->kind == PLAYER_REGISTERED && !player->is_deleted)
            ask_now(&auditor, &points);
    }
    ask_now(&auditor, &stats);
    hang_up(&auditor);
}

/* ------------------------------------------------------------------ all of it */

void audit_begin(struct sim *sim)
{
    struct auditor auditor = {.sim = sim};
    sim->is_calm = true;
    sim->is_quiet = true;
    join(&auditor);
    sim->is_quiet = false;
    sim->is_calm = false;
}

void audit_run(struct sim *sim, bool is_full)
{
    struct auditor auditor = {.sim = sim};
    bool was_calm = sim->is_calm;
    sim->stats->audits++;
    sim->is_calm = true;
    sim->is_quiet = true;
    look_at_links(sim);
    look_at_writing(&auditor);
    look_at_rooms(&auditor);
    look_at_games(&auditor, is_full);
    look_at_current_games(&auditor);
    look_at_letters(sim);
    if (is_full) {
        look_at_players(&auditor);
        if (sim->mood.keeps > 0)
            look_at_order(sim);
        audit_store(sim);
    }
    hang_up(&auditor);
    happen_turn_ends(sim);
    sim->is_quiet = false;
    sim->is_calm = was_calm;
}

static bool is_awake(const struct sim *sim, const struct truth_room *room)
{
    const struct truth_game *game = truth_game(&sim->truth, room->game);
    return !room->is_closed && (game == NULL || !truth_is_slow(game));
}

static bool sits_awake(const struct sim *sim, uint64_t player)
{
    for (size_t i = 0; i < sim->truth.room_count; i++)
        if (is_awake(sim, sim->truth.rooms[i]) &&
            (truth_sits(sim->truth.rooms[i], player) || sim->truth.rooms[i]->invited == player))
            return true;
    return false;
}

/* Counts what has to be in memory when nobody is connected. */
static struct core_counts count_needed(const struct sim *sim)
{
    struct core_counts needed = {0};
    for (size_t i = 0; i < sim->truth.player_count; i++)
        needed.players += sits_awake(sim, sim->truth.players[i]->id) ? 1 : 0;
    for (size_t i = 0; i < sim->truth.room_count; i++)
        needed.rooms += is_awake(sim, sim->truth.rooms[i]) ? 1 : 0;
    for (size_t i = 0; i < sim->truth.game_count; i++) {
        const struct truth_game *game = sim->truth.games[i];
        needed.games += game->is_over || truth_is_slow(game) ? 0 : 1;
        needed.asleep += truth_is_slow(game) ? 1 : 0;
    }
    return needed;
}

void audit_note_waiting(struct sim *sim, int64_t ms)
{
    int64_t uptime_ms = truth_uptime_at(sim, sim->now_ms + ms);
    for (size_t i = 0; i < sim->truth.room_count; i++) {
        struct truth_room *room = sim->truth.rooms[i];
        const struct truth_player *opener = truth_player(&sim->truth, room->players[0]);
        bool is_kept = room->invited != 0 || (opener != NULL && opener->kind == PLAYER_REGISTERED);
        room->is_awaited = !room->is_closed && room->game == 0 && is_kept &&
                           (room->link != 0 || room->clock.kind == CLOCK_CORRESPONDENCE) &&
                           room->waits_until_ms > uptime_ms;
        sim->stats->rooms_awaited += room->is_awaited ? 1 : 0;
    }
}

static void check_waiting(struct sim *sim)
{
    for (size_t i = 0; i < sim->truth.room_count; i++)
        CHECK_THAT(sim, CHECK_WAITS_FOR_DAYS,
                   !sim->truth.rooms[i]->is_awaited || !sim->truth.rooms[i]->is_closed,
                   "room %llx closed before its time", ID_ARG(sim->truth.rooms[i]->id));
}

/* People are gone, and computers had time. */
static void check_computers(struct sim *sim)
{
    for (size_t i = 0; i < sim->truth.game_count; i++) {
        const struct truth_game *game = sim->truth.games[i];
        enum seat runs = game_to_act(&game->board);
        if (game->is_over || !game->has_computer || runs == SEAT_NONE)
            continue;
        enum seat seat = truth_player(&sim->truth, game->players[SEAT_FIRST])->is_computer
                             ? SEAT_FIRST
                             : SEAT_SECOND;
        CHECK_THAT(sim, CHECK_COMPUTERS,
                   runs != seat && game->offer != 1 - seat && game->takeback != 1 - seat,
                   "game %llx: seat %d is a computer's; seat %d is to act at ply %u, %d offers a "
                   "draw, %d asks to take back",
                   ID_ARG(game->id), seat, runs, game->board.ply, game->offer, game->takeback);
    }
}

void audit_memory(struct sim *sim)
{
    check_waiting(sim);
    check_computers(sim);
    struct core_counts counts = core_count(sim->core);
    struct core_counts needed = count_needed(sim);
    CHECK_THAT(sim, CHECK_ONLY_WHAT_IS_NEEDED,
               counts.connections == 0 && counts.rooms == needed.rooms &&
                   counts.games == needed.games && counts.players == needed.players &&
                   counts.asleep == needed.asleep,
               "%zu connections, %zu rooms, %zu games, %zu players are in memory, %zu tables "
               "asleep; needed are 0, %zu, %zu, %zu, %zu",
               counts.connections, counts.rooms, counts.games, counts.players, counts.asleep,
               needed.rooms, needed.games, needed.players, needed.asleep);
}
