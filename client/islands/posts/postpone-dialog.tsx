/** The dialog that postpones stories: until a morning or a day, or until copies or sources have arrived. */

import { useState } from 'react';
import { dayMs } from '../../../shared/durations.ts';
import { formatDateTime } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { untilCountMax } from '../../../shared/rules/work.ts';
import { DialogForm } from '../../components/dialogs.tsx';
import { DateField, TextField } from '../../components/form-field.tsx';
import { serverNow } from '../../lib/clock.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import menu from '../../styles/popover-menu.module.css';
import { mornings, timeOf } from './local-times.ts';
import type { ShownChange, WorkDialogProps } from './work-acts.ts';

const countLabels = { copies: 'Новых повторов', sources: 'Новых источников' };
type Count = keyof typeof countLabels;
type Postponement = 'tomorrow' | 'threeDays' | 'monday' | 'date' | Count;
const postponements: Record<Postponement, string> = {
  tomorrow: 'Завтра',
  threeDays: 'Через 3 дня',
  monday: 'В понедельник',
  date: 'До даты',
  copies: 'До N новых повторов',
  sources: 'До N новых источников',
};

const isCount = (until: Postponement): until is Count => until in countLabels;

/** `time` is in milliseconds since the epoch. */
function postponed(until: Postponement, count: number, time: number): ShownChange {
  const none = { until: null, untilCopies: null, untilSources: null };
  const shown = (part: object) => () => ({ ...none, state: 'postponed' as const, returned: 0, ...part });
  if (until === 'copies')
    return { change: { State: 'postponed', UntilCopies: count }, shown: shown({ untilCopies: count }) };
  if (until === 'sources')
    return { change: { State: 'postponed', UntilSources: count }, shown: shown({ untilSources: count }) };
  const Until = new Date(time).toISOString();
  return { change: { State: 'postponed', Until }, shown: shown({ until: Until }) };
}

export function PostponeDialog({ onChange, onClose }: WorkDialogProps) {
  const { timeZone } = useIslandContext();
  const [until, setUntil] = useState<Postponement>('tomorrow');
  const [day, setDay] = useState('');
  const now = serverNow();
  const times = { ...mornings(now, timeZone), date: timeOf(day, 0, timeZone) };
  const time = isCount(until) ? now : times[until];
  const shownTime = (value: number) => formatDateTime(new Date(value).toISOString(), timeZone);
  const submission = useSubmission({
    names: ['day', 'count'],
    check: ({ count }) => ({
      day: !isCount(until) && !(time > serverNow()) ? messages.untilPast : null,
      count:
        isCount(until) && !(/^[1-9]\d*$/.test(count) && Number(count) <= untilCountMax)
          ? messages.badAlertLeast(untilCountMax)
          : null,
    }),
    send: ({ count }) => onChange(postponed(until, Number(count), time)),
  });
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
      {isCount(until) ? (
        <TextField key={until} label={countLabels[until]} name="count" inputMode="numeric" defaultValue="5" />
      ) : until === 'date' ? (
        <>
          <DateField label="Дата" name="day" value={day} onChange={setDay} />
          <p className={controls.hint}>Вернётся в начале этого дня, не раньше {shownTime(now + dayMs)?.slice(0, 10)}</p>
        </>
      ) : (
        <p className={controls.hint}>Вернётся {shownTime(time)}</p>
      )}
    </DialogForm>
  );
}
