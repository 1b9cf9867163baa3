/** /metrics for Prometheus: requests, calls of the backend, the stages of a page, and the process (setting METRICS). */
import cluster from 'node:cluster';
import { type RequestHandler, Router } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import * as messages from '../../shared/messages.ts';
import { RefusedError, UnavailableError, type Upstream } from '../backend-link/backend-client.ts';
import { AppError } from '../platform/app-error.ts';
import { shareMetrics } from '../process/cluster-metrics.ts';
import { isAsset, isProbe } from './machine-paths.ts';

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 20];

/** A label with few values: paths are unbounded. Probes are apart, because they would lower the times of pages. */
function kindOf(path: string): string {
  if (/\/api\/v1(\/|$)/.test(path)) return 'api';
  if (isAsset(path)) return 'asset';
  return isProbe(path) ? 'probe' : 'page';
}

function outcomeOf(error: unknown): string {
  if (error instanceof RefusedError) return error.status >= 500 ? 'fault' : 'refused';
  return error instanceof UnavailableError && error.timedOut ? 'timeout' : 'unavailable';
}

export type Metrics = {
  measure: RequestHandler;
  /** Wraps the client and times each call by outcome: ok, refused, fault, timeout or unavailable. */
  measureUpstream: (upstream: Upstream) => Upstream;
  routes: Router;
};

export function createMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [register] });
  const requests = histogram(
    'console_request_duration_seconds',
    'Time from the first byte of a request to the last of its answer; a proxied call is kind api',
    ['kind', 'method', 'status'],
  );
  const stages = histogram(
    'console_page_stage_duration_seconds',
    'Time of a page by stage: guard, load (the backend) and render',
    ['stage'],
  );
  const calls = histogram(
    'console_backend_call_duration_seconds',
    'Time of a call that a page or a sign-in makes, by outcome: ok, refused, fault, timeout, unavailable',
    ['outcome'],
  );

  const readAll = cluster.isWorker ? shareMetrics(register) : () => register.metrics();
  const routes = Router();
  routes.get('/metrics', async (request, response, next) => {
    // A request through the reverse proxy comes from outside.
    if (request.headers['x-forwarded-for'] !== undefined) return next();
    const text = await readAll().catch((cause: unknown) => {
      throw new AppError(503, messages.unexpected, { cause });
    });
    response.type(register.contentType).set('Cache-Control', 'no-store').send(text);
  });

  return {
    routes,
    measureUpstream: (upstream) => ({
      async send(call, caller) {
        const stop = calls.startTimer();
        try {
          const reply = await upstream.send(call, caller);
          stop({ outcome: 'ok' });
          return reply;
        } catch (error) {
          stop({ outcome: outcomeOf(error) });
          throw error;
        }
      },
    }),
    measure: (request, response, next) => {
      const stop = requests.startTimer({ kind: kindOf(request.path), method: request.method });
      response.on('close', () => {
        stop({ status: response.statusCode });
        for (const [stage, milliseconds] of Object.entries(response.locals.requestContext.timings)) {
          stages.observe({ stage }, milliseconds / 1000);
        }
      });
      next();
    },
  };
}
