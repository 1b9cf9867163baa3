/** Names of CSS-module classes in the page. They depend on the file name only, so builds and tests agree. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** `client/components/data-table.module.css`, `row` → `data-table_row`. The build rejects equal file names. */
function cssClassName(file: string, local: string): string {
  return `${file.split(/[\\/]/).at(-1)?.replace('.module.css', '')}_${local}`;
}

/** Matches comments, strings, URLs and `:global(…)` before classes, so that none of them is taken for a class. */
const tokens = /\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)|:global\((?<global>[^)]*)\)|\.(?<local>[a-zA-Z][\w-]*)/g;

/** Returns the classes that a CSS module defines, each with its name in the page. */
export function cssClassNames(file: string, source: string): Record<string, string> {
  const locals = [...source.matchAll(tokens)].flatMap((token) => token.groups?.local ?? []);
  return Object.fromEntries([...new Set(locals)].map((local) => [local, cssClassName(file, local)]));
}

/** Returns a CSS module's source with the names of the page, and `:global(…)` unwrapped. */
export function renameCssClasses(file: string, source: string): string {
  return source.replace(tokens, (...match) => {
    const { global, local }: { global?: string; local?: string } = match.at(-1);
    if (local !== undefined) return `.${cssClassName(file, local)}`;
    return global ?? match[0];
  });
}

/** Lets esbuild import a CSS module as a map of class names; the rules go to the one style sheet. */
export const cssModules: Plugin = {
  name: 'css-modules',
  setup(build) {
    build.onLoad({ filter: /\.module\.css$/ }, async ({ path }) => {
      const names = cssClassNames(path, await readFile(path, 'utf8'));
      return { contents: `export default ${JSON.stringify(names)};`, loader: 'js' };
    });
  },
};
