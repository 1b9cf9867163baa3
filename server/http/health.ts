/** /healthz: the process lives. /readyz: the backend answers its health call. */
import { Router } from 'express';
import { apiBase } from '../../shared/api/call.ts';

const readyTimeoutMs = 2000;
const maxHealthBytes = 64 * 1024;

async function readWhole(response: globalThis.Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxHealthBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** A whole answer in any form but a page: some web server at the wrong address answers 200 as well. */
async function isHealthy(response: globalThis.Response): Promise<boolean> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || type.startsWith('text/html')) {
    await response.body?.cancel();
    return false;
  }
  const body = await readWhole(response);
  if (body === null) return false;
  if (type.startsWith('application/json')) JSON.parse(body);
  return true;
}

async function backendAnswers(apiUrl: string): Promise<boolean> {
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
    const ready = await backendAnswers(apiUrl);
    response
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ok' : 'backend unavailable' });
  });
  return router;
}
