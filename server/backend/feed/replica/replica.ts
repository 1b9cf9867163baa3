/**
 * The replica: a SQLite file on this machine with all that queries of posts read. It follows PostgreSQL, so that both engines
 * answer these queries by the same code. It can be deleted at any time, and is then built again. Processes with the same folder
 * share it.
 */
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { hourMs } from '../../../../shared/durations.ts';
import * as messages from '../../../../shared/messages.ts';
import { AppError } from '../../../platform/app-error.ts';
import { NoAnswerError } from '../../store/postgres/faults.ts';
import { pruneChanges, settleHistory } from '../../store/postgres/history.ts';
import { databaseFault } from '../../store/sqlite/database.ts';
import { buildReplica, type Progress } from './build-replica.ts';
import { createFollower, type Follower } from './follow-changes.ts';
import {
  isDamaged,
  lockFolder,
  newestReplica,
  nextReplica,
  openReplica,
  removeReplica,
  removeReplicas,
} from './replica-files.ts';
import type { ReplicaSource } from './replica-source.ts';

const retryAfterSeconds = 10;

/** Queries of posts have no replica yet. */
export class ReplicaNotReadyError extends AppError {
  override name = 'ReplicaNotReadyError';

  constructor({ step, done, total }: Progress) {
    const percent = total === 0 ? 0 : Math.floor((100 * done) / total);
    super(503, messages.searchNotReady(percent), {
      code: 'search-not-ready',
      headers: { 'Retry-After': String(retryAfterSeconds) },
      progress: { step, percent },
    });
  }
}

export type Replica = ReturnType<typeof createReplica>;

type Opened = { db: DatabaseSync; file: string; follower: Follower };

/** How long queries and checks wait for a build or for changes before they fail. Checks must answer sooner. */
const queryWaits = { buildMs: 3000, longestMs: 18_000, mayBeBehind: false };
const checkWaits = { buildMs: 1000, longestMs: 1000, mayBeBehind: true };
/** A caller sees its own changes at once if all can be copied in this time. */
const behindMs = 1000;
const pollMs = 20;
const builderPollMs = 500;
/** After a failed build, for example on a full disk, the next one waits. */
const retryMs = 30_000;
const loggedPosts = 100_000;
const notBegun: Progress = { step: 'following changes', done: 0, total: 0 };

export function createReplica(source: ReplicaSource, folder: string, log: (message: string) => void) {
  const { primary } = source;
  let opened: Opened | null = null;
  let opening: Promise<Opened> | null = null;
  let progress = notBegun;
  let failed: { error: unknown; until: number } | null = null;
  let running: Promise<string> | null = null;
  let next: Promise<string> | null = null;
  let pruning: NodeJS.Timeout | undefined;

  const prune = () => pruneChanges(primary).catch((error) => log(`changes are not removed: ${error.message}`));

  function close(): void {
    opened?.db.close();
    opened = null;
  }

  /** The newest complete replica; null if there is none or it is damaged. */
  function openNewest(): Opened | null {
    const file = newestReplica(folder);
    if (file === null) return null;
    try {
      const db = openReplica(file);
      return { db, file, follower: createFollower(source, db) };
    } catch (error) {
      if (existsSync(file) && !isDamaged(error)) throw error;
      log(`the search copy ${file} is damaged`);
      return null;
    }
  }

  async function build(): Promise<void> {
    await primary.transaction(settleHistory);
    const file = nextReplica(folder);
    removeReplicas(folder);
    log('building the search copy');
    await buildReplica(source, file, (made) => {
      if (Math.floor(made.done / loggedPosts) > Math.floor(progress.done / loggedPosts)) {
        log(`building the search copy: ${made.done} of ${made.total} posts`);
      }
      progress = made;
    });
    log('the search copy is built');
  }

  async function open(): Promise<Opened> {
    for (;;) {
      const unlock = lockFolder(folder);
      try {
        const found = openNewest();
        if (found) return found;
        if (unlock) await build();
      } finally {
        unlock?.();
      }
      if (!unlock) await pause(builderPollMs);
    }
  }

  function ensureOpen(): Promise<Opened> {
    if (opened && existsSync(opened.file)) return Promise.resolve(opened);
    if (failed && performance.now() < failed.until) return Promise.reject(failed.error);
    close();
    opening ??= open()
      .then((result) => {
        failed = null;
        opened = result;
        void prune();
        pruning ??= setInterval(prune, hourMs).unref();
        return result;
      })
      .catch((error: unknown) => {
        if (databaseFault(error) !== null) failed = { error, until: performance.now() + retryMs };
        throw error;
      })
      .finally(() => {
        opening = null;
        progress = notBegun;
      });
    return opening;
  }

  function discard(file: string): void {
    if (opened?.file !== file) return;
    close();
    removeReplica(file);
  }

  async function bringUp(): Promise<string> {
    for (;;) {
      const { file, follower } = await ensureOpen();
      try {
        if (await follower.follow()) return file;
      } catch (error) {
        if (existsSync(file) && !isDamaged(error)) throw error;
      }
      log(`the search copy ${file} cannot be used`);
      discard(file);
    }
  }

  /** A call during an update waits for the next one, because its changes may be newer. */
  function update(): Promise<string> {
    if (running === null) {
      running = bringUp().finally(() => {
        running = null;
      });
      return running;
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return update();
      });
    return next;
  }

  async function notReady(waits: typeof queryWaits, signal: AbortSignal): Promise<string> {
    const { buildMs, longestMs, mayBeBehind } = waits;
    const startedAt = performance.now();
    for (;;) {
      await pause(pollMs, undefined, { signal });
      const waited = performance.now() - startedAt;
      const behind = opened?.follower.behindMs() ?? null;
      if (mayBeBehind && opened && behind !== null && Math.max(behind, waited) >= behindMs) return opened.file;
      if (opening && waited >= buildMs) throw new ReplicaNotReadyError(progress);
      if (waited >= longestMs) throw new NoAnswerError('The search copy was not brought up in time');
    }
  }
  async function updateSoon(waits: typeof queryWaits): Promise<string> {
    const settled = new AbortController();
    try {
      return await Promise.race([update(), notReady(waits, settled.signal)]);
    } finally {
      settled.abort();
    }
  }

  return {
    /**
     * Brings the replica up to everything that was committed before the call, and returns its file. With `mayBeBehind` it does
     * not wait for many changes, so that reading goes on during a large import. Throws a `ReplicaNotReadyError` while the
     * replica is built, and a `NoAnswerError` when the database takes too long.
     */
    update: (options?: { mayBeBehind: boolean }) => updateSoon({ ...queryWaits, ...options }),
    /** Like `update`, but answers sooner. */
    check: async (): Promise<void> => void (await updateSoon(checkWaits)),
    /** Removes a damaged file; the next update builds another one. */
    discard,
    close(): void {
      clearInterval(pruning);
      close();
    },
  };
}
