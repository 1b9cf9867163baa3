import { safeNextPath } from './next-path.ts';

test.each(['/profile', '/ldvknf/words?sort=-text', '/ldvknf/posts?text=%D1%91%2F&word=7', '/'])(
  '%s is accepted',
  (next) => {
    expect(safeNextPath(next)).toBe(next);
  },
);

const hostile = [
  '',
  'profile',
  'http://evil.test',
  'https:/evil.test',
  'https:evil.test',
  '//evil.test',
  '///evil.test',
  '////evil.test',
  '/\\evil.test',
  '\\/evil.test',
  '\\\\evil.test',
  '/\\/evil.test',
  '/%5cevil.test',
  '/%5Cevil.test',
  '/%2fevil.test',
  '/%2Fevil.test',
  '%2f%2fevil.test',
  '/%2f/evil.test',
  '/a//evil.test',
  '/.//evil.test',
  '/..//evil.test',
  '/./evil',
  '/a/../..//evil.test',
  '/%2e%2e/evil.test',
  '/%2e/evil.test',
  '/.%2e/',
  '/\tevil.test',
  '/\n/evil.test',
  '/\r\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  ' /evil.test',
  '/\u0000/evil.test',
  '/%09/evil.test',
  '/%0a/evil.test',
  '/%0d%0aSet-Cookie:a=b',
  '/%00',
  '/%7f',
  '/%255cevil.test',
  '/%252fevil.test',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '/\u2028evil.test',
  '/\u2029evil.test',
  '/\u0085evil.test',
  'http:///evil.test',
  'http:\\\\evil.test',
  '@evil.test',
  '.evil.test',
  ':80',
  '?next=//evil.test',
  '#//evil.test',
  `/${'a'.repeat(2001)}`,
  '〱//evil.test',
  '／／evil.test',
];

test.each(hostile)('%j is rejected', (next) => {
  expect(safeNextPath(next)).toBeNull();
});

test.each([undefined, null, 7, ['/profile'], {}])('%p is rejected', (next) => {
  expect(safeNextPath(next)).toBeNull();
});

test('accepted paths stay on the origin when a browser resolves them', () => {
  for (const next of [...hostile, '/a?b=//evil.test', '/a#//evil.test', '/a?b=\\evil']) {
    const path = safeNextPath(next);
    if (path !== null) expect(new URL(path, 'http://console.test').origin).toBe('http://console.test');
  }
});
