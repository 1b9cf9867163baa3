/** What the service keeps of sources (owners), whatever the engine. */
import type { OwnerSortColumn } from '../../../shared/api/owners.ts';
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
  /** Null when the id is taken. Without an id the next free one is given. */
  create(owner: Omit<OwnerRow, 'ownerId'> & { ownerId: number | null }): Promise<OwnerRow | null>;
  /** Adds what is new, changes what differs, in one transaction. */
  save(owners: readonly OwnerRow[]): Promise<void>;
}
