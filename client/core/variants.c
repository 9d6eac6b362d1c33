/* SPDX-License-Identifier: MIT */
/*
 * The told variants, as client/core/variants.h describes them.
 */
#include "client/core/variants.h"

#include "engine/needs.h"

#include <stdio.h>
#include <string.h>

/* The rules of an opening; RULES_COUNT: this build does not know it. */
static enum rules_id rules_of(int opening)
{
    switch ((enum opening_word)opening) {
    case OPENING_WORD_NONE:
        return RULES_STANDARD;
    case OPENING_WORD_SWAP2:
        return RULES_SWAP2;
    default:
        return RULES_COUNT;
    }
}

/* By the row of this build, if it has one, and else under no number of its own. */
static struct variant as_variant(const struct variant_info_record *info, enum rules_id rules)
{
    const struct rows_info_record *rows = info->rows;
    enum overline overline = rows->overline_wins ? OVERLINE_WINS : OVERLINE_NOTHING;
    const struct variant *known = variant_find(info->key, strlen(info->key));
    return (struct variant){
        .id = known != NULL ? known->id : VARIANT_COUNT,
        .width = (uint16_t)rows->width,
        .height = (uint16_t)rows->height,
        .row = (uint16_t)rows->row,
        .overline = overline,
        .rules = rules,
        .needs = variant_needs_of(rules, overline),
        .can_be_rated = info->can_be_rated,
        .is_fined = known != NULL && known->is_fined,
    };
}

static struct told_variant *find_told(const struct variants *variants, const char *key, size_t len)
{
    for (size_t i = 0; i < variants->count; i++) {
        const struct told_variant *told = &variants->told[i];
        if (strlen(told->key) == len && memcmp(told->key, key, len) == 0)
            return (struct told_variant *)told;
    }
    return NULL;
}

static void take_one(struct variants *variants, const struct variant_info_record *info)
{
    struct told_variant *told = find_told(variants, info->key, strlen(info->key));
    enum rules_id rules = rules_of(info->rows->opening);
    if (rules == RULES_COUNT)
        return;
    struct variant variant = as_variant(info, rules);
    if (!variant_can_be_played(&variant) || !reader_knows(READER_ROWS, &variant))
        return;
    if (told == NULL && variants->count == MAXIMA_VARIANTS)
        return;
    if (told == NULL)
        told = &variants->told[variants->count++];
    snprintf(told->key, sizeof(told->key), "%s", info->key);
    snprintf(told->name, sizeof(told->name), "%s", info->name);
    told->variant = variant;
    told->variant.key = told->key;
    told->variant.name = told->name;
}

void variants_take(struct variants *variants, const struct variant_info_record *infos, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (infos[i].family == FAMILY_WORD_ROWS && infos[i].rows != NULL)
            take_one(variants, &infos[i]);
}

const struct variant *variants_find(const struct variants *variants, const char *key, size_t len)
{
    const struct told_variant *told = find_told(variants, key, len);
    return told != NULL ? &told->variant : variant_find(key, len);
}
