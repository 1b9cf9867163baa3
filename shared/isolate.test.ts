// Proves: pages#width-print-and-direction
import { isolate } from './isolate.ts';
import * as messages from './messages.ts';

test.each([
  ['Новости города', 'Новости города'],
  ['', ''],
  ['Новости \u202eкиносети', 'Новости киносети'],
  ['\u2067a\u2069\u202a\u202c', 'a'],
  ['أخبار', '\u2068أخبار\u2069'],
  ['Шалом שלום!', '\u2068Шалом שלום!\u2069'],
  ['\u202eأخبار', '\u2068أخبار\u2069'],
])('%j is isolated as %j', (text, isolated) => {
  expect(isolate(text)).toBe(isolated);
});

test('messages isolate the names of people', () => {
  const name = 'דוד';
  const texts = [
    messages.workConflict(name),
    messages.workUndone('1', '1', [name]),
    messages.changedByOther(name, '01.02.2026'),
    messages.wordChanged(name, ''),
  ];
  for (const text of texts) expect(text).toContain(isolate(name));
});
