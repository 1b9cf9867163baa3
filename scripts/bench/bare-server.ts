/** The first baseline: a bare node:http server that sends the bytes which the console (CONSOLE_URL) sends. */
import { createServer, type OutgoingHttpHeaders, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sayListening } from './say-listening.ts';

type Page = { headers: OutgoingHttpHeaders; body: Buffer };

const pages = new Map<string, Promise<Page>>();

function take(path: string, encoding: string, cookie: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': encoding };
    sendRequest(`${process.env.CONSOLE_URL}${path}`, { headers }, async (response) => {
      const { connection, 'keep-alive': keepAlive, 'transfer-encoding': transfer, ...own } = response.headers;
      resolve({ headers: own, body: await buffer(response) });
    })
      .on('error', reject)
      .end();
  });
}

const server = createServer(async (request, response) => {
  const { url = '/', headers } = request;
  const encoding = String(headers['accept-encoding'] ?? 'identity');
  const page = pages.get(`${encoding} ${url}`) ?? take(url, encoding, headers.cookie ?? '');
  pages.set(`${encoding} ${url}`, page);
  const { headers: own, body } = await page;
  response.writeHead(200, own).end(body);
});
server.listen(0, '127.0.0.1', () => sayListening((server.address() as AddressInfo).port));
