/** Keeps the filters and the sort of a list in the page's URL. Changes need no page load; back and forward restore them. */
import { useCallback, useEffect, useState } from 'react';
import type { QuerySource } from '../../shared/list-query.ts';
import { saveScroll, trackScroll } from './scroll-memory.ts';

/** `parse` reads the state from a URL's query as the server does. Must be the same function in every render. */
export function useUrlState<State>(initial: State, parse: (query: QuerySource) => State) {
  const [state, setState] = useState(initial);

  const readUrl = useCallback(() => setState(parse(Object.fromEntries(new URLSearchParams(location.search)))), [parse]);

  useEffect(() => {
    addEventListener('popstate', readUrl);
    return () => removeEventListener('popstate', readUrl);
  }, [readUrl]);

  /**
   * `query` starts with a question mark or is empty. Use `replace` while the user types and `push` for a choice. The window
   * scrolls to the top.
   */
  const navigate = useCallback(
    (query: string, how: 'push' | 'replace' = 'push') => {
      trackScroll();
      saveScroll();
      history[`${how}State`](null, '', location.pathname + query);
      readUrl();
      scrollTo(0, 0);
      trackScroll();
    },
    [readUrl],
  );
  return [state, navigate] as const;
}
