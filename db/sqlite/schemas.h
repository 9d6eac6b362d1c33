/* SPDX-License-Identifier: MIT */
/*
 * Private to the check of a database file: the schemas (db/migrations/) that brought something
 * which it asks for in several places.
 */
#ifndef PENTAD_DB_SQLITE_SCHEMAS_H
#define PENTAD_DB_SQLITE_SCHEMAS_H

#define HISTORY_SCHEMA 7
#define RATINGS_SCHEMA 18
#define ANNULMENTS_SCHEMA 21 /* games can be annulled */
#define GIVEN_SCHEMA 30      /* games go on from a position */
#define COMPUTERS_SCHEMA 32  /* histories tell games against computers from others */
#define DAYS_OFF_SCHEMA 34   /* clocks of days wait while their players have days off */
#define PLAN_SCHEMA 36       /* conditional moves */
#define LISTED_SCHEMA 40     /* leaderboards are by listed points */
#define TURNS_SCHEMA 41      /* clocks and takebacks go by turns */

#endif
