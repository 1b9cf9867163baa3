/** Fills an empty database with load test data. */
import { hashPassword } from '../../platform/password-hash.ts';
import { openConfiguredStore, type StoreSettings } from '../open-store.ts';
import { DatabaseError } from '../store/database-error.ts';
import type { Store } from '../store/store.ts';
import { demoAccounts } from './accounts.ts';
import { customers } from './customers.ts';
import {
  countLoadTestOwners,
  type LoadTestSize,
  loadTestOwner,
  loadTestPhrase,
  loadTestPost,
} from './load-test-data.ts';
import { places } from './places.ts';

const batchSize = 5000;
const phrasesPerClient = 50;

async function addClients({ clients }: Store, count: number, now: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const customer = customers[index % customers.length] ?? customers[0];
    const { clientId } = await clients.create({ ...customer, name: `${customer.name} ${index + 1}` }, now);
    const account = demoAccounts.clients.find((known) => known.client_id === clientId);
    if (account) await clients.setPasswordHash(clientId, await hashPassword(account.password));
    ids.push(clientId);
  }
  return ids;
}

/** Links each phrase to a client, and each client to at least 50 phrases. Returns the IDs of the phrases by text. */
async function addPhrases({ words, wordClients }: Store, count: number, clientIds: string[]) {
  const wordIds: number[] = [];
  const byText = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const { text } = loadTestPhrase(index);
    const clientId = clientIds[index % clientIds.length] ?? '';
    const created = await words.create({ text, state: 'ready', fullSearch: false }, clientId);
    if (!('word' in created)) throw new Error(`The phrase «${text}» was refused: ${created.outcome}`);
    wordIds.push(created.word.wordId);
    byText.set(text, created.word.wordId);
  }
  for (const [order, clientId] of clientIds.entries()) {
    const own = Math.ceil((count - order) / clientIds.length);
    for (let link = own; link < Math.min(phrasesPerClient, count); link += 1) {
      const wordId = wordIds[(order * 13 + link * 197) % count];
      if (wordId !== undefined) await wordClients.create(wordId, clientId);
    }
  }
  return byText;
}

async function addPosts(
  { posts }: Store,
  size: LoadTestSize,
  wordIds: Map<string, number>,
  onPosts: (done: number) => void,
) {
  const now = Date.now();
  for (let start = 0; start < size.posts; start += batchSize) {
    const count = Math.min(batchSize, size.posts - start);
    await posts.save(
      Array.from({ length: count }, (_, offset) => {
        const { phrase, ...post } = loadTestPost(start + offset, size, now);
        return { ...post, wordId: wordIds.get(phrase) ?? 0 };
      }),
    );
    onPosts(start + count);
  }
}

/** Calls `onPosts` with the running total. Throws a `DatabaseError` when the database already has phrases. */
export async function seedLoadTest(
  settings: StoreSettings,
  size: LoadTestSize,
  onPosts: (done: number) => void,
): Promise<void> {
  const store = await openConfiguredStore(settings, { bulk: true });
  try {
    await addAll(store, size, onPosts);
  } finally {
    await store.close();
  }
}

async function addAll(store: Store, size: LoadTestSize, onPosts: (done: number) => void): Promise<void> {
  const { total } = await store.words.page({ limit: 1, offset: 0, orderBy: 'word_id', orderDirection: 'ASC' });
  if (total > 0)
    throw new DatabaseError(
      'The database is not empty: choose an empty folder with --data-dir, or an empty DATABASE_URL',
    );
  await store.cities.save(places.map(({ id, name, country }) => ({ cityId: id, name, country })));
  await store.owners.save(Array.from({ length: countLoadTestOwners(size.posts) }, (_, index) => loadTestOwner(index)));
  const clientIds = await addClients(store, size.clients, Date.now());
  await addPosts(store, size, await addPhrases(store, size.phrases, clientIds), onPosts);
}
