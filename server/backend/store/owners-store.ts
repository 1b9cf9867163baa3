/** Sources (owners) of posts. */
import type { OwnerSortColumn } from '../../../shared/fields/owners.ts';
import type { Author } from './journal.ts';
import type { PageQuery } from './page.ts';

export type OwnerRow = {
  ownerId: number;
  ownerType: string;
  name: string | null;
  domain: string | null;
  photoUrl: string | null;
};

/** `addedBy`: the account (account.ts) that adds it by hand. Without an ID the store assigns the next free one. */
export type NewOwner = Omit<OwnerRow, 'ownerId'> & { ownerId: number | null; addedBy?: string };

export type OwnerCreated = { outcome: 'created'; owner: OwnerRow } | { outcome: 'duplicate' | 'too-many' };

/** `account`: of a client that sees no source that other clients have added, unless it has posts. Null sees all. */
export interface OwnersStore {
  list(page: PageQuery<OwnerSortColumn>, account?: string | null): Promise<OwnerRow[]>;
  count(account?: string | null): Promise<number>;
  find(ownerId: number, account?: string | null): Promise<OwnerRow | null>;
  /** `max`: the limit of sources without posts that an account has added. */
  create(owner: NewOwner, by?: Author | null, max?: number): Promise<OwnerCreated>;
  /** Deletes a source without posts. */
  delete(ownerId: number, by?: Author | null): Promise<'deleted' | 'unknown' | 'confirmed'>;
  /** These sources are known to the network. Adds new rows and updates changed ones, in one transaction. A known value is not replaced by null. */
  save(owners: readonly OwnerRow[]): Promise<void>;
}
