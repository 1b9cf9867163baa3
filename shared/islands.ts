/** Every island by name and what it is given: props are JSON, carried once in the page, the same on both sides. */
import type { Client } from './api/clients.ts';
import type { OwnerSortColumn, OwnersPage } from './api/owners.ts';
import type { PostDates, PostSortColumn, PostsPage } from './api/posts.ts';
import type { WordSortColumn, WordsPage } from './api/words.ts';
import type { Sort } from './list-query.ts';
import type { Viewer } from './roles.ts';

/** What every island knows of its surroundings. `basePath` is '' or `/prefix`; `timeZone` is an IANA name. */
export type Surroundings = { viewer: Viewer; basePath: string; timeZone: string };

/** The first page of a list, or why there is none: the text of the catalogue. */
export type Loaded<T> = { data: T; error?: undefined } | { data?: undefined; error: string };

/** The feed's state as its URL carries it; texts are '' and ids null when they do not filter. */
export type PostsQuery = {
  word: number | null;
  owner: number | null;
  text: string;
  from: string;
  to: string;
  city: number | null;
  sort: Sort<PostSortColumn>;
  page: number;
};

export type IslandProps = {
  words: { sort: Sort<WordSortColumn>; page: number; first: Loaded<WordsPage> };
  owners: { sort: Sort<OwnerSortColumn>; page: number; first: Loaded<OwnersPage> };
  posts: {
    query: PostsQuery;
    first: Loaded<PostsPage>;
    total: number;
    dates: Loaded<PostDates>;
    words: { id: number; text: string }[];
    ownerName: string | null;
    cityName: string | null;
  };
  /** `first` is the page's part of all clients, which one reply brings; `total` counts them all. */
  clients: { page: number; first: Loaded<{ rows: Client[]; total: number }>; mayImpersonate: boolean };
};

export type IslandName = keyof IslandProps;
