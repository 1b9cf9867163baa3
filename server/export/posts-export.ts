/** The posts of the feed, with the filters and the sort of its address. */
import { loadPostCount } from '../../shared/api/post-counts.ts';
import type { Post } from '../../shared/api/posts.ts';
import {
  hasReversedDays,
  type PostsQuery,
  parsePostSort,
  parsePostsQuery,
  postFiltersOf,
} from '../../shared/posts-query.ts';
import { findTypedPhrase } from '../pages/phrase-filter.ts';
import { type ExportInput, type ExportList, shownColumns } from './export-table.ts';
import { postExportColumns } from './post-export-columns.ts';
import { postExportFacts } from './post-export-facts.ts';
import { readExportedPosts } from './read-exported-posts.ts';

/** The address of a page whose form was sent without JavaScript has the text of a phrase. */
async function readQuery({ query: source, preferences, backend, viewer }: ExportInput): Promise<PostsQuery> {
  const query = parsePostsQuery(source, parsePostSort(preferences.postsSort));
  const typed = typeof source.phrase === 'string' ? source.phrase.trim() : '';
  if (typed === '') return query;
  return { ...query, word: (await findTypedPhrase(backend, viewer.user, typed)).word };
}

export const postsExport: ExportList<Post> = {
  name: 'posts',
  async count(input) {
    const query = await readQuery(input);
    return hasReversedDays(query) ? 0 : input.send(loadPostCount(postFiltersOf(query, input.capabilities)));
  },
  async open(input) {
    const query = await readQuery(input);
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
