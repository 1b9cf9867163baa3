/** A small line icon beside a text, without an accessible name. Icon-only buttons have `data-icon` themselves. */
import type { InnerPageName } from '../../shared/routes.ts';

/** Icons of actions and states. client/styles/icons.css draws all icons. */
export const iconNames = [
  'act-as',
  'add',
  'close',
  'collapse',
  'copy',
  'edit',
  'expand',
  'key',
  'keyboard',
  'logo',
  'menu',
  'open',
  'refresh',
  'remove',
  'sidebar',
  'sign-out',
  'sort-ascending',
  'sort-descending',
  'table-view',
  'theme',
] as const;

/** A page's icon has the page's name. */
export type IconName = InnerPageName | (typeof iconNames)[number];

export function Icon({ name }: { name: IconName }) {
  return <i data-icon={name} />;
}
