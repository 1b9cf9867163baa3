/** Every filter of the feed: its values, its parameter in the URL and its parameter in the API. */

import type { BackendKind, On } from '../backend-kind.ts';
import type { PostSortColumn } from '../fields/posts.ts';
import { parseTime } from '../format.ts';
import { parseDay, parseId, type Sort } from '../list-query.ts';
import { cityCode } from '../rules/city-code.ts';
import { filteredWordsMax, wordTextMax } from '../rules/limits.ts';
import { type Tone, tones, type WorkStateFilter, workStateFilters } from '../rules/work.ts';

export const postKinds = { posts: 'Посты', comments: 'Комментарии' } as const;
export type PostKind = keyof typeof postKinds;

/** Without a filter, texts are '' and IDs are null. `from` and `to` are days `YYYY-MM-DD` or RFC 3339 times. */
export type FilterValues = {
  word: number | null;
  owner: number | null;
  text: string;
  from: string;
  to: string;
  /** See `cityCode`. */
  city: number | null;
  /** Posts of any of 2 to 6 phrases. Empty without this filter or if `word` is set. */
  words: readonly number[];
  /** The local weekday of posting: 1 is Monday. */
  weekday: number | null;
  hour: number | null;
  /** `hide` shows one row per story. */
  copies: 'show' | 'hide';
  unread: boolean;
  photo: boolean;
  kind: PostKind | '';
  /** Only posts with at least this many views. */
  views: number | null;
  /** Only posts whose views are at least this multiple of the usual of their source. */
  ratio: number | null;
  /** Only posts whose text has changed, or that VK has deleted. */
  edited: boolean;
  deleted: boolean;
  /** An arrival number: only stories that are new since then. */
  since: number | null;
  /** An arrival number: only rows that arrived up to it. */
  until: number | null;
  /** Only stories whose first row, under all other filters except dates, was posted between `from` and `to`. */
  first: boolean;
  /** A story ID: only the rows of this story, copies included. */
  story: number | null;
  state: WorkStateFilter | '';
  /** `me`, `none` or the ID of a person. */
  assignee: string;
  /** The ID of a tag. */
  tag: number | null;
  tone: Tone | 'none' | '';
};

/** `view` is the ID of the opened saved view, which does not filter. Pages count from 1. */
export type PostsQuery = FilterValues & { view: number | null; sort: Sort<PostSortColumn>; page: number };

/** Only sources can have negative IDs. */
export function parsePositiveId(value: unknown): number | null {
  const id = parseId(value);
  return id !== null && id > 0 ? id : null;
}

function parseRatio(value: unknown): number | null {
  const text = String(value).replace(',', '.');
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Number(text) || null : null;
}

const parseCount = (value: unknown): number | null => (value === '0' ? 0 : parsePositiveId(value));

/** Reads a parameter that is a comma-separated list, repeated, or both. */
export const parseIds = (value: unknown): number[] =>
  [...new Set(String(value).split(',').map(parsePositiveId))].filter((id) => id !== null);

const parseWords = (value: unknown): readonly number[] => parseIds(value).slice(0, filteredWordsMax);

function parseUpTo(max: number, value: unknown): number | null {
  const number = parseCount(value);
  return number !== null && number <= max ? number : null;
}

/** Returns the day of a bound in the zone of its offset; links of the console use the console's zone. */
export const dayOf = (bound: string): string => bound.slice(0, 10);

export const isTime = (bound: string): boolean => bound.length > 10;

/** Returns a day, an RFC 3339 time, or '' for anything else. */
function parseBound(value: unknown): string {
  if (typeof value !== 'string' || parseDay(dayOf(value)) === null) return '';
  return isTime(value) && Number.isNaN(parseTime(value)) ? '' : value;
}

/** With which backend, and whether the viewer works on stories. */
export type FilterReach = { backendKind: BackendKind; hasWork: boolean };

export const allFilters: FilterReach = { backendKind: 'own', hasWork: true };

type PostFilter<Value> = {
  none: Value;
  /** Parses the URL parameter named like the filter. Returns `none` for an invalid value. */
  parse: (value: unknown) => Value;
  /** Formats the URL parameter; the default is the value itself. */
  format?: (value: Value) => string | number | null;
  /** With which backends the parameter is sent. */
  on: On;
  /** Only for viewers who work on stories. */
  ofWork?: true;
  /** Returns the value of the API parameter; the default is the value of the filter. */
  send?: (value: Value, query: PostsQuery, backendKind: BackendKind) => string | number | null;
  /** The form of the feed has a field for the filter, which also works without JavaScript. */
  hasField?: true;
};

const bound = {
  none: '',
  parse: parseBound,
  on: 'both',
  // Existing backends support days only.
  send: (value: string, _: PostsQuery, backendKind: BackendKind): string =>
    backendKind === 'own' ? value : dayOf(value),
  hasField: true,
} as const;
const flag = {
  none: false,
  parse: (value: unknown): boolean => value === '1',
  format: (value: boolean): number | null => (value ? 1 : null),
  send: (value: boolean): string | null => (value ? 'true' : null),
};
const id = { none: null, parse: parsePositiveId };
const oneOf = <Name extends string>(names: Record<Name, string>) => ({
  none: '' as const,
  parse: (value: unknown): Name | '' => (Object.hasOwn(names, String(value)) ? (value as Name) : ''),
  on: 'own' as const,
  hasField: true as const,
});
const joinIds = (ids: readonly number[]): string => ids.join();

/** Filters that are set or not. `removal`: the label of the button of the chip that removes the filter; null: it has no chip. */
export const switches = {
  unread: { label: 'Только непрочитанные', removal: null },
  photo: { label: 'С фото', removal: 'Убрать фильтр фото' },
  edited: { label: 'Изменённые', removal: 'Убрать фильтр изменённых' },
  deleted: { label: 'Удалённые в ВК', removal: 'Убрать фильтр удалённых' },
} as const satisfies { [Name in keyof FilterValues]?: { label: string; removal: string | null } };
export const switchNames = Object.keys(switches) as (keyof typeof switches)[];

/** A single story is shown with its copies. */
export const showsCopies = ({ copies, story }: FilterValues): boolean => copies === 'show' || story !== null;

/** The API parameter of each filter. */
export const apiNames = {
  word: 'wordId',
  owner: 'ownerId',
  text: 'text',
  from: 'postDtFrom',
  to: 'postDtTo',
  city: 'cityId',
  words: 'wordIds',
  weekday: 'weekday',
  hour: 'hour',
  copies: 'copies',
  unread: 'unread',
  photo: 'photo',
  kind: 'kind',
  views: 'viewsFrom',
  ratio: 'ratioFrom',
  edited: 'edited',
  deleted: 'deleted',
  since: 'since',
  until: 'until',
  first: 'first',
  story: 'storyId',
  state: 'state',
  assignee: 'assignee',
  tag: 'tag',
  tone: 'tone',
} as const satisfies Record<keyof FilterValues, string>;

/** Every filter of the feed, of a saved view and of an alert. */
export const postFilters: { readonly [Name in keyof FilterValues]: PostFilter<FilterValues[Name]> } = {
  word: { ...id, on: 'both', hasField: true },
  owner: { none: null, parse: parseId, on: 'both' },
  text: {
    none: '',
    parse: (value) => (typeof value === 'string' ? value.slice(0, wordTextMax) : ''),
    on: 'both',
    send: (text) => text.trim(),
    hasField: true,
  },
  from: bound,
  to: bound,
  city: {
    none: null,
    parse: parseCount,
    on: 'both',
    send: (city, _, backendKind) => (city !== cityCode.none || backendKind === 'own' ? city : null),
    hasField: true,
  },
  words: { none: [], parse: parseWords, format: joinIds, on: 'own', send: joinIds },
  weekday: { none: null, parse: (value) => parseUpTo(7, value) || null, on: 'own' },
  hour: { none: null, parse: (value) => parseUpTo(23, value), on: 'own' },
  copies: {
    none: 'hide',
    parse: (value) => (value === 'show' ? 'show' : 'hide'),
    format: (copies) => (copies === 'show' ? copies : null),
    on: 'own',
    send: (_, query) => (showsCopies(query) ? null : 'hide'),
    hasField: true,
  },
  unread: { ...flag, on: 'own', hasField: true },
  photo: { ...flag, on: 'own', hasField: true },
  kind: oneOf(postKinds),
  views: { ...id, on: 'own', hasField: true },
  ratio: { none: null, parse: parseRatio, on: 'own', hasField: true },
  edited: { ...flag, on: 'own', hasField: true },
  deleted: { ...flag, on: 'own', hasField: true },
  since: { none: null, parse: parseCount, on: 'own' },
  until: { ...id, on: 'own' },
  first: { ...flag, on: 'own' },
  story: { ...id, on: 'own' },
  state: { ...oneOf(workStateFilters), ofWork: true },
  assignee: {
    none: '',
    parse: (value) => /^(me|none|0|[1-9]\d{0,14})$/.exec(String(value))?.[0] ?? '',
    on: 'own',
    ofWork: true,
    hasField: true,
  },
  tag: { ...id, on: 'own', ofWork: true, hasField: true },
  tone: { ...oneOf({ ...tones, none: '' }), ofWork: true },
};
