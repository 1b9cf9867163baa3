/** Brings the page's island to life with the props that the server rendered it with. */
import { type ComponentType, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandName, IslandProps, Surroundings } from '../../shared/islands.ts';
import { unpackRows } from '../../shared/pack-rows.ts';
import { IslandRoot, islandIdPrefix } from './surroundings.tsx';

function readIslandData(): unknown {
  return unpackRows(JSON.parse(document.getElementById('island-props')?.textContent ?? 'null'));
}

export function hydrateIsland<Name extends IslandName>(name: Name, component: ComponentType<IslandProps[Name]>) {
  const element = document.getElementById('island');
  if (element?.dataset.island !== name) return;
  const { props, surroundings } = readIslandData() as { props: IslandProps[Name]; surroundings: Surroundings };
  startTransition(() => {
    hydrateRoot(element, <IslandRoot name={name} component={component} props={props} surroundings={surroundings} />, {
      identifierPrefix: islandIdPrefix,
    });
  });
}
