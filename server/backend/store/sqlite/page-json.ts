/** Reads a page of posts in parts, each in a turn of its own, so that a large page does not delay those of other viewers. */
import type { PostSortColumn } from '../../../../shared/api/posts.ts';
import type { PageQuery } from '../page.ts';
import type { PostScope, PostsJson } from '../posts-store.ts';
import type { Identity } from '../sessions-store.ts';
import type { ReaderPool } from './reader-pool.ts';

export async function readPageJson(
  run: ReaderPool['run'],
  viewer: Identity,
  scope: PostScope,
  page: PageQuery<PostSortColumn>,
): Promise<PostsJson> {
  const { json, total, parts, textMax } = await run(viewer, { name: 'startPage', scope, page });
  const read = [json];
  for (const ids of parts) {
    read.push(await run(viewer, { name: 'continuePage', scope, ids, textMax }, { place: 'first' }));
  }
  return { parts: read, total };
}
