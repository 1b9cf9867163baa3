/** The props of all islands. They are JSON in the page, so that the server and the browser render the same. */

import type { AlertDelivery, AlertRules } from '../api/alerts.ts';
import type { Histogram } from '../api/analytics.ts';
import type { AtomLink } from '../api/atom.ts';
import type { CollectionOverview, Run } from '../api/collection.ts';
import type { Failure } from '../api/error-codes.ts';
import type { JournalFilters } from '../api/journal.ts';
import type { Person } from '../api/people.ts';
import type { Post, PostDates, Visit } from '../api/posts.ts';
import type { Reports } from '../api/reports.ts';
import type { SavedView } from '../api/views.ts';
import type { WordFilters } from '../api/words.ts';
import type { WorkLists } from '../api/work.ts';
import type { RuleRun, WorkRules } from '../api/work-rules.ts';
import type { BackendKind } from '../backend-kind.ts';
import type { ClientSortColumn, ListedClient } from '../fields/clients.ts';
import type { JournalRecord } from '../fields/journal.ts';
import type { ListedOwner, OwnerSortColumn } from '../fields/owners.ts';
import type { Word, WordSortColumn } from '../fields/words.ts';
import type { ZoneOffsets } from '../format.ts';
import type { Sort } from '../list-query.ts';
import type { TableView } from '../preferences.ts';
import type { Page } from '../read.ts';
import type { Viewer } from '../roles.ts';
import type { ListQuery } from './list-page.ts';
import type { PostsQuery } from './post-filters.ts';

/**
 * The data that every page passes to its scripts as JSON. `viewer` is null on signed-out pages; `basePath` is '' or `/prefix`;
 * `apiTimeoutMs` limits each call to the API; `refusal` tells the viewer why changes on the page are refused, null if they are
 * allowed.
 */
export type ScriptContext = {
  viewer: Viewer | null;
  refusal: string | null;
  basePath: string;
  timeZone: ZoneOffsets;
  apiTimeoutMs: number;
  /** When the page was made, in milliseconds. */
  now: number;
  tableView: TableView;
  backendKind: BackendKind;
  /** The viewer works on stories. */
  hasWork: boolean;
  sidebar: SidebarLists | null;
};

/**
 * The filters in the sidebar; null with an existing backend and on error pages. `ready`: a count per filter of
 * shared/pages/ready-views.ts, null if it is not counted; the list is null for viewers who do not work on stories. `clientName` is
 * the name of the viewer's client, or ''.
 */
export type SidebarLists = {
  views: Loaded<SavedView[]>;
  ready: readonly Loaded<number | null>[] | null;
  clientName: string;
};

export type IslandContext = ScriptContext & { viewer: Viewer };

/**
 * Data loaded for a page, or the error text (messages.ts) if loading failed.
 */
export type Loaded<T> = { data: T; error?: undefined } | ({ data?: undefined; error: string } & Failure);

export type WordOption = { id: number; text: string };

/** A text submitted without JavaScript that matches no phrase or city, and the error to show. */
export type UnmatchedText = { text: string; error: string };

/** The content above the table of the feed. `histogram` is `hidden` if the user hid it. */
export type FeedOverview = {
  visit: Loaded<Visit>;
  histogram: Loaded<Histogram> | 'hidden';
};

type ClientsProps = { page: number; first: Loaded<Page<ListedClient>>; mayImpersonate: boolean };

/** For an existing backend, which returns all clients in one reply. `first` has one page of them and their total. */
export type AllClientsProps = ClientsProps;

export type ClientPagesProps = ListQuery<ClientSortColumn> & ClientsProps;

export type IslandProps = {
  words: {
    sort: Sort<WordSortColumn>;
    page: number;
    filters: WordFilters;
    /** The client has no phrases yet, and the page says how to start. */
    isFirstRun: boolean;
    first: Loaded<Page<Word>>;
  };
  /** `search` needs our own backend. */
  owners: { sort: Sort<OwnerSortColumn>; search?: string; page: number; first: Loaded<Page<ListedOwner>> };
  /**
   * `words` are the options of the phrase filter, null when there are too many for a select. `wordText`, `ownerName` and
   * `cityName` belong to the current filters and are null when unknown. `work` is null for viewers who do not work on stories.
   * `overview` is null with an existing backend. `isFirstRun`: see `words`.
   */
  posts: {
    query: PostsQuery;
    first: Loaded<Page<Post>>;
    dates: Loaded<PostDates>;
    words: Loaded<WordOption[] | null>;
    unmatchedPhrase: UnmatchedText | null;
    unmatchedCity: UnmatchedText | null;
    wordText: string | null;
    ownerName: string | null;
    cityName: string | null;
    work: Loaded<WorkLists> | null;
    overview: FeedOverview | null;
    isFirstRun: boolean;
  };
  clients: AllClientsProps | ClientPagesProps;
  journal: { filters: JournalFilters; page: number; first: Loaded<Page<JournalRecord>> };
  /** `page` and `first` belong to the deliveries. */
  alerts: { rules: Loaded<AlertRules>; feeds: Loaded<AtomLink[]>; page: number; first: Loaded<Page<AlertDelivery>> };
  reports: { first: Loaded<Reports> };
  people: { first: Loaded<Page<Person>> };
  rules: { first: Loaded<WorkRules>; runs: Loaded<RuleRun[]> };
  collection: { overview: Loaded<CollectionOverview>; page: number; first: Loaded<Page<Run>> };
};

export type IslandName = keyof IslandProps;

type PackedProps = { first: { data?: { names: string[]; rows: unknown[][] } } };

/**
 * Serialises the rows of the first page with each field name only once. All rows must have the same fields, null if there is no
 * value.
 */
export function packProps({ first, ...props }: IslandProps[IslandName]): PackedProps {
  if (!first.data) return { ...props, first };
  const { rows } = first.data;
  return {
    ...props,
    first: { data: { ...first.data, names: Object.keys(rows[0] ?? {}), rows: rows.map(Object.values) } },
  };
}

export function unpackProps<Name extends IslandName>({ first, ...props }: PackedProps): IslandProps[Name] {
  const { names, rows, ...page } = first.data ?? { names: [], rows: [] };
  const rowOf = (values: unknown[]) => Object.fromEntries(names.map((name, index) => [name, values[index]]));
  return { ...props, first: first.data ? { data: { ...page, rows: rows.map(rowOf) } } : first } as IslandProps[Name];
}
