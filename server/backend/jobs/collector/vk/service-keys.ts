/** Reads the keys of VK again every minute, so that a key is replaced without a restart. */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { KeyState } from '../../../rules/collection/quota.ts';
import type { KeyProblem } from '../../../store/call-budget-store.ts';
import { type Clock, createPacer, type Pacer } from './pacer.ts';

/** Shorter than `usesMs` of the store: reading the keys also reports that the collector runs. */
export const readIntervalMs = 60_000;

export type VkKey = {
  /** Derived from the key; does not reveal it. */
  readonly id: string;
  readonly secret: string;
  readonly pacer: Pacer;
  /** Null: it works, as far as is known. Otherwise it is not used until `until`. */
  problem: KeyProblem | null;
  /** How many pauses in a row VK's flood control has caused. */
  floods: number;
  /** Calls since the start. */
  calls: number;
};

type Options = {
  /** May throw while the file of the keys is being replaced. */
  readKeys: () => readonly string[];
  /** Records which keys are in use, and returns what is stored about them. */
  register: (keyIds: readonly string[]) => Promise<readonly KeyState[]>;
  log: Logger;
  clock: Clock;
};

const idOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 8);

/** A key that was broken before the start is tried once, because its application may have been repaired. */
const storedProblem = (state: KeyState | undefined): KeyProblem | null =>
  state === undefined || state.state === 'working' ? null : { ...state, until: state.until ?? 0 };

/** Returns a function that resolves with the present keys. */
export function createServiceKeys({ readKeys, register, log, clock }: Options): () => Promise<readonly VkKey[]> {
  let keys: readonly VkKey[] = [];
  let loading: Promise<readonly VkKey[]> | null = null;
  let loadedAt = Number.NEGATIVE_INFINITY;

  function readSecrets(): readonly string[] {
    try {
      return [...new Set(readKeys())];
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'VK keys cannot be read, the previous ones stay in use');
      return keys.map(({ secret }) => secret);
    }
  }

  async function load(): Promise<readonly VkKey[]> {
    const secrets = readSecrets();
    const states = await register(secrets.map(idOf));
    keys = secrets.map((secret) => {
      const id = idOf(secret);
      const problem = storedProblem(states.find((state) => state.id === id));
      return (
        keys.find((key) => key.id === id) ?? { id, secret, pacer: createPacer(clock), problem, floods: 0, calls: 0 }
      );
    });
    loadedAt = clock.now();
    return keys;
  }

  return async () => {
    if (clock.now() - loadedAt < readIntervalMs) return keys;
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  };
}
