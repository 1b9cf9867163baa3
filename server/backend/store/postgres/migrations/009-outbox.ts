/** Parallel sending, and uses of Atom links. See migration 016 of SQLite for the columns. */
export const outbox = [
  `ALTER TABLE deliveries ADD COLUMN claims int NOT NULL DEFAULT 0`,
  `UPDATE deliveries SET claims = tries`,
  `DROP INDEX deliveries_due`,
  `CREATE INDEX deliveries_due ON deliveries (due_at, delivery_id) WHERE state = 'waiting'`,
  // A message cannot follow its rule, its view or its account. The rule is locked before the trigger runs, so that it sees
  // every message: who adds one locks the rule too.
  `CREATE FUNCTION cancel_messages() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE deliveries SET state = 'cancelled', ended_at = (extract(epoch FROM now()) * 1000)::bigint
      WHERE rule_id = old.rule_id AND state = 'waiting';
      RETURN old;
    END $$`,
  `CREATE TRIGGER alert_rules_deleted BEFORE DELETE ON alert_rules FOR EACH ROW EXECUTE FUNCTION cancel_messages()`,
  `UPDATE deliveries SET state = 'cancelled', ended_at = (extract(epoch FROM now()) * 1000)::bigint
    WHERE rule_id IS NULL AND state = 'waiting'`,
];
