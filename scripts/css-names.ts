/** The name of a CSS-module class in the page: the same in every build and in tests, because it comes from the path alone. */

/** `client/components/data-table.module.css`, `row` → `data-table_row`. File names are unique in `client` (the build sees to it). */
export function cssClassName(file: string, local: string): string {
  return `${file.split(/[\\/]/).at(-1)?.replace('.module.css', '')}_${local}`;
}

/** Comments, strings, addresses and `:global(…)` come first, so that a class is found only where a class can stand. */
const tokens = /\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)|:global\((?<global>[^)]*)\)|\.(?<local>[a-zA-Z][\w-]*)/g;

/** The classes that a CSS module defines, each with its name in the page. */
export function cssClassNames(file: string, source: string): Record<string, string> {
  const locals = [...source.matchAll(tokens)].flatMap((token) => token.groups?.local ?? []);
  return Object.fromEntries([...new Set(locals)].map((local) => [local, cssClassName(file, local)]));
}

/** A CSS module's source with its classes named as in the page, and `:global(…)` opened. */
export function renameCssClasses(file: string, source: string): string {
  return source.replace(tokens, (...match) => {
    const { global, local }: { global?: string; local?: string } = match.at(-1);
    if (local !== undefined) return `.${cssClassName(file, local)}`;
    return global ?? match[0];
  });
}
