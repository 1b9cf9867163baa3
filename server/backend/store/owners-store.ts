/** Sources (owners) of posts. */
import type { OwnerSortColumn } from '../../../shared/api/owners.ts';
import type { Author } from './journal-store.ts';
import type { PageQuery } from './page.ts';

export type OwnerRow = {
  ownerId: number;
  ownerType: string;
  name: string | null;
  domain: string | null;
  photoUrl: string | null;
};

export interface OwnersStore {
  list(page: PageQuery<OwnerSortColumn>): Promise<OwnerRow[]>;
  count(): Promise<number>;
  find(ownerId: number): Promise<OwnerRow | null>;
  /** Without an ID the store assigns the next free one. Null: the ID is taken. */
  create(owner: Omit<OwnerRow, 'ownerId'> & { ownerId: number | null }, by?: Author | null): Promise<OwnerRow | null>;
  /** Adds new rows and updates changed ones, in one transaction. A known value is not replaced by null. */
  save(owners: readonly OwnerRow[]): Promise<void>;
}
