/** Posts for tests of the backend's feed: single ones with given fields, and many random ones. */
import fc from 'fast-check';
import type { NewPost } from '../../server/backend/store/posts-store.ts';

export const noon = Date.parse('2026-03-01T09:00:00Z');

export const newPost = (fields: Partial<NewPost> & { wordId: number }): NewPost => ({
  ownerId: -1,
  postId: 1,
  userId: 1,
  postedAt: noon,
  updatedAt: noon,
  text: 'Открыли новую станцию метро',
  textParts: [],
  photoUrl: null,
  cityId: null,
  comment: null,
  ...fields,
});

const vocabulary = [
  'выборы',
  'выборов',
  'метро',
  'станция',
  'станции',
  'ремонт',
  'Ёлка',
  'елки',
  'go',
  'c++',
  '«дума»',
];

/** Few owners, cities, users and seconds, so that filters overlap and times tie; keys may repeat. */
export const postArbitrary = (wordIds: readonly number[]): fc.Arbitrary<NewPost> =>
  fc.record({
    ownerId: fc.integer({ min: -3, max: 3 }).filter((id) => id !== 0),
    postId: fc.integer({ min: 1, max: 200 }),
    wordId: fc.constantFrom(...wordIds),
    userId: fc.integer({ min: 1, max: 5 }),
    postedAt: fc.integer({ min: -40, max: 40 }).map((hours) => noon + hours * 3_600_000),
    updatedAt: fc.integer({ min: 0, max: 5 }).map((hours) => noon + hours * 3_600_000),
    text: fc.option(fc.array(fc.constantFrom(...vocabulary), { maxLength: 6 }).map((words) => words.join(' '))),
    textParts: fc.constant([]),
    photoUrl: fc.constant(null),
    comment: fc.constant(null),
    cityId: fc.option(fc.integer({ min: 1, max: 3 })),
  });
