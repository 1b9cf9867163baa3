/** Loads the pages of a list again when they are old, or when the user asks for it. */
import { useEffect, useState } from 'react';
import { allPages, type ChooseRange, firstPage } from './loaded-pages.ts';

/** Cached rows older than this are shown at once and loaded again in the background. */
const freshMs = 30_000;

type FreshPagesOptions = {
  /** Of the query. */
  key: string;
  /** When its first page was loaded, undefined before. In milliseconds since the epoch. */
  loadedAt: number | undefined;
  failed: boolean;
  load: (range: ChooseRange) => void;
  /** Sends the failed request again. */
  retry: () => void;
};

/** Returns the function `refresh`. When the same event changes the query, the new query loads, even if it is cached. */
export function useFreshPages({ key, loadedAt, failed, load, retry }: FreshPagesOptions): () => void {
  const [refreshedAt, setRefreshedAt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new query or `refresh` checks the age of the rows
  useEffect(() => {
    if (loadedAt === undefined) {
      if (refreshedAt > 0 && failed) retry();
    } else if (loadedAt <= refreshedAt) load(firstPage);
    // All pages, so that the list keeps its length and scroll offset.
    else if (loadedAt < Date.now() - freshMs) load(allPages);
  }, [key, refreshedAt]);
  return () => setRefreshedAt(Date.now());
}
