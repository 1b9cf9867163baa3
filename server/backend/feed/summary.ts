/** What «Сводка» reads of a period besides the figures of other pages. */
import type { DatabaseSync } from 'node:sqlite';
import { dayMs } from '../../../shared/durations.ts';
import type { TimeWindow } from '../rules/days.ts';
import { orderStories, type StoryFigures } from '../rules/main-stories.ts';
import { boundPostId } from '../store/post-id.ts';
import { type MainStories, type NewSources, type Viewing, withFilters } from '../store/posts-store.ts';
import type { Rows } from '../store/sqlite/row-columns.ts';
import { allOf, listNumbers } from '../store/sqlite/sql.ts';
import { readNames } from './analytics.ts';
import { createRowFilter, readFilteredRows } from './analytics-rows.ts';
import { findReading } from './earlier-stories.ts';
import { quoteStories } from './explanation.ts';
import { filters, ofVisibleWords, type ResolvedFilter, unindexedNames } from './filters.ts';
import { createFirstRowTest } from './first-rows.ts';
import type { OwnStories } from './own-stories.ts';
import { listShown } from './page-places.ts';
import { selectPosts } from './post-selection.ts';
import { pickRows } from './row-columns.ts';

type PeriodRows = Rows<'stories' | 'owners' | 'views'>;

/** The figures of each story. */
function figuresOf({ ids, stories, owners, views }: PeriodRows): StoryFigures[] {
  const found = new Map<number, StoryFigures & { owners: Set<number> }>();
  for (let row = 0; row < ids.length; row += 1) {
    const storyId = stories[row] ?? 0;
    const story = found.get(storyId) ?? {
      ...{ storyId, rows: 0, sources: 0, views: null, first: ids[row] ?? 0 },
      owners: new Set<number>(),
    };
    const seen = (views[row] ?? 0) - 1;
    if (seen >= 0 && seen > (story.views ?? -1)) story.views = seen;
    story.rows += 1;
    story.owners.add(owners[row] ?? 0);
    found.set(storyId, story);
  }
  return [...found.values()].map(({ owners, ...story }) => ({ ...story, sources: owners.size }));
}

/** The views of each post once. */
function sumViews({ ids, views: column }: PeriodRows, isFirst: (id: number) => boolean): MainStories['views'] {
  const found = { sum: 0, measured: 0, posts: 0 };
  for (let row = 0; row < ids.length; row += 1) {
    if (!isFirst(ids[row] ?? 0)) continue;
    const views = column[row] ?? 0;
    found.posts += 1;
    found.measured += Number(views > 0);
    found.sum += Math.max(views - 1, 0);
  }
  return found;
}

/** At most `max` stories, the main one first. */
export function findMainStories(db: DatabaseSync, own: OwnStories, viewing: Viewing, max: number): MainStories {
  const reading = findReading(db, own, withFilters(viewing, { copies: true }));
  if (reading === null) return { views: { sum: 0, measured: 0, posts: 0 }, stories: [] };
  const ids = Float64Array.from(listShown(db, reading).ids);
  const rows = pickRows(db, own, ['stories', 'owners', 'views'], ids);
  const main = orderStories(figuresOf(rows)).slice(0, max);
  const firsts = main.map(({ first }) => first);
  const quotes = new Map(quoteStories(db, own, viewing, firsts).map(({ id, ...quoted }) => [id, quoted]));
  return {
    views: sumViews(rows, createFirstRowTest(db, reading.selection, reading.selection)),
    stories: main.flatMap(({ first, ...story }) => {
      const quoted = quotes.get(first);
      return quoted ? [{ ...story, ...quoted }] : [];
    }),
  };
}

/** Most sources of a period have a row in the weeks before it. */
const recentMs = 4 * 7 * dayMs;

/** The sources without a row before this time that the selection's viewer sees. The index of sources has the phrases. */
function listWithoutEarlier(db: DatabaseSync, selection: ResolvedFilter, ownerIds: readonly number[], before: number) {
  const { sql, params } = allOf([
    { sql: 'posts.owner_id = wanted.value AND posts.id < ?', params: [boundPostId(before)] },
    ...ofVisibleWords(selection),
    ...filters.mutes.rows(selection, unindexedNames),
  ]);
  const withoutRows = `SELECT value FROM json_each(?) AS wanted WHERE NOT EXISTS (SELECT 1 FROM posts WHERE ${sql})`;
  return new Set(listNumbers(db, withoutRows, JSON.stringify(ownerIds), ...params));
}

/** The sources with a row in the dates of the filter, and none before them that the viewer sees. */
export function findNewSources(db: DatabaseSync, own: OwnStories, viewing: Viewing, max: number): NewSources {
  const [from, to] = [viewing.filter.from ?? 0, viewing.filter.to ?? 0];
  const selection = selectPosts(db, own, withFilters(viewing, { from: from - recentMs }));
  if (selection === null) return { items: [], total: 0 };
  const filter = createRowFilter(db, selection);
  const listed = filter.listRows();
  const read = (window: TimeWindow) => readFilteredRows(db, filter, listed, ['owners'], window);
  /** The sources of the period, with their rows. */
  const rowsOf = new Map<number, number>();
  for (const { owners } of read({ from, to })) {
    for (const owner of owners) rowsOf.set(owner, (rowsOf.get(owner) ?? 0) + 1);
  }
  for (const { owners } of read({ from: from - recentMs, to: from })) for (const owner of owners) rowsOf.delete(owner);
  const fresh = listWithoutEarlier(db, selection, [...rowsOf.keys()], from - recentMs);
  const found = [...rowsOf].flatMap(([ownerId, rows]) => (fresh.has(ownerId) ? [{ ownerId, rows }] : []));
  const items = found.sort((a, b) => b.rows - a.rows || a.ownerId - b.ownerId).slice(0, max);
  const named = readNames(
    db,
    'owners',
    null,
    items.map(({ ownerId }) => ownerId),
  );
  return {
    items: items.map(({ ownerId, rows }) => ({ ownerId, name: named.get(ownerId)?.name ?? '', rows })),
    total: found.length,
  };
}
