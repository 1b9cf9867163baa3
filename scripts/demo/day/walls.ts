/** The communities that the first client follows with their comments. Their posts are read when the demo starts. */
import type { ImportedPost } from '../../../server/backend/store/posts.ts';
import { parentTextMax } from '../../../server/backend/store/posts-store.ts';
import type { Resources } from '../../../server/backend/store/store.ts';
import { dayMs } from '../../../shared/durations.ts';
import { cutText } from '../../../shared/format.ts';
import { composeComments, followedSources } from '../world/comments.ts';
import { type DemoPost, wordsOf } from '../world/posts.ts';
import { team } from './team.ts';

/** Posts of this age and their comments are collected. */
const collectedMs = 14 * dayMs;

/** The comments about phrases, as if they had been collected before the last visit. */
export function toCommentRows(post: DemoPost, wordIds: Map<string, number>, now: number): ImportedPost[] {
  const { source, postId, postedAt } = post;
  if (postedAt < now - collectedMs) return [];
  const parentText = cutText(wordsOf(post).text ?? '', parentTextMax);
  return composeComments(post).flatMap((comment) => {
    const { phrase, at, thread } = comment;
    const wordId = phrase && at <= now ? wordIds.get(phrase.text) : undefined;
    if (wordId === undefined) return [];
    return {
      wordId,
      ownerId: source.ownerId,
      postId: comment.id,
      userId: comment.userId,
      postedAt: at,
      updatedAt: at,
      text: comment.text,
      textParts: [],
      photoUrl: null,
      cityId: source.showsCity ? source.place.id : null,
      comment: { parentPostId: postId, parentText, threadId: thread?.topId ?? null },
    };
  });
}

export async function followWalls({ collection }: Resources, now: number): Promise<void> {
  const of = { clientId: team.clientId, isFollowed: true, comments: true, storedSince: now - collectedMs };
  for (const { ownerId } of followedSources)
    await collection.followWall({ ...of, ownerId, everyPost: false, max: followedSources.length }, null);
}
