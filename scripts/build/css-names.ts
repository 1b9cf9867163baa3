/** Names of CSS-module classes in the page. They depend on the file name only, so builds and tests agree. */

/** `client/components/data-table.module.css`, `row` → `data-table_row`. The build rejects equal file names. */
export function cssClassName(file: string, local: string): string {
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
