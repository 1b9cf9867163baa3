/** Suggestions for the rows of a page by the model of the client, and the stems of stories from which it is trained. */
import type { DatabaseSync } from 'node:sqlite';
import { keepResults } from '../../platform/keep-results.ts';
import {
  isHeldOut,
  type Model,
  readModel,
  type Suggestion,
  stemsOf,
  suggest,
  suggestMissing,
} from '../rules/suggestions.ts';
import type { PostRow, PostScope } from '../store/posts-store.ts';

/** Of some clients, until they are trained again: reading one takes several times as long as a page. */
const keepModel = keepResults<Model>(20);

function findModel(db: DatabaseSync, clientId: string): Model | null {
  const trained = db
    .prepare('SELECT trained_at AS at FROM work_models WHERE client_id = ? AND model IS NOT NULL')
    .get(clientId);
  if (!trained) return null;
  const read = () => db.prepare('SELECT model FROM work_models WHERE client_id = ?').get(clientId)?.model as string;
  return keepModel(`${clientId} ${trained.at}`, () => readModel(read()));
}

/** Stories that measure the suggestions have none. */
export function createSuggester(db: DatabaseSync, { clientId, shownWork }: PostScope) {
  const model = shownWork && clientId !== null ? findModel(db, clientId) : null;
  return ({ storyId, text, work }: PostRow): Suggestion | null =>
    model && text !== null && !isHeldOut(storyId) ? suggestMissing(suggest(model, stemsOf(text)), work) : null;
}

/** Of the first text of each story. A story without one has none. */
export function listStems(db: DatabaseSync, storyIds: readonly number[]): string[][] {
  const rows = db
    .prepare(
      `SELECT text FROM json_each(?) AS wanted LEFT JOIN post_texts ON post_texts.id = (
         SELECT id FROM posts WHERE story_id = wanted.value ORDER BY arrival LIMIT 1)
       ORDER BY wanted.key`,
    )
    .all(JSON.stringify(storyIds)) as { text: string | null }[];
  return rows.map(({ text }) => stemsOf(text ?? ''));
}
