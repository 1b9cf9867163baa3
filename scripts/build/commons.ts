/**
 * Keeps together what several pages share. esbuild makes a chunk for every set of entries that need a module, and pages
 * with their lazy dialogs make many sets: dozens of scraps, each a request, each compressed by itself. Here every page
 * with React, and every lazy part that belongs to such pages alone, needs all that two pages share: one set, one chunk.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

type Outputs = Metafile['outputs'];
type ImportKind = Outputs[string]['imports'][number]['kind'];

/** An output and all that it leads to by imports of the given kinds. */
export function closureOf(outputs: Outputs, file: string, kinds: ImportKind[], found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const chunk of outputs[file]?.imports ?? []) {
    if (!chunk.external && kinds.includes(chunk.kind)) closureOf(outputs, chunk.path, kinds, found);
  }
  return found;
}

const isEntry = (outputs: Outputs, file: string, ending: string): boolean => {
  const source = outputs[file]?.entryPoint ?? '';
  return source.startsWith('client/entries/') && source.endsWith(ending);
};

/** Modules whose code at least two pages with React (entries in `.tsx`) load at once. */
function sharedModules(outputs: Outputs): string[] {
  const counts = new Map<string, number>();
  for (const page of Object.keys(outputs).filter((file) => isEntry(outputs, file, '.tsx'))) {
    for (const chunk of closureOf(outputs, page, ['import-statement'])) {
      for (const [module, { bytesInOutput }] of Object.entries(outputs[chunk]?.inputs ?? {})) {
        if (bytesInOutput > 0) counts.set(module, (counts.get(module) ?? 0) + 1);
      }
    }
  }
  return [...counts].filter(([, count]) => count > 1).map(([module]) => module);
}

/** Entries and lazy parts that no script without React (entries in `.ts`) may ever load. */
function reactParts(outputs: Outputs): string[] {
  const plain = new Set<string>();
  for (const file of Object.keys(outputs).filter((name) => isEntry(outputs, name, '.ts'))) {
    closureOf(outputs, file, ['import-statement', 'dynamic-import'], plain);
  }
  return Object.entries(outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint && !plain.has(file) ? entryPoint : [],
  );
}

/** The plugin for the second build, from the outputs of a first one without it. */
export function joinCommons(root: string, outputs: Outputs): Plugin {
  const modules = sharedModules(outputs);
  const parts = new Set(reactParts(outputs).map((file) => path.join(root, file)));
  return {
    name: 'commons',
    setup(build) {
      build.onResolve({ filter: /^commons:$/ }, () => ({ path: 'commons', namespace: 'commons' }));
      build.onLoad({ filter: /.*/, namespace: 'commons' }, () => ({
        contents: modules.map((module) => `import ${JSON.stringify(`./${module}`)};`).join('\n'),
        resolveDir: root,
      }));
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
        if (!parts.has(file)) return undefined;
        const source = await readFile(file, 'utf8');
        return { contents: `${source}\nimport 'commons:';`, loader: file.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}
