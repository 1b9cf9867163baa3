/** The calls of one run: searches and saves under the lease of its phrase. */
import { noWordsToSearch, tooManySearches } from '../../../../shared/messages.ts';
import { plainSearches } from '../../rules/search/plain-searches.ts';
import { parseSearchQuery } from '../../rules/search/search-query.ts';
import type { Claim, CollectionStore, FullSearchCursor, RunProgress } from '../../store/collection-store.ts';
import { type FoundPage, type SearchPage, type SearchSource, SourceFault } from './search-source.ts';
import { wantedPage } from './wanted-page.ts';

/** Longer than the retries of one search. The lease is extended before every search. */
export const leaseMs = 6 * 60_000;

export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

export type RunDeps = {
  store: Pick<CollectionStore, 'extend' | 'savePage'>;
  source: SearchSource;
  now: () => number;
};

/** What the run has saved so far. `found` is null before the first page. */
export type Saved = { found: number | null; added: number; targetPostAt: number | null };

export type RunCalls = {
  saved: Readonly<Saved>;
  /** How many plain searches find all posts of the phrase. */
  searches: number;
  /** Sends the plain search of the cursor. Throws a `LeaseLost`, a `SourceFault`, or the reason of the signal. */
  search(cursor: FullSearchCursor): Promise<SearchPage>;
  /** Saves what the phrase wants of the posts that the last search found. Throws a `LeaseLost`. */
  save(page: FoundPage, progress: RunProgress): Promise<void>;
};

export const emptyPage: FoundPage = { posts: [], owners: [], users: [], cities: [] };

export function createRunCalls({ store, source, now }: RunDeps, claim: Claim, signal: AbortSignal): RunCalls {
  const { runId, urgent, text } = claim;
  const query = parseSearchQuery(text);
  const texts = plainSearches(text);
  /** The last search. */
  let sent = text;
  const saved: Saved = { found: null, added: 0, targetPostAt: null };
  return {
    saved,
    searches: texts?.length ?? 1,
    async search({ from, to, startFrom, search }) {
      if (query === null) throw new SourceFault('request', noWordsToSearch);
      if (texts === null) throw new SourceFault('request', tooManySearches);
      if (!(await store.extend(claim, now(), leaseMs))) throw new LeaseLost();
      sent = texts[search] ?? text;
      return source.search({ text: sent, from, to, startFrom }, { runId, urgent, signal });
    },
    async save(page, progress) {
      const wanted = query ? wantedPage(page, query, parseSearchQuery(sent)) : emptyPage;
      const result = await store.savePage(claim, wanted, progress, now());
      if (result === null) throw new LeaseLost();
      saved.found = progress.found;
      saved.added += result.added;
      saved.targetPostAt = result.targetPostAt;
    },
  };
}
