/** `/healthz` reports that the process runs, `/readyz` that the backend answers its health call. */
import { Router } from 'express';
import { apiBase } from '../../shared/api/call.ts';

const readyTimeoutMs = 2000;
const maxHealthBytes = 64 * 1024;

/** Null for a body over `maxHealthBytes`. */
async function readBody(response: globalThis.Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxHealthBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Requires a complete 2xx reply that is not HTML: another web server at a wrong API_URL may answer 200 too. */
async function isHealthy(response: globalThis.Response): Promise<boolean> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || type.startsWith('text/html')) {
    await response.body?.cancel();
    return false;
  }
  const body = await readBody(response);
  if (body === null) return false;
  if (type.startsWith('application/json')) JSON.parse(body);
  return true;
}

async function isBackendReady(apiUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${apiUrl}${apiBase}/health`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(readyTimeoutMs),
    });
    return await isHealthy(response);
  } catch {
    return false;
  }
}

export function healthRoutes(apiUrl: string): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const ready = await isBackendReady(apiUrl);
    response
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ok' : 'backend unavailable' });
  });
  return router;
}
