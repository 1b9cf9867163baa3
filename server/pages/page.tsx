/** A page of the page table: how its data is loaded and what it renders. */
import type { ReactElement } from 'react';
import type { Capability } from '../../shared/api/capabilities.ts';
import type { IslandName, IslandProps } from '../../shared/islands.ts';
import type { QuerySource } from '../../shared/list-query.ts';
import type { Preferences } from '../../shared/preferences.ts';
import type { Viewer } from '../../shared/roles.ts';
import type { BackendSession } from '../session/backend-session.ts';

export type PageInput = {
  viewer: Viewer;
  query: QuerySource;
  /** The parameters of the route's path. */
  params: Record<string, string | undefined>;
  preferences: Preferences;
  backend: BackendSession;
  capabilities: readonly Capability[];
  basePath: string;
  /** Whether this console lets administrators act as clients. */
  mayImpersonate: boolean;
  /** An IANA name. */
  timeZone: string;
  /** Milliseconds since the epoch. */
  now: number;
};

export type StaticPage = { kind: 'static'; view: (input: PageInput) => ReactElement };

/** `title` replaces the route's. */
export type LoadedContent = { title?: string; status?: number; main: ReactElement };

/** A page without an island that needs data. Null means that the address has no page. */
export type LoadedPage = {
  kind: 'loaded';
  load: (input: PageInput) => Promise<LoadedContent | null>;
  /** Handles the page's POST form. Returns the address to redirect to, or the page with the error. */
  submit?: (input: PageInput) => Promise<LoadedContent | string | null>;
};

export type IslandPage<Name extends IslandName> = {
  kind: 'island';
  name: Name;
  component: (props: IslandProps[Name]) => ReactElement | null;
  /** Builds the island's props from the URL and the backend; independent calls run in parallel. */
  load: (input: PageInput) => Promise<IslandProps[Name]>;
};

export type Page = StaticPage | LoadedPage | { [Name in IslandName]: IslandPage<Name> }[IslandName];

/** A page without an island and data. */
export const staticPage = (view: StaticPage['view']): StaticPage => ({ kind: 'static', view });

export const islandPage = <Name extends IslandName>(
  name: Name,
  component: IslandPage<Name>['component'],
  load: IslandPage<Name>['load'],
): IslandPage<Name> => ({ kind: 'island', name, component, load });
