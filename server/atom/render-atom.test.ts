// Proves: alerts#atom
import fc from 'fast-check';
import type { AtomEntry } from '../../shared/api/atom.ts';
import { character } from '../../test/support/arbitraries.ts';
import { parseXml, type XmlElement } from '../../test/support/parse-xml.ts';
import { renderAtom, updatedAt } from './atom-routes.ts';

const place = { consoleUrl: 'https://monitor.example/base', path: '/atom/8-token', productName: 'LDVK & Ко' };

const entry: AtomEntry = {
  key: 'https://vk.com/wall-1_2',
  title: 'Новости: Открыли метро',
  author: 'Новости',
  address: 'https://vk.com/wall-1_2',
  text: 'Открыли метро\n\nФраза: метро',
  photoUrl: null,
  links: [],
  publishedAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
};
const contents = { id: '8', title: 'Дороги', entries: [entry] };

const childrenOf = ({ children }: XmlElement, name: string) => children.filter((child) => child.name === name);
const textOf = (element: XmlElement, name: string) => childrenOf(element, name)[0]?.text;
const linksOf = (element: XmlElement) => childrenOf(element, 'link').map(({ attributes }) => attributes);

const readFeed = (changes: Partial<typeof contents> = {}) => parseXml(renderAtom({ ...contents, ...changes }, place));
const readEntry = (changes: Partial<typeof entry>) =>
  childrenOf(readFeed({ entries: [{ ...entry, ...changes }] }), 'entry')[0] as XmlElement;

/** Decodes text and attributes; the renderer writes no other entities. */
const fromHtml = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

test('a feed has its ID without the token, its links, its newest time and an author', () => {
  const feed = readFeed();
  expect(feed.name).toBe('feed');
  expect(feed.attributes.xmlns).toBe('http://www.w3.org/2005/Atom');
  expect([textOf(feed, 'id'), textOf(feed, 'title'), textOf(feed, 'updated')]).toEqual([
    'https://monitor.example/base/atom/8',
    'Дороги',
    '2026-11-01T10:00:00.000Z',
  ]);
  expect(linksOf(feed)).toEqual([
    { rel: 'alternate', href: 'https://monitor.example/base/ldvknf/alerts' },
    { rel: 'self', href: 'https://monitor.example/base/atom/8-token' },
  ]);
  expect(textOf(childrenOf(feed, 'author')[0] as XmlElement, 'name')).toBe('LDVK & Ко');
});

test('an entry has its paragraphs and its links, and links to the console are absolute', () => {
  const links = [{ text: '5 постов', address: '/ldvknf/posts?since=3&until=9' }];
  const read = readEntry({ address: '/ldvknf/alerts', links });
  expect(linksOf(read)).toEqual([{ href: 'https://monitor.example/base/ldvknf/alerts' }]);
  expect(textOf(read, 'content')).toBe(
    '<p>Открыли метро</p><p>Фраза: метро</p>' +
      '<p><a href="https://monitor.example/base/ldvknf/posts?since=3&amp;until=9">5 постов</a></p>',
  );
  expect([textOf(read, 'published'), textOf(read, 'updated')]).toEqual([entry.publishedAt, entry.updatedAt]);
});

test('a feed without entries is valid, with a fixed time', () => {
  expect(updatedAt({ ...contents, entries: [] })).toBe(0);
  expect(textOf(readFeed({ entries: [] }), 'updated')).toBe('1970-01-01T00:00:00.000Z');
});

test.each([
  '<script>alert(1)</script>',
  ']]>',
  ']]]]>><![CDATA[',
  '&amp; &lt;b&gt; &#1; &nbsp;',
  '"\'',
  '\u0000\u0001\u0008\u000b\u001f\ufffe\uffff\ud800x\udfff',
  '<!-- --> <?xml version="1.0"?>',
])('the text %j is well-formed XML and comes back as plain text', (text) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the subject
  const shown = text.toWellFormed().replaceAll(/[\u0000-\u001f\ufffe\uffff]/g, '');
  const read = readEntry({ title: text, author: text, text });
  expect(fromHtml(textOf(read, 'title') ?? '')).toBe(shown);
  expect(textOf(read, 'content')).not.toMatch(/<(?!\/?p>)/);
  expect(fromHtml(textOf(read, 'content') ?? '')).toBe(`<p>${shown}</p>`);
  expect(textOf(childrenOf(read, 'author')[0] as XmlElement, 'name')).toBe(shown);
  expect(textOf(readFeed({ title: text }), 'title')).toBe(shown);
});

test('every text is well-formed XML', () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) => {
      readEntry({ title: text, author: text, text });
      readFeed({ title: text });
    }),
  );
});
