/**
 * The parts of a post's text that are not its author's own words: the texts of reposted posts, or the titles of attachments.
 * The text itself has no labels: they are added where people read it.
 */
import { type HighlightedPart, insertTexts } from '../highlight.ts';
import { bodyOf, type ReplyTable, type RowOf } from './field.ts';

const labels = {
  repost: 'Репост: ',
  link: 'Ссылка: ',
  poll: 'Опрос: ',
  article: 'Статья: ',
  document: 'Документ: ',
  video: 'Видео: ',
  album: 'Альбом: ',
} as const;

export type TextPartKind = keyof typeof labels;

/** `at`: where the part begins in the text, in UTF-16 units. `kind` is null if only a newer version knows it. */
export const textPartFields = {
  kind: { api: 'Kind', type: { labels, nullable: true } },
  at: { api: 'At', type: 'count' },
} as const satisfies ReplyTable;

export type TextPart = RowOf<typeof textPartFields>;

export const presentParts = (parts: readonly TextPart[]) => parts.map((part) => bodyOf(textPartFields, part));

/** Adds the labels to the parts of a text. A text that was cut may end before the last ones. */
export const labelParts = (text: readonly HighlightedPart[], parts: readonly TextPart[]): HighlightedPart[] =>
  insertTexts(
    text,
    parts.map(({ at, kind }) => [at, kind === null ? '' : labels[kind]]),
  );

export const labelText = (text: string, parts: readonly TextPart[]): string =>
  labelParts([{ text, marked: false }], parts)
    .map((part) => part.text)
    .join('');
