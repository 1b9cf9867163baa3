/** A decorative icon of the server's HTML. It holds its path: of the icons of the shell most are used once. */
import { iconPaths } from './icon-paths.ts';

export type ShellIconName = keyof typeof iconPaths;

export const ShellIcon = ({ name }: { name: ShellIconName }) => (
  <svg data-icon={name} aria-hidden="true">
    <path d={iconPaths[name]} />
  </svg>
);
