/** Updates the search index of posts. It also contains posts of deleted phrases. */
import type { DatabaseSync } from 'node:sqlite';
import { stemText } from '../../rules/search/tokenise.ts';

/** Terms in the `terms` column of the search index. */
export const everyRowTerm = 'all';
/** Rows of a post with several phrases. */
export const copyOfPost = 'copy';
export const wordTerm = (wordId: number): string => `w${wordId}`;
export const cityTerm = (cityId: number): string => `c${cityId}`;
/** A negative ID has an `n` for its minus sign, at which the index would split the term. */
const signedTerm = (prefix: string, id: number): string => (id < 0 ? `${prefix}n${-id}` : `${prefix}${id}`);
export const ownerTerm = (ownerId: number): string => signedTerm('o', ownerId);
export const userTerm = (userId: number): string => signedTerm('u', userId);

type IndexedPost = {
  ownerId: number;
  wordId: number;
  userId: number;
  cityId: number | null;
  text: string | null;
  /** 1 or 0. */
  hasOtherPhrases: number;
};

const termsOf = ({ ownerId, wordId, userId, cityId, hasOtherPhrases }: IndexedPost): string =>
  [
    everyRowTerm,
    wordTerm(wordId),
    ownerTerm(ownerId),
    userTerm(userId),
    ...(cityId === null ? [] : [cityTerm(cityId)]),
    ...(hasOtherPhrases === 1 ? [copyOfPost] : []),
  ].join(' ');

/**
 * The methods run inside the caller's transaction. FTS5 writes to the disk whenever a row ID is lower than the one before, so
 * the entries of a batch are written together, in ascending order.
 */
export function createPostIndexer(db: DatabaseSync) {
  const find = db.prepare(
    `SELECT owner_id AS ownerId, word_id AS wordId, user_id AS userId, city_id AS cityId, text,
       EXISTS (SELECT 1 FROM posts other WHERE other.owner_id = posts.owner_id
         AND other.post_id = posts.post_id AND other.id <> posts.id) AS hasOtherPhrases
     FROM posts JOIN post_texts USING (id) WHERE id = ?`,
  );
  const replace = db.prepare('INSERT OR REPLACE INTO post_search (rowid, text, terms) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM post_search WHERE rowid = ?');
  const touched = new Set<number>();
  return {
    /** Call when the row was added, changed or removed. */
    touch: (id: number): void => void touched.add(id),
    /** Updates the entries of the touched rows. Call at the end of each batch. */
    write(): void {
      const ids = Float64Array.from(touched).sort();
      touched.clear();
      for (const id of ids) {
        const post = find.get(id) as IndexedPost | undefined;
        if (post) replace.run(id, stemText(post.text ?? ''), termsOf(post));
        else remove.run(id);
      }
    },
  };
}
