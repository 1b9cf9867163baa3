/** Counts the posts of sources and authors, to show the effect of muting them. */
import type { DatabaseSync } from 'node:sqlite';
import type { TimeWindow } from '../rules/days/day-bounds.ts';
import { boundPostId } from '../store/post-id.ts';
import type { CountedTarget } from '../store/posts-store.ts';
import { selectWords, type Words } from './post-selection.ts';

const columns = { owner: 'owner_id', user: 'user_id' } as const;

/** A post with several phrases counts once. */
export function countOfTargets(
  db: DatabaseSync,
  targets: readonly CountedTarget[],
  { from, to }: TimeWindow,
): number[] {
  const wordsOf = new Map<string | null, Words>();
  return targets.map(({ clientId, kind, targetId }) => {
    const words = wordsOf.get(clientId) ?? selectWords(db, { clientId, wordId: null, wordIds: null });
    wordsOf.set(clientId, words);
    const [operator, ids] = 'only' in words ? ['IN', words.only] : ['NOT IN', words.except];
    const sql = `SELECT count(*) AS posts FROM (SELECT DISTINCT owner_id, post_id FROM posts
      WHERE ${columns[kind]} = ? AND id >= ? AND id < ? AND +word_id ${operator} (SELECT value FROM json_each(?)))`;
    const params = [targetId, boundPostId(from), boundPostId(to), JSON.stringify(ids)];
    return Number(db.prepare(sql).get(...params)?.posts);
  });
}
