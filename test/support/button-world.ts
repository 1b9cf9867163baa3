/** A console in this process with every kind of account, whose database can be copied, to press buttons on equal databases. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { generateSync } from 'otplib';
import { importPosts } from '../../server/backend/import/import-posts.ts';
import { backupDatabase } from '../../server/backend/store/sqlite/backup.ts';
import { readAssets } from '../../server/http/assets.ts';
import { hashPassword } from '../../server/platform/password-hash.ts';
import { backendAdmin, clientPassword, startTestBackend, type TestBackend } from './backend.ts';
import { metroPost } from './seed-feed.ts';
import { createTestConsole, createVisitor, startImpersonation, type Visitor } from './test-console.ts';

export type Role = 'nobody' | 'admin' | 'observer' | 'acting' | 'owner' | 'reader';

/** A request that a button sends; `body` is the body of a form, or JSON. */
export type Sent = { path: string; body: string };

export type ButtonWorld = {
  url: string;
  visitors: Record<Role, Visitor>;
  /** A story with notes, another story, a phrase, and the token of an invitation. */
  ids: { story: number; other: number; word: number; invitation: string };
  /** Sends the request on a copy of the database. Returns all tables before and after it. */
  replay(role: Role, sent: Sent): Promise<{ before: string[]; after: string[] }>;
  close(): Promise<void>;
};

const assets = readAssets(path.join(import.meta.dirname, '../../dist/client'));
const password = 'person-password-1';

/** Times, tokens and hashes differ between equal requests. */
const masked = (value: unknown): unknown => {
  if (typeof value === 'number' && value > 1e12) return 'time';
  if (value instanceof Uint8Array || (typeof value === 'string' && /^[\w+/=.$:-]{20,}$/.test(value))) return 'token';
  return value;
};

/** Returns each row as a text with the name of its table. Sessions change with every request. */
function readTables(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const names = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'`).all();
  const rows = names.flatMap(({ name }) =>
    db
      .prepare(`SELECT * FROM "${name}"`)
      .all()
      .map((row) => `${name} ${JSON.stringify(Object.values(row).map(masked))}`),
  );
  db.close();
  return rows.filter((row) => !/^(sessions|visits) /.test(row)).sort();
}

const consoleOn = ({ url }: TestBackend) => createTestConsole({ apiUrl: url, assets }).app;

type Api = <T = Record<string, unknown>>(visitor: Visitor, target: string, body?: object) => Promise<T>;

const api: Api = async (visitor, target, body = {}) => {
  const reply = await visitor.postJson(`/api/v1${target}`, body);
  if (reply.status >= 300) throw new Error(`${target}: ${reply.status} ${reply.text}`);
  return reply.body;
};

async function enableFactor(visitor: Visitor): Promise<void> {
  const { text } = await visitor.get('/profile/second-factor');
  const secret = /name="secret" value="([A-Z2-7]{32})"/.exec(text)?.[1] ?? '';
  const code = generateSync({ secret });
  await visitor.postForm('/profile/second-factor', { secret, code, password: clientPassword });
}

/** Fills the database, with two rules that can be moved, and returns the IDs. */
async function fill(backend: TestBackend, owner: Visitor, admin: Visitor, clientId: string) {
  const word = await backend.createWord(clientId, { text: 'метро' });
  const lines = [1, 2, 3].map((number) => JSON.stringify(metroPost(number)));
  await importPosts(backend.store, lines, { onBadLine: () => undefined });
  const feed = await owner.get('/api/v1/vknf/posts/details?limit=3');
  const [story = 0, other = 0] = feed.body.posts.map(({ StoryID }: { StoryID: number }) => StoryID);
  await api(owner, `/vknf/work/notes/create`, { StoryID: story, Text: 'Позвонить' });
  const { ViewID } = await api(owner, '/vknf/views/create', { Name: 'Метро', Query: '?text=метро', ClientID: null });
  for (const Name of ['Первое', 'Второе'])
    await api(owner, '/vknf/work/rules/create', { Name, ViewID, Hidden: true, Paused: true });
  await enableFactor(owner);
  const invite = (Login: string) =>
    api<{ Token: string }>(owner, '/vknf/people/invite', { Name: Login, Login, Role: 'reader', MayExport: false });
  const { Token } = await invite('boris');
  await api(admin, '/server/invitation/accept', { Token, Password: password });
  return { story, other, word: word.wordId, invitation: (await invite('vera')).Token };
}

export async function startButtonWorld(): Promise<ButtonWorld> {
  const backend = await startTestBackend();
  const app = consoleOn(backend);
  const server = createServer({ keepAliveTimeout: 60_000 }, app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { clientId } = await backend.createClient();
  const hash = await hashPassword(password);
  await backend.store.administrators.create('olga', hash, Date.now(), null, true);
  const visitor = () => createVisitor(app, url);
  const [nobody, admin, observer, acting, owner, reader] = [1, 2, 3, 4, 5, 6].map(visitor) as [
    Visitor,
    Visitor,
    Visitor,
    Visitor,
    Visitor,
    Visitor,
  ];
  // The first request asks for the backend's kind.
  await nobody.get('/invitation');
  await admin.postForm('/login', { type: 'admin', ...backendAdmin });
  await acting.postForm('/login', { type: 'admin', ...backendAdmin });
  await observer.postForm('/login', { type: 'admin', username: 'olga', password });
  await owner.postForm('/login', { type: 'client', client_id: clientId, password: clientPassword });
  const ids = await fill(backend, owner, admin, clientId);
  await reader.postForm('/login', { type: 'client', client_id: 'boris', password });
  await startImpersonation(acting, clientId);
  const visitors = { nobody, admin, observer, acting, owner, reader };
  const world = path.join(tmpdir(), `ldvk-buttons-${process.pid}.sqlite`);
  let isCopied = false;

  return {
    url,
    visitors,
    ids,
    async replay(role, { path: target, body }) {
      if (!isCopied) backupDatabase(backend.file, world);
      isCopied = true;
      const copy = await startTestBackend({ database: world });
      try {
        const sender = createVisitor(consoleOn(copy), url);
        await sender.get('/invitation');
        for (const [name, value] of visitors[role].cookies) sender.cookies.set(name, value);
        const before = readTables(copy.file);
        const reply = target.startsWith('/api/')
          ? await sender.postJson(target, JSON.parse(body || '{}'))
          : await sender.postForm(target, Object.fromEntries(new URLSearchParams(body)));
        if (reply.status >= 500) throw new Error(`${target}: ${reply.status}`);
        return { before, after: readTables(copy.file) };
      } finally {
        await copy.close();
      }
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await backend.close();
      rmSync(world, { force: true });
    },
  };
}
