/** The posts column: stored and live count for administrators, only the live count for clients (docs/product.md, section 2). */
import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Word } from '../../../shared/api/words.ts';
import { formatNumber } from '../../../shared/format.ts';
import type { UserType } from '../../../shared/roles.ts';
import { whenVisible } from '../../lib/when-visible.ts';
import type { LiveCounts } from './live-counts.ts';

/** Returns an ellipsis while the count loads, and a dash when it is unknown (-1). */
function formatCount(count: number | undefined): string {
  if (count === undefined) return '…';
  return count < 0 ? '—' : formatNumber(count);
}

type WordPostsProps = { word: Word; viewer: UserType; counts: LiveCounts };

export function WordPosts({ word, viewer, counts }: WordPostsProps) {
  const element = useRef<HTMLSpanElement>(null);
  const watch = useCallback(
    (listener: () => void) => whenVisible(element.current?.parentElement ?? null, () => counts.watch(word, listener)),
    [counts, word],
  );
  const count = useSyncExternalStore(
    watch,
    () => counts.get(word),
    () => undefined,
  );
  const live = formatCount(count);
  // The key replaces the element, because browsers count a changed text as a layout shift.
  return (
    <>
      {viewer === 'admin' && `${formatNumber(word.totalPosts)} / `}
      <span key={live} ref={element}>
        {live}
      </span>
    </>
  );
}
