-- SPDX-License-Identifier: MIT
-- Acts of moderation on one player and of one kind: 12 warnings, which are counted, and 13 notes, of which the newest are read.

CREATE INDEX mod_action_kind ON mod_action (player, act, n);
