/* SPDX-License-Identifier: MIT */
/*
 * The command server: which server is meant where --server is left out, and the others that are
 * known. No server is asked.
 */
#include "client/cli/ask/ask.h"
#include "client/cli/connect/state_file.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/terminal/ink.h"
#include "client/cli/words/problem.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int save(const struct known_servers *servers)
{
    int failed = known_servers_save(servers);
    if (failed != 0)
        problem_tell(_("The servers cannot be saved: %s."), strerror(-failed));
    return failed;
}

static enum exit_code list(struct ink *ink, const struct known_servers *servers)
{
    if (!servers->has_current)
        ink_put_line(ink, COLOUR_PLAIN, "* %s", ADDRESS_HERE);
    for (size_t i = 0; i < servers->count; i++) {
        char text[ADDRESS_TEXT_SIZE];
        const char *ca = servers->rows[i].ca;
        address_put(&servers->rows[i].address, text);
        ink_put_line(ink, COLOUR_PLAIN, "%c %s%s%s", i == 0 && servers->has_current ? '*' : ' ',
                     text, ca[0] != '\0' ? " --ca " : "", ca);
    }
    return EXIT_CODE_OK;
}

static enum exit_code forget(struct known_servers *servers, const struct address *address)
{
    const struct known_server *known = known_servers_find(servers, address);
    if (known == NULL) {
        problem_tell("%s", _("There is no such server here."));
        return EXIT_CODE_REFUSED;
    }
    size_t at = (size_t)(known - servers->rows);
    servers->count--;
    memmove(&servers->rows[at], &servers->rows[at + 1],
            (servers->count - at) * sizeof(servers->rows[0]));
    servers->has_current &= at != 0;
    return save(servers) == 0 ? EXIT_CODE_OK : EXIT_CODE_TROUBLE;
}

/* The file is looked for wherever penta is started next. */
static bool read_ca(const char *path, char out[SERVER_CA_SIZE])
{
    char whole[PATH_MAX];
    int failed = realpath(path, whole) == NULL ? errno : 0;
    if (failed == 0 && (strlen(whole) >= SERVER_CA_SIZE || strchr(whole, '\n') != NULL))
        failed = ENAMETOOLONG;
    if (failed != 0) {
        problem_tell("%s: %s.", path, strerror(failed));
        return false;
    }
    memcpy(out, whole, strlen(whole) + 1);
    return true;
}

static enum exit_code go_to(struct ink *ink, struct known_servers *servers,
                            const struct address *address, const char *ca)
{
    const struct known_server *before = known_servers_find(servers, address);
    struct known_server server = before != NULL ? *before : (struct known_server){0};
    char text[ADDRESS_TEXT_SIZE];
    server.address = *address;
    if (ca != NULL && !read_ca(ca, server.ca))
        return EXIT_CODE_TROUBLE;
    known_servers_use(servers, &server);
    if (save(servers) != 0)
        return EXIT_CODE_TROUBLE;
    address_put(address, text);
    ink_put_line(ink, COLOUR_PLAIN,
                 address->has_tls ? _("From now on penta goes to %s.")
                                  : _("From now on penta goes to %s, without encryption."),
                 text);
    return EXIT_CODE_OK;
}

static enum exit_code run(const struct invocation *invocation, struct ink *ink,
                          struct known_servers *servers)
{
    struct address address;
    const char *text = invocation->arguments_count > 0 ? invocation->arguments[0] : NULL;
    int failed = known_servers_load(servers);
    if (failed != 0 && failed != -ENOENT) {
        problem_tell(_("The saved servers cannot be read: %s."), strerror(-failed));
        return EXIT_CODE_TROUBLE;
    }
    if (text == NULL)
        return list(ink, servers);
    if (!address_read(text, &address)) {
        problem_tell(_("\"%s\" is no server: HOST, HOST:PORT, tls://HOST or plain://HOST."), text);
        return EXIT_CODE_USAGE;
    }
    if (invocation_has(invocation, OPTION_REMOVE))
        return forget(servers, &address);
    return go_to(ink, servers, &address, invocation->options[OPTION_CA]);
}

enum exit_code run_server(const struct invocation *invocation)
{
    static struct known_servers servers;
    struct ink ink;
    ink_init_for(&ink, STDOUT_FILENO, invocation_has(invocation, OPTION_NO_COLOR));
    enum exit_code code = run(invocation, &ink, &servers);
    if (ink_print(&ink) != 0 && code == EXIT_CODE_OK)
        code = EXIT_CODE_TROUBLE;
    ink_deinit(&ink);
    return code;
}
