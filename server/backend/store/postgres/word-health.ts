/** The health of phrases in PostgreSQL. */
import { namedWord } from '../own-phrase-sql.ts';
import type { Db } from '../port.ts';
import { ownLink, verdictSql } from '../verdict-sql.ts';
import type { MeasuredWord, WordHealthRow, WordHealthStore } from '../word-health-store.ts';

async function saveWord(db: Db, word: MeasuredWord): Promise<void> {
  const { wordId, computedAt, gaps, leftOut, lastPostAt, weekStories, monthRows, monthStories, overlaps } = word;
  await db.run('DELETE FROM word_health WHERE word_id = $1', wordId);
  const saved = await db.run(
    'INSERT INTO word_health SELECT word_id, $2, $3, $4, $5, $6, $7, $8 FROM words WHERE word_id = $1 FOR SHARE',
    ...[wordId, computedAt, gaps, leftOut, lastPostAt, weekStories, monthRows, monthStories],
  );
  if (saved === 0) return;
  for (const { otherId, stories } of overlaps) {
    const sql = 'INSERT INTO word_overlaps SELECT $1, word_id, $2 FROM words WHERE word_id = $3 FOR SHARE';
    await db.run(sql, wordId, stories, otherId);
  }
}

export const createWordHealthStore = (db: Db): WordHealthStore => ({
  save: (words) =>
    db.transaction(async (tx) => {
      for (const word of words) await saveWord(tx, word);
    }),
  list: async (shownIds, clientId) => {
    const rows = await db.rows<Omit<WordHealthRow, 'overlap'> & { wordId: number }>(
      `SELECT coalesce(own.shown_id, h.word_id) AS shown_id, h.word_id, computed_at, gaps, left_out, last_post_at, week_stories, month_rows, month_stories,
         ${verdictSql('$2::text')} AS verdict
       FROM word_health h JOIN words w USING (word_id) LEFT JOIN ${ownLink('h.word_id', '$2::text')}
       WHERE deleted_at IS NULL AND CASE WHEN $2::text IS NULL
           THEN h.word_id IN (SELECT ${namedWord('named.id')} FROM unnest($1::bigint[]) AS named (id))
           ELSE own.shown_id = ANY ($1::bigint[]) END
         AND ($2::text IS NULL OR NOT own.awaits)
       ORDER BY h.word_id`,
      ...[shownIds, clientId],
    );
    const overlaps = await db.rows<NonNullable<WordHealthRow['overlap']> & { wordId: number }>(
      `SELECT DISTINCT ON (o.word_id) o.word_id, coalesce(own.shown_id, other_id) AS other_id, stories,
         coalesce(own.text, w.text) AS text
       FROM word_overlaps o JOIN words w ON w.word_id = other_id LEFT JOIN ${ownLink('o.other_id', '$2::text')}
       WHERE o.word_id = ANY ($1::bigint[]) AND deleted_at IS NULL AND ($2::text IS NULL OR own.client_id IS NOT NULL)
       ORDER BY o.word_id, stories DESC, o.other_id`,
      ...[rows.map(({ wordId }) => wordId), clientId],
    );
    const overlapOf = new Map(overlaps.map(({ wordId, ...overlap }) => [wordId, overlap]));
    return rows.map(({ wordId, ...row }) => ({ ...row, overlap: overlapOf.get(wordId) ?? null }));
  },
});
