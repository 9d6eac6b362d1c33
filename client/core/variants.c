/* SPDX-License-Identifier: MIT */
/*
 * The told variants, as client/core/variants.h describes them.
 */
#include "client/core/variants.h"

#include "engine/needs.h"
#include "proto/family.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- what is told */

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_same_flat(const struct flat_info_record *a, const struct flat_info_record *b)
{
    return a == b || (a != NULL && b != NULL && a->width == b->width && a->height == b->height);
}

static bool is_same_nested(const struct nested_info_record *a, const struct nested_info_record *b)
{
    return a == b || (a != NULL && b != NULL && a->levels == b->levels);
}

static bool is_same_spatial(const struct spatial_info_record *a,
                            const struct spatial_info_record *b)
{
    return a == b || (a != NULL && b != NULL && a->width == b->width && a->height == b->height &&
                      a->depth == b->depth);
}

static bool is_same_endless(const struct endless_info_record *a,
                            const struct endless_info_record *b)
{
    return a == b || (a != NULL && b != NULL && a->left == b->left && a->right == b->right &&
                      a->below == b->below && a->above == b->above);
}

/* Whether the row of this build is what is told: then this build knows its rules. */
static bool is_own(const struct variant_info_record *info, const struct variant *own)
{
    struct family_room room;
    const struct variant_info_record known = family_describe(own, &room);
    return known.family == info->family && is_same_text(known.needs, info->needs) &&
           is_same_flat(known.flat, info->flat) && is_same_nested(known.nested, info->nested) &&
           is_same_spatial(known.spatial, info->spatial) &&
           is_same_endless(known.endless, info->endless) && known.row == info->row &&
           known.overline == info->overline && known.opening == info->opening &&
           known.turn == info->turn;
}

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

/* Makes a variant of a flat board with rows and openings that this build knows; false where what is
 * told needs more than that. */
static bool make(const struct variant_info_record *info, struct variant *variant_out)
{
    uint32_t needs = NEED_PLAIN;
    enum rules_id rules = rules_of(info->opening);
    enum overline overline = (enum overline)info->overline; /* the words are in its order */
    const char *words = info->needs != NULL ? info->needs : "";
    if (info->family != FAMILY_WORD_FLAT || info->flat == NULL || info->turn != 1 ||
        rules == RULES_COUNT || overline >= OVERLINE_COUNT ||
        !needs_parse(words, strlen(words), &needs) || needs != variant_needs_of(rules, overline))
        return false;
    *variant_out = (struct variant){
        .row = (uint16_t)info->row,
        .overline = overline,
        .rules = rules,
        .needs = needs,
    };
    variant_resize(variant_out, (size_t)info->flat->width, (size_t)info->flat->height);
    return variant_can_be_played(variant_out);
}

/* The variant by which its games are judged here; without needs, which nobody knows, where they
 * cannot be. By the number of this build's row, if it has one. */
static struct variant understand(const struct variant_info_record *info)
{
    const struct variant *own = variant_find(info->key, strlen(info->key));
    struct variant variant = {0};
    if (own != NULL && is_own(info, own))
        variant = *own;
    else if (!make(info, &variant) || !reader_knows(READER_TERMINAL, &variant))
        variant = (struct variant){0};
    variant.id = own != NULL ? own->id : VARIANT_COUNT;
    variant.can_be_rated = info->can_be_rated;
    variant.is_fined = own != NULL && own->is_fined;
    return variant;
}

/* ---------------------------------------------------------------- the list */

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
    if (told == NULL && variants->count == MAXIMA_VARIANTS)
        return;
    if (told == NULL)
        told = &variants->told[variants->count++];
    snprintf(told->key, sizeof(told->key), "%s", info->key);
    snprintf(told->name, sizeof(told->name), "%s", info->name);
    const struct variant before = told->variant;
    told->variant = understand(info);
    if (told->variant.needs == 0 && before.width > 0) {
        told->variant = before; /* a game of it may be on the screen: it keeps its board */
        told->variant.needs = 0;
    }
    told->variant.key = told->key;
    told->variant.name = told->name;
}

void variants_take(struct variants *variants, const struct variant_info_record *infos, size_t count,
                   int64_t version)
{
    for (size_t i = 0; i < count; i++)
        take_one(variants, &infos[i]);
    variants->version = version;
}

bool variants_are_known(const struct variants *variants, size_t count, int64_t version)
{
    if (variants->count > 0)
        return variants->version == version;
    return count == VARIANT_COUNT && version == family_version();
}

bool variants_can_play(const struct variant *variant)
{
    return variant_can_be_played(variant) && reader_knows(READER_TERMINAL, variant);
}

bool variants_are_all_known(const struct variants *variants)
{
    for (size_t i = 0; i < variants->count; i++)
        if (!variants_can_play(&variants->told[i].variant))
            return false;
    return true;
}

const struct variant *variants_find(const struct variants *variants, const char *key, size_t len)
{
    const struct told_variant *told = find_told(variants, key, len);
    if (told != NULL || variants->count > 0)
        return told != NULL ? &told->variant : NULL;
    return variant_find(key, len);
}
