// Proves: pages#layout
import { renderToStaticMarkup } from 'react-dom/server';
import type { Viewer } from '../../shared/roles.ts';
import { type PageName, routeOf, routes } from '../../shared/routes.ts';
import { Shell, type ShellProps } from './shell.tsx';

const impersonation = {
  isImpersonating: true,
  impersonatedClientId: 'c-1',
  impersonatedBy: 'root',
  impersonatedAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-20T10:15:00Z',
} as const;
const admin: Viewer = { user: { id: '1', type: 'admin', username: 'root' }, impersonation: null };
const client: Viewer = { user: { id: 'c-1', type: 'client', client_id: 'c-1' }, impersonation: null };
const impersonating: Viewer = { ...client, impersonation };

const settings = { productName: 'LDVK Монитор', basePath: '/console', impersonation: true };

function render(page: PageName, viewer: Viewer | null, change: Partial<ShellProps> = {}): string {
  return renderToStaticMarkup(
    <Shell
      route={routeOf(page)}
      viewer={viewer}
      settings={settings}
      backendKind="specified"
      preferences={{ sidebarCollapsed: false, postsSort: null }}
      lists={null}
      feed={null}
      now={Date.parse('2026-11-20T10:00:01Z')}
      {...change}
    >
      <p>content</p>
    </Shell>,
  );
}

/** The menu's links as `[address, whether it is the current page]`. */
function menuOf(html: string): [string, boolean][] {
  const [menu = ''] = /<nav[\s\S]*?<\/nav>/.exec(html) ?? [];
  return [...menu.matchAll(/<a href="([^"]*)"[^>]*>/g)].map(([tag, address = '']) => [
    address,
    tag.includes('aria-current="page"'),
  ]);
}

const addresses = (html: string) => menuOf(html).map(([address]) => address);

describe('Shell on a signed-in page', () => {
  test.each(routes.filter(({ access }) => access !== 'public'))('shows the title and description of $path', (route) => {
    const html = render(route.name, admin);
    expect(html).toContain(`<h1>${route.title}</h1>`);
    expect(html).toContain(route.description);
  });

  test('starts with a skip link to the content', () => {
    expect(render('words', admin)).toMatch(/^<a href="#main"[^>]*>Перейти к содержимому<\/a>/);
  });

  test('marks the pages of the menu that are under development', () => {
    const marked = [...render('profile', client).matchAll(/ title="в разработке">.*?<span>([^<]*)<\/span>/g)];
    expect(marked.map(([, title]) => title)).toEqual(['Ключевые значения', 'Пул аккаунтов', 'Хранитель']);
  });

  test('offers the clients page to administrators only', () => {
    expect(addresses(render('profile', admin))).toContain('/console/ldserver/clients');
    expect(addresses(render('profile', client))).not.toContain('/console/ldserver/clients');
  });

  test.each(['posts', 'words', 'owners'] as const)(
    'shows the links below the feed on %s and marks one as current',
    (page) => {
      const menu = menuOf(render(page, client));
      expect(menu.map(([address]) => address)).toEqual(
        expect.arrayContaining(['/console/ldvknf/words', '/console/ldvknf/owners']),
      );
      expect(menu.filter(([, current]) => current)).toEqual([[`/console${routeOf(page).path}`, true]]);
    },
  );

  test('shows the links of pages of our own backend below the feed to administrators', () => {
    const link = '/console/ldvknf/collection';
    const backendKind = 'own';
    expect(addresses(render('words', admin, { backendKind }))).toEqual(expect.arrayContaining([link]));
    expect(addresses(render('word-card', admin, { backendKind }))).toEqual(expect.arrayContaining([link]));
    expect(addresses(render('profile', admin, { backendKind }))).not.toContain(link);
    expect(addresses(render('words', client, { backendKind }))).not.toContain(link);
    expect(addresses(render('words', admin))).not.toContain(link);
  });

  test.each([
    [{ role: 'owner', mayExport: true }, true],
    [{ role: 'editor', mayExport: true }, true],
    [{ role: 'editor', mayExport: false }, false],
    [{ role: 'reader', mayExport: true }, false],
  ] as const)('offers reports to %j: %j', (rights, isOffered) => {
    const person = { login: 'anna', name: 'Анна', ...rights };
    const viewer: Viewer = { user: { id: 'anna', type: 'client', client_id: 'c-1', person }, impersonation: null };
    const offered = addresses(render('words', viewer, { backendKind: 'own' }));
    expect(offered.includes('/console/ldvknf/reports')).toBe(isOffered);
  });

  test.each(['key-values', 'profile', 'guardian'] as const)('hides the links below the feed on %s', (page) => {
    expect(addresses(render(page, client))).not.toContain('/console/ldvknf/words');
  });

  test('shows initials, name and role of administrators and clients', () => {
    expect(render('words', admin)).toMatch(/>RO<[\s\S]*>root<[\s\S]*>Администратор</);
    expect(render('words', client)).toMatch(/>C-<[\s\S]*>c-1<[\s\S]*>Клиент</);
  });

  const lists = { views: { data: [] }, ready: null, clientName: 'Мэрия' };

  test('names the client of an account and of a person, also on printouts', () => {
    const account = render('words', client, { lists });
    expect(account).toMatch(/>МЭ<[\s\S]*>Мэрия<[\s\S]*>Клиент<\/span> · c-1</);
    expect(account).toContain('data-client="Клиент: Мэрия (c-1)"');
    const person = { login: 'olga', name: 'Ольга', role: 'editor' } as const;
    const html = render(
      'words',
      { user: { ...client.user, person } as Viewer['user'], impersonation: null },
      { lists },
    );
    expect(html).toMatch(/>ОЛ<[\s\S]*>Ольга<[\s\S]*>Редактор<\/span> · Мэрия</);
    expect(render('words', client)).toContain('data-client="Клиент: c-1"');
  });

  test('names the client after the text of an impersonation', () => {
    const html = render('words', impersonating, { lists });
    expect(html).toContain('Вы работаете как клиент <b>c-1</b> от имени <b>root</b> · Мэрия</p>');
  });

  test('offers impersonation to administrators only, and not with IMPERSONATION=off', () => {
    expect(render('words', admin)).toContain('Войти как клиент');
    expect(render('words', client)).not.toContain('Войти как клиент');
    const off = { settings: { ...settings, impersonation: false } };
    expect(render('words', admin, off)).not.toContain('Войти как клиент');
  });

  test('shows an active impersonation and the way to stop it, even with IMPERSONATION=off', () => {
    const html = render('words', impersonating, { settings: { ...settings, impersonation: false } });
    expect(html).toContain('Вы работаете как клиент <b>c-1</b> от имени <b>root</b>');
    expect(html).toContain('>14:59<');
    expect(html.match(/action="\/console\/impersonation\/stop"/g)).toHaveLength(2);
    expect(html).not.toContain('Войти как клиент');
  });

  test('renders the sidebar button from the preferences', () => {
    expect(render('words', admin)).toContain('aria-expanded="true"');
    const collapsed = render('words', admin, {
      preferences: { sidebarCollapsed: true, postsSort: null },
    });
    expect(collapsed).toContain('aria-expanded="false"');
  });

  test('escapes a hostile name', () => {
    const hostile: Viewer = { user: { id: '1', type: 'admin', username: '<img src=x>' }, impersonation: null };
    expect(render('words', hostile)).not.toContain('<img');
  });
});

describe('Shell on a signed-out page', () => {
  test('has a title and the content, but no menu, sign-out or theme', () => {
    const html = render('login', null);
    expect(html).toContain('<h1>Вход в систему</h1>');
    expect(html).toContain('<p>content</p>');
    expect(html).not.toMatch(/<nav|Выйти|Тема/);
  });
});
