/** Tests that the browser harness records problems of a page; otherwise every other browser test would pass. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { intranetHost, startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';

const pages: Record<string, string> = {
  '/quiet': '<p>quiet</p><script>console.log("not a complaint")</script>',
  '/warns': '<script>console.warn("beware")</script>',
  '/throws': '<script>throw new Error("broken")</script>',
  '/breaks-policy': '<p style="color:red">refused</p>',
  '/misses-foreign-file': '<img alt="" src="https://images.test/one.jpg">',
  '/misses-file': '<script src="/nowhere.js"></script>',
};

const { openPage, problems } = startBrowser();
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    const html = pages[request.url ?? ''];
    const policy = "default-src 'none'; script-src 'self' 'unsafe-inline'";
    response.writeHead(html === undefined ? 404 : 200, {
      'Content-Type': 'text/html',
      ...(request.url === '/breaks-policy' ? { 'Content-Security-Policy': policy } : {}),
    });
    response.end(`<!doctype html><link rel="icon" href="data:,">${html ?? ''}`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

test.each([
  ['/warns', 'warning: beware'],
  ['/throws', 'uncaught: broken'],
  ['/breaks-policy', 'Content Security Policy'],
  ['/misses-file', '404'],
])('a problem of %s is recorded', async (path, complaint) => {
  const page = await openPage();
  await page.goto(`http://127.0.0.1:${port}${path}`);
  await page.evaluate(() => 'earlier messages have arrived');
  expect(problems.splice(0).join('\n')).toContain(complaint);
});

test('normal output, allowed problems and failed requests to the internet are not recorded', async () => {
  const page = await openPage({ allow: [/beware/] });
  await page.goto(`http://127.0.0.1:${port}/quiet`);
  await page.goto(`http://127.0.0.1:${port}/warns`);
  await page.goto(`http://127.0.0.1:${port}/misses-foreign-file`);
  await page.evaluate(() => 'earlier messages have arrived');
  expect(problems).toEqual([]);
});

test(`${intranetHost} resolves to this machine and is not a secure context`, async () => {
  const page = await openPage();
  await page.goto(`http://${intranetHost}:${port}/quiet`);
  await expectSoon(() => page.evaluate(() => [location.hostname, isSecureContext])).toEqual([intranetHost, false]);
});
