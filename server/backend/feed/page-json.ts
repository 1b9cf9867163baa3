/** Reads a page of posts in parts, each in a turn of its own, so that a large page does not delay those of other viewers. */
import type { PostSortColumn } from '../../../shared/fields/posts.ts';
import { accountOf, type Identity } from '../rules/account.ts';
import type { PageQuery } from '../store/page.ts';
import type { PostScope, PostsJson } from '../store/posts-store.ts';
import type { ReaderPool } from './reader-pool.ts';

/** The last part of each account, with the pause after it. */
const lastParts = new Map<string, Promise<void>>();

/**
 * Runs the parts of an account one after another, and pauses for as long as each has taken: the account's large pages, however
 * many, leave half of a processor to others (`npm run bench -- fair`).
 */
async function runPart<T>(account: string, part: () => Promise<T>): Promise<T> {
  const before = lastParts.get(account);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  lastParts.set(account, ended);
  await before;
  const started = performance.now();
  try {
    return await part();
  } finally {
    setTimeout(() => {
      if (lastParts.get(account) === ended) lastParts.delete(account);
      end();
    }, performance.now() - started);
  }
}

export async function readPageJson(
  run: ReaderPool['run'],
  viewer: Identity,
  scope: PostScope,
  page: PageQuery<PostSortColumn>,
): Promise<PostsJson> {
  const { json, total, parts, textMax } = await run(viewer, { name: 'startPage', scope, page });
  const read = [json];
  for (const ids of parts) {
    const part = () => run(viewer, { name: 'continuePage', scope, ids, textMax }, { place: 'first' });
    read.push(await runPart(accountOf(viewer), part));
  }
  return { parts: read, total };
}
