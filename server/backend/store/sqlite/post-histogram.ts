/** The totals of a selection per hour, day or month. */
import type { DatabaseSync } from 'node:sqlite';
import type { Histogram } from '../../../../shared/api/histogram.ts';
import { type BarBound, barBounds, chooseUnit } from '../../posts/histogram-bars.ts';
import type { PostScope } from '../posts-store.ts';
import { countByBar, countStoriesByBar } from './bar-counts.ts';
import { prepareZone } from './day-counts.ts';
import { boundPostId } from './post-id.ts';
import { secondsByIndex } from './post-index-query.ts';
import { listCopies, listRead, usesIndex } from './post-lists.ts';
import { mutedTerms, noMutes } from './post-mutes.ts';
import { findTimes } from './post-pages.ts';
import { isFiltered, type PostSelection } from './post-selection.ts';
import { secondsByTable } from './post-table-query.ts';
import type { PostView } from './post-totals.ts';
import { hasTerm, wordTerm } from './search-terms.ts';

/** Counts the rows of all phrases with a range of an index per bar, then subtracts the hidden rows. */
function countVisibleRows(db: DatabaseSync, selection: PostSelection, bounds: readonly BarBound[]): number[] {
  const count = db.prepare('SELECT count(*) AS rows FROM posts WHERE id >= ? AND id < ?');
  const { words, mutes, fromId, toId } = selection;
  const rows = bounds.map(({ start }, index) => {
    const from = Math.max(boundPostId(start), fromId ?? 0);
    const next = bounds[index + 1];
    const to = Math.min(next ? boundPostId(next.start) : Number.MAX_SAFE_INTEGER, toId ?? Number.MAX_SAFE_INTEGER);
    return Number(count.get(from, to)?.rows);
  });
  const hidden = [...('except' in words ? words.except.map(wordTerm) : []), ...mutedTerms(mutes)];
  if (hidden.length === 0) return rows;
  const everything = { ...selection, words: { except: [] }, mutes: noMutes };
  const hiddenRows = countByBar(bounds, secondsByIndex(db, everything, hasTerm(...hidden)));
  return rows.map((total, bar) => total - (hiddenRows[bar] ?? 0));
}

function countRows(db: DatabaseSync, selection: PostSelection, bounds: readonly BarBound[]): number[] {
  if (usesIndex(selection)) return countByBar(bounds, secondsByIndex(db, selection));
  if (isFiltered(selection) || selection.stories !== null) return countByBar(bounds, secondsByTable(db, selection));
  return countVisibleRows(db, selection, bounds);
}

/** A story with rows in several bars counts in each of them. */
function countTotals(
  db: DatabaseSync,
  selection: PostSelection,
  { hideCopies, marks }: PostView,
  bounds: readonly BarBound[],
): number[] {
  const rows = countRows(db, selection, bounds);
  const subtract = (totals: number[], sign: 1 | -1) => {
    for (const [bar, total] of totals.entries()) rows[bar] = (rows[bar] ?? 0) - sign * total;
  };
  if (hideCopies) {
    const copies = listCopies(db, selection);
    subtract(countByBar(bounds, copies.seconds), 1);
    subtract(countStoriesByBar(bounds, copies), -1);
  }
  if (marks !== null) {
    const read = listRead(db, selection, marks);
    subtract(hideCopies ? countStoriesByBar(bounds, read) : countByBar(bounds, read.seconds), 1);
  }
  return rows;
}

/** The range of the dates decides on the unit; where one is missing, the first or the last post. */
export function createHistogram(
  db: DatabaseSync,
  selection: PostSelection | null,
  scope: PostScope,
  view: PostView,
): Histogram {
  const timeZone = prepareZone(db)();
  const times = selection === null ? null : findTimes(db, selection, view);
  const from = scope.from ?? times?.min ?? scope.to ?? 0;
  const to = scope.to ?? (times?.max ?? from) + 1;
  const unit = chooseUnit(from, to, timeZone);
  if (selection === null || times === null || times.min === null || times.max === null) return { unit, bars: [] };
  const bounds = barBounds(unit, times.min, times.max + 1, timeZone);
  const totals = countTotals(db, selection, view, bounds);
  const bars = bounds.map(({ label }, bar) => ({ from: label, total: totals[bar] ?? 0 }));
  return { unit, bars: bars.filter(({ total }) => total > 0) };
}
