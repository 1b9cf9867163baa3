/** API calls of our own backend: hidden sources and authors. */
import { listReader, type ReplyTable, type RowOf } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { readCount } from '../read.ts';
import { type Call, change, get, idReader, post, withQuery } from './call.ts';

/** A source of posts or an author (a user of the network). */
export const muteKinds = { owner: 'Источник', user: 'Автор' } as const;
export type MuteKind = keyof typeof muteKinds;

/** `clientId` is null for a mute of the viewer's own account. `hidden` counts the hidden posts of the last 30 days. */
export const muteFields = {
  id: { api: 'MuteID', type: 'id' },
  kind: { api: 'Kind', type: { labels: muteKinds, strict: true } },
  targetId: { api: 'TargetID', type: 'id' },
  name: { api: 'Name', type: 'nullable', named: true },
  clientId: { api: 'ClientID', type: 'nullable' },
  createdAt: { api: 'CreatedAt', type: 'moment' },
  hidden: { api: 'Hidden', type: 'id' },
} as const satisfies ReplyTable;

export type Mute = RowOf<typeof muteFields>;

/** The mutes that apply to the viewer's feed. Administrators also get the mutes that they made for clients. */
export const loadMutes = (): Call<Mute[]> => get('/vknf/mutes', listReader('mutes', muteFields), messages.loadMutes);

/** How many posts of the last 30 days the mute would hide from the viewer, or from the client. */
export const loadMutePreview = (kind: MuteKind, targetId: number, clientId: string | null): Call<number> =>
  get(withQuery('/vknf/mutes/preview', { kind, targetId, clientId }), readCount, messages.loadMutes);

/** Administrators may mute for a client; null stands for the viewer's own account. Returns the ID of the mute. */
export const createMute = (kind: MuteKind, targetId: number, clientId: string | null): Call<number> =>
  post(
    '/vknf/mutes/create',
    { Kind: kind, TargetID: targetId, ClientID: clientId },
    idReader('MuteID'),
    messages.createMute,
  );

export const deleteMute = (id: number) => change(withQuery('/vknf/mutes/delete', { id }), messages.deleteMute);
