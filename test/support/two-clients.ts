/** A backend with an administrator and two clients: the first tracks «метро», the second «выборы». */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { NewPost } from '../../server/backend/store/posts-store.ts';
import type { WordRow } from '../../server/backend/store/words-store.ts';
import type { Reply } from './backend.ts';
import { cookieOf, startTestBackend, type TestBackend, type TestBackendOptions } from './backend.ts';
import { newPost } from './seed-posts.ts';

export type Who = 'admin' | 'client' | 'other';

export type TwoClients = {
  backend: TestBackend;
  clientIds: Record<'client' | 'other', string>;
  metro: WordRow;
  vote: WordRow;
  /** Opens a session of the person without a sign-in. */
  cookie(who: Who): Promise<string>;
  /** Opens a session of the administrator who acts as the first client. */
  actingCookie(): Promise<string>;
  get(path: string, who: Who): Promise<Reply>;
  post(path: string, who: Who, body?: unknown): Promise<Reply>;
  save(...posts: (Partial<NewPost> & { wordId: number })[]): Promise<unknown>;
  /** Reads the stored rows. */
  query(sql: string, ...params: SQLInputValue[]): Record<string, unknown>[];
  close(): Promise<void>;
};

export async function startTwoClients(options: TestBackendOptions = {}): Promise<TwoClients> {
  const backend = await startTestBackend(options);
  const client = (await backend.createClient('Первый')).clientId;
  const other = (await backend.createClient('Второй')).clientId;
  const metro = await backend.createWord(client, { text: 'метро' });
  const vote = await backend.createWord(other, { text: 'выборы' });
  const db = new DatabaseSync(backend.file, { readOnly: true });
  const identities = {
    admin: { type: 'admin', adminId: 1, username: 'admin' },
    client: { type: 'client', clientId: client },
    other: { type: 'client', clientId: other },
  } as const;
  const cookie = (who: Who) => backend.openSession(identities[who]);
  return {
    backend,
    clientIds: { client, other },
    metro,
    vote,
    cookie,
    async actingCookie() {
      const body = { client_id: client };
      const started = await backend.call('POST', '/admin/impersonate', { cookie: await cookie('admin'), body });
      return cookieOf(started.headers);
    },
    get: async (path, who) => backend.call('GET', path, { cookie: await cookie(who) }),
    post: async (path, who, body) => backend.call('POST', path, { cookie: await cookie(who), body }),
    save: (...posts) => backend.store.posts.save(posts.map(newPost)),
    query: (sql, ...params) => db.prepare(sql).all(...params),
    async close() {
      db.close();
      await backend.close();
    },
  };
}
