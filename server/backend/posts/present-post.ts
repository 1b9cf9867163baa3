import type * as v from 'valibot';
import { toNullable, toTime } from '../http/schema-fields.ts';
import { highlight } from '../search/highlight.ts';
import { parseSearchQuery } from '../search/search-query.ts';
import type { PostRow } from '../store/posts-store.ts';
import type { postReply } from './schemas.ts';

type PostReply = v.InferOutput<typeof postReply>;

/** Highlights the phrase and `searched`, the text filter of the feed. */
export function presentPost(row: PostRow, searched: string | undefined): PostReply {
  const queries = [row.word, searched ?? ''].flatMap((text) => parseSearchQuery(text) ?? []);
  return {
    ...presentRow(row),
    TextHighlighted: toNullable(row.text === null ? null : highlight(row.text, queries)),
  };
}

/** Without highlights. */
export function presentRow(row: PostRow): PostReply {
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
