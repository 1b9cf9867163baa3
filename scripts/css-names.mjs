/** The name of a CSS-module class in the page: the same in every build and in tests, because it comes from the path alone. */

/** `client/components/data-table.module.css`, `row` → `data-table_row`. File names are unique in `client` (tested). */
export function cssClassName(file, local) {
  return `${file.split('/').at(-1).replace('.module.css', '')}_${local}`;
}

/** The classes that a CSS module defines, each with its name in the page. */
export function cssClassNames(file, source) {
  const css = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/:global\([^)]*\)/g, '');
  const selectors = css.replace(/\{[^{}]*\}/g, '{}').replace(/"[^"]*"|'[^']*'/g, '');
  const names = new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map((match) => match[1]));
  return Object.fromEntries([...names].map((name) => [name, cssClassName(file, name)]));
}
