/** The last visit of the first client: 38 stories are new since then. */
import { type FoldedText, foldPostText } from '../../../server/backend/rules/stories/folded-text.ts';
import { isCopy } from '../../../server/backend/rules/stories/is-copy.ts';
import { customers } from '../world/accounts.ts';
import { type DemoPost, wordsOf } from '../world/posts.ts';
import { mutedSource } from '../world/sources.ts';

export const newStories = 38;

const [{ topics }] = customers;
const isShown = ({ phrases, source }: DemoPost): boolean =>
  source !== mutedSource && phrases.some(({ topic }) => topics.includes(topic));

/** Copies share at least as many bands. */
const commonBands = 2;

/** Returns a function that tells whether a post begins a story. Call it in the order of the posts. */
function createStories(): (post: DemoPost) => boolean {
  const known = new Set<number>();
  const ofBand = new Map<number, FoldedText[]>();
  function hasCopy(folded: FoldedText): boolean {
    if (known.has(folded.key)) return true;
    const common = new Map<FoldedText, number>();
    for (const other of folded.bands.flatMap((band) => ofBand.get(band) ?? []))
      common.set(other, (common.get(other) ?? 0) + 1);
    return [...common].some(([other, count]) => count >= commonBands && isCopy(folded, other));
  }
  return (post) => {
    const folded = foldPostText(wordsOf(post).text);
    if (folded === null) return true;
    const begins = !hasCopy(folded);
    known.add(folded.key);
    for (const band of folded.bands) ofBand.set(band, [...(ofBand.get(band) ?? []), folded]);
    return begins;
  };
}

/** Divides the posts, which are in the order of their times, at the visit. */
export function splitAtVisit(posts: readonly DemoPost[]): { before: DemoPost[]; after: DemoPost[] } {
  const begins = createStories();
  const starts = [...posts.entries()].flatMap(([index, post]) => (isShown(post) && begins(post) ? index : []));
  const visit = starts.at(-newStories) ?? 0;
  return { before: posts.slice(0, visit), after: posts.slice(visit) };
}
