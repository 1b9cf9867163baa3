/**
 * The overview above the table: HTML from the server, empty without the capabilities (server/pages/feed-overview). Its script
 * loads when it is first used or when the filters change.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { defaultPostSort } from '../../../shared/api/posts.ts';
import { formatPostsQuery, type PostsQuery } from '../../../shared/posts-query.ts';
import { staticChildren } from '../../components/static-children.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import type { Overview } from './overview.ts';

type OverviewSlotProps = {
  query: PostsQuery;
  /** A new number loads the overview again. */
  refreshes: number;
  /** Takes the query string of a link of the feed. Must be the same function in every render. */
  navigate: (search: string) => void;
  children: ReactNode;
};

export function OverviewSlot({ query, refreshes, navigate, children }: OverviewSlotProps) {
  const context = useIslandContext();
  const slot = useRef<HTMLDivElement>(null);
  const script = useRef<Promise<Overview> | null>(null);
  const key = formatPostsQuery({ ...query, sort: defaultPostSort, page: 1 }) + refreshes;
  const shown = useRef(key);

  /** The overview stays busy if its script cannot be loaded. */
  function withScript(use?: (overview: Overview) => void) {
    const element = slot.current;
    if (!element?.hasChildNodes()) return;
    if (use) element.ariaBusy = 'true';
    script.current ??= import('./overview.ts').then(({ startOverview }) => startOverview(element, context, navigate));
    script.current.then(use, () => {
      script.current = null;
    });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only other filters and refreshes load the overview
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    withScript((overview) => overview.show(formatPostsQuery(query)));
  }, [key]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links and buttons inside are the controls
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key press on a button is a click
    <div
      ref={slot}
      onPointerEnter={() => withScript()}
      onFocus={() => withScript()}
      onClick={({ target }) => {
        const button = (target as Element).closest('button');
        if (button) withScript((overview) => overview.press(button));
      }}
      {...staticChildren(children)}
    />
  );
}
