/** Fills an empty database with realistic demo data. */
import { hashPassword } from '../auth/password-hash.ts';
import type { Store } from '../store/store.ts';
import { demoAccounts } from './accounts.ts';
import { type Customer, customers } from './customers.ts';
import { makeDemoPosts } from './demo-posts.ts';
import { demoPhrases } from './phrases.ts';
import { places } from './places.ts';
import { sources } from './sources.ts';

const postsCount = 4000;
const batchSize = 1000;

/** Demo data is never mixed with other data. */
async function isEmpty(store: Store, now: number): Promise<boolean> {
  return (await store.clients.list(now)).length === 0 && (await store.words.list()).length === 0;
}

/** Returns the IDs of the phrases by text. */
async function addClients(store: Store, now: number): Promise<Map<string, number>> {
  const wordIds = new Map<string, number>();
  for (const { topics, ...fields } of customers) {
    const { clientId } = await store.clients.create(fields, now);
    const account = demoAccounts.clients.find((known) => known.client_id === clientId);
    if (account) await store.clients.setPasswordHash(clientId, await hashPassword(account.password));
    for (const [text, wordId] of await addPhrases(store, clientId, topics)) wordIds.set(text, wordId);
  }
  return wordIds;
}

async function addPhrases(store: Store, clientId: string, topics: Customer['topics']): Promise<[string, number][]> {
  const added: [string, number][] = [];
  for (const [index, { text, topic }] of demoPhrases.entries()) {
    if (!topics.includes(topic)) continue;
    const word = { text, state: index % 9 === 4 ? 'freeze' : 'ready', fullSearch: index % 6 === 2 } as const;
    const created = await store.words.create(word, clientId);
    if ('word' in created) added.push([text, created.word.wordId]);
  }
  return added;
}

async function addPosts(store: Store, wordIds: Map<string, number>, now: number): Promise<void> {
  const rows = makeDemoPosts(postsCount, now).flatMap(({ phrases, ...post }) =>
    phrases.flatMap(({ text }) => {
      const wordId = wordIds.get(text);
      return wordId === undefined ? [] : [{ ...post, wordId }];
    }),
  );
  for (let start = 0; start < rows.length; start += batchSize) {
    await store.posts.save(rows.slice(start, start + batchSize));
  }
}

/**
 * Adds the demo data in one transaction, so that the next start retries after an error. Returns false and changes nothing
 * if the database is not empty.
 */
export async function fillDemo(store: Store, now: number): Promise<boolean> {
  if (!(await isEmpty(store, now))) return false;
  await store.transaction(async () => {
    await store.owners.save(sources);
    await store.cities.save(places.map(({ id, name, country }) => ({ cityId: id, name, country })));
    await addPosts(store, await addClients(store, now), now);
  });
  return true;
}
