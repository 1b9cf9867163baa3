/** Updates the search index of posts (migrations 002, 003 and 005). It contains posts of deleted phrases too. */
import type { DatabaseSync } from 'node:sqlite';
import { stemText } from '../../search/tokenise.ts';
import {
  cityTerm,
  copyOfPost,
  copyOfStory,
  everyPost,
  ownerTerm,
  storyTerm,
  userTerm,
  wordTerm,
} from './search-terms.ts';

type IndexedPost = {
  ownerId: number;
  wordId: number;
  userId: number;
  cityId: number | null;
  storyId: number;
  text: string | null;
  /** 1: the story has several rows. */
  isCopy: number;
  /** 1: the post has another phrase too. */
  hasPhrases: number;
};

const termsOf = ({ ownerId, wordId, userId, cityId, storyId, isCopy, hasPhrases }: IndexedPost): string =>
  [
    everyPost,
    wordTerm(wordId),
    ownerTerm(ownerId),
    userTerm(userId),
    ...(cityId === null ? [] : [cityTerm(cityId)]),
    ...(isCopy === 1 ? [copyOfStory, storyTerm(storyId)] : []),
    ...(hasPhrases === 1 ? [copyOfPost] : []),
  ].join(' ');

/** The methods run inside the caller's transaction. */
export function createPostIndexer(db: DatabaseSync) {
  const find = db.prepare(
    `SELECT owner_id AS ownerId, word_id AS wordId, user_id AS userId, city_id AS cityId, story_id AS storyId, text,
       is_copy AS isCopy,
       is_copy = 1 AND EXISTS (SELECT 1 FROM posts other WHERE other.owner_id = posts.owner_id
         AND other.post_id = posts.post_id AND other.id <> posts.id) AS hasPhrases
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
