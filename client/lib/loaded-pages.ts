/** The cached pages of a list, and how they are loaded (use-paged-list.ts). */
import type { Call } from '../../shared/api/call.ts';
import type { IslandContext } from '../../shared/islands.ts';
import { callApi } from './api.ts';

/** The cached value of a query: its pages, and the range that the next request loads. */
export type LoadedPages<Page> = {
  key: string;
  pages: readonly Page[];
  /** The number of rows that are missing in the first page. */
  missing: number;
  /** Milliseconds since the epoch. */
  loadedAt: number;
  /** Page indices from `start` (included) to `end` (excluded). */
  pending: { start: number; end: number };
};

/** The next request loads all pages again. */
export const reloaded = <Page>(loaded?: LoadedPages<Page>): LoadedPages<Page> | undefined =>
  loaded && { ...loaded, pending: { start: 0, end: loaded.pages.length } };

export async function loadFirstPage<Page>(call: Call<Page>, context: IslandContext): Promise<LoadedPages<Page>> {
  const page = await callApi(call, context);
  return { key: call.path, pages: [page], missing: 0, loadedAt: Date.now(), pending: { start: 1, end: 1 } };
}

/** Loads the pending pages of the query. */
export async function loadPages<Page>(
  { key, pages, missing, loadedAt, pending: { start, end } }: LoadedPages<Page>,
  load: (index: number) => Promise<Page>,
): Promise<LoadedPages<Page>> {
  const loaded = await Promise.all(Array.from({ length: end - start }, (_, index) => load(start + index)));
  return {
    key,
    pages: [...pages.slice(0, start), ...loaded],
    missing: start > 0 ? missing : 0,
    loadedAt: start > 0 ? loadedAt : Date.now(),
    pending: { start: end, end },
  };
}
