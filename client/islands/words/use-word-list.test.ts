// Proves: phrases#phrases-from-a-list
import type { TextOutcome } from '../../../shared/api/word-changes.ts';
import * as messages from '../../../shared/messages.ts';
import { checkLines, readLines, textsToCheck } from './use-word-list.ts';

const fine: TextOutcome = { tracked: false, error: null };
const tracked: TextOutcome = { tracked: true, error: null };
const wrong: TextOutcome = { tracked: false, error: 'Ошибка в запросе' };

/** Checks a list for one or more clients, whose outcomes are given by text; the default is `fine`. */
function check(text: string, ...clients: Record<string, TextOutcome>[]) {
  const lines = readLines(text);
  const texts = textsToCheck(lines);
  return checkLines(
    lines,
    texts,
    (clients.length === 0 ? [{}] : clients).map((known) => texts.map((sent) => known[sent] ?? fine)),
  );
}

test('lines may end as on any system, and a final line end does not start another line', () => {
  const lines = readLines(' метро \r\nпарк\r\r \u00a0\nпруд\u2028мост\n');
  expect(lines.map(({ number, text }) => [number, text])).toEqual([
    [1, 'метро'],
    [2, 'парк'],
    [3, ''],
    [4, ''],
    [5, 'пруд'],
    [6, 'мост'],
  ]);
  expect(lines[0]?.raw).toBe(' метро ');
});

test('a line is new, exists, is blank, or has its error', () => {
  const long = 'x'.repeat(256);
  const lines = check(`парк\nметро\nмост (\n\u200b\n${long}`, { метро: tracked, 'мост (': wrong });
  expect(lines.map(({ kind, error }) => error ?? kind)).toEqual([
    'new',
    'exists',
    'Ошибка в запросе',
    'blank',
    messages.textTooLong(255),
  ]);
});

test('a repeated line exists, whatever its case and ё; a repeated wrong line is wrong again', () => {
  expect(textsToCheck(readLines('Ёлка\nелка\nмост (\nмост ('))).toEqual(['Ёлка', 'мост (']);
  const lines = check('Ёлка\nелка\nмост (\nмост (', { 'мост (': wrong });
  expect(lines.map(({ kind }) => kind)).toEqual(['new', 'exists', 'wrong', 'wrong']);
});

test('a phrase is new if any of the clients does not have it', () => {
  const lines = check('парк\nмост', { парк: tracked, мост: tracked }, { парк: tracked });
  expect(lines.map(({ kind }) => kind)).toEqual(['exists', 'new']);
});
