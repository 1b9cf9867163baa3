/** A button that is disabled and `aria-busy` while its action runs. */
import type { ButtonHTMLAttributes } from 'react';
import controls from '../styles/controls.module.css';

type BusyButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  busy: boolean;
  kind?: 'primary' | 'danger';
};

const kindClasses = { primary: controls.buttonPrimary, danger: controls.buttonDanger };

export function BusyButton({ busy, kind, type = 'button', disabled, ...rest }: BusyButtonProps) {
  const className = kind ? `${controls.button} ${kindClasses[kind]}` : controls.button;
  return (
    <button {...rest} type={type} className={className} disabled={busy || disabled} aria-busy={busy || undefined} />
  );
}
