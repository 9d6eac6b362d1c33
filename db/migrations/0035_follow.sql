-- SPDX-License-Identifier: MIT
-- Whom players follow: they are told when these come. As with blocks, a row stays when the other
-- account is deleted, and names it then as everything does.

CREATE TABLE follow (
    player INTEGER NOT NULL REFERENCES player (id),
    followed INTEGER NOT NULL REFERENCES player (id),
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (player, followed),
    CHECK (player <> followed)
) STRICT, WITHOUT ROWID;
