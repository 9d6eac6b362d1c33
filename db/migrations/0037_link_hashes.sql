-- SPDX-License-Identifier: MIT
-- Rooms that are kept for who has a link: its whole hash. Links from before count no more; their
-- rooms stay kept, and whoever opened one makes another link.

ALTER TABLE room ADD COLUMN link_hash BLOB CHECK (link_hash IS NULL OR length(link_hash) = 32);
