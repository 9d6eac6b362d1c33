/* SPDX-License-Identifier: MIT */
/*
 * The configuration for people: the sample file and --help, both made from the table.
 */
#include "server/shell/config.h"

#include <inttypes.h>
#include <string.h>

#define WIDTH 80

/* ------------------------------------------------------------------ lines */

/* The bytes of `text` that go on a line of `width`, broken at a space where there is one. */
static size_t line_len(const char *text, size_t width)
{
    size_t len = strlen(text);
    if (len <= width)
        return len;
    len = width;
    while (len > 0 && text[len] != ' ')
        len--;
    return len > 0 ? len : width;
}

/* Each line begins with `prefix`. */
static void print_wrapped(FILE *out, const char *prefix, const char *text)
{
    size_t width = WIDTH - strlen(prefix);
    while (*text != '\0') {
        size_t len = line_len(text, width);
        fprintf(out, "%s%.*s\n", prefix, (int)len, text);
        text += len;
        text += strspn(text, " ");
    }
}

/* "1 to 65535", "full|normal"; nothing where any text will do. */
static void print_range(FILE *out, const char *prefix, const struct config_row *row)
{
    if (row->type == CONFIG_TYPE_NUMBER)
        fprintf(out, "%s%" PRId64 " to %" PRId64 "\n", prefix, row->min, row->max);
    if (row->type == CONFIG_TYPE_WORD)
        fprintf(out, "%s%s\n", prefix, row->words);
}

/* ------------------------------------------------------------------ the sample */

static void print_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\' || *text == '$')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void print_setting(const struct config *config, const struct config_row *row, FILE *out)
{
    char text[sizeof(struct config)];
    config_get(config, row, text, sizeof(text));
    fprintf(out, "%s%s = ", strcmp(text, row->fallback) == 0 ? "#" : "", row->key);
    if (row->type == CONFIG_TYPE_NUMBER || row->type == CONFIG_TYPE_WORD)
        fputs(text, out);
    else
        print_quoted(out, text);
    fputc('\n', out);
}

void config_print_sample(const struct config *config, FILE *out)
{
    fputs("# Configuration of pentad. Lines that begin with # are comments; what is commented out\n"
          "# shows the default. A flag of the same name (--log-level debug) has priority.\n",
          out);
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++) {
        const struct config_row *row = config_row(i);
        if (row->key == NULL) {
            fprintf(out, "\n# ---- %s ----\n", row->doc);
            continue;
        }
        fputc('\n', out);
        print_wrapped(out, "# ", row->doc);
        print_range(out, "# ", row);
        print_setting(config, row, out);
    }
}

/* ------------------------------------------------------------------ help */

static void print_flag(const struct config_row *row, FILE *out)
{
    char name[64];
    config_flag_name(row, name, sizeof(name));
    fprintf(out, "  --%s VALUE", name);
    if (*row->fallback != '\0')
        fprintf(out, "  (default %s)", row->fallback);
    fputc('\n', out);
    print_wrapped(out, "      ", row->doc);
    print_range(out, "      ", row);
}

void config_print_help(FILE *out)
{
    fputs("Usage: pentad [--config FILE] [--KEY VALUE ...] [COMMAND]\n"
          "The server for five-in-a-row and tic-tac-toe. Flags have priority over the file,\n"
          "the file over the defaults.\n"
          "\n"
          "Commands, instead of serving:\n",
          out);
#define TOOL(id, word, arguments, min, max, doc, more)                                             \
    fprintf(out, "  %s %s\n      %s.\n", word, arguments, doc);
#include "server/tools.def"
#undef TOOL
    fputs("\n"
          "  --config FILE    read this configuration file\n"
          "  --check-config   only say whether the configuration is good\n"
          "  --print-config   print the configuration as a file with explanations\n"
          "  --help           print this; behind a command, what it does\n"
          "  --json           commands: answer for programs (admin)\n"
          "  --version        print the version\n",
          out);
    for (size_t i = 0; i < CONFIG_ROW_COUNT; i++)
        if (config_row(i)->key == NULL)
            fprintf(out, "\n%s\n", config_row(i)->doc);
        else
            print_flag(config_row(i), out);
    fputs("\n"
          "SIGTERM and SIGINT stop the server after everything is saved; SIGHUP opens the log\n"
          "file again.\n"
          "\n"
          "Exit status: 0 stopped as asked; 1 could not run (address in use, database, memory);\n"
          "2 wrong flags or configuration.\n",
          out);
}
