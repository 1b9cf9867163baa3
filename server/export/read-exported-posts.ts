/** Reads all posts of a query: by cursor if the backend supports it, otherwise by offset. */
import { loadPostRows, loadPostsPage, type Post, type PostRows, postKey } from '../../shared/api/posts.ts';
import { orderOf } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import { hasReversedDays, hidesCopies, type PostsQuery, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { postsPageSize } from '../../shared/rules/limits.ts';
import { batchRows, type ExportInput } from './export-table.ts';
import { readByOffset } from './read-by-offset.ts';

/** Story IDs are dense, so that a bit for each takes little memory. */
function createStorySet() {
  let bits = new Uint8Array(1024);
  return {
    /** Returns false if the story was added before. */
    add(story: number): boolean {
      const byte = story >> 3;
      if (byte >= bits.length) {
        const larger = new Uint8Array(Math.max(byte + 1, bits.length * 2));
        larger.set(bits);
        bits = larger;
      }
      const bit = 1 << (story & 7);
      const isNew = ((bits[byte] ?? 0) & bit) === 0;
      bits[byte] = (bits[byte] ?? 0) | bit;
      return isNew;
    },
  };
}

/** Reads rows by cursor, and keeps the first one of each story when copies are hidden. */
async function* readByCursor({ sendRows, capabilities }: ExportInput, query: PostsQuery): AsyncGenerator<Post[]> {
  const filters = { ...postFiltersOf(query, capabilities), copies: null };
  const stories = hidesCopies(query, capabilities) ? createStorySet() : null;
  let after: string | null = null;
  do {
    const page: PostRows = await sendRows(
      loadPostRows({ ...filters, limit: batchRows, after, ...orderOf(query.sort) }),
    );
    yield stories ? page.posts.filter(({ storyId }) => storyId === null || stories.add(storyId)) : page.posts;
    after = page.next;
  } while (after !== null);
}

const readPages = ({ sendRows, capabilities }: ExportInput, query: PostsQuery) =>
  readByOffset({
    async load(offset, limit) {
      const filters = postFiltersOf(query, capabilities);
      const { posts, total } = await sendRows(loadPostsPage({ ...filters, limit, offset, ...orderOf(query.sort) }));
      return { rows: posts, total };
    },
    keyOf: postKey,
    screenRows: postsPageSize,
    failure: messages.loadPosts,
  });

async function* noPosts(): AsyncGenerator<Post[]> {}

export function readExportedPosts(input: ExportInput, query: PostsQuery): AsyncGenerator<readonly Post[]> {
  if (hasReversedDays(query)) return noPosts();
  return input.capabilities.includes('cursors') ? readByCursor(input, query) : readPages(input, query);
}
