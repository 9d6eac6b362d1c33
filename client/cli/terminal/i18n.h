/* SPDX-License-Identifier: MIT */
/*
 * Translation: `_()` for texts that are shown now, `N_()` for texts in tables, which are translated
 * when they are shown, `NC_()` for those of them that i18n_in_context() translates. Everything that
 * a person reads goes through one of them or through ngettext(); the texts in the source are
 * English in ASCII.
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

/* Sets the locale from the environment (only the language, if the locale is not installed) and
 * finds the catalogues: in PENTA_LOCALEDIR, else in ../share/locale from the program's folder,
 * which is right both installed and in the build. */
void i18n_init(void);

/* The path of something installed beside the program's folder, such as "share/locale". Returns 0,
 * or -1 if the program's own path is not known. */
int i18n_find_beside(const char *name, char *path, size_t size);

/* The translation of a text in a context, which tells it from the same text elsewhere; the text
 * itself if it has none. */
const char *i18n_in_context(const char *context, const char *text);

/* Speaks this language from now on (a word of the setting: "en", "ru"), whatever the environment
 * says; "auto" changes nothing. In a locale without UTF-8 only English can be shown. */
void i18n_speak(const char *language);
/* True if there is a catalogue for the present language; English has none. */
bool i18n_is_translated(void);

#endif
