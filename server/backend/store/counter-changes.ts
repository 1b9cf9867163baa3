/** Sums up what a batch of posts changes in the phrases' counters. */
import type { NewPost } from './posts-store.ts';

export type CounterChange = { added: number; postedAt: number };

/** `changes` are by phrase ID. */
export function addChange(changes: Map<number, CounterChange>, post: NewPost, added: boolean): void {
  const change = changes.get(post.wordId) ?? { added: 0, postedAt: 0 };
  changes.set(post.wordId, {
    added: change.added + (added ? 1 : 0),
    postedAt: Math.max(change.postedAt, post.postedAt),
  });
}
