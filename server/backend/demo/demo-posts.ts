/** Generates the demo's posts. Each is computed from its phrase and its time alone, so that any time can be asked for. */
import { dayMs, hourMs, minuteMs } from '../../platform/durations.ts';
import { composeDemoPost, type DemoPost } from './compose-post.ts';
import { createRandom, hashText } from './random.ts';
import type { Stream } from './streams.ts';

/** Relative number of posts in each hour of a Moscow day. */
const hourWeights = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 10, 9, 10, 9, 8, 8, 9, 10, 12, 13, 12, 10, 7, 4];
const averageWeight = hourWeights.reduce((sum, weight) => sum + weight, 0) / hourWeights.length;
const moscowHours = 3;

/** Times in milliseconds; both ends are included. `startedAt` is the start of the demo: rates differ before and after it. */
export type DemoSpan = { from: number; to: number; startedAt: number };

/** The posts of each slot of `slotMs`. `expected` is their average number. */
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
    // With the same random number, a lower expectation leaves posts out and changes none.
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

/** In no order. */
export function composeDemoPosts(stream: Stream, { from, to, startedAt }: DemoSpan): DemoPost[] {
  const past = { from, to: Math.min(to, startedAt - 1), slotMs: hourMs };
  const live = { from: Math.max(from, startedAt), to, slotMs: minuteMs };
  return [
    ...composeSlots(stream, past, pastExpectation(stream, startedAt)),
    ...composeSlots(stream, live, () => stream.livePerMinute),
  ];
}
