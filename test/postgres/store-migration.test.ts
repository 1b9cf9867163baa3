/** `npm run migrate-store`: SQLite to PostgreSQL and back. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { openPostgresStore, openStore } from '../../server/backend/open-store.ts';
import type { CheckedTable, Report } from '../../server/backend/store/store-migration/migrate-store.ts';
import { migrateStore } from '../../server/backend/store/store-migration/migrate-store.ts';
import { settings, tableKeys } from '../../server/backend/store/store-migration/tables.ts';
import * as messages from '../../shared/messages.ts';
import { writeFullStore } from '../support/full-store.ts';
import { placeOldDatabase } from '../support/old-database.ts';
import { newPost } from '../support/seed-posts.ts';
import { viewing } from '../support/viewing.ts';

const support = path.join(import.meta.dirname, '../support');
const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-store-migration-'));
const full = path.join(folder, 'full.sqlite');
const serverUrl = process.env.TEST_POSTGRES_URL ?? '';
let admin: pg.Client;
const databases: string[] = [];

beforeAll(async () => {
  admin = new pg.Client({ connectionString: `${serverUrl}postgres` });
  await admin.connect();
  await writeFullStore(full);
});
afterAll(async () => {
  for (const name of databases) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
  rmSync(folder, { recursive: true });
});

/** Returns the connection string of a database that has the schema and no data. */
async function newDatabase(template = 'migrated'): Promise<string> {
  const name = `m${randomUUID().replaceAll('-', '')}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  databases.push(name);
  return serverUrl + name;
}

const newFile = (): string => path.join(folder, `${randomUUID()}.sqlite`);
function copyOfFull(change: string): string {
  const file = newFile();
  copyFileSync(full, file);
  const db = new DatabaseSync(file);
  db.exec(change);
  db.close();
  return file;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

const batchRows = 3;
function migrate(from: string, to: string, onProgress: Report['onProgress'] = () => {}) {
  const checked: CheckedTable[] = [];
  const report = { onProgress, onChecked: (table: CheckedTable) => void checked.push(table) };
  return migrateStore({ from, to }, { report, batchRows }).then((equal) => ({ equal, checked }));
}

/** All that a file contains. `version` of packed columns is random. */
function contentsOf(file: string): Record<string, unknown[]> {
  const db = new DatabaseSync(file);
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'post_search%'")
    .all();
  const contents = Object.fromEntries(
    tables.map(({ name }) => {
      const columns = db.prepare(`SELECT name FROM pragma_table_info('${name}') WHERE name <> 'version'`).all();
      const list = columns.map((column) => `"${column.name}"`).join(', ');
      return [String(name), db.prepare(`SELECT ${list} FROM ${name} ORDER BY ${list}`).all() as unknown[]];
    }),
  );
  db.exec('CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, post_search, instance)');
  contents['search terms'] = db.prepare('SELECT * FROM temp.terms').all();
  contents.schema = db.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all();
  db.close();
  return contents;
}

describe('the list of copied tables', () => {
  const database = `${serverUrl}migrated`;
  const names = tableKeys.map(({ name }) => name);
  const inSettings = settings.map(({ postgres, sqlite }) => postgres.read + sqlite.read).join(' ');
  const missing = (tables: readonly string[], derived: readonly string[]) =>
    tables.filter((name) => ![...names, ...derived].includes(name) && !inSettings.includes(` ${name}`));

  test('has every table of both schemas with all its columns', async () => {
    const rows = await query(
      database,
      `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
       WHERE table_schema = 'public' GROUP BY table_name`,
    );
    const columns = new Map(rows.map((row) => [String(row.name), row.columns as string[]]));
    const rest = tableKeys.flatMap((table) => table.rest ?? []);
    expect(missing([...columns.keys()], ['schema_versions', 'changes'])).toEqual([]);
    expect(
      missing(Object.keys(contentsOf(full)), ['row_columns', 'work_versions', 'search terms', 'schema', ...rest]),
    ).toEqual([]);

    const db = new DatabaseSync(full);
    const columnsOf = (table: string) =>
      (db.prepare('SELECT name FROM pragma_table_info(?)').all(table) as { name: string }[]).map(({ name }) => name);
    const inSqlite = tableKeys.map(
      ({ name, rest: other = name }) => new Set([...columnsOf(name), ...columnsOf(other)]),
    );
    db.close();
    expect(inSqlite.map((own) => [...own].toSorted())).toEqual(names.map((name) => columns.get(name)?.toSorted()));
  });

  test('has every counter of both schemas', async () => {
    const sequences = await query(database, 'SELECT sequencename FROM pg_sequences');
    const derived = ['changes_change_id_seq', 'collection_calls_call_id_seq'];
    expect(
      sequences.map(({ sequencename }) => String(sequencename)).filter((name) => !inSettings.includes(`'${name}'`)),
    ).toEqual(expect.arrayContaining(derived));
    expect(sequences).toHaveLength(settings.filter(({ name }) => name.startsWith('counter')).length + derived.length);
    const db = new DatabaseSync(full);
    const counted = db.prepare("SELECT name FROM sqlite_master WHERE sql LIKE '%PRIMARY KEY AUTOINCREMENT%'").all();
    db.close();
    expect(counted.filter(({ name }) => !inSettings.includes(`name = '${name}'`))).toEqual([]);
  });

  test('has each table after the tables to which it refers', async () => {
    const references = await query(
      database,
      `SELECT conrelid::regclass::text AS name, confrelid::regclass::text AS target FROM pg_constraint WHERE contype = 'f'`,
    );
    expect(references.length).toBeGreaterThan(0);
    const place = (name: unknown) => names.indexOf(String(name));
    expect(references.filter(({ name, target }) => place(name) <= place(target))).toEqual([]);
  });
});

describe('a store with rows in every table', () => {
  test('is the same after it was copied to PostgreSQL and back', async () => {
    const [database, back] = [await newDatabase(), newFile()];
    const there = await migrate(full, database);
    expect(there).toMatchObject({ equal: true });
    expect(there.checked.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([]);
    expect(await migrate(database, back)).toMatchObject({ equal: true });
    expect(contentsOf(back)).toEqual(contentsOf(full));
    expect(existsSync(`${back}.unfinished`)).toBe(false);
    expect(statSync(back).mode & 0o777).toBe(0o600);
  });

  test('works in PostgreSQL: new rows get new numbers, the feed is the same, and no change is logged', async () => {
    const database = await newDatabase('template1');
    await migrate(full, database);
    expect(await query(database, 'SELECT * FROM changes')).toEqual([]);
    const replicaFolder = mkdtempSync(path.join(folder, 'copy-'));
    const file = copyOfFull('');
    const stores = [openStore(file), await openPostgresStore(database, { replicaFolder })];
    const results = await Promise.all(
      stores.map(async (store) => {
        const post = newPost({ wordId: 1, postId: 99, text: 'Ремонт моста через реку' });
        await store.posts.save([post]);
        const contact = { ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: '', phone: '', note: '' };
        const client = await store.clients.create({ name: 'Новый', ...contact, exportAccess: 'denied' }, 1);
        const journalPage = { limit: 9, offset: 0 };
        const page = { limit: 50, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
        const viewer = { type: 'admin', adminId: 1, username: 'admin' } as const;
        const rows = await store.posts.page(viewer, viewing({ copies: false }), page);
        return {
          rows,
          clientId: client.clientId,
          journal: await store.journal.page({ ...journalPage, who: '', action: null, from: null, to: null }),
        };
      }),
    ).finally(() => Promise.all(stores.map((store) => store.close())));
    const [expected, found] = results;
    expect(found).toEqual(expected);
    expect(found?.clientId).toBe('client-1004');
  });
});

type Kind = 'copying' | 'checking' | 'indexing';
/** Runs a migration that is killed after a number of steps of a kind. */
function runUntil(kind: Kind, number: number, from: string, to: string): void {
  const child = path.join(support, 'store-migration-child.ts');
  const { signal, stderr } = spawnSync(process.execPath, [child, from, to, `${batchRows}`, kind, `${number}`]);
  expect({ signal, stderr: stderr.toString() }).toEqual({ signal: 'SIGKILL', stderr: '' });
}

describe('an interrupted run', () => {
  test('continues to PostgreSQL after SIGKILL, and the service does not start until it is complete', async () => {
    const [database, back] = [await newDatabase(), newFile()];
    for (const number of [9, 20]) runUntil('copying', number, full, database);
    await expect(openPostgresStore(database, { replicaFolder: folder })).rejects.toThrow('npm run migrate-store');
    await expect(migrate(database, back)).rejects.toThrow('is not complete');
    const copied: string[] = [];
    const { equal } = await migrate(full, database, (step, table) => void (step === 'copying' && copied.push(table)));
    expect(equal).toBe(true);
    expect([copied.includes('words'), copied.includes('text_keys')]).toEqual([false, true]);
    await migrate(database, back);
    expect(contentsOf(back)).toEqual(contentsOf(full));
  });

  test('continues to a file after SIGKILL, while rows are copied and after posts are indexed', async () => {
    const [database, file] = [await newDatabase(), newFile()];
    await migrate(full, database);
    for (const [kind, number] of [
      ['copying', 45],
      ['indexing', 1],
    ] as const)
      runUntil(kind, number, database, file);
    expect(existsSync(file)).toBe(false);
    expect(await migrate(database, file)).toMatchObject({ equal: true });
    expect(contentsOf(file)).toEqual(contentsOf(full));
  });

  test('does not continue from a source that has changed', async () => {
    const database = await newDatabase();
    runUntil('copying', 9, full, database);
    const changed = copyOfFull("INSERT INTO users VALUES (7, 'x', NULL, NULL)");
    await expect(migrate(changed, database)).rejects.toThrow('from another source, or the source has changed');
  });
});

describe('the check', () => {
  test('names each table that differs, and the target stays unusable', async () => {
    const database = await newDatabase();
    runUntil('checking', 1, full, database);
    await query(
      database,
      `UPDATE posts SET text = 'x' WHERE word_id = 1 AND post_id = 1; INSERT INTO cities VALUES (77, NULL, '', NULL);
       DELETE FROM text_keys WHERE (key, id) IN (SELECT key, id FROM text_keys LIMIT 1)`,
    );
    const { equal, checked } = await migrate(full, database);
    const differing = checked.filter(({ difference }) => difference !== null).map(({ name }) => name);
    expect({ equal, differing }).toEqual({ equal: false, differing: ['cities', 'posts', 'text_keys'] });
    await expect(openPostgresStore(database, { replicaFolder: folder })).rejects.toThrow('npm run migrate-store');
  });

  test('removes the character NUL, which PostgreSQL cannot store, and names the rows', async () => {
    const [database, file] = [
      await newDatabase(),
      copyOfFull("UPDATE users SET name = 'a' || char(0) || 'b' WHERE user_id = 2"),
    ];
    const { equal, checked } = await migrate(file, database);
    const stripped = checked.filter((each) => each.stripped.rows > 0).map((each) => [each.name, each.stripped]);
    expect({ equal, stripped }).toEqual({ equal: true, stripped: [['users', { rows: 1, keys: [[2]] }]] });
    expect(await query(database, 'SELECT name FROM users WHERE user_id = 2')).toEqual([{ name: 'ab' }]);
  });
});

describe('data that cannot be copied is refused', () => {
  test('a row that PostgreSQL does not take, with its key and the constraint', async () => {
    const file = copyOfFull("UPDATE users SET name = char(0) || 'x'; UPDATE post_facts SET likes = 9007199254740991");
    const broken =
      copyOfFull(`INSERT INTO deliveries (delivery_id, key, kind, rule_name, query, account, channel, findings, state, created_at, due_at)
      SELECT 99, 'no uuid', kind, rule_name, query, account, channel, findings, state, created_at, due_at FROM deliveries LIMIT 1`);
    await expect(migrate(broken, await newDatabase())).rejects.toThrow(
      'The row with delivery_id 99 of deliveries cannot be copied: invalid input syntax for type uuid: "no uuid"',
    );
    const twice = copyOfFull("DROP INDEX words_by_text; UPDATE words SET text_folded = 'я', deleted_at = NULL");
    await expect(migrate(twice, await newDatabase())).rejects.toThrow(
      /^The row with word_id 2 of words cannot be copied: .*"words_by_text".* \(text_folded\)=\(я\) already exists/,
    );
    expect(await migrate(file, await newDatabase())).toMatchObject({ equal: true });
  });

  test('a row that SQLite does not take, with its key', async () => {
    const database = await newDatabase();
    await migrate(full, database);
    await query(database, "DROP INDEX words_by_text; UPDATE words SET text_folded = 'я', deleted_at = NULL");
    await expect(migrate(database, newFile())).rejects.toThrow(
      'The row with word_id 2 of words cannot be copied: UNIQUE constraint failed: words.text_folded',
    );
  });

  test('a source that is in use, of another version, or missing', async () => {
    const database = await newDatabase();
    const file = copyOfFull('');
    const store = openStore(file);
    await expect(migrate(file, database)).rejects.toThrow('is in use: stop the service');
    await store.close();
    for (const [version, words] of [
      [12, messages.olderSchema],
      [999, /newer version \(999\)/],
    ] as const) {
      await expect(migrate(copyOfFull(`PRAGMA user_version = ${version}`), database)).rejects.toThrow(words);
    }
    const old = newFile();
    placeOldDatabase(old);
    await expect(migrate(old, database)).rejects.toThrow(/older version 37 .*npm start/);
    await expect(migrate(newFile(), database)).rejects.toThrow('There is no file');
    const source = await newDatabase();
    const service = await openPostgresStore(source, { replicaFolder: folder });
    await expect(migrate(source, newFile())).rejects.toThrow('is in use: stop the service');
    await service.close();
    await query(source, 'DELETE FROM schema_versions WHERE version > 28');
    await expect(migrate(source, newFile())).rejects.toThrow(/older version 28 .*npm start/);
    await query(source, 'TRUNCATE schema_versions; INSERT INTO schema_versions VALUES (3, now())');
    await expect(migrate(source, newFile())).rejects.toThrow(messages.olderSchema);
    await expect(migrate(await newDatabase('template1'), newFile())).rejects.toThrow('has no data of the service');
    await expect(migrate(full, newFile())).rejects.toThrow('One end must be a file');
  });

  test('a target with data', async () => {
    const database = await newDatabase();
    await query(database, "INSERT INTO cities VALUES (1, NULL, '', NULL)");
    await expect(migrate(full, database)).rejects.toThrow('already has data (cities)');
    await query(database, 'DELETE FROM cities');
    await migrate(full, database);
    await expect(migrate(full, database)).rejects.toThrow('already has data');
    await expect(migrate(database, full)).rejects.toThrow('already exists');
  });
});

test('the command prints a line per table without the password, and exits with 1 on an error', async () => {
  const script = path.join(import.meta.dirname, '../../scripts/migrate-store.ts');
  const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  const database = (await newDatabase()).replace('ldvk@', 'ldvk:secret@');
  const { status, stdout } = run('--from', full, '--to', database);
  expect(stdout).toMatch(/^words: 3 rows, SHA-256 [0-9a-f]{64}$/m);
  expect({ status, secret: stdout.includes('secret') }).toEqual({ status: 0, secret: false });
  const again = run('--from', full, '--to', database);
  expect({ ...again, secret: again.stderr.includes('secret') }).toMatchObject({ status: 1, secret: false });
  expect(run('--from', full)).toMatchObject({ status: 1, stderr: expect.stringContaining('Usage') });
});
