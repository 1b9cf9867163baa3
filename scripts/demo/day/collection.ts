/** What the collector did before the demo started: a month, with a gap of some hours in it. Times are milliseconds. */

import { leaseMs } from '../../../server/backend/jobs/collector/run-phrase.ts';
import { causeOf, faultOf } from '../../../server/backend/jobs/collector/vk/fault-texts.ts';
import type { Claim, FoundPage, RunEnd } from '../../../server/backend/store/collection-store.ts';
import type { Store } from '../../../server/backend/store/store.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import type { CollectedWindow } from '../../../shared/rules/coverage.ts';
import { startOfDay } from '../world/days.ts';
import { refusedCode, refusedPhrase } from '../world/phrases.ts';
import type { DemoPost } from '../world/posts.ts';
import { hashText } from '../world/random.ts';

const secondMs = 1000;

/** VK had more posts about these phrases than a run reads, so that it has missed some hours. */
const missedPhrases = ['обращение к мэру', 'тарифы ЖКХ'];

const gapOf = (now: number) => {
  const from = startOfDay(now) - 2 * dayMs + 11 * hourMs;
  return { from, to: from + 4 * hourMs };
};

/** The posts that the collector has read. */
export function withoutMissed(posts: readonly DemoPost[], now: number): DemoPost[] {
  const { from, to } = gapOf(now);
  return posts.flatMap((post) => {
    if (post.postedAt < from || post.postedAt > to) return [post];
    const phrases = post.phrases.filter(({ text }) => !missedPhrases.includes(text));
    return phrases.length === 0 ? [] : [{ ...post, phrases }];
  });
}

const refused = { error_code: refusedCode, error_msg: undefined, redirect_uri: undefined };
const refusal = faultOf('request', causeOf(refused, ''), { code: refusedCode });

const emptyPage: FoundPage = { posts: [], owners: [], users: [], cities: [] };
const collectedDays = 30;
const complete = (from: number, to: number): CollectedWindow => ({ from, to: to - secondMs, complete: true });

type Part = { at: number; window: (text: string) => CollectedWindow };

function listParts(now: number): Part[] {
  const { from, to } = gapOf(now);
  const missed = { from, to: to - secondMs, complete: false };
  return [
    { at: from, window: () => complete(now - collectedDays * dayMs, from) },
    { at: to, window: (text) => (missedPhrases.includes(text) ? missed : complete(from, to)) },
    { at: now, window: () => complete(to, now) },
  ];
}

/** How a run ends that has read nothing: VK refuses one phrase, and full searches begin when the demo starts. */
function endWithoutPosts({ text, fullSearch }: Claim): Omit<RunEnd, 'dueAt'> | null {
  if (text === refusedPhrase) return { outcome: 'failed', reason: refusal.message };
  return fullSearch ? { outcome: 'waiting', reason: null } : null;
}

async function finishRun(
  { collection }: Store,
  claim: Claim,
  { at, window: read }: Part,
  dueAt: number,
): Promise<void> {
  const end = endWithoutPosts(claim);
  if (end) {
    await collection.finish(claim, { ...end, dueAt }, at);
    return;
  }
  const window = read(claim.text);
  const found = hashText(`${claim.text} ${at}`) % 40;
  const progress = { found: window.complete ? found : 400 + found, window, cursor: null };
  await collection.savePage(claim, emptyPage, progress, at);
  await collection.finish(claim, { outcome: window.complete ? 'done' : 'partial', reason: null, dueAt }, at);
}

/**
 * Adds runs and the time that they have read. After the last part full searches are due at once, ordinary runs within two
 * minutes, one after another.
 */
export async function addCollection(store: Store, now: number): Promise<void> {
  for (const part of listParts(now)) {
    const ended = new Set<number>();
    for (;;) {
      const claim = await store.collection.claim({ now: part.at, leaseMs, urgentOnly: false });
      if (claim === null || ended.has(claim.wordId)) break;
      const dueAt = claim.fullSearch ? part.at + 1 : part.at + (ended.size + 1) * 3 * secondMs;
      await finishRun(store, claim, part, dueAt);
      ended.add(claim.wordId);
    }
  }
}
