/** Clients and their passwords. */
import type { ClientSortColumn } from '../../../shared/fields/clients.ts';
import type { ExportAccess } from '../../../shared/rules/client.ts';
import type { PasswordChange } from './administrators-store.ts';
import type { Author } from './journal.ts';
import type { Page, PageQuery } from './page.ts';

export type ClientFields = {
  name: string;
  ipaddr: string;
  macaddr: string;
  email: string;
  phone: string;
  note: string;
  exportAccess: ExportAccess;
};

/** `connected`: one of the client's own sessions was used in the last 5 minutes. */
export type ClientRow = ClientFields & { clientId: string; connected: boolean };

/** `words` counts phrases that are not deleted. `signedInAt` is null before the first sign-in. */
export type ClientSummary = ClientRow & { words: number; signedInAt: number | null };

/** `search` matches parts of ID, name, addresses, email and phone, ignoring case and ё; '' finds all. */
export type ClientsQuery = PageQuery<ClientSortColumn> & { search: string };

/** What belongs to a client. `ownWords` are those of `words` that no other client has. */
export type ClientBelongings = { words: number; ownWords: number; views: number; rules: number; mutes: number };

export interface ClientsStore {
  list(now: number): Promise<ClientRow[]>;
  page(query: ClientsQuery, now: number): Promise<Page<ClientSummary>>;
  /** In order of creation. */
  ids(search: string): Promise<string[]>;
  belongings(clientId: string): Promise<ClientBelongings>;
  get(clientId: string, now: number): Promise<ClientRow | null>;
  /** The store assigns the ID. */
  create(fields: ClientFields, now: number, by?: Author | null): Promise<ClientRow>;
  /** Null: no such client. */
  update(clientId: string, fields: Partial<ClientFields>, now: number, by?: Author | null): Promise<ClientRow | null>;
  /** Returns the IDs that are unknown. */
  setExportAccess(
    clientIds: readonly string[],
    access: ExportAccess,
    now: number,
    by?: Author | null,
  ): Promise<string[]>;
  /** Also deletes the client's links and sessions and ends its impersonations. False: no such client. */
  delete(clientId: string, now: number, by?: Author | null): Promise<boolean>;
  passwordHash(clientId: string): Promise<string | null>;
  /** False: no such client. */
  setPasswordHash(clientId: string, passwordHash: string, change?: PasswordChange): Promise<boolean>;
}
