/** `TextHighlighted`, the one reply field that is HTML: escaped text with `<mark>` around matches. Parsed, never inserted. */

export type HighlightedPart = { text: string; marked: boolean };

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#34;': '"',
};
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHighlighted = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const readEntities = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#39|#34);/g, (entity) => entities[entity] ?? entity);

/** Every tag but `<mark>` and `</mark>` is ordinary text, whatever a backend sent; so is an unknown entity. */
export function parseHighlighted(html: string): HighlightedPart[] {
  const parts: HighlightedPart[] = [];
  let marked = false;
  for (const piece of html.split(/(<\/?mark>)/)) {
    if (piece === '<mark>' || piece === '</mark>') marked = piece === '<mark>';
    else if (piece !== '') parts.push({ text: readEntities(piece), marked });
  }
  return parts;
}

/**
 * The parts as far as `max` characters reach, with an ellipsis when some are left out. A marked part is not cut, but
 * left out whole, unless nothing stands before it.
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
