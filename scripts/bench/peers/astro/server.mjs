/** Astro's handler with compression, and the backend's calls under the same origin as the pages. */
import { createServer, request as send } from 'node:http';
import compression from 'compression';

// The standalone handler serves the scripts too, and would otherwise listen by itself, without compression.
process.env.ASTRO_NODE_AUTOSTART = 'disabled';
const { handler } = await import('./dist/server/entry.mjs');
const compress = compression();

function passOn(request, response) {
  const call = send(
    process.env.API_URL + request.url,
    { method: request.method, headers: request.headers },
    (reply) => {
      response.writeHead(reply.statusCode, reply.headers);
      reply.pipe(response);
    },
  );
  request.pipe(call);
}

createServer((request, response) => {
  if (request.url.startsWith('/api/v1/')) passOn(request, response);
  else compress(request, response, () => handler(request, response));
}).listen(Number(process.env.PORT), '127.0.0.1');
