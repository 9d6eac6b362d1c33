-- SPDX-License-Identifier: MIT
-- Histories and statistics with and without games against computers: which players are computers, and what each
-- line of a history is. Forms count games against people alone. Why it is so: docs/adr/0055-games-against-computers.md.

-- Every computer that had a player by now got one of these ids; no player of another kind ever did.
ALTER TABLE player ADD COLUMN computer INTEGER NOT NULL DEFAULT 0;
UPDATE player SET computer = 1 WHERE id < 262144 AND kind = 0;
CREATE INDEX player_computer ON player (computer) WHERE computer = 1;

-- 0 for fun, 1 rated, both against somebody; 2 against a computer. The indices of histories go on as they are.
ALTER TABLE history RENAME COLUMN rated TO stake;

CREATE TEMP TABLE touched AS
    SELECT DISTINCT player, variant FROM history WHERE opponent IN (SELECT id FROM player WHERE computer = 1);
CREATE INDEX temp.touched_of ON touched (player, variant);
UPDATE history SET stake = 2 WHERE opponent IN (SELECT id FROM player WHERE computer = 1);

-- The streaks of those who played against computers, as in 0007_history.sql; the best win is of a rated game, which
-- none of these was.
CREATE TEMP TABLE line AS
    SELECT player, variant, game, ended_ms, score,
           SUM(score <> 'won') OVER win AS not_won, SUM(score = 'lost') OVER win AS beaten
    FROM history WHERE score <> 'void' AND annulled = 0 AND given = 0 AND stake <> 2
    AND EXISTS (SELECT 1 FROM touched t WHERE t.player = history.player AND t.variant = history.variant)
    WINDOW win AS (PARTITION BY player, variant ORDER BY ended_ms, game);
CREATE TEMP TABLE streak AS
    SELECT player, variant, 0 AS kind, not_won AS n, SUM(score = 'won') AS games
    FROM line GROUP BY player, variant, not_won
    UNION ALL
    SELECT player, variant, 1, beaten, SUM(score <> 'lost')
    FROM line GROUP BY player, variant, beaten;
CREATE INDEX temp.streak_of ON streak (player, variant, kind, n, games);

DELETE FROM form WHERE EXISTS (SELECT 1 FROM touched t WHERE t.player = form.player AND t.variant = form.variant)
    AND NOT EXISTS (SELECT 1 FROM line l WHERE l.player = form.player AND l.variant = form.variant);
UPDATE form SET
    (last_ms, last_game) = (SELECT ended_ms, game FROM line l WHERE l.player = form.player
        AND l.variant = form.variant ORDER BY ended_ms DESC, game DESC LIMIT 1),
    winning = (SELECT games FROM streak s WHERE s.player = form.player AND s.variant = form.variant
        AND kind = 0 ORDER BY n DESC LIMIT 1),
    longest_winning = (SELECT MAX(games) FROM streak s WHERE s.player = form.player AND s.variant = form.variant
        AND kind = 0),
    unbeaten = (SELECT games FROM streak s WHERE s.player = form.player AND s.variant = form.variant
        AND kind = 1 ORDER BY n DESC LIMIT 1),
    longest_unbeaten = (SELECT MAX(games) FROM streak s WHERE s.player = form.player AND s.variant = form.variant
        AND kind = 1)
    WHERE EXISTS (SELECT 1 FROM touched t WHERE t.player = form.player AND t.variant = form.variant);

DROP TABLE touched;
DROP TABLE line;
DROP TABLE streak;
