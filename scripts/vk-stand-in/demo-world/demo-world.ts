/** The social network of the demo: posts about the demo's phrases and about any other phrase, while one watches. */

import { composeDemoPosts } from '../../../server/backend/demo/fill-demo.ts';
import { demoStreams } from '../../../server/backend/demo/phrases.ts';
import type { DemoPost } from '../../../server/backend/demo/posts.ts';
import { matchesSearch } from '../../../server/backend/rules/search/query-tree.ts';
import { parsePlainQuery } from '../../../server/backend/rules/search/search-query.ts';
import { newestFirst, type Search, type World } from '../world.ts';
import { askedStream } from './asked-stream.ts';
import { presentGroup, presentProfile } from './present-account.ts';
import { presentPost } from './present-post.ts';

type Options = {
  /** Posts appear more often from this time on. A whole minute in milliseconds. */
  startedAt: number;
  now: () => number;
  /** Serves the pictures. */
  origin: string;
};

const historyMs = 400 * 24 * 60 * 60 * 1000;

/** What VK finds a post by. A picture without a text has a description. */
const searchedText = ({ text, repostOf, phrases }: DemoPost): string =>
  text ?? repostOf?.text ?? phrases.map((phrase) => phrase.text).join('\n');

export function createDemoWorld({ startedAt, now, origin }: Options): World {
  const span = { from: startedAt - historyMs, to: startedAt - 1, startedAt };
  const history = demoStreams.flatMap((stream) => composeDemoPosts(stream, span));

  function composePosts({ text, from, to }: Search): DemoPost[] {
    const asked = askedStream(text);
    const wanted = { from: from * 1000, to: to * 1000, startedAt };
    const live = { ...wanted, from: Math.max(wanted.from, startedAt) };
    return [
      ...history.filter(({ postedAt }) => postedAt >= wanted.from && postedAt <= wanted.to),
      ...demoStreams.flatMap((stream) => composeDemoPosts(stream, live)),
      ...(asked ? composeDemoPosts(asked, { ...wanted, from: Math.max(wanted.from, span.from) }) : []),
    ];
  }
  return {
    search(search) {
      const query = parsePlainQuery(search.text);
      if (query === null) return [];
      return composePosts(search)
        .filter((post) => matchesSearch(searchedText(post), query))
        .map((post) => presentPost(post, origin, now()))
        .sort(newestFirst);
    },
    group: (id) => presentGroup(id, origin),
    profile: (id) => presentProfile(id, origin),
  };
}
