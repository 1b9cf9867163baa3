/** Fills a console: through its API with the session of the page's administrator, or many rows through its store. */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openStore } from '../../server/backend/open-store.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import type { Call } from '../../shared/api/call.ts';
import { apiBase } from '../../shared/api/call.ts';
import { createClient, loadClients } from '../../shared/api/clients.ts';

/** Makes a call with the page's cookies and reads its reply. A page that has loaded nothing needs the `origin`. */
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

/** Stores phrases of a client, named «фраза 001», «фраза 002» and so on, while the console runs. */
export async function seedWords(dataDir: string, clientId: string, count: number): Promise<void> {
  const store = openStore(path.join(dataDir, databaseFileName));
  try {
    for (let number = 1; number <= count; number += 1) {
      const text = `фраза ${String(number).padStart(3, '0')}`;
      await store.words.create({ text, state: 'ready', fullSearch: false }, clientId);
    }
  } finally {
    await store.close();
  }
}
