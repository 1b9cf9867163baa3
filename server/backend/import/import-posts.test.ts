// Proves: collection#figures-of-posts, collection#text-of-a-post, collection#what-vk-finds
import { foundPage, foundPost } from '../../../test/support/collection-store.ts';
import { postLines, readImportLine } from './import-posts.ts';

const postedAt = Date.parse('2026-03-01T09:30:45Z');
const owner = { ownerId: -1, ownerType: 'page', name: 'Вестник', domain: 'vestnik', photoUrl: 'https://vk.com/o.jpg' };
const city = { cityId: 2, name: 'Казань', country: null };
const findWord = (wordId: number, text: string | null) => (wordId === 0 && text === 'метро' ? 7 : null);
const read = (line = '') => readImportLine(line, findWord);

test('a line is imported as the post that was found, with its source and city', () => {
  const { facts, ...post } = foundPost({
    postedAt,
    text: 'Метро\n«Запад»\u2028',
    photoUrl: 'https://vk.com/p.jpg',
    cityId: 2,
  });
  const page = foundPage([{ ...post, facts }], { owners: [owner], cities: [city] });
  const [line, ...rest] = postLines(page, 'метро', postedAt);
  expect(rest).toEqual([]);
  expect(line).not.toContain('\n');
  expect(read(line)).toEqual({ post: { ...post, wordId: 7, updatedAt: postedAt }, owner, city });
});

test('a post without text, city and known source is also imported', () => {
  const { facts, ...post } = foundPost({ postedAt, text: null });
  const [line] = postLines(foundPage([{ ...post, facts }]), 'метро', postedAt);
  expect(read(line)).toEqual({ post: { ...post, wordId: 7, updatedAt: postedAt }, owner: null, city: null });
});

test('the parts of a text are imported as they were found, and wrong ones are refused', () => {
  const textParts = [{ kind: 'repost', at: 6 } as const];
  const [line = ''] = postLines(
    foundPage([foundPost({ postedAt, text: 'Ужас\n\nМетро', textParts })]),
    'метро',
    postedAt,
  );
  expect(line).toContain('"TextParts":[{"Kind":"repost","At":6}]');
  expect(read(line).post).toMatchObject({ textParts });
  for (const wrong of [
    '"Kind":"song","At":6',
    '"Kind":"link","At":11',
    '"Kind":"link","At":-1',
    '"Kind":"link","At":1.5',
  ])
    expect(() => read(line.replace('"Kind":"repost","At":6', wrong))).toThrow(
      'TextParts has a part of an unknown kind',
    );
});

test('an edited post has the time of its edit', () => {
  const post = foundPost({ postedAt });
  const edited = { ...post, facts: { ...post.facts, editedAt: postedAt + 60_000 } };
  expect(read(postLines(foundPage([edited]), 'метро', postedAt)[0]).post.updatedAt).toBe(postedAt + 60_000);
});

test('a post that VK found although its phrase does not match keeps its mark', () => {
  const { facts, ...post } = foundPost({ postedAt, foundByVk: true });
  const [line] = postLines(foundPage([{ ...post, facts }]), 'метро', postedAt);
  expect(read(line).post).toMatchObject({ foundByVk: true });
  const [other] = postLines(foundPage([{ ...post, foundByVk: false, facts }]), 'метро', postedAt);
  expect(other).not.toContain('FoundByVK');
});

test('figures are imported with their time, measures with the time from which their age follows, and wrong ones are refused', () => {
  const post = foundPost({ postedAt });
  const facts = { ...post.facts, views: 1234, likes: 0 };
  const at = postedAt + 7 * 3_600_000;
  const [line = ''] = postLines(foundPage([{ ...post, facts }]), 'метро', at);
  const now = { at, views: 1234, likes: 0, reposts: null, comments: null };
  expect(read(line).post.life).toEqual({ measures: [now], changedAt: null, deletedAt: null });
  const earlier = { Age: 1, At: '2026-03-01T11:00:00Z', Views: 10, Likes: null, Reposts: null, Comments: null };
  const times = { EditedAt: '2026-03-02T00:00:00Z', DeletedAt: '2026-03-03T00:00:00Z' };
  const more = (fields: object) =>
    read(JSON.stringify({ ...JSON.parse(line), ...times, Measures: [earlier], ...fields }));
  expect(more({}).post.life).toEqual({
    measures: [{ ...now, at: Date.parse(earlier.At), views: 10, likes: null }, now],
    changedAt: Date.parse(times.EditedAt),
    deletedAt: Date.parse(times.DeletedAt),
  });
  expect(() => more({ Views: -1 })).toThrow('views is not a whole number from 0 on');
  expect(() => more({ Measures: [{ ...earlier, At: null }] })).toThrow('Measures.At is not a time');
});
