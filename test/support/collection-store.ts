/** A store on a separate SQLite file, with factories for tests of the collection. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../../server/backend/open-store.ts';
import type {
  Claim,
  FoundPage,
  FoundPost,
  PostFacts,
  RunEnd,
  RunProgress,
} from '../../server/backend/store/collection-store.ts';
import type { Store } from '../../server/backend/store/store.ts';
import type { WordCreation } from '../../server/backend/store/words-store.ts';
import { placeMigratedDatabase } from './migrated-database.ts';
import { startReaderHere as startReader } from './reader-here.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
/** The time at which tests begin. */
export const start = Date.parse('2026-03-01T09:00:00Z');
export const leaseMs = 2 * minute;

export type StoreFactories = {
  /** Returns the ID of a new client. */
  createClient(): Promise<string>;
  /** Returns the ID of a phrase of the client. */
  createWord(clientId: string, word?: Partial<WordCreation>, words?: Store['words']): Promise<number>;
  /** Claims a phrase; throws when none is due. */
  claim(now?: number): Promise<Claim>;
  /** Claims a phrase in the given store, and returns its ID; null when none is due. */
  claimId(now?: number, inStore?: Store): Promise<number | null>;
};

export type CollectionFixture = StoreFactories & {
  file: string;
  store: Store;
  /** Opens a store with its own connection, as another process would. */
  openAnother(): Store;
  close(): Promise<void>;
};

export function factoriesOf(store: Store): StoreFactories {
  let created = 0;
  return {
    async createClient() {
      const contact = { ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: '', phone: '', note: '' };
      return (await store.clients.create({ name: 'Клиент', ...contact, exportAccess: 'denied' }, start)).clientId;
    },
    async createWord(clientId, word = {}, words = store.words) {
      created += 1;
      const wanted = { text: `фраза ${created}`, state: 'ready', fullSearch: false, ...word } as const;
      const result = await words.create(wanted, clientId);
      if (!('word' in result)) throw new Error(`Phrase «${wanted.text}»: ${result.outcome}`);
      return result.word.wordId;
    },
    async claim(now = start) {
      const claim = await store.collection.claim({ now, leaseMs, urgentOnly: false });
      if (!claim) throw new Error('No phrase is due');
      return claim;
    },
    async claimId(now = start, inStore = store) {
      return (await inStore.collection.claim({ now, leaseMs, urgentOnly: false }))?.wordId ?? null;
    },
  };
}

export function openCollectionStore(): CollectionFixture {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-collection-'));
  const file = path.join(folder, 'ldvk.sqlite');
  placeMigratedDatabase(file);
  const stores = [openStore(file, { startReader })];
  const [store] = stores as [Store];
  return {
    ...factoriesOf(store),
    file,
    store,
    openAnother() {
      const other = openStore(file);
      stores.push(other);
      return other;
    },
    async close() {
      for (const opened of stores) await opened.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export const noFacts: PostFacts = {
  likes: null,
  reposts: null,
  comments: null,
  views: null,
  isAd: false,
  editedAt: null,
  repostOf: null,
};

/** Post 1 of community 1, an hour before the start. */
export const foundPost = (fields: Partial<FoundPost> = {}): FoundPost => ({
  ownerId: -1,
  postId: 1,
  userId: 1,
  postedAt: start - hour,
  text: 'Открыли новую станцию метро',
  textParts: [],
  photoUrl: null,
  cityId: null,
  comment: null,
  facts: noFacts,
  ...fields,
});

export const foundPage = (posts: FoundPost[], objects: Partial<FoundPage> = {}): FoundPage => ({
  posts,
  owners: [],
  users: [],
  cities: [],
  ...objects,
});

/** Posts 1 to `count`, a minute apart; post 1 is the newest. */
export const foundPosts = (count: number, newest = start - hour): FoundPost[] =>
  Array.from({ length: count }, (_, index) => foundPost({ postId: index + 1, postedAt: newest - index * minute }));

/** The progress of an ordinary run that collected the day before the start. */
export const dayCollected: RunProgress = {
  found: 1,
  window: { from: start - day, to: start, complete: true },
  cursor: null,
};

export const done: RunEnd = { outcome: 'done', reason: null, dueAt: start + hour };
