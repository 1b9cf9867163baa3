// Proves: sign-on#accounts
/** A day of a company that signs in by LDAP, OpenID Connect and the headers of a reverse proxy (docs/product/sign-on.md). */
import tls from 'node:tls';
import { readConfig } from '../../server/platform/read-config.ts';
import { backendSecret, clientPassword, startTestBackend, type TestBackend } from '../support/backend.ts';
import {
  baseDn,
  type DirectoryServer,
  provideDirectoryServer,
  serviceDn,
  servicePassword,
  startDirectoryServer,
} from '../support/directory-server.ts';
import { type OidcProvider, startOidcProvider } from '../support/oidc-provider.ts';
import { createTestConsole, createVisitor, type TestConsole, type Visitor } from '../support/test-console.ts';

const publicUrl = 'http://console.test';
const annaPassword = 'пароль-каталога-7';
const anna = `uid=anna,${baseDn}`;
const entries = `dn: ${anna}
objectClass: inetOrgPerson
cn: Анна К.
sn: К.
userPassword: ${annaPassword}

dn: cn=heads,${baseDn}
objectClass: groupOfNames
member: ${anna}

`;

const roles = [
  { group: 'heads', client: 'client-1001', role: 'owner', export: true },
  { group: 'press', client: 'client-1001', role: 'editor' },
  { group: 'bank', client: 'client-1002', role: 'reader', export: true },
  { group: 'audit', observer: true },
];

let now = Date.now();
let ldap: DirectoryServer;
let provider: OidcProvider;
let backend: TestBackend;
let console_: TestConsole;
const authorities = tls.getCACertificates('default');

async function start(): Promise<void> {
  ldap = await startDirectoryServer(entries);
  tls.setDefaultCACertificates([...authorities, ldap.ca]);
  provider = await startOidcProvider(publicUrl);
  const environment = {
    SSO_ROLES: JSON.stringify(roles),
    SSO_HEADER: 'Remote-User',
    SSO_HEADER_GROUPS: 'Remote-Groups',
    SSO_HEADER_FROM: '127.0.0.1,::1',
    LDAP_URL: `ldaps://127.0.0.1:${ldap.tlsPort}`,
    LDAP_BASE_DN: baseDn,
    LDAP_BIND_DN: serviceDn,
    LDAP_BIND_PASSWORD: servicePassword,
    OIDC_ISSUER: provider.url,
    OIDC_PLAIN: 'on',
    OIDC_CLIENT_ID: 'ldvk',
    OIDC_CLIENT_SECRET: 'secret-of-the-console',
    PUBLIC_URL: publicUrl,
    API_TIMEOUT_MS: '20000',
    SESSION_SECRET: backendSecret,
  };
  const ofSignOn = Object.entries(readConfig(environment)).filter(([name]) =>
    /^(SSO|LDAP|OIDC)_|PUBLIC_URL/.test(name),
  );
  backend = await startTestBackend({ now: () => now, config: Object.fromEntries(ofSignOn) });
  for (const name of ['Завод', 'Банк']) {
    const { clientId } = await backend.createClient(name);
    await backend.store.clients.update(clientId, { exportAccess: 'allowed' }, now);
  }
  console_ = createTestConsole({
    apiUrl: backend.url,
    environment,
    sessionSecrets: [backendSecret],
    now: () => now,
  });
}

const visit = (headers = {}) => createVisitor(console_.app, publicUrl, headers);
const signInByForm = (visitor: Visitor, name: string, password: string) =>
  visitor.postForm('/login', { type: 'client', client_id: name, password });
async function signInByProvider(visitor: Visitor): Promise<void> {
  const started = await visitor.get('/login/oidc');
  await visitor.get(await provider.visit(started.get('Location') ?? ''));
}
const statusOf = async (visitor: Visitor, path: string) => (await visitor.get(path)).status;
const send = async (visitor: Visitor, path: string, body: object) =>
  (await visitor.postJson(`/api/v1${path}`, body)).status;
const exportOf = (visitor: Visitor) => statusOf(visitor, '/ldvknf/words/export.csv');
const passMinutes = (count: number) => {
  now += count * 60_000;
};
async function story(): Promise<string[]> {
  const query = { limit: 50, offset: 0, who: '', action: null, from: null, to: null };
  const { rows } = await backend.store.journal.page(query);
  return rows.map(({ who, action, object }) => `${who} | ${action} | ${object}`).reverse();
}

const suite = provideDirectoryServer() ? test : test.skip;

suite('people of two clients and an observer sign in by three ways, each within a role, and one leaves', async () => {
  await start();
  try {
    const started = (await story()).length;
    const [head, editor, observer, local] = [visit(), visit(), visit(), visit()];
    const reader = visit({ 'Remote-User': 'vera', 'Remote-Groups': 'bank' });
    expect((await signInByForm(head, 'Anna', annaPassword)).status).toBe(303);
    await provider.set({ user: 'boris', groups: { boris: ['press'], olga: ['audit'] } });
    await signInByProvider(editor);
    await provider.set({ user: 'olga' });
    await signInByProvider(observer);
    await reader.get('/login');

    // Only the owner manages people.
    const people = '/api/v1/vknf/people';
    expect([await statusOf(head, people), await statusOf(editor, people)]).toEqual([200, 403]);
    const guest = { Name: 'Гость', Login: 'guest', Role: 'reader', MayExport: false };
    expect(await send(editor, '/vknf/people/invite', guest)).toBe(403);
    // A reader changes no phrase.
    const phrase = { Text: 'ремонт моста', State: 'ready', FullSearch: false };
    expect([
      await send(reader, '/vknf/words/create', phrase),
      await send(editor, '/vknf/words/create', phrase),
    ]).toEqual([403, 201]);
    expect([await exportOf(head), await exportOf(editor), await exportOf(reader)]).toEqual([200, 403, 200]);
    expect([await statusOf(observer, '/ldserver/clients'), await send(observer, '/vknf/words/create', phrase)]).toEqual(
      [200, 403],
    );

    await provider.set({ groups: { boris: ['sales'], olga: ['audit'] } });
    passMinutes(15);
    expect([await statusOf(editor, '/ldvknf/words'), await statusOf(observer, '/ldserver/clients')]).toEqual([
      303, 200,
    ]);

    await ldap.close();
    passMinutes(15);
    expect([await statusOf(head, '/ldvknf/words'), await statusOf(reader, '/ldvknf/words')]).toEqual([200, 200]);
    expect((await signInByForm(visit(), 'anna', annaPassword)).status).toBe(503);
    expect((await signInByForm(local, 'client-1002', clientPassword)).status).toBe(303);
    expect((await story()).slice(started)).toEqual([
      'Каталог организации | directory-added | Анна К. (anna): владелец, экспорт разрешён, клиент client-1001',
      'Анна К. (anna) | sign-in | Клиент client-1001, Анна К. (anna)',
      'Каталог организации | directory-added | Имя boris (boris): редактор, без экспорта, клиент client-1001',
      'Имя boris (boris) | sign-in | Клиент client-1001, Имя boris (boris)',
      'Каталог организации | directory-added | Наблюдатель olga',
      'olga | sign-in | Наблюдатель olga',
      'Каталог организации | directory-added | vera (vera): читатель, экспорт разрешён, клиент client-1002',
      'vera (vera) | sign-in | Клиент client-1002, vera (vera)',
      'Имя boris (boris) | word-added | Фраза 1 «ремонт моста», клиент client-1001',
      'Анна К. (anna) | exported | Фразы, CSV',
      'vera (vera) | exported | Фразы, CSV',
      'Каталог организации | directory-removed | Имя boris (boris): редактор, без экспорта, клиент client-1001',
      'client-1002 | sign-in | Клиент client-1002',
    ]);
  } finally {
    tls.setDefaultCACertificates(authorities);
    await provider.stop();
    await backend.close();
    await ldap.close();
  }
});
