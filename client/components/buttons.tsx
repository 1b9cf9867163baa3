/** Buttons, and links that look like buttons. The name of an icon-only control is its tooltip. */

import type { ButtonHTMLAttributes, ComponentProps } from 'react';
import controls from '../styles/controls.module.css';
import { Icon, type IconName } from './icon.tsx';
import type { ControlProps } from './table-column.ts';

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  /** The action runs: the button is disabled and `aria-busy`. */
  busy?: boolean;
  kind?: 'primary' | 'danger' | 'ghost';
};

const kindClasses = { primary: controls.buttonPrimary, danger: controls.buttonDanger, ghost: controls.buttonGhost };

export function Button({ busy, kind, type = 'button', disabled, ...rest }: ButtonProps) {
  const className = kind ? `${controls.button} ${kindClasses[kind]}` : controls.button;
  return (
    <button type={type} className={className} disabled={busy || disabled} aria-busy={busy || undefined} {...rest} />
  );
}

/** Opens the dialog of a new entity, above a table. */
export const AddButton = ({ children, ...button }: ButtonProps) => (
  <Button kind="primary" data-scripted="" {...button}>
    <Icon name="add" />
    {children}
  </Button>
);

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type' | 'aria-label' | 'title'> & {
  label: string;
  icon: IconName;
  [data: `data-${string}`]: string;
};

/** Table rows use `RowAction` instead. */
export function IconButton({ label, icon, ...button }: IconButtonProps) {
  return (
    <button type="button" className={controls.iconButton} aria-label={label} title={label} {...button}>
      <Icon name={icon} />
    </button>
  );
}

/** Its tooltip is set by the table (data-table.tsx). */
export function RowAction({ label, icon, ...button }: IconButtonProps) {
  // Tables are outside forms, so `type` is not needed.
  return (
    <button {...button} className={controls.iconButton} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}

type RowLinkProps = { label: string; icon: IconName; href: string; control: ControlProps };

export function RowLink({ label, icon, href, control }: RowLinkProps) {
  return (
    <a {...control} href={href} className={controls.iconButton} aria-label={label}>
      <Icon name={icon} />
    </a>
  );
}
