// Proves: phrases#check-of-the-query
import { listAdded, withMinus } from './minus-words.ts';

const words = ['гол', 'матч-реванш', 'ринг'];
const added = (text: string, diagnosed = 'Спартак -хоккей', base = diagnosed) =>
  listAdded(text, { diagnosed, base, words });

test('words are added to the text in the order of the presses', () => {
  expect(withMinus('(а OR б)', ['ринг', 'гол'])).toBe('(а OR б) -ринг -гол');
  expect(added('Спартак -хоккей -ринг -гол')).toEqual(['ринг', 'гол']);
  expect(added('(а OR б) -матч-реванш', 'а OR б', '(а OR б)')).toEqual(['матч-реванш']);
});

test('the diagnosed text has no added words, also if brackets will be put around it', () => {
  expect(added('Спартак -хоккей')).toEqual([]);
  expect(added('а OR б', 'а OR б', '(а OR б)')).toEqual([]);
});

test.each(['Спартак', 'Спартак -хоккей -мост', 'Спартак -хоккей -гол и', 'Спартак -хоккейгол', ''])(
  '%j is another text, so that nothing is added to it',
  (text) => expect(added(text)).toBeNull(),
);
