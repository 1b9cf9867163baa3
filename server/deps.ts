/** What the server's parts are given: made once in main.ts (or by a test), never reached for. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { LoginLimit } from './middleware/login-limit.ts';
import type { Assets } from './render/assets.ts';
import type { Refresher } from './session/refresher.ts';
import type { Upstream } from './upstream.ts';

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

/** What createApp adds for the parts that talk to the backend. */
export type AppDeps = Deps & { upstream: Upstream; refresher: Refresher; loginLimit: LoginLimit };
