// Proves: alerts#links, analytics#url, api#failures, feed#filters, feed#phrases-and-days, feed#without-javascript
// Proves: query-language#errors, query-language#operators, stories#copies
/** The feed's page as the server renders it, with the replies of a Go backend. */
import * as messages from '../../shared/messages.ts';
import { preferencesCookie } from '../../shared/preferences.ts';
import { offerFeed, untilOffered } from '../support/feed-replies.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  signInAsClient,
  type Visitor,
} from '../support/test-console.ts';

const nullable = (text: string) => ({ String: text, Valid: true });
const none = { String: '', Valid: false };

const post = {
  OwnerID: -5,
  PostID: 77,
  WordID: 7,
  UserID: 12,
  PostDt: '2026-11-01T21:30:00Z',
  UpdateDt: '0001-01-01T00:00:00Z',
  Text: nullable('Ремонт дорог & мостов'),
  TextHighlighted: nullable('<mark>Ремонт</mark> дорог &amp; мостов'),
  PhotoURL: none,
  Word: nullable('ремонт дорог'),
  OwnerName: nullable('Новости'),
  OwnerPhotoURL: none,
  Domain: nullable('news'),
  OwnerType: 'group',
  Country: none,
  City: none,
  CityID: 0,
  Unknown: [],
};

const word = { WordID: 7, Text: 'ремонт дорог', State: 'ready' };

let backend: StandIn;
let visitor: Visitor;

beforeEach(async () => {
  backend = await startStandIn();
  backend.on('GET /vknf/posts/details', () => ({ body: { posts: [post], total: 1 } }));
  backend.on('GET /vknf/posts/dates', () => ({
    body: { minDate: { Time: '2026-10-01T00:00:00Z', Valid: true }, maxDate: '2026-11-01T21:30:00Z' },
  }));
  backend.on('GET /vknf/words/paginated', () => ({ body: { words: [word], total: 1 } }));
  backend.on('GET /vknf/words/paginated/client', () => ({ body: [word] }));
  backend.on('GET /vknf/owners/-5', () => ({ body: { OwnerID: -5, OwnerType: 'group', Name: nullable('Новости') } }));
  const cities = [{ CityID: 3, Name: nullable('Тверь') }];
  backend.on('GET /vknf/cities', () => ({ body: cities }));
  backend.on('GET /vknf/cities/client', () => ({ body: cities }));
  visitor = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
});
afterEach(() => backend.close());

async function openFeed(query = '', status = 200): Promise<string> {
  backend.calls.length = 0;
  const response = await visitor.get(`/ldvknf/posts${query}`);
  expect(response.status).toBe(status);
  return response.text;
}

/** Returns the query of the page's call to a path, or null without a call. */
function queryOf(path: string): Record<string, string> | null {
  const call = backend.calls.find((candidate) => candidate.path.split('?')[0] === path);
  return call ? Object.fromEntries(new URL(call.path, backend.url).searchParams) : null;
}

const noPosts = () => backend.on('GET /vknf/posts/details', () => ({ body: { posts: null, total: 0 } }));

test('the first page of posts is in the HTML, in the console’s time zone and with matches marked', async () => {
  await signInAsAdmin(visitor);
  const html = await openFeed();
  expect(html).toContain('<mark>Ремонт</mark> дорог &amp; мостов');
  expect(html).toContain('02.11.2026, 00:30');
  expect(html).toContain('С<!-- --> <!-- -->01.10.2026');
  expect(html).toContain('По<!-- --> <!-- -->02.11.2026');
  expect(html).toContain('Не обновлялось');
  expect(html).toContain('Не указано');
  expect(html).toContain('<option value="7">ремонт дорог</option>');
});

test('without a query the page requests the newest 20 posts and no names', async () => {
  await signInAsAdmin(visitor);
  await openFeed();
  expect(queryOf('/vknf/posts/details')).toEqual({
    limit: '20',
    offset: '0',
    orderBy: 'post_dt',
    orderDirection: 'DESC',
  });
  const paths = backend.calls.map((call) => call.path.split('?')[0]);
  expect(paths.filter((name) => name !== '/capabilities').toSorted()).toEqual([
    '/vknf/posts/dates',
    '/vknf/posts/details',
    '/vknf/words/paginated',
  ]);
  expect(queryOf('/vknf/words/paginated')).toMatchObject({ limit: '51', offset: '0' });
});

test('a client can choose from its own phrases', async () => {
  await signInAsClient(visitor, 'client-1');
  await openFeed();
  expect(queryOf('/vknf/words/paginated/client')).toMatchObject({ limit: '51' });
  expect(queryOf('/vknf/words/paginated')).toBeNull();
});

test('valid filters of the URL apply to posts and dates, invalid ones are ignored', async () => {
  await signInAsAdmin(visitor);
  const filters = {
    wordId: '7',
    ownerId: '-5',
    text: 'дорог',
    postDtFrom: '2026-10-01',
    postDtTo: '2026-11-02',
    cityId: '3',
  };
  await openFeed('?word=7&owner=-5&text=%20%D0%B4%D0%BE%D1%80%D0%BE%D0%B3&from=2026-10-01&to=2026-11-02&city=3&page=2');
  expect(queryOf('/vknf/posts/details')).toMatchObject({ ...filters, offset: '20' });
  expect(queryOf('/vknf/posts/dates')).toEqual(filters);
  await openFeed('?word=x&owner=0&text[]=a&from=2026-02-30&to=now&city=-1&page=-2&sort=password');
  expect(queryOf('/vknf/posts/dates')).toEqual({});
  expect(queryOf('/vknf/posts/details')).toMatchObject({ offset: '0', orderBy: 'post_dt', orderDirection: 'DESC' });
});

test.each([
  ['that of the URL, even with a stored one', '?sort=user_id', 'sort=-update_dt', 'user_id', 'ASC'],
  ['the stored one when the URL has none', '', 'sort=-update_dt', 'update_dt', 'DESC'],
  ['the default when the stored one is invalid', '', 'sort=-secret', 'post_dt', 'DESC'],
  ['the default when an existing backend has no figures', '?sort=-views', 'sort=ratio', 'post_dt', 'DESC'],
])('the sort is %s', async (_name, query, cookie, orderBy, orderDirection) => {
  await signInAsAdmin(visitor);
  visitor.cookies.set(preferencesCookie, cookie);
  await openFeed(query);
  expect(queryOf('/vknf/posts/details')).toMatchObject({ orderBy, orderDirection });
});

test('the source’s name comes from its posts, or from a call when there are none', async () => {
  await signInAsAdmin(visitor);
  expect(await openFeed('?owner=-5')).toContain('Источник: Новости');
  expect(queryOf('/vknf/owners/-5')).toBeNull();
  noPosts();
  expect(await openFeed('?owner=-5')).toContain('Источник: Новости');
  expect(await openFeed('?owner=-6')).toContain('Источник: -6');
});

test('a city typed without JavaScript filters by its ID, and one that is not found stays in its field', async () => {
  await signInAsAdmin(visitor);
  const found = [
    { CityID: 8, Name: 'Тверь Заволжская' },
    { CityID: 3, Name: 'Тверь' },
  ];
  backend.on('GET /vknf/cities/search', () => ({ body: { cities: found } }));
  expect(await openFeed(`?place=${encodeURIComponent('тверь')}`)).toMatch(/name="place"[^>]*value="Тверь"/);
  expect(queryOf('/vknf/posts/details')).toMatchObject({ cityId: '3' });
  backend.on('GET /vknf/cities/search', () => ({ body: { cities: [] } }));
  const html = await openFeed(`?place=${encodeURIComponent('Китеж')}`);
  expect(html).toMatch(/name="place"[^>]*value="Китеж"/);
  expect(html).toContain('>Город не найден<');
  expect(queryOf('/vknf/posts/details')?.cityId).toBeUndefined();
});

test('without JavaScript a text longer than the row’s unfolds', async () => {
  await signInAsAdmin(visitor);
  expect(await openFeed()).not.toContain('Весь текст');
  const Text = `${'Ремонт дорог. '.repeat(40)}Конец`;
  backend.on('GET /vknf/posts/details', () => ({ body: { posts: [{ ...post, Text }], total: 1 } }));
  const [, whole] = (await openFeed()).match(/<summary>Весь текст<\/summary>(.*?)<\/details>/s) ?? [];
  expect(whole).toContain('Конец');
});

test('without posts the city’s name comes from all cities, or from the client’s own', async () => {
  noPosts();
  await signInAsAdmin(visitor);
  expect(await openFeed('?city=3')).toMatch(/role="combobox"[^>]*value="Тверь"/);
  await signInAsClient(visitor, 'client-1');
  expect(await openFeed('?city=3')).toMatch(/role="combobox"[^>]*value="Тверь"/);
  expect(queryOf('/vknf/cities/client')).toEqual({ client_id: 'client-1' });
});

test('an empty result says so, without days, and offers to reset the filters only when there are some', async () => {
  noPosts();
  backend.on('GET /vknf/posts/dates', () => ({ body: { minDate: null, maxDate: null } }));
  await signInAsAdmin(visitor);
  const html = await openFeed();
  expect(html).toContain('>Нет постов<');
  expect(html).toContain('С<!-- --> <!-- -->—');
  expect(html).toContain('По<!-- --> <!-- -->—');
  expect(html).not.toContain('Сбросить фильтры</button>');
  expect(await openFeed('?text=x')).toContain('Сбросить фильтры</button>');
});

test.each([
  ['/vknf/posts/details', 'Ошибка загрузки постов', 503],
  ['/vknf/posts/dates', 'Ошибка даты', 200],
  ['/vknf/words/paginated', 'Ошибка загрузки слов', 200],
])('when %s fails the page still renders, with «%s» in its place', async (path, text, status) => {
  await signInAsAdmin(visitor);
  backend.misbehave('status 500', path);
  const html = await openFeed('?word=7', status);
  expect(html).toContain(text);
  expect(html).toMatch(/<option value="7" selected="">/);
});

test.each([
  ['<em>', '<em class="hlt1">Ремонт</em> дорог & мостов'],
  ['<b> in a fragment', '<b>Ремонт</b> дорог'],
  ['<strong> in escaped text', '<strong>Ремонт</strong> дорог &amp; мостов'],
])('a highlight with %s marks the post’s text', async (_name, highlighted) => {
  backend.on('GET /vknf/posts/details', () => ({ body: [{ ...post, TextHighlighted: nullable(highlighted) }] }));
  await signInAsAdmin(visitor);
  expect((await openFeed()).replaceAll('<!-- -->', '')).toContain('<mark>Ремонт</mark> дорог &amp; мостов');
});

test('a highlight that differs from the post’s text is ignored', async () => {
  backend.on('GET /vknf/posts/details', () => ({
    body: [{ ...post, TextHighlighted: nullable('Другой <b>текст</b>') }],
  }));
  await signInAsAdmin(visitor);
  const html = await openFeed();
  expect(html).toContain('Ремонт дорог &amp; мостов');
  const [visible] = html.split('<script', 1);
  expect(visible).not.toMatch(/Другой|<mark>/);
});

test('a first day after the last one shows an error and a link that swaps them, and no posts are requested', async () => {
  await signInAsAdmin(visitor);
  const html = await openFeed('?text=дорог&from=2026-11-02&to=2026-11-01&page=3&sort=user_id');
  expect(html).toMatch(/role="alert"><p id="([^"]+)"[^>]*>Дата начала позже даты окончания</);
  const [, errorId] = html.match(/<p id="([^"]+)"[^>]*>Дата начала/) ?? [];
  for (const name of ['from', 'to']) {
    expect(html).toMatch(
      new RegExp(`aria-invalid="true" aria-describedby="${errorId}" type="date"[^>]* name="${name}"`),
    );
  }
  const [, href = ''] = html.match(/<a href="([^"]*)">Поменять местами</) ?? [];
  expect(Object.fromEntries(new URLSearchParams(href.replaceAll('&amp;', '&')))).toEqual({
    text: 'дорог',
    from: '2026-11-01',
    to: '2026-11-02',
    sort: 'user_id',
  });
  expect([queryOf('/vknf/posts/details'), queryOf('/vknf/posts/dates')]).toEqual([null, null]);
  expect(await openFeed('?from=2026-11-01&to=2026-11-01')).not.toContain('Дата начала позже');
});

describe('with more than 50 phrases', () => {
  const words = Array.from({ length: 51 }, (_, index) => ({ ...word, WordID: 10_000 - index, Text: `фраза ${index}` }));
  const field = (html: string) => html.match(/<input[^>]*name="phrase"[^>]*>/)?.[0] ?? '';
  const suggest = (body: unknown) => backend.on('GET /vknf/words/autocomplete', () => ({ body }));

  beforeEach(async () => {
    backend.on('GET /vknf/words/paginated', () => ({ body: { words, total: 10_000 } }));
    backend.on('GET /vknf/words/7', () => ({ body: word }));
    await signInAsAdmin(visitor);
  });

  test('the page contains none of them, and has a field instead of the list', async () => {
    const html = await openFeed();
    expect(html).not.toContain('фраза 1');
    expect(html).not.toContain('name="word"');
    expect(field(html)).toMatch(/role="combobox"/);
    expect(queryOf('/vknf/words')).toBeNull();
  });

  test('the field shows the text of the chosen phrase, from a call for its ID', async () => {
    expect(field(await openFeed('?word=7'))).toContain('value="ремонт дорог"');
    expect(queryOf('/vknf/words/7')).toEqual({});
    backend.misbehave('status 500', '/vknf/words/7');
    expect(field(await openFeed('?word=8'))).toContain('value="Фраза 8"');
  });

  test.each([
    [
      'the exact match, whatever its case and ё',
      ' ЁЛКА ',
      {
        words: [
          { WordID: 5, Text: 'ёлка и парк' },
          { WordID: 6, Text: 'елка' },
        ],
      },
      '6',
    ],
    [
      'the first suggestion otherwise',
      'ремонт',
      [
        { WordID: 7, Text: 'ремонт дорог' },
        { WordID: 8, Text: 'ремонт крыш' },
      ],
      '7',
    ],
    ['a suggestion without an ID', 'ремонт', ['парк', 'ремонт дорог'], '7'],
  ])('a phrase typed without JavaScript filters by %s', async (_name, typed, body, id) => {
    suggest(body);
    backend.on('GET /vknf/words', () => ({ body: { words: [...words, word] } }));
    await openFeed(`?phrase=${encodeURIComponent(typed)}&page=2`);
    expect(queryOf('/vknf/words/autocomplete')).toEqual({ q: typed.trim() });
    expect(queryOf('/vknf/posts/details')).toMatchObject({ wordId: id, offset: '20' });
    expect(queryOf('/vknf/posts/dates')).toEqual({ wordId: id });
  });

  test.each([
    ['matches nothing', 200, 'Фраза не найдена'],
    ['cannot be looked up', 500, 'Ошибка загрузки подсказок'],
  ])('a typed phrase that %s stays in its field with the reason', async (_name, status, reason) => {
    backend.on('GET /vknf/words/autocomplete', () => ({ status, body: { words: [{ WordID: 5, Text: 'парк' }] } }));
    const html = await openFeed('?phrase=<b>');
    expect(field(html)).toContain('value="&lt;b&gt;"');
    expect(field(html)).toContain('aria-invalid="true"');
    expect(html).toContain(`>${reason}<`);
    expect(queryOf('/vknf/posts/details')?.wordId).toBeUndefined();
  });
});

describe('with copies, marks and the histogram', () => {
  const field = (html: string, name: string) =>
    html.match(new RegExp(`<input type="checkbox"[^>]*name="${name}"[^>]*>`))?.[0];

  beforeEach(async () => {
    offerFeed(backend);
    await signInAsAdmin(visitor);
    await untilOffered(visitor);
  });

  test('copies are hidden at first, and the counter says so', async () => {
    const html = await openFeed();
    expect(queryOf('/vknf/posts/details')).toMatchObject({ copies: 'hide' });
    expect(queryOf('/vknf/posts/dates')).toEqual({ copies: 'hide' });
    expect(field(html, 'copies')).toContain('checked');
    expect(field(html, 'unread')).not.toContain('checked');
    expect(html.replaceAll('<!-- -->', '')).toMatch(/1 \/ 1<\/strong><span[^>]*> без повторов/);
  });

  test.each([
    ['an unchecked «Скрывать повторы»', '?copies=show', {}],
    ['a checked one', '?copies=show&copies=hide', { copies: 'hide' }],
    ['«Только непрочитанные»', '?copies=show&unread=1', { unread: 'true' }],
    ['«С фото»', '?copies=show&photo=1', { photo: 'true' }],
    ['comments', '?copies=show&kind=comments', { kind: 'comments' }],
    ['the last visit', '?since=41&copies=show', { since: '41' }],
    ['a message of an alert', '?since=41&until=57&copies=show', { since: '41', until: '57' }],
    ['one story', '?story=9', { storyId: '9' }],
    ['several phrases', '?words=3,7&copies=show', { wordIds: '3,7' }],
    ['a weekday and an hour', '?weekday=2&hour=0&copies=show', { weekday: '2', hour: '0' }],
    ['no city', '?city=0&copies=show', { cityId: '0' }],
    [
      'an hour',
      '?copies=show&from=2026-11-02T00:00:00%2B03:00&to=2026-11-02T00:59:59.999%2B03:00',
      { postDtFrom: '2026-11-02T00:00:00+03:00', postDtTo: '2026-11-02T00:59:59.999+03:00' },
    ],
  ])('the form and the links filter by %s', async (_name, query, filters) => {
    await openFeed(query);
    expect(queryOf('/vknf/posts/dates')).toEqual(filters);
  });

  test('filters without a field are chips, and a form that is submitted keeps them', async () => {
    const html = await openFeed('?since=41&story=9&from=2026-11-02T00:00:00%2B03:00&to=2026-11-02T00:59:59%2B03:00');
    for (const text of ['С прошлого визита', 'Повторы одного поста', 'Время: с 02.11.2026, 00:00 по 02.11.2026, 00:59'])
      expect(html).toContain(`<span>${text}</span>`);
    expect(html).toContain('<input type="hidden" name="since" value="41"/>');
    expect(html).toContain('<input type="hidden" name="story" value="9"/>');
    expect(html).toContain('<input type="hidden" name="copies" value="show"/>');
    expect(html).toMatch(/<input[^>]*type="date"[^>]*name="from"[^>]*value="2026-11-02"/);
    expect(html.replaceAll('<!-- -->', '')).toMatch(/<\/strong><span[^>]*> с повторами/);
  });

  test('filters of analytics are chips or in their field, and a form that is submitted keeps them', async () => {
    const html = await openFeed('?words=3,7&weekday=2&hour=14&city=0');
    for (const text of ['Фразы: 2', 'Вторник, 14:00–14:59'])
      expect(html.replaceAll('<!-- -->', '')).toContain(`<span>${text}</span>`);
    expect(html).toMatch(/<input[^>]*role="combobox"[^>]*value="Не указан"/);
    for (const [name, value] of Object.entries({ words: '3,7', weekday: 2, hour: 14 }))
      expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
  });

  test('the posts of a message are one chip, and a form that is submitted keeps them', async () => {
    const html = await openFeed('?since=41&until=57');
    expect(html).toContain('<span>Посты из оповещения</span>');
    expect(html).not.toContain('<span>С прошлого визита</span>');
    expect(html).toContain(
      '<input type="hidden" name="since" value="41"/><input type="hidden" name="until" value="57"/>',
    );
  });
});

test('a row says how its views compare with its source, from twice as many on, and what has happened to it', async () => {
  offerFeed(backend);
  const at = '2026-11-02T10:00:00Z';
  const odd = { ...post, Ratio: 4.29, EditedAt: at, DeletedAt: at };
  const usual = { ...post, PostID: 78, Ratio: 1.99, EditedAt: null, DeletedAt: null };
  backend.on('GET /vknf/posts/details', () => ({ body: { posts: [odd, usual], total: 2 } }));
  await signInAsAdmin(visitor);
  await untilOffered(visitor);
  const html = await openFeed('?views=1000&ratio=2.5&edited=1');
  expect(html.match(/title="×[^"]*"/g)).toEqual(['title="×4,2 к обычному"']);
  expect(html.match(/>(Изменён|Удалён в ВК)<\/span>/g)).toHaveLength(2);
  expect(html).toMatch(/name="views"[^>]*value="1000"/);
  expect(html).toMatch(/name="ratio"[^>]*value="2.5"/);
  expect(queryOf('/vknf/posts/details')).toMatchObject({ viewsFrom: '1000', ratioFrom: '2.5', edited: 'true' });
});

test('the changes of a text are a part of the page, to which an edited row leads without JavaScript', async () => {
  offerFeed(backend);
  const edited = { ...post, EditedAt: '2026-11-02T10:00:00Z' };
  backend.on('GET /vknf/posts/details', () => ({ body: { posts: [edited], total: 1 } }));
  const parts = [
    { Kind: 'same', Text: 'Ремонт ' },
    { Kind: 'removed', Text: 'дорог' },
    { Kind: 'added', Text: 'дорог <b>' },
  ];
  backend.on('GET /vknf/posts/changes', () => ({
    body: { changes: [{ At: '2026-11-02T10:00:00Z', Parts: parts }], total: 11 },
  }));
  await signInAsAdmin(visitor);
  await untilOffered(visitor);
  const rows = await openFeed('?text=ремонт');
  expect(rows).not.toContain('id="changes"');
  const link = /<noscript><a href="([^"]*)">Показать изменения<\/a><\/noscript>/
    .exec(rows)?.[1]
    ?.replaceAll('&amp;', '&');
  expect(link).toBe('?text=%D1%80%D0%B5%D0%BC%D0%BE%D0%BD%D1%82&sort=-post_dt&changes=-5_77#changes');
  const html = (await openFeed(link?.split('#')[0] ?? '')).replaceAll('<!-- -->', '');
  expect(queryOf('/vknf/posts/changes')).toEqual({ ownerId: '-5', postId: '77' });
  expect(html).toMatch(/<section id="changes" aria-label="Изменения текста".*Изменён 02\.11\.2026, 13:00/s);
  expect(html).toMatch(/Ремонт <del><span[^>]*> \[удалено: <\/span>дорог<span/);
  expect(html).toMatch(/<ins><span[^>]*> \[добавлено: <\/span>дорог &lt;b&gt;<span/);
  expect(html).toContain('Показаны последние 1 из 11 изменений.');

  backend.on('GET /vknf/posts/changes', () => ({ status: 500 }));
  expect(await openFeed('?changes=-5_77')).toMatch(/<section id="changes".*Ошибка загрузки постов.*<\/section>/s);
});

test('a row of a comment leads to it and to its post, here if it is stored, and without JavaScript to its thread', async () => {
  offerFeed(backend);
  const place = { ParentPostID: 77, ParentText: 'Ремонт <b>', ParentStoryID: null, ThreadID: 98 };
  const comment = { ...post, PostID: 99, Kind: 'comment', ...place };
  backend.on('GET /vknf/posts/details', () => ({ body: { posts: [comment, post], total: 2 } }));
  backend.on('GET /vknf/posts/thread', () => ({ body: { posts: [post, comment], total: 2 } }));
  await signInAsAdmin(visitor);
  await untilOffered(visitor);
  const rows = await openFeed('?kind=comments');
  expect(rows.match(/>Комментарий<\/span>/g)).toHaveLength(1);
  expect(rows).toContain('data-post-url="https://vk.com/wall-5_77?reply=99&amp;thread=98"');
  expect(rows).toMatch(/<a href="https:\/\/vk\.com\/wall-5_77"[^>]*>к посту: Ремонт &lt;b&gt;<\/a>/);
  const stored = { ...comment, ParentStoryID: 12 };
  backend.on('GET /vknf/posts/details', () => ({ body: { posts: [stored, post], total: 2 } }));
  expect(await openFeed('?kind=comments')).toMatch(
    /<a href="\/ldvknf\/posts\?story=12&amp;copies=show[^"]*">к посту: Ремонт &lt;b&gt;<\/a>/,
  );
  expect(rows).toMatch(/<option value="comments" selected="">Комментарии<\/option>/);
  const link = /<a href="([^"]*)">Ветка<\/a><\/noscript>/.exec(rows)?.[1]?.replaceAll('&amp;', '&');
  expect(link).toBe('?kind=comments&sort=-post_dt&thread=-5_99#thread');
  const html = (await openFeed(link?.split('#')[0] ?? '')).replaceAll('<!-- -->', '');
  expect(queryOf('/vknf/posts/thread')).toEqual({ ownerId: '-5', postId: '99' });
  const [, list = ''] =
    /<section id="thread" aria-label="Ветка".*?<ul aria-label="Ветка"[^>]*>(.*?)<\/ul>/s.exec(html) ?? [];
  expect(list.match(/<li( aria-current="true")?>/g)).toEqual(['<li>', '<li aria-current="true">']);
  expect(list).toMatch(/<a href="https:\/\/vk\.com\/wall-5_77"[^>]*>Пост · /);

  backend.on('GET /vknf/posts/thread', () => ({ status: 404 }));
  expect(await openFeed('?thread=-5_99')).toMatch(/<section id="thread".*Ошибка загрузки постов.*<\/section>/s);
});

test('with an existing backend filters of our own are ignored and have no control', async () => {
  await signInAsAdmin(visitor);
  const html = await openFeed(
    '?copies=show&unread=1&since=41&until=57&story=9&words=3,7&weekday=2&hour=14&city=0&from=2026-11-02T00:00:00%2B03:00',
  );
  expect(queryOf('/vknf/posts/dates')).toEqual({ postDtFrom: '2026-11-02' });
  expect(html).not.toMatch(
    /type="checkbox"|повтор|визита|оповещения|Время:|Фразы:|Вторник|Не указан"|name="(copies|unread)"/,
  );
});

const unreadable = 'Ошибка в запросе: не закрыта скобка (символ 7)';

test.each([
  ['with its code', { message: unreadable, code: 'query-unreadable' }, unreadable],
  ['without a code', { message: 'unexpected end of query' }, messages.loadPosts],
])(
  'a search that the backend cannot read, %s, shows its error at the field, in place of the posts',
  async (_, body, text) => {
    for (const call of ['details', 'dates']) backend.on(`GET /vknf/posts/${call}`, () => ({ status: 400, body }));
    await signInAsAdmin(visitor);
    const html = await openFeed('?text=%D0%BC%D0%B5%D1%82%D1%80%D0%BE+(');
    const [, id, shown] = html.match(/<p id="([^"]+)" role="alert"[^>]*>([^<]+)</) ?? [];
    expect(shown).toBe(text);
    expect(html).toMatch(
      new RegExp(`<input[^>]*aria-invalid="true"[^>]*aria-describedby="${id}"[^>]*value="метро \\("`),
    );
    expect(html).toContain('Исправьте запрос, чтобы увидеть посты');
    expect(html).not.toMatch(/Попробовать снова|Ошибка даты/);
  },
);

test('a backend without the preview has no help on its query language', async () => {
  await signInAsAdmin(visitor);
  expect(await openFeed()).not.toContain('Язык запросов');
});

test('hostile posts, sources and cities are inert', async () => {
  const hostile = '"><script>alert(1)</script>';
  const texts = ['Text', 'TextHighlighted', 'Word', 'OwnerName', 'Domain', 'Country', 'City', 'OwnerType'];
  const body = {
    ...post,
    ...Object.fromEntries(texts.map((name) => [name, hostile])),
    PhotoURL: 'javascript:alert(1)',
    OwnerPhotoURL: 'data:text/html,x',
    PostDt: hostile,
  };
  backend.on('GET /vknf/posts/details', () => ({ body: [body] }));
  await signInAsAdmin(visitor);
  const html = await openFeed('?owner=-5');
  expect(html).not.toContain('<script>alert');
  expect(html).not.toMatch(/(href|src)="(javascript|data):/);
  expect(html).toContain('Неверная дата');
});
