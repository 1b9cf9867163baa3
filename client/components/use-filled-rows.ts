/**
 * Fills the rows of a virtual list over several frames: rows that scroll in are empty boxes first. Without it a frame of fast
 * scrolling renders a whole window of rows.
 */
import { useLayoutEffect, useReducer, useRef } from 'react';
import type { RenderedSection } from 'react-virtualized';

/** Indices, both included. */
export type RowRange = { start: number; stop: number };

/** At first so many pixels of rows are filled in a frame, but at least one row. */
const firstPixels = 170;
/** In milliseconds: fewer rows follow a longer render, more rows a shorter one. */
const longestRender = 20;
const shortRender = 8;

const covers = (filled: RowRange, rendered: RowRange): boolean =>
  filled.start <= rendered.start && filled.stop >= rendered.stop;

/**
 * Returns the part of `filled` inside `rendered`, extended by `count` rows: downwards first. When nothing is left of it, starts
 * at the first visible row.
 */
export function fillMore(filled: RowRange, rendered: RowRange, firstVisible: number, count: number): RowRange {
  const start = Math.max(filled.start, rendered.start);
  const stop = Math.min(filled.stop, rendered.stop);
  if (start > stop) return { start: firstVisible, stop: Math.min(firstVisible + count - 1, rendered.stop) };
  const below = Math.min(count, rendered.stop - stop);
  return { start: Math.max(rendered.start, start - count + below), stop: stop + below };
}

/** Returns how many rows to fill in the next frame, after `count` rows took `renderMs`. */
export function nextCount(count: number, renderMs: number): number {
  if (renderMs > longestRender) return Math.max(1, Math.floor(count / 2));
  return renderMs < shortRender ? count + 1 : count;
}

/** Returns the filled rows, and what `Grid` calls when it has rendered other rows. The first rows are filled at once. */
export function useFilledRows(rowHeight: number) {
  const renderedAt = performance.now();
  const [, render] = useReducer((count: number) => count + 1, 0);
  const current = useRef({
    filled: { start: 0, stop: Number.POSITIVE_INFINITY },
    rendered: null as (RowRange & { firstVisible: number }) | null,
    count: Math.max(1, Math.round(firstPixels / rowHeight)),
    isScheduled: false,
    isFilling: false,
  });

  function fill() {
    const { filled, rendered, count } = current.current;
    current.current.isScheduled = false;
    if (!rendered) return;
    current.current.filled = fillMore(filled, rendered, rendered.firstVisible, count);
    if (covers(filled, rendered)) return;
    current.current.isFilling = true;
    render();
  }

  /** In the next frame, together with what the page's scrolling renders. */
  function schedule() {
    if (!current.current.isScheduled) requestAnimationFrame(fill);
    current.current.isScheduled = true;
  }

  // The rows are laid out now: `Grid` measures its place in its own layout effect, which runs before.
  useLayoutEffect(() => {
    const { filled, rendered, count, isFilling } = current.current;
    if (!isFilling) return;
    current.current.isFilling = false;
    current.current.count = nextCount(count, performance.now() - renderedAt);
    if (rendered && !covers(filled, rendered)) schedule();
  });

  return {
    filled: current.current.filled,
    onSectionRendered({ rowOverscanStartIndex, rowOverscanStopIndex, rowStartIndex }: RenderedSection) {
      current.current.rendered = {
        start: rowOverscanStartIndex,
        stop: rowOverscanStopIndex,
        firstVisible: rowStartIndex,
      };
      schedule();
    },
  };
}
