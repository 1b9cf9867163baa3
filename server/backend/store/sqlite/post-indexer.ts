/** Updates the search index of posts (migrations 002 and 003). It contains posts of deleted phrases too. */
import type { DatabaseSync } from 'node:sqlite';
import { stemText } from '../../search/tokenise.ts';
import { cityTerm, copyOfPost, everyPost, ownerTerm, wordTerm } from './search-terms.ts';

type IndexedPost = {
  ownerId: number;
  wordId: number;
  cityId: number | null;
  text: string | null;
  /** 1: the post has another phrase too. */
  hasCopies: number;
};

const termsOf = ({ ownerId, wordId, cityId, hasCopies }: IndexedPost): string =>
  [
    everyPost,
    wordTerm(wordId),
    ownerTerm(ownerId),
    ...(cityId === null ? [] : [cityTerm(cityId)]),
    ...(hasCopies === 1 ? [copyOfPost] : []),
  ].join(' ');

/** The methods run inside the caller's transaction. */
export function createPostIndexer(db: DatabaseSync) {
  const find = db.prepare(
    `SELECT owner_id AS ownerId, word_id AS wordId, city_id AS cityId, text,
       EXISTS (SELECT 1 FROM posts copy WHERE copy.owner_id = posts.owner_id AND copy.post_id = posts.post_id
         AND copy.id <> posts.id) AS hasCopies
     FROM posts JOIN post_texts USING (id) WHERE id = ?`,
  );
  const replace = db.prepare('INSERT OR REPLACE INTO post_search (rowid, text, terms) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM post_search WHERE rowid = ?');
  return {
    /** Adds or updates the index entry of a stored post. */
    put(id: number): void {
      const post = find.get(id) as IndexedPost;
      replace.run(id, stemText(post.text ?? ''), termsOf(post));
    },
    remove: (id: number): void => void remove.run(id),
  };
}
