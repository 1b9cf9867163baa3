/** A decorative icon, rendered from the page's sprite (server/render/icon-sprite.ts). */
import type { InnerPageName } from '../../shared/routes.ts';

/** Icons of actions and states. */
export const iconNames = [
  'act-as',
  'add',
  'close',
  'collapse',
  'copy',
  'edit',
  'expand',
  'export',
  'help',
  'hidden',
  'key',
  'keyboard',
  'logo',
  'menu',
  'more',
  'open',
  'pause',
  'print',
  'refresh',
  'remove',
  'restore',
  'resume',
  'send',
  'sidebar',
  'sign-out',
  'sort-ascending',
  'sort-descending',
  'table-view',
  'theme',
] as const;

/** The icon of a page has the page's name. */
export type IconName = InnerPageName | (typeof iconNames)[number];

export const iconId = (name: IconName): string => `i-${name}`;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg data-icon={name} aria-hidden="true">
      <use href={`#${iconId(name)}`} />
    </svg>
  );
}
