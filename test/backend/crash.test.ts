import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { apiBase } from '../../shared/api/call.ts';
import { backendAdmin, cookieOf } from '../support/backend.ts';
import { startServerProcess } from '../support/server-process.ts';

const rounds = 3;
const writers = 4;
const writesBeforeKill = 60;

describe('a backend killed with SIGKILL during writes', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-crash-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function start(): Promise<{ kill: () => Promise<unknown>; url: string }> {
    const account = { ADMIN_USERNAME: backendAdmin.username, ADMIN_PASSWORD: backendAdmin.password };
    const { url, stop } = await startServerProcess('backend.js', { DATA_DIR: folder, PORT: '0', ...account });
    return { kill: () => stop('SIGKILL'), url: `${url}${apiBase}` };
  }

  const post = (url: string, path: string, body: object, cookie = '') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });

  test('loses no acknowledged write, records each kept one, and its database file is intact', async () => {
    const acknowledged: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { kill, url } = await start();
      const cookie = cookieOf((await post(url, '/admin/auth/login', backendAdmin)).headers);
      let written = 0;
      const write = async (writer: number) => {
        for (let number = 0; ; number += 1) {
          const UserID = 1 + round * 1_000_000 + writer * 100_000 + number;
          const reply = await post(url, '/vknf/users/create', { UserID, Name: 'x' }, cookie);
          if (reply.status !== 201) throw new Error(`${reply.status}`);
          acknowledged.push(UserID);
          written += 1;
          if (written === writesBeforeKill) void kill();
        }
      };
      const ends = await Promise.allSettled(Array.from({ length: writers }, (_, writer) => write(writer)));
      expect(ends.map(({ status }) => status)).toEqual(Array(writers).fill('rejected'));
      await kill();
    }

    const db = new DatabaseSync(path.join(folder, databaseFileName));
    expect(db.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok');
    const kept = new Set(
      db
        .prepare('SELECT user_id FROM users')
        .all()
        .map((row) => row.user_id),
    );
    const recorded = db
      .prepare("SELECT json_extract(event, '$.id') AS id FROM journal WHERE action = 'author-added'")
      .all();
    db.close();
    expect(new Set(recorded.map(({ id }) => id))).toEqual(kept);
    expect(recorded).toHaveLength(kept.size);
    expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * writesBeforeKill);
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });
});
