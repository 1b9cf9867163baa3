import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toRows } from '../port.ts';
import { createConnection } from './connection.ts';
import { openDatabase } from './database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-connection-'));
afterAll(() => rmSync(folder, { recursive: true }));

const openMemory = () => {
  const db = openDatabase(':memory:');
  db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, full_text TEXT, read_only INTEGER, bits BLOB)');
  return createConnection(db);
};

test('SQL with the words of the dialect runs, and rows have the types of PostgreSQL', async () => {
  const db = openMemory();
  const { among, contains, elements, locking } = db.dialect;
  const insert = 'INSERT INTO notes AS known (id, full_text, read_only, bits) VALUES ($1, CAST($2 AS text), $3, $4)';
  expect(await db.run(insert, 1, 'a', true, new Uint8Array([7]))).toBe(1);
  expect(
    await db.run(`${insert} ON CONFLICT (id) DO UPDATE SET full_text = known.full_text || $2`, 1, 'b', null, null),
  ).toBe(1);
  await db.run(insert, 2, null, false, null);
  expect(
    await db.rows(
      `SELECT id, full_text, read_only, bits FROM notes WHERE id ${among('$1', 'bigint')} ORDER BY id ${locking('UPDATE')}`,
      [1, 2, 3],
    ),
  ).toEqual([
    { id: 1, fullText: 'ab', readOnly: true, bits: new Uint8Array([7]) },
    { id: 2, fullText: null, readOnly: false, bits: null },
  ]);
  const wanted = `SELECT wanted AS id FROM ${elements('$2', 'bigint', 'wanted')} WHERE wanted > $1 ORDER BY wanted LIMIT 1`;
  expect(await db.row(wanted, 1, [5, 4, 1])).toEqual({ id: 4 });
  expect(await db.row(`SELECT id FROM notes WHERE ${contains('full_text', '$1')}`, 'b')).toEqual({ id: 1 });
  expect(await db.row('SELECT id FROM notes WHERE full_text IS NOT DISTINCT FROM $1', null)).toEqual({ id: 2 });
  expect(await db.row('SELECT id FROM notes WHERE id = $1', 3)).toBeNull();
});

test('a list of rows is one value, in which later values replace earlier ones unless they are null', async () => {
  const db = openMemory();
  const rows = [
    { id: 1, text: 'a', bits: 'b' },
    { id: 2, text: '\ud83d', bits: null },
    { id: 1, text: 'c', bits: null },
  ];
  const list = toRows(
    rows,
    ({ id }) => id,
    ({ id, text, bits }) => [id, text, bits],
  );
  const { contains, rowsIn } = db.dialect;
  const sql = `SELECT CAST(value ->> 0 AS bigint) AS id, value ->> 1 AS text, value ->> 2 AS bits
    FROM ${rowsIn('$1')} WHERE ${contains('value ->> 1', '$2')}`;
  expect(await db.rows(sql, list, 'c')).toEqual([{ id: 1, text: 'c', bits: 'b' }]);
  expect(await db.rows(sql, list, '\ufffd')).toEqual([{ id: 2, text: '\ufffd', bits: null }]);
});

test('the next ID of a table is returned once, and again after a rollback', async () => {
  const db = openMemory();
  const first = await db.nextId('clients');
  const failing = db.transaction(async (tx) => {
    await tx.nextId('clients');
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await db.nextId('clients')).toBe(first + 1);
});

test('statements and transactions wait until the transaction under way has ended', async () => {
  const db = openMemory();
  const { promise: pause, resolve: go } = Promise.withResolvers<void>();
  const first = db.transaction(async (tx) => {
    await tx.run('INSERT INTO notes (id) VALUES (1)');
    await pause;
    await tx.transaction((inner) => inner.run('INSERT INTO notes (id) VALUES (2)'));
    throw new Error('undone');
  });
  const second = db.run('INSERT INTO notes (id) VALUES (3)');
  const read = db.rows('SELECT id FROM notes');
  go();
  await expect(first).rejects.toThrow('undone');
  expect(await second).toBe(1);
  await read;
  expect(await db.rows('SELECT id FROM notes')).toEqual([{ id: 3 }]);
});

test('a transaction waits for another connection without blocking the event loop', async () => {
  const file = path.join(folder, 'shared.sqlite');
  const [mine, other] = [openDatabase(file), openDatabase(file)];
  other.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY); BEGIN IMMEDIATE; INSERT INTO notes VALUES (1)');
  const written = createConnection(mine).run('INSERT INTO notes VALUES (2)');
  // The other connection can end its transaction only if the event loop is not blocked.
  setImmediate(() => other.exec('COMMIT'));
  expect(await written).toBe(1);
  expect(mine.prepare('SELECT id FROM notes').all()).toHaveLength(2);
  mine.close();
  other.close();
});
