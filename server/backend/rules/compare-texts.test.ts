// Proves: feed#changes-of-a-text
import { compareTexts } from './compare-texts.ts';

const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['[+', '+]'] } as const;

/** The parts in one line. */
const compare = (before: string, after: string): string =>
  compareTexts(before, after)
    .map(({ kind, text }) => marks[kind].join(text))
    .join('');

test.each([
  [
    'Закрыли метро «Восток», сообщает мэрия',
    'Открыли метро «Восток» и «Запад», сообщает мэрия',
    '[-Закрыли-][+Открыли+] метро «Восток» [+и «Запад»+], сообщает мэрия',
  ],
  ['Было', '', '[-Было-]'],
  ['', 'Стало', '[+Стало+]'],
  ['Ёлку убрали 🎄 сегодня', 'Ёлку убрали 🎉 сегодня', 'Ёлку убрали [-🎄-][+🎉+] сегодня'],
  ['Один\n\nдва', 'Один\n\nдва три', 'Один\n\nдва [+три+]'],
])('%j and %j are compared word by word', (before, after, parts) => {
  expect(compare(before, after)).toBe(parts);
});

test('texts with too many different words are shown whole, one after the other', () => {
  const [before, after] = ['а', 'б'].map((letter) =>
    Array.from({ length: 600 }, (_, index) => letter + index).join(' '),
  );
  expect(compareTexts(before ?? '', after ?? '')).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]);
});
