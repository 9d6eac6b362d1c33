-- SPDX-License-Identifier: MIT
-- In which games a player made a move in a month that is not settled: what bit month % 62 of a rating's
-- active_months stands for. A game that its player breaks off loses its rows. Game 0 stands for all games from before
-- there were rows.

CREATE TABLE fine_move (
    player  INTEGER NOT NULL REFERENCES player (id),
    variant TEXT NOT NULL,
    month   INTEGER NOT NULL CHECK (month > 0),
    game    INTEGER NOT NULL CHECK (game >= 0),
    PRIMARY KEY (player, variant, month, game)
) STRICT, WITHOUT ROWID;

INSERT INTO fine_move (player, variant, month, game)
    WITH RECURSIVE ahead (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ahead WHERE n < 62),
    settled (month) AS (SELECT COALESCE((SELECT value FROM meta WHERE key = 'fined_month'),
                                        (SELECT MIN(since_month) - 1 FROM rating), 1))
    SELECT r.player, r.variant, s.month + a.n, 0 FROM rating r, ahead a, settled s
    WHERE r.active_months <> 0 AND (r.active_months >> ((s.month + a.n) % 62)) & 1 = 1;
