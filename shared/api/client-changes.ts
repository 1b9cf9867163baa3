/** API calls that change or delete one client, for administrators only. Only dialogs load them. */
import { type FieldTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import type { ExportAccess } from '../rules/client.ts';
import { type Call, change, get, withQuery } from './call.ts';
import type { NewClient } from './clients.ts';

type ClientInput = NewClient & {
  note?: string;
  export_access?: ExportAccess;
  keep_comments_days?: number | null;
};

/** Missing fields stay unchanged if the backend has versions. */
export const updateClient = (id: string, client: Partial<ClientInput>, version: number | null) =>
  change(withQuery('/server/clients/update', { id }), messages.updateClient, {
    ...client,
    ...(version !== null && { version }),
  });

export const deleteClient = (id: string) => change(withQuery('/server/clients/delete', { id }), messages.deleteClient);

export const setClientPassword = (id: string, password: string) =>
  change(withQuery('/server/clients/password/set', { id }), messages.passwordNotChanged, { password });

/**
 * The numbers of `views`, `rules` and `mutes` that are deleted with a client, and of its phrases, which stay; `ownWords` counts
 * phrases that no other client tracks.
 */
export const belongingsFields = {
  words: { api: 'words', type: 'count' },
  ownWords: { api: 'own_words', type: 'count' },
  views: { api: 'views', type: 'count' },
  rules: { api: 'rules', type: 'count' },
  reports: { api: 'reports', type: 'count' },
  mutes: { api: 'mutes', type: 'count' },
} as const satisfies FieldTable;

export type ClientBelongings = RowOf<typeof belongingsFields>;

export const loadClientBelongings = (id: string): Call<ClientBelongings> =>
  get(withQuery('/server/clients/belongings', { id }), rowReader(belongingsFields), messages.loadClients);
