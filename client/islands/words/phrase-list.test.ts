import type { TextOutcome } from '../../../shared/api/word-bulk.ts';
import * as messages from '../../../shared/messages.ts';
import { checkLines, countLines, readLines, textsToCheck } from './phrase-list.ts';

const fine: TextOutcome = { tracked: false, error: null };
const tracked: TextOutcome = { tracked: true, error: null };
const wrong: TextOutcome = { tracked: false, error: 'Ошибка в запросе' };

/** Checks a list with the outcome of each text that is sent; `fine` by default. */
function check(text: string, ...clients: Record<string, TextOutcome>[]) {
  const lines = readLines(text);
  const texts = textsToCheck(lines);
  return checkLines(
    lines,
    texts,
    (clients.length === 0 ? [{}] : clients).map((known) => texts.map((sent) => known[sent] ?? fine)),
  );
}

test('lines end as on any system; blank ones only count', () => {
  expect(readLines(' метро \r\nпарк\r\r \u00a0\nпруд\u2028мост\n')).toEqual([
    { number: 1, text: 'метро' },
    { number: 2, text: 'парк' },
    { number: 5, text: 'пруд' },
    { number: 6, text: 'мост' },
  ]);
});

test('a line is new, exists, or has its error', () => {
  const long = 'x'.repeat(256);
  const lines = check(`парк\nметро\nмост (\n\u200b\n${long}`, { метро: tracked, 'мост (': wrong });
  expect(lines.map(({ kind, error }) => error ?? kind)).toEqual([
    'new',
    'exists',
    'Ошибка в запросе',
    messages.enterText,
    messages.textTooLong(255),
  ]);
});

test('a repeated line exists, whatever its case and ё; a repeated wrong line is wrong again', () => {
  expect(textsToCheck(readLines('Ёлка\nелка\nмост (\nмост ('))).toEqual(['Ёлка', 'мост (']);
  const lines = check('Ёлка\nелка\nмост (\nмост (', { 'мост (': wrong });
  expect(lines.map(({ kind }) => kind)).toEqual(['new', 'exists', 'wrong', 'wrong']);
});

test('a phrase is new as long as one of the clients does not have it', () => {
  const lines = check('парк\nмост', { парк: tracked, мост: tracked }, { парк: tracked });
  expect(lines.map(({ kind }) => kind)).toEqual(['exists', 'new']);
});

test('of 1,000 lines with mistakes each is counted once', () => {
  const kinds = ['парк', 'Парк', 'мост (', '\u200b', 'x'.repeat(300), 'метро', '\ud800', 'OR'];
  const text = Array.from({ length: 1000 }, (_, index) => `${kinds[index % kinds.length]}`).join('\n');
  const lines = check(text, { метро: tracked, 'мост (': wrong, '\ud800': wrong, OR: wrong });
  const counts = (['new', 'exists', 'wrong'] as const).map((kind) => countLines(lines, kind));
  expect(counts).toEqual([1, 374, 625]);
  expect(lines.map(({ number }) => number)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
});
