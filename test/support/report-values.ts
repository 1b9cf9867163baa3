/** Reports for tests, and a stand-in for what makes their files. */
import type { MakeReport, ReportContents } from '../../server/backend/domain/reports/contents.ts';
import type { ReportAuthor, ReportFields } from '../../server/backend/rules/reports/report.ts';
import type { Store } from '../../server/backend/store/store.ts';

export const reportFields: Omit<ReportFields, 'viewIds'> = {
  name: 'Неделя',
  period: 'week',
  fromDay: null,
  toDay: null,
  sections: ['figures', 'main'],
  formats: ['mail', 'pdf'],
  weekdays: [1],
  minute: 9 * 60,
  recipients: ['anna@example.ru', 'boris@example.ru'],
};

export type NewReport = Partial<ReportFields> & Pick<ReportFields, 'viewIds'> & Partial<ReportAuthor>;

/** Returns the ID of a report whose first date is `nextAt`. */
export async function addReport(
  { reports }: Pick<Store, 'reports'>,
  account: string,
  { authorAccount = account, author = 'Завод', ...fields }: NewReport,
  nextAt: number | null,
  now: number,
): Promise<number> {
  const saving = { fields: { ...reportFields, ...fields }, authorAccount, author, nextAt };
  const saved = await reports.create(account, saving, now);
  if (saved.outcome !== 'saved') throw new Error(saved.outcome);
  return saved.id;
}

/** Each making has other contents, so that a mail tells which one it is from. */
export function createFakeMaker(now: () => number) {
  let made = 0;
  const make: MakeReport = async ({ name, fromDay, toDay, formats }) => {
    made += 1;
    const files = formats.includes('pdf')
      ? [{ name: 'report.pdf', type: 'application/pdf', content: Buffer.from(`PDF ${made}`) }]
      : [];
    const contents: ReportContents = {
      subject: `${name}: ${fromDay} – ${toDay}`,
      text: `Составлен раз: ${made}\n`,
      html: `<!DOCTYPE html><html lang="ru"><body><p>Составлен раз: ${made}</p><img src="cid:chart" alt=""></body></html>`,
      date: now(),
      images: [{ cid: 'chart', content: Buffer.from([0x89, 0x50, 0x4e, 0x47]) }],
      files,
    };
    return contents;
  };
  return { make, count: () => made };
}
