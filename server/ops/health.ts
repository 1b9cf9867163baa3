/** /healthz: the process lives. /readyz: the backend answers its health call. */
import { Router } from 'express';
import { apiBase } from '../../shared/api/call.ts';

const readyTimeoutMs = 2000;

async function backendAnswers(apiUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${apiUrl}${apiBase}/health`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(readyTimeoutMs),
    });
    await response.body?.cancel();
    return response.ok;
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
