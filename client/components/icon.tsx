/** A decorative icon of an island, drawn from the page's sprite (server/render/icons.tsx). */

/** The icons in the sprite. Icons that only the shell uses are not in it (server/render/icons.tsx). */
export const iconNames = [
  'act-as',
  'add',
  'chart',
  'close',
  'collapse',
  'copy',
  'dock',
  'edit',
  'expand',
  'filters',
  'help',
  'hidden',
  'key',
  'keyboard',
  'menu',
  'more',
  'open',
  'owner-card',
  'pause',
  'read-above',
  'refresh',
  'remove',
  'restore',
  'resume',
  'save-view',
  'send',
  'sort-ascending',
  'sort-descending',
  'table-view',
  'word-card',
] as const;

export type IconName = (typeof iconNames)[number];

export const iconId = (name: IconName): string => `i-${name}`;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg data-icon={name} aria-hidden="true">
      <use href={`#${iconId(name)}`} />
    </svg>
  );
}
