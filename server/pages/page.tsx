/** What a page of the page table is: a loader of its data and the content drawn from it. */
import type { Request } from 'express';
import type { ReactElement } from 'react';
import type { IslandName, IslandProps } from '../../shared/islands.ts';
import type { QuerySource } from '../../shared/list-query.ts';
import type { Preferences } from '../../shared/preferences.ts';
import type { Viewer } from '../../shared/roles.ts';
import type { BackendSession } from '../session/backend-session.ts';

export type PageContext = {
  viewer: Viewer;
  query: QuerySource;
  preferences: Preferences;
  backend: BackendSession;
  basePath: string;
  /** Whether this console lets administrators act as clients. */
  mayImpersonate: boolean;
  request: Request;
};

export type StaticPage = { kind: 'static'; view: (context: PageContext) => ReactElement };

export type IslandPage<Name extends IslandName> = {
  kind: 'island';
  name: Name;
  component: (props: IslandProps[Name]) => ReactElement | null;
  /** The island's props from the URL and the backend; calls go out in parallel. */
  load: (context: PageContext) => Promise<IslandProps[Name]>;
};

export type Page = StaticPage | { [Name in IslandName]: IslandPage<Name> }[IslandName];

/** A page without a script of its own: nothing but the shell's. */
export const staticPage = (view: StaticPage['view']): StaticPage => ({ kind: 'static', view });

export const islandPage = <Name extends IslandName>(
  name: Name,
  component: IslandPage<Name>['component'],
  load: IslandPage<Name>['load'],
): IslandPage<Name> => ({ kind: 'island', name, component, load });
