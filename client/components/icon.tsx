/** A decorative icon beside text. Icon-only buttons set `data-icon` themselves. */
import type { InnerPageName } from '../../shared/routes.ts';

/** Icons of actions and states. client/styles/icons.css contains the images. */
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

/** The icon of a page has the page's name. */
export type IconName = InnerPageName | (typeof iconNames)[number];

export function Icon({ name }: { name: IconName }) {
  return <i data-icon={name} />;
}
