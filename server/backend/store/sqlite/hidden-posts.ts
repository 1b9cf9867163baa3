/**
 * The posts that a selection by time hides: those of deleted phrases, of muted sources and authors, and those that match what a
 * search excludes.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '../../search/query-tree.ts';
import { countByBar, countPairs } from './bar-counts.ts';
import { secondsByIndex } from './post-index-query.ts';
import { listCopies, listRowsOf, readSizes } from './post-lists.ts';
import { mutedTerms, noMutes } from './post-mutes.ts';
import type { PostSelection } from './post-selection.ts';
import { hasQuery, hasTerm, wordTerm } from './search-terms.ts';
import { type Bar, isEverything } from './stored-bars.ts';

/** `everything`: the selection without what it hides. `expression` matches what it hides. */
type Hidden = { everything: PostSelection; expression: string };

/** Null when nothing is hidden. */
export function findHidden(selection: PostSelection, excluded: SearchQuery | null): Hidden | null {
  const { words, mutes } = selection;
  const terms = [...('except' in words ? words.except.map(wordTerm) : []), ...mutedTerms(mutes)];
  const parts = [
    ...(terms.length === 0 ? [] : [hasTerm(...terms)]),
    ...(excluded === null ? [] : [hasQuery(excluded)]),
  ];
  if (parts.length === 0) return null;
  const everything = { ...selection, query: null, words: { except: [] }, mutes: noMutes };
  return { everything, expression: `(${parts.join(' OR ')})` };
}

export const countHiddenRows = (db: DatabaseSync, hidden: Hidden | null, bars: readonly Bar[]): number[] =>
  hidden === null ? bars.map(() => 0) : countByBar(bars, secondsByIndex(db, hidden.everything, hidden.expression));

/** The number of rows of each story, hidden or not, per bar. */
function countAllRows(db: DatabaseSync, everything: PostSelection, stories: number[], bars: readonly Bar[]) {
  const [bar] = bars;
  if (bar && isEverything(bar)) return [new Map(readSizes(db, stories))];
  return countPairs(bars, listRowsOf(db, everything, stories));
}

/** The stories without a visible row, per bar. */
export function countHiddenStories(db: DatabaseSync, hidden: Hidden | null, bars: readonly Bar[]): number[] {
  if (hidden === null) return bars.map(() => 0);
  const totals = countHiddenRows(db, hidden, bars);
  const copies = listCopies(db, hidden.everything, hidden.expression);
  const hiddenRows = countPairs(bars, copies);
  const allRows = countAllRows(db, hidden.everything, [...new Set(copies.stories)], bars);
  for (const [bar, rows] of hiddenRows.entries()) {
    for (const [story, count] of rows) {
      totals[bar] = (totals[bar] ?? 0) - count + Number(allRows[bar]?.get(story) === count);
    }
  }
  return totals;
}
