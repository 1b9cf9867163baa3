// Proves: README#users, api#two-kinds-of-backend, api#entities, embedded-backend#calls, feed#phrases-and-days, phrases#preview
// Proves: query-language#errors, query-language#operators, query-language#two-alphabets, stories#arrivals
// Proves: stories#histogram
/** The calls of posts over HTTP: replies, permissions, rejections. */
import type { NewPost } from '../../server/backend/store/posts-store.ts';
import type { WordRow } from '../../server/backend/store/words-store.ts';
import { hourMs } from '../../shared/durations.ts';
import { formatQuery, type Query } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { newPost, noon } from '../support/seed-posts.ts';

let backend: TestBackend;
let admin: string;
let client: string;
let metro: WordRow;
let vote: WordRow;

beforeEach(async () => {
  backend = await startTestBackend();
  admin = await backend.openSession({ type: 'admin', adminId: 1, username: 'admin' });
  const own = await backend.createClient('Свой');
  const other = await backend.createClient('Чужой');
  client = await backend.openSession({ type: 'client', clientId: own.clientId });
  metro = await backend.createWord(own.clientId, { text: 'станция метро' });
  vote = await backend.createWord(other.clientId, { text: 'выборы' });
});
afterEach(() => backend.close());

type Total = { total: number };

const save = (...posts: (Partial<NewPost> & { wordId: number })[]) => backend.store.posts.save(posts.map(newPost));

async function get(path: string, cookie: string, query: Query = {}): Promise<unknown> {
  const { status, body } = await backend.call('GET', path + formatQuery(query), { cookie });
  expect(status).toBe(200);
  return body;
}

describe('changes of a text', () => {
  const changes = (cookie: string, post: Query = {}) =>
    backend.call('GET', `/vknf/posts/changes${formatQuery({ ownerId: -1, postId: 1, ...post })}`, { cookie });
  const edit = (text: string | null, hours: number) =>
    save({ wordId: metro.wordId, text, updatedAt: noon + hours * hourMs });

  test('are compared word by word, the newest first, and at most ten', async () => {
    await edit('Метро закрыто', 0);
    expect((await changes(client)).body).toEqual({ changes: [], total: 0 });
    await edit('Метро открыто', 1);
    await edit('Метро открыто снова', 2);
    const same = { Kind: 'same', Text: 'Метро ' };
    const first = [same, { Kind: 'removed', Text: 'закрыто' }, { Kind: 'added', Text: 'открыто' }];
    const second = [
      { Kind: 'same', Text: 'Метро открыто ' },
      { Kind: 'added', Text: 'снова' },
    ];
    expect((await changes(client)).body).toEqual({
      changes: [
        { At: new Date(noon + 2 * hourMs).toISOString(), Parts: second },
        { At: new Date(noon + hourMs).toISOString(), Parts: first },
      ],
      total: 2,
    });
    for (let hours = 3; hours <= 12; hours += 1) await edit(`Метро ${hours}`, hours);
    const { body } = await changes(client);
    expect(body).toMatchObject({ changes: { length: 10 }, total: 12 });
  });

  test('are shown only for posts that the viewer sees, muted ones included', async () => {
    await saveBoth();
    expect((await changes(client, { postId: 2 })).status).toBe(404);
    expect((await changes(client, { postId: 3 })).status).toBe(404);
    expect((await changes(admin, { postId: 2 })).status).toBe(200);
    const mute = { Kind: 'owner', TargetID: -1, ClientID: null };
    await backend.call('POST', '/vknf/mutes/create', { cookie: client, body: mute });
    expect(await get('/vknf/posts/count', client)).toEqual({ total: 0 });
    expect((await changes(client)).status).toBe(200);
    await backend.call('POST', `/vknf/words/delete?id=${metro.wordId}`, { cookie: admin });
    expect((await changes(client)).status).toBe(404);
  });
});

const saveBoth = () => save({ wordId: metro.wordId }, { wordId: vote.wordId, postId: 2, text: 'Итоги выборов' });

describe('a post', () => {
  test('has the field names of section 3, with its matches marked', async () => {
    await backend.store.owners.save([
      { ownerId: -1, ownerType: 'group', name: 'Новости', domain: null, photoUrl: null },
    ]);
    await backend.store.cities.save([{ cityId: 5, name: 'Казань', country: 'Россия' }]);
    await save({
      wordId: metro.wordId,
      cityId: 5,
      text: 'Метро <b>«Станция»</b> & парк',
      textParts: [{ kind: 'repost', at: 6 }],
      photoUrl: 'https://x.ru/1.jpg',
    });
    const text = (value: string) => ({ String: value, Valid: true });
    const none = { String: '', Valid: false };
    expect(await get('/vknf/posts/details', client, { text: 'парки' })).toEqual({
      total: 1,
      posts: [
        {
          OwnerID: -1,
          PostID: 1,
          WordID: metro.wordId,
          UserID: 1,
          PostDt: '2026-03-01T09:00:00.000Z',
          UpdateDt: '2026-03-01T09:00:00.000Z',
          Text: text('Метро <b>«Станция»</b> & парк'),
          TextHighlighted: text('<mark>Метро</mark> &lt;b&gt;«<mark>Станция</mark>»&lt;/b&gt; &amp; <mark>парк</mark>'),
          TextParts: [{ Kind: 'repost', At: 6 }],
          PhotoURL: text('https://x.ru/1.jpg'),
          Word: text('станция метро'),
          OwnerName: text('Новости'),
          OwnerPhotoURL: none,
          Domain: none,
          OwnerType: 'group',
          Country: text('Россия'),
          City: text('Казань'),
          CityID: 5,
          StoryID: 1,
          Copies: 0,
          FoundByVK: false,
          ...{ Views: null, Likes: null, Reposts: null, Comments: null, MeasuredAt: null, Usual: null, Ratio: null },
          ...{ StoryViews: null, StoryMeasured: 0, StoryPosts: 0 },
          ...{ EditedAt: null, DeletedAt: null, Measures: [] },
          ...{ Kind: 'post', ParentPostID: null, ParentText: none, ParentStoryID: null, ThreadID: null },
          Read: false,
          Work: null,
          Suggestion: null,
        },
      ],
    });
  });

  test('without text, source and city has empty nullables', async () => {
    await save({ wordId: metro.wordId, text: null });
    const none = { String: '', Valid: false };
    expect(await get('/vknf/posts', client)).toMatchObject({
      posts: [{ Text: none, TextHighlighted: none, OwnerName: none, City: none, CityID: null, OwnerType: '' }],
    });
  });
});

describe('a client', () => {
  test('reads, counts and dates only the posts of its own phrases', async () => {
    await saveBoth();
    await save({ wordId: vote.wordId, postId: 3, postedAt: noon + 86_400_000 });
    expect(await get('/vknf/posts', client)).toMatchObject({ total: 1, posts: [{ WordID: metro.wordId }] });
    expect(await get('/vknf/posts/details', client)).toMatchObject({ total: 1, posts: [{ PostID: 1 }] });
    expect(await get('/vknf/posts/details', client, { wordId: vote.wordId })).toEqual({ total: 0, posts: [] });
    expect(await get('/vknf/posts/count', client, { text: 'выборы' })).toEqual({ total: 0 });
    expect(await get('/vknf/posts/dates', client)).toMatchObject({ maxDate: '2026-03-01T09:00:00.000Z' });
    expect(await get('/vknf/posts/count', admin)).toEqual({ total: 3 });
  });

  test('without phrases gets no posts', async () => {
    await saveBoth();
    const { clientId } = await backend.createClient('Новый');
    const cookie = await backend.openSession({ type: 'client', clientId: clientId });
    expect(await get('/vknf/posts/details', cookie)).toEqual({ posts: [], total: 0 });
    expect(await get('/vknf/posts/dates', cookie)).toEqual({ minDate: null, maxDate: null });
  });

  test('does not get the posts of a phrase that it has removed', async () => {
    await saveBoth();
    await backend.call('POST', `/vknf/words/delete?id=${metro.wordId}`, { cookie: client });
    expect(await get('/vknf/posts/count', client)).toEqual({ total: 0 });
    expect(await get('/vknf/posts/count', admin)).toEqual({ total: 2 });
  });
});

describe('posts of a deleted phrase', () => {
  const seen = async () => ({
    feed: await get('/vknf/posts/count', admin),
    found: await get('/vknf/posts/count', admin, { text: 'станции' }),
    byPhrase: await get('/vknf/posts/count', admin, { wordId: metro.wordId }),
    dated: await get('/vknf/posts/dates', admin, { text: 'метро' }),
    client: await get('/vknf/posts/details', client),
    live: await get('/vknf/posts/count/word', admin, { wordText: 'станция' }),
    ofPhrase: await get('/vknf/posts/count/word/client', client, { wordId: metro.wordId }),
  });

  test('are hidden everywhere, and reappear when the phrase is restored', async () => {
    await saveBoth();
    const before = await seen();
    expect(before).toMatchObject({
      feed: { total: 2 },
      found: { total: 1 },
      live: { total: 1 },
      ofPhrase: { total: 1 },
    });
    await backend.call('POST', `/vknf/words/delete?id=${metro.wordId}`, { cookie: admin });
    expect(await seen()).toEqual({
      feed: { total: 1 },
      found: { total: 0 },
      byPhrase: { total: 0 },
      dated: { minDate: null, maxDate: null },
      client: { posts: [], total: 0 },
      live: { total: 0 },
      ofPhrase: { total: -1 },
    });
    await backend.call('POST', `/vknf/words/update?id=${metro.wordId}`, { cookie: admin, body: { Deleted: false } });
    expect(await seen()).toEqual(before);
  });
});

describe('the live count of a phrase', () => {
  test('is the total of its feed for each viewer, without posts of other phrases that match its text', async () => {
    await save(
      { wordId: metro.wordId },
      { wordId: vote.wordId, postId: 2, text: 'О выборах на станции метро' },
      { wordId: metro.wordId, postId: 3, text: 'Без слов фразы' },
      { wordId: metro.wordId, postId: 4, ownerId: -2 },
    );
    await backend.call('POST', '/vknf/mutes/create', { cookie: client, body: { Kind: 'owner', TargetID: -2 } });
    const ofWord = { wordId: metro.wordId };
    for (const [cookie, path, total] of [
      [admin, '/vknf/posts/count/word', 3],
      [client, '/vknf/posts/count/word/client', 2],
    ] as const) {
      expect(await get('/vknf/posts/count', cookie, ofWord)).toEqual({ total });
      expect(await get(path, cookie, ofWord)).toEqual({ total });
      const several = await get('/vknf/posts/count/words', cookie, { wordIds: metro.wordId });
      expect(several).toEqual({ counts: [{ WordID: metro.wordId, total }] });
    }
  });

  test('of a phrase that a client adds later does not count the posts of other clients', async () => {
    await save({ wordId: vote.wordId, postId: 2, text: 'Итоги выборов мэра' });
    const body = { Text: 'итоги выборов' };
    const added = (await backend.call('POST', '/vknf/words/create', { cookie: client, body })).body as {
      WordID: number;
    };
    const count = await get('/vknf/posts/count/word/client', client, { wordId: added.WordID });
    expect(count).toEqual(await get('/vknf/posts/count', client, { wordId: added.WordID }));
    expect(count).toEqual({ total: 0 });
  });

  test('of several phrases in one call is the count of each, and -1 for another client’s, unknown or deleted ones', async () => {
    await saveBoth();
    const { wordId: deleted } = await backend.createWord('client-1001');
    await backend.store.words.markDeleted(deleted, noon);
    const counts = (cookie: string) =>
      get('/vknf/posts/count/words', cookie, { wordIds: [vote.wordId, metro.wordId, deleted, 999].join(',') });
    const reply = (ofVote: number) => ({
      counts: [
        { WordID: vote.wordId, total: ofVote },
        { WordID: metro.wordId, total: 1 },
        { WordID: deleted, total: -1 },
        { WordID: 999, total: -1 },
      ],
    });
    expect(await counts(admin)).toEqual(reply(1));
    expect(await counts(client)).toEqual(reply(-1));
  });

  test('accepts 1 to 100 phrases per call', async () => {
    const call = (wordIds: string) =>
      backend.call('GET', `/vknf/posts/count/words?wordIds=${wordIds}`, { cookie: admin });
    const ids = Array.from({ length: 101 }, (_, index) => index + 1);
    expect((await call(ids.slice(1).join(','))).status).toBe(200);
    for (const refused of [ids.join(','), '', '1,', 'a', '1;2', '-1']) {
      expect([refused, (await call(refused)).status]).toEqual([refused, 400]);
    }
    expect((await backend.call('GET', '/vknf/posts/count/words', { cookie: admin })).status).toBe(400);
    expect((await backend.call('GET', '/vknf/posts/count/words?wordIds=1')).status).toBe(401);
  });

  test('counts a post of several phrases once after any of them is deleted, restored or imported again', async () => {
    const third = await backend.createWord('client-1001', { text: 'станция' });
    const copies = [metro, vote, third].map(({ wordId }) => newPost({ wordId }));
    const live = async () =>
      ((await get('/vknf/posts/count/word', admin, { wordText: 'станция метро' })) as Total).total;
    const change = (word: WordRow, call: string, body?: object) =>
      backend.call('POST', `/vknf/words/${call}?id=${word.wordId}`, { cookie: admin, body });
    await save(...copies);
    expect(await live()).toBe(1);
    await change(metro, 'delete');
    expect(await live()).toBe(1);
    await change(vote, 'delete');
    expect(await live()).toBe(1);
    await save(...copies.map((post) => ({ ...post, text: 'Новая станция метро' })));
    expect(await live()).toBe(1);
    await change(third, 'delete');
    expect(await live()).toBe(0);
    await change(vote, 'update', { Deleted: false });
    expect(await live()).toBe(1);
    await change(metro, 'update', { Deleted: false });
    expect(await live()).toBe(1);
  });

  test('excludes deleted phrases, even when there are many', async () => {
    await saveBoth();
    for (let index = 0; index < 40; index += 1) {
      const word = await backend.createWord('client-1001');
      await save({ wordId: word.wordId, postId: 100 + index });
      await backend.store.words.markDeleted(word.wordId, noon);
    }
    expect(await get('/vknf/posts/count/word', admin, { wordId: metro.wordId })).toEqual({ total: 1 });
    expect(await get('/vknf/posts/details', admin, { text: 'метро' })).toMatchObject({
      total: 1,
      posts: [{ PostID: 1 }],
    });
  });

  test('is -1 for an unknown phrase and for one that the client does not track', async () => {
    await saveBoth();
    expect(await get('/vknf/posts/count/word', admin, { wordId: 999, wordText: 'выборы' })).toEqual({ total: -1 });
    const foreign = { wordId: vote.wordId, wordText: vote.text };
    expect(await get('/vknf/posts/count/word/client', client, foreign)).toEqual({ total: -1 });
  });

  test('returns 403 for the other role', async () => {
    const path = '/vknf/posts/count/word';
    expect((await backend.call('GET', path, { cookie: client })).status).toBe(403);
    expect((await backend.call('GET', `${path}/client`, { cookie: admin })).status).toBe(403);
  });
});

describe('filters', () => {
  test('a day is a day of the console’s time zone, with both ends included', async () => {
    const at = (postId: number, time: string) => ({ wordId: metro.wordId, postId, postedAt: Date.parse(time) });
    await save(
      at(1, '2026-02-28T20:59:59Z'),
      at(2, '2026-02-28T21:00:00Z'),
      at(3, '2026-03-01T20:59:59Z'),
      at(4, '2026-03-01T21:00:00Z'),
    );
    const query = { postDtFrom: '2026-03-01', postDtTo: '2026-03-01' };
    expect(await get('/vknf/posts/details', client, query)).toMatchObject({
      total: 2,
      posts: [{ PostID: 3 }, { PostID: 2 }],
    });
    const times = { postDtFrom: '2026-03-01T20:59:59Z', postDtTo: '2026-03-02T00:00:00+03:00' };
    expect(await get('/vknf/posts/count', client, times)).toEqual({ total: 2 });
  });

  test('a first day after the last day matches nothing, in every call', async () => {
    await save({ wordId: metro.wordId, postedAt: Date.parse('2026-03-01T12:00:00Z') });
    const query = { postDtFrom: '2026-03-02', postDtTo: '2026-03-01' };
    expect(await get('/vknf/posts/details', client, query)).toEqual({ posts: [], total: 0 });
    expect(await get('/vknf/posts/count', client, query)).toEqual({ total: 0 });
    expect(await get('/vknf/posts/dates', client, query)).toEqual({ minDate: null, maxDate: null });
  });

  test.each([
    ['postDtFrom=2026-02-30x', messages.badDate],
    ['postDtTo=2026-13-01', messages.badDate],
    ['wordId=abc', messages.badRequest],
    ['limit=0', messages.badRequest],
    ['limit=100000', messages.badRequest],
    ['offset=-1', messages.badRequest],
    ['orderBy=text', messages.badRequest],
    ['orderDirection=up', messages.badRequest],
    ['copies=show', messages.badRequest],
    ['storyId=0', messages.badRequest],
    ['since=-1', messages.badRequest],
    ['until=x', messages.badRequest],
    ['unread=1', messages.badRequest],
  ])('%s is rejected', async (query, message) => {
    const { status, body } = await backend.call('GET', `/vknf/posts/details?${query}`, { cookie: admin });
    expect({ status, body }).toEqual({ status: 400, body: { error: message, message } });
  });

  test.each(['details', 'count', 'dates'])(
    'a text that cannot be read is rejected by %s, with the character',
    async (call) => {
      const message = 'Ошибка в запросе: не закрыта скобка (символ 7)';
      const query = formatQuery({ text: ' метро (станция' });
      const { status, body } = await backend.call('GET', `/vknf/posts/${call}${query}`, { cookie: admin });
      expect({ status, body }).toEqual({ status: 400, body: { error: message, message, code: 'query-unfinished' } });
    },
  );

  test.each([
    ['станция AND метро', 1],
    ['станция И метро', 1],
    ['итоги && выборы', 1],
    ['метро NOT станция', 0],
    ['выборы И НЕ станция', 1],
    ['итоги || станция', 2],
    ['метро –станция', 0],
    ['итоги −метро', 1],
    ['"открыли «новую» станцию"', 1],
    ['"открыли «метро» станцию"', 0],
  ])('%s selects %i posts', async (text, total) => {
    await saveBoth();
    expect(await get('/vknf/posts/count', admin, { text })).toEqual({ total });
  });

  test('a word of two alphabets is found by its plain spelling, and «СССР» by both', async () => {
    await save(
      { wordId: metro.wordId, postId: 1, text: 'Матч ЦCKA' },
      { wordId: metro.wordId, postId: 2, text: 'Матч ЦСКА' },
      { wordId: metro.wordId, postId: 3, text: 'История CCCP' },
      { wordId: metro.wordId, postId: 4, text: 'История СССР' },
    );
    for (const text of ['ЦСКА', 'ЦCKA', 'СССР', 'CCCP']) {
      expect([text, await get('/vknf/posts/count', client, { text })]).toEqual([text, { total: 2 }]);
    }
    const { posts } = (await get('/vknf/posts/details', client, { text: 'СССР' })) as {
      posts: { TextHighlighted: { String: string } }[];
    };
    const marked = ['История <mark>CCCP</mark>', 'История <mark>СССР</mark>'];
    expect(posts.map((post) => post.TextHighlighted.String).toSorted()).toEqual(marked.toSorted());
  });

  test.each([
    ['метро NEAR станция', 'оператор NEAR не поддерживается (символ 7)'],
    ['метро AND', 'после AND нет слова (символ 7)'],
    ['МЕТРО НЕ РАБОТАЕТ', 'НЕ среди заглавных букв: напишите «-» или «не» (символ 7)'],
  ])('%s is rejected: %s', async (text, error) => {
    const { status, body } = await backend.call('GET', `/vknf/posts/count${formatQuery({ text })}`, { cookie: admin });
    expect({ status, body }).toMatchObject({ status: 400, body: { message: `Ошибка в запросе: ${error}` } });
  });

  test('OR, brackets and a minus before them select posts, and every alternative is marked', async () => {
    await saveBoth();
    expect(await get('/vknf/posts/count', admin, { text: '(станция OR итоги) -(парк OR метро)' })).toEqual({
      total: 1,
    });
    const { posts } = (await get('/vknf/posts/details', admin, { text: 'станция OR итоги' })) as {
      posts: { TextHighlighted: { String: string } }[];
    };
    expect(posts.map((post) => post.TextHighlighted.String).toSorted()).toEqual([
      '<mark>Итоги</mark> <mark>выборов</mark>',
      'Открыли новую <mark>станцию</mark> <mark>метро</mark>',
    ]);
  });

  test('a post that was imported late is sorted by its own time', async () => {
    await save({ wordId: metro.wordId, postId: 1, postedAt: noon });
    await save({ wordId: metro.wordId, postId: 2, postedAt: noon - 86_400_000 });
    await save({ wordId: metro.wordId, postId: 3, postedAt: noon });
    const { posts } = (await get('/vknf/posts/details', client, { text: 'метро' })) as { posts: { PostID: number }[] };
    expect(posts.map((post) => post.PostID)).toEqual([3, 1, 2]);
  });
});

describe('stories', () => {
  const storyOf = async (query: Query) => {
    const { posts } = (await get('/vknf/posts/details', admin, query)) as { posts: { StoryID: number }[] };
    return posts.map(({ StoryID }) => StoryID);
  };

  test('copies=hide shows a post under two phrases once, with the number of its other rows', async () => {
    await save({ wordId: metro.wordId }, { wordId: vote.wordId });
    await save({ wordId: metro.wordId, postId: 2, text: null, postedAt: noon - 1000 });
    expect(await get('/vknf/posts/details', admin, { copies: 'hide' })).toMatchObject({
      total: 2,
      posts: [
        { PostID: 1, WordID: vote.wordId, Copies: 1 },
        { PostID: 2, Copies: 0 },
      ],
    });
    expect(await get('/vknf/posts/details', client, { copies: 'hide' })).toMatchObject({
      total: 2,
      posts: [{ PostID: 1, WordID: metro.wordId, Copies: 0 }, { PostID: 2 }],
    });
    expect(await get('/vknf/posts/count', admin)).toEqual({ total: 3 });
  });

  test('storyId shows the rows of a story, since the stories that are new, and until the rows up to then', async () => {
    await save({ wordId: metro.wordId }, { wordId: vote.wordId });
    await save({ wordId: metro.wordId, postId: 2, text: null, postedAt: noon - 1000 });
    const [first = 0, second = 0, third = 0] = await storyOf({});
    expect([second, third]).toEqual([first, first + 2]);
    expect(await storyOf({ storyId: first })).toEqual([first, first]);
    expect(await storyOf({ since: first })).toEqual([third]);
    expect(await get('/vknf/posts/count', admin, { since: third })).toEqual({ total: 0 });
    expect(await storyOf({ until: first })).toEqual([first]);
    expect(await storyOf({ until: first + 1 })).toEqual([first, first]);
    expect(await storyOf({ since: first, until: third })).toEqual([third]);
    expect(await get('/vknf/posts/count', admin, { until: 0 })).toEqual({ total: 0 });
  });

  test('the histogram has the hours of two days, in the console’s time zone', async () => {
    const at = (postId: number, time: string) => ({
      wordId: metro.wordId,
      postId,
      postedAt: Date.parse(time),
      text: null,
    });
    await save(at(1, '2026-03-01T20:59:59Z'), at(2, '2026-03-01T21:00:00Z'), at(3, '2026-03-01T21:59:59Z'));
    expect(await get('/vknf/posts/histogram', client, { copies: 'hide' })).toEqual({
      Unit: 'hour',
      Bars: [
        { From: '2026-03-01T23:00:00+03:00', Total: 1 },
        { From: '2026-03-02T00:00:00+03:00', Total: 2 },
      ],
    });
    expect(await get('/vknf/posts/histogram', client, { postDtFrom: '2026-02-01', postDtTo: '2026-03-01' })).toEqual({
      Unit: 'day',
      Bars: [{ From: '2026-03-01', Total: 1 }],
    });
  });
});

test('more posts than one query filters and sorts keep the requested order, also after an arrival', async () => {
  const count = 6000;
  const posts = Array.from({ length: count }, (_, index) => ({
    wordId: metro.wordId,
    postId: index + 1,
    userId: 1 + ((index * 7919) % count),
    postedAt: noon + index * hourMs,
    cityId: (index % 2) + 1,
    text: `Поезд ${index}`,
  }));
  await save({ wordId: vote.wordId, postId: 9000, userId: 0, cityId: 1 }, ...posts);
  const query = { limit: 1000, offset: 1000, orderBy: 'user_id', orderDirection: 'ASC' };
  const { posts: page } = (await get('/vknf/posts/details', client, query)) as { posts: { UserID: number }[] };
  expect(page.map((post) => post.UserID)).toEqual(Array.from({ length: 1000 }, (_, index) => 1001 + index));
  // The first arrival is the post of the other phrase.
  const since = 501;
  for (const until of [5900, count + 1]) {
    expect(await get('/vknf/posts/count', client, { since, until })).toEqual({ total: until - since });
    expect(await get('/vknf/posts/dates', client, { since, until })).toEqual({
      minDate: new Date(noon + (since - 1) * hourMs).toISOString(),
      maxDate: new Date(noon + (until - 2) * hourMs).toISOString(),
    });
  }
});

describe('the preview of a phrase', () => {
  const preview = (cookie: string, text: string, wordId?: number) =>
    get('/vknf/posts/preview', cookie, { text, wordId: wordId ?? null });
  const ago = (days: number) => Date.now() - days * 86_400_000;

  beforeEach(() =>
    save(
      { wordId: metro.wordId, postId: 1, postedAt: ago(1), text: 'Станция «метро» & парк' },
      { wordId: vote.wordId, postId: 1, postedAt: ago(1), text: 'Станция «метро» & парк' },
      { wordId: metro.wordId, postId: 2, postedAt: ago(2), text: 'Авария в метро' },
      { wordId: metro.wordId, postId: 3, postedAt: ago(40), text: 'Авария и сбой в метро' },
      { wordId: vote.wordId, postId: 4, postedAt: ago(3), text: 'Метро и выборы' },
    ),
  );

  test('counts each post once, shows the newest, and what each minus removes', async () => {
    expect(await preview(client, 'метро -авария -(сбой OR парк)')).toEqual({
      total: 0,
      PerDay: 0,
      CallsPerDay: null,
      ReadsWalls: false,
      Examples: [],
      Excluded: [
        { Text: 'авария', Removed: 1 },
        { Text: '(сбой OR парк)', Removed: 1 },
      ],
      Spellings: [],
      Leaving: null,
      Coming: null,
    });
    expect(await preview(client, 'метро')).toEqual({
      total: 3,
      PerDay: 0.1,
      CallsPerDay: null,
      ReadsWalls: false,
      Examples: [
        'Станция «<mark>метро</mark>» &amp; парк',
        'Авария в <mark>метро</mark>',
        'Авария и сбой в <mark>метро</mark>',
      ],
      Excluded: [],
      Spellings: [],
      Leaving: null,
      Coming: null,
    });
  });

  test('names the words that are also searched in the other alphabet', async () => {
    expect(await preview(client, '"история СССР" (BBC OR СССР) -НАТО')).toMatchObject({
      Spellings: [
        { Text: 'CCCP', Alphabet: 'latin' },
        { Text: 'ВВС', Alphabet: 'cyrillic' },
      ],
    });
  });

  test('of another text shows which posts the phrase would lose and which it would get', async () => {
    expect(await preview(client, 'авария', metro.wordId)).toMatchObject({
      Leaving: { total: 1, Examples: ['<mark>Станция</mark> «<mark>метро</mark>» &amp; парк'] },
      Coming: { total: 0, Examples: [] },
    });
    expect(await preview(admin, 'метро OR выборы', vote.wordId)).toMatchObject({
      Leaving: { total: 0, Examples: [] },
      Coming: { total: 2, Examples: { length: 2 } },
    });
    expect(await preview(admin, 'авария -метро', metro.wordId)).toMatchObject({
      Leaving: { total: 3, Examples: { length: 3 } },
      Coming: { total: 0 },
    });
    const foreign = await backend.call('GET', `/vknf/posts/preview?text=a&wordId=${vote.wordId}`, { cookie: client });
    expect(foreign.status).toBe(404);
  });

  test('of a phrase without posts shows that it loses none, and which it would get', async () => {
    const { wordId } = await backend.createWord('client-1001', { text: 'пожар' });
    for (const cookie of [client, admin]) {
      expect(await preview(cookie, 'авария', wordId)).toMatchObject({
        Leaving: { total: 0, Examples: [] },
        Coming: { total: 2, Examples: { length: 2 } },
      });
    }
  });

  test('covers the posts of the client’s phrases, for an administrator all posts', async () => {
    expect(await preview(client, 'выборы')).toMatchObject({ total: 0 });
    expect(await preview(admin, 'метро')).toMatchObject({ total: 4 });
  });

  test('shows at most 10 posts', async () => {
    await save(
      ...Array.from({ length: 12 }, (_, index) => ({
        wordId: metro.wordId,
        postId: 100 + index,
        text: `метро ${index}`,
      })),
    );
    expect((await preview(client, 'метро')) as { Examples: string[] }).toMatchObject({
      total: 15,
      Examples: { length: 10 },
    });
  });

  test.each([
    ['метро (', 'Ошибка в запросе: не закрыта скобка (символ 7)'],
    ['1 | 2 | 3 | 4 | 5', 'Ошибка в запросе: слишком много вариантов (символ 15)'],
    [' ', messages.enterText],
  ])('%j is rejected: %s', async (text, message) => {
    const reply = await backend.call('GET', `/vknf/posts/preview${formatQuery({ text })}`, { cookie: client });
    expect(reply).toMatchObject({ status: 400, body: { message } });
  });
});
