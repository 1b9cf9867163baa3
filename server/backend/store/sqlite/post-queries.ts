/** The queries of posts. Each uses either the search index or the table's indexes. */
import type { DatabaseSync } from 'node:sqlite';
import type { PostSortColumn } from '../../../../shared/api/posts.ts';
import type { Page, PageQuery } from '../page.ts';
import type { CountedTarget, PostPreview, PostRow, PostScope, PostTimes, StoriesScope } from '../posts-store.ts';
import { countNewStories } from './new-stories.ts';
import { timeOfPostId } from './post-id.ts';
import { countByIndex, countDistinctByIndex, findIdsByIndex, needsSearchIndex } from './post-index-query.ts';
import { previewPosts } from './post-preview.ts';
import { type PostSelection, selectPosts } from './post-selection.ts';
import { countByTable, findIdsByTable } from './post-table-query.ts';
import { countOfTargets } from './target-counts.ts';

/** A query as plain data, which is sent to a reader thread. */
export type PostQuery =
  | { name: 'page'; scope: PostScope; page: PageQuery<PostSortColumn> }
  | { name: 'count'; scope: PostScope }
  | { name: 'dates'; scope: PostScope }
  | { name: 'preview'; scope: PostScope; since: number }
  | { name: 'countMatching'; text: string }
  | { name: 'countOfTargets'; targets: readonly CountedTarget[]; since: number }
  | { name: 'countNewStories'; account: string; scopes: readonly StoriesScope[] };

/** What each query returns, by its name. */
export type PostResults = {
  page: Page<PostRow>;
  count: number;
  dates: PostTimes;
  preview: PostPreview;
  countMatching: number;
  countOfTargets: number[];
  countNewStories: number[];
};

const rowsSql = `
  SELECT posts.id AS postedAt, posts.owner_id AS ownerId, posts.post_id AS postId, posts.word_id AS wordId,
    posts.user_id AS userId, posts.update_dt AS updatedAt, post_texts.text, post_texts.photo_url AS photoUrl,
    words.text AS word, owners.name AS ownerName, owners.photo_url AS ownerPhotoUrl, owners.domain,
    owners.owner_type AS ownerType, cities.country, cities.name AS city, posts.city_id AS cityId
  FROM json_each(?) AS wanted
  JOIN posts ON posts.id = wanted.value
  JOIN post_texts ON post_texts.id = posts.id
  JOIN words ON words.word_id = posts.word_id
  LEFT JOIN owners ON owners.owner_id = posts.owner_id
  LEFT JOIN cities ON cities.city_id = posts.city_id
  ORDER BY wanted.key`;

function readRows(db: DatabaseSync, ids: readonly number[]): PostRow[] {
  // The columns have the names of PostRow's fields; STRICT tables guarantee their types.
  const rows = db.prepare(rowsSql).all(JSON.stringify(ids)) as unknown as PostRow[];
  return rows.map((row) => ({ ...row, postedAt: timeOfPostId(row.postedAt) }));
}

const findIds = (db: DatabaseSync, selection: PostSelection, page: PageQuery<PostSortColumn>): number[] =>
  needsSearchIndex(selection) ? findIdsByIndex(db, selection, page) : findIdsByTable(db, selection, page);

const count = (db: DatabaseSync, selection: PostSelection): number =>
  needsSearchIndex(selection) ? countByIndex(db, selection) : countByTable(db, selection);

/** The time of the first (ASC) or the last (DESC) post, or null when there is none. */
function findEnd(db: DatabaseSync, selection: PostSelection, orderDirection: 'ASC' | 'DESC'): number | null {
  const [id] = findIds(db, selection, { limit: 1, offset: 0, orderBy: 'post_dt', orderDirection });
  return id === undefined ? null : timeOfPostId(id);
}

const everyPost: PostScope = {
  clientId: null,
  wordId: null,
  ownerId: null,
  cityId: null,
  text: null,
  from: null,
  to: null,
};

function countMatching(db: DatabaseSync, text: string): number {
  const selection = selectPosts(db, { ...everyPost, text });
  return selection === null || selection.query === null ? 0 : countDistinctByIndex(db, selection);
}

export function runPostQuery(db: DatabaseSync, query: PostQuery): PostResults[PostQuery['name']] {
  if (query.name === 'countMatching') return countMatching(db, query.text);
  if (query.name === 'countOfTargets') return countOfTargets(db, query.targets, query.since);
  if (query.name === 'countNewStories') return countNewStories(db, query.account, query.scopes);
  const selection = selectPosts(db, query.scope);
  switch (query.name) {
    case 'page':
      return selection === null
        ? { rows: [], total: 0 }
        : { rows: readRows(db, findIds(db, selection, query.page)), total: count(db, selection) };
    case 'count':
      return selection === null ? 0 : count(db, selection);
    case 'dates':
      return selection === null
        ? { min: null, max: null }
        : { min: findEnd(db, selection, 'ASC'), max: findEnd(db, selection, 'DESC') };
    case 'preview':
      return selection === null
        ? { total: 0, recent: 0, examples: [], excluded: [] }
        : previewPosts(db, selection, query.since);
  }
}
