/** Columns, search and order of clients, which both engines share. */
import type { ClientSortColumn } from '../../../shared/fields/clients.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { ClientFields } from './clients-store.ts';

/** A client is connected if one of its sessions was used within this time. */
export const connectedMs = 5 * minuteMs;

/** The column `search_text`. The ID is searched besides. */
export const searchTextOf = ({ name, ipaddr, macaddr, email, phone }: Omit<ClientFields, 'note' | 'exportAccess'>) =>
  foldText([name, ipaddr, macaddr, email, phone].join('\n'));

const columns: Record<keyof ClientFields, string> = {
  name: 'name',
  ipaddr: 'ipaddr',
  macaddr: 'macaddr',
  email: 'email',
  phone: 'phone',
  note: 'note',
  exportAccess: 'export_access',
};
const fieldNames = Object.keys(columns) as (keyof ClientFields)[];
/** With the columns for sorting and searching, which follow from the others. */
export const writtenColumns = [...fieldNames.map((name) => columns[name]), 'name_folded', 'search_text'];
export const valuesOf = (fields: ClientFields) => [
  ...fieldNames.map((name) => fields[name]),
  foldText(fields.name),
  searchTextOf(fields),
];

/** SQL on `l`, a row of `word_clients`: its phrase is not deleted. */
export const live = 'l.word_id NOT IN (SELECT word_id FROM words WHERE deleted_at IS NOT NULL)';
/** SQL on `c`: the number of phrases of a client. */
export const words = `(SELECT count(*) FROM word_clients l WHERE l.client_id = c.client_id AND ${live})`;

/** The folded parts of a search, each of which must be found. */
export const partsOf = (search: string): string[] =>
  foldText(search)
    .split(/\s+/)
    .filter((part) => part !== '');

/** SQL on `c`. */
export const sortColumns: Record<ClientSortColumn, string> = {
  client_id: 'c.client_no',
  name: 'c.name_folded',
  export_access: 'c.export_access',
  words,
  signed_in_at: 'c.signed_in_at',
};
