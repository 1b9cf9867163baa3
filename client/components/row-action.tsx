/** A button in a table's row that shows an icon and is named for those who do not see it. */
import type { ButtonHTMLAttributes } from 'react';
import controls from '../styles/controls.module.css';
import type { IconName } from './icon.tsx';

type RowActionProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type' | 'aria-label' | 'title'> & {
  /** The table shows it as a tooltip too (hint-in-table.ts). */
  label: string;
  icon: IconName;
};

export function RowAction({ label, icon, ...button }: RowActionProps) {
  // No `type`: a table stands in no form, and has hundreds of these.
  return <button {...button} className={controls.iconButton} data-icon={icon} aria-label={label} />;
}
