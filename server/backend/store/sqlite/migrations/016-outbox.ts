/** Parallel sending, and uses of Atom links. */
export const outbox = `
-- claims: how often a sender has taken the message; it identifies the claim. tries: without those that were broken off.
ALTER TABLE deliveries ADD COLUMN claims INTEGER NOT NULL DEFAULT 0;
UPDATE deliveries SET claims = tries;
DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (due_at, delivery_id) WHERE state = 'waiting';
-- PostgreSQL had messages that waited without a rule.
UPDATE deliveries SET state = 'cancelled', ended_at = unixepoch() * 1000 WHERE rule_id IS NULL AND state = 'waiting';
`;
