/** The filters of the journal: a form that loads the page again. It has no script. */
import { useId } from 'react';
import { type FieldControlProps, FormField } from '../../../client/components/form-field.tsx';
import controls from '../../../client/styles/controls.module.css';
import styles from '../../../client/styles/journal-filters.module.css';
import type { JournalFilters as Filters } from '../../../shared/api/journal.ts';
import * as messages from '../../../shared/messages.ts';
import { journalActions } from '../../../shared/rules/journal.ts';
import { signInNameMax } from '../../../shared/rules/limits.ts';

const actions = Object.entries(journalActions);

const hasReversedDays = ({ from, to }: Filters): boolean => from !== null && to !== null && from > to;

export function JournalFilters({ filters }: { filters: Filters }) {
  const { who, action, from, to } = filters;
  const errorId = useId();
  const reversed = hasReversedDays(filters);
  const dayField = (name: 'from' | 'to', value: string | null) => (control: FieldControlProps) => (
    <input
      {...control}
      {...(reversed && { 'aria-invalid': true, 'aria-describedby': errorId })}
      type="date"
      name={name}
      max="9999-12-31"
      className={controls.input}
      defaultValue={value ?? ''}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology knows <search>
    <form role="search" aria-label="Фильтры" className={styles.filters} autoComplete="off">
      <FormField label="Кто">
        {(control) => (
          <input
            {...control}
            type="search"
            name="who"
            maxLength={signInNameMax}
            className={controls.input}
            defaultValue={who}
          />
        )}
      </FormField>
      <FormField label="Действие">
        {(control) => (
          <select {...control} name="action" className={controls.select} defaultValue={action ?? ''}>
            <option value="">Все действия</option>
            {actions.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FormField label="Дата с">{dayField('from', from)}</FormField>
      <FormField label="Дата по">{dayField('to', to)}</FormField>
      <div className={styles.actions}>
        <button type="submit" className={controls.button}>
          Показать
        </button>
        <a href="?">{messages.resetFilters}</a>
      </div>
      {reversed && (
        <p id={errorId} role="alert" className={controls.fieldError}>
          {messages.reversedDays}
        </p>
      )}
    </form>
  );
}
