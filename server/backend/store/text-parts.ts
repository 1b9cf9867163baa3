/** The column `text_parts`: JSON of the parts as the API returns them; null for the author's own words. */
import { listReader } from '../../../shared/fields/field.ts';
import { presentParts, type TextPart, textPartFields } from '../../../shared/fields/text-parts.ts';

const read = listReader('TextParts', textPartFields);

export const readParts = (stored: string | null): readonly TextPart[] =>
  stored === null ? [] : read(JSON.parse(stored));

export const storeParts = (parts: readonly TextPart[]): string | null =>
  parts.length === 0 ? null : JSON.stringify(presentParts(parts));

/** Whether the post has neither its own nor reposted words. */
export const hasOnlyTitles = ([first]: readonly TextPart[]): boolean => first?.at === 0 && first.kind !== 'repost';

/** Whether the post has no words of its author, but those of a post that it reposts. */
export const isBareRepost = ([first]: readonly TextPart[]): boolean => first?.at === 0 && first.kind === 'repost';
