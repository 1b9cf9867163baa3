/** Brings the page's island to life with the props that the server rendered it with. */
import { type ComponentType, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandData, IslandName, IslandProps } from '../../shared/islands.ts';
import { unpackRows } from '../../shared/pack-rows.ts';
import { readPageContext } from './page-context.ts';
import { IslandRoot, islandIdPrefix } from './surroundings.tsx';

function readIslandData(): unknown {
  return unpackRows(JSON.parse(document.getElementById('island-data')?.textContent ?? 'null'));
}

export function hydrateIsland<Name extends IslandName>(name: Name, component: ComponentType<IslandProps[Name]>) {
  const element = document.getElementById('island');
  const { viewer, basePath } = readPageContext();
  if (element?.dataset.island !== name || !viewer) return;
  const { props, ...more } = readIslandData() as IslandData<Name>;
  const surroundings = { ...more, viewer, basePath };
  startTransition(() => {
    hydrateRoot(element, <IslandRoot name={name} component={component} props={props} surroundings={surroundings} />, {
      identifierPrefix: islandIdPrefix,
    });
  });
}
