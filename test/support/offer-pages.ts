/** Our own backend with replies for all pages. */
import { offerAlerts } from './alert-replies.ts';
import { offerAnalytics } from './analytics-replies.ts';
import { offerCollection } from './collection-replies.ts';
import { offerOwnerCard } from './owner-card-replies.ts';
import { offerReports } from './report-replies.ts';
import type { StandIn } from './stand-in-backend.ts';

export const journalRecord = {
  RecordID: 3,
  At: '2026-11-01T10:00:00Z',
  Who: 'root',
  OnBehalfOf: { String: 'client-1', Valid: true },
  Action: 'word-added',
  Object: 'Фраза 7 «<b>метро</b>»',
  Address: '203.0.113.7',
};

export function offerPages(backend: StandIn): void {
  offerCollection(backend);
  offerOwnerCard(backend);
  offerAlerts(backend);
  offerAnalytics(backend);
  offerReports(backend);
  backend.on('GET /vknf/work', () => ({ body: { tags: [], reasons: [], people: [], Me: 0 } }));
  backend.on('GET /vknf/work/story', () => ({ body: { Work: null, notes: [], history: [] } }));
  const factor = { Enabled: false, Required: false, RecoveryCodes: 0, Account: 'root' };
  backend.on('GET /server/second-factor', () => ({ body: factor }));
  backend.on('GET /server/journal', () => ({ body: { records: [journalRecord], total: 120 } }));
}
