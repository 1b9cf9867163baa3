/** A page of the page table: how its data is loaded and what it renders. */
import type { ReactElement, ReactNode } from 'react';
import type { IslandName, IslandProps } from '../../shared/pages/islands.ts';
import type { PageInput } from '../session/page-input.ts';

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

/** `children` is the slot: HTML that the browser keeps without hydrating it. */
export type IslandComponent<Name extends IslandName> = (
  props: IslandProps[Name] & { children?: ReactNode },
) => ReactElement | null;

export type LoadedIsland<Name extends IslandName> = IslandProps[Name] & { slot?: ReactElement | null };

export type IslandPage<Name extends IslandName> = {
  kind: 'island';
  name: Name;
  component: IslandComponent<Name>;
  /** Builds the content of the island from the URL and the backend; independent calls run in parallel. */
  load: (input: PageInput) => Promise<LoadedIsland<Name>>;
  /** Renders the slot alone, at this path below the page's. Null means that the address has no page. */
  slot?: { path: string; load: (input: PageInput) => Promise<ReactElement | null> };
};

export type Page = StaticPage | LoadedPage | { [Name in IslandName]: IslandPage<Name> }[IslandName];

/** A page without an island and data. */
export const staticPage = (view: StaticPage['view']): StaticPage => ({ kind: 'static', view });

export const islandPage = <Name extends IslandName>(
  name: Name,
  component: IslandPage<Name>['component'],
  load: IslandPage<Name>['load'],
  slot?: NonNullable<IslandPage<Name>['slot']>,
): IslandPage<Name> => ({ kind: 'island', name, component, load, ...(slot && { slot }) });
