/** Replies of our own backend to the calls of alerts. */
import { offerOwn } from './own-backend.ts';
import type { StandIn } from './stand-in-backend.ts';

export const alertRule = {
  RuleID: 4,
  Name: 'Ремонт дорог',
  ViewID: 2,
  View: 'Дороги',
  Query: '?text=%D1%80%D0%B5%D0%BC%D0%BE%D0%BD%D1%82',
  Condition: 'least',
  Least: 10,
  Period: 'hour',
  Channel: 'email',
  Address: 'duty@example.ru',
  Schedule: 'hourly',
  QuietFrom: '22:00',
  QuietTo: '08:00',
  Paused: false,
  AtomPath: null,
};

const atomRule = {
  ...alertRule,
  RuleID: 5,
  Name: 'Всплески',
  Condition: 'spike',
  Channel: 'atom',
  Address: '',
  Schedule: 'now',
  QuietFrom: '',
  QuietTo: '',
  Paused: true,
  AtomPath: `/atom/9-${'b'.repeat(43)}`,
};

export const delivery = {
  DeliveryID: 30,
  At: '2026-11-01T10:00:00Z',
  Rule: 'Ремонт дорог',
  Address: null,
  Skipped: null,
  ClientID: null,
  Channel: 'email',
  State: 'sent',
  Trial: false,
  Count: 14,
  Tries: 1,
  NextTry: null,
  Error: null,
  Href: '/ldvknf/posts?since=10&until=24',
};

export const feed = {
  FeedID: 8,
  ViewID: 2,
  RuleID: null,
  Title: 'Дороги',
  Path: `/atom/8-${'a'.repeat(43)}`,
  Revoked: false,
  UsedAt: '2026-11-01T09:59:00Z',
};

const history = {
  Messages: 3,
  Posts: 41,
  items: [{ At: '2026-11-01T09:00:00Z', Count: 21, Usual: 4, Href: '/ldvknf/posts?from=2026-11-01T08:00:00Z' }],
};

/** Makes the stand-in our own backend with a rule for each state, and a view. */
export function offerAlerts(backend: StandIn): void {
  const done = () => ({ body: { status: 'ok' } });
  offerOwn(backend);
  backend.on('GET /vknf/alerts/rules', () => ({
    body: { rules: [alertRule, atomRule], channels: ['email', 'webhook', 'atom'], mailDomains: ['example.ru'] },
  }));
  backend.on('GET /vknf/alerts/feeds', () => ({ body: { feeds: [feed] } }));
  backend.on('GET /vknf/alerts/deliveries', () => ({ body: { deliveries: [delivery], total: 1 } }));
  backend.on('GET /vknf/alerts/history', () => ({ body: history }));
  backend.on('POST /vknf/alerts/rules/create', () => ({ status: 201, body: { RuleID: 6, Secret: null } }));
  backend.on('POST /vknf/alerts/rules/update', () => ({ body: { RuleID: 4, Secret: null } }));
  for (const action of ['pause', 'delete', 'trial']) backend.on(`POST /vknf/alerts/rules/${action}`, done);
  backend.on('POST /vknf/alerts/feeds/renew', done);
}
