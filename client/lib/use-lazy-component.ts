/** A component whose code loads on first use, or when the pointer or the focus reaches its button. */
import { type ComponentType, useState } from 'react';

export type LazyComponent<Props> = {
  /** Null until the code is loaded. */
  Component: ComponentType<Props> | null;
  /** Resolves to false when loading fails. The next call tries again. */
  load: () => Promise<boolean>;
  /** Event handlers for the button that opens the component. */
  preload: { onPointerEnter: () => void; onFocus: () => void };
};

/** `importComponent` must not change between renders: `() => import('./a.tsx').then(({ A }) => A)` outside the component. */
export function useLazyComponent<Props>(importComponent: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null);
  const load = () =>
    importComponent().then(
      (loaded) => {
        setComponent(() => loaded);
        return true;
      },
      () => false,
    );
  const preload = () => void load();
  return { Component, load, preload: { onPointerEnter: preload, onFocus: preload } };
}
