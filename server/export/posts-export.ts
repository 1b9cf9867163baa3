/** The posts of the feed, with the filters and the sort of its address. */
import { loadPostCount, type Post } from '../../shared/api/posts.ts';
import { hasReversedDays, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { readFeedQuery } from '../session/feed-query.ts';
import { type ExportList, shownColumns } from './export-table.ts';
import { postExportColumns } from './post-export-columns.ts';
import { postExportFacts } from './post-export-facts.ts';
import { readExportedPosts } from './read-exported-posts.ts';

export const postsExport: ExportList<Post> = {
  name: 'posts',
  async count(input) {
    const { query } = await readFeedQuery(input);
    return hasReversedDays(query) ? 0 : input.send(loadPostCount(postFiltersOf(query, input.capabilities)));
  },
  async open(input) {
    const { query } = await readFeedQuery(input);
    let first: Post | undefined;
    async function* batches() {
      for await (const batch of readExportedPosts(input, query)) {
        first ??= batch[0];
        yield batch;
      }
    }
    return {
      columns: shownColumns(postExportColumns, input),
      batches: batches(),
      facts: () => postExportFacts(query, input, first),
    };
  },
};
