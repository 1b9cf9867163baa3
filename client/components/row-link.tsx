/** An icon-only link in a table row. Its name is also its tooltip (set-table-tooltips.ts). */
import controls from '../styles/controls.module.css';
import { Icon, type IconName } from './icon.tsx';
import type { ControlProps } from './table-column.ts';

type RowLinkProps = { label: string; icon: IconName; href: string; control: ControlProps };

export function RowLink({ label, icon, href, control }: RowLinkProps) {
  return (
    <a {...control} href={href} className={controls.iconButton} aria-label={label}>
      <Icon name={icon} />
    </a>
  );
}
