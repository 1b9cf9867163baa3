// Proves: alerts#delivery
import { DatabaseSync } from 'node:sqlite';
import { outbox } from './005-024.ts';
import { migrations } from './index.ts';

test('waiting messages without a rule are cancelled, and the tries of others become claims', () => {
  const db = new DatabaseSync(':memory:');
  db.function('stem_text', (text) => String(text));
  for (const migration of migrations.slice(0, migrations.indexOf(outbox))) {
    if (typeof migration === 'string') db.exec(migration);
    else migration(db, () => {});
  }
  const columns =
    '(key, kind, rule_id, rule_name, query, account, channel, findings, state, tries, created_at, due_at)';
  db.exec(`
    INSERT INTO views (account, name, query, created_at) VALUES ('admin:1', 'Город', '', 0);
    INSERT INTO alert_rules (account, view_id, name, condition, least, period, channel, address, schedule, created_at, evaluated,
      fired, fired_hour) VALUES ('admin:1', 1, 'Станции', 'every', 1, 'hour', 'email', '', 'now', 0, 0, 0, 0);
    INSERT INTO deliveries ${columns} VALUES
      ('a', 'alert', NULL, '', '', 'admin:1', 'email', '[]', 'waiting', 0, 0, 0),
      ('b', 'alert', 1, '', '', 'admin:1', 'email', '[]', 'waiting', 3, 0, 0),
      ('c', 'alert', NULL, '', '', 'admin:1', 'email', '[]', 'sent', 1, 0, 0)`);
  db.exec(outbox);
  expect(db.prepare('SELECT key, state, claims, ended_at > 0 AS ended FROM deliveries').all()).toEqual([
    { key: 'a', state: 'cancelled', claims: 0, ended: 1 },
    { key: 'b', state: 'waiting', claims: 3, ended: null },
    { key: 'c', state: 'sent', claims: 1, ended: null },
  ]);
  db.close();
});
