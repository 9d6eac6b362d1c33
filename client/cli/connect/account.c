/* SPDX-License-Identifier: MIT */
/*
 * Logins between runs, by the token store. A file that fails is reported here; the program goes on
 * as if it were not there.
 */
#include "client/cli/connect/account.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "proto/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#define NOBODY LOGINS_MAX /* the index of no login */

static void load(const struct invocation *invocation, struct logins *logins)
{
    const struct address server = invocation_address(invocation);
    int failed = logins_load(&server, logins);
    if (failed == 0)
        return;
    if (failed != -ENOENT)
        problem_tell(_("The saved login cannot be read: %s."), strerror(-failed));
    logins->count = 0;
    logins->has_current = false;
}

static void save(const struct invocation *invocation, const struct logins *logins)
{
    const struct address server = invocation_address(invocation);
    int failed = logins_save(&server, logins);
    if (failed != 0 && failed != -ENOENT)
        problem_tell(_("The login cannot be saved: %s."), strerror(-failed));
}

/* ---------------------------------------------------------------- finding */

/* Upper and lower case are the same in names. */
static bool is_same_name(const char *one, const char *other)
{
    wchar_t wide[2][SESSION_NAME_SIZE];
    const char *const names[] = {one, other};
    for (int i = 0; i < 2; i++) {
        size_t len = mbstowcs(wide[i], names[i], SESSION_NAME_SIZE);
        if (len >= SESSION_NAME_SIZE)
            return strcmp(one, other) == 0;
        for (wchar_t *at = wide[i]; *at != L'\0'; at++)
            *at = (wchar_t)towlower((wint_t)*at);
    }
    return wcscmp(wide[0], wide[1]) == 0;
}

static size_t find(const struct logins *logins, const char *name)
{
    for (size_t i = 0; i < logins->count; i++)
        if (is_same_name(logins->rows[i].name, name))
            return i;
    return NOBODY;
}

/* The one that --as names, or the one in use. */
static size_t chosen(const struct invocation *invocation, const struct logins *logins)
{
    const char *as = invocation->options[OPTION_AS];
    if (as != NULL) {
        size_t index = find(logins, as);
        return index != NOBODY && !logins->rows[index].is_over ? index : NOBODY;
    }
    return logins->has_current ? 0 : NOBODY;
}

bool account_check(const struct invocation *invocation)
{
    struct logins logins;
    const char *as = invocation->options[OPTION_AS];
    if (as == NULL)
        return true;
    load(invocation, &logins);
    if (chosen(invocation, &logins) != NOBODY)
        return true;
    problem_tell(_("%s is not logged in. Log in with: penta login %s"), as, as);
    return false;
}

bool account_load(const struct invocation *invocation, struct login *login_out)
{
    struct logins logins;
    load(invocation, &logins);
    size_t index = chosen(invocation, &logins);
    if (index != NOBODY)
        *login_out = logins.rows[index];
    return index != NOBODY;
}

bool account_find(const struct invocation *invocation, const char *name, struct login *login_out)
{
    struct logins logins;
    load(invocation, &logins);
    size_t index = find(&logins, name);
    if (index != NOBODY)
        *login_out = logins.rows[index];
    return index != NOBODY;
}

void account_list(const struct invocation *invocation, struct logins *logins_out)
{
    load(invocation, logins_out);
}

/* ---------------------------------------------------------------- keeping */

static void take_out(struct logins *logins, size_t index)
{
    logins->has_current = logins->has_current && index != 0;
    logins->count--;
    memmove(&logins->rows[index], &logins->rows[index + 1],
            (logins->count - index) * sizeof(logins->rows[0]));
}

/* The login that is the least loss: the oldest that is over, else that of an account, to which
 * there is a password; a guest's is the only way back to the guest's games. */
static size_t least(const struct logins *logins)
{
    size_t account = NOBODY;
    for (size_t i = logins->count; i-- > 0;) {
        if (logins->rows[i].is_over)
            return i;
        if (account == NOBODY && !logins->rows[i].is_guest)
            account = i;
    }
    return account != NOBODY ? account : logins->count - 1;
}

static void put_in(struct logins *logins, size_t index, const struct login *login)
{
    if (logins->count == LOGINS_MAX)
        take_out(logins, least(logins));
    if (index > logins->count)
        index = logins->count;
    memmove(&logins->rows[index + 1], &logins->rows[index],
            (logins->count - index) * sizeof(logins->rows[0]));
    logins->rows[index] = *login;
    logins->count++;
}

void account_save(const struct invocation *invocation, const struct session *session)
{
    struct logins logins;
    struct login login = {.is_guest = session_is_guest(session)};
    load(invocation, &logins);
    size_t index = find(&logins, session_name(session));
    bool is_named = invocation_has(invocation, OPTION_AS) && index != NOBODY;
    if (index != NOBODY)
        snprintf(login.language, sizeof(login.language), "%s", logins.rows[index].language);
    snprintf(login.token, sizeof(login.token), "%s", session_token(session));
    snprintf(login.name, sizeof(login.name), "%s", session_name(session));
    if (is_named) {
        logins.rows[index] = login;
    } else {
        if (index != NOBODY)
            take_out(&logins, index);
        put_in(&logins, 0, &login);
        logins.has_current = true;
    }
    save(invocation, &logins);
}

/* One that is not in use any more goes behind the others. */
void account_end(const struct invocation *invocation)
{
    struct logins logins;
    load(invocation, &logins);
    size_t index = chosen(invocation, &logins);
    if (index == NOBODY)
        return;
    struct login login = logins.rows[index];
    take_out(&logins, index);
    login.is_over = true;
    if (!login.is_guest)
        put_in(&logins, LOGINS_MAX, &login);
    save(invocation, &logins);
}

void account_forget(const struct invocation *invocation, const char *token)
{
    struct logins logins;
    load(invocation, &logins);
    for (size_t i = 0; i < logins.count; i++) {
        if (strcmp(logins.rows[i].token, token) != 0)
            continue;
        take_out(&logins, i);
        save(invocation, &logins);
        return;
    }
}

/* ---------------------------------------------------------------- the language */

/* In English, as there is nothing else. */
#define NO_CATALOGUE                                                                               \
    "penta cannot speak \"%s\" here: it needs share/locale beside its folder, and a terminal for " \
    "UTF-8."

/* There is a login at it. */
static bool was_here(const struct address *server)
{
    struct logins logins;
    return logins_load(server, &logins) == 0 && logins.count > 0;
}

bool account_know_server(struct invocation *invocation, struct account_server *server_out)
{
    struct known_servers servers;
    int failed = known_servers_load(&servers);
    if (failed != 0 && failed != -ENOENT) {
        problem_tell(_("The saved servers cannot be read: %s."), strerror(-failed));
        return false;
    }
    const struct address said = invocation_address(invocation);
    bool is_said = invocation_has(invocation, OPTION_SERVER);
    const struct known_server *known = is_said ? known_servers_find(&servers, &said) : NULL;
    if (!is_said && servers.has_current)
        known = &servers.rows[0];
    const struct address *meant = known != NULL ? &known->address : &said;
    invocation->is_server_known = known != NULL || was_here(meant);
    if (known == NULL)
        return true;
    address_put(&known->address, server_out->address);
    snprintf(server_out->ca, sizeof(server_out->ca), "%s", known->ca);
    invocation->options[OPTION_SERVER] = server_out->address;
    if (!invocation_has(invocation, OPTION_CA) && server_out->ca[0] != '\0')
        invocation->options[OPTION_CA] = server_out->ca;
    return true;
}

void account_speak(const struct invocation *invocation)
{
    struct logins logins;
    const char *said = invocation->options[OPTION_LANGUAGE];
    if (said != NULL) {
        i18n_speak(said);
        if (strcmp(said, "en") != 0 && strcmp(said, "auto") != 0 && !i18n_is_translated())
            problem_tell(NO_CATALOGUE, said);
        return;
    }
    const struct address server = invocation_address(invocation);
    if (logins_load(&server, &logins) != 0)
        return;
    size_t index = chosen(invocation, &logins);
    if (index != NOBODY && setting_word_find(SETTING_LANGUAGE, logins.rows[index].language) != NONE)
        i18n_speak(logins.rows[index].language);
}

void account_take_language(const struct invocation *invocation,
                           const struct settings_record *settings)
{
    struct logins logins;
    int value = setting_get(settings, SETTING_LANGUAGE);
    if (value == NONE)
        return;
    load(invocation, &logins);
    size_t index = chosen(invocation, &logins);
    if (index == NOBODY)
        return;
    const char *language = setting_word(SETTING_LANGUAGE, value);
    if (strcmp(logins.rows[index].language, language) != 0) {
        snprintf(logins.rows[index].language, sizeof(logins.rows[index].language), "%s", language);
        save(invocation, &logins);
    }
    if (!invocation_has(invocation, OPTION_LANGUAGE))
        i18n_speak(language);
}
