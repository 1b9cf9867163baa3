/** Fills an empty database with realistic demo data. */
import { dayMs, minuteMs } from '../../platform/durations.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import type { NewPost } from '../store/posts-store.ts';
import type { Resources, Store } from '../store/store.ts';
import { demoAccounts } from './accounts.ts';
import type { DemoPost } from './compose-post.ts';
import { type Customer, customers } from './customers.ts';
import { composeDemoPosts } from './demo-posts.ts';
import { demoPhotoUrl } from './photo-url.ts';
import { demoPhrases } from './phrases.ts';
import { places } from './places.ts';
import { sources, spamSources } from './sources.ts';
import { demoStreams } from './streams.ts';

const historyMs = 183 * dayMs;
const halfHourMs = 30 * minuteMs;
const batchSize = 1000;

/** Demo data is never mixed with other data. */
async function isEmpty(store: Resources, now: number): Promise<boolean> {
  return (await store.clients.list(now)).length === 0 && (await store.words.list()).length === 0;
}

/** Returns the IDs of the phrases by text. */
async function addClients(store: Resources, now: number): Promise<Map<string, number>> {
  const wordIds = new Map<string, number>();
  for (const { topics, ...fields } of customers) {
    const { clientId } = await store.clients.create(fields, now);
    const account = demoAccounts.clients.find((known) => known.client_id === clientId);
    if (account) await store.clients.setPasswordHash(clientId, await hashPassword(account.password));
    for (const [text, wordId] of await addPhrases(store, clientId, topics)) wordIds.set(text, wordId);
  }
  return wordIds;
}

async function addPhrases(store: Resources, clientId: string, topics: Customer['topics']): Promise<[string, number][]> {
  const added: [string, number][] = [];
  for (const [index, { text, topic }] of demoPhrases.entries()) {
    if (!topics.includes(topic)) continue;
    // One of the frozen phrases keeps its full search, because nothing is collected for it.
    const fullSearch = index % 6 === 2 || index === 13;
    const word = { text, state: index % 9 === 4 ? 'freeze' : 'ready', fullSearch } as const;
    const created = await store.words.create(word, clientId);
    if ('word' in created) added.push([text, created.word.wordId]);
  }
  return added;
}

/** The posts until now, oldest first. */
const composeHistory = (now: number): DemoPost[] =>
  demoStreams
    .flatMap((stream) => composeDemoPosts(stream, { from: now - historyMs, to: now, startedAt: now }))
    .sort((a, b) => a.postedAt - b.postedAt);

/** One row for each of its phrases. Posts of phrases that no client tracks are left out. */
function toRows(post: DemoPost, wordIds: Map<string, number>, { now, origin }: DemoSettings): NewPost[] {
  const { source, postId, userId, postedAt, text, repostOf, hasPhoto } = post;
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
      text: text ?? repostOf?.text ?? null,
      photoUrl: hasPhoto ? demoPhotoUrl(origin, `post${postId}`) : null,
      cityId: source.showsCity ? source.place.id : null,
    };
  });
}

async function addPosts(store: Resources, wordIds: Map<string, number>, settings: DemoSettings): Promise<void> {
  const rows = composeHistory(settings.now).flatMap((post) => toRows(post, wordIds, settings));
  for (let start = 0; start < rows.length; start += batchSize) {
    await store.posts.save(rows.slice(start, start + batchSize));
  }
}

/** `origin` serves the pictures. */
export type DemoSettings = { now: number; origin: string };

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
