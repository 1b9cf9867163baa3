import { openVersion } from '../../../../../test/support/old-database.ts';
import { describeEvent } from '../../../rules/journal/describe.ts';
import { migrations } from './index.ts';

test('searches of version 1.0.0 keep their meaning, and the journal says what the service has rewritten', () => {
  const db = openVersion(37);
  db.exec(`
    INSERT INTO clients (client_id, name, ipaddr, macaddr, created_at) VALUES ('client-1001', 'a', 'b', 'c', 0);
    INSERT INTO words (text, text_folded) VALUES ('метро НЕ авария', 'метро не авария'), ('метро –авария', 'метро –авария'),
      ('метро -авария', 'метро -авария');
    INSERT INTO word_clients (word_id, client_id, shown_id, text) SELECT word_id, 'client-1001', word_id, text FROM words;
    INSERT INTO views (account, name, query, created_at) VALUES ('client-1001', 'a', '?text=%E2%88%92%D0%B1', 0)`);
  const migration = migrations[37];
  if (typeof migration === 'function') migration(db, () => {});
  const texts = ['метро не авария', 'метро – авария', 'метро -авария'];
  const list = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row));
  expect(list('SELECT text, text_folded FROM words ORDER BY word_id')).toEqual(texts.map((text) => [text, text]));
  expect(list('SELECT text FROM word_clients ORDER BY word_id').flat()).toEqual(texts);
  expect(list('SELECT query FROM views')).toEqual([['?text=%E2%88%92+%D0%B1']]);
  const records = list('SELECT who, action, event FROM journal ORDER BY record_id');
  expect(records.map(([who, action, event]) => [who, action, describeEvent(JSON.parse(String(event)))])).toEqual([
    ['Служба', 'word-changed', expect.stringContaining('метро не авария')],
    ['Служба', 'word-changed', expect.stringContaining('метро – авария')],
  ]);
  db.close();
});
