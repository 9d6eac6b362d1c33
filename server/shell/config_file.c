/* SPDX-License-Identifier: MIT */
/*
 * The configuration file, read by libconfuse. Every key is a text to it; what the text means is
 * config_set()'s to say, at the moment when the value is read, so that faults name their line. It
 * gets one line at a time, since it counts lines wrongly behind comments (3.3).
 */
#include "proto/utf8.h"
#include "server/shell/config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <confuse.h>

/* The callbacks of libconfuse get no context of ours. This option carries it: its name begins a
 * comment in the file, and setting it in quotes is refused. */
#define READER_OPTION "#reader"

struct reader {
    struct config *config;
    const char *path;
    int line;
    FILE *err;
};

static struct reader *reader_of(cfg_t *cfg)
{
    return (struct reader *)(void *)cfg_getopt(cfg, READER_OPTION)->simple_value.ptr;
}

__attribute__((format(printf, 2, 0))) static void on_error(cfg_t *cfg, const char *format,
                                                           va_list args)
{
    const struct reader *reader = reader_of(cfg);
    fprintf(reader->err, "pentad: %s:%d: ", reader->path, reader->line);
    /* To libconfuse the end of our line is the end of a file. */
    if (strstr(format, "premature end of file") != NULL)
        fputs("a setting is `key = value` on one line", reader->err);
    else
        vfprintf(reader->err, format, args);
    fputs(".\n", reader->err);
}

static int on_value(cfg_t *cfg, cfg_opt_t *option)
{
    char message[CONFIG_MESSAGE_SIZE];
    const char *text = cfg_opt_getnstr(option, 0);
    if (config_set(reader_of(cfg)->config, config_find(option->name), text, message))
        return 0;
    cfg_error(cfg, "%s", message);
    return -1;
}

static int on_context(cfg_t *cfg, cfg_opt_t *option, const char *value, void *result)
{
    (void)value;
    (void)result;
    cfg_error(cfg, "no such option '%s'", option->name);
    return -1;
}

/* libconfuse copies the options; `reader` has to live as long as what it is given to. */
static cfg_t *make_parser(struct reader *reader)
{
    cfg_opt_t options[CONFIG_ROW_COUNT + 2];
    const cfg_opt_t context = CFG_PTR_CB(READER_OPTION, NULL, CFGF_NODEFAULT, on_context, NULL);
    const cfg_opt_t end = CFG_END();
    size_t count = 0;
    cfg_t *cfg;
    options[count] = context;
    options[count++].simple_value.ptr = (void **)(void *)reader;
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++) {
        const cfg_opt_t text = CFG_STR(config_row(i)->key, NULL, CFGF_NODEFAULT);
        if (config_row(i)->key != NULL)
            options[count++] = text;
    }
    options[count] = end;
    cfg = cfg_init(options, CFGF_NONE);
    cfg_set_error_function(cfg, on_error);
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++)
        if (config_row(i)->key != NULL)
            cfg_set_validate_func(cfg, config_row(i)->key, on_value);
    return cfg;
}

static bool parse(struct reader *reader, FILE *file)
{
    cfg_t *cfg = make_parser(reader);
    bool is_good = true;
    char *line = NULL;
    size_t size = 0;
    while (is_good && getline(&line, &size, file) > 0) {
        reader->line++;
        size_t mark = reader->line == 1 ? utf8_mark_len(line, strlen(line)) : 0;
        is_good = cfg_parse_buf(cfg, line + mark) == CFG_SUCCESS;
    }
    free(line);
    cfg_free(cfg);
    return is_good;
}

bool config_read_file(struct config *config, const char *path, FILE *err)
{
    struct reader reader = {.config = config, .path = path, .err = err};
    FILE *file = fopen(path, "r");
    struct stat about;
    bool is_good;
    if (file == NULL) {
        fprintf(err, "pentad: %s cannot be read: %s.\n", path, strerror(errno));
        return false;
    }
    /* Reading a folder is an error that would look like an empty file. */
    if (fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode)) {
        fprintf(err, "pentad: %s cannot be read: %s.\n", path, strerror(EISDIR));
        fclose(file);
        return false;
    }
    is_good = parse(&reader, file);
    fclose(file);
    return is_good;
}
