// Proves: README#chapters
/** Checks README and docs against the code: settings, commands, links, and sections that comments cite. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../server/platform/read-config.ts';
import { settings } from '../server/platform/settings.ts';
import { ownCallNames } from '../shared/backend-kind.ts';
import { routes } from '../shared/routes.ts';
import { readSections } from './test/read-sections.ts';

const root = path.dirname(import.meta.dirname);
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const documents = globSync('{README.md,docs/**/*.md,test/README.md,scripts/**/README.md}', { cwd: root });

test('the table of docs/settings.md has every setting of the code with its default', () => {
  const rows = [...read('docs/settings.md').matchAll(/^\| `([A-Z0-9_]+)` \| (?:`(.+?)`|unset) \| .+ \|$/gm)];
  // A pipe in a table is escaped.
  const documented = rows.map(([, name, fallback = '']) => [name, fallback.replaceAll('\\|', '|')]);
  const actual = Object.entries(settings).map(([name, { fallback }]) => [name, fallback]);
  expect(documented).toEqual(actual.filter(([name]) => name !== 'NODE_ENV'));
});

test('the table of calls of our own backend in docs/product/api.md has every name that our own backend lists', () => {
  const [, table = ''] = /\n\| name \| call \|\n([\s\S]*?)\n\n/.exec(read('docs/product/api.md')) ?? [];
  const documented = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(ownCallNames.toSorted());
});

test('the sign-on recipes of docs/operations.md have valid settings', () => {
  const operations = read('docs/operations.md');
  const [, roles = ''] = /```json\n(\[[^`]+)```/.exec(operations) ?? [];
  const recipes = [...operations.matchAll(/```env\n([^`]+)```/g)].map(([, lines = '']) =>
    Object.fromEntries(
      lines
        .trim()
        .split('\n')
        .map((line) => /^([^=]+)=(.+)$/.exec(line)?.slice(1) ?? []),
    ),
  );
  expect(recipes).toHaveLength(3);
  for (const { SSO_ROLES_FILE, NODE_EXTRA_CA_CERTS, ...recipe } of recipes) {
    const names = Object.keys(recipe).map((name) => name.replace(/_FILE$/, ''));
    expect(names.filter((name) => !(name in settings))).toEqual([]);
    const plain = Object.fromEntries(Object.values(recipe).map((value, index) => [names[index], value]));
    expect(() => readConfig({ ...plain, SSO_ROLES: roles })).not.toThrow();
  }
});

test('every npm command that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = documents.flatMap((file) => [...read(file).matchAll(/\bnpm run ([a-z-]+)/g)].map(([, name]) => name));
  expect(named).toContain('demo');
  expect(named.filter((name = '') => !(name in scripts))).toEqual([]);
});

test('every relative link of a document is to a file that exists', () => {
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) =>
      path.join(path.dirname(file), target),
    ),
  );
  expect(links).toContain('docs/product/README.md');
  expect(links.filter((target) => !existsSync(path.join(root, target)))).toEqual([]);
});

const chapters = globSync('docs/product/*.md', { cwd: root });

test('every file that README names exists', () => {
  const named = [...read('README.md').matchAll(/`((?:client|server|shared|scripts|test|docs)\/[^`\s]*)`/g)];
  const paths = named.map(([, name = '']) => name.replaceAll(/<\w+>/g, '*'));
  expect(paths).toContain('server/backend/feed/filters.ts');
  expect(paths.filter((name) => globSync(name, { cwd: root }).length === 0)).toEqual([]);
});

test('the table of screens in README has every page', () => {
  const named = [...read('README.md').matchAll(/^\| (`\/.+?) \|/gm)].flatMap(([, paths = '']) => paths.split(', '));
  const actual = routes.map(({ path: page }) => `\`${page.replace(/\{(\w+)\}/g, '<$1>')}\``);
  expect(named.toSorted()).toEqual(actual.toSorted());
});

test('test/README.md has at most 80 lines', () => {
  expect(read('test/README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(80);
});

test('every chapter of docs/product has at most 200 lines, and a line in its table of chapters', () => {
  expect(chapters.filter((file) => read(file).split('\n').length > 201)).toEqual([]);
  const listed = [...read('docs/product/README.md').matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, name]) => name);
  const others = chapters.map((file) => path.basename(file)).filter((name) => name !== 'README.md');
  expect([...new Set(listed)].sort()).toEqual(others.sort());
});

test('every chapter and section of docs/product that code or documents refer to exists', () => {
  const sources = globSync('{client,server,shared,scripts,test}/**/*.{ts,tsx,mjs,css}', { cwd: root });
  const cited = sources.flatMap((file) => read(file).match(/docs\/product\/[\w-]+\.md(?:#[\p{L}\p{N}-]+)?/gu) ?? []);
  const linked = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\(((?!https?:)[^)]*)#([^)]+)\)/g)].map(
      ([, target = '', anchor]) => `${target === '' ? file : path.join(path.dirname(file), target)}#${anchor}`,
    ),
  );
  const sections = readSections(root).map((section) => `docs/product/${section.replace('#', '.md#')}`);
  const references = [...cited, ...linked.filter((target) => target.startsWith('docs/product/'))];
  expect(references).toContain('docs/product/api.md#calls');
  expect(references.filter((target) => ![...chapters, ...sections].includes(target))).toEqual([]);
});

/** The arguments of the call that begins with the bracket at `start`. */
function argumentsAt(source: string, start: number): string {
  let depth = 0;
  for (let index = start; index < source.length; index += 1) {
    if (source[index] === '(') depth += 1;
    if (source[index] === ')') depth -= 1;
    if (depth === 0) return source.slice(start, index);
  }
  return '';
}

/** The messages that the server logs at `warn` and above: each is a kind of fault. */
function loggedFaults(): string[] {
  const sources = globSync('server/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'));
  const logging = /\b(?:log|logger)(?:\.(?:warn|error|fatal)|\[[^\]]+\])\(|\b(?:logFailure|logFault)\(/g;
  return sources.flatMap((file) => {
    const source = read(file);
    const ofJobs = [...source.matchAll(/\bfault: '([^']+)'/g)].flatMap(([, text]) => text ?? []);
    const messages = [...source.matchAll(logging)].flatMap(({ 0: call, index }) => {
      const [, text] = /.*'([^']+)'/s.exec(argumentsAt(source, index + call.length - 1)) ?? [];
      return text === undefined ? [] : [text];
    });
    return [...ofJobs, ...messages];
  });
}

test('docs/operations.md has a line for every message that the server logs from warn upwards', () => {
  const table = read('docs/operations.md').split('**Faults in the log')[1]?.split('\n\n')[1] ?? '';
  const documented = [...table.matchAll(/^\| `(.+?)` \|/gm)].map(([, message]) => message);
  expect(documented.sort()).toEqual([...new Set(loggedFaults())].sort());
});
