/**
 * The figures in rows of phrases: live counts, loaded together if the backend supports it, and a sparkline of the last 30 days.
 */

import { type RefObject, useCallback, useRef, useSyncExternalStore } from 'react';
import { loadWordDays, loadWordPostCount, loadWordPostCounts } from '../../../shared/api/words.ts';
import type { BackendKind } from '../../../shared/backend-kind.ts';
import type { Word } from '../../../shared/fields/words.ts';
import { formatNumber } from '../../../shared/format.ts';
import type { UserType } from '../../../shared/roles.ts';
import { moveDay } from '../../../shared/rules/days.ts';
import { wordCountsMax } from '../../../shared/rules/limits.ts';
import { callApi } from '../../lib/api.ts';
import type { FigureLoader, FigureWord, RowFigures } from './row-figures.ts';
import styles from './word-figures.module.css';

/** `path` is an SVG path for an element of `trendSize`; `text` describes it. */
export type Trend = { path: string; text: string };

/** In pixels. */
export const trendSize = { width: 72, height: 24 };

/** Keeps the 1.5 px wide line within its element. */
const margin = 1;

/** Uses whole pixels, which keeps the path short. Zero is at the bottom, the highest value at the top. */
function linePath(values: readonly number[]): string {
  const top = Math.max(1, ...values);
  const between = (share: number, length: number) => margin + Math.round(share * (length - 2 * margin));
  const points = values.map(
    (value, index) =>
      `${between(index / (values.length - 1), trendSize.width)} ${between(1 - value / top, trendSize.height)}`,
  );
  return `M${points.join(' ')}`;
}

/** `day` is `YYYY-MM-DD`. */
function formatDayAfter(day: string, days: number): string {
  const [, month, date] = moveDay(day, { days }).split('-');
  return `${date}.${month}`;
}

/**
 * `totals` has one total per day from `from` on. The text names the day with the highest total, and the latest of several equal
 * days.
 */
export function trendOf(from: string, days: { total: number; totals: readonly number[] } | undefined): Trend | null {
  if (days === undefined) return null;
  const { total, totals } = days;
  const top = Math.max(...totals);
  const peak = top > 0 ? `, пик ${formatDayAfter(from, totals.lastIndexOf(top))}: ${formatNumber(top)}` : '';
  return { path: linePath(totals), text: `за ${totals.length} дней: ${formatNumber(total)}${peak}` };
}

/** A failed count is 0 (docs/product/api.md); an unknown one is -1. An existing backend counts one phrase per call. */
export const countLoaders: Record<BackendKind, (viewer: UserType) => FigureLoader<number>> = {
  specified: (viewer) => ({
    batchSize: 1,
    load: (words) => Promise.all(words.map(({ id, text }) => callApi(loadWordPostCount(viewer, id, text)))),
    failed: 0,
  }),
  own: () => ({
    batchSize: wordCountsMax,
    async load(words) {
      const counts = await callApi(loadWordPostCounts(words.map(({ id }) => id)));
      return words.map(({ id }) => counts.get(id) ?? -1);
    },
    failed: 0,
  }),
};

/** Our own backend only. A trend is null if it is unknown. */
export const trendLoader: FigureLoader<Trend | null> = {
  batchSize: wordCountsMax,
  async load(words) {
    const { from, words: days } = await callApi(loadWordDays(words.map(({ id }) => id)));
    return words.map(({ id }) => trendOf(from, days.get(id)));
  },
  failed: null,
};

/** One observer for all elements, because browsers check each observer in every frame. */
let observer: IntersectionObserver | undefined;
const listeners = new WeakMap<Element, (visible: boolean) => void>();

/**
 * Calls `start` when the element becomes visible, and the function that it returned when the element is hidden again. Returns a
 * cleanup function, which must run before the next call for the same element.
 */
function whenVisible(element: Element, start: () => () => void): () => void {
  let stop: (() => void) | null = null;
  listeners.set(element, (visible) => {
    stop?.();
    stop = visible ? start() : null;
  });
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
  });
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    listeners.delete(element);
    stop?.();
  };
}

/** `element` is in the row's cell. */
function useRowFigure<Figure>(element: RefObject<Element | null>, word: FigureWord, figures: RowFigures<Figure>) {
  const watch = useCallback(
    (listener: () => void) => {
      const cell = element.current?.parentElement;
      return cell ? whenVisible(cell, () => figures.watch(word, listener)) : () => undefined;
    },
    [element, figures, word],
  );
  return useSyncExternalStore(watch, () => figures.get(word));
}

/** Returns an ellipsis while the count loads, and a dash when it is unknown (-1). */
function formatCount(count: number | undefined): string {
  if (count === undefined) return '…';
  return count < 0 ? '—' : formatNumber(count);
}

/**
 * The placeholder for the live count until hydration. Without JavaScript it is the stored count, if the backend sends it to
 * clients.
 */
export const AwaitedCount = ({ word, hasStored }: { word: Word; hasStored: boolean }) =>
  hasStored ? (
    <>
      <span data-scripted="">{formatCount(undefined)}</span>
      <span className={styles.stored}>{formatNumber(word.totalPosts)}</span>
    </>
  ) : (
    formatCount(undefined)
  );

export function LiveCount({ word, counts }: { word: Word; counts: RowFigures<number> }) {
  const element = useRef<HTMLSpanElement>(null);
  const text = formatCount(useRowFigure(element, word, counts));
  // The key replaces the element, because browsers count a text change as a layout shift.
  return (
    <span key={text} ref={element}>
      {text}
    </span>
  );
}

export function TrendLine({ word, trends }: { word: Word; trends: RowFigures<Trend | null> }) {
  const element = useRef<SVGSVGElement>(null);
  const trend = useRowFigure(element, word, trends);
  return (
    <svg {...trendSize} ref={element} role="img" aria-label={trend?.text} aria-hidden={!trend} className={styles.trend}>
      <path d={trend?.path} />
    </svg>
  );
}
