import { formatCounted, type PluralForms } from './plural.ts';

const posts: PluralForms = ['пост', 'поста', 'постов'];

test.each([
  [0, '0 постов'],
  [1, '1 пост'],
  [2, '2 поста'],
  [4, '4 поста'],
  [5, '5 постов'],
  [11, '11 постов'],
  [12, '12 постов'],
  [21, '21 пост'],
  [22, '22 поста'],
  [111, '111 постов'],
  [1001, '1\u00a0001 пост'],
  [2.5, '2,5 поста'],
])('%d is written as %s', (count, text) => {
  expect(formatCounted(count, posts)).toBe(text);
});
