/** A row of the feed as the API returns it. */
import { toNullable, toTime } from '../rules/reply-values.ts';
import { highlight } from '../rules/search/highlight.ts';
import type { SearchQuery } from '../rules/search/query-tree.ts';
import { parseSearchQuery } from '../rules/search/search-query.ts';
import type { PostRow } from '../store/posts-store.ts';

/** Rows of a page have few phrases, and parsing them takes a fifth of the time of a page. */
const parsed = new Map<string, SearchQuery | null>();
const parsedMax = 5000;

function parse(text: string): SearchQuery | null {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size >= parsedMax) parsed.clear();
  const query = parseSearchQuery(text);
  parsed.set(text, query);
  return query;
}

/** Highlights the phrase and `searched`, the text filter of the feed. */
export function presentPost(row: PostRow, searched: string | undefined) {
  const queries = [row.word, searched ?? ''].flatMap((text) => parse(text) ?? []);
  return {
    ...presentRow(row),
    TextHighlighted: toNullable(row.text === null ? null : highlight(row.text, queries)),
  };
}

/** Without highlights. */
export function presentRow(row: PostRow) {
  return {
    OwnerID: row.ownerId,
    PostID: row.postId,
    WordID: row.wordId,
    UserID: row.userId,
    PostDt: toTime(row.postedAt),
    UpdateDt: toTime(row.updatedAt),
    Text: toNullable(row.text),
    TextHighlighted: toNullable(null),
    PhotoURL: toNullable(row.photoUrl),
    Word: toNullable(row.word),
    OwnerName: toNullable(row.ownerName),
    OwnerPhotoURL: toNullable(row.ownerPhotoUrl),
    Domain: toNullable(row.domain),
    OwnerType: row.ownerType ?? '',
    Country: toNullable(row.country),
    City: toNullable(row.city),
    CityID: row.cityId,
    StoryID: row.storyId,
    Copies: row.copies,
    Read: row.read,
    FoundByVK: row.foundByVk,
  };
}
