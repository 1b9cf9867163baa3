/** The reach of posts as plain loops over exported rows. */
import type { Post } from '../../shared/api/posts.ts';
import { plainMedian } from './plain-explanation.ts';

type Measured = Pick<Post, 'ownerId' | 'postId' | 'storyId' | 'postedAt' | 'views' | 'measures'>;
type Reach = Pick<Post, 'views' | 'usual' | 'ratio'>;

const viewsAt = ({ measures }: Measured, age: number) => measures.find((measure) => measure.age === age)?.views ?? null;

/** The age of the latest views. */
const ageOf = ({ measures }: Measured) => measures.findLast(({ views }) => views !== null)?.age ?? null;

/** The median views of the 100 newest other posts of the source that were measured at the age; null with fewer than ten. */
function usualOf(post: Measured, posts: readonly Measured[], age: number): number | null {
  const others = posts
    .filter((other) => other.ownerId === post.ownerId && other.postId !== post.postId)
    .map((other) => ({ at: Date.parse(other.postedAt ?? ''), views: viewsAt(other, age) }))
    .filter((other): other is { at: number; views: number } => other.views !== null)
    .sort((a, b) => b.at - a.at || b.views - a.views)
    .slice(0, 100);
  return others.length < 10 ? null : plainMedian(others.map(({ views }) => views));
}

/** By source and post. `rows`: all that are stored. */
export function reachPlainly(rows: readonly Measured[]): Map<string, Reach> {
  const posts = [...new Map(rows.map((row) => [`${row.ownerId} ${row.postId}`, row])).values()];
  return new Map(
    posts.map((post) => {
      const age = ageOf(post);
      const usual = age === null ? null : usualOf(post, posts, age);
      const ratio = usual === null || usual === 0 || post.views === null ? null : post.views / usual;
      return [`${post.ownerId} ${post.postId}`, { views: post.views, usual, ratio }];
    }),
  );
}
