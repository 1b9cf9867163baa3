import { matchesSearch } from '../../../server/backend/rules/search/query-tree.ts';
import { parseSearchQuery } from '../../../server/backend/rules/search/search-query.ts';
import { demoPhrases } from './phrases.ts';
import { composePostText } from './posts.ts';
import { createRandom } from './random.ts';
import { openings } from './sentences.ts';
import { places } from './sources.ts';

const isFound = (text: string, phrase: string) => {
  const query = parseSearchQuery(phrase);
  return query !== null && matchesSearch(text, query);
};

describe('demo texts', () => {
  test.each(demoPhrases.map((phrase) => [phrase.text, phrase] as const))(
    'every form of «%s» matches the phrase',
    (_, phrase) => {
      expect([phrase.of, phrase.about].filter((form) => !isFound(form, phrase.text))).toEqual([]);
    },
  );

  test('every opening contains a form of the phrase', () => {
    expect(openings.filter((sentence) => !/\{(text|of|about)\}/.test(sentence))).toEqual([]);
  });

  test('texts match their phrase, vary, and are the same on every run', () => {
    const compose = (seed: number) => {
      const random = createRandom(seed);
      return Array.from({ length: 500 }, () => {
        const phrase = random.pick(demoPhrases);
        return { phrase, text: composePostText(random, phrase, random.pick(places)) };
      });
    };
    const written = compose(7);
    expect(written.filter(({ phrase, text }) => !isFound(text, phrase.text))).toEqual([]);
    expect(new Set(written.map(({ text }) => text)).size).toBeGreaterThan(450);
    expect(compose(7)).toEqual(written);
  });
});
