/**
 * Writes rows of posts with their texts, keys and stories, and counts them in their phrases. The functions run in a transaction
 * that holds the `posts` lock.
 */
import type { FoldedText } from '../rules/stories/folded-text.ts';
import type { RemovePosts } from './erasures.ts';
import { storyOf } from './own-stories.ts';
import type { Db } from './port.ts';
import { type PostOrigin, type PostOutcome, planWrite } from './post-changes.ts';
import { firstPostId, timeOfPostId } from './post-id.ts';
import {
  isOfPosts,
  keepText,
  keyOf,
  moveMeasures,
  planChecks,
  removeLives,
  saveDeletions,
  saveFacts,
  saveLives,
  toKeys,
  type WrittenFacts,
} from './post-life.ts';
import {
  addTextKeys,
  foldRow,
  nextPostId,
  type PostKey,
  type PostTables,
  removeTextKeys,
  type StoredPost,
  type StoredRows,
} from './post-tables.ts';
import type { WrittenPost } from './posts.ts';
import type { NewPost } from './posts-store.ts';
import { addRows, joinCopies, joinStories, replaceStory, type Writing as StoryWriting } from './stories.ts';
import { hasOnlyTitles, readParts } from './text-parts.ts';
import { newestArrival } from './visits.ts';
import { forgetRows, type RepackRows } from './wall-rows.ts';
import { forgetEmpty, returnArrived } from './work-return.ts';

const columns = `id, owner_id, post_id, word_id, user_id, update_dt, city_id, story_id, text, text_parts, photo_url,
  (SELECT parent_post_id FROM post_facts facts WHERE facts.owner_id = posts.owner_id AND facts.post_id = posts.post_id)
    AS parent_post_id`;

/** `counters`: the change of the number of rows, by phrase. */
type Writing = StoryWriting & { counters: Map<number, number> };

type StoredColumns = Omit<StoredPost, 'textParts'> & { textParts: string | null };

/** Reads the rows of `posts` at once; rows of other posts on demand. */
async function readStoredRows(db: Db, source: string, posts: readonly PostKey[]): Promise<StoredRows> {
  const known = new Map<string, StoredPost[]>(posts.map((post) => [keyOf(post), []]));
  async function read(wanted: readonly PostKey[]): Promise<StoredPost[]> {
    const sql = `SELECT ${columns} FROM ${source} WHERE ${isOfPosts(db.dialect)} ORDER BY id`;
    const stored = await db.rows<StoredColumns>(sql, toKeys(wanted));
    return stored.map((row) => ({ ...row, textParts: readParts(row.textParts) }));
  }
  for (const row of await read(posts)) known.get(keyOf(row))?.push(row);
  return {
    async of(post) {
      const rows = known.get(keyOf(post)) ?? (await read([post]));
      known.set(keyOf(post), rows);
      return rows;
    },
    add: (row) => void known.get(keyOf(row))?.push(row),
    forget: () => known.clear(),
  };
}

const countRow = ({ counters }: Writing, wordId: number, change: number) =>
  counters.set(wordId, (counters.get(wordId) ?? 0) + change);

/** Posts that are not copies can share a short title, such as the title of a site. */
function foldPost(post: NewPost, parentPostId: number | null): FoldedText | null {
  const folded = foldRow({ ...post, parentPostId });
  return hasOnlyTitles(post.textParts) && folded?.bands.length === 0 ? null : folded;
}

/** In milliseconds. */
const secondOf = (now: number): number => Math.floor(now / 1000) * 1000;

async function addRow(writing: Writing, post: NewPost): Promise<void> {
  const { db, tables, rows, now } = writing;
  const { ownerId, postId, wordId, userId, updatedAt, cityId, text, textParts, photoUrl } = post;
  const own = [...(await rows.of(post))];
  const parentPostId = own[0]?.parentPostId ?? post.comment?.parentPostId ?? null;
  const folded = foldPost(post, parentPostId);
  const joined = own[0]?.storyId ?? (await joinCopies(writing, post, folded));
  const added = await tables.insert(db, { post, folded, joined, arrivedAt: secondOf(now), own });
  rows.add({
    ...added,
    ownerId,
    postId,
    wordId,
    userId,
    updateDt: updatedAt,
    cityId,
    text,
    textParts,
    photoUrl,
    parentPostId,
  });
  countRow(writing, wordId, 1);
  if (own.some((row) => row.text !== text)) await replaceStory(writing, post, folded);
}

async function changeRow(writing: Writing, known: StoredPost, post: NewPost): Promise<void> {
  const { db, tables, rows } = writing;
  const isSameSecond = firstPostId(timeOfPostId(known.id)) === firstPostId(post.postedAt);
  const id = isSameSecond ? known.id : await nextPostId(db, post.postedAt);
  const folded = foldPost(post, known.parentPostId);
  if (!isSameSecond) countRow(writing, known.wordId, 0);
  await removeTextKeys(db, known);
  await tables.update(db, known.id, id, post);
  if (folded) await addTextKeys(db, id, folded);
  rows.forget();
  if (post.text !== known.text) await replaceStory(writing, post, folded);
  if (!isSameSecond) await moveMeasures(db, known, id);
}

/** An import has no edit in lines of the same time that contradict each other. */
async function keepEarlier(db: Db, row: StoredPost, post: NewPost, facts: WrittenFacts | null, origin: PostOrigin) {
  if (origin === 'imported' && row.updateDt >= post.updatedAt) return;
  await keepText(db, row, post, facts?.editedAt ?? post.updatedAt);
}

/** Adds a row for the post, or updates its stored rows. */
async function writePost(writing: Writing, { facts, ...written }: WrittenPost, origin: PostOrigin) {
  const { db, now } = writing;
  const { post, changes, outcome } = planWrite(await writing.rows.of(written), written, { origin, now });
  const [first] = changes;
  if (first) await keepEarlier(db, first.row, post, facts, origin);
  for (const { row, content } of changes) await changeRow(writing, row, content);
  if (outcome === 'added') await addRow(writing, post);
  if (outcome === 'same' && facts !== null && facts.repostOf !== null) await joinStories(writing, post, null);
  return outcome;
}

/** Of the figures of a comment only its likes are stored. */
const withLikesOnly = ({ measures, ...facts }: WrittenFacts): WrittenFacts => ({
  ...facts,
  measures: measures.map(({ at, likes }) => ({ at, likes, views: null, reposts: null, comments: null })),
});

const withFacts = (posts: readonly WrittenPost[]) =>
  posts.flatMap(({ facts, ...post }) =>
    facts === null ? [] : [{ ...post, facts: post.comment === null ? facts : withLikesOnly(facts) }],
  );

const listRows = (db: Db, posts: readonly PostKey[]): Promise<number[]> =>
  db.column<number>(`SELECT id FROM posts WHERE ${isOfPosts(db.dialect)}`, toKeys(posts));

/** In ascending order, so that transactions do not deadlock. */
async function updateCounters(db: Db, counters: Writing['counters']): Promise<void> {
  for (const [wordId, change] of [...counters].sort(([a], [b]) => a - b)) {
    const newest = await db.value<number>('SELECT max(id) FROM posts WHERE word_id = $1', wordId);
    const last = newest === null ? null : timeOfPostId(newest);
    const sql = 'UPDATE words SET total_posts = total_posts + $1, last_post_posts = $2 WHERE word_id = $3';
    await db.run(sql, change, last, wordId);
  }
}

/** Clients' stories of separated posts that have no row left. The posts stay separate if they are collected again. */
const listSeparated = (db: Db, removed: readonly PostKey[]) =>
  db.rows<{ clientId: string; storyId: number }>(
    `SELECT DISTINCT client_id, ${storyOf('separated_posts.client_id', 'separated_posts.story_id')} AS story_id
     FROM separated_posts WHERE ${isOfPosts(db.dialect)} AND NOT EXISTS (
       SELECT 1 FROM posts WHERE posts.owner_id = separated_posts.owner_id AND posts.post_id = separated_posts.post_id)`,
    toKeys(removed),
  );

export const createPostWriter = (tables: PostTables) => ({
  source: tables.source,
  async write(db: Db, posts: readonly WrittenPost[], origin: PostOrigin, now: number): Promise<PostOutcome[]> {
    await saveFacts(db, withFacts(posts), origin);
    const counters = new Map<number, number>();
    const writing = { db, tables, rows: await readStoredRows(db, tables.source, posts), now, counters };
    const arrived = await db.value<number>(`SELECT ${newestArrival}`);
    const outcomes: PostOutcome[] = [];
    for (const post of posts) outcomes.push(await writePost(writing, post, origin));
    await updateCounters(db, counters);
    const changed = await saveLives(db, withFacts(posts), origin, now);
    tables.onChange(await listRows(db, changed));
    if (origin === 'imported') {
      await planChecks(
        db,
        posts.filter((_, index) => outcomes[index] === 'added'),
        now,
      );
    }
    if (outcomes.includes('added')) await returnArrived(db, arrived ?? 0, now);
    return outcomes;
  },
  async markDeleted(db: Db, posts: readonly PostKey[], now: number): Promise<void> {
    await saveDeletions(db, posts, now);
    tables.onChange(await listRows(db, posts));
  },
  repack: (async (db, posts) => tables.onChange(await listRows(db, posts))) satisfies RepackRows,
  async arriveAgain(db: Db, ids: readonly number[], now: number): Promise<void> {
    if (ids.length === 0) return;
    const arrived = await db.value<number>(`SELECT ${newestArrival}`);
    for (const id of ids) await tables.arriveAgain(db, id, secondOf(now));
    await returnArrived(db, arrived ?? 0, now);
  },
  remove: (async (db, condition, id, limit) => {
    const sql = `SELECT ${columns} FROM ${tables.source} WHERE ${condition} LIMIT $2`;
    const removed = await db.rows<StoredColumns>(sql, id, limit);
    for (const row of removed) {
      await removeTextKeys(db, row);
      await tables.remove(db, row);
      await addRows(db, row.storyId, -1);
    }
    await removeLives(db, removed);
    await forgetRows(db, removed);
    await forgetEmpty(db, await listSeparated(db, removed));
    const removedOf = Map.groupBy(removed, ({ wordId }) => wordId);
    await updateCounters(db, new Map([...removedOf].map(([wordId, rows]) => [wordId, -rows.length])));
    return removed.length;
  }) satisfies RemovePosts,
});
