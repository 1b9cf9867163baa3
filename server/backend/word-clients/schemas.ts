/** Schemas of links between phrases and clients. docs/product.md does not define their fields. */
import * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import { clientId } from '../clients/schemas.ts';
import { queryId, requiredMessages, total } from '../http/schema-fields.ts';

const id = v.pipe(v.number(), v.integer(), v.minValue(1));

export const wordClientReply = v.strictObject({ ID: id, WordID: id, ClientID: v.string() });
export const wordClientsReply = v.strictObject({ wordclients: v.array(wordClientReply), total });

export const wordClientBody = v.object(
  { WordID: id, ClientID: clientId },
  requiredMessages({ ClientID: messages.chooseClient }),
);

export const linksOfWordQuery = v.object({ wordId: queryId });
export const linksOfClientQuery = v.object({ clientId });
export const wordClientQuery = v.object({ id: queryId });
