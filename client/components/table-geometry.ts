/**
 * The geometry of a table: the heights of its rows, cards and header, and the widths of its columns. The style sheet gets them
 * as variables (data-table.module.css), in rem, so that they grow with the font size of the browser. Only the style sheet
 * decides at which widths rows become cards; `useRowHeight` measures the result.
 */
import { type CSSProperties, type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Density, Preferences } from '../../shared/preferences.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { readPreference, subscribeToPreferences } from '../lib/preferences.ts';
import type { Column } from './table-column.ts';

/** The height of a compact row relative to a comfortable one. */
const compactRowScale = 0.8;

/** The height of a line of card fields: margin, label and value. This and other numbers are in pixels of a 16 px font. */
const cardLineHeight = 46;

/**
 * The minimum height of the sticky header. With the layout `text` it has two links in a place, of 24 pixels each (WCAG 2.5.8), or
 * three, of which the outer ones reach beyond it.
 */
const headHeight = 32;
const textHeadHeight = 48;
const tallHeadHeight = 60;

const rem = (pixels: number): string => `${pixels / 16}rem`;

type ColumnSizes = Pick<Column<never>, 'name' | 'card' | 'width' | 'place' | 'title' | 'leading' | 'stack'>;

/** The values of `stack` of two neighbours that share a track. */
const pairs = new Set(['over under', 'lower upper']);

/** Returns the sum of the minimum widths of the tracks, in rem. */
const leastWidthOf = (tracks: readonly string[]): number =>
  tracks.reduce((sum, width) => sum + Number.parseFloat(width.replace('minmax(', '')), 0);

/**
 * Returns the height of a card. `base` covers the columns without a name, which cannot be hidden. A field with `card`
 * fills a line.
 */
function cardHeightOf(columns: readonly ColumnSizes[], base: number, perLine: number): number {
  const places = columns.reduce((sum, { name, card }) => sum + (name ? (card ? perLine : 1) : 0), 0);
  return base + cardLineHeight * Math.ceil(places / perLine);
}

/**
 * `rowHeight` is the height of a comfortable row, `cardBase` the height of a card whose hideable columns are all hidden, both in
 * pixels of a 16 px font.
 */
export type RowSizes = { rowHeight: number; cardBase: number };

/**
 * Returns the CSS variables of the table. A line of a card holds two fields, a line of a wide card four. With the layout `text`
 * `--with-<place>` is 1 if the column of this place is shown.
 */
export function tableVariables(columns: readonly ColumnSizes[], { rowHeight, cardBase }: RowSizes, density: Density) {
  const height = density === 'compact' ? Math.round(rowHeight * compactRowScale) : rowHeight;
  if (columns.some(({ place }) => place))
    return {
      '--table-head-height': rem(columns.some(({ place }) => place === 'reach') ? tallHeadHeight : textHeadHeight),
      '--table-row-height': rem(height),
      ...Object.fromEntries(columns.flatMap(({ place }) => (place ? [[`--with-${place}`, 1]] : []))),
    } as CSSProperties;
  // The labels of card fields, which rows then need not repeat.
  const labels = columns.filter(({ leading }) => !leading).map(({ title }) => JSON.stringify(title));
  const tracks = columns
    .filter(({ stack }, index) => !pairs.has(`${columns[index - 1]?.stack} ${stack}`))
    .map(({ width = '' }) => width);
  return {
    '--table-columns': tracks.join(' '),
    '--table-head-height': rem(headHeight),
    '--table-row-height': rem(height),
    '--table-card-height': rem(cardHeightOf(columns, cardBase, 2)),
    '--table-wide-card-height': rem(cardHeightOf(columns, cardBase, 4)),
    '--actions-width': columns.at(-1)?.width?.match(/[\d.]+rem(?=\)?$)/)?.[0],
    '--table-width': `${leastWidthOf(tracks)}rem`,
    ...Object.fromEntries(labels.map((label, index) => [`--label-${index + 1}`, label])),
  } as CSSProperties;
}

/**
 * Returns the height of the table's rows or cards in pixels, null until it is measured. `variables` come from `tableVariables`.
 */
export function useRowHeight(table: RefObject<HTMLElement | null>, variables: CSSProperties): number | null {
  const [height, setHeight] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other variables may change the height without the width
  useEffect(() => {
    const element = table.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { fontSize } = getComputedStyle(document.documentElement);
      const height = Number.parseFloat(getComputedStyle(element).getPropertyValue('--height'));
      setHeight(height * Number.parseFloat(fontSize));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [table, variables]);
  return height;
}

/** `rendered` is the value in the server-rendered HTML, which hydration must repeat. */
function usePreference<Name extends keyof Preferences>(name: Name, rendered: Preferences[Name]): Preferences[Name] {
  return useSyncExternalStore(
    subscribeToPreferences,
    () => readPreference(name),
    () => rendered,
  );
}

/** The user's table view: the density of rows and the hidden columns. */
export function useTableView(): { density: Density; hiddenColumns: readonly string[] } {
  const { tableView } = useIslandContext();
  const density = usePreference('density', tableView.density);
  const hidden = usePreference('hiddenColumns', tableView.hiddenColumns);
  return { density, hiddenColumns: useMemo(() => hidden.split(' ').filter(Boolean), [hidden]) };
}
