/** Keeps a list's filter and sort in the page's URL: links change them without a page load, back and forward restore them. */
import { useCallback, useEffect, useState } from 'react';
import type { QuerySource } from '../../shared/list-query.ts';
import { saveScroll, trackScroll } from './scroll-memory.ts';

/** `parse` reads the state from a URL's query as the server does. Define it outside the component. */
export function useUrlState<State>(initial: State, parse: (query: QuerySource) => State) {
  const [state, setState] = useState(initial);

  const readUrl = useCallback(() => setState(parse(Object.fromEntries(new URLSearchParams(location.search)))), [parse]);

  useEffect(() => {
    addEventListener('popstate', readUrl);
    return () => removeEventListener('popstate', readUrl);
  }, [readUrl]);

  /**
   * `query` is URL text with its question mark, or ''. Typing replaces the history entry, choosing adds one. The new list
   * is shown from its beginning.
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
