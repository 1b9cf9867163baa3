/** Proves the direction of imports of design §2 over every source file. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const sources = globSync('{client,server,shared}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file));

const importPattern = /(?:^|[\s;}])(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;

/** What a file imports: paths of ours from the project's folder, names of packages as they stand. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(importPattern)].map(([, target = '']) =>
    target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target,
  );
}

const within =
  (...folders: string[]) =>
  (target: string) =>
    folders.some((folder) => target === folder || target.startsWith(`${folder}/`));
const isOurs = within('client', 'server', 'shared', 'scripts', 'test');

/** Every «file → target» of the files that `from` picks whose target is ours and that `to` refuses. */
function strayImports(from: (file: string) => boolean, to: (target: string) => boolean): string[] {
  return sources
    .filter(from)
    .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
    .filter(({ target }) => isOurs(target) && !to(target))
    .map(({ file, target }) => `${file} → ${target}`);
}

describe('imports', () => {
  test('the pattern finds what a source file imports, types and calls included', () => {
    expect(importsOf('shared/islands.ts')).toEqual(
      expect.arrayContaining(['shared/api/clients.ts', 'shared/list-query.ts']),
    );
  });

  test('client imports client and shared only', () => {
    expect(strayImports(within('client'), within('client', 'shared'))).toEqual([]);
  });

  test('shared imports shared only', () => {
    expect(strayImports(within('shared'), within('shared'))).toEqual([]);
  });

  test('the platform imports itself and shared only', () => {
    expect(strayImports(within('server/platform'), within('server/platform', 'shared'))).toEqual([]);
  });

  test('the embedded backend imports itself, the platform and shared only', () => {
    expect(strayImports(within('server/backend'), within('server/backend', 'server/platform', 'shared'))).toEqual([]);
  });

  test('nothing but main.ts imports the embedded backend', () => {
    const outside = (file: string) => !within('server/backend')(file) && file !== 'server/main.ts';
    expect(strayImports(outside, (target) => !within('server/backend')(target))).toEqual([]);
  });

  test('of the server, pages and render alone import client', () => {
    const others = (file: string) => within('server')(file) && !within('server/pages', 'server/render')(file);
    expect(strayImports(others, (target) => !within('client')(target))).toEqual([]);
  });

  test('shared knows no Node, no DOM, no React and no package', () => {
    const packages = sources
      .filter(within('shared'))
      .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
      .filter(({ target }) => !isOurs(target))
      .map(({ file, target }) => `${file} → ${target}`);
    const dom = sources
      .filter(within('shared'))
      .filter((file) =>
        /\b(?:document|window|localStorage|process)\./.test(readFileSync(path.join(root, file), 'utf8')),
      );
    expect({ packages, dom }).toEqual({ packages: [], dom: [] });
  });
});
