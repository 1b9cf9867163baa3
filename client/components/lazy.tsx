/** Components and dialogs whose code loads on first use. */

import { type ComponentType, type JSX, type ReactNode, useEffect, useRef, useState } from 'react';
import { setBusy } from '../lib/busy.ts';
import { notePress } from '../lib/connection.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { loadPart } from '../lib/load-part.ts';
import { nextInput } from '../lib/next-input.ts';
import { noteOpener } from '../lib/openers.ts';
import type { ConfirmationProps } from './dialogs.tsx';
import { useNotify } from './message-bar.tsx';

/** Event handlers for the button that opens the component. */
export type PreloadHandlers = { onPointerEnter: () => void; onFocus: () => void };

const importContain = () => import('./contain.tsx');

export type LazyComponent<Props> = {
  /** Null until the code is loaded. */
  Component: ComponentType<Props> | null;
  /** Resolves to false when loading fails, which the page then says. The next call tries again. */
  load: () => Promise<boolean>;
  preload: PreloadHandlers;
};

/**
 * `importComponent` must be the same function in every render, such as `() => import('../lib/a.tsx').then(({ A }) => A)`. If the
 * component fails, only it disappears, and `onFail` is called.
 */
export function useLazyComponent<Props>(
  importComponent: () => Promise<ComponentType<Props>>,
  onFail = () => {},
): LazyComponent<Props> {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null);
  // The first one stays: another type would lose the state of the component.
  const show = ([loaded, { contain }]: [ComponentType<Props>, typeof import('./contain.tsx')]) =>
    setComponent((shown: ComponentType<Props> | null) => shown ?? contain(loaded, onFail));
  const load = () =>
    Promise.all([loadPart(importComponent), loadPart(importContain)]).then(
      (parts) => {
        show(parts);
        return true;
      },
      () => false,
    );
  // Only a press may reload the page.
  const preload = () => void Promise.all([importComponent(), importContain()]).then(show, () => undefined);
  return { Component, load, preload: { onPointerEnter: preload, onFocus: preload } };
}

/** The dialog's props without event handlers. */
type Subject<Props> = { [Name in keyof Props as Name extends `on${string}` ? never : Name]: Props[Name] };

/** The dialog's event handlers, except the one that closes it. */
type Handlers<Props> = {
  [Name in keyof Props as Name extends 'onClose' ? never : Name extends `on${string}` ? Name : never]: Props[Name];
};

/** Props of a button that opens a dialog. If the change would be refused, the button is disabled and says why. */
export type OpenerProps = (PreloadHandlers & { onClick: () => void }) | RefusedProps;

type RefusedProps = { 'aria-disabled': true; title: string };

export const refusedProps = (refusal: string): RefusedProps => ({ 'aria-disabled': true, title: refusal });

/**
 * Returns a function that maps the props of a button that changes something: it replaces them if the change would be refused.
 */
export function useChangeProps() {
  const { refusal } = useIslandContext();
  return <Props,>(props: Props): Props | RefusedProps => (refusal ? refusedProps(refusal) : props);
}

/** `importDialog` must be the same function in every render. */
export function useLazyDialog<Props>(importDialog: () => Promise<ComponentType<Props>>) {
  const { Component, load, preload } = useLazyComponent(importDialog, close);
  const [subject, setSubject] = useState<Subject<Props> | null>(null);
  const noteClosed = useRef(() => {});

  /** `opener` is the pressed control, the focused button if it is not given. */
  async function open(next: Subject<Props>, opener?: HTMLElement) {
    const button = document.activeElement?.closest('button');
    const isLast = notePress();
    noteClosed.current();
    noteClosed.current = noteOpener(opener ?? button);
    setBusy(button, true);
    const loaded = await load();
    setBusy(button, false);
    if (loaded && isLast()) setSubject(next);
  }

  function close() {
    noteClosed.current();
    setSubject(null);
  }
  return {
    /** Null while the dialog is closed. */
    subject,
    /** Renders the opened dialog. `current` overrides props that it was opened with. */
    render(handlers: Handlers<Props>, current: Partial<Subject<Props>> = {}): ReactNode {
      const props = { ...subject, ...current, ...handlers, onClose: close } as unknown as Props &
        JSX.IntrinsicAttributes;
      return Component && subject && <Component {...props} />;
    },
    open,
    close,
    preload,
    openerProps: (next: Subject<Props>): OpenerProps => ({ ...preload, onClick: () => void open(next) }),
  };
}

type ChangeDialogProps = { onDone: (text: string, ...result: never[]) => void };

/** A dialog that changes something. After `onDone` it closes, the message bar shows the text, and `onChanged` is called. */
export function useChangeDialog<Props extends ChangeDialogProps>(
  importDialog: () => Promise<ComponentType<Props>>,
  onChanged: Props['onDone'] | (() => void),
) {
  const { close, openerProps, render } = useLazyDialog(importDialog);
  const changeProps = useChangeProps();
  const notify = useNotify();
  const onDone = (text: string, ...result: never[]) => {
    close();
    notify({ kind: 'success', text });
    onChanged(text, ...result);
  };
  return {
    openerProps: (next: Subject<Props>): OpenerProps => changeProps(openerProps(next)),
    element: render({ onDone } as unknown as Handlers<Props>),
  };
}

const importConfirmation = () => import('./dialogs.tsx').then(({ Confirmation }) => Confirmation);

export const useConfirmation = <Entity,>(onChanged: ConfirmationProps<Entity>['onDone']) =>
  useChangeDialog<ConfirmationProps<Entity>>(importConfirmation, onChanged);

/** Loads a component at the next input. */
export const lateComponent = <Props extends object>(importComponent: () => Promise<ComponentType<Props>>) =>
  function LateComponent(props: Props) {
    const { Component, load } = useLazyComponent(importComponent);
    // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a new but equivalent function in every render
    useEffect(() => void nextInput().then(load), []);
    return Component && <Component {...props} />;
  };
