-- SPDX-License-Identifier: MIT
-- Texts that people write have so many characters, not bytes, in whatever alphabet. Each column is made
-- anew beside its old self, so that its table stays as it is otherwise.

ALTER TABLE account RENAME COLUMN about TO about_bytes;
ALTER TABLE account ADD COLUMN about TEXT NOT NULL DEFAULT '' CHECK (length(about) <= 500);
ALTER TABLE account RENAME COLUMN ban_reason TO ban_reason_bytes;
ALTER TABLE account ADD COLUMN ban_reason TEXT NOT NULL DEFAULT '' CHECK (length(ban_reason) <= 200);
ALTER TABLE account RENAME COLUMN mute_reason TO mute_reason_bytes;
ALTER TABLE account ADD COLUMN mute_reason TEXT NOT NULL DEFAULT '' CHECK (length(mute_reason) <= 200);
UPDATE account SET about = about_bytes, ban_reason = ban_reason_bytes, mute_reason = mute_reason_bytes;
ALTER TABLE account DROP COLUMN about_bytes;
ALTER TABLE account DROP COLUMN ban_reason_bytes;
ALTER TABLE account DROP COLUMN mute_reason_bytes;

ALTER TABLE mod_action RENAME COLUMN reason TO reason_bytes;
ALTER TABLE mod_action ADD COLUMN reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 200);
ALTER TABLE mod_action RENAME COLUMN detail TO detail_bytes;
ALTER TABLE mod_action ADD COLUMN detail TEXT NOT NULL DEFAULT '' CHECK (length(detail) <= 200);
UPDATE mod_action SET reason = reason_bytes, detail = detail_bytes;
ALTER TABLE mod_action DROP COLUMN reason_bytes;
ALTER TABLE mod_action DROP COLUMN detail_bytes;

ALTER TABLE report RENAME COLUMN text TO text_bytes;
ALTER TABLE report ADD COLUMN text TEXT NOT NULL DEFAULT '' CHECK (length(text) <= 500);
UPDATE report SET text = text_bytes;
ALTER TABLE report DROP COLUMN text_bytes;

-- A `_` or `-` at the end makes no other name. A name that looks like another one without it keeps the
-- skeleton that it had; a newcomer meets the other one's.
UPDATE OR IGNORE player SET skeleton = rtrim(skeleton, '_-') WHERE skeleton <> rtrim(skeleton, '_-');

-- The hash of an account's recovery code, which is told once.
CREATE TABLE recovery (
    player INTEGER PRIMARY KEY REFERENCES player (id),
    code_hash TEXT NOT NULL CHECK (length(code_hash) = 64)
) STRICT;

-- Names that nobody can take until then: a keyed hash of a name's key, or of its skeleton, and no more. 2^63 - 1
-- for good.
CREATE TABLE reserved_name (
    hash INTEGER PRIMARY KEY CHECK (hash > 0),
    until_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX reserved_name_until ON reserved_name (until_ms);
