/**
 * Merges chunks that are always loaded together. esbuild makes one chunk per set of entry points that share a module. Pages and
 * their lazy dialogs form many such sets, and so dozens of small files. A first build shows which modules are already loaded
 * when an entry point is requested. The second build adds imports of these modules to it, which costs nothing at run time and
 * leaves few sets: one chunk for the shell, one for what its later parts share with pages, one for pages with React, one per page
 * for what it shares with its dialogs, and few for what only smaller pages share. Without this a table page makes 31 more
 * requests and is 8–10 KiB (gzip) larger.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

type Outputs = Metafile['outputs'];
type ImportKind = Outputs[string]['imports'][number]['kind'];

/** Returns an output and everything that it reaches by imports of the given kinds. */
export function closureOf(outputs: Outputs, file: string, kinds: ImportKind[], found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const chunk of outputs[file]?.imports ?? []) {
    if (!chunk.external && kinds.includes(chunk.kind)) closureOf(outputs, chunk.path, kinds, found);
  }
  return found;
}

/** Returns the outputs of entries with React (`.tsx`, one per table page) or without (`.ts`, loaded first on every page). */
function entriesOf(outputs: Outputs, ending: '.ts' | '.tsx'): string[] {
  return Object.keys(outputs).filter((file) => {
    const source = outputs[file]?.entryPoint ?? '';
    return source.startsWith('client/entries/') && source.endsWith(ending);
  });
}

/** Returns the modules that an entry imports statically, except itself. */
function modulesOf(outputs: Outputs, entry: string): string[] {
  const chunks = [...closureOf(outputs, entry, ['import-statement'])];
  const inputs = chunks.flatMap((chunk) => Object.entries(outputs[chunk]?.inputs ?? {}));
  return inputs.flatMap(([module, { bytesInOutput }]) =>
    bytesInOutput > 0 && module !== outputs[entry]?.entryPoint ? module : [],
  );
}

/** Returns the shells and the parts that they load on demand without React, directly or through another such part. */
function partsWithoutReact(outputs: Outputs, files: string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file) || outputs[file]?.entryPoint?.endsWith('.tsx')) continue;
    found.add(file);
    const imports = outputs[file]?.imports.filter(({ external }) => !external) ?? [];
    partsWithoutReact(
      outputs,
      imports.map((chunk) => chunk.path),
      found,
    );
  }
  return found;
}

/**
 * Returns the modules of the largest page that another page loads too. Modules that only smaller pages share stay separate: one
 * chunk for all would add them to the largest page.
 */
function sharedWithLargest(outputs: Outputs, ofPages: ReadonlyMap<string, string[]>): string[] {
  const sizeOf = (entry: string): number =>
    [...closureOf(outputs, entry, ['import-statement'])].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
  const [largest, ...others] = [...ofPages.keys()].sort((a, b) => sizeOf(b) - sizeOf(a));
  const ofOthers = new Set(others.flatMap((entry) => ofPages.get(entry) ?? []));
  return (ofPages.get(largest ?? '') ?? []).filter((module) => ofOthers.has(module));
}

/** Returns, per source of an entry point or lazy part, the modules that are loaded before it or with it. */
function modulesLoadedWith(outputs: Outputs): Map<string, string[]> {
  const [shells, pages] = [entriesOf(outputs, '.ts'), entriesOf(outputs, '.tsx')];
  const ofPages = new Map(pages.map((entry) => [entry, modulesOf(outputs, entry)]));
  const shellParts = partsWithoutReact(outputs, shells);
  const withoutReact = [...shellParts].flatMap((part) => (outputs[part]?.entryPoint ? modulesOf(outputs, part) : []));
  const used = new Set([...shells.flatMap((entry) => modulesOf(outputs, entry)), ...[...ofPages.values()].flat()]);
  const common = [...new Set(withoutReact)].filter((module) => used.has(module));
  const shared = sharedWithLargest(outputs, ofPages);
  const loadedBy = (part: string): string[] => {
    const reaches = (entry: string) => closureOf(outputs, entry, ['import-statement', 'dynamic-import']).has(part);
    // Pages wait for the shell: it does not load what only its later parts share with them.
    if (shells.includes(part)) return [];
    if (shellParts.has(part)) return common;
    // The shell's dialogs use React: they load the chunk that pages share, which therefore stays whole.
    const ofShell = shells.some(reaches);
    const users = pages.filter(reaches);
    const [only] = users.length === 1 && !ofShell && !pages.includes(part) ? users : [];
    return [...common, ...shared, ...(ofPages.get(only ?? '') ?? [])];
  };
  return new Map(
    Object.entries(outputs).flatMap(([file, { entryPoint }]) => (entryPoint ? [[entryPoint, loadedBy(file)]] : [])),
  );
}

/** Returns the plugin for the second build; `outputs` come from the first build, which runs without it. */
export function mergeSharedChunks(root: string, outputs: Outputs): Plugin {
  const modules = new Map(
    [...modulesLoadedWith(outputs)].map(([source, found]) => [path.join(root, source), new Set(found)]),
  );
  return {
    name: 'merge-shared-chunks',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
        const found = modules.get(file);
        if (!found) return undefined;
        const imports = [...found].map((module) => `import ${JSON.stringify(path.join(root, module))};`);
        const source = await readFile(file, 'utf8');
        return { contents: [source, ...imports].join('\n'), loader: file.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}
