/**
 * The second baseline: Express and `renderToString`, the phrases table and its backend call (BACKEND_URL) as the console
 * has them, and nothing else: no session, no shell, no data for hydration, no log.
 */
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import express from 'express';
import { renderToString } from 'react-dom/server';
import { WordsIsland } from '../../client/islands/words/words-island.tsx';
import { IslandRoot } from '../../client/lib/island-context.tsx';
import { apiBase } from '../../shared/api/call.ts';
import { defaultWordSort, loadWordsPage } from '../../shared/api/words.ts';
import { orderOf } from '../../shared/list-query.ts';
import { sayListening } from './say-listening.ts';

const agent = new Agent({ keepAlive: true });
const compress = promisify(gzip);
const call = loadWordsPage('admin', { offset: 0, ...orderOf(defaultWordSort) });
const context = {
  viewer: { user: { id: '1', type: 'admin', username: 'admin' }, impersonation: null },
  basePath: '',
  timeZone: 'Europe/Moscow',
  tableView: { density: 'comfortable', hiddenColumns: '' },
} as const;

const load = (cookie: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const url = `${process.env.BACKEND_URL}${apiBase}${call.path}`;
    get(url, { agent, headers: { cookie } }, (reply) => resolve(text(reply))).on('error', reject);
  });

const app = express();
app.get('/ldvknf/words', async (request, response) => {
  const data = call.read(JSON.parse(await load(request.headers.cookie ?? '')));
  const props = { sort: defaultWordSort, page: 1, first: { data } };
  const html = renderToString(
    <html lang="ru">
      <head>
        <title>Фразы</title>
      </head>
      <body>
        <IslandRoot name="words" component={WordsIsland} props={props} context={context} />
      </body>
    </html>,
  );
  response.type('html');
  if (request.acceptsEncodings('gzip')) response.set('Content-Encoding', 'gzip').send(await compress(html));
  else response.send(html);
});
const server = app.listen(0, '127.0.0.1', () => sayListening((server.address() as AddressInfo).port));
