/**
 * The plain peer: Express and `renderToString` of a table, with one backend call a page (API_URL) and no script in the
 * browser. Sorting is a link, the filter a form.
 */
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import express, { type Request, type Response } from 'express';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { logListening } from '../../log-listening.ts';
import {
  nextSort,
  type PhraseColumn,
  type PhrasesPage,
  phraseColumns,
  phrasesPath,
  postsPath,
  readSort,
  type Sort,
} from '../shared/backend.ts';
import { PhraseCells } from '../shared/phrase-cells.tsx';
import { PostsTable } from '../shared/posts-table.tsx';

const styles = readFileSync(process.env.STYLES ?? '', 'utf8');
const agent = new Agent({ keepAlive: true });

const load = (path: string, cookie: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(process.env.API_URL + path, { agent, headers: { cookie } }, (reply) => resolve(text(reply))).on(
      'error',
      reject,
    );
  });

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang="ru">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/peers.css" />
      </head>
      <body>
        <h1>{title}</h1>
        {children}
      </body>
    </html>
  );
}

function SortLink({ column, sort }: { column: PhraseColumn; sort: Sort }) {
  const next = nextSort(sort, column);
  return <a href={`?sort=${next.column}&direction=${next.direction}`}>{phraseColumns[column]}</a>;
}

function PhrasesTable({ page, sort }: { page: PhrasesPage; sort: Sort }) {
  return (
    <table>
      <thead>
        <tr>
          {Object.keys(phraseColumns).flatMap((column) => [
            <th key={column}>
              <SortLink column={column as PhraseColumn} sort={sort} />
            </th>,
            ...(column === 'text' ? [<th key="clients">Клиенты</th>] : []),
          ])}
        </tr>
      </thead>
      <tbody>
        {page.words.map((phrase) => (
          <tr key={phrase.WordID}>
            <PhraseCells phrase={phrase} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Compressed in one call at the fastest useful quality, which beats streaming middleware. */
function send(request: Request, response: Response, page: ReactNode) {
  const html = `<!doctype html>${renderToString(page)}`;
  const encoding = request.acceptsEncodings('br', 'gzip');
  response.type('html').vary('Accept-Encoding');
  if (encoding === 'br') {
    const body = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });
    response.set('Content-Encoding', 'br').send(body);
  } else if (encoding === 'gzip') response.set('Content-Encoding', 'gzip').send(gzipSync(html, { level: 3 }));
  else response.send(html);
}

const app = express();
app.disable('x-powered-by').disable('etag');
app.get('/peers.css', (_request, response) =>
  response.type('css').set('Cache-Control', 'max-age=31536000').send(styles),
);
app.get('/ldvknf/words', async (request, response) => {
  const sort = readSort(request.query);
  const page = JSON.parse(await load(phrasesPath(sort, 0), request.headers.cookie ?? ''));
  send(
    request,
    response,
    <Page title="Фразы">
      <PhrasesTable page={page} sort={sort} />
    </Page>,
  );
});
app.get('/ldvknf/posts', async (request, response) => {
  const searched = typeof request.query.text === 'string' ? request.query.text : '';
  const page = JSON.parse(await load(postsPath(searched), request.headers.cookie ?? ''));
  send(
    request,
    response,
    <Page title="Лента">
      <PostsTable page={page} text={searched} />
    </Page>,
  );
});
const server = app.listen(0, '127.0.0.1', () => logListening((server.address() as AddressInfo).port));
