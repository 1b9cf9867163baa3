// Proves: collection#edits-and-deletions
import type { TextPart } from '../../../shared/fields/text-parts.ts';
import { isEdit } from './edits.ts';

const post = (text: string | null, ...textParts: TextPart[]) => ({ text, textParts });

test.each([
  ['other words', post('Метро закрыли'), post('Метро открыли'), true],
  ['a longer text', post('Метро'), post('Метро закрыли'), true],
  ['no words any more', post('Метро'), post(null), true],
  [
    'other words in the reposted post',
    post('Ужас\n\nМетро', { kind: 'repost', at: 6 }),
    post('Ужас\n\nТрамвай', { kind: 'repost', at: 6 }),
    true,
  ],
  ['other spaces', post('Метро  закрыли\n'), post('Метро\nзакрыли'), false],
  ['no change', post(null), post(''), false],
  [
    'the reposted words, which were not stored before',
    post('Ужас'),
    post('Ужас\n\nМетро', { kind: 'repost', at: 6 }),
    false,
  ],
  ['another title of a link', post('Старое', { kind: 'link', at: 0 }), post('Новое', { kind: 'link', at: 0 }), false],
])('a text with %s', (_change, before, after, expected) => {
  expect(isEdit(before, after)).toBe(expected);
});
