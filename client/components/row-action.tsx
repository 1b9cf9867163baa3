/** An icon-only button in a table's row. */
import type { ButtonHTMLAttributes } from 'react';
import controls from '../styles/controls.module.css';
import type { IconName } from './icon.tsx';

type RowActionProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type' | 'aria-label' | 'title'> & {
  /** The table shows it as a tooltip too (set-table-tooltips.ts). */
  label: string;
  icon: IconName;
};

export function RowAction({ label, icon, ...button }: RowActionProps) {
  // No `type`: tables are in no form.
  return <button {...button} className={controls.iconButton} data-icon={icon} aria-label={label} />;
}
