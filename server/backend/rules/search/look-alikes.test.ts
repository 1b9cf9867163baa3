// Proves: query-language#two-alphabets
import { findStrayLetters, foldSpelling, hasMixedWord, otherSpellings } from './look-alikes.ts';

test.each([
  ['мoсква', 'москва'],
  ['ЦCKA', 'ЦСКА'],
  ['BМФ', 'ВМФ'],
  ['TOPовый', 'ТОРовый'],
  ['Тesla', 'Tesla'],
  ['CСCР', 'СССР'],
  ['1Cка', '1Ска'],
  ['СберPrime', 'СберPrime'],
  ['СССР', 'СССР'],
  ['CCCP', 'CCCP'],
  ['ёж', 'ёж'],
])('%s is read as %s', (word, folded) => {
  expect(foldSpelling(word)).toBe(folded);
  if (folded !== word) expect(hasMixedWord(`это ${word}.`)).toBe(true);
});

test.each(['Москва и Tesla', 'SMM-специалист', '2C и 3С', ''])('«%s» has no word of two alphabets', (text) => {
  expect([hasMixedWord(text), findStrayLetters(text)]).toEqual([false, null]);
});

test('the letters of the other alphabet are found in the first word that has them', () => {
  expect(findStrayLetters('СберPrime и ЦCKA')).toEqual({ letters: 'CKA', at: 13, alphabet: 'cyrillic' });
  expect(findStrayLetters('наша Тesla')).toEqual({ letters: 'Т', at: 5, alphabet: 'latin' });
});

test.each([
  ['СССР', [{ alphabet: 'latin', text: 'CCCP' }]],
  ['CCCP', [{ alphabet: 'cyrillic', text: 'СССР' }]],
  ['"ВВС и 1С" -Хор', [{ alphabet: 'latin', text: '"BBC и 1C" -Xop' }]],
  [
    'СССР BBC',
    [
      { alphabet: 'cyrillic', text: 'СССР ВВС' },
      { alphabet: 'latin', text: 'CCCP BBC' },
    ],
  ],
  ['ссср Москва С В', []],
])('other spellings of %s: %j', (text, spellings) => expect(otherSpellings(text)).toEqual(spellings));
