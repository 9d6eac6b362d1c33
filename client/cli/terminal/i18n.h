/* SPDX-License-Identifier: MIT */
/*
 * Translation: `_()` for what is shown now, `N_()` for what a table holds and is translated when it
 * is shown, `NC_()` for such a text that is translated by i18n_in_context(). Everything that a
 * person reads goes through one of them or through ngettext(); the texts in the source are English
 * in ASCII.
 */
#ifndef PENTAD_CLIENT_CLI_TERMINAL_I18N_H
#define PENTAD_CLIENT_CLI_TERMINAL_I18N_H

#include <libintl.h>
#include <stdbool.h>
#include <stddef.h>

#define I18N_DOMAIN "penta"

#define _(text) gettext(text)
#define N_(text) text
#define NC_(context, text) text

/* Sets the locale from the environment (of one that is not installed, the language) and finds the
 * catalogues: in PENTA_LOCALEDIR, else in ../share/locale beside the program's folder, which is
 * right both when it is installed and in the build. */
void i18n_init(void);

/* The path of what is installed beside the program's folder, such as "share/locale". Returns 0, or
 * -1 if the program does not know where it is. */
int i18n_find_beside(const char *name, char *path, size_t size);

/* The translation of a text in a context, which tells it from the same text elsewhere; the text
 * itself if it has none. */
const char *i18n_in_context(const char *context, const char *text);

/* Speaks this language from now on (a word of the setting: "en", "ru"), whatever the environment
 * says; "auto" changes nothing. Where the locale's characters are not UTF-8, only English can be
 * shown.
 */
void i18n_speak(const char *language);
/* Whether there is a catalogue for the language that is spoken; there is none of English. */
bool i18n_is_translated(void);

#endif
