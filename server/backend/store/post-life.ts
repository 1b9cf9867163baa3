/**
 * What a post has besides its rows: figures by age, earlier texts, its deletion, and its next check. The functions run in a
 * transaction that holds the `posts` lock.
 */
import { hourMs } from '../../../shared/durations.ts';
import { isEdit, type PostText } from '../rules/edits.ts';
import {
  ageAt,
  comparedMax,
  type Figures,
  figureNames,
  medianViews,
  newestMax,
  nextCheckAt,
  type Usual,
  usualOf,
  type Viewed,
} from '../rules/measures.ts';
import type { PostFacts } from './collection-store.ts';
import { type Db, type Dialect, toRows } from './port.ts';
import type { KnownPost, PostOrigin } from './post-changes.ts';
import { secondOfPostId, timeOfPostId } from './post-id.ts';
import type { PostKey } from './post-tables.ts';
import type { CommentPlace, NewPost } from './posts-store.ts';
import { readParts, storeParts } from './text-parts.ts';

/** `at`: when the network returned the figures; null when unknown. */
export type Measure = Figures & { at: number | null };

/** What a writer knows about a post besides its rows. */
export type WrittenFacts = Omit<PostFacts, keyof Figures> & {
  measures: readonly Measure[];
  /** When the text changed, and when the network had deleted the post, as another database saw it. */
  changedAt: number | null;
  deletedAt: number | null;
};

export const keyOf = ({ ownerId, postId }: PostKey): string => `${ownerId} ${postId}`;

/** SQL: the row of the table belongs to one of the posts `$1`. */
export const isOfPosts = ({ rowsIn }: Dialect, table = ''): string => `(${table}owner_id, ${table}post_id) IN (
  SELECT CAST(value ->> 0 AS bigint), CAST(value ->> 1 AS bigint) FROM ${rowsIn('$1')})`;
export const toKeys = (posts: readonly PostKey[]): string =>
  JSON.stringify(posts.map(({ ownerId, postId }) => [ownerId, postId]));

type Written = PostKey & { comment: CommentPlace | null; facts: WrittenFacts };

/** SQL: the values of a row of `toRows` as whole numbers, named. */
const numbers = (names: readonly string[]): string =>
  names.map((name, index) => `CAST(value ->> ${index} AS bigint) AS ${name}`).join(', ');

/** Saves what does not change with time. Null does not overwrite a stored value. An import does not know advertisements. */
export async function saveFacts(db: Db, posts: readonly Written[], origin: PostOrigin): Promise<void> {
  await db.run(
    `INSERT INTO post_facts AS stored (owner_id, post_id, is_ad, edited_at, repost_owner_id, repost_post_id, parent_post_id,
       thread_id, parent_text)
     SELECT CAST(value ->> 0 AS bigint), CAST(value ->> 1 AS bigint), CAST(CAST(value ->> 2 AS int) AS boolean), CAST(value ->> 3 AS bigint), CAST(value ->> 4 AS bigint), CAST(value ->> 5 AS bigint),
       CAST(value ->> 6 AS bigint), CAST(value ->> 7 AS bigint), value ->> 8
     FROM ${db.dialect.rowsIn('$1')} WHERE true
     ON CONFLICT (owner_id, post_id) DO UPDATE SET
       is_ad = CASE WHEN CAST($2 AS boolean) THEN stored.is_ad ELSE excluded.is_ad END,
       edited_at = coalesce(excluded.edited_at, stored.edited_at),
       repost_owner_id = coalesce(excluded.repost_owner_id, stored.repost_owner_id),
       repost_post_id = coalesce(excluded.repost_post_id, stored.repost_post_id),
       parent_post_id = coalesce(excluded.parent_post_id, stored.parent_post_id),
       thread_id = coalesce(excluded.thread_id, stored.thread_id),
       parent_text = coalesce(excluded.parent_text, stored.parent_text)`,
    toRows(
      posts.map(({ ownerId, postId, comment, facts: { isAd, editedAt, repostOf } }) => ({
        ownerId,
        postId,
        isAd: Number(isAd),
        editedAt,
        repostOwner: repostOf?.ownerId ?? null,
        repostPost: repostOf?.postId ?? null,
        parentPost: comment?.parentPostId ?? null,
        thread: comment?.threadId ?? null,
        parentText: comment?.parentText ?? null,
      })),
      keyOf,
      (row) => Object.values(row),
    ),
    origin === 'imported',
  );
}

/** `viewsAge`: the age at which the views were measured; null when that is unknown. */
type Life = Figures & {
  measuredAt: number | null;
  viewsAge: number | null;
  changedAt: number | null;
  deletedAt: number | null;
};

/** `id`: of one of its rows. */
type StoredLife = Life & PostKey & { id: number };

const lifeNames = [...figureNames, 'measuredAt', 'viewsAge', 'changedAt', 'deletedAt'] as const;

const readLives = (db: Db, posts: readonly PostKey[]): Promise<StoredLife[]> =>
  db.rows<StoredLife>(
    `SELECT owner_id, post_id, max(id) AS id, max(views) AS views, max(likes) AS likes, max(reposts) AS reposts,
       max(comments) AS comments, max(measured_at) AS measured_at, max(views_age) AS views_age, max(changed_at) AS changed_at,
       max(deleted_at) AS deleted_at
     FROM posts LEFT JOIN post_facts facts USING (owner_id, post_id)
     WHERE ${isOfPosts(db.dialect)} GROUP BY owner_id, post_id`,
    toKeys(posts),
  );

const hasFigures = (measure: Measure): boolean => figureNames.some((name) => measure[name] !== null);

/** A newer figure replaces an older one, a missing figure none. */
function withMeasure<Known extends Life>(life: Known, measure: Measure, postedAt: number): Known {
  const { at } = measure;
  const isNewer = at !== null && at >= (life.measuredAt ?? 0);
  const next = { ...life, measuredAt: isNewer ? at : life.measuredAt };
  for (const name of figureNames) {
    next[name] = isNewer ? (measure[name] ?? life[name]) : (life[name] ?? measure[name]);
    const isTaken = measure[name] !== null && (isNewer || life[name] === null);
    if (name === 'views' && isTaken) next.viewsAge = at === null ? null : ageAt(postedAt, at);
  }
  return next;
}

const byTime = (a: Measure, b: Measure): number => (a.at ?? 0) - (b.at ?? 0);

/** What the network returns now is not deleted. */
function lifeAfter(life: StoredLife, { measures, changedAt, deletedAt }: WrittenFacts, origin: PostOrigin): StoredLife {
  const postedAt = timeOfPostId(life.id);
  const measured = measures
    .filter(hasFigures)
    .toSorted(byTime)
    .reduce((known, measure) => withMeasure(known, measure, postedAt), life);
  return {
    ...measured,
    changedAt: life.changedAt ?? changedAt,
    deletedAt: origin === 'collected' ? null : (life.deletedAt ?? deletedAt),
  };
}

async function updateLives(db: Db, lives: readonly StoredLife[]): Promise<void> {
  const columns = ['views', 'likes', 'reposts', 'comments', 'measured_at', 'views_age', 'changed_at', 'deleted_at'];
  await db.run(
    `UPDATE post_facts SET ${columns.map((name) => `${name} = new.${name}`).join(', ')}
     FROM (SELECT ${numbers(['owner_id', 'post_id', ...columns])} FROM ${db.dialect.rowsIn('$1')}) AS new
     WHERE post_facts.owner_id = new.owner_id AND post_facts.post_id = new.post_id`,
    toRows(lives, keyOf, (life) => [life.ownerId, life.postId, ...lifeNames.map((name) => life[name])]),
  );
}

type AgedMeasure = Figures & PostKey & { age: number; at: number; posted: number };

/** The measures by age, each post once at an age. */
function measuresByAge(life: StoredLife, { measures }: WrittenFacts): AgedMeasure[] {
  const { ownerId, postId, id } = life;
  return measures.toSorted(byTime).flatMap(({ at, ...figures }) => {
    const age = at === null ? 0 : ageAt(timeOfPostId(id), at);
    if (at === null || age === 0 || !hasFigures({ at, ...figures })) return [];
    return [{ ownerId, postId, age, at, posted: secondOfPostId(id), ...figures }];
  });
}

async function saveMeasures(db: Db, measures: readonly AgedMeasure[]): Promise<void> {
  const figures = figureNames.map(
    (name) => `${name} = CASE WHEN excluded.at >= stored.at THEN coalesce(excluded.${name}, stored.${name})
      ELSE coalesce(stored.${name}, excluded.${name}) END`,
  );
  await db.run(
    `INSERT INTO post_measures AS stored (owner_id, post_id, age, at, posted, ${figureNames.join(', ')})
     SELECT ${numbers(['owner_id', 'post_id', 'age', 'at', 'posted', ...figureNames])} FROM ${db.dialect.rowsIn('$1')} WHERE true
     ON CONFLICT (owner_id, post_id, age) DO UPDATE SET ${figures.join(', ')}, posted = excluded.posted,
       at = CASE WHEN excluded.at > stored.at THEN excluded.at ELSE stored.at END`,
    toRows(
      measures,
      ({ ownerId, postId, age }) => `${ownerId} ${postId} ${age}`,
      ({ ownerId, postId, age, at, posted, ...figures }) => [
        ownerId,
        postId,
        age,
        at,
        posted,
        ...figureNames.map((name) => figures[name]),
      ],
    ),
  );
  await saveUsuals(
    db,
    measures.filter(({ views }) => views !== null),
  );
}

type SourceAge = { ownerId: number; age: number };

const usualNames = [
  'edgeAt',
  'edgeViews',
  'pivot',
  'below',
  'equal',
  'above',
  'outside',
] as const satisfies (keyof Usual)[];

async function saveUsual(db: Db, { ownerId, age }: SourceAge): Promise<void> {
  const newest = await db.rows<Viewed>(
    `SELECT posted AS at, views FROM post_measures WHERE owner_id = $1 AND age = $2 AND views IS NOT NULL
     ORDER BY posted DESC, views DESC LIMIT ${newestMax}`,
    ownerId,
    age,
  );
  const usual = usualOf(newest);
  if (usual === null) {
    await db.run('DELETE FROM source_usuals WHERE owner_id = $1 AND age = $2', ownerId, age);
    return;
  }
  await db.run(
    `INSERT INTO source_usuals (owner_id, age, edge_at, edge_views, pivot, below, equal, above, outside)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (owner_id, age) DO UPDATE SET edge_at = excluded.edge_at, edge_views = excluded.edge_views,
       pivot = excluded.pivot, below = excluded.below, equal = excluded.equal, above = excluded.above, outside = excluded.outside`,
    ownerId,
    age,
    ...usualNames.map((name) => usual[name]),
  );
}

/** The usual views of a source by age, ascending; ages with too few posts are missing. */
export async function readUsualViews(db: Db, ownerId: number) {
  const newest = await db.rows<{ age: number; views: number }>(
    `SELECT age, views FROM (
       SELECT age, views, row_number() OVER (PARTITION BY age ORDER BY posted DESC, views DESC) AS place
       FROM post_measures WHERE owner_id = $1 AND views IS NOT NULL) AS placed
     WHERE place <= ${comparedMax} ORDER BY age`,
    ownerId,
  );
  return [...Map.groupBy(newest, ({ age }) => age)].flatMap(([age, posts]) => {
    const views = medianViews(posts.map((post) => post.views));
    return views === null ? [] : [{ age, views, posts: posts.length }];
  });
}

/** In ascending order, so that transactions do not deadlock. */
async function saveUsuals(db: Db, pairs: readonly SourceAge[]): Promise<void> {
  const distinct = new Map(pairs.map((pair) => [`${pair.ownerId} ${pair.age}`, pair]));
  const ordered = [...distinct.values()].sort((a, b) => a.ownerId - b.ownerId || a.age - b.age);
  for (const pair of ordered) await saveUsual(db, pair);
}

/** The network is not asked for comments by number. */
const postsOnly = <Written extends Pick<NewPost, 'comment'>>(posts: readonly Written[]): Written[] =>
  posts.filter(({ comment }) => comment === null);

/** The next look at each post; null for none. */
async function saveChecks(db: Db, posts: readonly (PostKey & { dueAt: number | null })[]): Promise<void> {
  await db.run(`DELETE FROM post_checks WHERE ${isOfPosts(db.dialect)}`, toKeys(posts));
  await db.run(
    `INSERT INTO post_checks (owner_id, post_id, due_at)
     SELECT ${numbers(['owner_id', 'post_id', 'due_at'])} FROM ${db.dialect.rowsIn('$1')} WHERE true
     ON CONFLICT (owner_id, post_id) DO UPDATE SET due_at = excluded.due_at`,
    toRows(
      posts.filter(({ dueAt }) => dueAt !== null),
      keyOf,
      ({ ownerId, postId, dueAt }) => [ownerId, postId, dueAt],
    ),
  );
}

/** Two lines of an import may name the same post: the last one counts. */
const distinctPosts = <Post extends PostKey>(posts: readonly Post[]): Post[] => [
  ...new Map(posts.map((post) => [keyOf(post), post])).values(),
];

/**
 * Saves the figures of stored posts, and plans their next checks. Call it when their rows are written. Returns the posts of which
 * something has changed that a feed shows.
 */
export async function saveLives(
  db: Db,
  posts: readonly Written[],
  origin: PostOrigin,
  now: number,
): Promise<PostKey[]> {
  const written = new Map(posts.map((post) => [keyOf(post), post]));
  const lives = (await readLives(db, distinctPosts(posts))).flatMap((life) => {
    const { facts, comment } = written.get(keyOf(life)) ?? {};
    return facts && comment !== undefined ? [{ life, facts, comment, after: lifeAfter(life, facts, origin) }] : [];
  });
  const changed = lives.filter(({ life, after }) => lifeNames.some((name) => life[name] !== after[name]));
  await updateLives(
    db,
    changed.map(({ after }) => after),
  );
  await saveMeasures(
    db,
    postsOnly(lives).flatMap(({ life, facts }) => measuresByAge(life, facts)),
  );
  if (origin === 'collected') {
    await saveChecks(
      db,
      postsOnly(lives).map(({ life }) => ({ ...life, dueAt: nextCheckAt(timeOfPostId(life.id), now) })),
    );
  }
  return changed.map(({ after: { ownerId, postId } }) => ({ ownerId, postId }));
}

/** When a look at the post serves the age that it has reached and was not measured at; null for none. */
function firstCheckAt({ postedAt, facts }: NewPost & { facts: WrittenFacts | null }, now: number): number | null {
  if (nextCheckAt(postedAt, now) === null) return null;
  const looks = (facts?.measures ?? []).map(({ at }) => at ?? 0);
  return nextCheckAt(postedAt, Math.max(...looks, postedAt + ageAt(postedAt, now) * hourMs - 1));
}

/** Plans the checks of posts that were stored without a call of the network. */
export const planChecks = (
  db: Db,
  posts: readonly (NewPost & { facts: WrittenFacts | null })[],
  now: number,
): Promise<void> =>
  saveChecks(
    db,
    distinctPosts(postsOnly(posts)).map((post) => ({ ...post, dueAt: firstCheckAt(post, now) })),
  );

/** Keeps the text that an edit has replaced. Returns whether it was an edit. */
export async function keepText(
  db: Db,
  before: KnownPost & PostKey,
  after: NewPost,
  changedAt: number,
): Promise<boolean> {
  if (!isEdit(before, after)) return false;
  const { ownerId, postId, text, textParts } = before;
  await db.run(
    `INSERT INTO post_versions (owner_id, post_id, until_at, text, text_parts) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    ownerId,
    postId,
    changedAt,
    text,
    storeParts(textParts),
  );
  await db.run(
    `INSERT INTO post_facts AS stored (owner_id, post_id, is_ad, changed_at) VALUES ($1, $2, false, $3)
     ON CONFLICT (owner_id, post_id) DO UPDATE SET changed_at = excluded.changed_at`,
    ownerId,
    postId,
    changedAt,
  );
  return true;
}

/** The network does not have the posts any more. */
export const saveDeletions = (db: Db, posts: readonly PostKey[], now: number): Promise<number> =>
  db.run(
    `INSERT INTO post_facts (owner_id, post_id, is_ad, deleted_at)
     SELECT CAST(value ->> 0 AS bigint), CAST(value ->> 1 AS bigint), false, CAST($2 AS bigint)
     FROM ${db.dialect.rowsIn('$1')} WHERE true
     ON CONFLICT (owner_id, post_id) DO UPDATE SET deleted_at = excluded.deleted_at`,
    toKeys(posts),
    now,
  );

/** After the time of posting has changed. */
export async function moveMeasures(db: Db, { ownerId, postId }: PostKey, id: number): Promise<void> {
  const ages = await db.column<number>(
    'UPDATE post_measures SET posted = $1 WHERE owner_id = $2 AND post_id = $3 RETURNING age',
    secondOfPostId(id),
    ownerId,
    postId,
  );
  await saveUsuals(
    db,
    ages.map((age) => ({ ownerId, age })),
  );
}

/** Deletes what belongs to posts whose last row was deleted. */
export async function removeLives(db: Db, posts: readonly PostKey[]): Promise<void> {
  const condition = (table: string) => `${isOfPosts(db.dialect, `${table}.`)} AND NOT EXISTS (
    SELECT 1 FROM posts WHERE posts.owner_id = ${table}.owner_id AND posts.post_id = ${table}.post_id)`;
  const keys = toKeys(posts);
  for (const table of ['post_facts', 'post_versions', 'post_checks']) {
    await db.run(`DELETE FROM ${table} WHERE ${condition(table)}`, keys);
  }
  const removed = await db.rows<SourceAge>(
    `DELETE FROM post_measures WHERE ${condition('post_measures')} RETURNING owner_id, age`,
    keys,
  );
  await saveUsuals(db, removed);
}

/** An earlier text of a post. `until`: when the next one replaced it. */
export type PostVersion = PostText & { until: number };

/** What is known about a stored post besides its rows. Measures by age, and earlier texts with the oldest first. */
export type PostLife = Life & {
  measures: (Figures & { age: number; at: number })[];
  versions: PostVersion[];
  /** The usual of the source at the age of the views. */
  usual: Usual | null;
};

const noLife: Life = {
  ...{ views: null, likes: null, reposts: null, comments: null },
  ...{ measuredAt: null, viewsAge: null, changedAt: null, deletedAt: null },
};

export async function readLife(db: Db, { ownerId, postId }: PostKey): Promise<PostLife> {
  const isOfPost = 'owner_id = $1 AND post_id = $2';
  const columns = `${figureNames.join(', ')}, measured_at, views_age, changed_at, deleted_at`;
  const life = (await db.row<Life>(`SELECT ${columns} FROM post_facts WHERE ${isOfPost}`, ownerId, postId)) ?? noLife;
  const measures = await db.rows<PostLife['measures'][number]>(
    `SELECT age, at, ${figureNames.join(', ')} FROM post_measures WHERE ${isOfPost} ORDER BY age`,
    ownerId,
    postId,
  );
  const versions = await db.rows<{ until: number; text: string | null; textParts: string | null }>(
    `SELECT until_at AS until, text, text_parts FROM post_versions WHERE ${isOfPost} ORDER BY until_at`,
    ownerId,
    postId,
  );
  const usual = await db.row<Usual>(
    `SELECT edge_at, edge_views, pivot, below, equal, above, outside FROM source_usuals WHERE owner_id = $1 AND age = $2`,
    ownerId,
    life.viewsAge,
  );
  return {
    ...life,
    measures,
    versions: versions.map(({ textParts, ...version }) => ({ ...version, textParts: readParts(textParts) })),
    usual,
  };
}
