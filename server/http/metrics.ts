/** `/metrics` for Prometheus (setting METRICS): requests, backend calls, page stages and process metrics. */
import cluster from 'node:cluster';
import { type RequestHandler, Router } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import * as messages from '../../shared/messages.ts';
import type { BackendClient } from '../backend-link/backend-client.ts';
import { RefusedError, UnavailableError } from '../backend-link/backend-errors.ts';
import { AppError } from '../platform/app-error.ts';
import { shareMetrics } from '../process/cluster-metrics.ts';
import { isAsset, isProbe } from './machine-paths.ts';

/** Headers that reverse proxies add. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 20];

/** The label `kind`, because the number of paths is unbounded. Probes are not pages: they would lower the page times. */
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
  /** Wraps the client to record the duration and outcome of each call: ok, refused, fault, timeout or unavailable. */
  measureBackend: (client: BackendClient) => BackendClient;
  routes: Router;
};

function createHistograms(register: Registry) {
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [register] });
  return {
    requests: histogram(
      'console_request_duration_seconds',
      'Duration of requests, until the response is closed; kind: page, api, asset or probe',
      ['kind', 'method', 'status'],
    ),
    stages: histogram(
      'console_page_stage_duration_seconds',
      'Duration of page stages: guard, load (backend calls) and render',
      ['stage'],
    ),
    calls: histogram(
      'console_backend_call_duration_seconds',
      'Duration of backend calls of pages and session calls; outcome: ok, refused, fault, timeout or unavailable',
      ['outcome'],
    ),
  };
}

/** `backendMetrics`: of the embedded backend, if it runs in this process. */
export function createMetrics(backendMetrics: Registry): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const { requests, stages, calls } = createHistograms(register);

  const readOwn = async () => (await Promise.all([register.metrics(), backendMetrics.metrics()])).join('');
  const readAll = cluster.isWorker ? shareMetrics([register, backendMetrics]) : readOwn;
  const routes = Router();
  routes.get('/metrics', async (request, response, next) => {
    // Metrics are internal: requests through a reverse proxy come from outside.
    if (forwardingHeaders.some((name) => request.headers[name] !== undefined)) return next();
    const text = await readAll().catch((cause: unknown) => {
      throw new AppError(503, messages.unexpected, { cause });
    });
    response.type(register.contentType).set('Cache-Control', 'no-store').send(text);
  });

  return {
    routes,
    measureBackend: (client) => ({
      async send(call, caller, signal) {
        const stop = calls.startTimer();
        try {
          const reply = await client.send(call, caller, signal);
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
