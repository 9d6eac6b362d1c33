-- SPDX-License-Identifier: MIT
-- Accounts that an operator made for a class, and acts of any kind: the program knows which there are.

CREATE TABLE mod_action_more (
    n INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    act INTEGER NOT NULL CHECK (act >= 0), -- 0 to 9 as in 0011_photos.sql, 10 accounts were made
    actor INTEGER REFERENCES player (id),  -- NULL: at the server's own machine
    player INTEGER REFERENCES player (id), -- on whom; NULL: nobody
    room INTEGER REFERENCES room (id),
    report INTEGER REFERENCES report (n),
    until_ms INTEGER NOT NULL CHECK (until_ms >= 0),
    reason TEXT NOT NULL CHECK (length(reason) <= 200),
    detail TEXT NOT NULL CHECK (length(detail) <= 200)
) STRICT;

INSERT INTO mod_action_more (n, at_ms, act, actor, player, room, report, until_ms, reason, detail)
    SELECT n, at_ms, act, actor, player, room, report, until_ms, reason, detail FROM mod_action ORDER BY n;
DROP TABLE mod_action;
ALTER TABLE mod_action_more RENAME TO mod_action;
CREATE INDEX mod_action_player ON mod_action (player, n);
