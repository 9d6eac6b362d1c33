-- SPDX-License-Identifier: MIT
-- Points that lift nobody on a leaderboard for a month: what was won from opponents for whom nothing vouches yet. Why it
-- is so: docs/adr/0068-points-for-which-nothing-vouches.md.

-- A win of which so many points are held. The row goes when its month is over, or the game is annulled.
CREATE TABLE held_gain (
    player   INTEGER NOT NULL REFERENCES player (id),
    opponent INTEGER NOT NULL REFERENCES player (id),
    game     INTEGER NOT NULL,
    variant  TEXT NOT NULL,
    points   INTEGER NOT NULL CHECK (points > 0),
    won_ms   INTEGER NOT NULL,
    PRIMARY KEY (player, opponent, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX held_gain_won ON held_gain (won_ms, player, opponent, game);

ALTER TABLE rating ADD COLUMN held INTEGER NOT NULL DEFAULT 0; -- the sum of them
-- The mark above which they list nobody, as it was at the last game of the rating; 0: there was none.
ALTER TABLE rating ADD COLUMN held_mark INTEGER NOT NULL DEFAULT 0;
-- What was won in the month before the last change of a rating, from accounts younger than a week then, or in less than
-- ten seconds. Which games were the shortest possible is looked at from now on.
INSERT INTO held_gain (player, opponent, game, variant, points, won_ms)
    SELECT l.player, h.opponent, l.game, l.variant, l.after - l.before, l.at_ms FROM ledger l
    JOIN history h ON h.player = l.player AND h.game = l.game JOIN game g ON g.id = l.game
    JOIN player o ON o.id = h.opponent
    JOIN rating r ON r.player = l.player AND r.variant = l.variant
    WHERE l.after > l.before AND l.annuls = 0 AND h.annulled = 0
    AND l.at_ms > (SELECT MAX(at_ms) FROM ledger) - 2592000000
    AND (o.created_ms > l.at_ms - 604800000 OR g.ended_ms - g.started_ms < 10000);
UPDATE rating SET held_mark = 1600, held = (SELECT SUM(e.points) FROM held_gain e
    WHERE e.player = rating.player AND e.variant = rating.variant)
    WHERE (player, variant) IN (SELECT player, variant FROM held_gain);

-- Leaderboards and counts are by listed points: the expression is LISTED of db/sql/statements.def, and listed_points() of
-- db/listed.h says the same.
DROP INDEX rating_order;
CREATE INDEX rating_order ON rating (variant,
    (CASE WHEN held = 0 OR held_mark = 0 OR points <= held_mark THEN points
          WHEN points - held > held_mark THEN points - held ELSE held_mark END) DESC, player)
    WHERE established_ms > 0;
DELETE FROM rating_count;
INSERT INTO rating_count (variant, points, first_player, players)
    SELECT variant, listed, CASE WHEN block = 0 THEN 0 ELSE MIN(player) END, COUNT(*)
    FROM (SELECT variant, listed, player, (ROW_NUMBER() OVER
          (PARTITION BY variant, listed ORDER BY player) - 1) / 512 AS block
          FROM (SELECT variant, player, CASE WHEN held = 0 OR held_mark = 0 OR points <= held_mark
                THEN points WHEN points - held > held_mark THEN points - held ELSE held_mark END
                AS listed FROM rating WHERE established_ms > 0)) GROUP BY variant, listed, block;
