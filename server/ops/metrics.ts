/** /metrics for Prometheus: requests by route and status, the stages of a page, and the process (setting METRICS). */
import { type RequestHandler, Router } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 20];

/** Bounded label: a path could be anything, a route pattern cannot. */
const kindOf = (path: string): string =>
  /\/api\/v1(\/|$)/.test(path) ? 'api' : /\/assets\//.test(path) ? 'asset' : 'page';

export function createMetrics(): { measure: RequestHandler; routes: Router } {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'console_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['kind', 'method', 'status'],
    buckets,
    registers: [register],
  });
  const stages = new Histogram({
    name: 'console_page_stage_duration_seconds',
    help: 'Time of a page by stage: load (the backend) and render',
    labelNames: ['stage'],
    buckets,
    registers: [register],
  });

  const routes = Router();
  routes.get('/metrics', async (_request, response) => {
    response.type(register.contentType).send(await register.metrics());
  });

  return {
    routes,
    measure: (request, response, next) => {
      const stop = requests.startTimer({ kind: kindOf(request.path), method: request.method });
      response.on('close', () => {
        stop({ status: response.statusCode });
        for (const [stage, milliseconds] of Object.entries(response.locals.timings)) {
          stages.observe({ stage }, milliseconds / 1000);
        }
      });
      next();
    },
  };
}
