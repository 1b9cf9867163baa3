/** The style guide shows all components, in development only. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTestConsole, createVisitor } from '../support/test-console.ts';

const visit = (environment: Record<string, string>) =>
  createVisitor(createTestConsole({ apiUrl: 'http://127.0.0.1:9', environment }).app).get('/styleguide');

test('in development the style guide shows components in their states', async () => {
  const { status, text } = await visit({ NODE_ENV: 'development' });
  expect(status).toBe(200);
  for (const title of ['Цвета', 'Кнопки', 'Поля', 'Таблицы', 'Диалоги']) expect(text).toContain(`<h2>${title}</h2>`);
  expect(text).toMatch(/<button[^>]*disabled=""[^>]*aria-busy="true"/);
  expect(text).toContain('role="alertdialog"');
  expect(text).toContain('role="combobox"');
});

test.each(['production', 'test', ''])('with NODE_ENV=%p there is no style guide', async (NODE_ENV) => {
  const { status, text } = await visit(NODE_ENV ? { NODE_ENV } : {});
  expect(status).toBe(404);
  expect(text).not.toContain('Кнопки');
});

/** Returns the file and everything that it imports, directly or not. Imports in comments do not count. */
function reach(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  for (const [, target = ''] of code.matchAll(/['"](\.[^'"]+\.tsx?)['"]/g)) {
    reach(path.resolve(path.dirname(file), target), found);
  }
  return found;
}

test('the style guide shows every component', () => {
  const root = path.join(import.meta.dirname, '../..');
  const files = globSync('client/components/*.tsx', { cwd: root, exclude: ['**/*.test.tsx', '**/hydrate-island.tsx'] });
  const components = files.map((file) => path.join(root, file));
  const shown = reach(path.join(root, 'server/pages/styleguide/styleguide-view.tsx'));
  expect(components.length).toBeGreaterThan(10);
  expect(components.filter((file) => !shown.has(file))).toEqual([]);
});
