// Proves: reports#downloads, reports#files
/** «Скачать отчёт» on «Сводка» and «Аналитика» in front of the embedded backend. */
import { clientPassword } from '../support/backend.ts';
import { type Listening, listen } from '../support/raw-http.ts';
import { readDocx, readPdf } from '../support/report-forms.ts';
import { noon } from '../support/seed-posts.ts';
import { createTestConsole, createVisitor, type Visitor } from '../support/test-console.ts';
import { startTwoClients, type TwoClients } from '../support/two-clients.ts';

let stage: TwoClients;
let server: Listening;
let visitor: Visitor;
let cookie = '';

beforeAll(async () => {
  stage = await startTwoClients({ now: () => noon, config: { PUBLIC_URL: 'https://monitor.example' } });
  const { backend, clientIds, metro } = stage;
  await backend.store.clients.update(clientIds.client, { exportAccess: 'allowed' }, noon);
  await stage.save({
    wordId: metro.wordId,
    ownerId: -1,
    postId: 1,
    userId: 1,
    postedAt: noon - 1000,
    updatedAt: noon,
    text: 'Метро',
  });
  const { app } = createTestConsole({ apiUrl: backend.url, now: () => noon, environment: { API_TIMEOUT_MS: '60000' } });
  visitor = createVisitor(app);
  await visitor.postForm('/login', { type: 'client', client_id: clientIds.client, password: clientPassword });
  cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  server = await listen(app);
});
afterAll(async () => {
  await server.close();
  await stage.close();
});

const download = (path: string, options: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { ...options, headers: { cookie } });

test('the pages link to files with their own query, whose figures and links are those of the page', async () => {
  const { text } = await visitor.get('/ldvknf/summary?from=2026-03-01&to=2026-03-01');
  const [, pdfPath = ''] = /href="([^"]*report\.pdf[^"]*)"/.exec(text) ?? [];
  expect(pdfPath).toBe('/ldvknf/summary/report.pdf?from=2026-03-01&amp;to=2026-03-01');
  const reply = await download(pdfPath.replaceAll('&amp;', '&'));
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(reply.headers.get('content-disposition')).toContain('filename="summary_2026-03-01_');
  const pdf = readPdf(Buffer.from(await reply.arrayBuffer()));
  expect(pdf.text).toContain('Постов, с повторами\n1\n');
  expect(pdf.catalog).toContain('/Lang (ru-RU)');
  expect(pdf.links).toContainEqual(
    expect.stringMatching(
      /^https:\/\/monitor\.example\/ldvknf\/posts\?from=2026-03-01&to=2026-03-01&until=\d+&copies=show/,
    ),
  );
  const page = await visitor.get('/ldvknf/analytics?from=2026-02-27&to=2026-03-01');
  const [, docxPath = ''] = /href="([^"]*report\.docx[^"]*)"/.exec(page.text) ?? [];
  const docx = await download(docxPath.replaceAll('&amp;', '&'));
  expect(docx.status).toBe(200);
  const { texts, styles, alternatives, files } = readDocx(Buffer.from(await docx.arrayBuffer()));
  expect(texts).toContain('Упоминания по дням');
  expect(styles).toEqual(expect.arrayContaining(['Title', 'Heading1', 'Heading2']));
  expect(alternatives).toHaveLength(2);
  expect(files.filter((name) => name.endsWith('.png'))).toHaveLength(2);
});

test('one download at a time, a wrong period and a missing right are refused, and a download is recorded', async () => {
  const [first, second] = await Promise.all(
    ['pdf', 'docx'].map((format) => download(`/ldvknf/summary/report.${format}`)),
  );
  expect([first?.status, second?.status].sort()).toEqual([200, 409]);
  expect((await download('/ldvknf/summary/report.pdf?from=2026-13-01')).status).toBe(400);
  expect((await download('/ldvknf/analytics/report.pdf', { method: 'HEAD' })).status).toBe(200);
  const journal = await stage.get('/server/journal?limit=20&offset=0', 'admin');
  expect(JSON.stringify(journal.body)).toMatch(/Сводка, (PDF|DOCX)/);
  await stage.backend.store.clients.update(stage.clientIds.client, { exportAccess: 'denied' }, noon);
  const refused = await download('/ldvknf/summary/report.pdf');
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain('Экспорт запрещён для вашей учётной записи');
});
