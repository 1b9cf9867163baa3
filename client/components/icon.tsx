/** A small line icon beside a text; it is never read aloud. A button that is nothing but its icon has `data-icon` itself. */
import type { InnerPageName } from '../../shared/routes.ts';

/** Icons of what can be done and of signs. All icons have their lines in client/styles/icons.css. */
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

/** Pages have icons of their own names. */
export type IconName = InnerPageName | (typeof iconNames)[number];

export function Icon({ name }: { name: IconName }) {
  return <i data-icon={name} />;
}
