/** The date filters of the feed. Reversed dates show an error with a button that swaps them, and do not filter. */
import { useId, useState } from 'react';
import * as messages from '../../../shared/messages.ts';
import { dayOf, type PostsQuery } from '../../../shared/pages/post-filters.ts';
import { formatPostsQuery, hasReversedDays } from '../../../shared/pages/posts-query.ts';
import { DateField } from '../../components/form-field.tsx';
import controls from '../../styles/controls.module.css';

/** A day or a time (shared/pages/posts-query.ts), or ''. The fields show the day of a time. */
type Days = Pick<PostsQuery, 'from' | 'to'>;
export function DateFilter({ query, onChange }: { query: PostsQuery; onChange: (days: Days) => void }) {
  /** Reversed days stay in the fields until the days of the query change. */
  const [reversed, setReversed] = useState<{ days: Days; query: Days } | null>(null);
  const errorId = useId();
  const isCurrent = reversed?.query.from === query.from && reversed.query.to === query.to;
  const days: Days = isCurrent ? reversed.days : query;
  const hasError = hasReversedDays(days);
  const field = { errorId: hasError ? errorId : undefined };

  function change(part: Partial<Days>) {
    const next = { from: days.from, to: days.to, ...part };
    const isReversed = hasReversedDays(next);
    setReversed(isReversed ? { days: next, query } : null);
    if (!isReversed) onChange(next);
  }

  const swapped = { from: days.to, to: days.from };
  return (
    <>
      <DateField label="Дата с" name="from" value={dayOf(days.from)} {...field} onChange={(from) => change({ from })} />
      <DateField label="Дата по" name="to" value={dayOf(days.to)} {...field} onChange={(to) => change({ to })} />
      {hasError && (
        <div role="alert">
          <p id={errorId} className={controls.fieldError}>
            {messages.reversedDays}
          </p>
          <button type="button" data-scripted="" className={controls.button} onClick={() => change(swapped)}>
            Поменять местами
          </button>
          <noscript>
            <a href={formatPostsQuery({ ...query, ...swapped, page: 1 })}>Поменять местами</a>
          </noscript>
        </div>
      )}
    </>
  );
}
