/** The fields of the period of analytics, with links to usual periods. */
import { useId } from 'react';
import { type FieldControlProps, FormField } from '../../../client/components/form-field.tsx';
import styles from '../../../client/styles/analytics.module.css';
import controls from '../../../client/styles/controls.module.css';
import * as messages from '../../../shared/messages.ts';
import { formatPostsQuery } from '../../../shared/pages/posts-query.ts';
import { lastDays } from '../../../shared/rules/days.ts';
import { analyticsMaxDays } from '../../../shared/rules/limits.ts';
import { dayName } from '../../charts/time-axis.ts';
import type { AnalyticsContent } from './analytics-content.ts';
import type { ChosenPeriod } from './period.ts';

type PeriodProps = Pick<AnalyticsContent, 'query' | 'today' | 'period'>;

const quickPeriods = [
  [7, '7 дней'],
  [30, '30 дней'],
  [90, '90 дней'],
  [365, 'Год'],
] as const;

/** Links, because they keep what was not submitted out of the address. */
function QuickPeriods({ query, today, period }: PeriodProps) {
  return (
    <ul className={styles.quick} aria-label="Готовые периоды">
      {quickPeriods.map(([days, text]) => {
        const { from, to } = lastDays(days, today);
        const isCurrent = period.from === from && period.to === to;
        return (
          <li key={days}>
            <a href={formatPostsQuery({ ...query, from, to })} aria-current={isCurrent || undefined}>
              {text}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function describePeriod({ error, shortened, from, to }: ChosenPeriod): { error?: string; note?: string } {
  if (error === 'day') return { error: messages.badDate };
  if (error === 'order') return { error: messages.reversedDays };
  if (!shortened) return {};
  return { note: `Показаны последние ${analyticsMaxDays} дней: с ${dayName(from)} по ${dayName(to)}` };
}

export function PeriodFields(props: PeriodProps) {
  const { period, query } = props;
  const noteId = useId();
  const { error, note } = describePeriod(period);
  const { typed } = period;
  const dayField = (name: 'from' | 'to') => (control: FieldControlProps) => (
    <input
      {...control}
      {...(error !== undefined && { 'aria-invalid': true })}
      {...((error ?? note) !== undefined && { 'aria-describedby': noteId })}
      type="date"
      name={name}
      max="9999-12-31"
      className={controls.input}
      defaultValue={typed[name]}
    />
  );
  return (
    <div className={styles.period}>
      <FormField label="Дата с">{dayField('from')}</FormField>
      <FormField label="Дата по">{dayField('to')}</FormField>
      {error !== undefined && (
        <p id={noteId} role="alert" className={controls.fieldError}>
          {error}.{' '}
          {period.error === 'order' && (
            <a href={formatPostsQuery({ ...query, from: typed.to, to: typed.from })}>Поменять местами</a>
          )}
        </p>
      )}
      {note !== undefined && (
        <p id={noteId} className={controls.hint}>
          {note}
        </p>
      )}
      <QuickPeriods {...props} />
    </div>
  );
}
