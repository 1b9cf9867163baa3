/** A page of the page table: how its data is loaded and what it renders. */
import type { ReactElement } from 'react';
import { isRefusal } from '../../shared/api/error-codes.ts';
import type { BackendKind } from '../../shared/backend-kind.ts';
import type { IslandName, IslandProps, Loaded } from '../../shared/pages/islands.ts';
import { BackendError, RefusedError } from '../backend-link/backend-client.ts';
import type { Refusal } from '../platform/app-error.ts';
import type { IslandContent } from '../render/send-page.tsx';
import type { PageInput } from '../session/page-input.ts';

/** `title` replaces the route's title. */
export type LoadedContent = { status?: number; title?: string; main?: ReactElement; island?: IslandContent };

/** Returns the text of a field of the form; '' when it is missing. */
export type FormField = (name: string) => string;

/** `load` returns null when the address has no page. */
export type LoadedPage = {
  load: (input: PageInput) => Promise<LoadedContent | null>;
  /** Handles the page's POST form. Returns the address to redirect to, or the page with the error. */
  submit?: (input: PageInput, field: FormField) => Promise<LoadedContent | string | null>;
};

/**
 * The error of a failed form. The text is the backend's message for a refusal, otherwise `failure`. Rethrows errors of the
 * console itself.
 */
export function refusalOf(error: unknown, failure: string): Refusal {
  if (!(error instanceof BackendError)) throw error;
  if (!(error instanceof RefusedError)) return { message: failure, code: null };
  return { message: (error.status < 500 && error.replyMessage) || failure, code: error.code };
}

/** The status of a page, which depends on its essential data; null if it has none. */
export const statusOf = (main: Loaded<unknown> | null): number =>
  main?.error !== undefined && !isRefusal(main) ? 503 : 200;

/** `main` is above the island. */
type LoadedIsland<Name extends IslandName> = IslandProps[Name] & { main?: ReactElement | null };

type LoadIsland<Name extends IslandName> = (input: PageInput) => Promise<LoadedIsland<Name>>;

/**
 * `load` builds the content of the island from the URL and the backend; independent calls run in parallel. A page may have a
 * different `load` per kind of backend.
 */
export const islandPage = <Name extends IslandName>(
  name: Name,
  component: IslandContent<Name>['component'],
  load: LoadIsland<Name> | Record<BackendKind, LoadIsland<Name>>,
): LoadedPage => ({
  async load(input) {
    const loadOne = typeof load === 'function' ? load : load[input.backendKind];
    const { main = null, ...props } = await loadOne(input);
    const island = { name, component, props } as unknown as IslandContent;
    return { status: statusOf(island.props.first), island, ...(main && { main }) };
  },
});
