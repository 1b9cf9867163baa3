/** API calls of the capability `mutes`: hidden sources and authors. */
import * as messages from '../messages.ts';
import {
  ReplyError,
  readList,
  readNothing,
  readNullable,
  readNumber,
  readObject,
  readText,
  readTime,
} from '../read.ts';
import { type Call, get, post, withQuery } from './call.ts';

/** A source of posts or an author (a user of the network). */
export const muteKinds = ['owner', 'user'] as const;
export type MuteKind = (typeof muteKinds)[number];

/** `clientId` is null for a mute of the viewer's own account. `hidden` counts the posts of the last 30 days that it hides. */
export type Mute = {
  id: number;
  kind: MuteKind;
  targetId: number;
  name: string | null;
  clientId: string | null;
  createdAt: string | null;
  hidden: number;
};

function readKind(value: unknown): MuteKind {
  const kind = muteKinds.find((known) => known === readText(value));
  if (!kind) throw new ReplyError('A kind of mute was expected');
  return kind;
}

function readMute(raw: unknown): Mute {
  const fields = readObject(raw);
  return {
    id: readNumber(fields.MuteID),
    kind: readKind(fields.Kind),
    targetId: readNumber(fields.TargetID),
    name: readNullable(fields.Name),
    clientId: readNullable(fields.ClientID),
    createdAt: readTime(fields.CreatedAt),
    hidden: readNumber(fields.Hidden),
  };
}

/** The mutes that apply to the viewer's feed. Administrators also get those they made for clients. */
export const loadMutes = (): Call<Mute[]> =>
  get('/vknf/mutes', (reply) => readList(reply, 'mutes', readMute), messages.loadMutes);

/** How many posts of the last 30 days the mute would hide from the viewer, or from the client. */
export const loadMutePreview = (kind: MuteKind, targetId: number, clientId: string | null): Call<number> =>
  get(
    withQuery('/vknf/mutes/preview', { kind, targetId, clientId }),
    (reply) => readNumber(readObject(reply).total),
    messages.loadMutes,
  );

/** `clientId`: for a client, by administrators only; null: for the viewer's own account. */
export const createMute = (kind: MuteKind, targetId: number, clientId: string | null): Call<number> =>
  post(
    '/vknf/mutes/create',
    { Kind: kind, TargetID: targetId, ClientID: clientId },
    (reply) => readNumber(readObject(reply).MuteID),
    messages.createMute,
  );

export const deleteMute = (id: number): Call<null> =>
  post(withQuery('/vknf/mutes/delete', { id }), undefined, readNothing, messages.deleteMute);
