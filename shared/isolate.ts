/**
 * Keeps the direction of a foreign text from changing the text around it. Elements use `<bdi>` or the style sheet; texts
 * without markup (titles, names for screen readers, charts, Atom) and sentences use `isolate`.
 */

/** Overrides and embeddings, which reverse the text after them. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Letters of Hebrew, Arabic and the other scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. */
const [start, end] = ['\u2068', '\u2069'];

/** Returns the text without controls of direction, isolated if it has letters that are written from right to left. */
export function isolate(text: string): string {
  const plain = text.replace(directionControls, '');
  return rightToLeft.test(plain) ? start + plain + end : plain;
}
