/* SPDX-License-Identifier: MIT */
/*
 * Commands about one's own account: profile, settings, password, sessions, delete-account.
 */
#include "client/cli/ask/ask.h"
#include "client/cli/ask/photo.h"
#include "client/cli/ask/query.h"
#include "client/cli/connect/account.h"
#include "client/cli/connect/password.h"
#include "client/cli/terminal/i18n.h"
#include "client/cli/words/problem.h"
#include "client/cli/words/words.h"
#include "proto/error.h"
#include "proto/password.h"
#include "proto/settings.h"

#include <stdlib.h>
#include <string.h>

#define NAME_COLUMNS 20
#define ID_COLUMNS 13
#define TIME_COLUMNS 17
#define DAY_COLUMNS 11
#define ORIGIN_COLUMNS 15
#define SETTING_COLUMNS 18
#define VALUE_COLUMNS 10

/* ---------------------------------------------------------------- profile */

/* Requests that are made one after the other. */
struct profile {
    struct query query; /* first: `show` gets it */
    char image[PHOTO_IMAGE_SIZE];
    enum op last; /* the op that is asked behind profile.set; OP_COUNT for none */
};

static void put_words(struct query *query, const struct profile_set_reply *profile)
{
    ink_put_line(&query->ink, COLOUR_PLAIN, _("Country: %s"),
                 profile->country[0] != '\0' ? profile->country : "-");
    ink_put_line(&query->ink, COLOUR_PLAIN, _("About: %s"),
                 profile->about[0] != '\0' ? profile->about : "-");
}

static void ask_photo(struct profile *profile)
{
    profile->query.request = (struct request){.op = profile->last};
    if (profile->last == OP_PHOTO_SET)
        profile->query.request.as.photo_set.image = profile->image;
    profile->last = OP_COUNT;
}

static void show_profile(struct query *query, const union reply_body *reply)
{
    struct profile *profile = (struct profile *)query;
    enum op op = query->request.op;
    if (query_is_json(query)) {
        query_put_reply(query, op, reply);
    } else if (op == OP_PROFILE_SET) {
        put_words(query, &reply->profile_set);
    } else {
        query_put_line(query, COLOUR_PLAIN,
                       op == OP_PHOTO_SET ? _("Your page has a new photo.")
                                          : _("Your photo was removed."));
    }
    if (profile->last != OP_COUNT) {
        ask_photo(profile);
        query->asks_again = true;
    }
}

/* Chooses what becomes of the photo. False: that cannot be, which it has told. */
static bool choose_photo(struct profile *profile, const struct invocation *invocation)
{
    profile->last = OP_COUNT;
    if (invocation_has(invocation, OPTION_NO_PHOTO)) {
        profile->last = OP_PHOTO_REMOVE;
    } else if (invocation_has(invocation, OPTION_PHOTO)) {
        profile->last = OP_PHOTO_SET;
        return photo_from_file(invocation->options[OPTION_PHOTO], profile->image);
    }
    return true;
}

#define COUNTRY_SIZE 3 /* of a code with its end */

/* The code as it was typed, in capitals: kz is KZ. Other letters stay as they are. */
static void write_country(const char *typed, char code_out[COUNTRY_SIZE])
{
    size_t len = 0;
    for (; typed[len] != '\0' && len + 1 < COUNTRY_SIZE; len++)
        code_out[len] =
            (char)(typed[len] >= 'a' && typed[len] <= 'z' ? typed[len] - 'a' + 'A' : typed[len]);
    code_out[len] = '\0';
}

enum exit_code run_profile(const struct invocation *invocation)
{
    struct profile profile;
    char code[COUNTRY_SIZE] = "";
    const char *country = invocation->options[OPTION_COUNTRY];
    bool has_words = invocation_has(invocation, OPTION_ABOUT) || country != NULL;
    bool has_both =
        invocation_has(invocation, OPTION_PHOTO) && invocation_has(invocation, OPTION_NO_PHOTO);
    if (has_both) {
        problem_tell("%s", _("--photo and --no-photo cannot be used together."));
        return EXIT_CODE_USAGE;
    }
    /* The server would speak of the length in bytes; it alone knows which codes there are. */
    if (country != NULL && country[0] != '\0' && strlen(country) != 2) {
        problem_tell("%s", gettext(error_message(ERR_BAD_COUNTRY)));
        return EXIT_CODE_USAGE;
    }
    if (!choose_photo(&profile, invocation))
        return EXIT_CODE_TROUBLE;
    if (!has_words && profile.last == OP_COUNT)
        return run_player(invocation);
    query_init(&profile.query, invocation, OP_PROFILE_SET);
    profile.query.who = QUERY_SELF;
    profile.query.request.as.profile_set.about = invocation->options[OPTION_ABOUT];
    if (country != NULL)
        write_country(country, code);
    profile.query.request.as.profile_set.country = country != NULL ? code : NULL;
    if (!has_words)
        ask_photo(&profile);
    profile.query.show = show_profile;
    return query_run(&profile.query);
}

/* ---------------------------------------------------------------- days off */

static void put_days_off(struct query *query, int64_t until, int64_t left)
{
    if (until > 0)
        ink_put_line(&query->ink, COLOUR_PLAIN,
                     _("You have days off until %s: your clocks of correspondence wait."),
                     words_time(until).text);
    else
        ink_put_line(&query->ink, COLOUR_PLAIN, "%s", _("You have no days off now."));
    ink_put_line(&query->ink, COLOUR_DIM,
                 ngettext("You may take %lu more day off this year.",
                          "You may take %lu more days off this year.", (unsigned long)left),
                 (unsigned long)left);
}

static void show_days_off(struct query *query, const union reply_body *reply)
{
    if (query_put_json(query, reply))
        return;
    if (query->request.op == OP_PLAYER_DAYS_OFF)
        put_days_off(query, reply->player_days_off.off_until, reply->player_days_off.left);
    else if (reply->player_get.days_off_left != NONE)
        put_days_off(query, reply->player_get.off_until, reply->player_get.days_off_left);
    else
        query_put_line(query, COLOUR_PLAIN, _("Days off need an account: penta register NAME"));
}

/* The number of days, 0 for "end"; -1: neither. */
static int64_t days_typed(const char *typed)
{
    size_t digits = strspn(typed, "0123456789");
    if (strcmp(typed, "end") == 0 || strcmp(typed, _("end")) == 0)
        return 0;
    bool is_number = digits > 0 && digits <= 3 && typed[digits] == '\0';
    int64_t days = is_number ? strtol(typed, NULL, 10) : 0;
    return days > 0 ? days : -1;
}

enum exit_code run_days_off(const struct invocation *invocation)
{
    struct request request = {.op = OP_PLAYER_GET};
    if (invocation->arguments[0] != NULL) {
        int64_t days = days_typed(invocation->arguments[0]);
        if (days < 0) {
            problem_tell(_("penta days-off takes a number of days, or end, not %s."),
                         invocation->arguments[0]);
            return EXIT_CODE_USAGE;
        }
        request = (struct request){.op = OP_PLAYER_DAYS_OFF, .as.player_days_off.days = days};
    }
    return query_ask(invocation, QUERY_SELF, &request, show_days_off);
}

/* ---------------------------------------------------------------- settings */

static void put_setting(struct query *query, const struct settings_record *settings,
                        enum setting setting)
{
    char words[WORDS_SIZE];
    int value = setting_get(settings, setting);
    words_setting(setting, words, sizeof(words));
    ink_put_cell(&query->ink, COLOUR_PLAIN, SETTING_COLUMNS, "%s", setting_name(setting));
    ink_put_cell(&query->ink, COLOUR_BOLD, VALUE_COLUMNS, "%s",
                 value != NONE ? setting_word(setting, value) : "?");
    ink_put_line(&query->ink, COLOUR_DIM, " (%s)", words);
}

/* The one that the command line names, or all. */
static void put_settings(struct query *query, const struct settings_record *settings)
{
    const struct invocation *invocation = query->invocation;
    account_take_language(invocation, settings);
    if (query_is_json(query)) {
        query_put_record(query, RECORD_settings, settings);
        return;
    }
    if (invocation->arguments_count > 0) {
        put_setting(query, settings, setting_find(invocation->arguments[0]));
        return;
    }
    for (int i = 0; i < SETTING_COUNT; i++)
        put_setting(query, settings, (enum setting)i);
}

static void show_settings(struct query *query, const union reply_body *reply)
{
    put_settings(query, reply->settings_get.settings);
}

static void show_chosen(struct query *query, const union reply_body *reply)
{
    put_settings(query, reply->settings_set.settings);
}

/* Reads the setting that the command line names; false after telling what is wrong with it. */
static bool read_setting(const struct invocation *invocation, enum setting *setting_out,
                         int *value_out)
{
    char words[WORDS_SIZE];
    const char *name = invocation->arguments[0];
    *setting_out = setting_find(name);
    *value_out = NONE;
    if (*setting_out == SETTING_COUNT) {
        problem_tell(_("There is no setting %s; see: penta settings"), name);
        return false;
    }
    if (invocation->arguments_count < 2)
        return true;
    *value_out = setting_word_find(*setting_out, invocation->arguments[1]);
    if (*value_out == NONE) {
        words_setting(*setting_out, words, sizeof(words));
        problem_tell(_("The setting %s is one of: %s."), name, words);
    }
    return *value_out != NONE;
}

enum exit_code run_settings(const struct invocation *invocation)
{
    struct settings_record chosen;
    struct request request = {.op = OP_SETTINGS_GET};
    enum setting setting = SETTING_COUNT;
    int value = NONE;
    if (invocation->arguments_count > 0 && !read_setting(invocation, &setting, &value))
        return EXIT_CODE_USAGE;
    if (value == NONE)
        return query_ask(invocation, QUERY_SELF, &request, show_settings);
    settings_init(&chosen);
    setting_put(&chosen, setting, value);
    request = (struct request){.op = OP_SETTINGS_SET, .as.settings_set.settings = &chosen};
    return query_ask(invocation, QUERY_SELF, &request, show_chosen);
}

/* ---------------------------------------------------------------- password */

static void show_changed(struct query *query, const union reply_body *reply)
{
    (void)reply;
    query_put_line(query, COLOUR_PLAIN, _("Password changed; all other sessions have ended."));
}

/* Takes the current one, and learns whether it is right before a new one is asked for. */
static enum exit_code take_current(const struct invocation *invocation, char old[PASSWORD_SIZE])
{
    struct query query;
    if (password_take(invocation, OPTION_PASSWORD_FILE, _("Current password: "), NULL, old) != 0)
        return EXIT_CODE_TROUBLE;
    if (invocation_has(invocation, OPTION_NEW_PASSWORD_FILE))
        return EXIT_CODE_OK; /* nobody types */
    query_init(&query, invocation, OP_AUTH_CONFIRM);
    query.who = QUERY_SELF;
    query.request.as.auth_confirm.password = old;
    query.wrong = _("That is not your current password.");
    query.expected = ERR_UNKNOWN_OP; /* an older server tells it at the end */
    enum exit_code code = query_run(&query);
    return query.was_expected ? EXIT_CODE_OK : code;
}

enum exit_code run_password(const struct invocation *invocation)
{
    char old[PASSWORD_SIZE] = "";
    char new[PASSWORD_SIZE] = "";
    const struct request request = {.op = OP_AUTH_PASSWORD,
                                    .as.auth_password = {.old = old, .new = new}};
    struct login login;
    const struct password_rules rules = {
        .chars_min = PASSWORD_CHARS_MIN,
        .name = account_load(invocation, &login) ? login.name : "",
    };
    enum exit_code code = take_current(invocation, old);
    if (code == EXIT_CODE_OK &&
        password_take(invocation, OPTION_NEW_PASSWORD_FILE, _("New password: "), &rules, new) != 0)
        code = EXIT_CODE_TROUBLE;
    if (code == EXIT_CODE_OK)
        code = query_ask(invocation, QUERY_SELF, &request, show_changed);
    password_forget(old, sizeof(old));
    password_forget(new, sizeof(new));
    return code;
}

/* ---------------------------------------------------------------- deletion */

static void show_deleted(struct query *query, const union reply_body *reply)
{
    (void)reply;
    account_forget(query->invocation, session_token(query->session));
    query_put_line(query, COLOUR_PLAIN, _("Account deleted. Your games stay, without your name."));
}

/* Whether the person types the name of the account that is logged in. */
static bool is_meant(const char *name)
{
    char typed[SESSION_NAME_SIZE];
    if (password_ask_line(_("Your account will be deleted for good, and nobody, not even you, can "
                            "take its name for a while. Type the name to confirm: "),
                          "--yes", typed, sizeof(typed)) != 0)
        return false;
    if (strcmp(typed, name) != 0)
        problem_tell("%s", _("That is not your name; nothing was deleted."));
    return strcmp(typed, name) == 0;
}

enum exit_code run_delete_account(const struct invocation *invocation)
{
    struct login login;
    char password[PASSWORD_SIZE] = "";
    enum exit_code code = EXIT_CODE_TROUBLE;
    const struct request request = {.op = OP_AUTH_DELETE, .as.auth_delete.password = password};
    bool is_known = account_load(invocation, &login);
    if (is_known && !invocation_has(invocation, OPTION_YES) && !is_meant(login.name))
        return code;
    if (!is_known ||
        password_take(invocation, OPTION_PASSWORD_FILE, _("Password: "), NULL, password) == 0)
        code = query_ask(invocation, QUERY_SELF, &request, show_deleted);
    password_forget(password, sizeof(password));
    return code;
}

/* ---------------------------------------------------------------- sessions */

/* The server's word for its own machine is no address, and is translated. */
static const char *origin_of(const struct session_row_record *row)
{
    if (row->origin == NULL)
        return "-";
    return strcmp(row->origin, "local") == 0 ? _("local") : row->origin;
}

/* A program by the name of its token; else what the client calls itself. */
static void put_program(struct ink *ink, const struct session_row_record *row)
{
    if (row->rights == NONE) {
        ink_put(ink, COLOUR_PLAIN, "%s", row->client != NULL ? row->client : "-");
        return;
    }
    struct words_text until = words_time(row->ends);
    until.text[strcspn(until.text, " ")] = '\0'; /* the day */
    ink_put(ink, COLOUR_PLAIN,
            row->rights == RIGHTS_WORD_PLAY ? _("token \"%s\", plays until %s")
                                            : _("token \"%s\", looks until %s"),
            row->label != NULL ? row->label : "-", until.text);
}

static void put_session(struct query *query, const struct session_row_record *row)
{
    struct words_text used = words_time(row->used);
    struct ink *ink = &query->ink;
    used.text[strcspn(used.text, " ")] = '\0'; /* the day */
    ink_put_cell(ink, COLOUR_PLAIN, ID_COLUMNS, "%s", words_id(row->session).text);
    ink_put_cell(ink, COLOUR_DIM, TIME_COLUMNS, "%s", words_time(row->created).text);
    ink_put_cell(ink, COLOUR_PLAIN, DAY_COLUMNS, "%s", used.text);
    ink_put_cell(ink, COLOUR_PLAIN, ORIGIN_COLUMNS, "%s", origin_of(row));
    put_program(ink, row);
    if (row->current)
        ink_put(ink, COLOUR_BOLD, _(" (this one)"));
    else if (row->connected)
        ink_put(ink, COLOUR_DIM, _(" (online)"));
    ink_end_line(ink);
}

static void show_sessions(struct query *query, const union reply_body *reply)
{
    const struct session_list_reply *list = &reply->session_list;
    if (query_put_rows(query, reply))
        return;
    for (size_t i = 0; i < list->rows_count; i++)
        put_session(query, &list->rows[i]);
    if (list->more)
        query_put_line(query, COLOUR_DIM, _("There are older sessions; --others ends them too."));
}

static void show_revoked(struct query *query, const union reply_body *reply)
{
    (void)reply;
    query_put_line(query, COLOUR_PLAIN,
                   query->request.as.session_revoke.session != 0
                       ? _("That session has ended.")
                       : _("All other sessions have ended."));
}

enum exit_code run_sessions(const struct invocation *invocation)
{
    bool is_one = invocation_has(invocation, OPTION_REVOKE);
    bool is_all = invocation_has(invocation, OPTION_OTHERS);
    struct request request = {.op = is_one || is_all ? OP_SESSION_REVOKE : OP_SESSION_LIST};
    if (is_one && is_all) {
        problem_tell("%s", _("--revoke and --others cannot be used together."));
        return EXIT_CODE_USAGE;
    }
    if (is_one)
        request.as.session_revoke.session = invocation_id(invocation, OPTION_REVOKE);
    return query_ask(invocation, QUERY_SELF, &request,
                     is_one || is_all ? show_revoked : show_sessions);
}
