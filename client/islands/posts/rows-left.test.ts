import { defaultPostSort } from '../../../shared/api/posts.ts';
import type { StoryWork } from '../../../shared/fields/work.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { noPostFilters } from '../../../shared/pages/posts-query.ts';
import { type FeedRow, noChanges } from './feed-row.ts';
import { countRowsLeft } from './rows-left.ts';

const me = 5;
const work: StoryWork = {
  version: 1,
  state: 'new',
  assigneeId: null,
  assignee: null,
  until: null,
  untilCopies: null,
  untilSources: null,
  reason: null,
  tone: null,
  tags: [],
  notes: 0,
  returned: 0,
  hidden: false,
  growing: false,
};
const tag = { tagId: 3, name: 'Спам', color: 'red' } as const;
const changes = { ...noChanges, work: new Map([[1, work]]) };

const hasLeft = (filters: Partial<PostsQuery>, row: Partial<FeedRow>) =>
  countRowsLeft(
    [{ storyId: 1, read: false, work: null, ...row } as FeedRow],
    changes,
    { ...noPostFilters, sort: defaultPostSort, ...filters },
    me,
  ) === 1;

test.each<[string, Partial<PostsQuery>, Partial<FeedRow>, boolean]>([
  ['a read row', {}, { read: true }, false],
  ['a read row among unread ones', { unread: true }, { read: true }, true],
  ['an added copy', { unread: true }, { read: true, repeated: true }, false],
  ['another state', { state: 'new' }, { work: { ...work, state: 'in-progress' } }, true],
  ['the wanted state', { state: 'in-progress' }, { work: { ...work, state: 'in-progress' } }, false],
  ['a closed story', { state: 'open' }, { work: { ...work, state: 'resolved' } }, true],
  ['an open story', { state: 'open' }, { work: { ...work, state: 'postponed' } }, false],
  ['a story that came back', { state: 'returned' }, { work: { ...work, returned: 2 } }, false],
  ['a story that was taken after it came back', { state: 'returned' }, { work }, true],
  ['a story whose date has passed', { state: 'overdue' }, { work }, true],
  ['a hidden story', { state: 'hidden' }, { work: { ...work, hidden: true } }, false],
  ['a restored story', { state: 'hidden' }, { work }, true],
  ['a story of mine', { assignee: 'me' }, { work: { ...work, assigneeId: me } }, false],
  ['a story of another', { assignee: 'me' }, { work: { ...work, assigneeId: 6 } }, true],
  ['a taken story', { assignee: 'none' }, { work: { ...work, assigneeId: 0 } }, true],
  ['a story of the client', { assignee: '0' }, { work: { ...work, assigneeId: 0 } }, false],
  ['a story with the tag', { tag: 3 }, { work: { ...work, tags: [tag] } }, false],
  ['a story without the tag', { tag: 4 }, { work: { ...work, tags: [tag] } }, true],
  ['a story with a tone', { tone: 'none' }, { work: { ...work, tone: 'positive' } }, true],
  ['a story without a tone', { tone: 'none' }, { work }, false],
  ['a story that the reader has not changed', { state: 'new' }, { storyId: 2, work: { ...work, hidden: true } }, false],
])('%s has left the list as the backend decides', (_, filters, row, left) => {
  expect(hasLeft(filters, row)).toBe(left);
});
