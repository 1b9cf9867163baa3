/** Changes many entities in steps, so that none blocks the API: with progress, and stopped or continued on request. */
import { useRef, useState } from 'react';
import { type BulkFailure, bulkMax } from '../../shared/api/bulk.ts';
import * as messages from '../../shared/messages.ts';
import type { RowId } from './selection.ts';

export type BulkSteps<Id extends RowId> = {
  ids: readonly Id[];
  /** Changes at most `bulkMax` entities. A thrown `Error` interrupts the change, which can then be continued. */
  send: (ids: Id[]) => Promise<BulkFailure<Id>[]>;
  /** Called after each step. */
  onStep: (changed: Id[]) => void;
};

export type BulkProgress<Id> = {
  state: 'asking' | 'running' | 'stopping' | 'ended';
  done: number;
  failed: readonly BulkFailure<Id>[];
  fault: string | null;
};

/** `stop` ends the steps after the current one. */
export function useBulkSteps<Id extends RowId>({ ids, send, onStep }: BulkSteps<Id>) {
  const [progress, setProgress] = useState<BulkProgress<Id>>({ state: 'asking', done: 0, failed: [], fault: null });
  const stopped = useRef(false);

  async function run() {
    let { done, failed } = progress;
    stopped.current = false;
    try {
      while (done < ids.length && !stopped.current) {
        setProgress({ state: 'running', done, failed, fault: null });
        const step = ids.slice(done, done + bulkMax);
        const refused = await send(step);
        onStep(step.filter((id) => !refused.some((failure) => failure.id === id)));
        failed = [...failed, ...refused];
        done += step.length;
      }
      setProgress({ state: 'ended', done, failed, fault: null });
    } catch (error) {
      const fault = error instanceof Error ? error.message : messages.unexpected;
      setProgress({ state: 'asking', done, failed, fault });
    }
  }
  function stop() {
    stopped.current = true;
    setProgress((known) => (known.state === 'running' ? { ...known, state: 'stopping' } : known));
  }
  return { progress, run, stop };
}
