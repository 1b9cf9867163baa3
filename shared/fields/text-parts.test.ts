// Proves: collection#text-of-a-post
import { postText } from '../post-text.ts';
import { readRow } from './field.ts';
import { labelParts, labelText, type TextPart, textPartFields } from './text-parts.ts';

const repost = (at: number): TextPart => ({ kind: 'repost', at });

test('a label stands before its part, outside the marks', () => {
  const marked = [
    { text: 'Ужас\n\n', marked: false },
    { text: 'Метро', marked: true },
    { text: ' и порт', marked: false },
  ];
  expect(labelParts(marked, [repost(6)])).toEqual([
    { text: 'Ужас\n\nРепост: ', marked: false },
    { text: 'Метро', marked: true },
    { text: ' и порт', marked: false },
  ]);
  expect(labelParts(marked, [repost(8)])).toEqual([
    { text: 'Ужас\n\n', marked: false },
    { text: 'Ме', marked: true },
    { text: 'Репост: ', marked: false },
    { text: 'тро', marked: true },
    { text: ' и порт', marked: false },
  ]);
  expect(labelParts(marked, [])).toEqual(marked);
});

test('a part after the end of a cut text, or of a kind that only a newer version knows, has no label', () => {
  expect(labelText('Ужас…', [repost(2), repost(5), repost(90)])).toBe('УжРепост: ас…');
  const unknown = readRow(textPartFields, { Kind: 'song', At: 0 });
  expect([unknown.kind, labelText('Песня', [unknown])]).toEqual([null, 'Песня']);
});

test('an invisible text has no label either', () => {
  expect(postText({ text: '\u200b', textParts: [repost(0)] })).toBe('');
});
