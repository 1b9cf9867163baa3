/** A component that is not in the server's HTML. Its code loads with the user's first input after hydration. */
import { type ComponentType, useEffect } from 'react';
import { nextInput } from './next-input.ts';
import { useLazyComponent } from './use-lazy-component.ts';

/** After a failure the next input loads the code again. */
export const lateComponent = <Props extends object>(importComponent: () => Promise<ComponentType<Props>>) =>
  function LateComponent(props: Props) {
    const { Component, load } = useLazyComponent(importComponent);
    // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a new but equivalent function in every render
    useEffect(() => {
      const loadOnInput = async () => {
        await nextInput();
        if (!(await load())) await loadOnInput();
      };
      void loadOnInput();
    }, []);
    return Component && <Component {...props} />;
  };
