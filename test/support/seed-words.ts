/** Fills a console: through its API with the session of the page's administrator, or through its store while it runs. */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openStore } from '../../server/backend/open-store.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { hashPassword } from '../../server/platform/password-hash.ts';
import type { Call } from '../../shared/api/call.ts';
import { apiBase } from '../../shared/api/call.ts';
import { createClient, loadClients } from '../../shared/api/clients.ts';

/** Makes a call with the page's cookies, and reads its reply. `origin` is needed for a page that has loaded nothing. */
export async function callAs<T>(page: Page, call: Call<T>, origin = new URL(page.url()).origin): Promise<T> {
  const response = await page.request.fetch(`${origin}${apiBase}${call.path}`, {
    method: call.method,
    headers: { Origin: origin },
    ...(call.body === undefined ? {} : { data: call.body }),
  });
  if (!response.ok()) throw new Error(`${call.path}: ${response.status()} ${await response.text()}`);
  const text = await response.text();
  return call.read(text === '' ? null : JSON.parse(text));
}

/** Creates a client and returns its ID. */
export async function seedClient(page: Page, name: string, origin?: string): Promise<string> {
  const contact = { ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: '', phone: '' };
  await callAs(page, createClient({ name, ...contact }), origin);
  const client = (await callAs(page, loadClients(), origin)).find((candidate) => candidate.name === name);
  if (!client) throw new Error(`The new client ${name} is not in the list`);
  return client.id;
}

async function useStore<T>(dataDir: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(path.join(dataDir, databaseFileName));
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Stores a client and returns its ID. The password is verified faster than in production. */
export const storeClient = (dataDir: string, name: string, password: string): Promise<string> =>
  useStore(dataDir, async ({ clients, passwords }) => {
    const contact = { ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: '', phone: '', note: '' };
    const { clientId } = await clients.create({ name, ...contact, exportAccess: 'denied' }, Date.now());
    await passwords.set({ type: 'client', clientId }, await hashPassword(password));
    return clientId;
  });

/** Stores phrases of a client and returns their IDs. */
export const storeWords = (dataDir: string, clientId: string, texts: readonly string[]): Promise<number[]> =>
  useStore(dataDir, async ({ words }) => {
    const ids: number[] = [];
    for (const text of texts) {
      const result = await words.create({ text, state: 'ready', fullSearch: false }, clientId);
      if (!('word' in result)) throw new Error(`Phrase «${text}»: ${result.outcome}`);
      ids.push(result.word.wordId);
    }
    return ids;
  });

/** Stores phrases of a client, named «фраза 001», «фраза 002» and so on. */
export const seedWords = (dataDir: string, clientId: string, count: number): Promise<number[]> =>
  storeWords(
    dataDir,
    clientId,
    Array.from({ length: count }, (_, index) => `фраза ${String(index + 1).padStart(3, '0')}`),
  );
