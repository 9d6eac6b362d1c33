-- SPDX-License-Identifier: MIT
-- The monthly fine: since when a rating is there, in which months its player made a move, and which
-- month was settled last. A month is the number year * 12 + month - 1 (db/fine.h). Ratings that are
-- there already get both from the ledger, the histories and the log, with months of UTC.

ALTER TABLE rating ADD COLUMN since_month INTEGER NOT NULL DEFAULT 0;

-- Bit month % 62: made a move in a rated game of the variant in that month, one that is not settled.
ALTER TABLE rating ADD COLUMN active_months INTEGER NOT NULL DEFAULT 0;

-- `meta` has a row 'fined_month' as soon as a month was settled.

-- A fine stands once for each player, month and variant, and is found newest first.
DROP INDEX ledger_month;
CREATE UNIQUE INDEX ledger_fine ON ledger (player, month, variant) WHERE month IS NOT NULL;

UPDATE rating SET since_month = COALESCE((
    SELECT CAST(strftime('%Y', MIN(l.at_ms) / 1000, 'unixepoch') AS INTEGER) * 12
         + CAST(strftime('%m', MIN(l.at_ms) / 1000, 'unixepoch') AS INTEGER) - 1
    FROM ledger l WHERE l.player = rating.player AND l.variant = rating.variant), 0);

-- When somebody was active: at the beginning and at the end of every rated game that is over, and at
-- each action of those in progress.
CREATE TEMP TABLE activity (
    player INTEGER NOT NULL,
    variant TEXT NOT NULL,
    month INTEGER NOT NULL,
    PRIMARY KEY (player, variant, month)
) WITHOUT ROWID;

INSERT OR IGNORE INTO activity
    SELECT player, variant,
           CAST(strftime('%Y', at_ms / 1000, 'unixepoch') AS INTEGER) * 12
         + CAST(strftime('%m', at_ms / 1000, 'unixepoch') AS INTEGER) - 1
    FROM (SELECT h.player, h.variant, h.ended_ms AS at_ms FROM history h WHERE h.rated = 1
          UNION ALL
          SELECT h.player, h.variant, g.started_ms FROM history h
          JOIN game g ON g.id = h.game WHERE h.rated = 1
          UNION ALL
          SELECT CASE l.seat WHEN 0 THEN g.first_player ELSE g.second_player END, g.variant, l.at_ms
          FROM game_log l JOIN game g ON g.id = l.game
          WHERE l.kind = 0 AND g.rated = 1 AND g.ended_ms IS NULL);

-- Older months could not be told apart from newer ones; they are settled or will never be.
UPDATE rating SET active_months = COALESCE((
    SELECT SUM(DISTINCT 1 << (a.month % 62)) FROM activity a
    WHERE a.player = rating.player AND a.variant = rating.variant
      AND a.month > (SELECT MAX(month) FROM activity) - 62), 0);

DROP TABLE activity;
