/** The models that suggest marks, one per client, and the marks that they are trained on. Times are milliseconds. */
import type { Tone } from '../../../shared/rules/work.ts';
import { type Checked, isHeldOut } from '../rules/suggestions.ts';
import type { Work, WorkDifference } from '../rules/work.ts';
import { createMethods, type Db } from './port.ts';

/** Stories that a model is trained on. */
const storiesMax = 10_000;
/** Newest changes since the last training that are checked for a first tone or first tags. */
const changesMax = 5000;

type Marks = Pick<Work, 'tone' | 'tags'>;

/**
 * The input of a training. `model`: the former model. `heldOut`: values that people have since set on stories that never show
 * suggestions.
 */
export type TrainingInput = {
  changeId: number;
  model: string | null;
  stories: ReadonlyMap<number, Marks>;
  heldOut: ReadonlyMap<number, Marks>;
};

export type TrainedModel = Checked & { changeId: number; model: string | null; trainedAt: number };

/** Clients last trained at `before` or earlier whose work has changed since, or whose model was deleted. */
const due = (db: Db, before: number): Promise<string[]> =>
  db.column(
    `SELECT client_id FROM (
       SELECT clients.client_id, coalesce(known.change_id, 0) AS trained, coalesce(known.trained_at, 0) AS trained_at,
         (SELECT max(change_id) FROM work_changes change WHERE change.client_id = clients.client_id) AS newest
       FROM clients LEFT JOIN work_models known ON known.client_id = clients.client_id) AS client
     WHERE trained_at <= $1 AND (newest > trained OR newest IS NOT NULL AND trained_at = 0) ORDER BY trained_at, client_id`,
    before,
  );

/** The values that people, not rules, have set on stories that never show suggestions. */
async function readHeldOut(db: Db, clientId: string, since: number): Promise<Map<number, Marks>> {
  const changes = await db.rows<{ storyId: number; before: string; after: string }>(
    `SELECT story_id, before, after FROM work_changes change
     WHERE client_id = $1 AND change_id > $2 AND who IS NOT NULL
       AND (after LIKE '%"tone":"%' OR before LIKE '%"tags":[]%')
       AND NOT EXISTS (SELECT 1 FROM work_batches batch WHERE batch.batch_id = change.batch_id AND rule_id IS NOT NULL)
     ORDER BY change_id DESC LIMIT ${changesMax}`,
    clientId,
    since,
  );
  const set = new Map<number, Marks>();
  for (const change of changes.filter(({ storyId }) => isHeldOut(storyId))) {
    const { storyId } = change;
    const before: WorkDifference['before'] = JSON.parse(change.before);
    const after: WorkDifference['after'] = JSON.parse(change.after);
    const { tone, tags } = set.get(storyId) ?? { tone: null, tags: [] };
    set.set(storyId, {
      tone: tone ?? (before.tone === null ? (after.tone ?? null) : null),
      tags: tags.length === 0 && before.tags?.length === 0 ? (after.tags ?? []) : tags,
    });
  }
  return set;
}

/** The newest stories that somebody has marked or closed. */
async function readMarked(db: Db, clientId: string): Promise<Map<number, Marks>> {
  const stories = await db.rows<{ storyId: number; tone: Tone | null }>(
    `SELECT story_id, tone FROM story_work work
     WHERE client_id = $1 AND (tone IS NOT NULL OR state IN ('resolved', 'rejected')
       OR EXISTS (SELECT 1 FROM story_tags tagged WHERE tagged.story_id = work.story_id AND tagged.client_id = work.client_id))
     ORDER BY story_id DESC LIMIT ${storiesMax}`,
    clientId,
  );
  const marked = new Map(stories.map(({ storyId, tone }) => [storyId, { tone, tags: [] as number[] }]));
  const tags = await db.rows<{ storyId: number; tagId: number }>(
    'SELECT story_id, tag_id FROM story_tags WHERE client_id = $1 AND story_id >= $2 ORDER BY tag_id',
    clientId,
    stories.at(-1)?.storyId ?? 0,
  );
  for (const { storyId, tagId } of tags) marked.get(storyId)?.tags.push(tagId);
  return marked;
}

/** Locks the client's work while reading, so that the next training checks this model only with later marks. */
async function read(db: Db, clientId: string): Promise<TrainingInput> {
  await db.lock('work', clientId);
  const known = await db.row<{ changeId: number; model: string | null }>(
    'SELECT change_id, model FROM work_models WHERE client_id = $1',
    clientId,
  );
  return {
    changeId: (await db.value<number>('SELECT max(change_id) FROM work_changes WHERE client_id = $1', clientId)) ?? 0,
    model: known?.model ?? null,
    stories: await readMarked(db, clientId),
    heldOut: known?.model ? await readHeldOut(db, clientId, known.changeId) : new Map(),
  };
}

/** Adds `checked` and `correct` to the former numbers. */
const save = (db: Db, clientId: string, { changeId, model, trainedAt, checked, correct }: TrainedModel) =>
  db.run(
    `INSERT INTO work_models AS known (client_id, change_id, model, trained_at, checked, correct)
     SELECT client_id, CAST($2 AS bigint), CAST($3 AS text), CAST($4 AS bigint), CAST($5 AS bigint), CAST($6 AS bigint) FROM clients WHERE client_id = $1
     ON CONFLICT (client_id) DO UPDATE SET change_id = excluded.change_id, model = excluded.model,
       trained_at = excluded.trained_at, checked = known.checked + excluded.checked, correct = known.correct + excluded.correct`,
    clientId,
    changeId,
    model,
    trainedAt,
    checked,
    correct,
  );

/** How often suggestions were correct; null without a model. */
export const readChecked = (db: Db, clientId: string): Promise<Checked | null> =>
  db.row('SELECT checked, correct FROM work_models WHERE client_id = $1 AND model IS NOT NULL', clientId);

/** Models contain stems of texts that are being erased. Deletes them; they are then trained again without those texts. */
export const forgetModels = (db: Db) => db.run('UPDATE work_models SET model = NULL, trained_at = 0');

export const createSuggestionsStore = (db: Db) => createMethods(db, { due }, { read, save });
