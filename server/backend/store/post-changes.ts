/** Plans how writing a post changes its stored rows. All rows of a post have the content of its newest version. */
import type { TextPart } from '../../../shared/fields/text-parts.ts';
import { lastRealTime } from '../../../shared/rules/real-times.ts';
import { webUrl } from '../../../shared/rules/urls.ts';
import { firstPostId, timeOfPostId } from './post-id.ts';
import type { NewPost } from './posts-store.ts';
import { storeParts } from './text-parts.ts';

/** A stored row. Its ID contains its time. */
export type KnownPost = {
  id: number;
  wordId: number;
  userId: number;
  updateDt: number;
  cityId: number | null;
  text: string | null;
  textParts: readonly TextPart[];
  photoUrl: string | null;
};

/** `collected`: the network returned the post now. `imported`: its content dates from `updatedAt`. */
export type PostOrigin = 'collected' | 'imported';

export type PostOutcome = 'added' | 'changed' | 'same';

/** Compares everything but the time of the update. */
const hasSameContent = (known: KnownPost, post: NewPost): boolean =>
  timeOfPostId(known.id) === timeOfPostId(firstPostId(post.postedAt)) &&
  known.userId === post.userId &&
  known.cityId === post.cityId &&
  known.text === post.text &&
  storeParts(known.textParts) === storeParts(post.textParts) &&
  known.photoUrl === post.photoUrl;

/** The version to store: the written one, unless it is imported and a stored row is newer. */
function newestVersion(known: readonly KnownPost[], post: NewPost, origin: PostOrigin): NewPost {
  const newest = known.reduce<KnownPost | null>(
    (latest, row) => (row.updateDt > (latest?.updateDt ?? post.updatedAt) ? row : latest),
    null,
  );
  if (newest === null || origin === 'collected') return post;
  const { id, userId, updateDt, cityId, text, textParts, photoUrl } = newest;
  return { ...post, postedAt: timeOfPostId(id), updatedAt: updateDt, userId, cityId, text, textParts, photoUrl };
}

/**
 * The post with times that can be true: a time that is too far ahead becomes the time of receipt, `now`. A time that was stored
 * this way stays, so that receiving the same post again changes nothing.
 */
function withRealTimes(known: readonly KnownPost[], post: NewPost, now: number): NewPost {
  const last = lastRealTime(now);
  const realOf = (time: number, stored: readonly number[]): number =>
    time <= last ? time : (stored.find((one) => one <= last) ?? now);
  const posted = known.map(({ id }) => timeOfPostId(id));
  const updated = known.map(({ updateDt }) => updateDt);
  return { ...post, postedAt: realOf(post.postedAt, posted), updatedAt: realOf(post.updatedAt, updated) };
}

/** Removes a photo that browsers must not show, so that stored photos are always shown. */
const withWebPhoto = (post: NewPost): NewPost => (webUrl(post.photoUrl) === null ? { ...post, photoUrl: null } : post);

/**
 * `stored`: all rows of the post. `changes`: the rows that get other content. `foundByVk` belongs to a row, not to the content.
 */
export function planWrite<Row extends KnownPost>(
  stored: readonly Row[],
  written: NewPost,
  { origin, now }: { origin: PostOrigin; now: number },
) {
  // The same order in both engines, so that rows of one second get the same IDs.
  const known = stored.toSorted((a, b) => a.wordId - b.wordId);
  const post = newestVersion(known, withWebPhoto(withRealTimes(known, written, now)), origin);
  const isOutdated = (row: Row): boolean => {
    if (origin === 'collected') return !hasSameContent(row, post);
    if (row.updateDt < post.updatedAt) return true;
    // Lines of one import may contradict each other about a post at the same time: each changes only the row of its phrase.
    return row.wordId === post.wordId && !hasSameContent(row, post);
  };
  const changes = known.filter(isOutdated).map((row) => ({
    row,
    content: row.wordId === post.wordId ? post : { ...post, wordId: row.wordId, foundByVk: undefined },
  }));
  const isAdded = known.every(({ wordId }) => wordId !== post.wordId);
  const outcome = isAdded ? 'added' : changes.length > 0 ? 'changed' : 'same';
  return { post, changes, outcome } as const;
}
