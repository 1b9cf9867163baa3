/** What the console's parts depend on. Built once by main.ts (or a test) and `createApp`; reached through the request context. */
import type { Logger } from 'pino';
import type { Upstream } from './backend-link/backend-client.ts';
import type { BackendCapabilities } from './backend-link/capabilities.ts';
import type { Config } from './platform/settings.ts';
import type { Assets } from './render/assets.ts';
import type { LoginLimit } from './session/login-limit.ts';
import type { Refresher } from './session/refresher.ts';

export type Deps = {
  config: Config;
  /** Origin of the backend, existing or embedded, without a path. */
  apiUrl: string;
  /** At least one; the first signs. */
  sessionSecrets: string[];
  logger: Logger;
  assets: Assets;
  now: () => number;
};

/** What `createApp` adds for the parts that call the backend. */
export type AppDeps = Deps & {
  upstream: Upstream;
  capabilities: BackendCapabilities;
  refresher: Refresher;
  loginLimit: LoginLimit;
};
