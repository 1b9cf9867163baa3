/** One run of a claimed phrase: searches, saves every page, and ends the run. */
import type { RunOutcome } from '../../../../shared/api/collection.ts';
import { hourMs, minuteMs } from '../../../../shared/durations.ts';
import { collectionFault, noWordsToSearch, tooManySearches } from '../../../../shared/messages.ts';
import { nextInterval } from '../../rules/collection/quota.ts';
import { plainSearches } from '../../rules/search/phrase-text.ts';
import { isExcluded, matchesSearch, type SearchQuery } from '../../rules/search/query-tree.ts';
import { parseSearchQuery } from '../../rules/search/search-query.ts';
import type { CollectionStore } from '../../store/collection.ts';
import type { Claim, FoundPage, FullSearchCursor, RunEnd, RunProgress } from '../../store/collection-store.ts';
import { LeaseLost } from './run-steps.ts';
import { type FaultKind, type SearchPage, type SearchSource, SourceFault } from './search-source.ts';
import {
  advance,
  fullSearchStart,
  joinResults,
  nothingYet,
  type OrdinaryResult,
  ordinaryWindow,
  readOrdinaryPage,
  resumedAt,
  type SearchLimits,
  withPage,
} from './search-windows.ts';

/** The number of pages of a full search before other clients get their turns. */
const pagesPerTurn = 25;

export type RunDeps = {
  store: Pick<CollectionStore, 'extend' | 'savePage' | 'finish'>;
  source: SearchSource;
  now: () => number;
  limits: SearchLimits;
  /** Bounds of the time between two runs of a phrase. */
  interval: { shortestMs: number; longestMs: number };
};

/** `outcome` is null when the lease was lost, `found` when no page was saved. */
export type RunReport = { outcome: RunOutcome | null; found: number | null; added: number; fault: SourceFault | null };

/**
 * One call for the newest posts, for each plain search of the phrase. A post that several searches find counts in each.
 */
async function collectNewest({ limits, now }: RunDeps, { collectedTo }: Claim, calls: RunCalls): Promise<RunOutcome> {
  const window = ordinaryWindow(collectedTo, now(), limits);
  let result: OrdinaryResult | null = null;
  let found = 0;
  for (let search = 0; search < calls.searches; search += 1) {
    const page = await calls.search({ ...window, startFrom: null, search, unread: null });
    const read = readOrdinaryPage(window, page, collectedTo);
    result = result === null ? read : joinResults(result, read);
    found += page.total;
    const isLast = search + 1 === calls.searches;
    const progress = { found, cursor: null };
    if (isLast && result.missed) await calls.save(emptyPage, { ...progress, window: result.missed });
    await calls.save(page, { ...progress, window: isLast ? result.completed : null });
  }
  return result?.missed ? 'partial' : 'done';
}

/** Pages back in time, from where the last run stopped. `waiting`: the turn is over. */
async function collectAll({ limits, now }: RunDeps, claim: Claim, calls: RunCalls): Promise<RunOutcome> {
  let cursor = claim.cursor ?? fullSearchStart(now(), limits);
  let found = claim.cursor === null ? 0 : (claim.found ?? 0);
  let soFar = nothingYet;
  /** Totals by plain search, in the current window. */
  const totals = new Map<number, number>();
  for (let pages = 0; pages < pagesPerTurn; pages += 1) {
    const page = await calls.search(cursor);
    soFar = withPage(soFar, page);
    // Later windows contain fewer posts than the first.
    totals.set(cursor.search, page.total);
    found = Math.max(
      found,
      [...totals.values()].reduce((sum, total) => sum + total),
    );
    const step = advance(cursor, page, soFar, calls.searches);
    await calls.save(page, { found, window: step.window, cursor: resumedAt(step) });
    if (step.cursor === null) return 'done';
    if (step.cursor.startFrom === null) soFar = nothingYet;
    cursor = step.cursor;
  }
  return 'waiting';
}

/** Reports faults of the source. Throws other errors after it has ended the run. */
export async function runPhrase(deps: RunDeps, claim: Claim, signal: AbortSignal): Promise<RunReport> {
  const { store, interval, now } = deps;
  const calls = createRunCalls(deps, claim, signal);
  const { saved } = calls;

  async function end(runEnd: RunEnd, fault: SourceFault | null): Promise<RunReport> {
    const held = await store.finish(claim, runEnd, now());
    return { outcome: held ? runEnd.outcome : null, found: saved.found, added: saved.added, fault };
  }

  try {
    const outcome = await (claim.fullSearch ? collectAll : collectNewest)(deps, claim, calls);
    const pauseMs = outcome === 'waiting' ? 0 : nextInterval(saved.targetPostAt, now(), interval);
    return await end({ outcome, reason: null, dueAt: now() + pauseMs }, null);
  } catch (error) {
    if (error instanceof LeaseLost) return { outcome: null, found: saved.found, added: saved.added, fault: null };
    if (signal.aborted) return end({ outcome: 'waiting', reason: null, dueAt: now() }, null);
    const fault = error instanceof SourceFault ? error : null;
    const report = await end(endOfFault(error, now()), fault);
    if (fault === null) throw error;
    return report;
  }
}

/** Longer than the retries of one search. The lease is extended before every search. */
export const leaseMs = 6 * minuteMs;

/** The data that the run has saved so far. `found` is null before the first page. */
type Saved = { found: number | null; added: number; targetPostAt: number | null };

type RunCalls = ReturnType<typeof createRunCalls>;

const emptyPage: FoundPage = { posts: [], owners: [], users: [], cities: [] };

function createRunCalls({ store, source, now }: RunDeps, claim: Claim, signal: AbortSignal) {
  const { runId, urgent, text } = claim;
  const query = parseSearchQuery(text);
  const texts = plainSearches(text);
  /** The last search. */
  let sent = text;
  const saved: Saved = { found: null, added: 0, targetPostAt: null };
  return {
    saved: saved as Readonly<Saved>,
    /** How many plain searches find all posts of the phrase. */
    searches: texts?.length ?? 1,
    /** Sends the plain search of the cursor. Throws a `LeaseLost`, a `SourceFault`, or the reason of the signal. */
    async search({ from, to, startFrom, search }: FullSearchCursor): Promise<SearchPage> {
      if (query === null) throw new SourceFault('request', noWordsToSearch);
      if (texts === null) throw new SourceFault('request', tooManySearches);
      if (!(await store.extend(claim, now(), leaseMs))) throw new LeaseLost();
      sent = texts[search] ?? text;
      return source.search({ text: sent, from, to, startFrom }, { runId, urgent, signal });
    },
    /** Saves the posts of the last search that belong to the phrase. Throws a `LeaseLost`. */
    async save(page: FoundPage, progress: RunProgress): Promise<void> {
      const kept = query ? pageToStore(page, query, parseSearchQuery(sent)) : emptyPage;
      const result = await store.savePage(claim, kept, progress, now());
      if (result === null) throw new LeaseLost();
      saved.found = progress.found;
      saved.added += result.added;
      saved.targetPostAt = result.targetPostAt;
    },
  };
}

/**
 * The network matches more than the index: word forms, and the texts of links and pictures. All found posts are therefore kept,
 * except posts that a minus excludes, because the network treats a minus only as a hint. Posts that the phrase's query does not
 * match are marked `foundByVk`. `sent`: the plain search that found them. Sources, users and cities of dropped posts are
 * dropped too.
 */
export function pageToStore({ posts, owners, users, cities }: FoundPage, query: SearchQuery, sent: SearchQuery | null) {
  const wanted = posts.flatMap((post) => {
    const text = post.text ?? '';
    const foundByVk = !matchesSearch(text, query);
    const isDropped = foundByVk && (isExcluded(text, query) || (sent !== null && isExcluded(text, sent)));
    return isDropped ? [] : [{ ...post, foundByVk }];
  });
  const ownerIds = new Set(wanted.map(({ ownerId }) => ownerId));
  const userIds = new Set(wanted.map(({ userId }) => userId));
  const cityIds = new Set(wanted.map(({ cityId }) => cityId));
  return {
    posts: wanted,
    owners: owners.filter(({ ownerId }) => ownerIds.has(ownerId)),
    users: users.filter(({ userId }) => userIds.has(userId)),
    cities: cities.filter(({ cityId }) => cityIds.has(cityId)),
  };
}

/** How long the phrase waits, unless the fault says until when. The time of a `budget` fault is ignored. */
const retryMs: Record<FaultKind, number> = {
  temporary: 5 * minuteMs,
  // No phrase is claimed while no key has calls, and more calls may come at any time: a raised limit, another key.
  budget: 0,
  keys: minuteMs,
  object: hourMs,
  // The network refuses the same query again, until the phrase or the network's rules change.
  request: 24 * hourMs,
};

/** After an error of the program or the database, the collector stops, and starts again; what caused it waits, so that others go on. */
export const internalRetryMs = hourMs;

export function endOfFault(error: unknown, now: number): RunEnd {
  if (!(error instanceof SourceFault)) {
    return { outcome: 'waiting', reason: collectionFault, dueAt: now + internalRetryMs };
  }
  const { kind, message, until } = error;
  return {
    outcome: kind === 'request' ? 'failed' : 'waiting',
    reason: message,
    dueAt: kind === 'budget' ? now : (until ?? now + retryMs[kind]),
  };
}
