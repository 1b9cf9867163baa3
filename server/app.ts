/** Builds the console's Express app: its middleware in order. Does not listen. */

import path from 'node:path';
import cookieParser from 'cookie-parser';
import express, { type Express, Router } from 'express';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { apiBase } from '../shared/api/call.ts';
import { atomRoutes } from './atom/atom-routes.ts';
import { createBackendClient } from './backend-link/backend-client.ts';
import { createBackendKind } from './backend-link/backend-kind.ts';
import { createUnreadCounts } from './backend-link/unread-counts.ts';
import { exportRoutes } from './export/export-routes.ts';
import { type Assets, serveAssets } from './http/assets.ts';
import { auditRefusals } from './http/audit-refusals.ts';
import { healthRoutes, requireUpdatedData } from './http/health.ts';
import { createMetrics } from './http/metrics.ts';
import { noStore, requestLog, requireOneHost, requireSameOrigin, securityHeaders } from './http/middleware.ts';
import { proxyToBackend } from './http/proxy.ts';
import { handleErrors, notFound, pageRoutes } from './pages/page-routes.tsx';
import { reportStopRoutes } from './pages/report-stop-page.tsx';
import { sessionFormRoutes } from './pages/session-form-routes.ts';
import type { Config } from './platform/settings.ts';
import { sessionApiRoutes } from './session/api-routes.ts';
import { identifyViewer } from './session/console-session.ts';
import { createLoginLimit } from './session/login-limit.ts';
import { createProxyHeaderReader, refuseForeignHeaders } from './session/proxy-headers.ts';
import { createRecentSignIns } from './session/recent-sign-ins.ts';
import { createRefresher } from './session/refresher.ts';
import { createContext } from './session/request-context.ts';

export type AppOptions = {
  /** Must have at least one secret. The first signs cookies, all verify them. */
  config: Config;
  /** Origin of the backend, existing or embedded, without a path. */
  apiUrl: string;
  logger: Logger;
  assets: Assets;
  /** Metrics of the embedded backend; empty when it does not run in this process. */
  backendMetrics: Registry;
  now: () => number;
  /** The embedded backend may still be updating its data. */
  startsBackend?: boolean;
};

export function createApp(options: AppOptions): Express {
  const { config, apiUrl, logger, assets, backendMetrics, now, startsBackend = false } = options;
  const metrics = config.METRICS ? createMetrics(apiUrl, backendMetrics) : null;
  const client = createBackendClient(apiUrl, config.API_TIMEOUT_MS);
  const backendClient = metrics?.measureBackend(client) ?? client;
  const context = createContext({
    config,
    logger,
    now,
    assets,
    backendClient,
    backendKind: createBackendKind(backendClient, now, startsBackend ? 'own' : null),
    unreadCounts: createUnreadCounts(backendClient, now),
    refresher: createRefresher(backendClient),
    loginLimit: config.API_URL === null ? null : createLoginLimit(now),
    recentSignIns: createRecentSignIns(now),
    readProxyHeaders: createProxyHeaderReader(config),
  });

  const app = express();
  // Otherwise Express reads NODE_ENV itself and could send the stack trace of an error in the error handler.
  app.set('env', config.NODE_ENV).disable('x-powered-by').disable('etag');
  app.set('trust proxy', config.TRUST_PROXY).set('query parser', 'simple');
  app.use(context, requestLog, securityHeaders(config));
  app.use(cookieParser(config.SESSION_SECRET), identifyViewer);

  const site = Router();
  if (metrics) {
    app.use(metrics.measure);
    site.use(metrics.routes);
  }
  app.use(healthRoutes(apiUrl));
  if (config.BASE_PATH !== '') site.use(healthRoutes(apiUrl));
  if (assets.folder !== null) {
    site.use('/assets', serveAssets(path.join(assets.folder, 'assets')));
    site.get(['/favicon.svg', '/favicon.ico'], (_request, response) =>
      response.sendFile('favicon.svg', { root: assets.folder ?? '', maxAge: '1d' }),
    );
  }
  if (startsBackend) site.use(requireUpdatedData(apiUrl));
  site.use(noStore, requireOneHost, requireSameOrigin(), refuseForeignHeaders());
  site.use(apiBase, sessionApiRoutes(), ...(metrics ? [metrics.measureProxied] : []), proxyToBackend(apiUrl));
  site.use(atomRoutes(), reportStopRoutes(), sessionFormRoutes(config), exportRoutes(), pageRoutes(config));

  app.use(config.BASE_PATH || '/', site);
  app.use(notFound, auditRefusals(config), handleErrors);
  return app;
}
