/** Buttons, and links that look like buttons. The name of an icon-only control is its tooltip. */

import type { ButtonHTMLAttributes } from 'react';
import controls from '../styles/controls.module.css';
import { Icon, type IconName } from './icon.tsx';
import type { ControlProps } from './table-column.ts';

type BusyButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  busy: boolean;
  kind?: 'primary' | 'danger';
};

const kindClasses = { primary: controls.buttonPrimary, danger: controls.buttonDanger };

/** A button that is disabled and `aria-busy` while its action runs. */
export function BusyButton({ busy, kind, type = 'button', disabled, ...rest }: BusyButtonProps) {
  const className = kind ? `${controls.button} ${kindClasses[kind]}` : controls.button;
  return (
    <button {...rest} type={type} className={className} disabled={busy || disabled} aria-busy={busy || undefined} />
  );
}

/** Opens the dialog of a new entity, above a table. */
export const AddButton = ({ children, ...button }: Omit<BusyButtonProps, 'busy' | 'kind'>) => (
  <BusyButton busy={false} kind="primary" data-scripted="" {...button}>
    <Icon name="add" />
    {children}
  </BusyButton>
);

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type' | 'aria-label' | 'title'> & {
  /** The accessible name, also the tooltip. */
  label: string;
  icon: IconName;
  [data: `data-${string}`]: string;
};

/** An icon-only button. Its accessible name is also its tooltip. Table rows use `RowAction` instead. */
export function IconButton({ label, icon, ...button }: IconButtonProps) {
  return (
    <button type="button" className={controls.iconButton} aria-label={label} title={label} {...button}>
      <Icon name={icon} />
    </button>
  );
}

/** An icon-only button in a table row, whose tooltip the table sets. */
export function RowAction({ label, icon, ...button }: IconButtonProps) {
  // Tables are outside forms, so `type` is not needed.
  return (
    <button {...button} className={controls.iconButton} aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}

type RowLinkProps = { label: string; icon: IconName; href: string; control: ControlProps };

/** An icon-only link in a table row. Its name is also its tooltip (set-table-tooltips.ts). */
export function RowLink({ label, icon, href, control }: RowLinkProps) {
  return (
    <a {...control} href={href} className={controls.iconButton} aria-label={label}>
      <Icon name={icon} />
    </a>
  );
}
