/** The posts about each phrase: the history of the demo, and the posts that appear while it runs. */
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { moscowOffset } from './days.ts';
import { composeIncidents } from './incidents.ts';
import type { Stream } from './phrases.ts';
import { composeDemoPost, type DemoPost } from './posts.ts';
import { createRandom, hashText } from './random.ts';

/** Relative number of posts in each hour of a Moscow day, and on each weekday from Sunday on. */
const hourWeights = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 10, 9, 10, 9, 8, 8, 9, 10, 12, 13, 12, 10, 7, 4];
const weekdayWeights = [0.55, 1.15, 1.2, 1.2, 1.15, 1.05, 0.7];
const averageWeight = hourWeights.reduce((sum, weight) => sum + weight, 0) / hourWeights.length;
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

/** Cut to the hour, so that a database and a network that start within the same hour have the same posts. */
function pastExpectation(stream: Stream, startedAt: number): (slotStart: number) => number {
  const startedHour = Math.floor(startedAt / hourMs) * hourMs;
  return (slotStart) => {
    const local = new Date(slotStart + moscowOffset);
    const weight = ((hourWeights[local.getUTCHours()] ?? 0) / averageWeight) * (weekdayWeights[local.getUTCDay()] ?? 1);
    return (stream.pastPerDay((startedHour - slotStart) / dayMs) * weight) / 24;
  };
}

/** Unsorted. */
export function composeDemoPosts(stream: Stream, { from, to, startedAt }: DemoSpan): DemoPost[] {
  const past = { from, to: Math.min(to, startedAt - 1), slotMs: hourMs };
  const live = { from: Math.max(from, startedAt), to, slotMs: minuteMs };
  return [
    ...composeSlots(stream, past, pastExpectation(stream, startedAt)),
    ...composeIncidents(stream.phrase, startedAt).filter(({ postedAt }) => postedAt >= from && postedAt <= to),
    ...composeSlots(stream, live, (slotStart) => stream.livePerMinute((slotStart - startedAt) / minuteMs)),
  ];
}
