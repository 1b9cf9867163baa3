/** Tests the browser's files: the manifest, the style sheet and the compressed copies. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { coloursCss } from '../../client/styles/colours.ts';
import type { ClientEntry } from '../../shared/client-manifest.ts';
import { finishFiles } from '../build.ts';
import { buildClient, buildStyles } from './client.ts';
import { classNamesCode } from './css-modules.ts';

const project = path.join(import.meta.dirname, '../..');

/** Creates a small project in a temporary folder, which is removed after the test. */
function makeProject(files: Record<string, string>): { root: string; outDir: string } {
  const root = mkdtempSync(path.join(tmpdir(), 'ldvk-build-'));
  roots.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return { root, outDir: path.join(root, 'dist') };
}

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const twoPages = {
  'client/entries/words.tsx': `import { table } from '../table.ts'; import { bar } from '../bar.ts'; table(bar); import('../dialog.ts').then(({ open }) => open());`,
  'client/entries/posts.tsx': `import { table } from '../table.ts'; import { bar } from '../bar.ts'; table(bar);`,
  'client/entries/shell.ts': `import { text } from '../text.ts'; console.log(text); import('../menu.ts').then(({ open }) => open());`,
  'client/entries/words.test.ts': `throw new Error('a test is no entry');`,
  'client/table.ts': `import styles from './table.module.css'; import { text } from './text.ts'; export const table = (bar) => console.log('a table', styles.row, bar, text, process.env.NODE_ENV);`,
  'client/bar.ts': `export const bar = 'a bar'; console.log(bar);`,
  'client/text.ts': `export const text = 'a text'.repeat(Date.now());`,
  'client/dialog.ts': `import { bar } from './bar.ts'; export const open = () => console.log('a dialog', bar);`,
  'client/menu.ts': `import { text } from './text.ts'; export const open = () => console.log('a menu', text);`,
  'client/table.module.css': '.row { color: red }',
  'client/styles/base.css': 'body { margin: 0 }',
  'client/styles/tokens.css': ':root{--space-1:4px}',
  'client/static/favicon.svg': '<svg/>',
};

describe('buildClient', () => {
  /** Returns the code of an entry with its static imports. */
  const codeOf = (outDir: string, entry: ClientEntry | undefined): string =>
    [entry?.file ?? '', ...(entry?.imports ?? [])]
      .map((file) => readFileSync(path.join(outDir, 'client', file), 'utf8'))
      .join('\n');

  test('lists each entry with its file and static imports, without lazy chunks', async () => {
    const { root, outDir } = makeProject(twoPages);
    const { entries } = await buildClient({ root, outDir, mode: 'production' });
    expect(Object.keys(entries).sort()).toEqual(['posts', 'shell', 'words']);
    expect(entries.words?.file).toMatch(/^assets\/words-[A-Z0-9]{8}\.js$/);
    const code = codeOf(outDir, entries.words);
    for (const part of ['a table', 'a bar', 'a text', 'table_row', 'production']) expect(code).toContain(part);
    expect(code).not.toContain('a dialog');
  });

  test('merges modules that two pages and a dialog share into one chunk, which the shell does not load', async () => {
    const { root, outDir } = makeProject(twoPages);
    const { entries } = await buildClient({ root, outDir, mode: 'production' });
    expect(entries.words?.imports).toHaveLength(2);
    expect(entries.posts?.imports.toSorted()).toEqual(entries.words?.imports.toSorted());
    expect(entries.shell?.imports).toHaveLength(1);
    const code = codeOf(outDir, entries.shell);
    expect(code).toContain('a text');
    expect(code).not.toMatch(/a table|a bar|a menu/);
  });

  test('the largest page does not load modules that only the others share', async () => {
    const { root, outDir } = makeProject({
      ...twoPages,
      'client/entries/owners.tsx': `import { bar } from '../bar.ts'; import { row } from '../row.ts'; console.log(bar, row);`,
      'client/entries/words.tsx': `import { bar } from '../bar.ts'; import { row } from '../row.ts'; console.log(bar, row, 'words');`,
      'client/row.ts': `export const row = 'a row'; console.log(row);`,
    });
    const { entries } = await buildClient({ root, outDir, mode: 'production' });
    expect(codeOf(outDir, entries.posts)).toContain('a bar');
    expect(codeOf(outDir, entries.posts)).not.toContain('a row');
    for (const page of ['owners', 'words']) expect(codeOf(outDir, entries[page])).toContain('a row');
  });

  test('a page contains only the texts that it uses, not the texts of other pages and dialogs', async () => {
    const { root, outDir } = makeProject({
      'shared/messages.ts': `export const ours = 'our text'; export const theirs = 'their text'; export const later = 'a later text';`,
      'client/entries/words.tsx': `import * as messages from '../../shared/messages.ts'; console.log(messages.ours); import('../dialog.ts');`,
      'client/entries/posts.tsx': `import * as messages from '../../shared/messages.ts'; console.log(messages.theirs);`,
      'client/dialog.ts': `import * as messages from '../shared/messages.ts'; console.log(messages.ours, messages.later);`,
      'client/styles/base.css': '',
      'client/styles/tokens.css': '',
    });
    const { entries } = await buildClient({ root, outDir, mode: 'production' });
    expect(codeOf(outDir, entries.words)).toContain('our text');
    expect(codeOf(outDir, entries.words)).not.toMatch(/their text|a later text/);
    expect(codeOf(outDir, entries.posts)).toContain('their text');
  });

  test('the style sheet has colours, tokens and base first, then the modules with renamed classes', async () => {
    const { root, outDir } = makeProject(twoPages);
    const { styles } = await buildClient({ root, outDir, mode: 'production' });
    const sheet = readFileSync(path.join(outDir, 'client', styles), 'utf8').trim();
    expect(sheet.startsWith(coloursCss)).toBe(true);
    expect(sheet.slice(coloursCss.length).trim()).toBe(':root{--space-1:4px}body{margin:0}.table_row{color:red}');
  });

  test('writes static files and the manifest next to the assets', async () => {
    const { root, outDir } = makeProject(twoPages);
    const manifest = await buildClient({ root, outDir, mode: 'production' });
    expect(readFileSync(path.join(outDir, 'client/favicon.svg'), 'utf8')).toBe('<svg/>');
    expect(JSON.parse(readFileSync(path.join(outDir, 'client/manifest.json'), 'utf8'))).toEqual(manifest);
  });
});

describe('buildStyles', () => {
  const sheetOf = async (root: string, outDir: string) =>
    readFileSync(path.join(outDir, 'client', (await buildStyles({ root, outDir, mode: 'production' })).styles), 'utf8');

  test('the sheet for pages without scripts names only classes of the other sheet', async () => {
    const { outDir } = makeProject({});
    const { styles, noscriptStyles } = await buildStyles({ root: project, outDir, mode: 'production' });
    const classesOf = (file: string) =>
      readFileSync(path.join(outDir, 'client', file), 'utf8').match(/\.[a-z]\w*/g) ?? [];
    const named = classesOf(noscriptStyles);
    const known = new Set(classesOf(styles));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('two modules with the same file name are rejected', async () => {
    const { root, outDir } = makeProject({ 'client/a/row.module.css': '.a{}', 'client/b/row.module.css': '.b{}' });
    await expect(sheetOf(root, outDir)).rejects.toThrow('client/a/row.module.css and client/b/row');
  });

  test('every class of the console is in the sheet under the name that its components use', async () => {
    const sheet = await sheetOf(project, makeProject({}).outDir);
    const modules = globSync('client/**/*.module.css', { cwd: project });
    const missing: string[] = [];
    for (const file of modules) {
      const code = classNamesCode(path.join(project, file));
      const names = [...code.matchAll(/: "([^"]+)"/g)].map(([, name = '']) => name);
      missing.push(...names.filter((name) => !new RegExp(`\\.${name}(?![\\w-])|@keyframes ${name}`).test(sheet)));
      if (names.length === 0) missing.push(file);
    }
    expect(modules.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });
});

describe('finishFiles', () => {
  test('minifies scripts, and compresses text files but no others', async () => {
    const { root } = makeProject({ 'a.js': 'export const a = 1 + 1;\n', 'deep/b.svg': '<svg/>', 'c.png': 'png' });
    await finishFiles(root);
    expect(globSync('**/*.*', { cwd: root }).sort()).toEqual(
      ['a.js', 'a.js.br', 'a.js.gz', 'c.png', 'deep/b.svg', 'deep/b.svg.br', 'deep/b.svg.gz'].sort(),
    );
    const [script, brotli, gzip] = ['a.js', 'a.js.br', 'a.js.gz'].map((name) => readFileSync(path.join(root, name)));
    expect(script?.toString()).toBe('export const a=2;');
    expect(brotliDecompressSync(brotli ?? '')).toEqual(script);
    expect(gunzipSync(gzip ?? '')).toEqual(script);
  });

  test('fails when a script cannot be minified', async () => {
    const { root } = makeProject({ 'a.js': 'const a = ;' });
    await expect(finishFiles(root)).rejects.toThrow('Unexpected token');
  });
});
