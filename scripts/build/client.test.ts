/** Proves the browser's files: the manifest, the one style sheet and the compressed copies. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { cssClassNames } from '../css-names.ts';
import { buildClient } from './client.ts';
import { compressFiles } from './compress.ts';
import { joinStyles } from './styles.ts';

const project = path.join(import.meta.dirname, '../..');

/** A small project in a folder of its own, removed after the test. */
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

const twoEntries = {
  'client/entries/words.ts': `import { table } from '../table.ts'; table(); import('../dialog.ts').then(({ open }) => open());`,
  'client/entries/posts.ts': `import { table } from '../table.ts'; table();`,
  'client/entries/words.test.ts': `throw new Error('a test is no entry');`,
  'client/table.ts': `import styles from './table.module.css'; export const table = () => console.log(styles.row, process.env.NODE_ENV);`,
  'client/dialog.ts': `export const open = () => console.log('dialog');`,
  'client/table.module.css': '.row { color: red; &:hover { color: blue } }',
  'client/styles/base.css': 'body { margin: 0 }',
  'client/styles/tokens.css': ':root{--space-1:4px}',
  'client/static/favicon.svg': '<svg/>',
};

describe('buildClient', () => {
  test('an entry is listed with its file and the chunks it needs at once, not with those it may load later', async () => {
    const { root, outDir } = makeProject(twoEntries);
    const { entries } = await buildClient({ root, outDir, mode: 'production' });
    expect(Object.keys(entries).sort()).toEqual(['posts', 'words']);
    expect(entries.words?.file).toMatch(/^assets\/words-[A-Z0-9]{8}\.js$/);
    expect(entries.words?.imports).toEqual(entries.posts?.imports);
    const [chunk = '', ...others] = entries.words?.imports ?? [];
    expect(others).toEqual([]);
    const code = readFileSync(path.join(outDir, 'client', chunk), 'utf8');
    expect(code).toContain('table_row');
    expect(code).toContain('production');
  });

  test('the style sheet opens with tokens and base, then has the modules by their page names', async () => {
    const { root, outDir } = makeProject(twoEntries);
    const { styles } = await buildClient({ root, outDir, mode: 'production' });
    const sheet = readFileSync(path.join(outDir, 'client', styles), 'utf8').trim();
    expect(sheet).toBe(':root{--space-1:4px}body{margin:0}.table_row{color:red;&:hover{color:#00f}}');
  });

  test('static files and the manifest stand beside the assets', async () => {
    const { root, outDir } = makeProject(twoEntries);
    const manifest = await buildClient({ root, outDir, mode: 'production' });
    expect(readFileSync(path.join(outDir, 'client/favicon.svg'), 'utf8')).toBe('<svg/>');
    expect(JSON.parse(readFileSync(path.join(outDir, 'client/manifest.json'), 'utf8'))).toEqual(manifest);
  });
});

describe('joinStyles', () => {
  test('two modules of one file name are refused', async () => {
    const { root } = makeProject({ 'client/a/row.module.css': '.a{}', 'client/b/row.module.css': '.b{}' });
    await expect(joinStyles({ root, mode: 'production' })).rejects.toThrow('client/a/row.module.css and client/b/row');
  });

  test('composes is refused, because no one would resolve it', async () => {
    const { root } = makeProject({ 'client/row.module.css': '.a { composes: b; }' });
    await expect(joinStyles({ root, mode: 'production' })).rejects.toThrow('composes');
  });

  test('every class of the console is in the sheet under the name that its components use', async () => {
    const sheet = await joinStyles({ root: project, mode: 'production' });
    const modules = globSync('client/**/*.module.css', { cwd: project });
    const missing = modules.flatMap((file) => {
      const names = Object.values(cssClassNames(file, readFileSync(path.join(project, file), 'utf8')));
      return names.filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(sheet));
    });
    expect(modules.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });
});

describe('compressFiles', () => {
  test('text files get copies that unpack to the same bytes, others stay alone', async () => {
    const { root } = makeProject({ 'a.js': 'x'.repeat(5000), 'deep/b.svg': '<svg/>', 'c.png': 'png' });
    await compressFiles(root);
    expect(globSync('**/*.*', { cwd: root }).sort()).toEqual(
      ['a.js', 'a.js.br', 'a.js.gz', 'c.png', 'deep/b.svg', 'deep/b.svg.br', 'deep/b.svg.gz'].sort(),
    );
    expect(brotliDecompressSync(readFileSync(path.join(root, 'a.js.br'))).toString()).toBe('x'.repeat(5000));
    expect(gunzipSync(readFileSync(path.join(root, 'a.js.gz'))).toString()).toBe('x'.repeat(5000));
  });
});
