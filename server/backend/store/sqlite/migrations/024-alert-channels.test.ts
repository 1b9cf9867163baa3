import { openVersion } from '../../../../../test/support/old-database.ts';
import { alertChannels } from './005-024.ts';
import { migrations } from './index.ts';

const versionOf = migrations.indexOf(alertChannels);

const insertRule = `
  INSERT INTO alert_rules (account, view_id, name, condition, least, period, channel, address, schedule, created_at, evaluated,
    fired, fired_hour)
  VALUES ('admin:1', 1, 'Станции', 'every', 1, 'hour', ?, '', 'now', 0, 0, 0, 0) RETURNING rule_id AS ruleId`;

test('rules keep their IDs, feeds and messages, IDs of deleted ones are not reused, and every channel is stored', () => {
  const db = openVersion(versionOf);
  db.exec("INSERT INTO views (account, name, query, created_at) VALUES ('admin:1', 'Город', '', 0)");
  for (const channel of ['email', 'atom', 'email']) db.prepare(insertRule).get(channel);
  db.exec(`
    INSERT INTO atom_feeds (account, rule_id, nonce) SELECT 'admin:1', 2, x'00' WHERE NOT EXISTS (SELECT 1 FROM atom_feeds WHERE rule_id = 2);
    INSERT INTO deliveries (key, kind, rule_id, rule_name, query, account, channel, findings, state, created_at, due_at)
      VALUES ('a', 'alert', 1, '', '', 'admin:1', 'email', '[]', 'waiting', 0, 0);
    DELETE FROM alert_rules WHERE rule_id = 3`);
  db.exec(alertChannels);
  db.exec('PRAGMA foreign_keys = ON');
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(db.prepare('SELECT rule_id AS ruleId, channel FROM alert_rules').all()).toEqual([
    { ruleId: 1, channel: 'email' },
    { ruleId: 2, channel: 'atom' },
  ]);
  expect(db.prepare(insertRule).get('pigeon')).toEqual({ ruleId: 4 });
  // Feeds and messages refer to the new table.
  db.exec('DELETE FROM alert_rules');
  expect(db.prepare('SELECT rule_id AS ruleId, state FROM deliveries').all()).toEqual([
    { ruleId: null, state: 'waiting' },
  ]);
  expect(db.prepare('SELECT 1 FROM atom_feeds WHERE rule_id IS NOT NULL').all()).toEqual([]);
  expect(db.prepare('SELECT integrity_check FROM pragma_integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  db.close();
});
