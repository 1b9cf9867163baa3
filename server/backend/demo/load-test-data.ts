/** Generates phrases and posts for load tests. Each is computed from its index alone. */
import type { NewPost } from '../store/posts-store.ts';
import { type DemoPhrase, demoPhrases } from './phrases.ts';
import { type Place, places } from './places.ts';
import { composePostText } from './post-text.ts';
import { createRandom, type Random } from './random.ts';
import { sources } from './sources.ts';

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

export type LoadTestSize = { posts: number; phrases: number; clients: number };

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

/** The post with this index, oldest first. The last post has the time `now`. */
export function loadTestPost(index: number, size: LoadTestSize, now: number): NewPost & { phrase: string } {
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
    photoUrl: random.chance(0.25) ? `https://sun9-1.userapi.com/demo/scale${index}.jpg` : null,
    cityId: random.chance(0.8) ? place.id : null,
  };
}
