/** Schemas of mutes. */
import * as v from 'valibot';
import { muteKinds } from '../../../shared/api/mutes.ts';
import * as messages from '../../../shared/messages.ts';
import { clientId } from '../clients/schemas.ts';
import { nullableText, queryId, queryInteger, requiredMessages, time, total } from '../http/schema-fields.ts';

const integer = v.pipe(v.number(), v.integer());
const kind = v.picklist(muteKinds);

export const muteReply = v.strictObject({
  MuteID: integer,
  Kind: kind,
  TargetID: integer,
  Name: nullableText,
  ClientID: nullableText,
  CreatedAt: time,
  Hidden: total,
});
export const mutesReply = v.strictObject({ mutes: v.array(muteReply), total });

export const mutePreviewQuery = v.object({ kind, targetId: queryInteger, clientId: v.optional(clientId) });

export const muteBody = v.object(
  { Kind: kind, TargetID: v.pipe(v.number(), v.safeInteger()), ClientID: v.optional(v.nullable(clientId), null) },
  requiredMessages({ Kind: messages.chooseType }),
);
export const muteCreatedReply = v.strictObject({ MuteID: integer });
export const muteIdQuery = v.object({ id: queryId });
