/** Posts in SQLite: which index answers a question, and the rows that go with the ids it finds. */
import type { DatabaseSync } from 'node:sqlite';
import type { PostSortColumn } from '../../../../shared/api/posts.ts';
import type { PageQuery } from '../page.ts';
import type { PostRow, PostScope, PostsStore } from '../posts-store.ts';
import { timeOfPostId } from './post-id.ts';
import { countByIndex, countDistinctByIndex, findIdsByIndex, needsSearchIndex } from './post-index-query.ts';
import { type PostSelection, selectPosts } from './post-selection.ts';
import { countByTable, findIdsByTable } from './post-table-query.ts';
import { createPostWriter } from './post-writer.ts';

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
  // The columns are named for the fields of PostRow; STRICT tables vouch for their types.
  const rows = db.prepare(rowsSql).all(JSON.stringify(ids)) as unknown as PostRow[];
  return rows.map((row) => ({ ...row, postedAt: timeOfPostId(row.postedAt) }));
}

const findIds = (db: DatabaseSync, selection: PostSelection, page: PageQuery<PostSortColumn>): number[] =>
  needsSearchIndex(selection) ? findIdsByIndex(db, selection, page) : findIdsByTable(db, selection, page);

/** The time of the first (ASC) or the last (DESC) post; null when there is none. */
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

export function createPostsStore(db: DatabaseSync): PostsStore {
  const save = createPostWriter(db);
  return {
    async list(scope, page) {
      const selection = selectPosts(db, scope);
      return selection === null ? [] : readRows(db, findIds(db, selection, page));
    },
    async count(scope) {
      const selection = selectPosts(db, scope);
      if (selection === null) return 0;
      return needsSearchIndex(selection) ? countByIndex(db, selection) : countByTable(db, selection);
    },
    async dates(scope) {
      const selection = selectPosts(db, scope);
      if (selection === null) return { min: null, max: null };
      return { min: findEnd(db, selection, 'ASC'), max: findEnd(db, selection, 'DESC') };
    },
    countMatching: async (text) => countMatching(db, text),
    save: async (posts) => save(posts),
  };
}
