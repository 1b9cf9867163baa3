/**
 * The reply shapes of existing backends (docs/product/api.md), each with one difference, for every call of a screen.
 */

type Json = unknown;

export type Shape = {
  /** A nullable with a value; undefined omits it. */
  nullable: (text: string) => Json;
  time: (time: string) => Json;
  id: (id: number) => Json;
  yesNo: (value: boolean) => Json;
  list: (name: string, items: readonly Json[]) => Json;
  /** The reply to a change. */
  change: (entity: object) => { status: number; body?: Json };
  /** Additional unknown fields. */
  more: object;
};

/** The shape of docs/product/api.md. */
export const commonShape: Shape = {
  nullable: (text) => ({ String: text, Valid: true }),
  time: (time) => time,
  id: (id) => id,
  yesNo: (value) => value,
  list: (name, items) => ({ [name]: items, total: items.length }),
  change: (entity) => ({ status: 201, body: entity }),
  more: {},
};

/** What a page shows of a shape: whether the row, the values of nullables and the times appear, and the text of the total. */
export type Seen = { row: boolean; values: boolean; times: boolean; total: string };

export type NamedShape = { name: string; shape: Shape; seen: Seen };

const named = (name: string, difference: Partial<Shape>, seen: Partial<Seen> = {}): NamedShape => ({
  name,
  shape: { ...commonShape, ...difference },
  seen: { row: true, values: true, times: true, total: '1', ...seen },
});

const withTotal = (total: Json) => (name: string, items: readonly Json[]) => ({ [name]: items, total });
const noValues = { values: false };
const noTimes = { times: false };
const noRow = { row: false, total: '—' };

export const shapes: readonly NamedShape[] = [
  named('nullables in wrappers', {}),
  named('plain nullables', { nullable: (text) => text }),
  named('nullables in wrappers that are not valid', { nullable: () => ({ String: '', Valid: false }) }, noValues),
  named('nullables that are null', { nullable: () => null }, noValues),
  named('nullables left out', { nullable: () => undefined }, noValues),
  named('bare lists', { list: (_name, items) => items }),
  named('lists that are null under their name', { list: (name) => ({ [name]: null, total: 0 }) }, noRow),
  named('lists left out', { list: () => ({}) }, noRow),
  named('null instead of a list', { list: () => null }, noRow),
  named('no body instead of a list', { list: () => undefined }, noRow),
  named('empty lists', { list: (name) => ({ [name]: [], total: 0 }) }, noRow),
  named('a total of -1', { list: withTotal(-1) }, { total: '∞' }),
  named('a total of 0 with a row', { list: withTotal(0) }, { total: '—' }),
  named('a total as text', { list: withTotal('1') }),
  named('no total', { list: (name, items) => ({ [name]: items }) }),
  named('a total that is null', { list: withTotal(null) }),
  named('times with an offset and nanoseconds', { time: () => '2026-11-01T12:30:00.123456789+02:30' }),
  named('times in wrappers', { time: (time) => ({ Time: time, Valid: true }) }),
  named(
    'times in wrappers that are not valid',
    { time: () => ({ Time: '0001-01-01T00:00:00Z', Valid: false }) },
    noTimes,
  ),
  named('the zero time of Go', { time: () => '0001-01-01T00:00:00Z' }, noTimes),
  named('times that are null', { time: () => null }, noTimes),
  named('times left out', { time: () => undefined }, noTimes),
  named('IDs as texts', { id: String }),
  named('yes and no as numbers', { yesNo: Number }),
  named('yes and no in wrappers', { yesNo: (value) => ({ Bool: value, Valid: true }) }),
  named('unknown fields', { more: { SomethingNew: { nested: [1, null] }, deleted_at: null } }),
  named('changes that return a status', { change: () => ({ status: 200, body: { status: 'ok' } }) }),
  named('changes without a body', { change: () => ({ status: 204 }) }),
];

/** The time of all rows: 10:00 in London, 13:00 in Moscow. */
const someTime = '2026-11-01T10:00:00Z';

export const phrase = 'ремонт дорог';
export const owner = { id: -5, name: 'Город онлайн', domain: 'gorod_online' };
export const city = { id: 2, name: 'Казань', country: 'Россия' };
export const clientRow = { id: 'client-1', name: 'Первый' };

/** Replies with one row each, by `METHOD /path`. `number` becomes the row's ID (of a post, its user's). */
export function repliesIn(shape: Shape, number?: number): Record<string, { status?: number; body?: Json }> {
  const { nullable, time, id, yesNo, list, change, more } = shape;
  const word = {
    WordID: id(number ?? 7),
    Text: phrase,
    State: 'ready',
    FullSearch: yesNo(false),
    Running: yesNo(true),
    UpdateDt: time(someTime),
    TotalPosts: 12,
    ...more,
  };
  const post = {
    OwnerID: id(owner.id),
    PostID: id(11),
    WordID: id(7),
    UserID: id(number ?? 42),
    PostDt: time(someTime),
    UpdateDt: time(someTime),
    Text: nullable(`Начался ${phrase} в центре`),
    TextHighlighted: nullable(`Начался <mark>${phrase}</mark> в центре`),
    PhotoURL: nullable('/photo-is-no-web-address'),
    Word: nullable(phrase),
    OwnerName: nullable(owner.name),
    OwnerPhotoURL: nullable(''),
    Domain: nullable(owner.domain),
    OwnerType: 'group',
    Country: nullable(city.country),
    City: nullable(city.name),
    CityID: id(city.id),
    ...more,
  };
  const source = {
    OwnerID: id(number ?? owner.id),
    OwnerType: 'group',
    Name: nullable(owner.name),
    Domain: nullable(owner.domain),
    PhotoURL: nullable(''),
    ...more,
  };
  const client = {
    client_id: number === undefined ? clientRow.id : String(number),
    name: clientRow.name,
    ipaddr: '10.0.0.1',
    macaddr: '00:1A:2B:3C:4D:5E',
    email: nullable('first@example.test'),
    phone: nullable('+7 900 000-00-00'),
    note: nullable(''),
    export_access: 'allowed',
    connected: yesNo(true),
    ...more,
  };
  const cities = { body: list('cities', [{ CityID: id(city.id), Name: nullable(city.name), ...more }]) };
  const words = { body: list('words', [{ ...word, Clients: [clientRow.id] }]) };
  const ownWords = { body: list('words', [{ ...word, Clients: null }]) };
  return {
    'GET /vknf/words': words,
    'GET /vknf/words/paginated': words,
    'GET /vknf/words/client': ownWords,
    'GET /vknf/words/paginated/client': ownWords,
    'GET /vknf/words/autocomplete': { body: list('words', [phrase]) },
    'GET /vknf/posts/details': { body: list('posts', [post]) },
    'GET /vknf/posts/dates': { body: { minDate: time(someTime), maxDate: time(someTime), ...more } },
    'GET /vknf/posts/count': { body: { total: 1, ...more } },
    'GET /vknf/posts/count/word': { body: { total: 34, ...more } },
    'GET /vknf/posts/count/word/client': { body: { total: 34, ...more } },
    'GET /vknf/owners/details': { body: list('owners', [source]) },
    [`GET /vknf/owners/${owner.id}`]: { body: source },
    'GET /server/clients': { body: list('clients', [client]) },
    'GET /server/clients/get': { body: client },
    'GET /vknf/cities': cities,
    'GET /vknf/cities/client': cities,
    'GET /vknf/cities/search': cities,
    'GET /vknf/cities/search/client': cities,
    'POST /vknf/words/create': change(word),
    'POST /vknf/words/update': change(word),
    'POST /vknf/words/delete': change(word),
    'POST /vknf/owners/create': change(source),
    'POST /server/clients/create': change(client),
    'POST /server/clients/update': change(client),
    'POST /server/clients/delete': change(client),
    'POST /server/clients/password/set': change(client),
    'POST /admin/password/change': change({}),
    'POST /client/password/change': change({}),
  };
}

/** Error bodies, and the text that a page shows for each; null: the text of the error catalogue. */
export const refusals: readonly { name: string; body: Json; shown: string | null }[] = [
  { name: '{"error"}', body: { error: 'Занято' }, shown: 'Занято' },
  { name: '{"message"}', body: { message: 'Занято' }, shown: 'Занято' },
  { name: 'both', body: { error: 'conflict', message: 'Занято' }, shown: 'Занято' },
  { name: 'neither', body: { code: 7 }, shown: null },
  { name: 'an empty message', body: { error: '', message: ' ' }, shown: null },
  { name: 'a message that is not a text', body: { message: { en: 'taken' } }, shown: null },
  { name: 'a text instead of an object', body: 'conflict', shown: null },
  { name: 'no body', body: undefined, shown: null },
];
