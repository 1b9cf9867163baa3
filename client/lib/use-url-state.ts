/** Keeps the filters and the sort of a list in the URL. Changes need no page load; back and forward restore them. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { QuerySource } from '../../shared/list-query.ts';
import { listen } from './page.ts';
import { changeEntry, saveScroll, trackScroll } from './use-restored-scroll.ts';

export const readQuery = (search: string): QuerySource => Object.fromEntries(new URLSearchParams(search));

/**
 * `parse` reads the state from the query of a URL, as the server does; it must be the same function in every render. `preload`
 * requests the data of a state before it renders.
 */
export function useUrlState<State>(
  initial: State,
  parse: (query: QuerySource) => State,
  preload: (state: State) => void,
) {
  const [state, setState] = useState(initial);
  const currentPreload = useRef(preload);
  useEffect(() => {
    currentPreload.current = preload;
  });

  /** Prefetches the data of a query before the user goes there. */
  const prepare = useCallback(
    (query: string) => {
      const next = parse(readQuery(query));
      currentPreload.current(next);
      return next;
    },
    [parse],
  );
  const show = useCallback((query: string) => setState(prepare(query)), [prepare]);

  useEffect(() => {
    const onPopState = () => {
      changeEntry();
      show(location.search);
    };
    return listen({ popstate: onPopState });
  }, [show]);

  /**
   * Goes to a query, which starts with a question mark or is '', and scrolls to the top. Use `replace` while the user types and
   * `push` for a choice.
   */
  const navigate = useCallback(
    (query: string, how: 'push' | 'replace' = 'push') => {
      show(query);
      trackScroll();
      saveScroll();
      history[`${how}State`](null, '', location.pathname + query);
      scrollTo(0, 0);
      trackScroll();
    },
    [show],
  );
  return [state, navigate, prepare] as const;
}
