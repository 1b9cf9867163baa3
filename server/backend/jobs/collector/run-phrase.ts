/** One run of a claimed phrase: searches, saves every page, and ends the run. */

import { nextInterval } from '../../rules/collection/next-run.ts';
import type { Claim, CollectionStore, RunEnd, RunOutcome } from '../../store/collection-store.ts';
import { endOfFault } from './fault-end.ts';
import { type RunDeps as CallDeps, createRunCalls, emptyPage, LeaseLost, type RunCalls } from './run-calls.ts';
import { SourceFault } from './search-source.ts';
import {
  advance,
  fullSearchStart,
  joinResults,
  nothingYet,
  type OrdinaryResult,
  ordinaryWindow,
  readOrdinaryPage,
  type SearchLimits,
  withPage,
} from './search-windows.ts';

/** Pages of a full search before other clients have their turns. */
const pagesPerTurn = 25;

export type RunDeps = CallDeps & {
  store: Pick<CollectionStore, 'finish'>;
  limits: SearchLimits;
  /** Bounds of the time between two runs of a phrase. */
  interval: { shortestMs: number; longestMs: number };
};

/** `outcome` is null when the lease was lost, `found` when no page was saved. */
export type RunReport = { outcome: RunOutcome | null; found: number | null; added: number; fault: SourceFault | null };

/** One call for the newest posts, for each plain search of the phrase. Posts that several of them find count in each. */
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
  /** By plain search, in the current window. */
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
    await calls.save(page, { found, window: step.window, cursor: step.cursor });
    if (step.cursor === null) return 'done';
    if (step.cursor.startFrom === null) soFar = nothingYet;
    cursor = step.cursor;
  }
  return 'waiting';
}

/** Reports faults of the source. Throws other errors, after the end of the run. */
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
