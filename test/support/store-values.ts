/** Values for tests of the store's interface. */
import type { Author, JournalRecord } from '../../server/backend/store/journal.ts';
import type { TokenGrant } from '../../server/backend/store/session-tokens.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { start } from './collection-store.ts';

export const by: Author = { who: 'admin', onBehalfOf: null, address: '203.0.113.7', at: start };

export const contact = {
  ipaddr: '10.0.0.1',
  macaddr: '00:1A:2B:3C:4D:5E',
  email: 'press@example.ru',
  phone: '',
  note: 'Договор 7',
  exportAccess: 'denied',
} as const;

/** The journal's records without IDs, oldest first. */
export async function recordsOf({ journal }: Store): Promise<Pick<JournalRecord, 'action' | 'object'>[]> {
  const everything = { limit: 100, offset: 0, who: '', action: null, from: null, to: null };
  const { rows } = await journal.page(everything);
  return rows.map(({ action, object }) => ({ action, object })).reverse();
}

/** 32 equal bytes. */
export const hash = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

/** The access token has the hash of `byte`, the refresh token has the hash of the next number. */
export const grant = (byte: number, expiresAt: number): TokenGrant => ({
  accessHash: hash(byte),
  accessExpiresAt: expiresAt,
  refreshHash: hash(byte + 1),
  refreshExpiresAt: expiresAt,
});
