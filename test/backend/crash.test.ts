// Proves: journal#records, security#statements, work#many-at-once
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { apiBase } from '../../shared/api/call.ts';
import { backendAdmin, clientPassword, cookieOf, startTestBackend } from '../support/backend.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { newPost } from '../support/seed-posts.ts';
import { startServerProcess } from '../support/server-process.ts';
import { viewing } from '../support/viewing.ts';

const rounds = 2;
const writers = 4;
const writesBeforeKill = 60;

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

function withDatabase<Value>(work: (db: DatabaseSync) => Value): Value {
  const db = new DatabaseSync(path.join(folder, databaseFileName));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

describe('a backend killed with SIGKILL during writes', () => {
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

    const [kept, recorded] = withDatabase((db) => {
      expect(db.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok');
      const users = db.prepare('SELECT user_id FROM users').all();
      const records = "SELECT json_extract(event, '$.id') AS id FROM journal WHERE action = 'author-added'";
      return [new Set(users.map(({ user_id }) => user_id)), db.prepare(records).all()];
    });
    expect(new Set(recorded.map(({ id }) => id))).toEqual(kept);
    expect(recorded).toHaveLength(kept.size);
    expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * writesBeforeKill);
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });
});

/** Enough steps for a kill to interrupt one. */
const stories = 3000;

test('a change of many stories continues after kills, and so does its undo, which restores exactly the earlier values', async () => {
  const backend = await startTestBackend({ config: { DATA_DIR: folder } });
  const { clientId } = await backend.createClient();
  const { wordId } = await backend.createWord(clientId);
  const posts = Array.from({ length: stories }, (_, index) =>
    newPost({ wordId, postId: index + 1, text: `Пост ${index}` }),
  );
  await backend.store.posts.save(posts);
  const viewer = { type: 'client', clientId } as const;
  const ids = await backend.store.posts.listStories(viewer, viewing({ clientId }));
  const change = { state: 'in-progress', tone: 'negative' } as const;
  const wanted = ids.slice(0, 100).map((storyId) => ({ storyId, version: 0 }));
  const by = { who: 'anna', onBehalfOf: clientId, address: '', at: 1 };
  await backend.store.work.change(clientId, { stories: wanted, change, batchId: null, taker: 0 }, by);
  await backend.close();
  /** Stories without any value count as not stored. */
  const readWork = () =>
    withDatabase((db) =>
      db
        .prepare(`SELECT story_id, state, assignee, reason, tone, seen_arrival, returned, first_reaction_at, closed_at
          FROM story_work WHERE state <> 'new' OR tone IS NOT NULL OR seen_arrival IS NOT NULL OR first_reaction_at IS NOT NULL`)
        .all(),
    );
  const before = readWork();

  let [server, cookie, batchId] = [await start(), '', 0];
  const credentials = { client_id: clientId, password: clientPassword };
  cookie = cookieOf((await post(server.url, '/server/auth/login', credentials)).headers);
  const readBatch = async () => {
    const reply = await fetch(`${server.url}/vknf/work/batch?id=${batchId}`, { headers: { cookie } });
    return (await reply.json()) as { State: string; Done: number; Changed: number; Skipped: number };
  };
  /** Kills the backend several times during the work. Another one may continue at once. */
  async function waitThroughKills(times: number): Promise<void> {
    for (let kills = 0; kills < times; kills += 1) {
      const { Done: last } = await readBatch();
      await expectSoon(async () => (await readBatch()).Done > Math.min(last, stories - 1)).toBe(true);
      await server.kill();
      withDatabase((db) => db.exec('DELETE FROM jobs'));
      server = await start();
    }
    await expectSoon(async () => (await readBatch()).State).toMatch(/^(done|undone)$/);
  }

  const body = { Filters: { copies: 'hide' }, Expected: stories, Change: { State: 'rejected', Reason: 'Реклама' } };
  const started = await post(server.url, '/vknf/work/change-found', body, cookie);
  batchId = ((await started.json()) as { BatchID: number }).BatchID;
  await waitThroughKills(2);
  expect(await readBatch()).toMatchObject({ State: 'done', Done: stories, Changed: stories, Skipped: 0 });
  const changes =
    'SELECT count(*) AS changes, count(DISTINCT story_id) AS stories FROM work_changes WHERE batch_id = ?';
  expect(withDatabase((db) => db.prepare(changes).get(batchId))).toEqual({ changes: stories, stories });
  await post(server.url, `/vknf/work/undo?id=${batchId}`, {}, cookie);
  await waitThroughKills(1);
  expect(await readBatch()).toMatchObject({ State: 'undone', Done: stories, Changed: stories, Skipped: 0 });
  await server.kill();
  expect(readWork()).toEqual(before);
});
