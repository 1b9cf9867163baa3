/** Cleans untrusted texts: before they are stored, and again for a line of a message. */
import { cutText } from '../../../shared/format.ts';

/** The maximum length of a stored text, in UTF-16 units. */
export const textMax = 100_000;

/** Control characters except tab and line feed, and lone surrogates. A database may not store them. */
const unstorable = /[[\p{Cc}\p{Cs}]--[\t\n]]/gv;

/** Control characters that separate lines: vertical tab, form feed and next line. */
const separators = /[\v\f\u0085]/g;

/** The text without the characters that a database may not store. Blank text becomes null. */
export function storableText(text: string | null | undefined): string | null {
  const stored = (text ?? '').replace(/\r\n?/g, '\n').replace(separators, ' ').replace(unstorable, '');
  return stored.trim() === '' ? null : stored;
}

const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  laquo: '«',
  raquo: '»',
  ndash: '–',
  mdash: '—',
  hellip: '…',
};

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;

/** Decodes each entity once: `&amp;lt;` becomes `&lt;`. Unknown entities stay. */
function decodeEntities(text: string): string {
  return text.replace(entity, (source, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return namedEntities[name] ?? source;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : source;
  });
}

/**
 * A link of VK's markup: `[id1|Имя]`, `[club1|Имя]`, `[https://vk.com/page|слово]`, `[#alias|слово|https://vk.com/page]`.
 * Other text in brackets stays.
 */
const wikiLink =
  /\[(?:(?:id|club|public|event|page|topic|app)-?\d[\w:-]*|https?:\/\/[^\s[\]|]+|#alias)\|([^[\]|]+)(?:\|[^\s[\]|]+)?\]/g;

/** The text of a post or a name as people read it: links reduced to their labels, entities decoded. */
export function cleanText(text: string | null | undefined): string | null {
  // A bracket written as an entity is not markup.
  return storableText(decodeEntities((text ?? '').replace(wikiLink, '$1')));
}

/** Cuts a text that is longer than the limit, and adds a note. */
export const limitText = (text: string | null): string | null => text && cutText(text, textMax, '… (текст сокращён)');

const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
/** They would reverse the text of the message around them. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** One line without control characters and direction marks. Lone surrogates become U+FFFD. */
export const lineOf = (text: string): string =>
  text.toWellFormed().replace(directionMarks, '').replace(lineBreaks, ' ').trim();

/** The first `max` characters of the text as one line. */
export function beginningOf(text: string, max: number): string {
  const line = lineOf(text);
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max).join('').trimEnd()}…`;
}
