/** Fills an empty database with realistic demo data. */

import type { Measure } from '../../server/backend/store/post-life.ts';
import type { ImportedPost } from '../../server/backend/store/posts.ts';
import type { Resources, Store } from '../../server/backend/store/store.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { measureAges } from '../../shared/rules/measures.ts';
import { figuresAt } from '../vk-stand-in/world.ts';
import { addCollection, withoutMissed } from './day/collection.ts';
import { findMessages, sendMessages } from './day/deliveries.ts';
import { account, addTeam } from './day/team.ts';
import { splitAtVisit } from './day/visit.ts';
import { followWalls, toCommentRows } from './day/walls.ts';
import { addWork, listStories } from './day/work.ts';
import { addClient, customers } from './world/accounts.ts';
import { composeDemoPosts } from './world/history.ts';
import { demoPhrases, demoStreams, historyDays } from './world/phrases.ts';
import { type DemoPost, wordsOf } from './world/posts.ts';
import { demoPhotoUrl } from './world/random.ts';
import { places, sources, spamSources } from './world/sources.ts';

const halfHourMs = 30 * minuteMs;
const batchSize = 1000;

/** Demo data is never mixed with other data. */
async function isEmpty(store: Resources, now: number): Promise<boolean> {
  return (await store.clients.list(now)).length === 0 && (await store.words.list()).length === 0;
}

/** Adds the clients with their phrases. Returns the IDs of the phrases by text. */
async function addClients(store: Resources, now: number): Promise<Map<string, number>> {
  const wordIds = new Map<string, number>();
  for (const { topics, ...fields } of customers) {
    const clientId = await addClient(store, fields, now);
    for (const [index, { text, topic }] of demoPhrases.entries()) {
      if (!topics.includes(topic)) continue;
      // Phrase 13 is frozen, so it keeps its full search: nothing is collected for it.
      const fullSearch = index % 6 === 2 || index === 13;
      const word = { text, state: index % 9 === 4 ? 'freeze' : 'ready', fullSearch } as const;
      const created = await store.words.create(word, clientId);
      if ('word' in created) wordIds.set(text, created.word.wordId);
    }
  }
  return wordIds;
}

/** Older posts were stored when nothing was measured yet. */
const measuredMs = 30 * dayMs;

/** The figures at every age that the post has reached, some minutes late, as the checks of a service find them. */
function measuresOf({ postedAt, postId, reach, deletedAt }: DemoPost, now: number): Measure[] {
  const until = deletedAt ?? now;
  if (postedAt < now - measuredMs) return [];
  return measureAges.flatMap((age) => {
    const at = postedAt + age * hourMs + (postId % 11) * minuteMs;
    const { views, likes, reposts, comments } = figuresAt(reach, at - postedAt, postId);
    return at > until
      ? []
      : { at, views: views.count, likes: likes.count, reposts: reposts.count, comments: comments.count };
  });
}

/** One row for each phrase of the post, without phrases that no client tracks. */
function toRows(post: DemoPost, wordIds: Map<string, number>, { now, origin }: DemoSettings): ImportedPost[] {
  const { source, postId, userId, postedAt, hasPhoto, deletedAt } = post;
  const life = { measures: measuresOf(post, now), changedAt: null, deletedAt };
  return post.phrases.flatMap((phrase) => {
    const wordId = wordIds.get(phrase.text);
    if (wordId === undefined) return [];
    return {
      wordId,
      ownerId: source.ownerId,
      postId,
      userId,
      postedAt,
      updatedAt: post.edit === null ? Math.min(postedAt + (postId % 48) * halfHourMs, now) : postedAt,
      ...wordsOf(post),
      photoUrl: hasPhoto ? demoPhotoUrl(origin, `post${postId}`) : null,
      cityId: source.showsCity ? source.place.id : null,
      comment: null,
      life,
    };
  });
}

/** The rows with the text that their author gave them later; saved after the first text, which is kept as an earlier one. */
const toEditedRows = (post: DemoPost, ...rest: [Map<string, number>, DemoSettings]): ImportedPost[] =>
  post.edit === null
    ? []
    : toRows({ ...post, text: post.edit.text }, ...rest).map((row) => ({
        ...row,
        updatedAt: post.edit?.at ?? 0,
        life: { measures: [], changedAt: post.edit?.at ?? 0, deletedAt: null },
      }));

async function savePosts(store: Resources, rows: readonly ImportedPost[]): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) {
    await store.posts.save(rows.slice(start, start + batchSize));
  }
}

function composeHistory(now: number): DemoPost[] {
  const span = { from: now - historyDays * dayMs, to: now, startedAt: now };
  return demoStreams.flatMap((stream) => composeDemoPosts(stream, span)).sort((a, b) => a.postedAt - b.postedAt);
}

/** `origin` serves the pictures. */
type DemoSettings = { now: number; origin: string };

/** This job waits from the first transaction to the second one, so that a start after an interruption continues. */
const dayJob = ['demo-day', 'start'] as const;

/** Adds clients, phrases and posts, with what was set up before the last visit. Does nothing unless the database is empty. */
async function addWorld(filled: Resources, settings: DemoSettings): Promise<void> {
  const { now } = settings;
  // Another process that starts waits here until this one has filled the database.
  await filled.jobs.begin('demo', 'start', now, now);
  if (!(await isEmpty(filled, now))) return;
  await filled.jobs.begin(...dayJob, now, now);
  await filled.owners.save([...sources, ...spamSources]);
  await filled.cities.save(places.map(({ id, name, country }) => ({ cityId: id, name, country })));
  const wordIds = await addClients(filled, now);
  const posts = withoutMissed(composeHistory(now), now);
  const { before, after } = splitAtVisit(posts);
  const rowsOf = (some: readonly DemoPost[]) => some.flatMap((post) => toRows(post, wordIds, settings));
  const visitAt = after[0]?.postedAt ?? now;
  const editedRows = posts.flatMap((post) => toEditedRows(post, wordIds, settings));
  await savePosts(filled, rowsOf(before));
  await savePosts(
    filled,
    editedRows.filter(({ updatedAt }) => updatedAt < visitAt),
  );
  await savePosts(
    filled,
    posts.flatMap((post) => toCommentRows(post, wordIds, now)),
  );
  await addTeam(filled, now);
  await filled.visits.touch(account, visitAt);
  await savePosts(filled, rowsOf(after));
  await savePosts(
    filled,
    editedRows.filter(({ updatedAt }) => updatedAt >= visitAt),
  );
}

/** Adds the work on the stories, which queries find only after the first transaction. */
async function addDay(store: Store, now: number): Promise<boolean> {
  const isWaiting = await store.transaction(
    async ({ jobs }) => (await jobs.end(...dayJob)) === 1 && jobs.begin(...dayJob, now, now),
  );
  if (!isWaiting) return false;
  const stories = await listStories(store, now);
  await addCollection(store, now);
  const messages = await findMessages(store, stories.rows, now);
  return store.transaction(async (filled) => {
    if ((await filled.jobs.end(...dayJob)) === 0) return false;
    await addWork(filled, stories, now);
    await followWalls(filled, now);
    await sendMessages(filled, messages);
    return true;
  });
}

/** Adds the demo data, unless the database has other data. Returns whether it has added any. */
export async function fillDemo(store: Store, settings: DemoSettings): Promise<boolean> {
  const { now } = settings;
  if (await isEmpty(store, now)) await store.transaction((filled) => addWorld(filled, settings));
  return addDay(store, now);
}
