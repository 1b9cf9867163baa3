// Proves: phrases#column-динамика, phrases#table
import { renderToString } from 'react-dom/server';
import { noWordFilters } from '../../../shared/api/words.ts';
import type { BackendKind } from '../../../shared/backend-kind.ts';
import type { Word } from '../../../shared/fields/words.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import type { Viewer } from '../../../shared/roles.ts';
import { IslandRoot, islandIdPrefix } from '../../components/island-root.tsx';
import { WordsIsland } from './words-island.tsx';

const viewers = {
  admin: { user: { id: '1', type: 'admin', username: 'root' }, impersonation: null },
  client: { user: { id: 'c1', type: 'client', client_id: 'c1' }, impersonation: null },
} satisfies Record<string, Viewer>;

const word = (id: number, rest: Partial<Word> = {}): Word => ({
  id,
  text: `фраза ${id}`,
  state: 'ready',
  fullSearch: false,
  running: true,
  updatedAt: '2026-11-19T22:30:00Z',
  totalPosts: 1234,
  clients: ['client-1', 'client-2'],
  version: 1,
  reason: null,
  deletedAt: null,
  deletedBy: null,
  ...rest,
});

const sort: IslandProps['words']['sort'] = { column: 'word_id', descending: true };

function render(
  type: keyof typeof viewers,
  props: Partial<IslandProps['words']>,
  backendKind: BackendKind = 'specified',
): string {
  const first = { data: { rows: [], total: 0 } };
  return renderToString(
    <IslandRoot
      component={WordsIsland}
      props={{ sort, page: 1, filters: noWordFilters, isFirstRun: false, first, ...props }}
      context={{
        viewer: viewers[type],
        refusal: null,
        basePath: '/base',
        timeZone: [[0, 3 * 3600]],
        apiTimeoutMs: 20_000,
        now: 0,
        tableView: { density: 'comfortable', hiddenColumns: '' },
        backendKind,
        hasWork: false,
        sidebar: null,
      }}
    />,
    { identifierPrefix: islandIdPrefix },
  );
}

const text = (html: string): string => html.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|');
const headers = (html: string) => html.match(/<div role="columnheader".*?<\/div>/g)?.map(text) ?? [];
const rows = (count: number) => Array.from({ length: count }, (_, index) => word(count - index));

describe('the phrases screen in the HTML', () => {
  test('contains all rows of the first page and the total', () => {
    const html = render('admin', { first: { data: { rows: rows(100), total: 250 } } });
    expect(html.match(/role="row"|<tr/g)).toHaveLength(101);
    expect(text(html)).toContain('100 / 250');
    expect(html).toContain('aria-rowcount="251"');
    expect(html).toContain('href="/base/ldvknf/posts?word=100"');
  });

  test('has all columns for an administrator', () => {
    const html = render('admin', { first: { data: { rows: [word(1)], total: 1 } } });
    expect(headers(html).map((head) => head.replaceAll('|', ''))).toEqual([
      'ID',
      'Текст',
      'Клиенты',
      'Статус',
      'Сбор',
      'Полный поиск',
      'Посты',
      'Обновлено',
      'Действия',
    ]);
    expect(text(html)).toContain('client-1, client-2');
  });

  test('has no clients and no stored counts for a client', () => {
    const html = render('client', { first: { data: { rows: [word(1)], total: 1 } } });
    expect(headers(html)).toHaveLength(8);
    expect(text(html)).not.toMatch(/Клиенты|client-1|1\s234/);
  });

  test('has the column «Динамика» with our own backend, without cells until hydration', () => {
    const first = { data: { rows: rows(100), total: 100 } };
    expect(render('client', { first })).not.toContain('Динамика');
    const html = render('client', { first }, 'own');
    expect(headers(html).at(-2)).toBe('|Динамика|');
    const cells = html.split('role="row"').map((row) => row.match(/role="gridcell"/g)?.length);
    expect([cells[2], html.split(/<tr/)[70]?.match(/<td/g)?.length]).toEqual([8, 7]);
  });

  test('shows dates in the console’s time zone, and a text for a missing date', () => {
    const words = [word(2), word(1, { updatedAt: null })];
    const html = text(render('client', { first: { data: { rows: words, total: 2 } } }));
    expect(html).toContain('20.11.2026');
    expect(html).toContain(messages.notUpdated);
  });

  test('has sort links that work without JavaScript', () => {
    const html = render('client', { first: { data: { rows: [word(1)], total: 1 } } });
    expect(html).toContain('aria-sort="descending"');
    expect(html).toContain('href="?sort=word_id"');
    expect(html).toContain('href="?sort=text"');
  });

  test('has links to the next and the first page that work without JavaScript', () => {
    const html = render('client', { page: 2, first: { data: { rows: rows(100), total: 250 } } });
    expect(html).toMatch(/<noscript><a href="\?sort=-word_id&amp;page=3"[^>]*>Дальше<\/a><\/noscript>/);
    expect(html).toContain('href="?sort=-word_id"');
    expect(html).toContain('aria-rowindex="102"');
  });

  test('has no link to the next page on the last page', () => {
    expect(render('client', { page: 3, first: { data: { rows: rows(50), total: 250 } } })).not.toContain('Дальше');
  });

  test('shows a text when there are no phrases', () => {
    expect(text(render('client', {}))).toContain(`|${messages.noWords}|`);
  });

  test('shows a load error with a retry button', () => {
    const html = text(render('admin', { first: { error: messages.loadWords, status: 0, code: null } }));
    expect(html).toContain(`|${messages.loadWords}|${messages.retry}|`);
    expect(html).not.toContain(messages.noWords);
  });

  test('escapes markup in phrases', () => {
    const html = render('client', {
      first: { data: { rows: [word(1, { text: '<img src=x onerror=alert(1)>' })], total: 1 } },
    });
    expect(html).not.toContain('<img');
  });
});
