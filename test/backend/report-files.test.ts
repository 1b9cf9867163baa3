// Proves: reports#files
/** The process that makes the files of a report, and the size of the mail. */
import { createTransport } from 'nodemailer';
import { numberCell, table, textCell } from '../../server/backend/reports/parts.ts';
import type { ReportDocument, ReportSection } from '../../server/backend/reports/report-document.ts';
import { makeReportFile, makeReportFiles, ReportFilesError } from '../../server/backend/reports/report-files.ts';
import { readDocx, readPdf } from '../support/report-forms.ts';

const mentions = (days: number): ReportSection => ({
  name: 'mentions',
  title: 'Упоминания по дням',
  blocks: [
    {
      kind: 'chart',
      alternative: 'Упоминания по дням за период',
      chart: {
        kind: 'columns',
        values: Array.from({ length: days }, (_, day) => day % 7),
        before: [],
        labels: ['а', 'я'],
      },
    },
    table(
      ['День', 'Посты'],
      Array.from({ length: days }, (_, day) => [
        textCell(`День ${day + 1}`),
        numberCell(day % 7, 'https://monitor.example/posts'),
      ]),
    ),
  ],
});

const report = (days: number, chapters = 1): ReportDocument => ({
  title: 'Неделя',
  subject: 'Неделя: 23.11.2026 – 29.11.2026',
  author: 'Отчёт настроил Пётр.',
  facts: [['Период', '23.11.2026 – 29.11.2026']],
  chapters: Array.from({ length: chapters }, (_, index) => ({
    title: `Фильтр ${index + 1}`,
    facts: [['Сбор', 'собрано 97 %']],
    sections: [mentions(days)],
  })),
});

/** The size of the mail without attached files, as it is transferred. */
async function sizeOf({ subject, html, text, images }: Awaited<ReturnType<typeof makeReportFiles>>['mail']) {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const attachments = images.map(({ cid, content }) => ({ cid, content, filename: `${cid}.png` }));
  const { message } = await transport.sendMail({ from: 'a@b.ru', to: 'b@b.ru', subject, html, text, attachments });
  return (message as Buffer).length;
}

test('all forms of a report are made, and its head of a table is never alone at the end of a page', async () => {
  const { mail, pdf, docx } = await makeReportFiles(report(90), ['mail', 'pdf', 'docx']);
  const read = readPdf(pdf ?? Buffer.alloc(0));
  expect(read.pages).toBeGreaterThan(2);
  expect(read.text).toContain('День 90');
  expect(readDocx(docx ?? Buffer.alloc(0)).alternatives).toEqual(['Упоминания по дням за период']);
  expect(mail.images.map(({ cid }) => cid)).toEqual(['chart-1']);
  expect(mail.images[0]?.content.subarray(1, 4).toString()).toBe('PNG');
  expect(mail.html).toContain('src="cid:chart-1"');
  expect(mail.text).toContain('День 90 | 5');
  expect(await sizeOf(mail)).toBeLessThan(400 * 1024);
}, 60_000);

test('without the mail format the mail has only the first page', async () => {
  const { mail, pdf, docx } = await makeReportFiles(report(3), ['pdf']);
  expect(mail.text).toBe(
    [
      'Неделя',
      'Период: 23.11.2026 – 29.11.2026',
      '',
      'ФИЛЬТР 1',
      'Сбор: собрано 97 %',
      '',
      'Отчёт настроил Пётр.',
    ].join('\n'),
  );
  expect([mail.images, docx]).toEqual([[], null]);
  expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
}, 60_000);

test('a large mail leaves out charts and then sections, and says so', async () => {
  const { mail } = await makeReportFiles(report(366, 6), ['mail']);
  expect(await sizeOf(mail)).toBeLessThan(400 * 1024);
  expect(mail.images).toEqual([]);
  expect(mail.html).toContain('Диаграммы в письмо не поместились; Фильтр');
  expect(mail.html).toContain('Фильтр 6: Упоминания по дням.');
  expect(mail.text).toContain('День 366');
}, 60_000);

test('a fault of the process is an error of one report', async () => {
  const broken = { ...report(3), chapters: [{ title: 'Фильтр', facts: [], sections: null }] };
  await expect(makeReportFile(broken as never, 'pdf')).rejects.toThrow(ReportFilesError);
  expect((await makeReportFile(report(3), 'pdf')).length).toBeGreaterThan(1000);
}, 60_000);
