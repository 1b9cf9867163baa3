/** API calls for clients of the capability `bulk` that load with the first input or with a dialog. */

import type { Client } from '../fields/clients.ts';
import * as messages from '../messages.ts';
import type { ExportAccess } from '../rules/client.ts';
import { suggestionsMax } from '../rules/limits.ts';
import { type BulkFailure, readBulkReply } from './bulk.ts';
import { type Call, get, post, withQuery } from './call.ts';
import { readClient } from './clients.ts';
import { readList, readNumber, readObject, readText } from './read.ts';

/** A few clients that the search finds, for a field with suggestions. */
export const suggestClients = (search: string): Call<Client[]> =>
  get(
    withQuery('/server/clients/paginated', { search, limit: suggestionsMax }),
    (reply) => readList(reply, 'clients', readClient),
    messages.loadClients,
  );

/** The IDs of all clients that the search finds. */
export const loadClientIds = (search: string): Call<string[]> =>
  get(withQuery('/server/clients/ids', { search }), (reply) => readList(reply, 'ids', readText), messages.loadClients);

/** At most `bulkMax` IDs. Returns those that were not changed. */
export const setExportAccess = (ids: readonly string[], access: ExportAccess): Call<BulkFailure[]> =>
  post('/server/clients/export-access', { ids, export_access: access }, readBulkReply, messages.updateClient);

/** What is deleted with a client (`views`, `rules`, `mutes`), its phrases, which stay, and those that nobody else has. */
export type ClientBelongings = { words: number; ownWords: number; views: number; rules: number; mutes: number };

export const loadClientBelongings = (id: string): Call<ClientBelongings> =>
  get(
    withQuery('/server/clients/belongings', { id }),
    (reply) => {
      const { words, own_words, views, rules, mutes } = readObject(reply);
      return {
        words: readNumber(words, 0),
        ownWords: readNumber(own_words, 0),
        views: readNumber(views, 0),
        rules: readNumber(rules, 0),
        mutes: readNumber(mutes, 0),
      };
    },
    messages.loadClients,
  );
