/** Buttons, and links that look like buttons. An icon-only control shows its name as a tooltip. */

import type { ComponentProps } from 'react';
import controls from '../styles/controls.module.css';
import { Icon, type IconName } from './icon.tsx';
import type { ControlProps } from './table-column.ts';

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  /** Disables the button and sets `aria-busy` while its action runs. */
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

/** The button above a table that opens the dialog for a new entity. */
export const AddButton = ({ children, ...button }: ButtonProps) => (
  <Button kind="primary" data-scripted="" {...button}>
    <Icon name="add" />
    {children}
  </Button>
);

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-label' | 'title'> & {
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

/** A button in a table row. The table sets its tooltip (data-table.tsx). */
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
