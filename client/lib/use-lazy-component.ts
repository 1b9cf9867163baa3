/** A component whose code loads on first use, or when the pointer or the focus reaches its button. */
import { type ComponentType, useState } from 'react';

/** Event handlers for the button that opens the component. */
export type PreloadHandlers = { onPointerEnter: () => void; onFocus: () => void };

export type LazyComponent<Props> = {
  /** Null until the code is loaded. */
  Component: ComponentType<Props> | null;
  /** Resolves to false when loading fails. The next call tries again. */
  load: () => Promise<boolean>;
  preload: PreloadHandlers;
};

/** `importComponent` must be the same function in every render, such as `() => import('./a.tsx').then(({ A }) => A)`. */
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
