/** An icon-only button with an accessible name. Table rows use `RowAction` instead. */
import type { ButtonHTMLAttributes } from 'react';
import controls from '../styles/controls.module.css';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type' | 'aria-label'> & {
  label: string;
  icon: IconName;
  [data: `data-${string}`]: string;
};

export function IconButton({ label, icon, ...button }: IconButtonProps) {
  return (
    <button type="button" className={controls.iconButton} aria-label={label} {...button}>
      <Icon name={icon} />
    </button>
  );
}
