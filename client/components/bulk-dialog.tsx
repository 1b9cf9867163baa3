/** Asks for confirmation of a bulk change, runs it in steps with progress, and lists what could not be changed. */

import { useEffect, useRef, useState } from 'react';
import type { BulkFailure } from '../../shared/api/call.ts';
import { formatNumber } from '../../shared/format.ts';
import { bulkMax } from '../../shared/rules/limits.ts';
import { messageOf } from '../lib/api.ts';
import { createBatchId } from '../lib/batch-id.ts';
import controls from '../styles/controls.module.css';
import styles from './bulk-dialog.module.css';
import { Button } from './buttons.tsx';
import { Dialog } from './dialogs.tsx';
import { FailureNotice } from './form-field.tsx';
import type { RowId } from './selection.tsx';

/** A bulk change in steps, so that no call blocks the API. The user can stop and continue it. */
export type BulkSteps<Id extends RowId> = {
  ids: readonly Id[];
  /**
   * Changes at most `bulkMax` entities and returns those that were not changed. A thrown `Error` interrupts the change; the
   * user can then continue it.
   */
  send: (ids: Id[], batch: string) => Promise<BulkFailure<Id>[]>;
  onStep: (changed: Id[]) => void;
};

export type BulkProgress<Id> = {
  state: 'asking' | 'running' | 'stopping' | 'ended';
  done: number;
  failed: readonly BulkFailure<Id>[];
  fault: string | null;
};

/** `stop` ends the steps after the current one. */
function useBulkSteps<Id extends RowId>({ ids, send, onStep }: BulkSteps<Id>) {
  const [progress, setProgress] = useState<BulkProgress<Id>>({ state: 'asking', done: 0, failed: [], fault: null });
  const [batch] = useState(createBatchId);
  const stopped = useRef(false);

  async function run() {
    let { done, failed } = progress;
    stopped.current = false;
    try {
      while (done < ids.length && !stopped.current) {
        setProgress({ state: 'running', done, failed, fault: null });
        const step = ids.slice(done, done + bulkMax);
        const refused = await send(step, batch);
        onStep(step.filter((id) => !refused.some((failure) => failure.id === id)));
        failed = [...failed, ...refused];
        done += step.length;
      }
      setProgress({ state: 'ended', done, failed, fault: null });
    } catch (error) {
      const fault = messageOf(error);
      setProgress({ state: 'asking', done, failed, fault });
    }
  }
  function stop() {
    stopped.current = true;
    setProgress((known) => (known.state === 'running' ? { ...known, state: 'stopping' } : known));
  }
  return { progress, run, stop };
}

export type BulkDialogProps<Id extends RowId> = BulkSteps<Id> & {
  /** Includes the number of entities. */
  question: string;
  /** Says what cannot be undone. */
  note?: string;
  confirmLabel: string;
  /** Styles the button of a change that cannot be undone. */
  danger?: boolean;
  /** Called after the dialog has closed, if the change was started. */
  onChanged: () => void;
  onClose: () => void;
};

function Failures({ failed }: { failed: readonly BulkFailure<RowId>[] }) {
  if (failed.length === 0) return null;
  return (
    <>
      <p>Не удалось: {formatNumber(failed.length)}</p>
      <ul className={styles.failures}>
        {failed.map(({ id, name, error }) => (
          <li key={id}>
            {name}: {error}
          </li>
        ))}
      </ul>
    </>
  );
}

type OutcomeProps = { progress: BulkProgress<RowId>; total: number };

function Outcome({ progress: { state, done, failed }, total }: OutcomeProps) {
  const ended = state === 'ended';
  const started = state !== 'asking' || done > 0;
  return (
    <>
      {started && !ended && <progress className={styles.progress} aria-label="Выполнено" max={total} value={done} />}
      <p role="status">
        {ended && `Изменено: ${formatNumber(done - failed.length)}`}
        {!ended && started && `Выполнено: ${formatNumber(done)} из ${formatNumber(total)}`}
      </p>
      {ended && done < total && <p>Остановлено, не изменено: {formatNumber(total - done)}</p>}
      {ended && <Failures failed={failed} />}
    </>
  );
}

export function BulkDialog<Id extends RowId>(props: BulkDialogProps<Id>) {
  const { question, note, confirmLabel, danger = false, ids, onChanged, onClose } = props;
  const { progress, run, stop } = useBulkSteps(props);
  const { state, done, fault } = progress;
  const started = useRef<Promise<void> | null>(null);
  const leftButton = useRef<HTMLButtonElement>(null);
  const running = state === 'running' || state === 'stopping';
  const outcome = state !== 'ended' ? '' : done < ids.length ? ' Остановлено' : ' Готово';

  // The confirming button becomes disabled and then disappears, so another one takes the focus.
  useEffect(() => {
    if (running || state === 'ended') leftButton.current?.focus();
  }, [running, state]);

  function start() {
    started.current = run();
  }

  function close() {
    // The dialog may be busy, because a second Escape always closes it.
    stop();
    onClose();
    void started.current?.then(onChanged);
  }

  return (
    <Dialog title={question + outcome} role="alertdialog" busy={running} onClose={close}>
      {state === 'asking' && note && <p>{note}</p>}
      <FailureNotice text={fault} />
      <Outcome progress={progress} total={ids.length} />
      <div className={controls.actions}>
        <Button ref={leftButton} aria-busy={state === 'stopping'} onClick={running ? stop : close}>
          {running ? 'Остановить' : state === 'asking' && done === 0 ? 'Отмена' : 'Закрыть'}
        </Button>
        {state !== 'ended' && (
          <Button kind={danger ? 'danger' : 'primary'} busy={running} onClick={start}>
            {done > 0 && !running ? 'Продолжить' : confirmLabel}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
