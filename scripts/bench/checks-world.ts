/** The posts of the simulated weeks, as VK returns them, and when the service has collected them. Times are milliseconds. */

import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { measureAges } from '../../shared/rules/measures.ts';
import { createRandom } from '../demo/world/random.ts';
import { figuresAt, group, noWalls, profile, type WallPost, type World, wallPost } from '../vk-stand-in/world.ts';

/** `goneAt`: when VK no longer has the post; `isAbsent`: it is not returned at all then. */
export type SimulatedPost = {
  ownerId: number;
  postId: number;
  postedAt: number;
  collectedAt: number;
  goneAt: number;
  isAbsent: boolean;
};

const sources = 2000;
const secondMs = 1000;

/** Nine of ten posts are collected within half an hour, the others up to three days later. One of a hundred is removed within a week. */
function createPost(postId: number, postedAt: number, random: ReturnType<typeof createRandom>): SimulatedPost {
  const lateMs = random.chance(0.9) ? random.int(30 * minuteMs) : random.int(3 * dayMs);
  return {
    ownerId: -1 - random.int(sources),
    postId,
    postedAt,
    collectedAt: postedAt + minuteMs + lateMs,
    goneAt: random.chance(0.01) ? postedAt + random.int(7 * dayMs) : Number.POSITIVE_INFINITY,
    isAbsent: random.chance(0.5),
  };
}

/** The posts of some days. At noon there are nine times as many as at midnight. */
export function createPosts(perDay: number, { from, to }: { from: number; to: number }): SimulatedPost[] {
  const random = createRandom(1);
  const posts: SimulatedPost[] = [];
  const stepMs = dayMs / perDay;
  for (let at = from; at < to; at += stepMs) {
    const hours = (at % dayMs) / dayMs;
    const shift = 0.8 * Math.sin(2 * Math.PI * hours) * (dayMs / (2 * Math.PI));
    posts.push(createPost(posts.length + 1, Math.floor((at + shift) / secondMs) * secondMs, random));
  }
  return posts;
}

/** The ages of a post after its collection, while VK has it, whose checks are due in the span. */
export function listDue(post: SimulatedPost, { from, to }: { from: number; to: number }) {
  return measureAges
    .map((age) => ({ age, dueAt: post.postedAt + age * hourMs }))
    .filter(({ dueAt }) => dueAt > post.collectedAt && dueAt >= from && dueAt < to && dueAt < post.goneAt);
}

export function createWeekWorld(posts: readonly SimulatedPost[], now: () => number): World {
  const byKey = new Map(posts.map((post) => [`${post.ownerId}_${post.postId}`, post]));
  return {
    ...noWalls,
    search: () => [],
    post(ownerId, id): WallPost | undefined {
      const post = byKey.get(`${ownerId}_${id}`);
      if (post === undefined) return undefined;
      const isGone = now() >= post.goneAt;
      if (isGone && post.isAbsent) return undefined;
      const found = wallPost({
        id,
        owner_id: ownerId,
        date: post.postedAt / secondMs,
        text: `Новость ${id}`,
        ...figuresAt(1000, now() - post.postedAt, id),
      });
      return isGone ? { ...found, is_deleted: true } : found;
    },
    group: (id) => group({ id }),
    profile: (id) => profile({ id }),
  };
}
