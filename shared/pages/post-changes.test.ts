// Proves: feed#changes-of-a-text, feed#comments
import { parsePart, partHref } from './post-changes.ts';

const post = { ownerId: -101, postId: 57 };

test('the part of a post is added to an address with and without filters', () => {
  expect(partHref('?text=метро', 'changes', post)).toBe('?text=метро&changes=-101_57#changes');
  expect(partHref('', 'thread', post)).toBe('?thread=-101_57#thread');
});

test('a parameter names a post, or nothing', () => {
  expect(parsePart('-101_57')).toEqual(post);
  for (const value of [undefined, '', '57', '-101_', '-101_57_3', 'a_b', ['-101_57', '1_2']]) {
    expect(parsePart(value)).toBeNull();
  }
});
