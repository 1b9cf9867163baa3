/** Confirms a change of many entities, makes it in steps with progress, and lists what could not be changed. */
import { useRef, useState } from 'react';
import { type BulkFailure, bulkMax } from '../../shared/api/bulk.ts';
import { formatNumber } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';
import type { RowId } from '../lib/selection.ts';
import controls from '../styles/controls.module.css';
import styles from './bulk-dialog.module.css';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';

export type BulkDialogProps = {
  /** With the number of entities. */
  question: string;
  /** What cannot be undone. */
  note?: string;
  confirmLabel: string;
  /** The button of a change that cannot be undone. */
  danger?: boolean;
  ids: readonly RowId[];
  /** Changes at most `bulkMax` entities. A thrown `Error` interrupts the change, which can then be continued. */
  send: (ids: RowId[]) => Promise<BulkFailure[]>;
  /** Called when the dialog closes after at least one step. */
  onChanged: () => void;
  onClose: () => void;
};

type Progress = { state: 'asking' | 'running' | 'ended'; done: number; failed: BulkFailure[]; fault: string | null };

/** The steps end after the current one when `stopped` is set. */
function useSteps({ ids, send }: Pick<BulkDialogProps, 'ids' | 'send'>) {
  const [progress, setProgress] = useState<Progress>({ state: 'asking', done: 0, failed: [], fault: null });
  const stopped = useRef(false);

  async function run() {
    let { done, failed } = progress;
    stopped.current = false;
    try {
      while (done < ids.length && !stopped.current) {
        setProgress({ state: 'running', done, failed, fault: null });
        const step = ids.slice(done, done + bulkMax);
        failed = [...failed, ...(await send(step))];
        done += step.length;
      }
      setProgress({ state: 'ended', done, failed, fault: null });
    } catch (error) {
      const fault = error instanceof Error ? error.message : messages.unexpected;
      setProgress({ state: 'asking', done, failed, fault });
    }
  }
  const stop = () => {
    stopped.current = true;
  };
  return { progress, run, stop };
}

function Failures({ failed }: { failed: readonly BulkFailure[] }) {
  if (failed.length === 0) return null;
  return (
    <>
      <p>Не удалось: {formatNumber(failed.length)}</p>
      <ul className={styles.failures}>
        {failed.map(({ id, error }) => (
          <li key={id}>
            {id}: {error}
          </li>
        ))}
      </ul>
    </>
  );
}

export function BulkDialog({ question, note, confirmLabel, danger, ids, send, onChanged, onClose }: BulkDialogProps) {
  const { progress, run, stop } = useSteps({ ids, send });
  const { state, done, failed, fault } = progress;
  const running = state === 'running';

  function close() {
    if (done > 0) onChanged();
    onClose();
  }

  return (
    <Dialog title={question} role="alertdialog" busy={running} onClose={close}>
      {state === 'asking' && note && <p>{note}</p>}
      <FailureNotice text={fault} />
      {(running || done > 0) && (
        <progress className={styles.progress} aria-label="Выполнено" max={ids.length} value={done} />
      )}
      <p role="status">
        {state === 'ended' && `Изменено: ${formatNumber(done - failed.length)}`}
        {state !== 'ended' &&
          (running || done > 0) &&
          `Выполнено: ${formatNumber(done)} из ${formatNumber(ids.length)}`}
      </p>
      {state === 'ended' && done < ids.length && <p>Остановлено, не изменено: {formatNumber(ids.length - done)}</p>}
      {state === 'ended' && <Failures failed={failed} />}
      <div className={controls.actions}>
        {running ? (
          <button type="button" className={controls.button} onClick={stop}>
            Остановить
          </button>
        ) : (
          <button type="button" className={controls.button} onClick={close}>
            {state === 'asking' && done === 0 ? 'Отмена' : 'Закрыть'}
          </button>
        )}
        {state !== 'ended' && (
          <BusyButton kind={danger ? 'danger' : 'primary'} busy={running} onClick={run}>
            {done > 0 && !running ? 'Продолжить' : confirmLabel}
          </BusyButton>
        )}
      </div>
    </Dialog>
  );
}
