/**
 * Changes of what somebody else may have changed since the form was opened. The form sends the fields that differ from what it
 * was opened with, and the version that it has in a hidden field. After a conflict a dialog shows the other change.
 */

import { useState } from 'react';
import type { Call } from '../../shared/api/call.ts';
import type { Conflict, Versioned } from '../../shared/api/versioned.ts';
import { formatDateTime } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';
import { ApiFailure, callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { setSeenVersion, versionName } from '../lib/seen-version.ts';
import controls from '../styles/controls.module.css';
import { Button } from './buttons.tsx';
import { Dialog } from './dialogs.tsx';
import { FailureNotice } from './form-field.tsx';

/** The version that the author of the form has seen; '' without one. Part of a draft of the form. */
export const VersionField = ({ row }: { row: Versioned | null }) => (
  <input name={versionName} defaultValue={row?.version ?? ''} hidden />
);

/** Texts of the fields by label, for people. */
export type Described = Readonly<Record<string, string>>;

/** The words of the dialog. `alert` comes first. */
export type ConflictTexts = { alert?: string; mine: string; theirs: string };

export type ChangedRow<Row> = Omit<Conflict, 'now'> & { now: Row };

type SeenChangeOptions<Row> = {
  /** What the form was opened with; null for a new row. */
  opened: Row | null;
  read: (reply: unknown) => Row;
  describe: (row: Row) => Described;
  /** Closes the form and shows the row, or takes it into the form and calls `settle`: the form has seen it. */
  onTheirs: (now: Row, settle: () => void) => void;
  textsOf?: (changed: ChangedRow<Row>) => ConflictTexts | null;
};

const ordinary: ConflictTexts = { mine: 'Сохранить моё', theirs: 'Оставить чужое' };

type Difference = { label: string; before: string; after: string };

const differencesOf = (before: Described, after: Described): Difference[] =>
  Object.entries(after)
    .filter(([label, text]) => before[label] !== text)
    .map(([label, text]) => ({ label, before: before[label] || '—', after: text || '—' }));

type ChangedByOtherProps = Pick<Conflict, 'by' | 'at'> & {
  differences: readonly Difference[];
  texts: ConflictTexts;
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
};

function ChangedByOther({ by, at, differences, texts, onMine, onTheirs, onClose }: ChangedByOtherProps) {
  const { timeZone } = useIslandContext();
  return (
    <Dialog title="Изменено другим" onClose={onClose}>
      <div className={controls.form}>
        <FailureNotice text={texts.alert ?? null} />
        <p>
          <bdi>{by}</bdi>, {formatDateTime(at, timeZone) ?? messages.badDate}
        </p>
        {differences.map(({ label, before, after }) => (
          <p key={label}>
            {label}: <bdi>{before}</bdi> → <bdi>{after}</bdi>
          </p>
        ))}
        <div className={controls.actions}>
          <Button onClick={onClose}>Отмена</Button>
          <Button onClick={onTheirs}>{texts.theirs}</Button>
          <Button kind="primary" onClick={onMine}>
            {texts.mine}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type Refused<Row> = { changed: ChangedRow<Row>; form: HTMLFormElement };

export function useSeenChange<Row extends Versioned>(options: SeenChangeOptions<Row>) {
  const { opened, read, describe, onTheirs, textsOf } = options;
  const [refused, setRefused] = useState<Refused<Row> | null>(null);
  const close = () => setRefused(null);

  /** Returns null after a conflict: the dialog asks what to do. */
  async function send<Reply>(form: HTMLFormElement, call: Call<Reply>): Promise<{ reply: Reply } | null> {
    try {
      return { reply: await callApi(call) };
    } catch (error) {
      if (!(error instanceof ApiFailure && error.conflict)) throw error;
      setRefused({ changed: { ...error.conflict, now: read(error.conflict.now) }, form });
      return null;
    }
  }

  function dialogOf({ changed, form }: Refused<Row>) {
    const { by, at, now } = changed;
    const settle = () => {
      setSeenVersion(form, now.version);
      close();
    };
    return (
      <ChangedByOther
        by={by}
        at={at}
        differences={opened ? differencesOf(describe(opened), describe(now)) : []}
        texts={textsOf?.(changed) ?? ordinary}
        onMine={() => {
          settle();
          form.requestSubmit();
        }}
        onTheirs={() => onTheirs(now, settle)}
        onClose={close}
      />
    );
  }

  return { send, dialog: refused && dialogOf(refused) };
}
