/**
 * A part of an island whose code loads with the user's first input. Until then the page shows the server's HTML, and changes of
 * props are deferred.
 */
import { type ComponentType, lazy, Suspense, useLayoutEffect, useState } from 'react';
import { loadPart } from '../../lib/load-part.ts';
import { nextInput } from '../../lib/next-input.ts';
import { recordInput } from '../../lib/record-input.ts';

/** `replay` repeats the input from before hydration. It is missing on the server, which renders the component directly. */
export type LatePartSource<Props> = { Component: ComponentType<Props>; replay?: () => void };

/** `id` is the part's element ID in the server's HTML. */
export function latePart<Parts, Props>(
  id: string,
  importParts: () => Promise<Parts>,
  choose: (parts: Parts) => ComponentType<Props>,
): LatePartSource<Props> {
  const load = async (): Promise<{ default: ComponentType<Props> }> => {
    await nextInput();
    // After a failure, which the page says, the server's HTML stays.
    const parts = await loadPart(importParts).catch(() => new Promise<never>(() => undefined));
    return { default: choose(parts) };
  };
  const part = document.getElementById(id);
  // Also records clicks on buttons of the shell, because React stops them until the part is hydrated.
  const replay = part ? recordInput(part, 'button:not([type="submit"], [popovertarget])') : () => undefined;
  const loaded = load();
  return { Component: lazy(() => loaded) as ComponentType<Props>, replay };
}

function OnHydrated({ act }: { act: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once
  useLayoutEffect(act, []);
  return null;
}

type LatePartProps<Props> = { source: LatePartSource<Props>; props: Props; resets?: number };

/** A change of `resets` remounts the part. */
export function LatePart<Props extends object>({ source, props, resets }: LatePartProps<Props>) {
  const { Component, replay } = source;
  const [hydrated, setHydrated] = useState(false);
  const onHydrated = () => {
    setHydrated(true);
    replay?.();
  };
  const element = (
    <Suspense fallback={null}>
      <Component key={resets} {...props} />
      <OnHydrated act={onHydrated} />
    </Suspense>
  );
  // If the props changed before the code has loaded, React would replace the server's HTML with the fallback.
  const [served] = useState(element);
  return hydrated ? element : served;
}
