// Proves: security#statements
/** The nginx configuration of docs/operations.md, run by a real nginx in front of the console; statement 2. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import path from 'node:path';
import { installPackages } from '../../scripts/test/debian-packages.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { takeFreePort, waitUntilListening } from '../support/ports.ts';
import { writeSelfSigned } from '../support/self-signed.ts';
import { makeTemporaryFolder } from '../support/server-process.ts';

const example = readFileSync(path.join(import.meta.dirname, '../../scripts/nginx/console.conf'), 'utf8');

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function provideNginx(): boolean {
  if (!run('nginx', '-v')) installPackages('nginx-light');
  return run('nginx', '-v');
}

type Answer = { status: number; headers: IncomingHttpHeaders; text: string };
type Asked = { method?: string; headers?: Record<string, string>; body?: string };

/** Sends a request to nginx under the example's host name. */
function sendRequest(
  origin: string,
  address: string,
  { method = 'GET', headers = {}, body = '' }: Asked = {},
): Promise<Answer> {
  const { protocol, port, host } = new URL(origin);
  const send = protocol === 'https:' ? secureRequest : request;
  const options = {
    host: '127.0.0.1',
    port,
    method,
    path: address,
    rejectUnauthorized: false,
    headers: { Host: host, ...headers },
  };
  return new Promise((resolve, reject) => {
    const call = send(options, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
    });
    call.on('error', reject).end(body);
  });
}

type Variant = { scheme: 'https' | 'http'; basePath: string };

/** Root, as in continuous integration, must run these tests; other users run them only with nginx installed. */
const hasNginx = provideNginx();
const describeBehindNginx = hasNginx || process.getuid?.() === 0 ? describe : describe.skip;

describeBehindNginx.each<Variant>([
  { scheme: 'https', basePath: '' },
  { scheme: 'http', basePath: '' },
  { scheme: 'https', basePath: '/monitor' },
])('behind nginx by $scheme under «$basePath/»', ({ scheme, basePath }) => {
  const { folder, remove } = makeTemporaryFolder();
  let running: RunningConsole;
  let nginx: ChildProcess;
  let origin: string;

  beforeAll(async () => {
    if (!hasNginx) throw new Error('These tests need nginx: apt-get install nginx-light');
    running = await startConsole({ BASE_PATH: basePath === '' ? '/' : basePath, METRICS: 'on' });
    const port = await takeFreePort();
    origin = `${scheme}://monitor.example:${port}`;
    const files = writeSelfSigned(folder, 'monitor.example');
    // Only the values that operators must change in the example, with a second copy that is down.
    const config = example
      .replace('# server 10.0.0.12:3000', `server 127.0.0.1:${await takeFreePort()}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${running.port}`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}${scheme === 'https' ? ' ssl' : ''}`)
      .replace(/ssl_certificate .*;/, scheme === 'https' ? `ssl_certificate ${files.certificate};` : '')
      .replace(/ssl_certificate_key .*;/, scheme === 'https' ? `ssl_certificate_key ${files.key};` : '');
    mkdirSync(path.join(folder, 'temporary'));
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/temporary/${name};`,
    );
    const file = path.join(folder, 'nginx.conf');
    writeFileSync(
      file,
      // Its workers write into the test's folder, which only this user may write.
      `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {} http { access_log off; ${places.join(' ')} ${config} }`,
    );
    nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' });
    await waitUntilListening(port);
  });
  afterAll(async () => {
    nginx?.kill('SIGTERM');
    if (nginx?.exitCode === null) await once(nginx, 'exit');
    await running?.close();
    remove();
  });

  const signIn = (headers: Record<string, string> = { Origin: origin }) =>
    sendRequest(origin, `${basePath}/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({
        type: 'admin',
        username: adminAccount.name,
        password: adminAccount.password,
      }).toString(),
    });
  const cookieOf = ({ headers }: Answer) => (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');

  test('[2] cookies of a sign-in are Secure and __Host- under TLS, and plain without', async () => {
    const answer = await signIn();
    expect([answer.status, answer.headers.location]).toEqual([303, `${basePath}/ldserver/clients`]);
    const lines = answer.headers['set-cookie'] ?? [];
    expect(lines).toHaveLength(3);
    const isSecure = scheme === 'https';
    expect(lines.map((line) => /; Secure/i.test(line))).toEqual([isSecure, isSecure, isSecure]);
    expect(lines.filter((line) => line.startsWith('__Host-'))).toHaveLength(isSecure ? 3 : 0);
    expect(lines.filter((line) => !/; Path=\/(;|$)/.test(line))).toEqual([]);
    const page = await sendRequest(origin, `${basePath}/ldvknf/words`, { headers: { Cookie: cookieOf(answer) } });
    expect([page.status, page.text.includes('Нет слов')]).toEqual([200, true]);
    const call = await sendRequest(origin, `${basePath}/api/v1/server/clients`, {
      headers: { Cookie: cookieOf(answer) },
    });
    expect(call.status).toBe(200);
  });

  test('HSTS is only sent under TLS', async () => {
    const { headers } = await sendRequest(origin, `${basePath}/login`);
    expect(headers['strict-transport-security']).toBe(scheme === 'https' ? 'max-age=31536000' : undefined);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('[8] forms with the public host and port are accepted, others get 403', async () => {
    const { host } = new URL(origin);
    expect((await signIn({ Origin: `${scheme}://${host}.evil.test` })).status).toBe(403);
    expect((await signIn({ 'Sec-Fetch-Site': 'cross-site', Origin: origin })).status).toBe(403);
    const forged = { Origin: `${scheme}://evil.test`, 'X-Forwarded-Host': 'evil.test' };
    expect((await signIn(forged)).status).toBe(403);
  });

  test('the log has the address that nginx saw, whatever the visitor’s headers claim', async () => {
    await sendRequest(origin, `${basePath}/profile?mark`, {
      headers: { 'X-Forwarded-For': '6.6.6.6', 'X-Forwarded-Proto': 'gopher' },
    });
    const linesOf = () => running.logs().filter((line) => line.includes('"request"') && line.includes('/profile'));
    while (linesOf().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const lines = linesOf();
    expect(lines.join('\n')).not.toContain('6.6.6.6');
    expect(lines.join('\n')).toContain('"address":"127.0.0.1"');
  });

  test('metrics are served to direct requests, not through nginx', async () => {
    expect((await sendRequest(origin, `${basePath}/metrics`)).status).toBe(404);
    const direct = await fetch(`${running.url}${basePath}/metrics`);
    expect(direct.status).toBe(200);
    expect(await direct.text()).toContain('console_request_duration_seconds_bucket');
  });

  test('a long address redirects to the sign-in, without the way back when it is too long', async () => {
    const locationOf = async (letters: number) => {
      const { status, headers } = await sendRequest(
        origin,
        `${basePath}/ldvknf/posts?text=${'%D0%A9'.repeat(letters)}`,
      );
      return [status, headers.location?.length];
    };
    const wayBack = encodeURIComponent(`/ldvknf/posts?text=${'%D0%A9'.repeat(325)}`);
    expect(await locationOf(325)).toEqual([303, `${basePath}/login?next=${wayBack}`.length]);
    expect(await locationOf(1000)).toEqual([303, `${basePath}/login`.length]);
  });

  test('a body over the console’s limit gets the console’s own 413', async () => {
    const answer = await sendRequest(origin, `${basePath}/api/v1/vknf/words/create`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/json' },
      body: 'x'.repeat(1_100_000),
    });
    expect([answer.status, answer.text.includes('Слишком большой запрос')]).toEqual([413, true]);
  });
});
