// Proves: alerts#journal, journal#records, sign-on#journal
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { apiTable } from '../../server/backend/api-table.ts';
import { parseAllowList } from '../../server/platform/allow-list.ts';
import { assertionHeader, sealAssertion } from '../../server/platform/assertion.ts';
import { seal } from '../../server/platform/seal.ts';
import { authPaths } from '../../shared/api/auth.ts';
import { type JournalAction, journalActionNames } from '../../shared/rules/journal.ts';
import {
  backendAdmin,
  backendSecret,
  clientPassword,
  cookieOf,
  startTestBackend,
  type TestBackend,
} from '../support/backend.ts';
import {
  clientId,
  contact,
  invitationToken,
  type JournalCase,
  journalCases,
  newPassword,
  type Role,
  reportToken,
  totpSecret,
  webhook,
} from '../support/journal-cases.ts';
import { addReport } from '../support/report-values.ts';
import { newPost } from '../support/seed-posts.ts';

const pathOf = ({ path }: { path: string }) => path.replace(/\?.*/, '');

/** Recorded elsewhere: by a refused sign-in, by calls that only read, and by parts of the product that add their own calls. */
const others: JournalAction[] = [
  'exported',
  'sign-in-refused',
  'administrator-added',
  'administrator-changed',
  'data-erased',
  'erasure-lifted',
  'feed-read',
  'report-sent',
  'directory-added',
  'directory-changed',
  'directory-removed',
  'directory-linked',
  'recovery-code-used',
];

/** They need a provider: test/http/oidc.test.ts. */
const ofProvider = (path: string): boolean => Object.values(authPaths.oidc).some((call) => call === path);

describe('the journal', () => {
  let backend: TestBackend;
  let db: DatabaseSync;
  const cookies: Partial<Record<Role, string>> = {};
  const tokens: string[] = [];

  beforeAll(async () => {
    const WEBHOOK_ALLOW = parseAllowList('127.0.0.0/8:9');
    const SSO_ROLES = [{ group: 'press', client: clientId, role: 'reader', export: false } as const];
    const signOn = { SSO_HEADER: 'remote-user', SSO_ROLES };
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'http://monitor.example.ru' };
    backend = await startTestBackend({
      config: { VK_SERVICE_KEY: ['key'], VK_API_ORIGIN: 'http://127.0.0.1:9', WEBHOOK_ALLOW, ...mail, ...signOn },
    });
    await backend.createClient();
    await backend.createClient();
    await backend.store.clients.update(clientId, { exportAccess: 'allowed' }, Date.now());
    const anna = { name: 'Анна', login: 'anna', role: 'reader', mayExport: false } as const;
    const hash = createHash('sha256').update(invitationToken).digest();
    const personId =
      (await backend.store.people.invite(clientId, anna, { hash, until: Date.now() + 3_600_000 }, null)) ?? 0;
    const factor = { secret: seal([backendSecret], totpSecret), lastStep: 0 };
    await backend.store.secondFactors.enable(
      { type: 'client', clientId, person: { ...anna, personId } },
      factor,
      [],
      null,
    );
    await backend.store.secondFactors.enable({ type: 'client', clientId: 'client-1002' }, factor, [], null);
    cookies.pending = await backend.signInClient('client-1002');
    const admin = { type: 'admin', adminId: 1, username: backendAdmin.username } as const;
    cookies.admin = await backend.openSession(admin);
    cookies.client = await backend.openSession({ type: 'client', clientId });
    const started = await backend.call('POST', '/admin/impersonate', {
      cookie: await backend.openSession(admin),
      body: { client_id: clientId },
    });
    cookies.acting = cookieOf(started.headers);
    const seat = { role: 'reader', mayExport: false } as const;
    const vera = await backend.store.directory.admit(
      { source: 'oidc', subject: '7', login: 'vera', name: 'Вера', groups: [] },
      { administrator: null, seats: ['client-1001', 'client-1002'].map((client) => ({ ...seat, clientId: client })) },
      ...([Date.now(), null] as const),
    );
    await backend.store.directory.admit(
      { source: 'header', subject: 'gleb', login: 'gleb', name: 'Глеб', groups: [] },
      { administrator: null, seats: [{ ...seat, clientId: 'client-1001' }] },
      ...([Date.now(), null] as const),
    );
    if ('identities' in vera && vera.identities[0]) cookies.person = await backend.openSession(vera.identities[0]);
    db = new DatabaseSync(backend.file);
    const recipients = ['anna@example.ru'];
    await addReport(backend.store, 'client:client-1002', { viewIds: [], recipients }, null, Date.now());
    db.prepare('UPDATE report_recipients SET token = ?').run(Buffer.from(reportToken, 'base64url'));
  });
  afterAll(async () => {
    db.close();
    await backend.close();
  });

  const journal = async () =>
    (await backend.store.journal.page({ limit: 1000, offset: 0, who: '', action: null, from: null, to: null })).rows;

  /**
   * A digest per table that a call may change. The last use of a session or of a code, the last confirmation by a directory,
   * and counted attempts do not count as changes.
   */
  function digests(): Record<string, string> {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const names = tables.map(({ name }) => String(name));
    const data = names.filter((name) => !/^(login_attempts|visits|sqlite_sequence|post_search.*)$/.test(name));
    const digest = (name: string) => {
      const unrecorded = ['used_at', 'last_step', 'confirmed_at'];
      const rows = db.prepare(`SELECT * FROM "${name}"`).all();
      const text = JSON.stringify(rows, (key, value) => (unrecorded.includes(key) ? undefined : value));
      return createHash('sha256').update(text).digest('base64');
    };
    return Object.fromEntries(data.map((name) => [name, digest(name)]));
  }

  async function send({ path, as, body, asserted }: JournalCase) {
    const cookie = cookies[as];
    const sealed = asserted && { [assertionHeader]: sealAssertion([backendSecret], asserted, Date.now()) };
    const headers = { 'x-forwarded-for': '203.0.113.7', ...sealed };
    const reply = await backend.call('POST', path, {
      headers,
      ...(cookie && { cookie }),
      ...(body !== undefined && { body: typeof body === 'function' ? body() : body }),
    });
    tokens.push(...reply.headers.getSetCookie().map((line) => line.split(/[=;]/)[1] ?? ''));
    return reply;
  }

  test('has a case for every unsafe call and every action', () => {
    const unsafe = apiTable.filter(({ method, path }) => method !== 'GET' && !ofProvider(path)).map(({ path }) => path);
    expect([...new Set(journalCases.map(pathOf))].toSorted()).toEqual(unsafe.toSorted());
    const covered = journalCases.flatMap(({ recorded }) => (recorded === 'nothing' ? [] : recorded.action));
    expect([...new Set([...covered, ...others])].toSorted()).toEqual(journalActionNames.toSorted());
  });

  test.each(journalCases.map((entry) => [`${entry.path} ${JSON.stringify(entry.recorded)}`, entry] as const))(
    '%s: the change and its record are made together, or not at all',
    async (_, entry) => {
      if (entry.arrives) {
        const wordId = db.prepare('SELECT word_id FROM word_clients WHERE client_id = ?').get(clientId)?.word_id;
        await backend.store.posts.save([newPost({ ...entry.arrives, wordId: Number(wordId) })]);
      }
      if (entry.recorded !== 'nothing') {
        db.exec("CREATE TRIGGER full BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'no room'); END");
        const before = digests();
        expect((await send(entry)).status).toBe(500);
        db.exec('DROP TRIGGER full');
        expect(digests()).toEqual(before);
      }
      const known = (await journal()).length;
      const reply = await send(entry);
      expect({ status: reply.status < 300, body: reply.body }).toMatchObject({ status: true });
      const records = await journal();
      expect(records).toHaveLength(known + (entry.recorded === 'nothing' ? 0 : 1));
      if (entry.recorded === 'nothing') return;
      expect(records[0]).toMatchObject({ ...entry.recorded, address: '203.0.113.7' });
    },
  );

  test('has no password, token or contact', async () => {
    const text = JSON.stringify(await journal());
    const secrets = [webhook, newPassword, clientPassword, backendAdmin.password, ...tokens, ...Object.values(cookies)];
    expect(tokens.length).toBeGreaterThan(4);
    for (const secret of [...secrets, ...Object.values(contact)].filter((value) => value !== '')) {
      expect(text).not.toContain(secret);
    }
  });
});
