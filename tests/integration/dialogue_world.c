/* SPDX-License-Identifier: MIT */
/*
 * The steps around the people of a dialogue: the server, its log, its files, and time.
 */
#include "engine/record.h"
#include "tests/integration/dialogue.h"
#include "tests/support/lift.h"
#include "tests/support/wait.h"

#include <dirent.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

/* ------------------------------------------------------------------ the server */

/* server with FLAG...: before all else */
static void take_flags(struct step *step)
{
    struct stage *stage = step_stage(step);
    if (stage->scene != NULL)
        script_fail(step->script, "the server has started");
    while (step_has_more(step)) {
        if (stage->flag_count == FLAGS_MAX)
            script_fail(step->script, "too many flags");
        stage->flags[stage->flag_count++] = strdup(step_text(step));
    }
}

static void start(struct scene *scene)
{
    server_start(scene->server);
}

static void stand_still(struct scene *scene)
{
    kill(server_pid(scene->server), SIGSTOP);
}

static void go_on(struct scene *scene)
{
    kill(server_pid(scene->server), SIGCONT);
}

static void reload(struct scene *scene)
{
    kill(server_pid(scene->server), SIGHUP);
}

/* From now on it starts on the same port, so that clients find it again. */
static void keep_port(struct scene *scene)
{
    server_keep_port(scene->server);
}

static const struct {
    const char *words[2];
    void (*run)(struct scene *scene);
} server_verbs[] = {
    {{"starts", ""}, start},        {{"stops", ""}, scene_stop}, {{"restarts", ""}, scene_restart},
    {{"is", "killed"}, scene_kill}, {{"goes", "on"}, go_on},     {{"stands", "still"}, stand_still},
    {{"keeps", "port"}, keep_port}, {{"reloads", ""}, reload},
};

/* server writes BYTES|all: into any file, as on a disk that is full; server lifts NUMBER: so many
 * threads that else run only when nothing else wants to */
static void server_does(struct step *step, struct server *server)
{
    static const char *const verbs[] = {"writes", "lifts", NULL};
    if (step_word_of(step, verbs) == 0)
        server_limit_files(server, step_take(step, "all") ? -1 : step_int(step));
    else
        lift_threads(server_pid(server), (int)step_int(step));
}

/* server with FLAG..., server VERB: the tables above */
void world_server(struct step *step)
{
    if (step_take(step, "with")) {
        take_flags(step);
        return;
    }
    struct scene *scene = step_scene(step);
    for (size_t i = 0; i < sizeof(server_verbs) / sizeof(server_verbs[0]); i++) {
        if (!step_take(step, server_verbs[i].words[0]))
            continue;
        (void)step_take(step, server_verbs[i].words[1]);
        server_verbs[i].run(scene);
        return;
    }
    server_does(step, scene->server);
}

/* restart: it is killed, and starts */
void world_restart(struct step *step)
{
    scene_crash(step_scene(step));
}

/* shut down: it is told to stop, and begins to */
void world_shut(struct step *step)
{
    (void)step_take(step, "down");
    server_terminate(step_scene(step)->server);
}

static int64_t times_in(const char *where, const char *text)
{
    int64_t times = 0;
    for (const char *at = strstr(where, text); at != NULL; at = strstr(at + 1, text))
        times++;
    return times;
}

static int64_t times_logged(const struct server *server, const char *text)
{
    char *log = server_log(server);
    int64_t times = times_in(log, text);
    free(log);
    return times;
}

/* log has TEXT: in a line, which is waited for; log lacks TEXT: not since the server started; log
 * NUMBER TEXT: so often since then, which is waited for, and no more */
void world_log(struct step *step)
{
    struct server *server = step_scene(step)->server;
    bool is_waited = step_take(step, "has");
    int64_t wanted = is_waited || step_take(step, "lacks") ? 0 : step_int(step);
    const char *text = step_text(step);
    if (is_waited) {
        server_find_log(server, text);
        return;
    }
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    int64_t found = times_logged(server, text);
    while (found < wanted && wait_left_ms(deadline_ms) > 0) {
        (void)poll(NULL, 0, 10);
        found = times_logged(server, text);
    }
    if (found != wanted)
        script_fail(step->script, "it is there %lld times", (long long)found);
}

/* ------------------------------------------------------------------ files */

/* Reads a file: of a folder, the names; nothing of what is no text. */
static json_t *text_in(const char *path, mode_t mode)
{
    char text[65536];
    size_t len = 0;
    DIR *folder = S_ISDIR(mode) ? opendir(path) : NULL;
    FILE *file = S_ISREG(mode) ? fopen(path, "r") : NULL;
    for (struct dirent *at = NULL; folder != NULL && (at = readdir(folder)) != NULL;)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s\n", at->d_name);
    if (folder != NULL)
        closedir(folder);
    if (file != NULL) {
        len = fread(text, 1, sizeof(text), file);
        (void)fclose(file);
    }
    json_t *json = json_stringn(text, len);
    return json != NULL ? json : json_string("");
}

static json_t *file_told(const char *path)
{
    struct stat file;
    char mode[8];
    if (lstat(path, &file) != 0)
        return NULL;
    snprintf(mode, sizeof(mode), "%03o", (unsigned)file.st_mode & 0777);
    return json_pack("{s:s,s:I,s:b,s:s,s:o}", "mode", mode, "size", (json_int_t)file.st_size, "own",
                     file.st_uid == geteuid(), "kind",
                     S_ISSOCK(file.st_mode)  ? "socket"
                     : S_ISDIR(file.st_mode) ? "folder"
                                             : "file",
                     "text", text_in(path, file.st_mode));
}

static void wait_for_file(struct step *step, const char *path)
{
    int64_t deadline_ms = wait_now_ms() + PATIENCE_MS;
    while (access(path, F_OK) != 0)
        if (wait_left_ms(deadline_ms) == 0)
            script_fail(step->script, "%s does not come", path);
        else
            sched_yield();
}

/* file NAME holds TEXT: from now on; file NAME goes, file NAME becomes NAME; file NAME comes: is
 * waited for; file NAME is gone; file NAME -> CHECK...: kind, mode, own, size, text */
void world_file(struct step *step)
{
    char path[FOLDER_PATH_SIZE];
    char other[FOLDER_PATH_SIZE];
    const char *name = step_text(step);
    step_path(step, name, path);
    if (step_take(step, "holds")) {
        folder_write(server_folder(step_scene(step)->server), name, step_text(step), path);
    } else if (step_take(step, "becomes")) {
        step_path(step, step_text(step), other);
        assert_int_equal(rename(path, other), 0);
    } else if (step_take(step, "goes")) {
        assert_int_equal(unlink(path), 0);
    } else if (step_take(step, "comes")) {
        wait_for_file(step, path);
    } else if (step_take(step, "is")) {
        (void)step_take(step, "gone");
        if (access(path, F_OK) == 0)
            script_fail(step->script, "%s is there", path);
    } else {
        json_t *told = file_told(path);
        if (told == NULL)
            script_fail(step->script, "there is no %s", path);
        step_finds(step, told);
    }
}

/* The text that was told just now: a file of a game, of the server's folder, or what a program
 * printed. */
static const char *text_told(struct step *step)
{
    static const char *const members[] = {"text", "out"};
    for (size_t i = 0; i < 2; i++)
        if (has_at(step->dialogue->message, members[i]))
            return text_at(step->dialogue->message, members[i]);
    script_fail(step->script, "no text was told");
}

/* record sgf|psq [-> CHECK...]: the file of a game that was told just now, or the first of a
 * collection, is read, here, and gives its variant, actions and status */
void world_record(struct step *step)
{
    static const char *const formats[] = {"sgf", "psq", NULL};
    static const char *const statuses[] = {
        [GAME_OPEN] = "open", [GAME_WON] = "won", [GAME_DRAWN] = "drawn"};
    struct game game;
    char actions[GAME_TEXT_SIZE];
    const char *text = text_told(step);
    const char *second = strstr(text, "\n(;");
    size_t len = second != NULL ? (size_t)(second - text) : strlen(text);
    int error = step_word_of(step, formats) == 0 ? record_read_sgf(&game, text, len, NULL)
                                                 : record_read_psq(&game, text, len, NULL);
    if (error != 0 || game_format(&game, actions, sizeof(actions)) == 0)
        script_fail(step->script, "it cannot be read: %s", text);
    step_finds(step, json_pack("{s:s,s:s,s:s}", "variant", game.variant->key, "actions", actions,
                               "status", statuses[game_status(&game)]));
}

/* told NUMBER TEXT: so often in that text */
void world_told(struct step *step)
{
    int64_t wanted = step_int(step);
    int64_t found = times_in(text_told(step), step_text(step));
    if (found != wanted)
        script_fail(step->script, "it is there %lld times", (long long)found);
}

/* word NAME behind TEXT...: the word behind these, one after the other, is remembered */
void world_word(struct step *step)
{
    char word[128];
    const char *name = step_word(step);
    const char *at = text_told(step);
    (void)step_take(step, "behind");
    while (step_has_more(step)) {
        const char *text = step_text(step);
        const char *found = strstr(at, text);
        if (found == NULL)
            script_fail(step->script, "it is not there: %s", text);
        at = found + strlen(text);
    }
    at += strspn(at, " ");
    snprintf(word, sizeof(word), "%.*s", (int)strcspn(at, " .\n"), at);
    script_remember(step->script, name, word);
}

static json_t *without(struct step *step, json_t *take_json)
{
    for (size_t i = step->at; i < step->words->count; i++)
        json_object_del(take_json, step->words->word[i]);
    return take_json;
}

/* alike WORD WORD [but KEY...]: two objects that were remembered */
void world_alike(struct step *step)
{
    json_t *left = json_loads(step_text(step), 0, NULL);
    json_t *right = json_loads(step_text(step), 0, NULL);
    (void)step_take(step, "but");
    left = without(step, left);
    right = without(step, right);
    bool is_alike = json_equal(left, right) == 1;
    json_decref(left);
    json_decref(right);
    if (!is_alike)
        script_fail(step->script, "they differ:\n%s\n%s", step->words->word[1],
                    step->words->word[2]);
    step->at = step->words->count;
}

/* sql TEXT [-> value=... changes=...]: on the database, while no server runs; the value is that of
 * the first row */
void world_sql(struct step *step)
{
    char path[FOLDER_PATH_SIZE];
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    json_t *told = json_object();
    const char *rest = step_text(step);
    step_path(step, "pentad.db", path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    while (*rest != '\0') {
        if (sqlite3_prepare_v2(db, rest, -1, &statement, &rest) != SQLITE_OK)
            script_fail(step->script, "%s", sqlite3_errmsg(db));
        int result = sqlite3_step(statement);
        if (result == SQLITE_ROW)
            json_object_set_new(told, "value", json_integer(sqlite3_column_int64(statement, 0)));
        else if (result != SQLITE_DONE)
            script_fail(step->script, "%s", sqlite3_errmsg(db));
        sqlite3_finalize(statement);
        rest += strspn(rest, " \n");
    }
    json_object_set_new(told, "changes", json_integer(sqlite3_changes(db)));
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    step_finds(step, told);
}

/* ------------------------------------------------------------------ time */

/* pass TIME: what a scene is about is time: somebody thinks, or nobody is there. */
void world_pass(struct step *step)
{
    poll(NULL, 0, (int)step_int(step));
}

/* passed TIME since CLOCK: not less; two clocks that count whole milliseconds differ by two */
void world_passed(struct step *step)
{
    int64_t wanted = step_int(step);
    (void)step_take(step, "since");
    int64_t passed = wait_now_ms() - step_int(step);
    if (passed + 2 < wanted)
        script_fail(step->script, "only %lld ms have passed", (long long)passed);
}

/* least NAME NUMBER...: the least of these is remembered */
void world_least(struct step *step)
{
    char text[24];
    const char *name = step_word(step);
    int64_t least = step_int(step);
    while (step_has_more(step)) {
        int64_t number = step_int(step);
        least = number < least ? number : least;
    }
    snprintf(text, sizeof(text), "%lld", (long long)least);
    script_remember(step->script, name, text);
}
