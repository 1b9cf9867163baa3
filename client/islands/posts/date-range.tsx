/** Buttons with the first and last day of the feed. Each resets its date filter (docs/product.md, section 2). */
import type { PostDates } from '../../../shared/api/posts.ts';
import { formatDate } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { dayOf } from '../../../shared/pages/posts-query.ts';
import controls from '../../styles/controls.module.css';
import styles from './date-range.module.css';

export type DateRangeProps = {
  /** The date filters: days, times or ''. */
  from: string;
  to: string;
  dates: Loaded<PostDates>;
  timeZone: string;
  onReset: (bound: 'from' | 'to') => void;
};

const formatDay = (day: string): string => day.split('-').reverse().join('.');

export function DateRange({ from, to, dates, timeZone, onReset }: DateRangeProps) {
  function boundText(filter: string, time: string | null | undefined): string {
    if (filter !== '') return formatDay(dayOf(filter));
    if (time === undefined) return messages.dateError;
    return time === null ? '—' : (formatDate(time, timeZone) ?? messages.dateError);
  }
  const bounds = [
    { name: 'from', prefix: 'С', filter: from, time: dates.data?.minDate },
    { name: 'to', prefix: 'По', filter: to, time: dates.data?.maxDate },
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Период" className={styles.range}>
      {bounds.map(({ name, prefix, filter, time }) => (
        <button
          key={name}
          type="button"
          className={controls.button}
          data-filtered={filter === '' ? undefined : ''}
          title={filter === '' ? undefined : 'Сбросить границу'}
          onClick={() => onReset(name)}
        >
          {prefix} {boundText(filter, time)}
        </button>
      ))}
    </div>
  );
}
