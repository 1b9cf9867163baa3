/** Replies of our own backend about reports. */
import { offerOwn } from './own-backend.ts';
import type { StandIn } from './stand-in-backend.ts';

const report = {
  ReportID: 5,
  Name: 'Неделя',
  ViewIDs: [2],
  Views: [{ ViewID: 2, Name: 'Дороги', Query: '?text=дороги', Personal: [] }],
  Period: 'week',
  FromDay: '',
  ToDay: '',
  Sections: ['figures', 'main'],
  Formats: ['mail', 'pdf'],
  Weekdays: [1],
  Time: '09:00',
  Recipients: ['anna@example.ru'],
  Left: [{ Address: 'boris@example.ru', At: '2026-11-02T10:00:00Z' }],
  NextAt: '2026-11-09T06:00:00Z',
  Last: { At: '2026-11-02T06:00:00Z', Sent: 3, Failed: 1, Waiting: 0 },
  State: 'active',
  Reason: null,
  Version: 1,
};

const stoppedReport = {
  ...report,
  ...{ ReportID: 6, Name: 'Месяц', Period: 'month', Weekdays: [], NextAt: null, Last: null, Left: [] },
  ...{ State: 'stopped', Reason: 'у Анна нет права на экспорт' },
};

/** Makes the stand-in our own backend with two reports. */
export function offerReports(backend: StandIn): void {
  offerOwn(backend);
  backend.on('GET /vknf/reports', () => ({
    body: {
      reports: [report, stoppedReport],
      Views: report.Views,
      MailDomains: ['example.ru'],
      Sends: true,
      OwnAddress: null,
    },
  }));
  backend.on('POST /vknf/reports/create', () => ({ status: 201, body: { ReportID: 7 } }));
  backend.on('POST /vknf/reports/update', () => ({ body: { ReportID: 5 } }));
  for (const action of ['pause', 'trial'])
    backend.on(`POST /vknf/reports/${action}`, () => ({ body: { status: 'ok' } }));
}
