// Proves: phrases#deleted-phrases
import { wordSortColumns } from '../../../shared/fields/words.ts';
import { createConnection } from './sqlite/connection.ts';
import { openDatabase } from './sqlite/database.ts';
import { placed } from './sqlite/dialect.ts';
import { createPostEngine } from './sqlite/posts.ts';
import { createWordsStore } from './words.ts';

describe('pages of phrases', () => {
  test.each(wordSortColumns.flatMap((column) => [[column, 'ASC'] as const, [column, 'DESC'] as const]))(
    'sorted by %s %s use an index instead of sorting all rows',
    async (orderBy, orderDirection) => {
      const db = openDatabase(':memory:');
      const prepared: string[] = [];
      const prepare = db.prepare.bind(db);
      db.prepare = (sql) => {
        prepared.push(sql);
        return prepare(sql);
      };
      await createWordsStore(createConnection(db)).page({ limit: 100, offset: 0, orderBy, orderDirection });
      const plan = prepare(`EXPLAIN QUERY PLAN ${prepared.at(-1)}`).all(placed([100, 0]));
      const outer = plan.filter((step) => step.parent === 0).map((step) => String(step.detail));
      expect(outer.join('\n')).not.toContain('TEMP B-TREE');
      expect(outer.join('\n')).toMatch(/SCAN w/);
      db.close();
    },
  );
});

test('deleting and restoring a phrase changes one row, regardless of its posts', async () => {
  const db = openDatabase(':memory:');
  const connection = createConnection(db);
  const words = createWordsStore(connection);
  db.exec(
    "INSERT INTO clients (client_id, name, ipaddr, macaddr, created_at) VALUES ('client-1001', 'a', 'b', 'c', 0)",
  );
  await words.create({ text: 'метро', state: 'ready', fullSearch: false }, 'client-1001');
  const post = {
    ownerId: -1,
    wordId: 1,
    userId: 1,
    postedAt: 0,
    updatedAt: 0,
    text: 'Метро',
    textParts: [],
    photoUrl: null,
    cityId: 1,
    comment: null,
    facts: null,
  };
  const posts = Array.from({ length: 500 }, (_, index) => ({ ...post, postId: index + 1 }));
  await connection.transaction((tx) => createPostEngine(db, connection).write(tx, posts, 'imported', 1));
  const changes = () => Number(db.prepare('SELECT total_changes() AS n').get()?.n);
  const before = changes();
  await words.markDeleted(1, 1);
  expect(changes() - before).toBe(1);
  await words.update(1, { deleted: false });
  expect(changes() - before).toBe(2);
  db.close();
});
