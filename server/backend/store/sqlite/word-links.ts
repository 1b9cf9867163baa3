/** Writes links of phrases and clients in SQLite, and what they mean for the phrase. Runs inside the caller's transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import { type NewLink, wantedBy } from '../word-change-rules.ts';
import type { WordClientRow } from '../word-clients-store.ts';
import type { OwnSettings, WordChange, WordRow } from '../words-store.ts';
import { createCollectionWordChanges } from './collection-word-changes.ts';
import { toRow, type WordRecord, wordColumns } from './word-rows.ts';

export function createWordLinks(db: DatabaseSync) {
  const collection = createCollectionWordChanges(db);
  const byId = db.prepare(`SELECT ${wordColumns} FROM words w WHERE w.word_id = ?`);
  const write = db.prepare('UPDATE words SET text = ?, text_folded = ?, state = ?, full_search = ? WHERE word_id = ?');
  const nextId = db.prepare("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'words' RETURNING seq AS id");
  const settings = db.prepare('SELECT frozen, full_search AS fullSearch FROM word_clients WHERE word_id = ?');
  const insert = db.prepare(
    `INSERT INTO word_clients (word_id, client_id, shown_id, text, frozen, full_search, awaits) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id, word_id AS wordId, client_id AS clientId`,
  );
  const update = db.prepare(
    `UPDATE word_clients SET word_id = ?, text = ?, frozen = ?, full_search = ?, awaits = awaits OR ?
     WHERE client_id = ? AND word_id = ?`,
  );
  const updateAll = db.prepare(
    `UPDATE word_clients SET text = coalesce(?, text), frozen = coalesce(?, frozen), full_search = coalesce(?, full_search)
     WHERE word_id = ?`,
  );
  // A phrase that nobody tracks and that has no posts. A run of it loses its lease with it.
  const removeUnused = db.prepare(
    `DELETE FROM words WHERE word_id = ?1 AND total_posts = 0
       AND NOT EXISTS (SELECT 1 FROM word_clients WHERE word_id = ?1)`,
  );
  const count = db.prepare(
    `SELECT count(*) AS words FROM word_clients JOIN words USING (word_id) WHERE client_id = ? AND deleted_at IS NULL`,
  );
  const ofClient = db.prepare('SELECT word_id AS wordId FROM word_clients WHERE client_id = ?');
  const toValue = (flag: boolean | undefined): number | null => (flag === undefined ? null : Number(flag));

  function find(wordId: number): WordRow | null {
    const record = byId.get(wordId) as WordRecord | undefined;
    return record ? toRow(record) : null;
  }
  function apply(word: WordRow, change: WordChange): void {
    const next = { ...word, ...change, state: collection.stateAfter(word, change) };
    write.run(next.text, foldText(next.text), next.state, Number(next.fullSearch), word.wordId);
    collection.apply(word, next);
  }
  /** Makes the phrase what its links want of it. Without links it stays as it is. */
  function settle(wordId: number): void {
    const links = settings.all(wordId).map(({ frozen, fullSearch }) => ({
      frozen: frozen === 1,
      fullSearch: fullSearch === 1,
    }));
    const word = find(wordId);
    if (word && links.length > 0) apply(word, wantedBy(links));
  }
  return {
    find,
    apply,
    settle,
    count: (clientId: string): number => Number(count.get(clientId)?.words),
    wordsOf: (clientId: string): number[] => ofClient.all(clientId).map(({ wordId }) => Number(wordId)),
    /** The client does not track the phrase yet. */
    add({ wordId, clientId, text, frozen, fullSearch, isNew }: NewLink): WordClientRow {
      const shownId = isNew ? wordId : Number(nextId.get()?.id);
      const link = insert.get(...[wordId, clientId, shownId, text], Number(frozen), Number(fullSearch), Number(!isNew));
      if (!isNew) settle(wordId);
      return link as WordClientRow;
    },
    /** `wordId` is the phrase from then on; the client keeps its ID. */
    change(
      from: OwnSettings & { wordId: number; clientId: string },
      to: OwnSettings & { wordId: number; isNew: boolean },
    ): void {
      const isJoined = to.wordId !== from.wordId && !to.isNew;
      const values = [to.wordId, to.text, Number(to.frozen), Number(to.fullSearch), Number(isJoined)];
      update.run(...values, from.clientId, from.wordId);
      settle(from.wordId);
      if (to.wordId !== from.wordId) removeUnused.run(from.wordId);
      if (isJoined) settle(to.wordId);
      else if (from.frozen && !to.frozen) collection.setDue(to.wordId);
    },
    /** For all clients. */
    changeAll(wordId: number, { text, state, fullSearch }: WordChange): void {
      updateAll.run(text ?? null, toValue(state && state === 'freeze'), toValue(fullSearch), wordId);
    },
  };
}
