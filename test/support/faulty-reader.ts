/** A reader thread that answers ordinary queries, never answers a search for «вечно», and exits on one for «выход». */
import { parentPort } from 'node:worker_threads';
import type { PostQuery } from '../../server/backend/store/sqlite/post-queries.ts';

const textOf = (query: PostQuery) => (query.name === 'countMatching' ? query.text : query.scope.text);

parentPort?.on('message', (query: PostQuery) => {
  if (textOf(query) === 'выход') process.exit(3);
  for (;;) if (textOf(query) !== 'вечно') break;
});

await import('../../server/backend/store/sqlite/reader-thread.ts');
