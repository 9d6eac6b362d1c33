-- SPDX-License-Identifier: MIT
-- Who is banned or muted is found without a look at every account. Those whose time ran out stay in
-- until they are lifted or replaced.

CREATE INDEX account_sanctioned ON account (player) WHERE banned_until_ms > 0 OR muted_until_ms > 0;
