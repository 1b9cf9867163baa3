import { type Post, postKey, readPost } from '../../../shared/api/posts.ts';
import { noChanges } from './feed-row.ts';
import { arrangeRows } from './use-copies.ts';

const post = (story: number, copy = 0, fields: Partial<Post> = {}): Post => ({
  ...readPost({ OwnerID: -1, PostID: story * 100 + copy, WordID: 1, StoryID: story }),
  ...fields,
});
const rows = [post(1), post(2, 0, { copies: 3 }), post(3)];
const keys = (posts: readonly Post[]) => posts.map(postKey);
const story = [post(2), post(2, 1), post(2, 2)];

test('rows without changes stay the same objects', () => {
  const arranged = arrangeRows(rows, { ...noChanges, work: new Map(), marks: new Map([[2, true]]) });
  expect(arranged[0]).toBe(rows[0]);
  expect(arranged[2]).toBe(rows[2]);
  expect(arranged[1]).toMatchObject({ read: true });
});

test('the rows of an open story follow its first row, and the last one counts the rows that are not loaded', () => {
  const stories = new Map([[2, { posts: story, total: 4 }]]);
  const arranged = arrangeRows(rows, { ...noChanges, stories });
  expect(keys(arranged)).toEqual(keys([post(1), post(2), post(2, 1), post(2, 2), post(3)]));
  expect(arranged.map(({ copies, expanded, repeated }) => ({ copies, expanded, repeated }))).toEqual([
    { copies: 0 },
    { copies: 3, expanded: true },
    { copies: 0, repeated: true },
    { copies: 1, repeated: true },
    { copies: 0 },
  ]);
});

test('a row that the list already has is not added again', () => {
  const stories = new Map([[2, { posts: story, total: 3 }]]);
  const arranged = arrangeRows([...rows, post(2, 1)], { ...noChanges, stories });
  expect(keys(arranged)).toEqual(keys([post(1), post(2), post(2, 2), post(3), post(2, 1)]));
});

test('a mark applies to all rows of the story', () => {
  const stories = new Map([[2, { posts: story, total: 3 }]]);
  const arranged = arrangeRows(rows, { stories, work: new Map(), marks: new Map([[2, true]]) });
  expect(arranged.map(({ read }) => read)).toEqual([false, true, true, true, false]);
});
