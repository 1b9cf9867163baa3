/** What «Сводка» reads of a period besides the figures of other pages. */
import type { DatabaseSync } from 'node:sqlite';
import { boundPostId } from '../store/post-id.ts';
import type { NewSources, PeriodPosts, Viewing } from '../store/posts-store.ts';
import { allOf, listNumbers, readArrays } from '../store/sqlite/sql.ts';
import { countOfOwners, readNames } from './analytics.ts';
import { findReading } from './earlier-stories.ts';
import { type ColumnNames, filters } from './filters.ts';
import type { OwnStories } from './own-stories.ts';
import { listShown } from './page-places.ts';
import { selectPosts } from './post-selection.ts';

/** The rows of the selection, oldest first. */
export function listPosts(db: DatabaseSync, own: OwnStories, viewing: Viewing): PeriodPosts {
  const reading = findReading(db, own, viewing);
  if (reading === null) return { ids: [], stories: [], posts: [] };
  const { ids, stories } = listShown(db, reading);
  const sql = `SELECT owner_id, post_id FROM json_each(?) AS wanted JOIN posts ON posts.id = wanted.value ORDER BY wanted.key`;
  const posts = readArrays<[number, number]>(db, sql, [JSON.stringify(ids)]);
  return { ids, stories, posts: posts.map(([ownerId, postId]) => ({ ownerId, postId })) };
}

const names: ColumnNames = { sign: '+', id: 'posts.id', story: 'posts.story_id', arrival: 'posts.arrival' };

/** The sources with a row in the dates of the filter, and none before them that the viewer sees. */
export function findNewSources(db: DatabaseSync, own: OwnStories, viewing: Viewing, max: number): NewSources {
  const selection = selectPosts(db, own, viewing);
  if (selection === null) return { items: [], total: 0 };
  const figures = countOfOwners(db, own, viewing, null);
  const earlier = allOf([
    { sql: 'posts.owner_id = wanted.value AND posts.id < ?', params: [boundPostId(viewing.filter.from ?? 0)] },
    ...filters.words.rows(selection, names),
    ...filters.mutes.rows(selection, names),
  ]);
  const fresh = new Set(
    listNumbers(
      db,
      `SELECT value FROM json_each(?) AS wanted WHERE NOT EXISTS (SELECT 1 FROM posts WHERE ${earlier.sql})`,
      JSON.stringify(figures.map(({ ownerId }) => ownerId)),
      ...earlier.params,
    ),
  );
  const found = figures.filter(({ ownerId }) => fresh.has(ownerId));
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
