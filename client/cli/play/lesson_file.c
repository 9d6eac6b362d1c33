/* SPDX-License-Identifier: MIT */
/*
 * The files of client/cli/play/lesson_file.h.
 */
#include "client/cli/play/lesson_file.h"

#include "client/cli/connect/puzzle_store.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "lessons/check.h"
#include "proto/error.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_MAX_BYTES (64L * 1024 * 1024)
#define BYTES_A_NODE 6 /* ";B[hh]" is the shortest */

/* The words for enum lesson_fault. */
static const char *fault_words(enum lesson_fault fault)
{
    switch (fault) {
    case LESSON_NO_CLAIM:
        return _("it does not claim a win that can be checked");
    case LESSON_NOT_WON:
        return _("the game ends otherwise");
    case LESSON_NO_MOVE:
        return _("there is no move for the winner");
    case LESSON_UNANSWERED:
        return _("an answer is not refuted");
    case LESSON_TOO_LARGE:
        return _("it is too large to be checked");
    default:
        return _("an action is not legal");
    }
}

static void tell_fault(const char *path, const struct record_tree *tree,
                       const struct lesson_report *report)
{
    char actions[GAME_TEXT_SIZE] = "";
    char answer[ACTION_TEXT_SIZE] = "-";
    struct game game;
    if (record_tree_game(tree, report->node, &game) == 0)
        game_format(&game, actions, sizeof(actions));
    if (report->fault == LESSON_UNANSWERED)
        action_format(tree->start.variant, report->answer, answer);
    problem_tell(_("%s is not a proof: %s (after %s: %s)."), path, fault_words(report->fault),
                 actions, answer);
}

/* Reads the text of the file, which it owns from then on. */
static bool take_text(struct lesson_file *file, const char *path, char *text, size_t len)
{
    struct lesson_report report;
    size_t at = 0;
    uint32_t nodes = (uint32_t)(len / BYTES_A_NODE + 2);
    struct record_tree_memory memory = {.nodes_max = nodes, .words_max = (uint32_t)len + 2};
    memory.nodes = malloc(nodes * sizeof(*memory.nodes));
    memory.words = malloc(memory.words_max);
    if (memory.nodes == NULL || memory.words == NULL)
        abort();
    *file = (struct lesson_file){.text = text};
    int error = record_tree_read_sgf(&file->tree, memory, text, len, &at);
    if (error != 0)
        problem_tell(_("%s cannot be read, byte %zu: %s"), path, at + 1,
                     gettext(error_message(error)));
    else if (!lesson_check(&file->tree, LESSON_EFFORT, &report))
        tell_fault(path, &file->tree, &report);
    else
        return true;
    lesson_file_deinit(file);
    return false;
}

/* The whole file with a final NUL; NULL with errno. */
static char *slurp(const char *path, size_t *len_out)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return NULL;
    char *text = NULL;
    long size = fseek(stream, 0, SEEK_END) == 0 ? ftell(stream) : -1;
    if (size > SIZE_MAX_BYTES)
        errno = EFBIG;
    if (size >= 0 && size <= SIZE_MAX_BYTES)
        text = malloc((size_t)size + 1);
    if (text != NULL) {
        rewind(stream);
        *len_out = fread(text, 1, (size_t)size, stream);
        text[*len_out] = '\0';
    }
    fclose(stream);
    return text;
}

bool lesson_file_init(struct lesson_file *file, const char *path)
{
    size_t len;
    errno = 0;
    char *text = slurp(path, &len);
    if (text == NULL) {
        problem_tell(_("%s cannot be read: %s."), path, strerror(errno != 0 ? errno : EIO));
        return false;
    }
    return take_text(file, path, text, len);
}

bool lesson_file_init_shipped(struct lesson_file *file, const char *key)
{
    char path[PATH_MAX];
    char name[64];
    snprintf(name, sizeof(name), "share/pentad/lessons/%s.sgf", key);
    if (i18n_find_beside(name, path, sizeof(path)) == 0)
        return lesson_file_init(file, path);
    problem_tell(_("%s cannot be read: %s."), name, strerror(ENOENT));
    return false;
}

bool lesson_file_init_puzzle(struct lesson_file *file, const char *key)
{
    char *text = malloc(PUZZLE_FILE_SIZE);
    if (text == NULL)
        abort();
    int failed = puzzle_store_read(key, text);
    if (failed == 0)
        return take_text(file, key, text, strlen(text));
    free(text);
    problem_tell(_("%s cannot be read: %s."), key, strerror(-failed));
    return false;
}

void lesson_file_deinit(struct lesson_file *file)
{
    free(file->tree.memory.nodes);
    free(file->tree.memory.words);
    free(file->text);
    *file = (struct lesson_file){.text = NULL};
}
