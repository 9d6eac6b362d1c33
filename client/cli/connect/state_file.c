/* SPDX-License-Identifier: MIT */
/*
 * The files of client/cli/connect/state_file.h.
 */
#include "client/cli/connect/state_file.h"

#include "base/utf8.h"
#include "client/solo/line_maker.h"
#include "engine/needs.h"
#include "lessons/check.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "pentad"

/* Makes the folder and those above it, each for its owner only. Existing ones stay as they are. */
static int make_folders(char *path)
{
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        int failed = mkdir(path, 0700);
        *at = '/';
        if (failed != 0 && errno != EEXIST)
            return -errno;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST ? 0 : -errno;
}

static int fits(int written, size_t size)
{
    return written > 0 && (size_t)written < size ? 0 : -ENAMETOOLONG;
}

static int folder_path(char *path, size_t size)
{
    /* The XDG base directory specification: a path that is not absolute is to be ignored. */
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    if (state != NULL && state[0] == '/')
        return fits(snprintf(path, size, "%s/" FOLDER, state), size);
    if (home == NULL || home[0] != '/')
        return -ENOENT;
    return fits(snprintf(path, size, "%s/.local/state/" FOLDER, home), size);
}

static int locate(const char *name, char path[PATH_MAX])
{
    char folder[PATH_MAX];
    int failed = folder_path(folder, sizeof(folder));
    return failed != 0 ? failed : fits(snprintf(path, PATH_MAX, "%s/%s", folder, name), PATH_MAX);
}

int state_file_read(const char *name, char *text, size_t size)
{
    char path[PATH_MAX];
    int failed = locate(name, path);
    if (failed != 0)
        return failed;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return -errno;
    ssize_t len = read(fd, text, size);
    failed = len < 0 ? -errno : 0;
    close(fd);
    if (failed != 0 || (size_t)len == size)
        return failed != 0 ? failed : -EFBIG;
    size_t mark = utf8_mark_len(text, (size_t)len); /* of who edited it by hand */
    memmove(text, text + mark, (size_t)len - mark);
    text[(size_t)len - mark] = '\0';
    return 0;
}

/* ---------------------------------------------------------------- writing */

static int write_file(int fd, const char *text, size_t len)
{
    if (fchmod(fd, 0600) != 0)
        return -errno;
    if (write(fd, text, len) != (ssize_t)len)
        return errno != 0 ? -errno : -EIO;
    return fsync(fd) == 0 ? 0 : -errno;
}

static int replace(const char *path, const char *text, size_t len)
{
    char temporary[PATH_MAX + 8];
    snprintf(temporary, sizeof(temporary), "%s.XXXXXX", path);
    int fd = mkstemp(temporary); /* made with mode 0600 */
    if (fd < 0)
        return -errno;
    errno = 0;
    int failed = write_file(fd, text, len);
    close(fd);
    if (failed == 0 && rename(temporary, path) != 0)
        failed = -errno;
    if (failed != 0)
        unlink(temporary);
    return failed;
}

int state_file_replace(const char *name, const char *text, size_t len)
{
    char path[PATH_MAX];
    int failed = folder_path(path, sizeof(path));
    if (failed == 0)
        failed = make_folders(path);
    if (failed == 0)
        failed = locate(name, path);
    return failed != 0 ? failed : replace(path, text, len);
}

int state_file_remove(const char *name)
{
    char path[PATH_MAX];
    int failed = locate(name, path);
    if (failed != 0)
        return failed;
    return unlink(path) == 0 ? 0 : -errno;
}

int state_file_set_aside(const char *name)
{
    char path[PATH_MAX];
    char aside[PATH_MAX + 8];
    int failed = locate(name, path);
    if (failed != 0)
        return failed;
    snprintf(aside, sizeof(aside), "%s.bad", path);
    return rename(path, aside) == 0 ? 0 : -errno;
}

/* ------------------------------------------------------------------ tokens */

#define FILE_SIZE_MAX (LOGINS_MAX * 512)
#define HEAD "penta logins 2\n"

/* The file's name cannot leave the folder: a host has no business with other characters. */
static int file_name(const struct address *server, char name[STATE_FILE_NAME_SIZE])
{
    int written = snprintf(name, STATE_FILE_NAME_SIZE, "%s:%s%s", server->host, server->port,
                           server->has_tls ? ":tls" : "");
    for (char *at = name; written > 0 && *at != '\0'; at++)
        if (!isalnum((unsigned char)*at) && strchr(".:-_", *at) == NULL)
            *at = '_';
    return written > 0 && written < STATE_FILE_NAME_SIZE ? 0 : -ENAMETOOLONG;
}

/* Copies one line and moves `*at` behind it. */
static int take_line(const char **at, char *line, size_t size)
{
    const char *end = strchr(*at, '\n');
    if (end == NULL || (size_t)(end - *at) >= size)
        return -EBADMSG;
    memcpy(line, *at, (size_t)(end - *at));
    line[end - *at] = '\0';
    *at = end + 1;
    return 0;
}

/* A file of an older penta. */
static int parse_one(const char *text, struct logins *logins)
{
    struct login *login = &logins->rows[0];
    char kind[16];
    const char *at = text;
    if (take_line(&at, login->token, sizeof(login->token)) != 0 ||
        take_line(&at, login->name, sizeof(login->name)) != 0 ||
        take_line(&at, kind, sizeof(kind)) != 0 || login->token[0] == '\0')
        return -EBADMSG;
    login->is_guest = strcmp(kind, "guest") == 0;
    login->is_over = false;
    if (take_line(&at, login->language, sizeof(login->language)) != 0)
        login->language[0] = '\0';
    logins->count = 1;
    logins->has_current = true;
    return 0;
}

/* Copies one word and moves `*at` behind it and the space. */
static int take_word(const char **at, char *word, size_t size)
{
    size_t len = strcspn(*at, " ");
    if (len == 0 || len >= size)
        return -EBADMSG;
    memcpy(word, *at, len);
    word[len] = '\0';
    *at += (*at)[len] == ' ' ? len + 1 : len;
    return 0;
}

static int parse_login(const char *line, struct logins *logins)
{
    struct login *login = &logins->rows[logins->count];
    char state[8];
    char kind[16];
    const char *at = line;
    if (take_word(&at, state, sizeof(state)) != 0 || take_word(&at, kind, sizeof(kind)) != 0 ||
        take_word(&at, login->token, sizeof(login->token)) != 0 ||
        take_word(&at, login->language, sizeof(login->language)) != 0 ||
        take_word(&at, login->name, sizeof(login->name)) != 0)
        return -EBADMSG;
    login->is_guest = strcmp(kind, "guest") == 0;
    login->is_over = strcmp(state, "over") == 0;
    if (strcmp(login->language, "-") == 0)
        login->language[0] = '\0';
    logins->has_current |= logins->count++ == 0 && strcmp(state, "use") == 0;
    return 0;
}

static int parse(const char *text, struct logins *logins)
{
    char line[SESSION_TOKEN_SIZE + SESSION_NAME_SIZE + 64];
    const char *at = text + strlen(HEAD);
    logins->count = 0;
    logins->has_current = false;
    if (strncmp(text, HEAD, strlen(HEAD)) != 0)
        return parse_one(text, logins);
    while (*at != '\0' && logins->count < LOGINS_MAX)
        if (take_line(&at, line, sizeof(line)) != 0 || parse_login(line, logins) != 0)
            return -EBADMSG;
    return 0;
}

int logins_load(const struct address *server, struct logins *logins_out)
{
    char name[STATE_FILE_NAME_SIZE];
    char text[FILE_SIZE_MAX] = {0};
    int failed = file_name(server, name);
    if (failed == 0)
        failed = state_file_read(name, text, sizeof(text));
    return failed != 0 ? failed : parse(text, logins_out);
}

/* ---------------------------------------------------------------- writing */

static const char *state_of(const struct logins *logins, size_t index)
{
    if (logins->rows[index].is_over)
        return "over";
    return index == 0 && logins->has_current ? "use" : "kept";
}

static int format(const struct logins *logins, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s", HEAD);
    for (size_t i = 0; i < logins->count; i++) {
        const struct login *login = &logins->rows[i];
        int len = snprintf(text + used, size - used, "%s %s %s %s %s\n", state_of(logins, i),
                           login->is_guest ? "guest" : "account", login->token,
                           login->language[0] != '\0' ? login->language : "-", login->name);
        if (len < 0 || (size_t)len >= size - used)
            return -EINVAL;
        used += (size_t)len;
    }
    return (int)used;
}

int logins_save(const struct address *server, const struct logins *logins)
{
    char name[STATE_FILE_NAME_SIZE];
    char text[FILE_SIZE_MAX];
    int failed = file_name(server, name);
    if (failed != 0)
        return failed;
    if (logins->count == 0)
        return state_file_remove(name);
    int len = format(logins, text, sizeof(text));
    return len < 0 ? len : state_file_replace(name, text, (size_t)len);
}

/* ------------------------------------------------------------------ servers */

#define SERVERS_FILE "servers"
#define SERVERS_HEAD "penta servers 1\n"
#define SERVERS_SIZE (SERVERS_MAX * (ADDRESS_TEXT_SIZE + SERVER_CA_SIZE + 16))

/* "use ADDRESS" or "kept ADDRESS", and the file of the authorities to the end of the line. */
static int parse_server(const char *line, struct known_servers *servers)
{
    struct known_server *server = &servers->rows[servers->count];
    char state[8];
    char text[ADDRESS_TEXT_SIZE];
    const char *at = line;
    if (take_word(&at, state, sizeof(state)) != 0 || take_word(&at, text, sizeof(text)) != 0 ||
        !address_read(text, &server->address) || strlen(at) >= sizeof(server->ca))
        return -EBADMSG;
    snprintf(server->ca, sizeof(server->ca), "%s", at);
    servers->has_current |= servers->count++ == 0 && strcmp(state, "use") == 0;
    return 0;
}

int known_servers_load(struct known_servers *servers_out)
{
    static char text[SERVERS_SIZE];
    char line[ADDRESS_TEXT_SIZE + SERVER_CA_SIZE + 16];
    int failed = state_file_read(SERVERS_FILE, text, sizeof(text));
    const char *at = text + strlen(SERVERS_HEAD);
    servers_out->count = 0;
    servers_out->has_current = false;
    if (failed != 0)
        return failed;
    if (strncmp(text, SERVERS_HEAD, strlen(SERVERS_HEAD)) != 0)
        return -EBADMSG;
    while (*at != '\0' && servers_out->count < SERVERS_MAX)
        if (take_line(&at, line, sizeof(line)) != 0 || parse_server(line, servers_out) != 0)
            return -EBADMSG;
    return 0;
}

int known_servers_save(const struct known_servers *servers)
{
    static char text[SERVERS_SIZE];
    size_t used = (size_t)snprintf(text, sizeof(text), "%s", SERVERS_HEAD);
    for (size_t i = 0; i < servers->count; i++) {
        char address[ADDRESS_TEXT_SIZE];
        address_put(&servers->rows[i].address, address);
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s %s %s\n",
                                 i == 0 && servers->has_current ? "use" : "kept", address,
                                 servers->rows[i].ca);
    }
    return state_file_replace(SERVERS_FILE, text, used);
}

struct known_server *known_servers_find(struct known_servers *servers,
                                        const struct address *address)
{
    for (size_t i = 0; i < servers->count; i++)
        if (address_equals(&servers->rows[i].address, address))
            return &servers->rows[i];
    return NULL;
}

void known_servers_use(struct known_servers *servers, const struct known_server *server)
{
    const struct known_server *before = known_servers_find(servers, &server->address);
    size_t at = before != NULL ? (size_t)(before - servers->rows) : servers->count;
    const struct known_server first = *server;
    if (before == NULL && servers->count < SERVERS_MAX)
        servers->count++;
    if (at == SERVERS_MAX)
        at--;
    memmove(&servers->rows[1], &servers->rows[0], at * sizeof(servers->rows[0]));
    servers->rows[0] = first;
    servers->has_current = true;
}

/* ------------------------------------------------------------------ puzzles */

#define LIST "puzzles"
#define NAME_SIZE 48
#define NODES_MAX 8192u /* a larger tree is no puzzle */
#define WORDS_MAX 16u

static void store_file_name(const char *key, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "puzzle-%s.sgf", key);
}

static void list_file_name(const struct variant *of, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "%s%s%s", LIST, of != NULL ? "-" : "", of != NULL ? of->key : "");
}

int puzzle_store_load(const struct variant *of, struct puzzles *puzzles)
{
    char name[NAME_SIZE];
    char text[PUZZLES_TEXT_SIZE];
    list_file_name(of, name);
    puzzles->count = 0;
    int failed = state_file_read(name, text, sizeof(text));
    if (failed == -ENOENT)
        return 0;
    if (failed == 0 && puzzles_parse(puzzles, text))
        return 0;
    puzzles->count = 0;
    state_file_set_aside(name);
    return failed != 0 ? failed : -EBADMSG;
}

int puzzle_store_save(const struct variant *of, const struct puzzles *puzzles)
{
    char name[NAME_SIZE];
    char text[PUZZLES_TEXT_SIZE];
    size_t len = puzzles_format(puzzles, text);
    list_file_name(of, name);
    return state_file_replace(name, text, len);
}

int puzzle_store_read(const char *key, char *text)
{
    char name[NAME_SIZE];
    store_file_name(key, name);
    return state_file_read(name, text, PUZZLE_FILE_SIZE);
}

int puzzle_store_put(struct puzzles *puzzles, const struct game *start, const char *text)
{
    char name[NAME_SIZE];
    char key[PUZZLE_KEY_SIZE];
    puzzle_key(start, key);
    store_file_name(key, name);
    int failed = state_file_replace(name, text, strlen(text));
    if (failed == 0 && !puzzles_add(puzzles, key))
        return -EEXIST;
    return failed;
}

/* ---------------------------------------------------------------- keeping */

/* The same stones in turn, where choices of an opening stand between them. */
static bool without_choices(const struct game *game, struct game *plain_out)
{
    const struct variant *variant = game->variant;
    if (!reader_knows(READER_PUZZLES, variant))
        return false;
    if (variant->needs != NEED_PLAIN)
        variant = variant_find_plain(variant->width, variant->height);
    if (variant == NULL || variant->overline != game->variant->overline)
        return false;
    game_init(plain_out, variant);
    for (size_t ply = 0; ply < game->ply; ply++) {
        struct action action = game_actions(game)[ply];
        if (!action_is_choice(action) && game_act(plain_out, action) != 0)
            return false;
    }
    return game_expects(plain_out) == EXPECTS_STONE;
}

/* Makes the tree, and has it checked. */
static bool make(struct record_tree *tree, const struct game *start, struct prover *prover,
                 uint64_t nodes)
{
    struct lesson_report report;
    struct line_maker maker = {.tree = tree, .prover = prover, .nodes = nodes};
    if (record_tree_begin_at(tree, start) != 0)
        return false;
    tree->claim = game_to_act(start);
    return line_maker_prove(&maker) && lesson_check(tree, LESSON_EFFORT, &report);
}

static int store_write_file(const struct record_tree *tree, const char *key)
{
    char name[NAME_SIZE];
    char *text = malloc(PUZZLE_FILE_SIZE);
    if (text == NULL)
        return -ENOMEM;
    store_file_name(key, name);
    int len = record_tree_write_sgf(tree, NULL, text, PUZZLE_FILE_SIZE);
    int failed = len > 0 ? state_file_replace(name, text, (size_t)len) : -EDOM;
    free(text);
    return failed;
}

static int keep(const struct game *start, struct prover *prover, uint64_t nodes, const char *key)
{
    char words[WORDS_MAX];
    struct record_tree tree;
    struct record_tree_memory memory = {
        .nodes_max = NODES_MAX, .words = words, .words_max = WORDS_MAX};
    memory.nodes = malloc(NODES_MAX * sizeof(*memory.nodes));
    if (memory.nodes == NULL)
        return -ENOMEM;
    record_tree_init(&tree, start->variant, memory);
    int failed = make(&tree, start, prover, nodes) ? store_write_file(&tree, key) : -EDOM;
    free(memory.nodes);
    return failed;
}

int puzzle_keep(const struct game *game, struct prover *prover, uint64_t nodes)
{
    struct puzzles puzzles;
    struct game start;
    char key[PUZZLE_KEY_SIZE];
    if (!without_choices(game, &start))
        return -EDOM;
    puzzle_key(&start, key);
    int failed = puzzle_store_load(NULL, &puzzles);
    if (failed != 0 && failed != -EBADMSG)
        return failed;
    if (puzzles.count == PUZZLES_MAX)
        return -ENOSPC;
    if (!puzzles_add(&puzzles, key))
        return -EEXIST;
    failed = keep(&start, prover, nodes, key);
    return failed != 0 ? failed : puzzle_store_save(NULL, &puzzles);
}
