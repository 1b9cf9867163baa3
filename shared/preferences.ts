/**
 * The preferences that the server needs for rendering. The non-secret cookie `console_preferences` mirrors local storage
 * (docs/product/pages.md): `sidebar=collapsed&theme=dark&sort=-post_dt`, and for tables
 * `density=compact&hidden=words.clients+words.running`; `histogram=hidden` hides the chart of the feed.
 */

export const preferencesCookie = 'console_preferences';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** `hiddenColumns` contains names of columns (client/components/table-column.ts), separated by spaces. */
export type TableView = { density: Density; hiddenColumns: string };

/** `postsSort` is the sort of the feed as `formatSort` returns it (list-query.ts); null is the default. */
export type Preferences = TableView & {
  sidebarCollapsed: boolean;
  theme: Theme;
  postsSort: string | null;
  histogramHidden: boolean;
};

const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

/** Parses the cookie's value. Missing and invalid fields get their defaults. */
export function parsePreferences(value: unknown): Preferences {
  const fields = new URLSearchParams(typeof value === 'string' ? value : '');
  const theme = fields.get('theme');
  const sort = fields.get('sort') ?? '';
  const hidden = fields.get('hidden') ?? '';
  return {
    sidebarCollapsed: fields.get('sidebar') === 'collapsed',
    theme: isTheme(theme) ? theme : 'system',
    postsSort: /^-?[a-z_]{1,32}$/.test(sort) ? sort : null,
    histogramHidden: fields.get('histogram') === 'hidden',
    density: fields.get('density') === 'compact' ? 'compact' : 'comfortable',
    hiddenColumns: /^[a-z_.]+( [a-z_.]+){0,49}$/.test(hidden) ? hidden : '',
  };
}

/** Formats the cookie's value, with only characters that a cookie allows. */
export function formatPreferences(preferences: Preferences): string {
  const { sidebarCollapsed, theme, postsSort, histogramHidden, density, hiddenColumns } = preferences;
  const fields = [`sidebar=${sidebarCollapsed ? 'collapsed' : 'expanded'}`, `theme=${theme}`];
  if (postsSort) fields.push(`sort=${postsSort}`);
  if (histogramHidden) fields.push('histogram=hidden');
  if (density === 'compact') fields.push('density=compact');
  if (hiddenColumns) fields.push(`hidden=${hiddenColumns.replaceAll(' ', '+')}`);
  return fields.join('&');
}
