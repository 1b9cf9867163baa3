/** Clients and their passwords. */
import type { ExportAccess } from '../../../shared/rules/client.ts';
import type { PasswordChange } from './administrators-store.ts';
import type { Author } from './journal-store.ts';

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

export interface ClientsStore {
  list(now: number): Promise<ClientRow[]>;
  get(clientId: string, now: number): Promise<ClientRow | null>;
  /** The store assigns the ID. */
  create(fields: ClientFields, now: number, by?: Author | null): Promise<ClientRow>;
  /** Null: no such client. */
  update(clientId: string, fields: Partial<ClientFields>, now: number, by?: Author | null): Promise<ClientRow | null>;
  /** Also deletes the client's links and sessions and ends its impersonations. False: no such client. */
  delete(clientId: string, now: number, by?: Author | null): Promise<boolean>;
  passwordHash(clientId: string): Promise<string | null>;
  /** False: no such client. */
  setPasswordHash(clientId: string, passwordHash: string, change?: PasswordChange): Promise<boolean>;
}
