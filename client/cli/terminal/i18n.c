/* SPDX-License-Identifier: MIT */
/*
 * Finding the catalogues. Runs once, before any thread.
 */
#include "client/cli/terminal/i18n.h"

#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <uv.h>

#define LOCALE_FOLDER "share/locale"
#define KEY_SIZE 128

int i18n_find_beside(const char *name, char *path, size_t size)
{
    char program[PATH_MAX];
    size_t len = sizeof(program) - 1;
    if (uv_exepath(program, &len) != 0)
        return -1;
    program[len] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(program, '/');
        if (slash == NULL)
            return -1;
        *slash = '\0';
    }
    int written = snprintf(path, size, "%s/%s", program, name);
    return written > 0 && (size_t)written < size ? 0 : -1;
}

static bool is_set(const char *value)
{
    return value != NULL && value[0] != '\0';
}

static bool is_utf8(const char *locale)
{
    const char *codeset = strchr(locale, '.');
    return codeset != NULL &&
           (strncasecmp(codeset, ".utf-8", 6) == 0 || strncasecmp(codeset, ".utf8", 5) == 0);
}

/* The name of a locale that this computer does not have, as in a container or behind ssh, still
 * tells the language and the terminal's characters. */
static void do_without_locale(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *name = NULL;
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]) && !is_set(name); i++)
        name = getenv(variables[i]);
    if (is_set(name) && is_utf8(name) && setlocale(LC_ALL, "C.UTF-8") != NULL &&
        !is_set(getenv("LANGUAGE")))
        setenv("LANGUAGE", name, 1);
}

void i18n_init(void)
{
    char path[PATH_MAX];
    const char *folder = getenv("PENTA_LOCALEDIR");
    if (setlocale(LC_ALL, "") == NULL)
        do_without_locale();
    /* Numbers in requests and tables are not a matter of the locale. */
    setlocale(LC_NUMERIC, "C");
    if (folder == NULL && i18n_find_beside(LOCALE_FOLDER, path, sizeof(path)) == 0)
        folder = path;
    if (folder != NULL)
        bindtextdomain(I18N_DOMAIN, folder);
    bind_textdomain_codeset(I18N_DOMAIN, "UTF-8");
    textdomain(I18N_DOMAIN);
}

/* gettext's own way to keep contexts apart: a catalogue has both with EOT between. */
const char *i18n_in_context(const char *context, const char *text)
{
    char key[KEY_SIZE];
    snprintf(key, sizeof(key), "%s\004%s", context, text);
    const char *translated = gettext(key);
    return translated != key ? translated : text;
}

void i18n_speak(const char *language)
{
    bool can_show = strcmp(language, "en") == 0 || strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (strcmp(language, "auto") == 0 || !can_show)
        return;
    setenv("LANGUAGE", language, 1);
    textdomain(I18N_DOMAIN); /* forgets what it found in the language before */
}

bool i18n_is_translated(void)
{
    static const char head[] = ""; /* whose translation is the head of the catalogue */
    return gettext(head)[0] != '\0';
}
