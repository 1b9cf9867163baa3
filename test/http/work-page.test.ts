// Proves: pages#anothers-change, work#filters, work#in-the-feed, work#join-and-separate, work#notes-and-history
// Proves: work#page-of-a-story, work#suggestions, work-rules#rules
/** Work on stories without JavaScript: in the feed, and on the page of a story, in front of our own backend. */
import { offerFeed, untilOffered } from '../support/feed-replies.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  signInAsClient,
  type Visitor,
} from '../support/test-console.ts';

const tag = { TagID: 4, Name: 'Спам <и> реклама', Color: 'red' };
const work = {
  Version: 6,
  State: 'in-progress',
  AssigneeID: 3,
  Assignee: 'Анна',
  Until: null,
  UntilCopies: null,
  UntilSources: null,
  Reason: null,
  Tone: 'negative',
  Tags: [tag],
  Notes: 1,
  Returned: 2,
  Hidden: false,
  Growing: true,
};
const post = (number: number, fields: object) => ({
  OwnerID: -1,
  PostID: number,
  WordID: 7,
  UserID: 1,
  Word: 'метро',
  Text: `Пост ${number}`,
  OwnerName: 'Город',
  PostDt: '2026-11-20T10:00:00Z',
  UpdateDt: null,
  StoryID: number,
  Copies: 0,
  ...fields,
});
const lists = {
  tags: [
    { ...tag, total: 12 },
    { TagID: 5, Name: 'Дороги', Color: 'blue', total: 1 },
  ],
  reasons: [{ ReasonID: 9, Text: 'Другой город' }],
  people: [
    { PersonID: 0, Name: 'Клиент' },
    { PersonID: 3, Name: 'Анна' },
    { PersonID: 5, Name: 'Вера', Disabled: true },
  ],
  Me: 3,
};
const note = { NoteID: 8, Text: 'Позвонить', By: 'Анна', At: '2026-11-21T10:00:00Z', Own: true };
const change = { At: '2026-11-21T09:00:00Z', By: null, Text: 'Тег «Спам»', Rule: 'Реклама' };

let backend: StandIn;
let client: Visitor;

beforeEach(async () => {
  backend = await startStandIn();
  offerFeed(backend);
  backend.on('GET /vknf/posts/details', () => ({ body: { posts: [post(7, { Work: work }), post(8, {})], total: 2 } }));
  backend.on('GET /vknf/work', () => ({ body: lists }));
  backend.on('GET /vknf/posts/count', ({ path }) => ({ body: { total: path.includes('assignee=me') ? 2 : 5 } }));
  backend.on('GET /vknf/work/story', () => ({ body: { Work: work, notes: [note], history: [change] } }));
  client = await open(signInAsClient);
});
afterEach(() => backend.close());

async function open(signIn: (visitor: Visitor) => Promise<unknown>): Promise<Visitor> {
  const visitor = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
  await signIn(visitor);
  await untilOffered(visitor);
  return visitor;
}

const textOf = (html: string): string =>
  html
    .replaceAll(/<script.*?<\/script>|<!-- -->/gs, '')
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|');

/** What a browser would send of the form «Свойства» as it is shown, with '' for unchecked boxes. */
function propertiesOf(html: string): Record<string, string> {
  const form = html.split('<form').find((part) => part.includes('value="save"')) ?? '';
  const inputs = [...form.matchAll(/<input[^>]*>/g)].flatMap(([input]): [string, string][] => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1];
    const [name = '', checked] = [attribute('name'), / checked=""/.test(input)];
    if (attribute('type') === 'radio') return checked ? [[name, attribute('value') ?? '']] : [];
    if (attribute('type') === 'checkbox') return [[name, checked ? 'on' : '']];
    return [[name, attribute('value') ?? '']];
  });
  const selects = [...form.matchAll(/<select[^>]* name="([^"]*)".*?<\/select>/gs)].map(
    ([select, name = '']): [string, string] => [name, /<option value="([^"]*)" selected=""/.exec(select)?.[1] ?? ''],
  );
  return { action: 'save', ...Object.fromEntries([...inputs, ...selects]) };
}

/** The body of the last call of `POST path`. */
const sent = (path: string) =>
  JSON.parse(backend.calls.findLast((call) => call.path.split('?')[0] === path)?.body ?? 'null');

test('the feed shows the work on a story, filters by it, and has the ready views with their counts', async () => {
  const { text } = await client.get('/ldvknf/posts?state=open&assignee=3&tag=4&tone=none');
  const shown = textOf(text);
  expect(shown).toContain('|В работе|Вернулось|Растёт|АН|Спам &lt;и&gt; реклама|');
  expect(text).toMatch(/ aria-label="Негатив".* aria-label="Анна"/s);
  expect(text).toContain('href="/ldvknf/work/7"');
  expect(shown).toContain('|Новое|');
  for (const chip of ['Состояние: Не закрыто', 'Исполнитель: Анна', 'Тег: Спам &lt;и&gt; реклама', 'Тон: Не указан'])
    expect(shown).toContain(`|${chip}|`);
  expect(shown).toMatch(/\|Моё \|2\|Просрочено \|5\|Без исполнителя \|/);
  expect(text).toMatch(/<select[^>]*name="tag"[^>]*>.*?<option value="4" selected="">/s);
  const call = backend.calls.find(({ path }) => path.startsWith('/vknf/posts/details'));
  expect(call?.path).toMatch(/state=open&assignee=3&tag=4&tone=none/);
});

test('older notes of a story are on further pages', async () => {
  const offsets: (string | null)[] = [];
  backend.on('GET /vknf/work/story', ({ path }) => {
    const offset = new URLSearchParams(path.split('?')[1]).get('notesOffset');
    offsets.push(offset);
    const notes = Array.from({ length: offset === null ? 50 : 1 }, (_, index) => ({ ...note, NoteID: index + 1 }));
    return { body: { Work: work, notes, NotesTotal: 51, history: [change] } };
  });
  const first = await client.get('/ldvknf/work/7');
  expect(first.text).toContain('<a href="/ldvknf/work/7?notesOffset=50#notes">Ещё заметки: 1</a>');
  expect(first.text).not.toContain('Новые заметки');
  const second = await client.get('/ldvknf/work/7?notesOffset=50');
  expect(second.text).not.toContain('Ещё заметки');
  expect(second.text).toContain('<a href="/ldvknf/work/7#notes">Новые заметки</a>');
  expect(offsets).toEqual([null, '50']);
});

test('administrators have no work', async () => {
  const admin = await open(signInAsAdmin);
  backend.calls.length = 0;
  const { text } = await admin.get('/ldvknf/posts?state=open');
  expect(textOf(text)).not.toMatch(/Состояние|Моё|Новое/);
  expect(backend.calls.filter(({ path }) => /work|state=/.test(path))).toEqual([]);
});

test('the page of a story has its notes and history, and its forms change it with the version that they show', async () => {
  const page = '/ldvknf/work/7';
  const { text } = await client.get(page);
  const shown = textOf(text);
  for (const part of ['Пост 7', 'В работе', 'Анна', 'Позвонить', 'правило «Реклама»', 'Тег «Спам»'])
    expect(shown).toContain(part);
  const results = [{ StoryID: 7, Outcome: 'changed', Version: 7, Work: null, By: null }];
  backend.on('POST /vknf/work/change', () => ({ body: { BatchID: 1, Results: results } }));
  backend.on('POST /vknf/work/notes/create', () => ({ body: { NoteID: 9 } }));
  const submit = async (fields: Record<string, string>) => {
    const { status, headers } = await client.postForm(page, { ...propertiesOf(text), ...fields });
    expect([status, headers.location]).toEqual([303, page]);
    return sent('/vknf/work/change').Change;
  };
  const noTags = { AddTags: [], RemoveTags: [] };
  expect(await submit({})).toEqual(noTags);
  expect(sent('/vknf/work/change').Stories).toEqual([{ StoryID: 7, Version: 6 }]);
  const postponed = { ...noTags, State: 'postponed', Until: '2030-01-02T00:00:00+03:00' };
  expect(await submit({ state: 'postponed', until: '2030-01-02' })).toEqual(postponed);
  expect(await submit({ state: 'rejected', reason: '9' })).toEqual({ ...noTags, State: 'rejected', ReasonID: 9 });
  expect(await submit({ until: '2030-01-02', reason: '9', text: 'Нет' })).toEqual(noTags);
  expect(await submit({ assignee: '' })).toEqual({ ...noTags, AssigneeID: null });
  expect(await submit({ 'tag-4': '', 'tag-5': 'on', tone: '' })).toEqual({ AddTags: [5], RemoveTags: [4], Tone: null });
  await client.postForm(page, { action: 'note', text: ' Перезвонить ' });
  expect(sent('/vknf/work/notes/create')).toEqual({ StoryID: 7, Text: 'Перезвонить' });
});

test('a story that a rule has hidden has its page, which brings it back', async () => {
  const hidden = post(7, { Work: { ...work, Hidden: true } });
  backend.on('GET /vknf/posts/details', ({ path }) => ({
    body: path.includes('state=hidden') ? { posts: [hidden], total: 1 } : { posts: [], total: 0 },
  }));
  const results = [{ StoryID: 7, Outcome: 'changed', Version: 7, Work: null, By: null }];
  backend.on('POST /vknf/work/change', () => ({ body: { BatchID: 1, Results: results } }));
  const { text } = await client.get('/ldvknf/work/7');
  expect(textOf(text)).toContain('|Правило скрыло сюжет из ленты|Вернуть в ленту|');
  await client.postForm('/ldvknf/work/7', { version: '6', action: 'restore' });
  expect(sent('/vknf/work/change').Change).toEqual({ Hidden: false });
});

test('a suggestion is shown with a question mark, and a form accepts it', async () => {
  const Suggestion = { Tone: 'positive', Tags: [tag] };
  backend.on('GET /vknf/posts/details', () => ({ body: { posts: [post(7, { Work: null, Suggestion })], total: 1 } }));
  const feed = (await client.get('/ldvknf/posts')).text;
  expect(textOf(feed)).toContain('|Новое|Спам &lt;и&gt; реклама?|');
  expect(feed).toContain(' aria-label="Позитив?"');
  const { text } = await client.get('/ldvknf/work/7');
  expect(textOf(text)).toContain('|По вашим отметкам: Позитив, Спам &lt;и&gt; реклама|');
  const [, tone = '', tags = ''] =
    /<input type="hidden" name="tone" value="(.*?)"\/><input type="hidden" name="tags" value="(.*?)"\/>/.exec(text) ??
    [];
  const results = [{ StoryID: 7, Outcome: 'changed', Version: 1, Work: null, By: null }];
  backend.on('POST /vknf/work/change', () => ({ body: { BatchID: 1, Results: results } }));
  await client.postForm('/ldvknf/work/7', { action: 'accept', version: '0', tone, tags });
  expect(sent('/vknf/work/change')).toMatchObject({
    Stories: [{ StoryID: 7, Version: 0 }],
    Change: { Tone: 'positive', AddTags: [4] },
  });
  backend.on('GET /vknf/posts/details', () => ({ body: { posts: [post(7, { Work: work, Suggestion })], total: 1 } }));
  expect((await client.get('/ldvknf/work/7')).text).not.toContain('Принять предложение');
});

test('the page of a story without a text says that it has a photo, or no text', async () => {
  for (const [PhotoURL, says] of [
    ['https://photos.example/1.jpg', 'Фото'],
    [null, 'Нет текста'],
  ]) {
    const posts = [post(7, { Work: work, Text: null, PhotoURL })];
    backend.on('GET /vknf/posts/details', () => ({ body: { posts, total: 1 } }));
    expect(textOf((await client.get('/ldvknf/work/7')).text)).toContain(`|${says}|`);
  }
});

test('a story is joined with the number or the address of another one, and each of its posts can be separated', async () => {
  const page = '/ldvknf/work/7';
  const { text } = await client.get(page);
  expect(text.match(/Отделить от сюжета/g)).toHaveLength(2);
  backend.on('POST /vknf/work/join', () => ({ body: { BatchID: 1, StoryID: 12 } }));
  backend.on('POST /vknf/work/separate', () => ({ body: { BatchID: 2, StoryID: 13 } }));
  const join = (story: string) => client.postForm(page, { action: 'join', story });
  for (const story of ['12', ' https://monitor.example.ru/ldvknf/work/12 ', '/ldvknf/posts?copies=show&story=12#x']) {
    expect((await join(story)).status).toBe(303);
    expect(sent('/vknf/work/join')).toEqual({ StoryID: 7, TargetID: 12 });
  }
  expect(textOf((await join('двенадцать')).text)).toContain('|Укажите номер или адрес сюжета|');
  const error = 'Это тот же сюжет';
  backend.on('POST /vknf/work/join', () => ({ status: 400, body: { error, message: error } }));
  expect(textOf((await join('7')).text)).toContain(`|${error}|`);
  expect((await client.postForm(page, { action: 'separate', owner: '-1', post: '8' })).status).toBe(303);
  expect(sent('/vknf/work/separate')).toEqual({ OwnerID: -1, PostID: 8 });
});

test('the form shows what is stored: a postponement, a deleted reason, and a person who can no longer be assigned', async () => {
  const stored = async (fields: object) => {
    backend.on('GET /vknf/posts/details', () => ({
      body: { posts: [post(7, { Work: { ...work, ...fields } })], total: 1 },
    }));
    return propertiesOf((await client.get('/ldvknf/work/7')).text);
  };
  const postponed = await stored({ State: 'postponed', Until: '2030-01-01T21:00:00Z', AssigneeID: 5 });
  expect(postponed).toMatchObject({ state: 'postponed', until: '2030-01-02', assignee: '5', reason: '', text: '' });
  expect(await stored({ State: 'rejected', Reason: 'Другой город' })).toMatchObject({ reason: '9', text: '' });
  expect(await stored({ State: 'rejected', Reason: 'Удалённая' })).toMatchObject({ reason: '', text: 'Удалённая' });
});

test('a refused change keeps what was typed, with the version that its author has seen', async () => {
  const typed = propertiesOf((await client.get('/ldvknf/work/7')).text);
  const error = 'Укажите причину';
  backend.on('POST /vknf/work/change', () => ({ status: 400, body: { error, message: error } }));
  backend.on('GET /vknf/posts/details', () => ({
    body: { posts: [post(7, { Work: { ...work, Version: 7, Tone: 'neutral' } })], total: 1 },
  }));
  const { status, text } = await client.postForm('/ldvknf/work/7', { ...typed, state: 'rejected' });
  expect([status, textOf(text).includes(`|${error}|`)]).toEqual([200, true]);
  expect(propertiesOf(text)).toEqual({ ...typed, state: 'rejected' });
});

test('a change by somebody else is not overwritten, and a story that nobody sees has no page', async () => {
  const before = (await client.get('/ldvknf/work/7')).text;
  const results = [{ StoryID: 7, Outcome: 'conflict', Version: 7, Work: work, By: 'Борис' }];
  backend.on('POST /vknf/work/change', () => ({ body: { BatchID: null, Results: results } }));
  backend.on('GET /vknf/posts/details', () => ({
    body: { posts: [post(7, { Work: { ...work, Version: 7, Tone: 'neutral' } })], total: 1 },
  }));
  const typed = { ...propertiesOf(before), state: 'rejected', text: 'Не про нас' };
  const { status, text } = await client.postForm('/ldvknf/work/7', typed);
  expect([status, textOf(text).includes('|Сюжет только что изменил Борис|')]).toEqual([409, true]);
  // What the author has changed, and what the other person has.
  expect(propertiesOf(text)).toMatchObject({
    version: '7',
    state: 'rejected',
    'seen-state': 'in-progress',
    text: 'Не про нас',
    tone: 'neutral',
    'seen-tone': 'neutral',
  });
  expect(textOf(text)).toContain('|Сохранить моё');
  expect(text).toContain('<a href="/ldvknf/work/7">Оставить чужое</a>');
  backend.on('GET /vknf/posts/details', () => ({ body: { posts: [], total: 0 } }));
  expect((await client.get('/ldvknf/work/7')).status).toBe(404);
});
