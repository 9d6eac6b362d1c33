/* SPDX-License-Identifier: MIT */
/*
 * A visit inside of this process (transcript_visit.h): its calls, its session, and its steps. What
 * the program around a visit does (client/cli/play/play.c) is done here without a loop.
 */
#include "transcript_visit.h"

#include "client/cli/command_line.h"
#include "client/cli/commands.h"
#include "client/cli/play/login.h"
#include "client/cli/play/solo.h"

#include <unistd.h>

/* ------------------------------------------------------------------ its calls */

static void say_line(struct visited *visited, const char *text)
{
    shown_add(&visited->stage->shown, text, strlen(text));
    shown_add(&visited->stage->shown, "\n", 1);
}

static void on_say(void *ctx, enum colour colour, const char *text)
{
    (void)colour;
    say_line(ctx, text);
}

static void on_correct(void *ctx, const char *before, const char *now)
{
    char text[2048];
    snprintf(text, sizeof(text), "%s -> %s", before, now);
    say_line(ctx, text);
}

static void on_send(void *ctx, const struct request *request)
{
    struct visited *visited = ctx;
    if (visited->session == NULL)
        solo_take_request(&visited->course.solo, request);
    else if (request->op == OP_GAME_MOVE)
        course_make_move(&visited->course, &request->as.game_move);
    else if (session_request(visited->session, request) == NO_REQUEST_ID)
        say_line(visited, "(cannot be sent)");
}

static void on_refuse(void *ctx, int error)
{
    struct visited *visited = ctx;
    course_refuse(&visited->course, error);
}

/* Says what play.c says when the terminal is the shell's again. */
static void on_stop(void *ctx, enum exit_code code, const char *why)
{
    struct visited *visited = ctx;
    if (visited->is_stopped)
        return;
    visited->is_stopped = true;
    visited->code = code;
    visited->course.visit.stage = STAGE_STOPPED;
    if (why != NULL)
        say_line(visited, why);
    if (visited->course.meet.farewell[0] != '\0')
        say_line(visited, visited->course.meet.farewell);
    if (!visited->course.is_banned)
        visit_say_goes_on(&visited->course.visit);
}

static void on_open_screen(void *ctx)
{
    (void)ctx;
}

static void on_board(void *ctx)
{
    struct visited *visited = ctx;
    visited->boards++;
}

static void on_ring(void *ctx)
{
    struct visited *visited = ctx;
    visited->rings++;
}

static void on_settings(void *ctx, const struct settings_record *settings)
{
    (void)ctx;
    (void)settings;
}

static void on_think(void *ctx, const struct opponent *who, const struct game *game, uint64_t seed)
{
    (void)seed;
    struct visited *visited = ctx;
    visited->question.is_open = who != NULL;
    if (who == NULL)
        return;
    visited->question.count++;
    visited->question.who = *who;
    visited->question.ply = game->ply;
}

static void on_analyse(void *ctx, const struct game *game, enum seat winner)
{
    struct visited *visited = ctx;
    visited->is_analysis_wanted = game != NULL;
    visited->analysis_winner = winner;
}

/* ------------------------------------------------------------------ its turns */

static void take_notice(struct visited *visited, const struct notice *notice)
{
    struct course *course = &visited->course;
    bool logs_in_again = notice->kind == NOTICE_REFUSED &&
                         course->visit.stage == STAGE_LOGGING_IN &&
                         login_try_again(&course->visit, &notice->error);
    if (visited->is_stopped || logs_in_again)
        return;
    table_pass_time(&course->visit.table, visited->now_ms);
    if (notice->kind != NOTICE_BROKEN)
        course_take_notice(course, notice);
}

static void take_news(struct visited *visited)
{
    struct notice notice;
    while (!visited->is_stopped && course_next_news(&visited->course, &notice))
        take_notice(visited, &notice);
}

/* The lines of a script that may be done by now. */
static void do_lines(struct visited *visited)
{
    char line[EDITOR_SIZE];
    table_pass_time(&visited->course.visit.table, visited->now_ms);
    while (!visited->is_stopped && input_peek(&visited->input, line) &&
           course_may_do(&visited->course, line)) {
        input_drop(&visited->input);
        course_do_line(&visited->course, line);
        take_news(visited);
    }
    if (!visited->is_stopped && input_is_done(&visited->input))
        course_end_lines(&visited->course);
}

static void tell_claim(struct visited *visited)
{
    struct course *course = &visited->course;
    const struct table *table = &course->visit.table;
    bool is_starting = table_start_in_ms(table, visited->now_ms) != NONE;
    int64_t claim_ms = table_claim_in_ms(table, visited->now_ms);
    if (!visited->is_stopped)
        assist_tell_claim(&course->assist, course->is_offline || is_starting ? NONE : claim_ms);
}

void visit_settle(struct visited *visited)
{
    struct notice notice;
    bool has_news = false;
    while (visited->session != NULL && session_next(visited->session, &notice)) {
        take_notice(visited, &notice);
        has_news = true;
    }
    if (has_news && !visited->is_stopped)
        course_settle(&visited->course);
    take_news(visited);
    tell_claim(visited);
    if (!visited->course.visit.is_person)
        do_lines(visited);
    tell_claim(visited);
}

struct visited *visit_of(struct step *step)
{
    if (step->stage->visited == NULL)
        script_fail(step->script, "there is no visit");
    return step->stage->visited;
}

/* ------------------------------------------------------------------ its connection */

void visit_connect(struct transcript *stage)
{
    struct visited *visited = stage->visited;
    visited->is_connected = true;
    session_connected(visited->session, visited->now_ms);
}

void visit_receive(struct transcript *stage, const char *bytes, size_t len)
{
    struct visited *visited = stage->visited;
    session_received(visited->session, bytes, len, visited->now_ms);
    visit_settle(visited);
}

/* The connection is gone; as play.c takes it. */
void visit_drop(struct transcript *stage)
{
    struct visited *visited = stage->visited;
    bool was_offline = visited->course.is_offline;
    visited->is_connected = false;
    (void)session_broken(visited->session, visited->now_ms, 0);
    if (!course_lose_connection(&visited->course))
        on_stop(visited, EXIT_CODE_NO_CONNECTION, "No connection");
    else if (!was_offline && !visited->course.visit.is_person)
        say_line(visited, "Connection lost, trying again...");
    visit_settle(visited);
}

bool visit_is_connected(const struct transcript *stage)
{
    return stage->visited->is_connected;
}

const char *visit_get_output(const struct transcript *stage, size_t *len_out)
{
    return session_get_output(stage->visited->session, len_out);
}

void visit_sent(struct transcript *stage, size_t len)
{
    session_sent(stage->visited->session, len);
}

/* ------------------------------------------------------------------ its life */

void visit_end(struct transcript *stage)
{
    struct visited *visited = stage->visited;
    if (visited == NULL)
        return;
    (void)!chdir("/");
    stage->visited = NULL;
    if (visited->session != NULL)
        session_free(visited->session);
    input_deinit(&visited->input);
    for (size_t i = 0; visited->words[i] != NULL; i++)
        free(visited->words[i]);
    free(visited->analysis);
    free(visited);
}

static enum plan plan_of(struct step *step, const struct invocation *invocation)
{
    static const struct {
        const char *name;
        enum plan plan;
    } plans[] = {{"play", PLAN_PLAY},
                 {"watch", PLAN_WATCH},
                 {"invite", PLAN_INVITE},
                 {"quick", PLAN_QUICK},
                 {"solo", PLAN_SOLO}};
    const char *name = invocation->command != NULL ? invocation->command->name : "";
    for (size_t i = 0; i < sizeof(plans) / sizeof(plans[0]); i++)
        if (strcmp(plans[i].name, name) == 0)
            return plans[i].plan;
    script_fail(step->script, "no visit begins so");
}

static void read_words(struct step *step, struct visited *visited)
{
    char problem[512];
    int count = 1;
    visited->words[0] = strdup("penta");
    while (step_has_more(step) && count < VISIT_WORDS_MAX)
        visited->words[count++] = strdup(step_text(step));
    setenv("XDG_STATE_HOME", step->stage->home, 1);
    if (chdir(step->stage->home) != 0)
        abort();
    setenv("TZ", "UTC", 1);
    unsetenv("PENTAD_SERVER");
    if (command_line_read(count, visited->words, &visited->invocation, problem, sizeof(problem)))
        script_fail(step->script, "%s", problem);
}

static void plan_solo(struct step *step, struct visited *visited)
{
    enum exit_code code;
    struct solo_plan *plan = &visited->course.visit.solo;
    if (!solo_plan_read(&visited->invocation, NULL, plan, &code))
        script_fail(step->script, "no game alone begins so");
}

/* Begins; as whoever is logged in here, as somebody who was never here, or with this account. */
static void begin(struct step *step, bool is_person)
{
    static const struct visit_calls calls = {on_say,      on_correct,     on_send,   on_refuse,
                                             on_stop,     on_open_screen, on_board,  on_ring,
                                             on_settings, on_think,       on_analyse};
    visit_end(step->stage);
    struct visited *visited = calloc(1, sizeof(*visited));
    if (visited == NULL)
        abort();
    if (step_take(step, "new"))
        file_forget_state(step->stage);
    const char *account = step_take(step, "of") ? step_word(step) : NULL;
    const struct session_login login = {
        .kind = LOGIN_PASSWORD, .name = account, .password = "secret"};
    step->stage->visited = visited;
    step->stage->server.room_seq = 0;
    step->stage->server.player_seq = 1;
    visited->stage = step->stage;
    visited->now_ms = 1000;
    input_init(&visited->input);
    shown_clear(&step->stage->shown);
    step->stage->shown.is_over = true; /* all of it may be looked at at any time */
    read_words(step, visited);
    struct visit *visit = &visited->course.visit;
    *visit = (struct visit){.invocation = &visited->invocation,
                            .plan = plan_of(step, &visited->invocation),
                            .is_person = is_person,
                            .calls = &calls,
                            .ctx = visited};
    if (visit->plan == PLAN_SOLO)
        plan_solo(step, visited);
    else
        visit->session = visited->session = session_new("penta", 0x1234);
    course_start(&visited->course);
    if (account != NULL && visited->session != NULL)
        session_login_as(visited->session, &login);
    visit_settle(visited);
}

/* visit [new] [of NAME] COMMAND ARGUMENT...: begins, of a person; who was never here, or with the
 * account of that name */
void visit_visit(struct step *step)
{
    begin(step, true);
}

/* scripted [new] [of NAME] COMMAND ARGUMENT...: the same of a script */
void visit_scripted(struct step *step)
{
    begin(step, false);
}

/* ------------------------------------------------------------------ what is typed */

bool visit_type(struct step *step, const char *line)
{
    struct visited *visited = step->stage->visited;
    if (visited == NULL)
        return false;
    if (visited->is_stopped)
        script_fail(step->script, "the visit is over");
    if (visited->course.visit.is_person) {
        course_do_line(&visited->course, line);
        take_news(visited);
        tell_claim(visited);
        return true;
    }
    input_take_bytes(&visited->input, line, strlen(line));
    input_take_bytes(&visited->input, "\n", 1);
    visit_settle(visited);
    return true;
}

/* No more is typed: a script ends, a person goes. */
void visit_end_input(struct transcript *stage)
{
    struct visited *visited = stage->visited;
    visited->input.is_ended = true;
    if (visited->course.visit.is_person)
        course_quit(&visited->course);
    visit_settle(visited);
}

/* steps NUMBER|last: through the game, by a key */
void visit_steps(struct step *step)
{
    struct visited *visited = visit_of(step);
    if (step_take(step, "last"))
        course_step_last(&visited->course);
    else
        course_step(&visited->course, (int)step_int(step));
}

/* focus lost|back: of the terminal */
void visit_focus(struct step *step)
{
    struct visited *visited = visit_of(step);
    bool is_lost = step_take(step, "lost");
    if (!is_lost && !step_take(step, "back"))
        script_fail(step->script, "focus lost, or focus back");
    attention_take(&visited->course.attention, is_lost);
}

/* pass TIME: time passes */
void visit_pass(struct step *step)
{
    struct visited *visited = visit_of(step);
    visited->now_ms += step_int(step);
    if (visited->session != NULL && visited->is_connected)
        session_pass_time(visited->session, visited->now_ms);
    table_pass_time(&visited->course.visit.table, visited->now_ms);
    visit_settle(visited);
}

bool visit_exits(struct step *step, int64_t code)
{
    struct visited *visited = step->stage->visited;
    if (visited == NULL)
        return false;
    if (!visited->is_stopped)
        shown_fail(step->stage, "the visit goes on");
    if (visited->code != (enum exit_code)code)
        shown_fail(step->stage, "it ended with %d", (int)visited->code);
    if (step_has_more(step))
        shown_has(step);
    return true;
}
