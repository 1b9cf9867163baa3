// Proves: summary#page
import { nameOfSentence } from './quote.ts';

test.each([
  ['Прорвало трубу.', 'Прорвало трубу'],
  ['Прорвало трубу?', 'Прорвало трубу?'],
  ['Прорвало трубу!', 'Прорвало трубу!'],
  ['Прорвало трубу…', 'Прорвало трубу…'],
  ['Прорвало трубу...', 'Прорвало трубу...'],
  ['Дороги, трубы и т. д.', 'Дороги, трубы и т. д.'],
  ['', ''],
])('a sentence as a name has no full stop at its end: %s', (sentence, name) => {
  expect(nameOfSentence(sentence)).toBe(name);
});
