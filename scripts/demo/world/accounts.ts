/** Clients of the demo, and the accounts that sign in. */

import type { ClientFields } from '../../../server/backend/store/clients.ts';
import type { Resources } from '../../../server/backend/store/store.ts';
import { hashPassword } from '../../../server/platform/password-hash.ts';
import type { Topic } from './phrases.ts';

/** Accounts of the demo. Their passwords are public. */
export const demoAccounts = {
  admin: { username: 'admin', password: 'demo-admin-1' },
  clients: [
    { client_id: 'client-1001', password: 'demo-client-1' },
    { client_id: 'client-1002', password: 'demo-client-2' },
    { client_id: 'client-1013', password: 'demo-client-13' },
  ],
  /** People of the first client. */
  people: [
    { login: 'olga', name: 'Ольга Миронова', role: 'owner', password: 'demo-olga-1' },
    { login: 'igor', name: 'Игорь Савин', role: 'editor', password: 'demo-igor-1' },
    { login: 'marina', name: 'Марина Руденко', role: 'reader', password: 'demo-marina-1' },
  ],
} as const;

type Customer = ClientFields & { topics: Topic[] };

type Extra = { phone?: string; note?: string; exportAccess?: 'allowed' };

const customer = (no: number, name: string, email: string, topics: Topic[], extra: Extra = {}): Customer => ({
  name,
  ipaddr: `10.20.${no}.${10 + no}`,
  macaddr: `00:1B:44:11:3A:${(0xb0 + no).toString(16).toUpperCase()}`,
  email,
  phone: '',
  note: '',
  exportAccess: 'denied',
  topics,
  ...extra,
});

export const customers: readonly [Customer, ...Customer[]] = [
  customer(1, 'Пресс-служба администрации', 'press@city.example.ru', ['politics', 'transport', 'housing', 'nature'], {
    phone: '+7 495 000-10-01',
    note: 'Договор до конца года',
    exportAccess: 'allowed',
  }),
  customer(2, 'ПАО «Северный банк»', 'pr@severbank.example.ru', ['brand', 'economy'], {
    phone: '+7 812 000-20-02',
    exportAccess: 'allowed',
  }),
  customer(3, 'Департамент транспорта', 'monitor@transport.example.ru', ['transport'], { phone: '+7 495 000-30-03' }),
  customer(4, 'ООО «Молочный край»', 'brand@molkray.example.ru', ['brand', 'economy']),
  customer(5, 'Министерство здравоохранения области', 'info@minzdrav.example.ru', ['social'], {
    phone: '+7 343 000-50-05',
  }),
  customer(6, 'Фонд капитального ремонта', 'fond@kapremont.example.ru', ['housing'], { exportAccess: 'allowed' }),
  customer(7, 'АНО «Чистый берег»', 'eco@bereg.example.org', ['nature', 'housing']),
  customer(8, 'Избирательная комиссия', 'office@izbirkom.example.ru', ['politics'], { note: 'Только будни, 9–18' }),
  customer(9, 'Агентство «Городские новости»', 'editor@gornews.example.ru', [
    'politics',
    'transport',
    'culture',
    'social',
  ]),
  customer(10, 'ООО «ТелеЛинк»', 'care@telelink.example.ru', ['brand']),
  customer(11, 'Дирекция городских праздников', 'events@prazdnik.example.ru', ['culture'], {
    phone: '+7 846 000-11-11',
  }),
  customer(12, 'Торгово-промышленная палата', '', ['economy', 'politics']),
  // Its first page is «С чего начать».
  customer(13, 'Музей истории города', 'museum@city.example.ru', []),
];

type Accounts = Pick<Resources, 'clients' | 'passwords'>;

/** Returns the client's ID. Sets the password of a demo account. */
export async function addClient({ clients, passwords }: Accounts, fields: ClientFields, now: number) {
  const { clientId } = await clients.create(fields, now);
  const account = demoAccounts.clients.find((known) => known.client_id === clientId);
  if (account) await passwords.set({ type: 'client', clientId }, await hashPassword(account.password));
  return clientId;
}
