/** Reads `TextHighlighted`, the only reply field with markup. It only selects which parts of a post's text to mark. */

import { toWellFormed } from './well-formed.ts';

export type HighlightedPart = { text: string; marked: boolean };

/** A part of a text, in UTF-16 units; `end` is excluded. */
export type Match = [start: number, end: number];

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML, also inside a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const maxCodePoint = 0x10ffff;

function decodeEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return namedEntities[name] ?? entity;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= maxCodePoint ? String.fromCodePoint(code) : entity;
}

const decodeEntities = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-fA-F]{1,6});/g, decodeEntity);

const keepEntities = (html: string): string => html;

/** Matches the tags of a mark, with or without attributes. The group captures the slash of a closing tag. */
const tagPattern = (names: string): RegExp => new RegExp(`<(/?)(?:${names})(?:\\s[^<>]*)?>`, 'i');

/**
 * Elasticsearch uses `<em>`, Manticore and Sphinx use `<b>`. Each tag is also tried alone, because the text itself may contain
 * the others.
 */
const markTags = ['mark|em|b|strong', 'mark', 'em', 'b', 'strong'].map(tagPattern);

function splitAtMarks(html: string, tag: RegExp): HighlightedPart[] {
  const parts: HighlightedPart[] = [];
  let depth = 0;
  for (const [index, piece] of html.split(tag).entries()) {
    const isTag = index % 2 === 1;
    if (isTag) depth = Math.max(0, depth + (piece === '/' ? -1 : 1));
    else parts.push({ text: piece, marked: depth > 0 });
  }
  return parts;
}

/**
 * Yields every interpretation of the highlight: each set of mark tags, with the text between them taken as escaped and as
 * plain.
 */
function* interpretHighlight(html: string): Generator<HighlightedPart[]> {
  for (const tag of markTags) {
    const parts = splitAtMarks(html, tag);
    for (const decode of [decodeEntities, keepEntities])
      yield parts.map((part) => ({ ...part, text: decode(part.text) }));
  }
}

function mergeAdjacent(parts: readonly HighlightedPart[]): HighlightedPart[] {
  const joined: HighlightedPart[] = [];
  for (const { text, marked } of parts) {
    const last = joined.at(-1);
    if (last?.marked === marked) last.text += text;
    else if (text !== '') joined.push({ text, marked });
  }
  return joined;
}

/** Reads escaped HTML whose only tag is `<mark>`. */
export const readHighlighted = (html: string): HighlightedPart[] =>
  mergeAdjacent(splitAtMarks(html, tagPattern('mark')).map((part) => ({ ...part, text: decodeEntities(part.text) })));

function rangesOf(parts: readonly HighlightedPart[], offset: number): Match[] {
  let end = offset;
  return mergeAdjacent(parts).flatMap(({ text, marked }) => {
    const start = end;
    end += text.length;
    return marked ? [[start, end] satisfies Match] : [];
  });
}

/**
 * Returns the matches in a post's text. The highlight is the whole text or a fragment of it; if the text does not contain it,
 * there are no matches.
 */
export function findMatches(text: string, html: string): Match[] {
  let inFragment: Match[] | null = null;
  for (const parts of interpretHighlight(html)) {
    const content = parts.map((part) => part.text).join('');
    if (content === text) return rangesOf(parts, 0);
    const offset = text.indexOf(content);
    if (offset >= 0) inFragment ??= rangesOf(parts, offset);
  }
  return inFragment ?? [];
}

export function markMatches(text: string, matches: readonly Match[]): HighlightedPart[] {
  let end = 0;
  const parts = matches.flatMap(([start, stop]) => {
    const before = { text: text.slice(end, start), marked: false };
    end = stop;
    return [before, { text: text.slice(start, stop), marked: true }];
  });
  return [...parts, { text: text.slice(end), marked: false }].filter((part) => part.text !== '');
}

/** Inserts unmarked texts at ascending positions, in UTF-16 units. Omits texts after the end. */
export function insertTexts(parts: readonly HighlightedPart[], added: readonly (readonly [number, string])[]) {
  const rest = [...added];
  const joined: HighlightedPart[] = [];
  let end = 0;
  for (const { text, marked } of parts) {
    const start = end;
    let from = 0;
    end += text.length;
    for (; rest[0] && rest[0][0] < end; rest.shift()) {
      const [at, label] = rest[0];
      joined.push({ text: text.slice(from, at - start), marked }, { text: label, marked: false });
      from = at - start;
    }
    joined.push({ text: text.slice(from), marked });
  }
  return mergeAdjacent(joined);
}

/**
 * Returns the first `max` characters of the parts, and an ellipsis if any are omitted. A marked part that does not fit is
 * omitted as a whole, unless it is the first part.
 */
export function truncateHighlighted(parts: readonly HighlightedPart[], max: number): HighlightedPart[] {
  const kept: HighlightedPart[] = [];
  let remaining = max;
  for (const part of parts) {
    const characters = [...part.text];
    if (characters.length > remaining) {
      const fits = part.marked && kept.length > 0 ? '' : characters.slice(0, remaining).join('');
      return [...kept, { text: `${fits.trimEnd()}…`, marked: part.marked && fits !== '' }];
    }
    kept.push(part);
    remaining -= characters.length;
  }
  return kept;
}

/** In UTF-16 units. A match that begins later may be below the visible lines of a row. */
const seenMax = 150;
/** The maximum length of the start of the text, and of the context before the match, in UTF-16 units. */
const contextMax = 60;

/** Returns up to `max` characters for a row. If the first match would be out of sight, the text before it is shortened. */
export function excerptHighlighted(parts: readonly HighlightedPart[], max: number): HighlightedPart[] {
  const [lead, ...rest] = parts;
  if (!rest[0] || !lead || lead.marked || lead.text.length <= seenMax) return truncateHighlighted(parts, max);
  const start = lead.text.slice(0, contextMax).replace(/\s+\S*$/, '');
  const before = lead.text.slice(-contextMax).replace(/^\S*\s/, '');
  return truncateHighlighted([{ text: toWellFormed(`${start} … ${before}`), marked: false }, ...rest], max);
}
