/** How often posts about a phrase appear: what is common, rare, rising, silent, or was a wave last year. */
import { type DemoPhrase, demoPhrases } from './phrases.ts';

/** The posts about one phrase. */
export type Stream = {
  phrase: DemoPhrase;
  /** Posts a day, this many days before the demo started. */
  pastPerDay(daysAgo: number): number;
  /** Posts a minute while the demo runs. */
  livePerMinute: number;
};

/** Of all phrases together. */
const historyDays = 183;
const pastPerDay = 24;
const livePerMinute = 6;

/** Recent days have more posts. The average over `historyDays` is 1. */
export const recency = (daysAgo: number): number => 0.714 * (Math.max(daysAgo, 0.25) / historyDays) ** -0.286;

type Trend = { past: (usual: number, daysAgo: number) => number; live: number };
const steady: Trend = { past: (usual) => usual, live: 1 };

const trends: Record<string, Trend> = {
  // It rises since a few days.
  'отключение горячей воды': { past: (usual, daysAgo) => usual * (1 + 8 * 2 ** (-daysAgo / 1.5)), live: 4 },
  // It is silent since it took place.
  'городской марафон': { past: (usual, daysAgo) => (daysAgo < 12 ? 0 : usual), live: 0 },
  // A full search finds last year's wave of about 4,000 posts.
  электробусы: { past: (usual, daysAgo) => (daysAgo > 190 && daysAgo < 362 ? 25 : usual), live: 1 },
};

/** Low ranks are common, high ones rare. All ranks together have 1. */
const shareOf = (rank: number): number => (Math.sqrt(rank + 1) - Math.sqrt(rank)) / Math.sqrt(demoPhrases.length);

export const demoStreams: readonly Stream[] = demoPhrases.map((_, rank) => {
  const phrase = demoPhrases[(rank * 11 + 3) % demoPhrases.length] ?? demoPhrases[0];
  const trend = trends[phrase.text] ?? steady;
  const share = shareOf(rank);
  return {
    phrase,
    pastPerDay: (daysAgo) => trend.past(pastPerDay * share * recency(daysAgo), daysAgo),
    livePerMinute: livePerMinute * share * trend.live,
  };
});
