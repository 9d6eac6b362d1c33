-- SPDX-License-Identifier: MIT
-- Private messages. A message is kept once; each of its two players has a copy of their own until
-- they delete it. Texts that nobody has any more go, the rows stay: ids are never given twice, and a
-- request that is repeated late finds what it did.

CREATE TABLE message (
    id INTEGER PRIMARY KEY,
    sender INTEGER NOT NULL REFERENCES player (id),
    receiver INTEGER NOT NULL REFERENCES player (id),
    text TEXT CHECK (length(text) BETWEEN 1 AND 2000), -- NULL when neither has a copy
    at_ms INTEGER NOT NULL,
    nonce TEXT, -- the sender's name for it, if there was one
    is_opening INTEGER NOT NULL CHECK (is_opening IN (0, 1)), -- the first to somebody unknown
    CHECK (sender <> receiver)
) STRICT;

CREATE UNIQUE INDEX message_nonce ON message (sender, receiver, nonce) WHERE nonce IS NOT NULL;
CREATE INDEX message_opening ON message (sender, at_ms) WHERE is_opening = 1;

CREATE TABLE message_copy (
    owner INTEGER NOT NULL,
    other INTEGER NOT NULL,
    message INTEGER NOT NULL REFERENCES message (id),
    is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)), -- written by the owner
    PRIMARY KEY (owner, other, message)
) STRICT, WITHOUT ROWID;

-- What a player has with another one, while there is a copy.
CREATE TABLE thread (
    owner INTEGER NOT NULL REFERENCES player (id),
    other INTEGER NOT NULL REFERENCES player (id),
    last_message INTEGER NOT NULL REFERENCES message (id),
    unread INTEGER NOT NULL CHECK (unread >= 0), -- copies behind read_upto that the other wrote
    read_upto INTEGER NOT NULL,
    PRIMARY KEY (owner, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX thread_order ON thread (owner, last_message);
CREATE INDEX thread_unread ON thread (owner, unread) WHERE unread > 0;
