/** How proposed minus words are added to the text of a phrase. */

export const withMinus = (base: string, words: readonly string[]): string =>
  [base, ...words.map((word) => `-${word}`)].join(' ');

/**
 * The proposed words that have been added to the diagnosed text; null if the field's text differs in anything else, so that the
 * proposals are out of date. `base`: see `diagnosisFields`.
 */
export function listAdded(
  text: string,
  { diagnosed, base, words }: { diagnosed: string; base: string; words: readonly string[] },
): string[] | null {
  if (text === diagnosed) return [];
  const added = text.startsWith(base) ? text.slice(base.length).split(' -').slice(1) : [];
  const isAdded = added.every((word) => words.includes(word)) && text === withMinus(base, added);
  return isAdded ? added : null;
}
