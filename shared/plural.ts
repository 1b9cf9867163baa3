/** Russian nouns after numbers. */
import { formatNumber } from './format.ts';

const rules = new Intl.PluralRules('ru-RU');

/** The forms after 1, 2 and 5, for example «пост», «поста» and «постов». */
export type PluralForms = readonly [one: string, few: string, many: string];

export function pluralOf(count: number, [one, few, many]: PluralForms): string {
  const form = rules.select(count);
  // Fractions have the form of «few»: «2,5 поста».
  return form === 'one' ? one : form === 'many' ? many : few;
}

/** For example «21 пост». */
export const formatCounted = (count: number, forms: PluralForms): string =>
  `${formatNumber(count)} ${pluralOf(count, forms)}`;
