/** Walls with comments as VK shows them, computed when they are asked for, because millions of them do not fit into memory. */
import { dayMs, hourMs } from '../../shared/durations.ts';
import { createRandom } from '../demo/world/random.ts';
import { countComments, type HeldComment } from '../vk-stand-in/comments.ts';
import { group, newestFirst, noWalls, profile, type WallPost, type World, wallPost } from '../vk-stand-in/world.ts';

/** `comments` of a post, at most four threads of `thread` replies among them. */
export type Size = { walls: number; posts: number; comments: number; thread: number };

/** One of this many comments has the word that is looked for, and every post. */
const share = 20;
export const word = 'вода';
const hasWord = (text: string): boolean => text.includes(word);

const threadsMax = 4;
/** The numbers of a post: itself, then its comments, so that they are different on its wall. */
const numbersPerPost = 100_000;
const addedFrom = 50_000;
const spanDays = 13;

type SimulatedPost = { ownerId: number; index: number; date: number };

const textOf = (number: number): string =>
  number % share === 0 ? `Где ${word}, дом ${number}` : `Свет, дом ${number}`;

function firstComments({ index, date }: SimulatedPost, { comments, thread }: Size, until: number): HeldComment[] {
  const threads = Math.min(threadsMax, Math.floor(comments / (2 * (thread + 1))));
  const tops = comments - threads * thread;
  const first = index * numbersPerPost + 1;
  const dateOf = (place: number) => date + 1 + Math.floor(((until - date - 2) * place) / comments);
  return Array.from({ length: comments }, (_, place) => ({
    ...{ id: first + place, from_id: 1 + (place % 500), date: dateOf(place), text: textOf(first + place) },
    parentId: place < tops ? null : first + Math.floor((place - tops) / thread),
  }));
}

/** `start`: the time of the first reading in seconds. Posts are spread over 13 days before. `now` is in milliseconds. */
export function createCommentsWorld(size: Size, start: number, now: () => number) {
  const random = createRandom(7);
  const walls = new Map<number, SimulatedPost[]>();
  /** Written after the first reading, by post. */
  const added = new Map<string, HeldComment[]>();
  const keyOf = ({ ownerId, index }: Pick<SimulatedPost, 'ownerId' | 'index'>) => `${ownerId} ${index}`;
  for (let wall = 1; wall <= size.walls; wall += 1) {
    const stepSeconds = (spanDays * dayMs) / 1000 / size.posts;
    const posts = Array.from({ length: size.posts }, (_, place) => ({
      ownerId: -wall,
      index: place + 1,
      date: Math.floor(start - (size.posts - place) * stepSeconds),
    }));
    walls.set(-wall, posts);
  }
  const commentsOf = (post: SimulatedPost): HeldComment[] => [
    ...(post.date < start ? firstComments(post, size, start) : []),
    ...(added.get(keyOf(post)) ?? []),
  ];
  const postOf = (ownerId: number, id: number) =>
    walls.get(ownerId)?.find(({ index }) => index * numbersPerPost === id);
  const isPublished = ({ date }: SimulatedPost) => date * 1000 <= now();
  const toVk = (post: SimulatedPost): WallPost =>
    wallPost({
      ...{ id: post.index * numbersPerPost, owner_id: post.ownerId, date: post.date },
      text: `Запись ${post.index}: ${word}`,
      comments: { count: countComments(commentsOf(post), now()) },
    });

  function addComment(post: SimulatedPost, date: number): void {
    const known = added.get(keyOf(post)) ?? [];
    const id = post.index * numbersPerPost + addedFrom + known.length;
    const top = commentsOf(post).filter(({ parentId }) => parentId === null)[random.int(3)];
    const parentId = top && random.chance(1 / 3) ? top.id : null;
    added.set(keyOf(post), [...known, { id, from_id: 9, date, text: textOf(id), parentId }]);
  }

  const world: World = {
    ...noWalls,
    search: () => [],
    post(ownerId, id) {
      const post = postOf(ownerId, id);
      return post && isPublished(post) ? toVk(post) : undefined;
    },
    wall: (ownerId) => (walls.get(ownerId) ?? []).filter(isPublished).map(toVk).sort(newestFirst),
    comments(ownerId, id) {
      const post = postOf(ownerId, id);
      return post ? commentsOf(post) : [];
    },
    group: (id) => group({ id }),
    profile: (id) => profile({ id }),
  };
  return {
    world,
    ownerIds: [...walls.keys()],
    /** Within an hour from `from` on, each wall gets 1 % more comments, on its ten newest posts, and five posts with two each. */
    addMore(from: number): void {
      const within = () => from + random.int(hourMs / 1000);
      for (const [ownerId, posts] of walls) {
        const newest = posts.slice(-10);
        for (let count = Math.ceil((size.posts * size.comments) / 100); count > 0; count -= 1)
          addComment(newest[random.int(newest.length)] as SimulatedPost, within());
        for (let index = size.posts + 1; index <= size.posts + 5; index += 1) {
          const post = { ownerId, index, date: within() };
          posts.push(post);
          for (let place = 0; place < 2; place += 1) addComment(post, post.date + random.int(600));
        }
      }
    },
    /** All posts and comments that exist and have the word, «owner number», with their dates in seconds. */
    held(): Map<string, number> {
      const found = new Map<string, number>();
      for (const post of [...walls.values()].flat().filter(isPublished)) {
        found.set(`${post.ownerId} ${post.index * numbersPerPost}`, post.date);
        for (const { id, text, date } of commentsOf(post))
          if (hasWord(text) && date * 1000 <= now()) found.set(`${post.ownerId} ${id}`, date);
      }
      return found;
    },
  };
}
