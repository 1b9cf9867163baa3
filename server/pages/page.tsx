/** A page of the page table: how its data is loaded and what it renders. */
import type { ReactElement } from 'react';
import type { IslandName, IslandProps } from '../../shared/islands.ts';
import type { QuerySource } from '../../shared/list-query.ts';
import type { Preferences } from '../../shared/preferences.ts';
import type { Viewer } from '../../shared/roles.ts';
import type { BackendSession } from '../session/backend-session.ts';

export type PageInput = {
  viewer: Viewer;
  query: QuerySource;
  preferences: Preferences;
  backend: BackendSession;
  basePath: string;
  /** Whether this console lets administrators act as clients. */
  mayImpersonate: boolean;
};

export type StaticPage = { kind: 'static'; view: (input: PageInput) => ReactElement };

export type IslandPage<Name extends IslandName> = {
  kind: 'island';
  name: Name;
  component: (props: IslandProps[Name]) => ReactElement | null;
  /** Builds the island's props from the URL and the backend; independent calls run in parallel. */
  load: (input: PageInput) => Promise<IslandProps[Name]>;
};

export type Page = StaticPage | { [Name in IslandName]: IslandPage<Name> }[IslandName];

/** A page without an island. */
export const staticPage = (view: StaticPage['view']): StaticPage => ({ kind: 'static', view });

export const islandPage = <Name extends IslandName>(
  name: Name,
  component: IslandPage<Name>['component'],
  load: IslandPage<Name>['load'],
): IslandPage<Name> => ({ kind: 'island', name, component, load });
