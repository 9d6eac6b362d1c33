-- SPDX-License-Identifier: MIT
-- Histories by the end of games, with favourites; tallies and forms of players; a rating by days;
-- names of registered players in their order. Why it is so: docs/adr/0009-histories-and-tallies.md.

-- 0 first, 1 second; 0 none, 1 X, 2 O, as it stood when the game ended.
ALTER TABLE history ADD COLUMN seat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE history ADD COLUMN mark INTEGER NOT NULL DEFAULT 0;
ALTER TABLE history ADD COLUMN starred INTEGER NOT NULL DEFAULT 0;

DROP INDEX history_score;
DROP INDEX history_opponent;

UPDATE history SET seat = (player = (SELECT second_player FROM game g WHERE g.id = history.game));

-- In Swap2 whoever answers last has the stones that the answer names.
UPDATE history SET mark = CASE seat WHEN 0 THEN 1 ELSE 2 END WHERE variant <> 'swap2';
UPDATE history SET mark = COALESCE((
    SELECT CASE WHEN actions LIKE '%white%' THEN CASE answers WHEN history.seat THEN 2 ELSE 1 END
                WHEN actions LIKE '%black%' THEN CASE answers WHEN history.seat THEN 1 ELSE 2 END
                ELSE 0 END
    FROM (SELECT g.id, g.actions, CASE WHEN g.actions LIKE '%two_more%' THEN 0 ELSE 1 END AS answers
          FROM game g WHERE g.id = history.game)), 0) WHERE variant = 'swap2';

-- Every combination of filters is a few short ranges, ordered by the end of the game.
CREATE INDEX history_end ON history (player, ended_ms, game);
CREATE INDEX history_score ON history (player, variant, score, rated, ended_ms, game);
CREATE INDEX history_opponent
    ON history (player, opponent, variant, score, rated, ended_ms, game);
CREATE INDEX history_star ON history (player, starred, variant, score, rated, ended_ms, game)
    WHERE starred = 1;
CREATE INDEX history_star_opponent
    ON history (player, starred, opponent, variant, score, rated, ended_ms, game)
    WHERE starred = 1;

-- How many games ended how; opponent 0 is everybody. Games without a result are not in it.
CREATE TABLE tally (
    player INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    variant TEXT NOT NULL,
    seat INTEGER NOT NULL,
    mark INTEGER NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    PRIMARY KEY (player, opponent, variant, seat, mark)
) STRICT, WITHOUT ROWID;

INSERT INTO tally (player, opponent, variant, seat, mark, won, lost, drawn)
    SELECT player, opponent, variant, seat, mark,
           SUM(score = 'won'), SUM(score = 'lost'), SUM(score = 'drawn')
    FROM history WHERE score <> 'void' GROUP BY player, opponent, variant, seat, mark;
INSERT INTO tally (player, opponent, variant, seat, mark, won, lost, drawn)
    SELECT player, 0, variant, seat, mark, SUM(won), SUM(lost), SUM(drawn)
    FROM tally GROUP BY player, variant, seat, mark;

-- Streaks in the order in which games ended (those without a result apart), and the best win: the
-- game in which the opponent with the most points was beaten, of several the one with the smallest
-- id. last_ms and last_game are the last game's.
CREATE TABLE form (
    player INTEGER NOT NULL,
    variant TEXT NOT NULL,
    last_ms INTEGER NOT NULL,
    last_game INTEGER NOT NULL,
    winning INTEGER NOT NULL,
    longest_winning INTEGER NOT NULL,
    unbeaten INTEGER NOT NULL,
    longest_unbeaten INTEGER NOT NULL,
    best_points INTEGER NOT NULL, -- 0: there is no such win
    best_game INTEGER NOT NULL,
    PRIMARY KEY (player, variant)
) STRICT, WITHOUT ROWID;

-- A game belongs to the streak that is numbered by how many interruptions there were before.
CREATE TEMP TABLE line AS
    SELECT player, variant, game, ended_ms, score,
           SUM(score <> 'won') OVER win AS not_won, SUM(score = 'lost') OVER win AS beaten
    FROM history WHERE score <> 'void'
    WINDOW win AS (PARTITION BY player, variant ORDER BY ended_ms, game);
CREATE TEMP TABLE streak AS
    SELECT player, variant, 0 AS kind, not_won AS n, SUM(score = 'won') AS games
    FROM line GROUP BY player, variant, not_won
    UNION ALL
    SELECT player, variant, 1, beaten, SUM(score <> 'lost')
    FROM line GROUP BY player, variant, beaten;
CREATE TEMP TABLE best AS
    SELECT player, variant, points, game FROM (
        SELECT h.player, h.variant, h.game, o.before AS points, ROW_NUMBER() OVER
               (PARTITION BY h.player, h.variant ORDER BY o.before DESC, h.game) AS place
        FROM history h JOIN history o ON o.player = h.opponent AND o.game = h.game
        WHERE h.score = 'won' AND o.before IS NOT NULL) b WHERE place = 1;
CREATE INDEX temp.streak_of ON streak (player, variant, kind, n, games);
CREATE INDEX temp.best_of ON best (player, variant);

INSERT INTO form (player, variant, last_ms, last_game, winning, longest_winning, unbeaten,
                  longest_unbeaten, best_points, best_game)
    SELECT l.player, l.variant, l.last_ms, l.game,
           (SELECT games FROM streak s WHERE s.player = l.player AND s.variant = l.variant
            AND kind = 0 ORDER BY n DESC LIMIT 1),
           (SELECT MAX(games) FROM streak s WHERE s.player = l.player AND s.variant = l.variant
            AND kind = 0),
           (SELECT games FROM streak s WHERE s.player = l.player AND s.variant = l.variant
            AND kind = 1 ORDER BY n DESC LIMIT 1),
           (SELECT MAX(games) FROM streak s WHERE s.player = l.player AND s.variant = l.variant
            AND kind = 1),
           COALESCE((SELECT points FROM best b WHERE b.player = l.player
                     AND b.variant = l.variant), 0),
           COALESCE((SELECT game FROM best b WHERE b.player = l.player
                     AND b.variant = l.variant), 0)
    FROM (SELECT player, variant, game, ended_ms AS last_ms, ROW_NUMBER() OVER
                 (PARTITION BY player, variant ORDER BY ended_ms DESC, game DESC) AS place
          FROM line) l WHERE l.place = 1;

DROP TABLE line;
DROP TABLE streak;
DROP TABLE best;

-- The graph of a rating: everything that it needs is in the index.
CREATE INDEX ledger_graph ON ledger (player, variant, at_ms, id, after, game);

-- Searching for names; guests, of whom there are many, are not in it.
CREATE INDEX player_name ON player (name_key) WHERE kind = 1;
