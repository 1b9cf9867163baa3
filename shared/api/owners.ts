/** API calls for sources (owners; docs/product/api.md), and the readers of their replies. */

import { pageReader, type ReplyTable, type RowOf, readRow, rowReader } from '../fields/field.ts';
import {
  type ListedOwner,
  listedOwnerFields,
  type Owner,
  type OwnerSortColumn,
  ownerFields,
} from '../fields/owners.ts';
import type { Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import type { PageParameters } from '../pages/list-page.ts';
import { type Page, readObject } from '../read.ts';
import { ownersPageSize } from '../rules/limits.ts';
import { type Call, change, get, post, withQuery } from './call.ts';

export const defaultOwnerSort: Sort<OwnerSortColumn> = { column: 'owner_id', descending: false };

export type OwnerInput = { OwnerType: string; Name: string; Domain: string; PhotoURL: string };

const readOwner = rowReader(ownerFields);

/** `search`, the figures and sorting by them need our own backend. */
export const loadOwnersPage = (query: PageParameters<OwnerSortColumn>): Call<Page<ListedOwner>> =>
  get(
    withQuery('/vknf/owners/details', { limit: ownersPageSize, ...query }),
    pageReader('owners', listedOwnerFields),
    messages.loadOwners,
  );

export const loadOwner = (id: number): Call<Owner> =>
  get(`/vknf/owners/${id}`, (reply) => readOwner(readObject(reply).owner ?? reply), messages.loadOwners);

/** Deletes a source without posts. Our own backend only. */
export const deleteOwner = (id: number) =>
  change(withQuery('/vknf/owners/delete', { id }), messages.ownerDeleteMissing, {});

export const createOwner = (owner: OwnerInput) => change('/vknf/owners/create', messages.createOwner, owner);

/** Hides the source from the viewer's feed. If not `removable`, only administrators may show it again. */
const muteFields = {
  id: { api: 'MuteID', type: 'id' },
  removable: { api: 'Removable', type: 'boolean' },
} as const satisfies ReplyTable;

/** The median views of the source's newest measured posts at an age in hours, and the number of these posts. */
const usualViewsFields = {
  age: { api: 'Age', type: 'id' },
  views: { api: 'Views', type: 'decimal' },
  posts: { api: 'Posts', type: 'id' },
} as const satisfies ReplyTable;

/**
 * The wall of a source. A client that does not follow it gets no times and no problem. `problem`: why the network refuses it,
 * until `restUntil`. `idle`: no follower has a phrase or wants every post. `clients`: who follows it, for administrators.
 */
const wallFields = {
  configured: { api: 'Configured', type: 'boolean' },
  isFollowed: { api: 'Followed', type: 'boolean' },
  comments: { api: 'Comments', type: 'boolean' },
  everyPost: { api: 'EveryPost', type: 'boolean' },
  readAt: { api: 'ReadAt', type: 'time' },
  restUntil: { api: 'RestUntil', type: 'time' },
  problem: { api: 'Problem', type: 'plain' },
  isIdle: { api: 'Idle', type: 'boolean' },
  clients: { api: 'Clients', type: 'texts' },
} as const satisfies ReplyTable;

export type OwnerWall = RowOf<typeof wallFields>;

/**
 * `stories` and `rows` are the totals of the viewer's feed for the source, with copies hidden and shown; the times are of
 * its first and last post. So a muted source has no posts. `usualViews`: whoever sees the posts; ages with too few are missing.
 */
export const ownerCardFields = {
  owner: { api: 'Owner', type: { row: ownerFields } },
  firstPostAt: { api: 'FirstPostAt', type: 'time' },
  lastPostAt: { api: 'LastPostAt', type: 'time' },
  stories: { api: 'Stories', type: 'id' },
  rows: { api: 'Rows', type: 'id' },
  mute: { api: 'Mute', type: { row: muteFields, nullable: true } },
  usualViews: { api: 'UsualViews', type: { rows: usualViewsFields } },
  wall: { api: 'WallState', type: { row: wallFields } },
} as const satisfies ReplyTable;

export type OwnerCard = RowOf<typeof ownerCardFields>;

/** Our own backend only. */
export const loadOwnerCard = (ownerId: number): Call<OwnerCard> =>
  get(withQuery('/vknf/owners/card', { ownerId }), rowReader(ownerCardFields), messages.loadOwners);

/** `isFollowed`: the wall is collected. `comments`: also comments. `everyPost`: also posts that match no phrase. */
export type WallSwitches = Pick<OwnerWall, 'isFollowed' | 'comments' | 'everyPost'>;

const switchesBody = ({ isFollowed, comments, everyPost }: Partial<WallSwitches>) => ({
  Followed: isFollowed,
  Comments: comments,
  EveryPost: everyPost,
});

/** For owners of a client. Switches that are missing stay. */
export const followWall = (ownerId: number, switches: Partial<WallSwitches>) =>
  change('/vknf/walls/follow', messages.followWall, { OwnerID: ownerId, ...switchesBody(switches) });

/** «Собрать сейчас», for administrators. */
export const readWallNow = (ownerId: number) =>
  change(withQuery('/vknf/walls/start', { ownerId }), messages.collectNow);

/** What became of a line. `limited`: the client may not follow more walls; the source itself is there. */
export const sourceOutcomes = {
  added: 'Добавлен',
  exists: 'Уже есть',
  missing: 'Не найден',
  closed: 'Закрыт',
  erased: messages.erasedOwner,
  unread: 'Не адрес ВКонтакте',
  limited: 'Источник есть, стена не собирается: предел',
  full: 'Слишком много источников без постов',
} as const;

const sourceLine = {
  outcome: { api: 'Outcome', type: { labels: sourceOutcomes, strict: true } },
} as const satisfies ReplyTable;
export const sourceLines = { lines: { api: 'Lines', type: { rows: sourceLine } } } as const satisfies ReplyTable;
export type SourceOutcome = keyof typeof sourceOutcomes;

/** Adds sources by their addresses, and follows their walls if wanted. */
export const addSources = (addresses: readonly string[], switches: WallSwitches): Call<SourceOutcome[]> =>
  post(
    '/vknf/owners/create/list',
    { Addresses: addresses, ...switchesBody(switches) },
    (reply) => readRow(sourceLines, reply).lines.map(({ outcome }) => outcome),
    messages.createOwner,
  );
