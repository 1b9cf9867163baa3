/** Generates the demo's posts: half a year until now, with realistic hours. */
import type { NewPost } from '../store/posts-store.ts';
import { type DemoPhrase, demoPhrases } from './phrases.ts';
import { places } from './places.ts';
import { composePostText } from './post-text.ts';
import { createRandom, type Random } from './random.ts';
import { type Source, sources } from './sources.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const days = 183;
/** Relative number of posts in each hour of a Moscow day. */
const hourWeights = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 10, 9, 10, 9, 8, 8, 9, 10, 12, 13, 12, 10, 7, 4];
const moscowMs = 3 * hourMs;

function pickHour(random: Random): number {
  let left = random.int(hourWeights.reduce((sum, weight) => sum + weight, 0));
  return hourWeights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
}

/** A time of the last half year; recent days have more posts. A time after `now` is moved into the last hour. */
function pickTime(random: Random, now: number): number {
  const daysAgo = Math.floor(days * random.next() ** 1.4);
  const midnight = Math.floor((now + moscowMs) / dayMs) * dayMs - moscowMs;
  const time = midnight - daysAgo * dayMs + pickHour(random) * hourMs + random.int(3600) * 1000;
  return time < now ? time : now - random.int(3600) * 1000;
}

/** The squared chance makes some phrases common and others rare. */
function pickPhrase(random: Random): DemoPhrase {
  const index = Math.floor(demoPhrases.length * random.next() ** 2);
  return demoPhrases[(index * 11 + 3) % demoPhrases.length] ?? demoPhrases[0];
}

function pickSource(random: Random): Source {
  return sources[Math.floor(sources.length * random.next() ** 1.5)] ?? sources[0];
}

/** A post with all the phrases that it matches. */
export type DemoPost = Omit<NewPost, 'wordId'> & { phrases: DemoPhrase[] };

function makePost(random: Random, postId: number, postedAt: number): DemoPost {
  const source = pickSource(random);
  const place = random.chance(0.7) ? source.place : random.pick(places);
  const phrase = pickPhrase(random);
  const second = random.chance(0.04) ? pickPhrase(random) : phrase;
  const hasNoText = random.chance(0.03);
  const texts = [...new Set([phrase, second])].map((matched) => composePostText(random, matched, place));
  return {
    ownerId: source.ownerId,
    postId,
    userId: source.ownerType === 'user' ? source.ownerId : 700_000 + random.int(400),
    postedAt,
    updatedAt: postedAt + random.int(48) * 30 * 60 * 1000,
    text: hasNoText ? null : texts.join('\n\n'),
    photoUrl: hasNoText || random.chance(0.25) ? `https://sun9-1.userapi.com/demo/post${postId}.jpg` : null,
    cityId: random.chance(0.8) ? place.id : null,
    phrases: hasNoText ? [phrase] : [...new Set([phrase, second])],
  };
}

/** Posts, oldest first; the same ones for the same `now`. */
export function makeDemoPosts(count: number, now: number): DemoPost[] {
  const random = createRandom(20_260);
  const times = Array.from({ length: count }, () => pickTime(random, now)).sort((a, b) => a - b);
  return times.map((time, index) => {
    const post = makePost(random, 1000 + index, time);
    return { ...post, updatedAt: Math.min(post.updatedAt, now) };
  });
}
