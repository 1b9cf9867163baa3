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
