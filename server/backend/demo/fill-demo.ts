/** Fills an empty database with realistic demo data. */
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import type { ClientFields } from '../store/clients.ts';
import type { NewPost } from '../store/posts-store.ts';
import type { Resources, Store } from '../store/store.ts';
import { demoPhrases, demoStreams, type Stream, type Topic } from './phrases.ts';
import { composeDemoPost, type DemoPost, wordsOf } from './posts.ts';
import { createRandom, demoPhotoUrl, hashText } from './random.ts';
import { places, sources, spamSources } from './sources.ts';

/** Accounts of the demo. Their passwords are public. */
export const demoAccounts = {
  admin: { username: 'admin', password: 'demo-admin-1' },
  clients: [
    { client_id: 'client-1001', password: 'demo-client-1' },
    { client_id: 'client-1002', password: 'demo-client-2' },
  ],
} as const;

type Customer = ClientFields & { topics: Topic[] };

type Extra = { phone?: string; note?: string; exportAccess?: 'allowed' };

const customer = (no: number, name: string, email: string, topics: Topic[], extra: Extra = {}): Customer => ({
  name,
  ipaddr: `10.20.${no}.${10 + no}`,
  macaddr: `00:1B:44:11:3A:${(0xb0 + no).toString(16).toUpperCase()}`,
  email,
  phone: '',
  note: '',
  exportAccess: 'denied',
  topics,
  ...extra,
});

export const customers: readonly [Customer, ...Customer[]] = [
  customer(1, 'Пресс-служба администрации', 'press@city.example.ru', ['politics', 'transport', 'housing', 'nature'], {
    phone: '+7 495 000-10-01',
    note: 'Договор до конца года',
    exportAccess: 'allowed',
  }),
  customer(2, 'ПАО «Северный банк»', 'pr@severbank.example.ru', ['brand', 'economy'], {
    phone: '+7 812 000-20-02',
    exportAccess: 'allowed',
  }),
  customer(3, 'Департамент транспорта', 'monitor@transport.example.ru', ['transport'], { phone: '+7 495 000-30-03' }),
  customer(4, 'ООО «Молочный край»', 'brand@molkray.example.ru', ['brand', 'economy']),
  customer(5, 'Министерство здравоохранения области', 'info@minzdrav.example.ru', ['social'], {
    phone: '+7 343 000-50-05',
  }),
  customer(6, 'Фонд капитального ремонта', 'fond@kapremont.example.ru', ['housing'], { exportAccess: 'allowed' }),
  customer(7, 'АНО «Чистый берег»', 'eco@bereg.example.org', ['nature', 'housing']),
  customer(8, 'Избирательная комиссия', 'office@izbirkom.example.ru', ['politics'], { note: 'Только будни, 9–18' }),
  customer(9, 'Агентство «Городские новости»', 'editor@gornews.example.ru', [
    'politics',
    'transport',
    'culture',
    'social',
  ]),
  customer(10, 'ООО «ТелеЛинк»', 'care@telelink.example.ru', ['brand']),
  customer(11, 'Дирекция городских праздников', 'events@prazdnik.example.ru', ['culture'], {
    phone: '+7 846 000-11-11',
  }),
  customer(12, 'Торгово-промышленная палата', '', ['economy', 'politics']),
];

/** Relative number of posts in each hour of a Moscow day. */
const hourWeights = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 10, 9, 10, 9, 8, 8, 9, 10, 12, 13, 12, 10, 7, 4];
const averageWeight = hourWeights.reduce((sum, weight) => sum + weight, 0) / hourWeights.length;
const moscowHours = 3;

/** Times in milliseconds; both ends are included. `startedAt` is the start of the demo: rates differ before and after it. */
type DemoSpan = { from: number; to: number; startedAt: number };

/** The posts of each slot of `slotMs`. `expected`: the average number in a slot. */
function composeSlots(
  { phrase }: Stream,
  { from, to, slotMs }: { from: number; to: number; slotMs: number },
  expected: (slotStart: number) => number,
): DemoPost[] {
  const posts: DemoPost[] = [];
  const phraseSeed = hashText(phrase.text);
  for (let start = Math.floor(from / slotMs) * slotMs; start <= to; start += slotMs) {
    const slot = start / slotMs;
    const random = createRandom(phraseSeed ^ hashText(`${slot}`));
    // The random number is independent of the expectation: a lower one drops posts and changes none.
    const count = Math.floor(expected(start) + random.next());
    for (let index = 0; index < count; index += 1) {
      const seed = phraseSeed ^ hashText(`${slot} ${index}`);
      const postedAt = start + Math.floor(random.int(slotMs) / 1000) * 1000;
      if (postedAt >= from && postedAt <= to) posts.push(composeDemoPost(seed, phrase, postedAt));
    }
  }
  return posts;
}

function pastExpectation(stream: Stream, startedAt: number): (slotStart: number) => number {
  return (slotStart) => {
    const hour = (Math.floor(slotStart / hourMs) + moscowHours) % 24;
    const weight = (hourWeights[hour] ?? averageWeight) / averageWeight;
    return (stream.pastPerDay((startedAt - slotStart) / dayMs) * weight) / 24;
  };
}

/** Unsorted. */
export function composeDemoPosts(stream: Stream, { from, to, startedAt }: DemoSpan): DemoPost[] {
  const past = { from, to: Math.min(to, startedAt - 1), slotMs: hourMs };
  const live = { from: Math.max(from, startedAt), to, slotMs: minuteMs };
  return [
    ...composeSlots(stream, past, pastExpectation(stream, startedAt)),
    ...composeSlots(stream, live, () => stream.livePerMinute),
  ];
}

const historyMs = 183 * dayMs;
const halfHourMs = 30 * minuteMs;
const batchSize = 1000;

/** Demo data is never mixed with other data. */
async function isEmpty(store: Resources, now: number): Promise<boolean> {
  return (await store.clients.list(now)).length === 0 && (await store.words.list()).length === 0;
}

type Accounts = Pick<Resources, 'clients' | 'passwords'>;

/** Returns the client's ID. Sets the password of a demo account. */
export async function addClient({ clients, passwords }: Accounts, fields: ClientFields, now: number) {
  const { clientId } = await clients.create(fields, now);
  const account = demoAccounts.clients.find((known) => known.client_id === clientId);
  if (account) await passwords.set({ type: 'client', clientId }, await hashPassword(account.password));
  return clientId;
}

/** Adds the clients with their phrases. Returns the IDs of the phrases by text. */
async function addClients(store: Resources, now: number): Promise<Map<string, number>> {
  const wordIds = new Map<string, number>();
  for (const { topics, ...fields } of customers) {
    const clientId = await addClient(store, fields, now);
    for (const [index, { text, topic }] of demoPhrases.entries()) {
      if (!topics.includes(topic)) continue;
      // Phrase 13 is frozen, so it keeps its full search: nothing is collected for it.
      const fullSearch = index % 6 === 2 || index === 13;
      const word = { text, state: index % 9 === 4 ? 'freeze' : 'ready', fullSearch } as const;
      const created = await store.words.create(word, clientId);
      if ('word' in created) wordIds.set(text, created.word.wordId);
    }
  }
  return wordIds;
}

/** One row for each phrase of the post, without phrases that no client tracks. */
function toRows(post: DemoPost, wordIds: Map<string, number>, { now, origin }: DemoSettings): NewPost[] {
  const { source, postId, userId, postedAt, hasPhoto } = post;
  return post.phrases.flatMap((phrase) => {
    const wordId = wordIds.get(phrase.text);
    if (wordId === undefined) return [];
    return {
      wordId,
      ownerId: source.ownerId,
      postId,
      userId,
      postedAt,
      updatedAt: Math.min(postedAt + (postId % 48) * halfHourMs, now),
      ...wordsOf(post),
      photoUrl: hasPhoto ? demoPhotoUrl(origin, `post${postId}`) : null,
      cityId: source.showsCity ? source.place.id : null,
    };
  });
}

async function addPosts(store: Resources, wordIds: Map<string, number>, settings: DemoSettings): Promise<void> {
  const span = { from: settings.now - historyMs, to: settings.now, startedAt: settings.now };
  const rows = demoStreams
    .flatMap((stream) => composeDemoPosts(stream, span))
    .sort((a, b) => a.postedAt - b.postedAt)
    .flatMap((post) => toRows(post, wordIds, settings));
  for (let start = 0; start < rows.length; start += batchSize) {
    await store.posts.save(rows.slice(start, start + batchSize));
  }
}

/** `origin` serves the pictures. */
type DemoSettings = { now: number; origin: string };

/**
 * Adds the demo data in one transaction, so that the next start retries after an error. Returns false and changes nothing
 * if the database is not empty.
 */
export async function fillDemo(store: Store, settings: DemoSettings): Promise<boolean> {
  const { now } = settings;
  if (!(await isEmpty(store, now))) return false;
  return store.transaction(async (filled) => {
    // Another process that starts waits here until this one has filled the database.
    await filled.jobs.begin('demo', 'start', now, now);
    if (!(await isEmpty(filled, now))) return false;
    await filled.owners.save([...sources, ...spamSources]);
    await filled.cities.save(places.map(({ id, name, country }) => ({ cityId: id, name, country })));
    await addPosts(filled, await addClients(filled, now), settings);
    return true;
  });
}
