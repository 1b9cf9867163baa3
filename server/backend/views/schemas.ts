/** Schemas of saved views. */
import * as v from 'valibot';
import { viewNameMax } from '../../../shared/api/views.ts';
import * as messages from '../../../shared/messages.ts';
import { clientId } from '../clients/schemas.ts';
import { nullableText, plainText, queryId, requiredMessages, text, total } from '../http/schema-fields.ts';

/** Much longer than every canonical query. In UTF-16 units. */
const queryMax = 4000;

const integer = v.pipe(v.number(), v.integer());
const name = v.pipe(text(viewNameMax), v.minLength(1, messages.enterTitle));

/** `New`: the stories that are new since the viewer last opened the view. */
export const viewReply = v.strictObject({
  ViewID: integer,
  Name: v.string(),
  Query: v.string(),
  ClientID: nullableText,
  Editable: v.boolean(),
  New: total,
});
export const viewsReply = v.strictObject({ views: v.array(viewReply), total });

/** `Query` is the query string of the feed; invalid filters are ignored, as on the page. */
export const viewBody = v.object(
  {
    Name: name,
    Query: v.optional(v.pipe(plainText, v.maxLength(queryMax)), ''),
    ClientID: v.optional(v.nullable(clientId), null),
  },
  requiredMessages({ Name: messages.enterTitle }),
);
export const viewChange = v.object({ Name: name }, requiredMessages({ Name: messages.enterTitle }));
export const viewSavedReply = v.strictObject({ ViewID: integer });
export const viewIdQuery = v.object({ id: queryId });
