/** Reads `TextHighlighted`, the one reply field that holds markup: it only says which parts of a post's text to mark. */

export type HighlightedPart = { text: string; marked: boolean };

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHighlighted = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const maxCodePoint = 0x10ffff;

function decodeEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return namedEntities[name] ?? entity;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= maxCodePoint ? String.fromCodePoint(code) : entity;
}

const decodeEntities = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-fA-F]{1,6});/g, decodeEntity);

const keepEntities = (html: string): string => html;

/** Matches a mark's tags, with or without attributes; the group is the slash of a closing tag. */
const tagPattern = (names: string): RegExp => new RegExp(`<(/?)(?:${names})(?:\\s[^<>]*)?>`, 'i');

/** Elasticsearch marks with `<em>`, Manticore and Sphinx with `<b>`. One name alone: the text itself may hold another tag. */
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

/** Every way to read the highlight: which tags are marks, and whether the text between them is escaped. */
function* readingsOf(html: string): Generator<HighlightedPart[]> {
  for (const tag of markTags) {
    const parts = splitAtMarks(html, tag);
    for (const decode of [decodeEntities, keepEntities])
      yield parts.map((part) => ({ ...part, text: decode(part.text) }));
  }
}

function joinEqual(parts: readonly HighlightedPart[]): HighlightedPart[] {
  const joined: HighlightedPart[] = [];
  for (const { text, marked } of parts) {
    const last = joined.at(-1);
    if (last?.marked === marked) last.text += text;
    else if (text !== '') joined.push({ text, marked });
  }
  return joined;
}

/**
 * The post's text with its matches marked. The highlight may be the whole text or a fragment of it; one whose own text
 * does not occur in the post's text marks nothing.
 */
export function markMatches(text: string, html: string | null): HighlightedPart[] {
  let fragment: HighlightedPart[] | null = null;
  for (const parts of readingsOf(html ?? '')) {
    const own = parts.map((part) => part.text).join('');
    if (own === text) return joinEqual(parts);
    const start = text.indexOf(own);
    if (start < 0) continue;
    const before = { text: text.slice(0, start), marked: false };
    const after = { text: text.slice(start + own.length), marked: false };
    fragment ??= joinEqual([before, ...parts, after]);
  }
  return fragment ?? joinEqual([{ text, marked: false }]);
}

/**
 * The parts as far as `max` characters reach, with an ellipsis when some are left out. A marked part is not cut, but
 * left out whole, unless it is the first.
 */
export function truncateHighlighted(parts: readonly HighlightedPart[], max: number): HighlightedPart[] {
  const kept: HighlightedPart[] = [];
  let left = max;
  for (const part of parts) {
    const characters = [...part.text];
    if (characters.length > left) {
      const fits = part.marked && kept.length > 0 ? '' : characters.slice(0, left).join('');
      return [...kept, { text: `${fits.trimEnd()}…`, marked: part.marked && fits !== '' }];
    }
    kept.push(part);
    left -= characters.length;
  }
  return kept;
}
