// Proves: feed#changes-of-a-text
import { changesHref, parseChanges } from './post-changes.ts';

const post = { ownerId: -101, postId: 57 };

test('the changes of a post are added to an address with and without filters', () => {
  expect(changesHref('?text=метро', post)).toBe('?text=метро&changes=-101_57#changes');
  expect(changesHref('', post)).toBe('?changes=-101_57#changes');
});

test('a parameter names a post, or nothing', () => {
  expect(parseChanges('-101_57')).toEqual(post);
  for (const value of [undefined, '', '57', '-101_', '-101_57_3', 'a_b', ['-101_57', '1_2']]) {
    expect(parseChanges(value)).toBeNull();
  }
});
