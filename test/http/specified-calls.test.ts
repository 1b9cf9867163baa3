// Proves: api#two-kinds-of-backend, sign-in#impersonation
/** With an existing backend, the product makes exactly the calls of docs/product/api.md#calls. */
import { iconSprite } from '../../server/render/icons.tsx';
import { type PageName, routes } from '../../shared/routes.ts';
import { addressOf } from '../support/route-addresses.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  signInAsClient,
  type Visitor,
} from '../support/test-console.ts';

const roles = { administrator: signInAsAdmin, client: signInAsClient } as const;
type Role = keyof typeof roles;

/** The calls that each page makes. Omitted pages make none. */
const calls: Partial<Record<PageName, Record<Role, string[]>>> = {
  words: { administrator: ['/vknf/words/paginated'], client: ['/vknf/words/paginated/client'] },
  owners: { administrator: ['/vknf/owners/details'], client: ['/vknf/owners/details'] },
  posts: {
    administrator: ['/vknf/posts/dates', '/vknf/posts/details', '/vknf/words/paginated'],
    client: ['/vknf/posts/dates', '/vknf/posts/details', '/vknf/words/paginated/client'],
  },
  clients: { administrator: ['/server/clients'], client: [] },
};

let backend: StandIn;
let visitors: Record<Role, Visitor>;

beforeEach(async () => {
  backend = await startStandIn();
  const { app } = createTestConsole({ apiUrl: backend.url });
  visitors = { administrator: createVisitor(app), client: createVisitor(app) };
  await roles.administrator(visitors.administrator);
  await roles.client(visitors.client);
  // The call for the kind of the backend is sent in the background, once a minute.
  while (!backend.calls.some(({ path }) => path === '/capabilities')) await visitors.client.get('/profile');
  backend.calls.length = 0;
});
afterEach(() => backend.close());

describe.each(['administrator', 'client'] as const)('with an existing backend, for the %s', (role) => {
  test.each(routes)('$path makes exactly the specified calls and shows nothing new', async (route) => {
    const { status, text } = await visitors[role].get(addressOf(route));
    const paths = backend.calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
    const specified = route.on === 'own' ? [] : (calls[route.name]?.[role] ?? []);
    expect(paths.toSorted()).toEqual(specified.map((path) => `GET ${path}`));
    if (route.on === 'own') expect([status, text]).toEqual([404, expect.stringContaining('Страница не найдена')]);
    else
      expect(text.replace(iconSprite, '')).not.toMatch(
        /collection|word-card|owner-card|Карточка|journal|Журнал|analytics|Аналитика|alerts|Оповещения|Динамика|Найти фразу|Удалённые|Выбрать|Добавить списком|Найти клиента|Последний вход/,
      );
  });
});
