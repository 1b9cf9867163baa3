// Proves: layers#folders, sign-in#sessions
/** Checks the allowed imports between folders (docs/product/layers.md) and that there are no import cycles. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const listFiles = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.d\.ts$/.test(file));
const sources = listFiles('{client,server,shared}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
const allFiles = listFiles('{client,server,shared,scripts,test}/**/*.{ts,tsx,mjs}');

const importPattern = /(?:^|[\s;}])(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;

/** Returns the imports of a file: project files by their path from the project's folder, packages by name. */
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
/**
 * The layers of the server from the lowest up, with their folders. `server` and `server/backend` are only the files directly in
 * them.
 */
const layers: readonly (readonly [layer: string, folders: readonly string[]])[] = [
  ['platform', ['server/platform']],
  ['rules', ['server/backend/rules']],
  ['store', ['server/backend/store']],
  ['feed', ['server/backend/feed']],
  ['http', ['server/backend/http']],
  ['domain', ['server/backend/domain']],
  ['reports', ['server/backend/reports']],
  ['resources', ['server/backend/resources']],
  ['jobs', ['server/backend/jobs', 'server/backend/import']],
  ['serve', ['server/backend']],
  ['session', ['server/session', 'server/backend-link']],
  ['render', ['server/render', 'server/charts', 'server/http']],
  ['pages', ['server/pages', 'server/export', 'server/atom']],
  ['app', ['server']],
];

/** The longest folder of the table that contains the file, with the number of its layer. */
function placeOf(file: string): { folder: string; layer: number } | undefined {
  const has = (folder: string) =>
    folder === 'server' || folder === 'server/backend'
      ? path.posix.dirname(file) === folder
      : file.startsWith(`${folder}/`);
  const places = layers.flatMap(([, folders], layer) => folders.filter(has).map((folder) => ({ folder, layer })));
  return places.toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

const isOurs = within('client', 'server', 'shared', 'scripts', 'test');

/** Returns «file → target» for every import from a file that `from` accepts to a project file that `to` rejects. */
function forbiddenImports(from: (file: string) => boolean, to: (target: string) => boolean): string[] {
  return sources
    .filter(from)
    .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
    .filter(({ target }) => isOurs(target) && !to(target))
    .map(({ file, target }) => `${file} → ${target}`);
}

/** Returns the files of one import cycle in order, or an empty list. */
function findCycle(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const rest = new Map(imports);
  const importsInRest = (file: string) => (rest.get(file) ?? []).filter((target) => rest.has(target));
  let size: number;
  do {
    size = rest.size;
    for (const file of [...rest.keys()]) if (importsInRest(file).length === 0) rest.delete(file);
  } while (rest.size < size);
  // Every remaining file imports another remaining one, so this walk returns to a file it has visited.
  const walk: string[] = [];
  let [file] = rest.keys();
  while (file !== undefined && !walk.includes(file)) {
    walk.push(file);
    [file] = importsInRest(file);
  }
  return file === undefined ? [] : walk.slice(walk.indexOf(file));
}

describe('imports', () => {
  test('the pattern finds what a source file imports, types and calls included', () => {
    expect(importsOf('shared/pages/islands.ts')).toEqual(
      expect.arrayContaining(['shared/api/posts.ts', 'shared/list-query.ts']),
    );
  });

  test('a cycle is found, even behind files that only lead to it', () => {
    const imports = { entry: ['a'], a: ['b', 'leaf'], b: ['c'], c: ['a'], leaf: [] };
    expect(findCycle(new Map(Object.entries(imports))).toSorted()).toEqual(['a', 'b', 'c']);
    expect(findCycle(new Map(Object.entries({ ...imports, c: ['leaf'] })))).toEqual([]);
  });

  test('no files import each other in a cycle, types and calls included', () => {
    expect(findCycle(new Map(allFiles.map((file) => [file, importsOf(file)])))).toEqual([]);
  });

  test('client imports client and shared only', () => {
    expect(forbiddenImports(within('client'), within('client', 'shared'))).toEqual([]);
  });

  test('shared imports shared only', () => {
    expect(forbiddenImports(within('shared'), within('shared'))).toEqual([]);
  });

  test('the platform imports itself and shared only', () => {
    expect(forbiddenImports(within('server/platform'), within('server/platform', 'shared'))).toEqual([]);
  });

  test('jobs import no resources: code that both need is in the domain', () => {
    const hasNoResources = (target: string) => !within('server/backend/resources')(target);
    expect(forbiddenImports(within('server/backend/jobs'), hasNoResources)).toEqual([]);
  });

  test('every file of the server has a layer, and imports no higher one', () => {
    const files = sources.filter(within('server'));
    const upward = files.flatMap((file) => {
      const { layer } = placeOf(file) ?? { layer: -1 };
      return importsOf(file)
        .filter((target) => (placeOf(target)?.layer ?? 0) > layer)
        .map((target) => `${file} → ${target}`);
    });
    expect(upward).toEqual([]);
    expect(files.filter((file) => placeOf(file) === undefined)).toEqual([]);
  });

  test('no folders of one layer import each other in a cycle', () => {
    const imports = new Map<string, string[]>(layers.flatMap(([, folders]) => folders.map((folder) => [folder, []])));
    for (const file of sources) {
      const from = placeOf(file);
      for (const target of importsOf(file)) {
        const to = placeOf(target);
        if (from && to && from.layer === to.layer && from.folder !== to.folder)
          imports.get(from.folder)?.push(to.folder);
      }
    }
    expect(findCycle(imports)).toEqual([]);
  });

  test('the embedded backend imports itself, the platform and shared only', () => {
    expect(forbiddenImports(within('server/backend'), within('server/backend', 'server/platform', 'shared'))).toEqual(
      [],
    );
  });

  test('only main.ts imports the embedded backend', () => {
    const outside = (file: string) => !within('server/backend')(file) && file !== 'server/main.ts';
    expect(forbiddenImports(outside, (target) => !within('server/backend')(target))).toEqual([]);
  });

  test('the store does not import the feed, and the feed imports rules and store only', () => {
    const isFeed = within('server/backend/feed');
    expect(forbiddenImports(within('server/backend/store'), (target) => !isFeed(target))).toEqual([]);
    const below = within('server/backend/rules', 'server/backend/store', 'server/platform', 'shared');
    expect(forbiddenImports(isFeed, (target) => isFeed(target) || below(target))).toEqual([]);
  });

  test('the feed is only imported through its entry point', () => {
    const isEntrance = (target: string) => target === 'server/backend/feed/feed.ts';
    const outside = (file: string) => !within('server/backend/feed')(file);
    expect(forbiddenImports(outside, (target) => !within('server/backend/feed')(target) || isEntrance(target))).toEqual(
      [],
    );
  });

  test('in the server, only pages, charts and render import client', () => {
    const others = (file: string) =>
      within('server')(file) && !within('server/pages', 'server/charts', 'server/render')(file);
    expect(forbiddenImports(others, (target) => !within('client')(target))).toEqual([]);
  });

  test('shared uses no Node, no DOM, no React and no package', () => {
    const shared = sources.filter(within('shared'));
    const packages = shared.flatMap((file) => importsOf(file).filter((target) => !isOurs(target)));
    const dom = shared.filter((file) =>
      /\b(?:document|window|localStorage|process)\./.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect({ packages, dom }).toEqual({ packages: [], dom: [] });
  });

  test('only client/lib/storage.ts uses the browser’s storage, which can throw', () => {
    const users = sources.filter(
      (file) =>
        within('client')(file) && /\b(?:local|session)Storage\b/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(users).toEqual(['client/lib/storage.ts']);
  });
});
