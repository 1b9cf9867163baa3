/** An icon-only button in a table row. */
import type { ButtonHTMLAttributes } from 'react';
import controls from '../styles/controls.module.css';
import { Icon, type IconName } from './icon.tsx';

type RowActionProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type' | 'aria-label' | 'title'> & {
  /** The accessible name, also the tooltip (set-table-tooltips.ts). */
  label: string;
  icon: IconName;
};

export function RowAction({ label, icon, ...button }: RowActionProps) {
  // Tables are outside forms, so `type` is not needed.
  return (
    <button {...button} className={controls.iconButton} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}
