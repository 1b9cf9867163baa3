/** A button that is nothing but its icon, named for those who do not see it. Those of a table's rows are `RowAction`s. */
import type { ButtonHTMLAttributes } from 'react';
import controls from '../styles/controls.module.css';
import type { IconName } from './icon.tsx';

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type' | 'aria-label'> & {
  label: string;
  icon: IconName;
  [data: `data-${string}`]: string;
};

export function IconButton({ label, icon, ...button }: IconButtonProps) {
  return <button type="button" className={controls.iconButton} data-icon={icon} aria-label={label} {...button} />;
}
