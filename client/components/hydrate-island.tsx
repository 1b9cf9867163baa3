/** Hydrates the page's island with the props from the server. */
import { type ComponentType, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { type IslandName, type IslandProps, unpackProps } from '../../shared/pages/islands.ts';
import { loadPart } from '../lib/load-part.ts';
import { nextInput } from '../lib/next-input.ts';
import { readScriptContext } from '../lib/page.ts';
import { IslandRoot, islandIdPrefix } from './island-root.tsx';

const importServedIsland = () => import('../lib/served-island.ts');

/** If the island fails, the server's HTML takes its place. */
export function hydrateIsland<Name extends IslandName>(name: Name, component: ComponentType<IslandProps[Name]>) {
  const element = document.getElementById('island');
  const { viewer, ...rest } = readScriptContext();
  if (!element || !viewer) return;
  const props = unpackProps<Name>(JSON.parse(document.getElementById('island-props')?.textContent ?? ''));
  const context = { viewer, ...rest };
  // An upgrade of the server may remove it before the session ends.
  nextInput()
    .then(() => import('../lib/renew-session.ts'))
    .catch(() => undefined);
  const served = element.cloneNode(true);
  // React has removed its elements by then.
  const onUncaughtError = (error: unknown) =>
    void loadPart(importServedIsland).then(({ showServedIsland }) =>
      showServedIsland({ name, error, element, served }),
    );
  startTransition(() => {
    hydrateRoot(element, <IslandRoot component={component} props={props} context={context} />, {
      identifierPrefix: islandIdPrefix,
      onUncaughtError,
    });
  });
}
