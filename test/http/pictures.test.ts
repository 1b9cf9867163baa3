// Proves: README#users
/** The pictures of README show the pages as they are now: a page that has changed needs `npm run screenshots`. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fillDemo } from '../../scripts/demo/fill-demo.ts';
import { type Pictures, picturesFile, picturesFolder, readHeadings } from '../../scripts/demo/pictures.ts';
import { demoAccounts } from '../../scripts/demo/world/accounts.ts';
import { startTestBackend } from '../support/backend.ts';
import { createTestConsole, createVisitor } from '../support/test-console.ts';

const root = path.join(import.meta.dirname, '../..');
const { now: time, pictures } = JSON.parse(readFileSync(path.join(root, picturesFile), 'utf8')) as Pictures;
const maxBytes = 1.2 * 1024 * 1024;

const fileOf = (name: string): string => `${picturesFolder}/${name}.webp`;

test('README shows five pictures of at most 1.2 MB together', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const shown = [...readme.matchAll(/!\[[^\]]+\]\((\.readme\/[^)]+)\)/g)].map(([, file]) => file);
  expect(shown).toEqual(pictures.map(({ name }) => fileOf(name)));
  expect(shown).toHaveLength(5);
  const sizes = pictures.map(({ name }) => statSync(path.join(root, fileOf(name))).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxBytes);
});

test('the pages have the headings and columns of their pictures', async () => {
  const now = () => Date.parse(time);
  const backend = await startTestBackend({ now });
  try {
    await fillDemo(backend.store, { now: now(), origin: 'http://127.0.0.1:1' });
    const visitor = createVisitor(createTestConsole({ apiUrl: backend.url, now }).app);
    const [{ client_id, password }] = demoAccounts.clients;
    // The first request asks for the backend's kind.
    await visitor.get('/login');
    await visitor.postForm('/login', { type: 'client', client_id, password });
    for (const { address, h1, sections, columns } of pictures)
      expect([address, readHeadings((await visitor.get(address)).text)]).toEqual([address, { h1, sections, columns }]);
  } finally {
    await backend.close();
  }
});
