/* SPDX-License-Identifier: MIT */
/*
 * The folder of a scene, where the program runs and keeps its state, and the files in it.
 */
#include "transcript.h"

#include <dirent.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_MAX (1 << 18)

void file_home_make(struct transcript *stage)
{
    snprintf(stage->home, sizeof(stage->home), "/tmp/penta-test-XXXXXX");
    if (mkdtemp(stage->home) == NULL)
        abort();
}

static void path_of(const struct transcript *stage, const char *name,
                    char path[TRANSCRIPT_PATH_SIZE])
{
    snprintf(path, TRANSCRIPT_PATH_SIZE, "%s/%s", stage->home, name);
}

void file_forget_state(const struct transcript *stage)
{
    char path[TRANSCRIPT_PATH_SIZE];
    char entry_path[2 * TRANSCRIPT_PATH_SIZE];
    path_of(stage, "pentad", path);
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        snprintf(entry_path, sizeof(entry_path), "%s/%s", path, entry->d_name);
        unlink(entry_path);
    }
    if (dir != NULL)
        closedir(dir);
    rmdir(path);
}

const char *file_home_remove(struct transcript *stage)
{
    static char left[TRANSCRIPT_PATH_SIZE];
    char path[TRANSCRIPT_PATH_SIZE];
    left[0] = '\0';
    for (size_t i = 0; i < stage->files_count; i++) {
        path_of(stage, stage->files[i], path);
        unlink(path);
    }
    file_forget_state(stage);
    DIR *dir = opendir(stage->home);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(left, sizeof(left), "%s", entry->d_name);
        path_of(stage, left, path);
        unlink(path);
    }
    if (dir != NULL)
        closedir(dir);
    rmdir(stage->home);
    return left[0] != '\0' ? left : NULL;
}

static void know(struct step *step, const char *name)
{
    struct transcript *stage = step->stage;
    for (size_t i = 0; i < stage->files_count; i++)
        if (strcmp(stage->files[i], name) == 0)
            return;
    if (stage->files_count == TRANSCRIPT_FILES_MAX)
        script_fail(step->script, "too many files");
    snprintf(stage->files[stage->files_count++], sizeof(stage->files[0]), "%s", name);
}

/* A text; with `bytes` what two digits each stand for. */
static void write_file(struct step *step, const char *path)
{
    bool are_bytes = step_take(step, "bytes");
    const char *text = step_text(step);
    FILE *file = fopen(path, "w");
    bool is_written = file != NULL;
    for (; is_written && *text != '\0'; text += are_bytes ? 2 : 1) {
        unsigned byte = (unsigned char)*text;
        bool is_byte = !are_bytes || sscanf(text, "%2x", &byte) == 1;
        is_written = is_byte && fputc((int)byte, file) != EOF;
    }
    if (!is_written || fclose(file) != 0)
        script_fail(step->script, "%s could not be written", path);
}

static char *read_text(struct step *step, const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, READ_MAX + 1);
    if (file == NULL || text == NULL)
        script_fail(step->script, "%s could not be read", path);
    (void)!fread(text, 1, READ_MAX, file);
    (void)fclose(file);
    return text;
}

static void check_text(struct step *step, const char *path, const char *name)
{
    char *text = read_text(step, path);
    if (step_take(step, "has")) {
        shown_check(step, text, name);
    } else if (step_take(step, "is")) {
        if (strcmp(step_text(step), text) != 0)
            script_fail(step->script, "%s is: %s", name, text);
    } else if (step_take(step, "lacks")) {
        if (strstr(text, step_text(step)) != NULL)
            script_fail(step->script, "%s is: %s", name, text);
    } else {
        script_fail(step->script, "not understood: %s", step_word(step));
    }
    free(text);
}

/* The only file that the name with a star stands for. */
static void find_file(struct step *step, char name[64])
{
    glob_t found;
    char path[TRANSCRIPT_PATH_SIZE];
    path_of(step->stage, name, path);
    if (glob(path, 0, NULL, &found) != 0 || found.gl_pathc != 1)
        script_fail(step->script, "not one file: %s", name);
    snprintf(name, 64, "%s", found.gl_pathv[0] + strlen(step->stage->home) + 1);
    globfree(&found);
}

/* file NAME = TEXT, file NAME = bytes fffe: is written; file NAME has|lacks|is TEXT; file NAME
 * goes: is removed; file NAME mode 600; file NAME !: is not there */
void file_step(struct step *step)
{
    char name[64];
    char path[TRANSCRIPT_PATH_SIZE];
    struct stat info;
    snprintf(name, sizeof(name), "%s", step_text(step));
    if (strchr(name, '*') != NULL)
        find_file(step, name);
    path_of(step->stage, name, path);
    if (strncmp(name, "pentad/", 7) == 0 && stat(path, &info) != 0) {
        char folder[TRANSCRIPT_PATH_SIZE];
        path_of(step->stage, "pentad", folder);
        (void)mkdir(folder, 0700);
    }
    if (step_take(step, "!")) {
        if (stat(path, &info) == 0)
            script_fail(step->script, "%s is there", name);
        return;
    }
    know(step, name);
    if (step_take(step, "=")) {
        write_file(step, path);
    } else if (step_take(step, "goes")) {
        if (unlink(path) != 0)
            script_fail(step->script, "%s is not there", name);
    } else if (step_take(step, "mode")) {
        long mode = strtol(step_word(step), NULL, 8);
        if (stat(path, &info) != 0 || (info.st_mode & 0777) != (mode_t)mode)
            script_fail(step->script, "%s has another mode, or is not there", name);
    } else {
        check_text(step, path, name);
    }
}
