/* SPDX-License-Identifier: MIT */
/*
 * The steps around the people of a dialogue: options, time, the store, work, the log.
 */
#include "server/core/rules/calendar.h"
#include "server/shell/config.h"
#include "tests/support/zone_text.h"
#include "tests/unit/server/dialogue.h"
#include "tests/unit/server/rig_private.h"

/* ------------------------------------------------------------------ the server's options */

#define OPTION(name)                                                                               \
    {                                                                                              \
#name, offsetof(struct core_options, name), sizeof(((struct core_options *)NULL)->name)    \
    }

static const struct {
    const char *name;
    size_t offset;
    size_t size;
} options[] = {
    OPTION(login_ms),
    OPTION(idle_ms),
    OPTION(held_bytes),
    OPTION(output_bytes_asking),
    OPTION(output_bytes_total),
    OPTION(resend_bytes),
    OPTION(heartbeat_ms),
    OPTION(room_idle_ms),
    OPTION(rated_clock_ms),
    OPTION(rate_percent),
    OPTION(allowance_percent),
    OPTION(allowances),
    OPTION(players_per_address),
    OPTION(passwords_per_address),
    OPTION(computer_games_per_address),
    OPTION(computers_learn),
    OPTION(queries_per_player),
    OPTION(queries_per_address),
    OPTION(queries),
    OPTION(rooms_per_player),
    OPTION(open_rooms_per_guest),
    OPTION(open_rooms_per_address),
    OPTION(invitations_per_address),
    OPTION(rated_pair_games),
    OPTION(rating_terms.games),
    OPTION(rating_terms.opponents),
    OPTION(rating_terms.points),
    OPTION(rating_terms.related_ms),
    OPTION(rating_terms.mark),
    OPTION(rating_terms.game_ms),
    OPTION(lag_cap_ms),
    OPTION(lag_beat_ms),
    OPTION(lag_cap_part),
    OPTION(connections),
    OPTION(connections_per_address),
    OPTION(connections_kept),
    OPTION(chat),
    OPTION(days_off),
    OPTION(fine_months),
    OPTION(conduct_percent),
    OPTION(conduct_games),
    OPTION(conduct_pause_ms),
    OPTION(session_ms),
    OPTION(guest_session_ms),
    OPTION(sessions_per_player),
    OPTION(password_chars),
    OPTION(password_chars_role),
/* cost.receive=6 */
#define COST(ID, id, units, per_ms, doc)                                                           \
    {"cost." #id, offsetof(struct core_options, cost_units[COST_WORD_##ID]), sizeof(int64_t)},
#include "proto/costs.def"
#undef COST
#undef OPTION
};

static void set_option(struct step *step, struct core_options *all, const char *word)
{
    const char *value = strchr(word, '=');
    size_t len = value != NULL ? (size_t)(value - word) : 0;
    for (size_t i = 0; value != NULL && i < sizeof(options) / sizeof(options[0]); i++) {
        if (strlen(options[i].name) != len || strncmp(options[i].name, word, len) != 0)
            continue;
        int64_t number = script_int(step->script, value + 1);
        /* Of fewer bytes, too: the first ones of a number are the low ones here. */
        memcpy((char *)all + options[i].offset, &number, options[i].size);
        return;
    }
    script_fail(step->script, "not an option of the rig: %s", word);
}

/* Those of a server whose host configured nothing; the test of the page's bot asks one. */
static struct core_options hosted_options(void)
{
    struct core_options hosted = rig_options();
    struct config config = {0};
    config_set_defaults(&config);
#define OPTION(type, name, doc) hosted.name = (type)config.name;
#define TOLD(type, name, doc) OPTION(type, name, doc)
#include "server/core/options.def"
#undef OPTION
#undef TOLD
    hosted.server = "pentad " PENTAD_VERSION;
    hosted.connections = (size_t)config.connections;
    hosted.session_ms = config.session_days * 24 * 3600 * 1000;
    hosted.guest_session_ms = config.guest_session_days * 24 * 3600 * 1000;
    hosted.rating_terms.games = (int)config.provisional_games;
    hosted.rating_terms.opponents = (int)config.provisional_opponents;
    hosted.rating_terms.points = (int)config.provisional_points;
    return hosted;
}

/* options [hosted | rated | of-months] [school] [NAME=NUMBER]... */
static void world_options(struct step *step)
{
    static const struct core_network school = {UINT64_C(1) << 32 | 0xCB007100,
                                               UINT64_C(1) << 32 | 0xCB0071FF};
    if (step_stage(step)->rig != NULL)
        script_fail(step->script, "the server has started");
    if (step_take(step, "hosted"))
        step_stage(step)->options = hosted_options();
    else if (step_take(step, "rated"))
        step_stage(step)->options = rig_rated_options();
    else if (step_take(step, "of-months"))
        step_stage(step)->options = rig_fines_options();
    if (step_take(step, "school")) /* 203.0.113.* is exempt */
        step_stage(step)->options.exempt_networks = (struct core_networks){&school, 1};
    while (step_has_more(step))
        set_option(step, &step_stage(step)->options, step_word(step));
}

/* ------------------------------------------------------------------ time */

/* 2024-03-01, with +5h behind it where that is wanted. */
static int64_t next_date(struct step *step)
{
    int year;
    int month;
    int day;
    const char *word = step_text(step);
    if (sscanf(word, "%4d-%2d-%2d", &year, &month, &day) != 3)
        script_fail(step->script, "not a date: %s", word);
    int64_t ms = rig_date(year, month, day);
    return step_has_more(step) ? ms + step_int(step) : ms;
}

static void world_pass(struct step *step)
{
    rig_pass(step_rig(step), step_int(step));
}

/* clock TIME: time passes, and what is said next comes before what is due then */
static void world_clock(struct step *step)
{
    struct rig *rig = step_rig(step);
    int64_t ms = step_int(step);
    rig->now.mono_ms += ms;
    rig->now.wall_ms += ms;
    core_time(rig->core, rig->now);
}

static void world_live(struct step *step)
{
    rig_live(step_rig(step), step_int(step));
}

static void world_turn(struct step *step)
{
    rig_turn(step_rig(step));
}

static void world_until(struct step *step)
{
    rig_until(step_rig(step), next_date(step));
}

/* wall +10d, or a date: only the wall clock is set. */
static void world_wall(struct step *step)
{
    struct rig *rig = step_rig(step);
    if (step_has_more(step) && strchr("+-", step->words->word[step->at][0]) != NULL)
        rig->now.wall_ms += step_int(step);
    else
        rig_set_clock(rig, next_date(step));
}

/* restart [NAME=NUMBER]...: with other options */
static void world_restart(struct step *step)
{
    struct rig *rig = step_rig(step);
    while (step_has_more(step))
        set_option(step, &rig->options, step_word(step));
    rig_restart(rig);
}

/* anew: the server is gone, and the next step begins another one with its options */
static void world_anew(struct step *step)
{
    struct stage *stage = step_stage(step);
    rig_free(step_rig(step));
    stage->rig = NULL;
    stage->options.calendar = NULL;
    dialogue_forget(&stage->dialogue);
}

/* calendar AHEAD-OF-UTC [HOLIDAYS]: if the server runs, it is started again with that */
static void world_calendar(struct step *step)
{
    struct stage *stage = step_stage(step);
    uint8_t zone[ZONE_TEXT_SIZE];
    size_t size = zone_text((int32_t)(step_int(step) / 1000), "", zone);
    struct calendar *before = (struct calendar *)stage->options.calendar;
    stage->options.calendar =
        calendar_new(zone, size, step_has_more(step) ? step_text(step) : "", NULL, 0);
    if (stage->options.calendar == NULL)
        script_fail(step->script, "no such calendar");
    if (stage->rig != NULL) {
        stage->rig->options.calendar = stage->options.calendar;
        rig_restart(stage->rig);
    }
    calendar_free(before);
}

/* shut down: the server begins to; no turn */
static void world_shut(struct step *step)
{
    (void)step_take(step, "down");
    core_shut_down(step_rig(step)->core);
}

/* round trip MS: what the system measures of every connection */
static void world_round(struct step *step)
{
    (void)step_take(step, "trip");
    step_rig(step)->round_trip_ms = step_int(step);
}

/* down until DATE */
static void world_down(struct step *step)
{
    if (!step_take(step, "until"))
        script_fail(step->script, "down until DATE");
    rig_down_until(step_rig(step), next_date(step));
}

/* ------------------------------------------------------------------ store, work, what is said */

/* Another store, at another time: nobody is there. */
static void begin_anew(struct rig *rig, int64_t wall_ms)
{
    rig__stop(rig);
    for (size_t i = 0; i < rig->peer_count; i++)
        rig->peers[i]->conn = NULL;
    rig_store_free(rig->store);
    rig->store = rig_store_new();
    rig->log[0] = '\0';
    rig->now = (struct moment){.mono_ms = 5000, .wall_ms = wall_ms};
    rig__start(rig);
    rig__observe(rig);
}

/* store holds|fails|lets batches|answers|queries, store fails what it held, store works, store is
 * new DATE */
static void world_store(struct step *step)
{
    static const char *const verbs[] = {"works", "holds", "lets", "fails", "is", NULL};
    static const char *const things[] = {"batches", "answers", "queries", "what", NULL};
    struct rig *rig = step_rig(step);
    struct rig_store *store = rig->store;
    size_t verb = step_word_of(step, verbs);
    if (verb == 4) {
        (void)step_take(step, "new");
        begin_anew(rig, next_date(step));
        return;
    }
    if (verb == 0) {
        store->holds_batches = store->holds_answers = false;
        store->fails_batches = store->fails_queries = false;
        return;
    }
    size_t thing = step_word_of(step, things);
    if (verb == 3 && thing == 3) {
        (void)step_take(step, "it");
        (void)step_take(step, "held");
        rig_fail_held(rig);
    } else if (verb == 3) {
        *(thing == 0 ? &store->fails_batches : &store->fails_queries) = true;
    } else if (verb == 2) {
        *(thing == 0 ? &store->lets_batches : &store->lets_answers) = (size_t)step_int(step);
    } else {
        *(thing == 0 ? &store->holds_batches : &store->holds_answers) = true;
    }
}

/* The password that is hashed, as if it had come in these bytes. */
static void hash_as(struct work *work, const char *password)
{
    if (work->kind != WORK_PASSWORD_HASH)
        fail_msg("it is not to hash a password");
    work_free(work);
    *work = work_copy(
        &(struct work){.kind = WORK_PASSWORD_HASH, .as.password_hash = {.password = password}});
}

static void check_work(struct step *step, size_t index, const char *wanted)
{
    const struct rig *rig = step_rig(step);
    const char *kind =
        index < rig->work_count ? work_kind_info(rig->work[index].work.kind)->name : "none";
    if (strcmp(kind, wanted) != 0)
        script_fail(step->script, "it is %s", kind);
}

/* work waits | goes on | begins | is NUMBER | begun NUMBER | fits NUMBER | hashes better | NUMBER
 * done|fails|looks|hashes TEXT|is KIND */
static void world_work(struct step *step)
{
    static const char *const ends[] = {"done", "fails", "looks", "hashes", "is", NULL};
    struct rig *rig = step_rig(step);
    if (step_take(step, "waits")) {
        rig->holds_work = true;
    } else if (step_take(step, "goes")) {
        (void)step_take(step, "on");
        rig->holds_work = false;
    } else if (step_take(step, "begins")) {
        rig->work_begun = rig->work_count; /* it can only be stopped */
    } else if (step_take(step, "is")) {
        int64_t count = step_int(step);
        if ((int64_t)rig->work_count != count)
            script_fail(step->script, "%zu pieces of work wait", rig->work_count);
    } else if (step_take(step, "begun")) {
        rig->work_begun = (size_t)step_int(step);
    } else if (step_take(step, "fits")) {
        rig->work_cap = (size_t)step_int(step);
    } else if (step_take(step, "hashes")) {
        (void)step_take(step, "better");
        rig->hash_version++;
    } else {
        size_t index = (size_t)step_int(step);
        size_t end = step_word_of(step, ends);
        if (end == 3)
            hash_as(&rig->work[index].work, step_text(step));
        else if (end == 4)
            check_work(step, index, step_word(step));
        else if (end == 2)
            rig_work_look(rig, index);
        else
            rig_work_finish(rig, index, end == 0);
    }
}

/* closes wait | go on */
static void world_closes(struct step *step)
{
    step_rig(step)->holds_closes = step_take(step, "wait");
    while (step_has_more(step))
        (void)step_word(step);
}

/* log has TEXT, log lacks TEXT, log NUMBER TEXT: lines that begin so */
static void world_log(struct step *step)
{
    static const char *const verbs[] = {"has", "lacks", NULL};
    struct rig *rig = step_rig(step);
    bool is_counted = step_has_more(step) && script_is_int(step->words->word[step->at]);
    if (is_counted) {
        int64_t wanted = step_int(step);
        int found = rig_logged(rig, step_text(step));
        if (found != wanted)
            script_fail(step->script, "it is logged %d times:\n%s", found, rig->log);
        return;
    }
    bool has = step_word_of(step, verbs) == 0;
    if ((strstr(rig->log, step_text(step)) != NULL) != has)
        script_fail(step->script, "the log is:\n%s", rig->log);
}

/* counts CHECK...: what core_count() tells, what the store and workers were given so far, whether
 * all is done of a server that goes down, and in how many milliseconds the core wants to be woken
 */
static void world_counts(struct step *step)
{
    const struct rig *rig = step_rig(step);
    const struct core_counts counts = core_count(rig->core);
    const struct {
        const char *name;
        int64_t count;
    } rows[] = {
        {"connections", (int64_t)counts.connections},
        {"players", (int64_t)counts.players},
        {"rooms", (int64_t)counts.rooms},
        {"games", (int64_t)counts.games},
        {"asleep", (int64_t)counts.asleep},
        {"held_bytes", (int64_t)counts.held_bytes},
        {"unsent_bytes", (int64_t)counts.unsent_bytes},
        {"slow_readers", (int64_t)counts.slow_readers},
        {"batches", (int64_t)rig->store->batches},
        {"queries", (int64_t)rig->store->queries},
        {"work", (int64_t)rig->work_started},
        {"wakes_ms", core_next_ms(rig->core) - rig->now.mono_ms},
    };
    json_t *json = json_object();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        json_object_set_new(json, rows[i].name, json_integer(rows[i].count));
    json_object_set_new(json, "settled", json_boolean(core_is_settled(rig->core)));
    script_check(step->script, json, step->words, step->at);
    json_decref(json);
    step->at = step->words->count;
}

/* Takes the text: the first one of that name, or the same again. */
static void keep(struct step *step, const char *name, char *text)
{
    struct stage *stage = step_stage(step);
    size_t i = 0;
    while (i < stage->kept_count && strcmp(stage->kept[i].name, name) != 0)
        i++;
    if (i == KEPT_MAX || strlen(name) >= DIALOGUE_NAME_SIZE)
        script_fail(step->script, "too much is to be kept: %s", name);
    if (i < stage->kept_count) {
        if (strcmp(text, stage->kept[i].text) != 0)
            script_fail(step->script, "it is not %s:\n%s\n%s", name, stage->kept[i].text, text);
        free(text);
        return;
    }
    snprintf(stage->kept[i].name, DIALOGUE_NAME_SIZE, "%s", name);
    stage->kept[i].text = text;
    stage->kept_count++;
}

/* world holds: what the server says is what is stored; world is NAME: it says the same whenever
 * that is called so */
static void world_world(struct step *step)
{
    struct rig *rig = step_rig(step);
    if (step_take(step, "is")) {
        keep(step, step_word(step), rig_world(rig));
        return;
    }
    (void)step_take(step, "holds");
    rig_check_world(rig);
}

/* all heard NAME: every message that anybody got, which are the same whenever they are called so */
static void world_all(struct step *step)
{
    char *text = NULL;
    size_t size = 0;
    const struct rig *rig = step_rig(step);
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        abort();
    for (size_t i = 0; i < rig->peer_count; i++)
        for (size_t j = 0; j < rig->peers[i]->count; j++)
            fprintf(out, "%zu %s\n", i, rig->peers[i]->messages[j].line);
    (void)fclose(out);
    (void)step_take(step, "heard");
    keep(step, step_word(step), text);
}

const struct world_row world_rows[] = {
    {"options", world_options},   {"pass", world_pass},       {"live", world_live},
    {"turn", world_turn},         {"until", world_until},     {"wall", world_wall},
    {"down", world_down},         {"restart", world_restart}, {"store", world_store},
    {"work", world_work},         {"log", world_log},         {"closes", world_closes},
    {"counts", world_counts},     {"world", world_world},     {"begins", table_begins},
    {"calendar", world_calendar}, {"clock", world_clock},     {"all", world_all},
    {"shut", world_shut},         {"every", world_every},     {"anew", world_anew},
    {"round", world_round},       {"part", world_part},       {NULL, NULL},
};
