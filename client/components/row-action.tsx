/** A button in a table's row that shows an icon and is named for those who do not see it. */
import type { ButtonHTMLAttributes } from 'react';
import controls from '../styles/controls.module.css';
import icons from './row-action.module.css';

type RowIcon = 'edit' | 'remove' | 'key' | 'actAs';

type RowActionProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'aria-label' | 'title'> & {
  label: string;
  icon: RowIcon;
  /** For the shell's dialogs (client/shell/dialogs.ts). */
  [data: `data-${string}`]: string;
};

export function RowAction({ label, icon, ...button }: RowActionProps) {
  return (
    <button
      type="button"
      {...button}
      className={`${controls.iconButton} ${icons[icon]}`}
      aria-label={label}
      title={label}
    />
  );
}
