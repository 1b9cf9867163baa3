/** All icons: the icons of the server's HTML, and the sprite to which icons of islands refer. */
import { type IconName, iconId, iconNames } from '../../client/components/icon.tsx';
import type { MenuPageName } from '../../shared/routes.ts';

type ServerIconName = MenuPageName | 'export' | 'find' | 'logo' | 'print' | 'sidebar' | 'sign-out' | 'theme';

/** Strokes of a 16 × 16 grid, the size of an icon in pixels. The icon of a page has the page's name. */
export const iconPaths: Record<IconName | ServerIconName, string> = {
  'account-pool': 'M2.5 4.5c0-2.7 11-2.7 11 0s-11 2.7-11 0zv7c0 2.7 11 2.7 11 0v-7M2.5 8c0 2.7 11 2.7 11 0',
  'act-as': 'M2.5 5.5h9m-2-2.5L12 5.5 9.5 8M13.5 11h-9m2-2.5L4 11l2.5 2.5',
  alerts: 'M3 11.5c1-1 1.25-2 1.25-4.25a3.75 3.75 0 0 1 7.5 0c0 2.25.25 3.25 1.25 4.25zM6.75 13.75h2.5',
  analytics: 'M2.5 2.5v11h11M5 10.5l2.5-3 2 1.5 3.5-4.5',
  add: 'M8 3v10M3 8h10',
  chart: 'M2.5 13.5h11M4 11.5v-3M7 11.5v-6M10 11.5v-4M13 11.5v-9',
  clients:
    'M6 3a2.25 2.25 0 1 0 0 4.5A2.25 2.25 0 0 0 6 3zM2 13c0-5 8-5 8 0M10.5 3.25a2 2 0 0 1 0 4M12 9.5c1.3.5 2 1.7 2 3.5',
  close: 'M4 4l8 8M12 4l-8 8',
  collapse: 'M13.5 6.5h-4v-4M9.5 6.5l4-4M2.5 9.5h4v4M6.5 9.5l-4 4',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  dock: 'M2.5 3h11v10h-11zM8.5 3v10M10 6h2M10 8h2',
  edit: 'M3 13l.5-3L11 2.5 13.5 5 6 12.5zM9.5 4 12 6.5',
  expand: 'M9.5 2.5h4v4M13.5 2.5l-4 4M6.5 13.5h-4v-4M2.5 13.5l4-4',
  export: 'M8 10V2.5M5 5.5l3-3 3 3M2.5 9.5v4h11v-4',
  find: 'M7 2.5a4.5 4.5 0 1 0 0 9A4.5 4.5 0 0 0 7 2.5zM10.25 10.25l3.5 3.5',
  filters: 'M2.5 3.5h11L9.5 8.5v4l-3 1.5V8.5z',
  guardian: 'M8 1.75 13 3.5V8c0 3-2 5.2-5 6.25C5 13.2 3 11 3 8V3.5zM6 7.75l1.5 1.5L10.25 6.5',
  help: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM6.25 6.5c0-2.5 3.5-2.25 3.5 0C9.75 7.75 8 7.5 8 9M8 11.25h.01',
  hidden:
    'M2.5 2.5l11 11M6.5 3.7C10.5 2.8 13 5.5 14.5 8a13 13 0 0 1-2 2.5M4.2 4.6A12 12 0 0 0 1.5 8c1.9 3.3 5.3 5.7 9.2 3.9M6.6 6.6a2 2 0 0 0 2.8 2.8',
  key: 'M5.5 7.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM7.75 8.25l5.75-5.75M10.5 5.5l2 2',
  'key-values': 'M2.5 13.5h11M4 11V8m4 3V3m4 8V5.5',
  keyboard: 'M1.5 4h13v8.5h-13zM4 6.75h.01M6.75 6.75h.01M9.5 6.75h.01M12 6.75h.01M5 9.75h6',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  more: 'M8 2.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1zM8 7.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1zM8 12.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1z',
  open: 'M9.5 2.5h4v4M13.5 2.5 7.5 8.5M11.5 9v4.5h-9v-9H7',
  owners: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2 8h12M8 2c-4 4-4 8 0 12 4-4 4-8 0-12',
  posts: 'M3 3.5h10M3 6.5h10M3 9.5h10M3 12.5h6',
  people:
    'M5 3.25a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM1.5 12.5c0-4.25 7-4.25 7 0M11 3.25a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM10.5 9.25c2.5-.25 4 1 4 3.25',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  print: 'M5 6V2.5h6V6M5 11.5H2.5V6h11v5.5H11M5 9.5h6v4H5z',
  profile: 'M8 2.5a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5zM3 13.5c0-5 10-5 10 0',
  'read-above': 'M1.5 8.5l3 3 6.5-7M8 11l.5.5 6.5-7',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5L13 6m0-3v3h-3',
  remove: 'M3 4.5h10M6 4.5v-2h4v2M4.25 4.5l.5 9h6.5l.5-9M6.75 7v4M9.25 7v4',
  restore: 'M3 8a5 5 0 1 0 1.5-3.5L3 6m0-3v3h3M8 5.5V8l2 1.5',
  'save-view': 'M4 2.5h8v11L8 10.5l-4 3z',
  resume: 'M5 3.25 12 8l-7 4.75z',
  send: 'M2.5 3 14 8 2.5 13l1.75-5zM4.25 8H14',
  sidebar: 'M2.5 3h11v10h-11zM6.5 3v10',
  'sign-out': 'M9.5 2.5h-6v11h6M6.5 8h7m-2.5-2.5L13.5 8 11 10.5',
  'sort-ascending': 'M8 12.5v-9M4.5 7 8 3.5 11.5 7',
  'sort-descending': 'M8 3.5v9M4.5 9 8 12.5 11.5 9',
  'table-view': 'M2.5 3h11v10h-11zM2.5 6.5h11M6.5 6.5V13M10.5 6.5V13',
  theme: 'M8 2a6 6 0 1 0 0 12zv12a6 6 0 0 0 0-12',
  words: 'M2.5 3.5h11v7.5H7L4 13.5V11H2.5zM5.5 6h5M5.5 8.5h3',
  collection: 'M8 2.5v7M5 7l3 3 3-3M2.5 10.5v3h11v-3',
  journal: 'M3.5 2.5h9v11h-9zM6 2.5v11M8 5.5h2.5M8 8h2.5',
  summary: 'M3.5 2.5h9v11h-9zM5.5 5.5h5M5.5 8h5M5.5 10.5h3',
  reports: 'M3.5 2.5h9v11h-9zM6 11V8.5M8 11V6M10 11V7.5',
  rules: 'M2.5 4h6M2.5 8h4M2.5 12h6M10.5 6.5 12 8l2.5-3M10.5 11.5l1.5 1.5 2.5-3',
  'word-card': 'M2.5 3h11v10h-11zM5 6h6M5 8.25h6M5 10.5h3',
  'owner-card': 'M2.5 3h11v10h-11zM5.75 6a1.25 1.25 0 1 0 0 2.5 1.25 1.25 0 0 0 0-2.5zM9 6h2.5M9 8.25h2.5M5 10.75h6',
  logo: 'M4.33 11V8.67M6.8 11V5.67M9.2 11V7M11.67 11V4.67',
};

/** A decorative icon of the server's HTML. It contains its path, because most icons of the shell are used once. */
export type ShellIconName = keyof typeof iconPaths;

export const ShellIcon = ({ name }: { name: ShellIconName }) => (
  <svg data-icon={name} aria-hidden="true">
    <path d={iconPaths[name]} />
  </svg>
);

/**
 * The icons as paths that `Icon` refers to, once per page. Inline, because the browser creates a document for each SVG image:
 * as a mask image they delayed the first paint by 50 ms at 4× CPU slowdown. A symbol would scale them, and would add two
 * elements per use.
 */
const elements = iconNames.map((name) => `<path id="${iconId(name)}" d="${iconPaths[name]}"/>`);

export const iconSprite = `<svg hidden>${elements.join('')}</svg>`;
