// Proves: query-language#forms-and-numbers
/** Which forms of words a search finds, on words with their declensions and conjugations (word-forms.txt). */
import { readFileSync } from 'node:fs';
import { tokenise } from './tokenise.ts';

const stemOf = (word: string) => tokenise(word)[0]?.stem ?? '';

/**
 * A line has the common beginning of the forms, then the end of each: «день» is `д: ень ня ню`. The first form is the word
 * itself.
 */
const words = readFileSync(new URL('word-forms.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [start = '', ends = ''] = line.split(': ');
    return ends.split(' ').map((end) => start + (end === '-' ? '' : end));
  });

/** Forms that a search for another word finds, unless they are forms of both. */
function findFalsePairs(): string[] {
  const byStem = Map.groupBy(
    words.flatMap((forms) => forms.map((form) => ({ form, forms }))),
    ({ form }) => stemOf(form),
  );
  return words.flatMap((own) =>
    (byStem.get(stemOf(own[0] ?? '')) ?? [])
      .filter(({ form, forms }) => forms !== own && !own.includes(form) && !forms.includes(own[0] ?? ''))
      .map(({ form }) => `${own[0]} ${form}`),
  );
}

test('a search for one of 1,000 words finds 99 of 100 of its forms', () => {
  const all = words.flatMap(([word = '', ...forms]) => forms.map((form) => ({ word, form })));
  const missed = all.filter(({ word, form }) => stemOf(word) !== stemOf(form));
  expect(words.length).toBeGreaterThan(1000);
  expect(all.length).toBeGreaterThan(8000);
  expect(missed.map(({ word, form }) => `${word} ${form}`).slice(0, missed.length > all.length / 100 ? 50 : 0)).toEqual(
    [],
  );
});

test('of 8,000 forms at most 60 are found by another word', () => {
  expect(findFalsePairs().slice(60)).toEqual([]);
});

test.each([
  'вокзал вокзалы вокзалом',
  'Газпром Газпрома Газпромом',
  'Медведев Медведева Медведеву Медведевым',
  'режим режима режимом',
  'рынок рынка рынков',
  'участок участка участков',
  'день дня дней днями',
  'ребёнок ребёнка дети детьми',
  'человек людей',
  'год лет',
  'время времени',
  'лёд льда',
  'отец отца отцы',
  'мать матери',
  'запись записи записью',
  'задержать задержали задержан задержаны',
  'требовать требует требовали',
])('%s have one stem', (forms) => {
  expect(new Set(forms.split(' ').map(stemOf)).size).toBe(1);
});

test.each([
  ['суд', 'судья'],
  ['почта', 'почти'],
  ['часть', 'часто'],
  ['статья', 'стать'],
  ['партия', 'парта'],
  ['цена', 'ценный'],
  ['Медведев', 'медведь'],
  ['Ростов', 'рост'],
  ['Иванов', 'Иван'],
  ['Путин', 'путь'],
  ['режим', 'режу'],
  ['приём', 'при'],
  ['капитал', 'капитан'],
  ['запись', 'запах'],
  ['материал', 'мать'],
  ['лицей', 'лицо'],
  ['теорема', 'теория'],
])('«%s» and «%s» have different stems', (one, other) => {
  expect(stemOf(one)).not.toBe(stemOf(other));
});

test('a long word takes no longer', () => {
  const startedAt = performance.now();
  expect(stemOf('ы'.repeat(100_000)).length).toBeLessThanOrEqual(64);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});
