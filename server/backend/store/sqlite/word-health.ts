/** The health of phrases in SQLite: saved and read on the main connection. */
import type { DatabaseSync } from 'node:sqlite';
import { namedWord } from '../own-phrase-sql.ts';
import { ownLink, verdictSql } from '../verdict-sql.ts';
import type { MeasuredWord, WordHealthRow, WordHealthStore } from '../word-health-store.ts';
import { transaction } from './database.ts';

type HealthRecord = Omit<WordHealthRow, 'leftOut' | 'overlap'> & { wordId: number; leftOut: number };

export function createWordHealthStore(db: DatabaseSync): WordHealthStore {
  const exists = db.prepare('SELECT 1 FROM words WHERE word_id = ?');
  const remove = db.prepare('DELETE FROM word_health WHERE word_id = ?');
  const insert = db.prepare('INSERT INTO word_health VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const insertOverlap = db.prepare('INSERT INTO word_overlaps SELECT ?, word_id, ? FROM words WHERE word_id = ?');
  const list = db.prepare(
    `SELECT h.word_id AS wordId, coalesce(own.shown_id, h.word_id) AS shownId, computed_at AS computedAt, gaps, left_out AS leftOut, last_post_at AS lastPostAt,
       week_stories AS weekStories, month_rows AS monthRows, month_stories AS monthStories,
       ${verdictSql(':clientId')} AS verdict
     FROM word_health h JOIN words w USING (word_id) LEFT JOIN ${ownLink('h.word_id', ':clientId')}
     WHERE deleted_at IS NULL AND CASE WHEN :clientId IS NULL
         THEN h.word_id IN (SELECT ${namedWord('value')} FROM json_each(:ids))
         ELSE own.shown_id IN (SELECT value FROM json_each(:ids)) END
       AND (:clientId IS NULL OR NOT own.awaits) ORDER BY h.word_id`,
  );
  const findOverlap = db.prepare(
    `SELECT coalesce(own.shown_id, other_id) AS otherId, stories, coalesce(own.text, w.text) AS text
     FROM word_overlaps o JOIN words w ON w.word_id = other_id LEFT JOIN ${ownLink('o.other_id', ':clientId')}
     WHERE o.word_id = :wordId AND deleted_at IS NULL AND (:clientId IS NULL OR own.client_id IS NOT NULL)
     ORDER BY stories DESC, other_id LIMIT 1`,
  );

  function saveWord(word: MeasuredWord): void {
    const { wordId, computedAt, gaps, leftOut, lastPostAt, weekStories, monthRows, monthStories, overlaps } = word;
    remove.run(wordId);
    if (!exists.get(wordId)) return;
    insert.run(wordId, computedAt, gaps, Number(leftOut), lastPostAt, weekStories, monthRows, monthStories);
    for (const { otherId, stories } of overlaps) insertOverlap.run(wordId, stories, otherId);
  }
  return {
    save: async (words) => transaction(db, () => words.forEach(saveWord)),
    list: async (shownIds, clientId) =>
      (list.all({ ids: JSON.stringify(shownIds), clientId }) as HealthRecord[]).map(
        ({ wordId, leftOut, ...record }) => ({
          ...record,
          leftOut: leftOut === 1,
          overlap: (findOverlap.get({ wordId, clientId }) as WordHealthRow['overlap'] | undefined) ?? null,
        }),
      ),
  };
}
