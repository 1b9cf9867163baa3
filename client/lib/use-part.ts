/** A part of an island that loads when it is first needed, or as soon as a hand or the focus is near its button. */
import { type ComponentType, useState } from 'react';

export type Part<Props> = {
  Component: ComponentType<Props> | null;
  /** True once the part stands; a failure is not kept, so that the next try loads anew. */
  load: () => Promise<boolean>;
  /** For the button that opens it. */
  preload: { onPointerEnter: () => void; onFocus: () => void };
};

/** `importPart` stands outside the component: `() => import('./word-dialog.tsx').then(({ WordDialog }) => WordDialog)`. */
export function usePart<Props>(importPart: () => Promise<ComponentType<Props>>): Part<Props> {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null);
  const load = () =>
    importPart().then(
      (loaded) => {
        setComponent(() => loaded);
        return true;
      },
      () => false,
    );
  const preload = () => void load();
  return { Component, load, preload: { onPointerEnter: preload, onFocus: preload } };
}
