/** Fills a database for load tests with clients, phrases, posts and comments. */
import { DatabaseError } from '../../server/backend/store/database-error.ts';
import { type NewPost, parentTextMax } from '../../server/backend/store/posts-store.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { hourMs, minuteMs } from '../../shared/durations.ts';
import { cutText } from '../../shared/format.ts';
import { addClient, customers } from './world/accounts.ts';
import { type DemoPhrase, demoPhrases } from './world/phrases.ts';
import { composePostText } from './world/posts.ts';
import { createRandom, type Random } from './world/random.ts';
import { type Place, places, sources } from './world/sources.ts';

const aspects = ['новости', 'жалобы', 'отзывы', 'сроки', 'подрядчик', 'опрос', 'петиция', 'комментарии'] as const;

/** A phrase of the demo, a city and an aspect: «ремонт дорог Казань жалобы». */
type LoadTestPhrase = { text: string; phrase: DemoPhrase; place: Place; aspect: string };

export function loadTestPhrase(index: number): LoadTestPhrase {
  const phrase = demoPhrases[index % demoPhrases.length] ?? demoPhrases[0];
  const rest = Math.floor(index / demoPhrases.length);
  const place = places[rest % places.length] ?? places[0];
  const round = Math.floor(rest / places.length);
  const aspect = aspects[round] ?? `тема ${round}`;
  return { text: `${phrase.text} ${place.name} ${aspect}`, phrase, place, aspect };
}

type LoadTestSize = { posts: number; comments: number; phrases: number; clients: number };

const spanMs = 3 * 365 * 24 * 60 * 60 * 1000;

/** About 50 posts per source. */
export const countLoadTestOwners = (posts: number): number => Math.max(sources.length, Math.ceil(posts / 50));

export const loadTestOwner = (index: number) => {
  const source = sources[index % sources.length] ?? sources[0];
  const round = Math.floor(index / sources.length);
  const shift = round * 1_000_000;
  return {
    ...source,
    ownerId: source.ownerId < 0 ? source.ownerId - shift : source.ownerId + shift,
    name: round === 0 ? source.name : `${source.name} ${round + 1}`,
  };
};

/** Skewed: low indexes are frequent, high ones rare. */
const pickIndex = (random: Random, count: number): number => Math.floor(count * random.next() ** 2.2);

type LoadTestRow = NewPost & { phrase: string };

/** The post with this index, oldest first. The last post has the time `now`. */
function loadTestPost(index: number, size: LoadTestSize, now: number): LoadTestRow {
  const random = createRandom(index);
  // The first numbers of consecutive seeds are similar.
  random.next();
  const { text, phrase, place, aspect } = loadTestPhrase(pickIndex(random, size.phrases));
  const owner = loadTestOwner(pickIndex(random, countLoadTestOwners(size.posts)));
  const postedAt = now - Math.floor(((size.posts - 1 - index) / size.posts) * spanMs);
  return {
    phrase: text,
    ownerId: owner.ownerId,
    postId: index + 1,
    wordId: 0,
    userId: owner.ownerType === 'user' ? owner.ownerId : 1_000_000 + random.int(size.posts),
    postedAt,
    updatedAt: Math.min(now, postedAt + random.int(48 * 60) * 60_000),
    text: `${composePostText(random, phrase, place)} ${place.name}, ${aspect}.`,
    textParts: [],
    photoUrl: random.chance(0.25) ? `https://sun9-1.userapi.com/demo/scale${index}.jpg` : null,
    cityId: random.chance(0.8) ? place.id : null,
    comment: null,
  };
}

const commentsPerPost = 20;

/** The comment with this index. Those of a post follow one another, and every third replies to the first of them. */
function loadTestComment(index: number, size: LoadTestSize, now: number): LoadTestRow {
  const first = index - (index % commentsPerPost);
  const post = loadTestPost(Math.floor((first * size.posts) / size.comments), size, now);
  const random = createRandom(index);
  random.next();
  const postedAt = Math.min(now, post.postedAt + random.int(48 * hourMs));
  return {
    ...loadTestPost(size.posts + index, size, now),
    ownerId: post.ownerId,
    postId: size.posts + index + 1,
    userId: 1_000_000 + random.int(size.posts),
    postedAt,
    updatedAt: Math.min(now, postedAt + random.int(90 * minuteMs)),
    photoUrl: null,
    cityId: post.cityId,
    comment: {
      parentPostId: post.postId,
      parentText: cutText(post.text ?? '', parentTextMax),
      threadId: index % 3 === 2 ? size.posts + first + 1 : null,
    },
  };
}

const batchSize = 5000;
const phrasesPerClient = 50;

async function addClients(store: Store, count: number, now: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const customer = customers[index % customers.length] ?? customers[0];
    ids.push(await addClient(store, { ...customer, name: `${customer.name} ${index + 1}` }, now));
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

/** Comments arrive with the posts of their time. */
async function addPosts(
  { posts }: Store,
  size: LoadTestSize,
  wordIds: Map<string, number>,
  onPosts: (done: number) => void,
) {
  const now = Date.now();
  const save = (start: number, end: number, compose: typeof loadTestPost) =>
    posts.save(
      Array.from({ length: end - start }, (_, offset) => {
        const { phrase, ...row } = compose(start + offset, size, now);
        return { ...row, wordId: wordIds.get(phrase) ?? 0 };
      }),
    );
  const commentsAt = (done: number) => Math.floor((done * size.comments) / size.posts);
  for (let start = 0; start < size.posts; start += batchSize) {
    const end = Math.min(start + batchSize, size.posts);
    await save(start, end, loadTestPost);
    await save(commentsAt(start), commentsAt(end), loadTestComment);
    onPosts(end);
  }
}

/** Calls `onPosts` with the number of posts so far. Throws a `DatabaseError` when the database already has phrases. */
export async function seedLoadTest(store: Store, size: LoadTestSize, onPosts: (done: number) => void): Promise<void> {
  if ((await store.words.list()).length > 0)
    throw new DatabaseError(
      'The database is not empty: choose an empty folder with --data-dir, or an empty DATABASE_URL',
    );
  await store.cities.save(places.map(({ id, name, country }) => ({ cityId: id, name, country })));
  await store.owners.save(Array.from({ length: countLoadTestOwners(size.posts) }, (_, index) => loadTestOwner(index)));
  const clientIds = await addClients(store, size.clients, Date.now());
  await addPosts(store, size, await addPhrases(store, size.phrases, clientIds), onPosts);
}
