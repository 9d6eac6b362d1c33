/* SPDX-License-Identifier: MIT */
/*
 * Steps that look into a visit: the sentence below the board, the table, and what is kept
 * for later; and the thoughts and analyses that the scene makes in place of computers.
 */
#include "brain/analysis/verdict.h"
#include "brain/error.h"
#include "client/cli/words/table.h"
#include "transcript_visit.h"

#define REVIEW_NODES 300
#define REVIEW_MEMORY ((size_t)4 << 20)

/* ------------------------------------------------------------------ the sentence below the board
 */

/* Puts what show.c shows there, and a line to be copied. */
static void put_below(struct visited *visited, char text[WORDS_SIZE], char copied[WORDS_SIZE])
{
    const struct course *course = &visited->course;
    const struct table *table = &course->visit.table;
    enum stage stage = course->visit.stage;
    text[0] = '\0';
    copied[0] = '\0';
    if (reading_is_asking(&course->reading)) {
        reading_put_question(&course->reading, text, WORDS_SIZE);
    } else if (course->commands.is_resign_asked) {
        words_resign(table, visit_is_against_computer(&course->visit), text, WORDS_SIZE);
    } else if (stage == STAGE_ASKING) {
        enter_put_question(&course->enter, text, WORDS_SIZE);
    } else if (stage == STAGE_SEEKING) {
        meet_put_search(&course->meet, text, WORDS_SIZE);
    } else if (stage == STAGE_AT_TABLE) {
        review_put_task(&course->review, text, WORDS_SIZE);
        if (text[0] == '\0' && !meet_put_way(&course->meet, text, copied))
            words_task(table, text, WORDS_SIZE);
    }
}

/* below is TEXT [copied TEXT]: the sentence is that, and the line; below TEXT...: that is in it;
 * below lacks TEXT: that is not */
void inside_below(struct step *step)
{
    char text[WORDS_SIZE];
    char copied[WORDS_SIZE];
    put_below(visit_of(step), text, copied);
    if (step_take(step, "lacks")) {
        if (strstr(text, step_text(step)) != NULL)
            script_fail(step->script, "below is: %s", text);
        return;
    }
    if (!step_take(step, "is")) {
        shown_check(step, text, "below");
        return;
    }
    if (strcmp(text, step_text(step)) != 0)
        script_fail(step->script, "below is: %s", text);
    if (step_take(step, "copied") && strcmp(copied, step_text(step)) != 0)
        script_fail(step->script, "to be copied is: %s", copied);
}

/* ------------------------------------------------------------------ the table and the rest */

static const char *name_of(enum seat seat)
{
    return seat == SEAT_FIRST ? "first" : seat == SEAT_SECOND ? "second" : "none";
}

static json_t *lines_of(const struct table *table)
{
    json_t *lines = json_array();
    for (size_t i = 0; i < table->chat_count; i++)
        json_array_append_new(lines, json_pack("{s:I, s:s}", "n", (json_int_t)table->chat[i].n,
                                               "text", table->chat[i].text));
    return lines;
}

static json_t *state_of(const struct visited *visited)
{
    const struct course *course = &visited->course;
    const struct table *table = &course->visit.table;
    struct table *shown = calloc(1, sizeof(*shown));
    bool looks_back = review_is_open(&course->review);
    if (looks_back)
        review_put_table(&course->review, shown);
    json_t *state = json_pack(
        "{s:I, s:s, s:b, s:I, s:I, s:s, s:s, s:b, s:b, s:b, s:b, s:b, s:i, s:b, s:i, s:b, s:o}",
        "ply", (json_int_t)table->game.ply, "seat", name_of(table_my_seat(table)), "my_turn",
        table_is_my_turn(table), "room", (json_int_t)table->room, "game",
        (json_int_t)table->game_id, "first", table->seats[SEAT_FIRST].name, "second",
        table->seats[SEAT_SECOND].name, "playing", table_is_playing(table), "weights",
        aid_shows_weights(&course->aid), "threats", assist_shows_threats(&course->assist), "busy",
        aid_is_busy(&course->aid), "helped", course->levels.is_helped, "next_level",
        (int)course->levels.next, "level_is_mine", course->levels.is_mine, "invitations",
        (int)course->visit.invitations, "looks_back", looks_back, "chat", lines_of(table));
    json_object_set_new(state, "rematch_wanted", json_boolean(course->commands.is_rematch_wanted));
    json_object_set_new(state, "analysing", json_boolean(course->review.is_running));
    json_object_set_new(state, "winner", json_string(name_of(visited->analysis_winner)));
    json_object_set_new(state, "passed", json_integer((json_int_t)course->others.passed.count));
    json_object_set_new(state, "shown_ply",
                        json_integer(looks_back ? shown->game.ply : table->game.ply));
    free(shown);
    return state;
}

/* state CHECK...: of the table, and of what will count later */
void inside_state(struct step *step)
{
    json_t *state = state_of(visit_of(step));
    for (size_t i = step->at; i < step->words->count; i++) {
        char name[32];
        const char *word = step->words->word[i] + (step->words->word[i][0] == '!' ? 1 : 0);
        snprintf(name, sizeof(name), "%.*s", (int)strcspn(word, ".=~^#?:"), word);
        if (json_object_get(state, name) == NULL)
            script_fail(step->script, "nothing is known of %s", name);
    }
    script_check(step->script, state, step->words, step->at);
    step->at = step->words->count;
    json_decref(state);
}

static void check_count(struct step *step, int *count, const char *what)
{
    if (*count != step_int(step))
        script_fail(step->script, "%d %s", *count, what);
    *count = 0;
}

/* rings NUMBER: so often since this was asked last */
void inside_rings(struct step *step)
{
    check_count(step, &visit_of(step)->rings, "times");
}

/* boards NUMBER: so many were shown since this was asked last */
void inside_boards(struct step *step)
{
    check_count(step, &visit_of(step)->boards, "boards");
}

void inside_forget(struct step *step)
{
    visit_of(step)->rings = 0;
    visit_of(step)->boards = 0;
}

/* ------------------------------------------------------------------ thoughts */

/* thought nothing; thought CHECK...: the one that is wanted (computer, level, ply, nodes), and how
 * many were until now (count) */
void inside_thought(struct step *step)
{
    const struct visit_question *question = &visit_of(step)->question;
    if (step_take(step, "nothing")) {
        if (question->is_open)
            script_fail(step->script, "a thought is wanted");
        return;
    }
    json_t *json = json_pack("{s:i}", "count", question->count);
    if (question->is_open)
        json_object_update_new(json, json_pack("{s:s, s:i, s:i, s:I}", "computer",
                                               question->who.computer->key, "level",
                                               (int)question->who.level, "ply", question->ply,
                                               "nodes", (json_int_t)question->who.nodes));
    script_check(step->script, json, step->words, step->at);
    step->at = step->words->count;
    json_decref(json);
}

static int error_of(struct step *step)
{
    if (!step_take(step, "!"))
        return 0;
    const char *word = step_word(step);
    if (strcmp(word, "too_little_memory") != 0)
        script_fail(step->script, "not an error of computers: %s", word);
    return ERR_TOO_LITTLE_MEMORY;
}

/* Of the words that are left: proof=win share=6249 depth=3. */
static void read_prospect(struct step *step, struct prospect *prospect)
{
    static const char *const proofs[] = {[PROOF_UNKNOWN] = "unknown",
                                         [PROOF_WIN] = "win",
                                         [PROOF_DRAW] = "draw",
                                         [PROOF_LOSS] = "loss"};
    json_t *fields = message_read(step);
    const char *proof = json_string_value(json_object_get(fields, "proof"));
    for (uint8_t i = 0; proof != NULL && i < sizeof(proofs) / sizeof(proofs[0]); i++)
        if (proofs[i] != NULL && strcmp(proofs[i], proof) == 0)
            prospect->proof = i;
    prospect->share = (uint16_t)json_integer_value(json_object_get(fields, "share"));
    prospect->depth = (uint8_t)json_integer_value(json_object_get(fields, "depth"));
    json_decref(fields);
}

/* thinks MOVE [proof=win] [share=6249] [depth=3]; thinks ! too_little_memory: that is the thought
 */
void inside_thinks(struct step *step)
{
    struct visited *visited = visit_of(step);
    struct thought *thought = calloc(1, sizeof(*thought));
    if (!visited->question.is_open)
        script_fail(step->script, "no thought is wanted");
    visited->question.is_open = false;
    int error = error_of(step);
    thought->prospects_count = 1;
    if (error == 0) {
        const char *move = step_text(step);
        if (action_parse(visited->course.visit.table.variant, move, strlen(move),
                         &thought->prospects[0].action) != 0)
            script_fail(step->script, "not a move: %s", move);
        read_prospect(step, &thought->prospects[0]);
    }
    course_take_thought(&visited->course, error, thought);
    free(thought);
    visit_settle(visited);
}

/* ------------------------------------------------------------------ analyses */

static void analyse(struct visited *visited, const struct game *game)
{
    void *tables = malloc(analysis_tables_size(game->variant));
    void *memory = calloc(1, REVIEW_MEMORY);
    if (visited->analysis == NULL)
        visited->analysis = calloc(1, sizeof(*visited->analysis));
    if (tables == NULL || memory == NULL || visited->analysis == NULL)
        abort();
    analysis_tables_make(tables, game->variant);
    const struct analysis_options options = {.nodes = REVIEW_NODES,
                                             .tables = tables,
                                             .memory = memory,
                                             .memory_size = REVIEW_MEMORY,
                                             .winner = SEAT_NONE};
    if (analysis_init(visited->analysis, game, &options) != 0)
        abort();
    while (analysis_step(visited->analysis))
        continue;
    free(tables);
    free(memory);
}

/* analyses: what is wanted; analyses nothing: nothing is; analyses ! too_little_memory */
void inside_analyses(struct step *step)
{
    struct visited *visited = visit_of(step);
    bool is_nothing = step_take(step, "nothing");
    if (visited->is_analysis_wanted == is_nothing)
        script_fail(step->script, is_nothing ? "an analysis is wanted" : "no analysis is wanted");
    if (is_nothing)
        return;
    int error = error_of(step);
    visited->is_analysis_wanted = false;
    if (error == 0)
        analyse(visited, &visited->course.visit.table.game);
    review_take_analysis(&visited->course.review, error, error == 0 ? visited->analysis : NULL);
    visit_settle(visited);
}
