/** Period and filters of the figures in words, for readers of the page and of its print. */

import { formatCounted } from '../../../shared/format.ts';
import { lengthOf } from '../../../shared/rules/days.ts';
import { periodName } from '../figures/mentions-figure.tsx';
import type { AnalyticsContent } from './analytics-content.ts';

const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}.`;

type Described = Pick<AnalyticsContent, 'input' | 'query' | 'phraseField' | 'analytics' | 'owner' | 'city'>;

/** Names of phrases come from the form or the figures. */
function phrasesOf({ query, phraseField, analytics }: Described): string {
  const ids = query.word === null ? query.words : [query.word];
  if (ids.length === 0) return 'все фразы';
  const known = [
    ...(phraseField.options.data ?? []),
    ...[...(analytics?.data?.compared ?? []), ...(analytics?.data?.words.items ?? [])].map(({ id, name }) => ({
      id,
      text: name,
    })),
  ];
  const texts = ids.map((id) => `«${known.find((word) => word.id === id)?.text ?? id}»`);
  return `${ids.length === 1 ? 'фраза' : 'фразы'} ${texts.join(', ')}`;
}

export function describeFilters(props: Described): string {
  const { input, query, owner, city } = props;
  const days = formatCounted(lengthOf(query), ['день', 'дня', 'дней']);
  const parts = [
    `${periodName(query)} (${days})`,
    phrasesOf(props),
    query.text.trim() !== '' && `текст: ${query.text.trim()}`,
    query.owner !== null && `источник: ${owner ?? query.owner}`,
    query.city !== null && `город: ${city ?? query.city}`,
    input.capabilities.includes('copies') && (query.copies === 'hide' ? 'без повторов' : 'с повторами'),
  ];
  return parts
    .filter((part) => part !== false)
    .map(sentence)
    .join(' ');
}
