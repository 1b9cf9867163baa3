/** An icon-only button. Its accessible name is also its tooltip. Table rows use `RowAction` instead. */
import type { ButtonHTMLAttributes } from 'react';
import controls from '../styles/controls.module.css';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type' | 'aria-label' | 'title'> & {
  label: string;
  icon: IconName;
  [data: `data-${string}`]: string;
};

export function IconButton({ label, icon, ...button }: IconButtonProps) {
  return (
    <button type="button" className={controls.iconButton} aria-label={label} title={label} {...button}>
      <Icon name={icon} />
    </button>
  );
}
