/** Clients of the demo with their topics. The first two have passwords (accounts.ts). */
import type { ClientFields } from '../store/clients-store.ts';
import type { Topic } from './phrases.ts';

export type Customer = ClientFields & { topics: Topic[] };

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
];
