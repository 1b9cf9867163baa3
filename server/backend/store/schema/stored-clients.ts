/** Clients of version 1.0.0 get the digits of their addresses and phones for searches. */
import { searchTextOf } from '../clients.ts';

export const storedClients = 'SELECT client_no AS id, name, ipaddr, macaddr, email, phone FROM clients';

/** Rows of `storedClients`. */
export type StoredClient = { id: number } & Parameters<typeof searchTextOf>[0];

export const rewriteClients = (clients: readonly StoredClient[]) =>
  clients.map((client) => {
    const sql = 'UPDATE clients SET search_text = $1 WHERE client_no = $2';
    return [sql, searchTextOf(client), client.id] as const;
  });
