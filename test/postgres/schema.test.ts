/** The schema fits a database that is distributed: the distribution column is in every unique key (Citus). */
import pg from 'pg';
import { booleanColumns } from '../../server/backend/store/sqlite/dialect.ts';
import { openTestStore, type TestStore, testDatabaseUrl } from '../support/test-store.ts';

/** The tables that grow with the posts. All others are copied to every machine. */
const distributed = {
  posts: 'owner_id',
  post_facts: 'owner_id',
  post_measures: 'owner_id',
  post_versions: 'owner_id',
  post_checks: 'owner_id',
  text_keys: 'key',
  stories: 'story_id',
};

let fixture: TestStore;
let client: pg.Client;
beforeAll(async () => {
  fixture = await openTestStore();
  client = new pg.Client({ connectionString: testDatabaseUrl() });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await fixture.close();
});

test.each(Object.entries(distributed))('every unique key of %s has %s', async (table, column) => {
  const { rows } = await client.query(
    `SELECT array_agg(attname::text) AS columns FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
     WHERE indrelid = $1::regclass AND indisunique GROUP BY indexrelid`,
    [table],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ columns }) => !columns.includes(column))).toEqual([]);
});

test('no other table refers to distributed tables', async () => {
  const { rows } = await client.query(
    "SELECT conname FROM pg_constraint WHERE contype = 'f' AND confrelid = ANY ($1::regclass[])",
    [Object.keys(distributed)],
  );
  expect(rows).toEqual([]);
});

test('SQLite returns booleans for the columns that are booleans here, and for no other column', async () => {
  const columnsOf = async (condition: string) => {
    const sql = `SELECT DISTINCT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type ${condition} ORDER BY 1`;
    return (await client.query(sql)).rows.map(({ name }) => String(name));
  };
  const isListed = (name: string) => booleanColumns.has(name);
  expect((await columnsOf("= 'boolean'")).filter((name) => !isListed(name))).toEqual([]);
  expect((await columnsOf("<> 'boolean'")).filter(isListed)).toEqual([]);
});
