/** The posts about a phrase that the demo does not have: they are generated on request. */
import type { DemoPhrase } from '../../../server/backend/demo/phrases.ts';
import { demoStreams, recency, type Stream } from '../../../server/backend/demo/phrases.ts';
import { hashText } from '../../../server/backend/demo/random.ts';
import { stemText } from '../../../server/backend/rules/search/tokenise.ts';
import { declinePhrase } from './word-forms.ts';

const livePerMinute = 5;

/** The words that a query requires, without quotes and without the words that it excludes. */
const requiredText = (query: string): string =>
  query
    .replace(/(?<=^|\s)-(?:["«][^"»]*["»]?|\S+)/gu, ' ')
    .replace(/["«»“”„]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();

function toPhrase(text: string): DemoPhrase {
  const { genitive, accusative } = declinePhrase(text);
  return {
    text,
    of: genitive,
    about: accusative === null ? `на тему «${text}»` : `про ${accusative}`,
    topic: 'general',
  };
}

/** Null when the query requires nothing, or when it is one of the demo's own phrases. */
export function askedStream(query: string): Stream | null {
  const text = requiredText(query);
  const stems = stemText(text);
  if (stems === '' || demoStreams.some(({ phrase }) => stemText(phrase.text) === stems)) return null;
  const pastPerDay = 0.5 + (hashText(stems) % 40) / 10;
  return { phrase: toPhrase(text), pastPerDay: (daysAgo) => pastPerDay * recency(daysAgo), livePerMinute };
}
