/** The figure of a row: undefined until it is loaded, which begins when the row is visible. */
import { type RefObject, useCallback, useSyncExternalStore } from 'react';
import { whenVisible } from '../../lib/when-visible.ts';
import type { FigureWord, RowFigures } from './row-figures.ts';

/** `element` is in the row's cell. */
export function useRowFigure<Figure>(
  element: RefObject<Element | null>,
  word: FigureWord,
  figures: RowFigures<Figure>,
): Figure | undefined {
  const watch = useCallback(
    (listener: () => void) => whenVisible(element.current?.parentElement ?? null, () => figures.watch(word, listener)),
    [element, figures, word],
  );
  return useSyncExternalStore(watch, () => figures.get(word));
}
