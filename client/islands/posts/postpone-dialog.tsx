/** The dialog that postpones stories: until a day, or until copies or sources have arrived. */

import { useState } from 'react';
import { dayMs } from '../../../shared/durations.ts';
import { findOffset, formatDateTime } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { untilCountMax } from '../../../shared/rules/work.ts';
import { DialogForm } from '../../components/dialogs.tsx';
import { DateField, TextField } from '../../components/form-field.tsx';
import { serverNow } from '../../lib/clock.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import menu from '../../styles/popover-menu.module.css';
import type { ShownChange, WorkDialogProps } from './work-acts.ts';

type Postponement = 'date' | 'copies' | 'sources';
const postponements: Record<Postponement, string> = {
  date: 'До даты',
  copies: 'До N новых повторов',
  sources: 'До N новых источников',
};

export function PostponeDialog({ onChange, onClose }: WorkDialogProps) {
  const { timeZone } = useIslandContext();
  const [until, setUntil] = useState<Postponement>('date');
  const [day, setDay] = useState('');
  const submission = useSubmission({
    names: ['day', 'count'],
    check: ({ count }) => ({
      day: until === 'date' && !(startOf(day) > serverNow()) ? messages.untilPast : null,
      count:
        until !== 'date' && !(/^[1-9]\d*$/.test(count) && Number(count) <= untilCountMax)
          ? messages.badAlertLeast(untilCountMax)
          : null,
    }),
    send: ({ count }) => onChange(postponed(Number(count))),
  });

  /** Returns midnight of a local day in the console's zone, in milliseconds since the epoch. */
  function startOf(local: string): number {
    const utc = Date.parse(`${local}T00:00:00Z`);
    return utc - findOffset(utc / 1000, timeZone) * 1000;
  }

  function postponed(count: number): ShownChange {
    const none = { until: null, untilCopies: null, untilSources: null };
    const shown = (part: object) => () => ({ ...none, state: 'postponed' as const, returned: 0, ...part });
    if (until === 'copies')
      return { change: { State: 'postponed', UntilCopies: count }, shown: shown({ untilCopies: count }) };
    if (until === 'sources')
      return { change: { State: 'postponed', UntilSources: count }, shown: shown({ untilSources: count }) };
    const time = new Date(startOf(day)).toISOString();
    return { change: { State: 'postponed', Until: time }, shown: shown({ until: time }) };
  }

  const tomorrow = formatDateTime(new Date(serverNow() + dayMs).toISOString(), timeZone)?.slice(0, 10);
  return (
    <DialogForm title="Отложить" submitLabel="Отложить" onClose={onClose} {...submission}>
      <fieldset>
        {(Object.keys(postponements) as Postponement[]).map((name) => (
          <label key={name} className={menu.choice}>
            <input type="radio" name="until" checked={until === name} onChange={() => setUntil(name)} />
            {postponements[name]}
          </label>
        ))}
      </fieldset>
      {until === 'date' ? (
        <>
          <DateField label="Дата" name="day" value={day} onChange={setDay} />
          <p className={controls.hint}>Вернётся в начале этого дня, не раньше {tomorrow}</p>
        </>
      ) : (
        <TextField
          label={until === 'copies' ? 'Новых повторов' : 'Новых источников'}
          name="count"
          inputMode="numeric"
          defaultValue="5"
        />
      )}
    </DialogForm>
  );
}
