import { createJournalStore, recordChange } from './journal.ts';
import { createConnection } from './sqlite/connection.ts';
import { openDatabase } from './sqlite/database.ts';

test('a record that was written before events were stored keeps its text', async () => {
  const db = openDatabase(':memory:');
  const insert = db.prepare(
    "INSERT INTO journal (at, who, who_folded, action, object, address) VALUES (1, 'admin', 'admin', 'sign-in', ?, '')",
  );
  insert.run('Администратор admin');
  const connection = createConnection(db);
  const by = { who: 'admin', onBehalfOf: null, address: '', at: 2 };
  await connection.transaction((db) =>
    recordChange(db, by, 'word-changed', {
      of: 'word',
      wordId: 7,
      text: 'метро',
      clientId: null,
      before: { state: 'ready' },
      after: { state: 'freeze' },
    }),
  );
  const { rows } = await createJournalStore(connection).page({
    limit: 9,
    offset: 0,
    who: '',
    action: null,
    from: null,
    to: null,
  });
  expect(rows.map(({ object }) => object)).toEqual(['Фраза 7 «метро»: статус «Заморожено»', 'Администратор admin']);
  db.close();
});
