/** How a table lies: plain as the server rendered it, then virtualised as rows or, where it is narrow, as cards. */
import { type RefObject, useLayoutEffect, useState } from 'react';

export type TableLayout = 'plain' | 'rows' | 'cards';

/** The style sheet draws the same line: `@container (max-width: 640px)`. */
const cardsMaxWidth = 640;

export function useTableLayout(table: RefObject<HTMLElement | null>): TableLayout {
  const [layout, setLayout] = useState<TableLayout>('plain');
  // Before the first paint with a script, so that nothing is seen to move.
  useLayoutEffect(() => {
    const element = table.current;
    if (!element) return;
    const update = () => setLayout(element.clientWidth > cardsMaxWidth ? 'rows' : 'cards');
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [table]);
  return layout;
}
