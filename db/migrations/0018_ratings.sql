-- SPDX-License-Identifier: MIT
-- Provisional ratings. A rating that has 10 games with a result against 3 different opponents is
-- established since it had both; the others are provisional, have no rank and are not counted. Why it
-- is so: docs/adr/0034-provisional-ratings.md.

-- The opponents that count towards that, until it is established.
CREATE TABLE rating_opponent (
    player   INTEGER NOT NULL REFERENCES player (id),
    variant  TEXT NOT NULL,
    opponent INTEGER NOT NULL REFERENCES player (id),
    PRIMARY KEY (player, variant, opponent)
) STRICT, WITHOUT ROWID;

ALTER TABLE rating ADD COLUMN opponents INTEGER NOT NULL DEFAULT 0; -- how many of them
ALTER TABLE rating ADD COLUMN established_ms INTEGER NOT NULL DEFAULT 0; -- 0: provisional
-- Whether the player's rating was provisional before the game.
ALTER TABLE history ADD COLUMN provisional INTEGER NOT NULL DEFAULT 0;
-- A game of an established rating against a provisional one, and what the bound took of its change.
ALTER TABLE ledger ADD COLUMN provisional INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ledger ADD COLUMN cut INTEGER NOT NULL DEFAULT 0;

CREATE TEMP TABLE first_meeting AS
    SELECT player, variant, opponent, MIN(ended_ms) AS ended_ms FROM history
    WHERE before IS NOT NULL GROUP BY player, variant, opponent;
CREATE INDEX temp.first_meeting_of ON first_meeting (player, variant, ended_ms);

UPDATE rating SET established_ms = COALESCE((
    SELECT MAX(
        (SELECT h.ended_ms FROM history h WHERE h.player = rating.player
         AND h.variant = rating.variant AND h.before IS NOT NULL
         ORDER BY h.ended_ms, h.game LIMIT 1 OFFSET 9),
        (SELECT m.ended_ms FROM first_meeting m WHERE m.player = rating.player
         AND m.variant = rating.variant ORDER BY m.ended_ms LIMIT 1 OFFSET 2), 1)), 0);

INSERT INTO rating_opponent (player, variant, opponent)
    SELECT m.player, m.variant, m.opponent FROM first_meeting m
    JOIN rating r ON r.player = m.player AND r.variant = m.variant
    WHERE r.established_ms = 0 OR m.ended_ms <= r.established_ms;
UPDATE rating SET opponents = (SELECT COUNT(*) FROM rating_opponent o
    WHERE o.player = rating.player AND o.variant = rating.variant);

UPDATE history SET provisional = 1 WHERE before IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM rating r WHERE r.player = history.player AND r.variant = history.variant
    AND r.established_ms > 0 AND r.established_ms < history.ended_ms);
UPDATE ledger SET provisional = 1 WHERE game IS NOT NULL
    AND EXISTS (SELECT 1 FROM history h WHERE h.player = ledger.player AND h.game = ledger.game
                AND h.provisional = 0)
    AND EXISTS (SELECT 1 FROM history h JOIN history o ON o.player = h.opponent AND o.game = h.game
                WHERE h.player = ledger.player AND h.game = ledger.game AND o.provisional = 1);

DROP TABLE first_meeting;

DROP INDEX rating_order;
CREATE INDEX rating_order ON rating (variant, points DESC, player) WHERE established_ms > 0;
DELETE FROM rating_count;
INSERT INTO rating_count (variant, points, first_player, players)
    SELECT variant, points, CASE WHEN block = 0 THEN 0 ELSE MIN(player) END, COUNT(*)
    FROM (SELECT variant, points, player, (ROW_NUMBER() OVER
          (PARTITION BY variant, points ORDER BY player) - 1) / 512 AS block
          FROM rating WHERE established_ms > 0) GROUP BY variant, points, block;

CREATE INDEX ledger_provisional ON ledger (player, variant, at_ms, before, after)
    WHERE provisional = 1;

-- The rated games of a day, which are limited for two who play each other.
CREATE INDEX game_rated ON game (started_ms) WHERE rated = 1;
