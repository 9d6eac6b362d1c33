-- SPDX-License-Identifier: MIT
-- A login can have fewer rights than its player, for a program: it may look and play (1), or only look (2). Such a token has a
-- name, and ends at `ends_ms` whether or not it is used; it shows no device.

ALTER TABLE session ADD COLUMN rights INTEGER NOT NULL DEFAULT 0 CHECK (rights IN (0, 1, 2));
ALTER TABLE session ADD COLUMN label TEXT NOT NULL DEFAULT '';
