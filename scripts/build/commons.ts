/**
 * Keeps together what is loaded together. esbuild makes a chunk for every set of parts that need a module, and pages
 * with their lazy dialogs make many sets: dozens of scraps, each a request, each compressed by itself. Here every part
 * needs also all that is loaded whenever it is asked for, which costs nothing and leaves few sets: one chunk of what
 * the shell shares, one of what pages with React share, one of what a page shares with its dialogs.
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

/** Outputs of entries: of pages with React (`.tsx`), or of the scripts without it (`.ts`), which every page loads first. */
function entriesOf(outputs: Outputs, ending: '.ts' | '.tsx'): string[] {
  return Object.keys(outputs).filter((file) => {
    const source = outputs[file]?.entryPoint ?? '';
    return source.startsWith('client/entries/') && source.endsWith(ending);
  });
}

/** Modules that an entry loads at once, without the entry's own. */
function modulesOf(outputs: Outputs, entry: string): string[] {
  const chunks = [...closureOf(outputs, entry, ['import-statement'])];
  const inputs = chunks.flatMap((chunk) => Object.entries(outputs[chunk]?.inputs ?? {}));
  return inputs.flatMap(([module, { bytesInOutput }]) =>
    bytesInOutput > 0 && module !== outputs[entry]?.entryPoint ? module : [],
  );
}

/** By the source of each part, entry or lazy: the modules that are loaded when the part is asked for, or with it. */
function companions(outputs: Outputs): Map<string, string[]> {
  const [shells, pages] = [entriesOf(outputs, '.ts'), entriesOf(outputs, '.tsx')];
  const common = shells.flatMap((entry) => modulesOf(outputs, entry));
  const ofPages = new Map(pages.map((entry) => [entry, modulesOf(outputs, entry)]));
  const shared = [...ofPages.values()].flat().filter((module, index, all) => all.indexOf(module) !== index);
  const loadedBy = (part: string): string[] => {
    const reaches = (entry: string) => closureOf(outputs, entry, ['import-statement', 'dynamic-import']).has(part);
    const ofShell = shells.some(reaches);
    // The shell's dialogs have React: they use the chunk that pages share, so that it stays whole.
    if (ofShell && !outputs[part]?.entryPoint?.endsWith('.tsx')) return shells.includes(part) ? [] : common;
    const users = pages.filter(reaches);
    const [only] = users.length === 1 && !ofShell && !pages.includes(part) ? users : [];
    return [...common, ...shared, ...(ofPages.get(only ?? '') ?? [])];
  };
  return new Map(
    Object.entries(outputs).flatMap(([file, { entryPoint }]) => (entryPoint ? [[entryPoint, loadedBy(file)]] : [])),
  );
}

/** The plugin for the second build, from the outputs of a first one without it. */
export function joinCommons(root: string, outputs: Outputs): Plugin {
  const modules = new Map([...companions(outputs)].map(([source, found]) => [path.join(root, source), new Set(found)]));
  return {
    name: 'commons',
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
