import { nextTurn } from './collection-claims.ts';
import { createConnection } from './sqlite/connection.ts';
import { openDatabase } from './sqlite/database.ts';
import { createWordsStore } from './words.ts';

test('selecting the next phrase scans no table of phrases or links', async () => {
  const db = openDatabase(':memory:');
  const insert =
    "INSERT INTO clients (client_id, name, ipaddr, macaddr, created_at) VALUES ('client-1001', 'a', 'b', 'c', 0)";
  db.exec(insert);
  const connection = createConnection(db);
  await createWordsStore(connection).create({ text: 'метро', state: 'ready', fullSearch: false }, 'client-1001');
  const prepared: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (sql) => {
    prepared.push(sql);
    return prepare(sql);
  };
  expect(await nextTurn(connection, 1, false)).toEqual({ wordId: 1, clientId: 'client-1001' });
  expect(prepared).toHaveLength(4);
  const plans = prepared.map((sql) =>
    prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail)),
  );
  const scan = /^SCAN (p|w|wc|words|word_clients|collection_phrases)\b/;
  expect(plans.flat().filter((step) => scan.test(step))).toEqual([]);
  db.close();
});
