/** Checks README and docs against the code: settings, commands, links, and sections that comments cite. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../server/platform/read-config.ts';
import { settings } from '../server/platform/settings.ts';
import { capabilities } from '../shared/capabilities.ts';

const root = path.dirname(import.meta.dirname);
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const documents = globSync('{README.md,docs/*.md,test/README.md,scripts/**/README.md}', { cwd: root });

test('the table of docs/settings.md has every setting of the code with its default', () => {
  const rows = [...read('docs/settings.md').matchAll(/^\| `([A-Z0-9_]+)` \| (?:`(.+?)`|unset) \| .+ \|$/gm)];
  // A pipe in a table is escaped.
  const documented = rows.map(([, name, fallback = '']) => [name, fallback.replaceAll('\\|', '|')]);
  const actual = Object.entries(settings).map(([name, { fallback }]) => [name, fallback]);
  expect(documented).toEqual(actual.filter(([name]) => name !== 'NODE_ENV'));
});

test('the table of capabilities in docs/product.md has every capability of the code', () => {
  const [, table = ''] = /\n\| capability \| call \|\n([\s\S]*?)\n\n/.exec(read('docs/product.md')) ?? [];
  const documented = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(capabilities.toSorted());
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
  expect(links).toContain('docs/product.md');
  expect(links.filter((target) => !existsSync(path.join(root, target)))).toEqual([]);
});

test('every section of docs/product.md that the code refers to exists', () => {
  const sections = [...read('docs/product.md').matchAll(/^## (\d+) /gm)].map(([, number]) => number);
  const sources = globSync('{client,server,shared,scripts,test}/**/*.{ts,tsx,mjs,css}', { cwd: root });
  const references = sources.flatMap((file) =>
    [...read(file).matchAll(/docs\/product\.md, sections? (\d+)/g)].map(([, number]) => ({ file, number })),
  );
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter(({ number }) => !sections.includes(number ?? ''))).toEqual([]);
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
