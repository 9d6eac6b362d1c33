/* SPDX-License-Identifier: MIT */
/*
 * Runs transcripts (TRANSCRIPTS.md): scripts whose steps are what a player types and sees, and what
 * the server is asked and says.
 */
#include "transcript.h"

#include <locale.h>
#include <signal.h>
#include <time.h>

bool step_has_more(const struct step *step)
{
    return step->at < step->words->count;
}

const char *step_word(struct step *step)
{
    if (!step_has_more(step))
        script_fail(step->script, "words are missing");
    return step->words->word[step->at++];
}

const char *step_text(struct step *step)
{
    return script_text(step->script, step_word(step));
}

int64_t step_int(struct step *step)
{
    return script_int(step->script, step_word(step));
}

bool step_take(struct step *step, const char *word)
{
    bool is_it = step_has_more(step) && strcmp(step->words->word[step->at], word) == 0;
    step->at += is_it ? 1 : 0;
    return is_it;
}

static const struct {
    const char *verb;
    void (*run)(struct step *step);
} steps[] = {
    {"penta", program_penta},      {"terminal", program_terminal}, {"env", program_env},
    {"prints", program_prints},    {"types", program_types},       {"keys", program_keys},
    {"ends", program_ends},        {"sees", program_sees},         {"prompts", program_prompts},
    {"signal", program_signal},    {"exits", program_exits},       {"file", file_step},
    {"shows", shown_has},          {"lacks", shown_lacks},         {"lines", shown_lines},
    {"columns", shown_columns},    {"server", server_is},          {"connects", server_connects},
    {"drops", server_drops},       {"unasked", server_unasked},    {"asked", wire_asked},
    {"answers", wire_answers},     {"refuses", wire_refuses},      {"says", wire_says},
    {"until", program_until},      {"aligned", shown_aligned},     {"said", shown_said},
    {"forgets", shown_forgets},    {"visit", visit_visit},         {"scripted", visit_scripted},
    {"steps", visit_steps},        {"focus", visit_focus},         {"pass", visit_pass},
    {"state", inside_state},       {"below", inside_below},        {"rings", inside_rings},
    {"boards", inside_boards},     {"thought", inside_thought},    {"thinks", inside_thinks},
    {"analyses", inside_analyses},
};

static void run_step(struct script *script, void *ctx, const struct script_words *words)
{
    struct step step = {.stage = ctx, .script = script, .words = words, .at = 1};
    size_t i = 0;
    while (i < sizeof(steps) / sizeof(steps[0]) && strcmp(steps[i].verb, words->word[0]) != 0)
        i++;
    if (i == sizeof(steps) / sizeof(steps[0]))
        script_fail(script, "not understood: %s", words->word[0]);
    steps[i].run(&step);
    if (step_has_more(&step))
        script_fail(script, "not understood: %s", step_word(&step));
}

static void *begin(struct script *script)
{
    struct transcript *stage = calloc(1, sizeof(*stage));
    if (stage == NULL)
        abort();
    stage->script = script;
    file_home_make(stage);
    server_open(stage);
    return stage;
}

/* A program that still runs, or a file that nobody spoke of, fails a scene that is over. */
static void end(void *ctx)
{
    struct transcript *stage = ctx;
    struct script *script = stage->script;
    bool was_running = program_stop(stage);
    visit_end(stage);
    server_close(stage);
    char left[TRANSCRIPT_PATH_SIZE] = "";
    const char *found = file_home_remove(stage);
    if (found != NULL)
        snprintf(left, sizeof(left), "%s", found);
    free(stage->shown.text);
    free(stage);
    if (script_is_over(script) && was_running)
        script_fail(script, "penta still runs");
    if (script_is_over(script) && left[0] != '\0')
        script_fail(script, "left behind: %s", left);
}

static const char *put_number(struct transcript *stage, int64_t number)
{
    snprintf(stage->value, sizeof(stage->value), "%lld", (long long)number);
    return stage->value;
}

/* $home, $port, $now, and the numbers of the last events: $room_seq, $player_seq */
static const char *value_of(void *ctx, const char *name)
{
    struct transcript *stage = ctx;
    if (strcmp(name, "home") == 0)
        return stage->home;
    if (strcmp(name, "port") == 0)
        return stage->server.port;
    if (strcmp(name, "now") == 0)
        return put_number(stage, (int64_t)time(NULL) * 1000);
    if (strcmp(name, "room_seq") == 0)
        return put_number(stage, stage->server.room_seq);
    if (strcmp(name, "player_seq") == 0)
        return put_number(stage, stage->server.player_seq);
    return NULL;
}

int main(int argc, char **argv)
{
    static const struct script_kind kind = {begin, end, run_step, value_of};
    signal(SIGPIPE, SIG_IGN);
    (void)setlocale(LC_CTYPE, "C.UTF-8"); /* the width of text */
    return script_main(argc, argv, &kind);
}
