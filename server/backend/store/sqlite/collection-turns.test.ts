import { createCollectionTurns } from './collection-turns.ts';
import { openDatabase } from './database.ts';

test('selecting the next phrase reads no table of phrases or links as a whole', () => {
  const db = openDatabase(':memory:');
  const prepared: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (sql) => {
    prepared.push(sql);
    return prepare(sql);
  };
  createCollectionTurns(db);
  const plans = prepared.map((sql) => {
    const statement = prepare(`EXPLAIN QUERY PLAN ${sql}`);
    statement.setAllowUnknownNamedParameters(true);
    return statement.all({ now: 0, quotaStart: 0, clientId: '' }).map(({ detail }) => String(detail));
  });
  expect(plans).toHaveLength(5);
  const scan = /^SCAN (p|w|wc|words|word_clients|collection_phrases)\b(?! USING INDEX word_clients_awaiting)/;
  expect(plans.flat().filter((step) => scan.test(step))).toEqual([]);
  db.close();
});
