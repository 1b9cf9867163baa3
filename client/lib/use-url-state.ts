/** Keeps a list's filter and sort in the page's URL: links switch without a page load, and back and forward restore. */
import { useCallback, useEffect, useState } from 'react';
import type { QuerySource } from '../../shared/list-query.ts';
import { followPlace, keepPlace } from './list-place.ts';

/** `parse` reads the state from a URL's query as the server does; it stands outside the component. */
export function useUrlState<State>(initial: State, parse: (query: QuerySource) => State) {
  const [state, setState] = useState(initial);

  const readUrl = useCallback(() => setState(parse(Object.fromEntries(new URLSearchParams(location.search)))), [parse]);

  useEffect(() => {
    addEventListener('popstate', readUrl);
    return () => removeEventListener('popstate', readUrl);
  }, [readUrl]);

  /**
   * `query` is URL text with its question mark, or ''. Typing replaces the entry of the history, choosing adds one. The
   * list that comes is seen from its beginning.
   */
  const navigate = useCallback(
    (query: string, how: 'push' | 'replace' = 'push') => {
      followPlace();
      keepPlace();
      history[`${how}State`](null, '', location.pathname + query);
      readUrl();
      scrollTo(0, 0);
      followPlace();
    },
    [readUrl],
  );
  return [state, navigate] as const;
}
