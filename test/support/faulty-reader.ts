/** A reader thread that answers ordinary queries, never answers a search for «вечно», and exits on one for «выход». */
import { parentPort } from 'node:worker_threads';
import type { PostQuery } from '../../server/backend/feed/post-queries.ts';

function textOf({ values: [first] }: PostQuery): string | null {
  if (typeof first === 'string') return first;
  return typeof first === 'object' && 'account' in first ? first.filter.text : null;
}

parentPort?.on('message', (query: PostQuery) => {
  if (textOf(query) === 'выход') process.exit(3);
  for (;;) if (textOf(query) !== 'вечно') break;
});

await import('../../server/backend/feed/reader-thread.ts');
