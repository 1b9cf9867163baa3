/** API calls of our own backend: saved views of the feed. */
import { type FieldTable, listReader, type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { type Call, change, get, idReader, post, withQuery } from './call.ts';
import { seenAs } from './versioned.ts';

/**
 * `query` is the query string of the feed with its question mark, without page. `clientId`: the client with which an
 * administrator shared the view. `editable`: the viewer may change and delete it. `pinned`: it precedes the others in the
 * viewer's list. `fresh` counts the stories that are new since the viewer last opened the view.
 */
export const viewFields = {
  id: { api: 'ViewID', type: 'id' },
  name: { api: 'Name', type: 'text', named: true },
  query: { api: 'Query', type: 'text' },
  clientId: { api: 'ClientID', type: 'nullable' },
  editable: { api: 'Editable', type: 'boolean' },
  pinned: { api: 'Pinned', type: 'boolean' },
  fresh: { api: 'New', type: 'id' },
  version: { api: 'Version', type: 'reference' },
} as const satisfies FieldTable;

export type SavedView = RowOf<typeof viewFields>;

/** The viewer's own views and the views shared with the client: the pinned ones first, then by name. */
export const loadViews = (): Call<SavedView[]> =>
  get('/vknf/views', listReader('views', viewFields), messages.loadViews);

/** `clientName` is the name of the viewer's client; '' for administrators and for clients without a name. */
export const sidebarFields = {
  views: { api: 'views', type: { rows: viewFields } },
  total: { api: 'total', type: 'count' },
  clientName: { api: 'ClientName', type: 'text', named: true },
} as const satisfies ReplyTable;

/** The reply of `loadViews` with what else the sidebar shows. */
export const loadSidebar = () => get('/vknf/views', rowReader(sidebarFields), messages.loadViews);

/** With a `clientId`, an administrator shares the view with that client. Returns the ID of the view. */
export const createView = (name: string, query: string, clientId: string | null): Call<number> =>
  post('/vknf/views/create', { Name: name, Query: query, ClientID: clientId }, idReader('ViewID'), messages.saveView);

/** `query` replaces the filters of the view. */
export const updateView = (id: number, { name, query }: { name?: string; query?: string }, version: number | null) =>
  change(withQuery('/vknf/views/update', { id }), messages.saveView, { Name: name, Query: query, ...seenAs(version) });

export const readView = rowReader(viewFields);

export const pinView = (id: number, pinned: boolean) =>
  change(withQuery('/vknf/views/pin', { id }), messages.saveView, { Pinned: pinned });

export const deleteView = (id: number) => change(withQuery('/vknf/views/delete', { id }), messages.deleteView);

/** Records that the viewer opened the view: its count of new posts restarts at 0. */
export const openView = (id: number) => change(withQuery('/vknf/views/open', { id }), messages.loadViews);
