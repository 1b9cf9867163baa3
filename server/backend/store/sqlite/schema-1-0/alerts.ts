/** Alerts (docs/product/alerts.md). */
export const alerts = `
-- address: '' for the channel atom. quiet_from, quiet_to: minutes since midnight in the console's time zone. evaluated,
-- fired: arrival numbers. fired_hour: a time. See AlertRule of rules/alerts/rule.ts.
CREATE TABLE alert_rules (
  rule_id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL,
  view_id INTEGER NOT NULL REFERENCES views (view_id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  condition TEXT NOT NULL CHECK (condition IN ('every', 'least', 'spike')),
  least INTEGER NOT NULL CHECK (least > 0),
  period TEXT NOT NULL CHECK (period IN ('hour', 'day', 'week')),
  channel TEXT NOT NULL,
  address TEXT NOT NULL,
  secret TEXT,
  schedule TEXT NOT NULL CHECK (schedule IN ('now', 'hourly', 'daily', 'weekly')),
  quiet_from INTEGER,
  quiet_to INTEGER,
  paused INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  evaluated INTEGER NOT NULL,
  fired INTEGER NOT NULL,
  fired_hour INTEGER NOT NULL
) STRICT;
CREATE INDEX alert_rules_by_account ON alert_rules (account);
CREATE INDEX alert_rules_by_view ON alert_rules (view_id);

-- The outbox and the log of deliveries. Names and the view's query are copied, so that a message outlives its rule.
-- findings: JSON of Finding[] (rules/alerts/rule.ts). content: what is sent, fixed before the first try. due_at: the
-- next try; while a sender has claimed the message, the end of its lease. claims: how often a sender has claimed the
-- message; it identifies the claim. tries: without interrupted ones.
CREATE TABLE deliveries (
  delivery_id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('alert', 'trial')),
  rule_id INTEGER REFERENCES alert_rules (rule_id) ON DELETE SET NULL,
  rule_name TEXT NOT NULL,
  query TEXT NOT NULL,
  account TEXT NOT NULL,
  channel TEXT NOT NULL,
  findings TEXT NOT NULL,
  content TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'cancelled')),
  tries INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  ended_at INTEGER,
  error TEXT,
  claims INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX deliveries_by_rule ON deliveries (rule_id, state);
CREATE INDEX deliveries_by_time ON deliveries ((coalesce(ended_at, created_at)), delivery_id);
CREATE INDEX deliveries_by_account ON deliveries (account, (coalesce(ended_at, created_at)), delivery_id);
CREATE INDEX deliveries_ended ON deliveries (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX deliveries_due ON deliveries (due_at, delivery_id) WHERE state = 'waiting';

-- A feed of a view as one account sees it, or of a rule. The token of its link is computed from nonce and the session
-- secret. revoked: the link no longer works, and was not renewed since.
CREATE TABLE atom_feeds (
  feed_id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL,
  view_id INTEGER REFERENCES views (view_id) ON DELETE CASCADE,
  rule_id INTEGER REFERENCES alert_rules (rule_id) ON DELETE CASCADE,
  nonce BLOB NOT NULL,
  used_at INTEGER,
  revoked INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account, view_id),
  UNIQUE (rule_id),
  CHECK ((view_id IS NULL) <> (rule_id IS NULL))
) STRICT;
CREATE INDEX atom_feeds_by_view ON atom_feeds (view_id);

-- The addresses that have used links, normalised by addressKey. day: the day of the last use, in days since 1970.
CREATE TABLE atom_uses (
  feed_id INTEGER NOT NULL REFERENCES atom_feeds (feed_id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (feed_id, address)
) STRICT, WITHOUT ROWID;
`;
