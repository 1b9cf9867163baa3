/** The live count in the posts column (docs/product.md, section 2). Rendered after hydration only: it needs a script. */
import { useRef } from 'react';
import type { Word } from '../../../shared/fields/words.ts';
import { formatNumber } from '../../../shared/format.ts';
import type { RowFigures } from './row-figures.ts';
import { useRowFigure } from './use-row-figure.ts';

/** Returns an ellipsis while the count loads, and a dash when it is unknown (-1). */
export function formatCount(count: number | undefined): string {
  if (count === undefined) return '…';
  return count < 0 ? '—' : formatNumber(count);
}

type LiveCountProps = { word: Word; counts: RowFigures<number> };

export function LiveCount({ word, counts }: LiveCountProps) {
  const element = useRef<HTMLSpanElement>(null);
  const text = formatCount(useRowFigure(element, word, counts));
  // The key replaces the element, because browsers count a changed text as a layout shift.
  return (
    <span key={text} ref={element}>
      {text}
    </span>
  );
}
