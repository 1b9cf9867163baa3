/** Keeps the search index (migration 002): it holds the posts of phrases that are not deleted, and no others. */
import type { DatabaseSync } from 'node:sqlite';
import { stemText } from '../../search/tokenise.ts';
import { cityTerm, copyOfPost, everyPost, ownerTerm, wordTerm } from './search-terms.ts';

type IndexedPost = {
  id: number;
  ownerId: number;
  wordId: number;
  cityId: number | null;
  /** The same post already stood under another phrase. */
  isCopy: number;
  text: string | null;
};

export type PostIndexer = {
  /** Does nothing when the phrase is deleted. */
  add(post: IndexedPost): void;
  remove(id: number): void;
  /** The phrase has just been deleted: about 25 µs a post. */
  hideWord(wordId: number): void;
  /** The phrase has just been restored: its texts are stemmed anew, about 60 µs a post. */
  showWord(wordId: number): void;
};

const termsOf = ({ ownerId, wordId, cityId, isCopy }: IndexedPost): string =>
  [
    everyPost,
    wordTerm(wordId),
    ownerTerm(ownerId),
    ...(cityId === null ? [] : [cityTerm(cityId)]),
    ...(isCopy === 1 ? [copyOfPost] : []),
  ].join(' ');

/** Its methods run inside the caller's transaction. */
export function createPostIndexer(db: DatabaseSync): PostIndexer {
  const isLive = db.prepare('SELECT 1 FROM words WHERE word_id = ? AND deleted_at IS NULL');
  const insert = db.prepare('INSERT INTO post_search (rowid, text, terms) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM post_search WHERE rowid = ?');
  const removeWord = db.prepare('DELETE FROM post_search WHERE rowid IN (SELECT id FROM posts WHERE word_id = ?)');
  const postsOfWord = db.prepare(
    `SELECT posts.id, owner_id AS ownerId, word_id AS wordId, city_id AS cityId, is_copy AS isCopy, text
     FROM posts JOIN post_texts USING (id) WHERE word_id = ?`,
  );
  const add = (post: IndexedPost) => {
    if (isLive.get(post.wordId)) insert.run(post.id, stemText(post.text ?? ''), termsOf(post));
  };
  return {
    add,
    remove: (id) => void remove.run(id),
    hideWord: (wordId) => void removeWord.run(wordId),
    showWord: (wordId) => {
      for (const post of postsOfWord.all(wordId)) add(post as IndexedPost);
    },
  };
}
