/** Calls for people whom a directory signs in for several clients. */
import * as v from 'valibot';
import { seatFields } from '../../../../shared/api/auth.ts';
import { onAccess } from '../../http/access.ts';
import { endpoint, existing } from '../../http/endpoint.ts';
import { sources } from '../../rules/directory.ts';
import { presenterOf, replyOf } from '../../rules/reply-values.ts';
import { clientUser, presentClientUser } from '../auth/schemas.ts';
import { authorOf, identityFields, makeTokens } from '../auth/sessions.ts';
import { clientId } from '../clients/client.ts';

const present = presenterOf(seatFields);

export const seats = [
  endpoint('GET', '/server/auth/seats', 'signed-in', {
    summary:
      'The directory by which the account signs in, null for one of the service, and the other clients of the person with the role there',
    reply: v.strictObject({ source: v.nullable(v.picklist(sources)), seats: v.array(replyOf(seatFields)) }),
    handle: async ({ store, viewer }) => {
      const account = await store.directory.accountOf(viewer);
      const found = viewer.type === 'client' ? await store.directory.otherSeats(viewer) : [];
      return {
        source: account?.source ?? null,
        seats: found.map(({ identity: { clientId, person }, client }) =>
          present({ clientId, client, role: person?.role ?? 'reader' }),
        ),
      };
    },
  }),
  endpoint('POST', '/server/auth/seat', 'client', {
    summary: 'Switches the session to another client for which the person signs in',
    body: v.object({ client_id: clientId }),
    reply: clientUser,
    onAccess: true,
    handle: async ({ viewer, body, ...context }) => {
      const { session, address, now, cookies, log } = context;
      const { tokens, grant } = makeTokens(context);
      const seat = { type: 'client', clientId: body.client_id } as const;
      const identity = await onAccess(context, [seat], async ({ directory, sessions }) => {
        const others = await directory.otherSeats(viewer);
        const found = existing(others.find((other) => other.identity.clientId === body.client_id)).identity;
        const by = authorOf({ ...session, owner: found }, address, () => now);
        await sessions.switchOwner(session.id, found, grant, now, by);
        return found;
      });
      cookies.set(tokens);
      log.info({ ...identityFields(session), client: identity.clientId }, 'switched to another client');
      return presentClientUser(identity);
    },
  }),
];
