/** The form «Период и фразы», which reloads the page and has no script. */

import { useId } from 'react';
import chip from '../../../client/components/chip.module.css';
import { FormField, optionsOf, TextField } from '../../../client/components/form-field.tsx';
import styles from '../../../client/styles/analytics.module.css';
import controls from '../../../client/styles/controls.module.css';
import { isolate } from '../../../shared/isolate.ts';
import { formatSort } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { opensDialog } from '../../../shared/page-names.ts';
import {
  filterNames,
  formatPostFilter,
  formatPostsQuery,
  noPostFilters,
  phraseFilter,
} from '../../../shared/pages/posts-query.ts';
import { lastDays } from '../../../shared/rules/days.ts';
import { analyticsMaxDays, filteredWordsMax, wordTextMax } from '../../../shared/rules/limits.ts';
import { dayName } from '../../../shared/rules/time-units.ts';
import { ShellIcon } from '../../render/icons.tsx';
import { DayFilters } from '../filter-fields.tsx';
import type { AnalyticsContent, ChosenPeriod } from './analytics-input.ts';

type PeriodProps = Pick<AnalyticsContent, 'query' | 'today' | 'period'>;

const quickPeriods = [
  [7, '7 дней'],
  [30, '30 дней'],
  [90, '90 дней'],
  [365, 'Год'],
] as const;

/** Links, because they do not submit the text that was typed into the form. */
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

function PeriodFields(props: PeriodProps) {
  const { period, query } = props;
  const noteId = useId();
  const { error, note } = describePeriod(period);
  const { typed } = period;
  return (
    <div className={styles.period}>
      <DayFilters
        {...typed}
        invalid={error !== undefined}
        noteId={(error ?? note) === undefined ? undefined : noteId}
      />
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

type FormProps = AnalyticsContent & { textError: string | null };

type FilterChipProps = { text: string; href: string; removeLabel: string };

export const FilterChip = ({ text, href, removeLabel }: FilterChipProps) => (
  <li className={chip.chip}>
    <span>{text}</span>
    <a href={href} className={controls.iconButton} aria-label={removeLabel} title={removeLabel}>
      <ShellIcon name="close" />
    </a>
  </li>
);

function ChosenPhrases({ query, phrases, phraseField: { chosen, options } }: FormProps) {
  const ids = chosen.map(({ id }) => id);
  const shown = ids.length === 0 ? messages.allPhrases : `Фраз: ${ids.length}`;
  return (
    <div className={styles.chosen} data-scripted="">
      <FormField label="Фразы" error={phrases.error ?? options.error ?? null}>
        {(control) => (
          <button
            {...control}
            {...opensDialog('phrases')}
            type="button"
            className={controls.select}
            aria-label={`Фразы: ${shown}`}
            data-chosen={ids.join()}
          >
            {shown}
          </button>
        )}
      </FormField>
      {ids.length > 0 && (
        <ul className={styles.chips} aria-label="Выбранные фразы">
          {chosen.map(({ id, text }) => (
            <FilterChip
              key={id}
              text={text}
              href={formatPostsQuery({ ...query, ...phraseFilter(ids.filter((other) => other !== id)) })}
              removeLabel={`Убрать фразу ${isolate(text)}`}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The maximum number of lines of the list. */
const listLines = 5;

/** A list, or a text field when there are many phrases. The dialog reads the options of the list. */
function NativePhrases({ phrases, phraseField: { options, typed } }: FormProps) {
  const error = phrases.error ?? options.error ?? null;
  const { data } = options;
  if (data === null) {
    return (
      <FormField label="Фразы" error={error} hint={`По одной в строке, до ${filteredWordsMax}; пусто — все`}>
        {(control) => (
          <textarea
            {...control}
            name="phrases"
            rows={listLines - 1}
            maxLength={filteredWordsMax * wordTextMax}
            className={controls.input}
            defaultValue={typed}
          />
        )}
      </FormField>
    );
  }
  const listed = data ?? phrases.ids.map((id) => ({ id, text: String(id) }));
  return (
    <FormField label="Фразы" error={error} hint={`До ${filteredWordsMax}, с клавишей Ctrl или ⌘; без выбора — все`}>
      {(control) => (
        <select
          {...control}
          multiple
          name="words"
          size={listLines}
          className={controls.select}
          defaultValue={phrases.ids.map(String)}
        >
          {optionsOf(listed.map(({ id, text }) => [id, text]))}
        </select>
      )}
    </FormField>
  );
}

/** Both submit the choice: with scripts the native field is only hidden. */
const Phrases = (props: FormProps) => (
  <div>
    <ChosenPhrases {...props} />
    <div data-scriptless="">
      <NativePhrases {...props} />
    </div>
  </div>
);

/** Unchecked, only `copies=show` is submitted; checked, the parameter appears twice, which means the default. */
function Copies({ copies }: { copies: 'show' | 'hide' }) {
  return (
    <label className={styles.copies}>
      <input type="hidden" name="copies" value="show" />
      <input
        type="checkbox"
        name="copies"
        value="hide"
        className={controls.checkbox}
        defaultChecked={copies === 'hide'}
      />
      Скрывать повторы
    </label>
  );
}

/** The filters that have a field. */
const { from, to, word, words, copies } = noPostFilters;
export const shownFields = { from, to, word, words, copies };

function HiddenFields({ query, textError }: FormProps) {
  const text = textError === null ? query.text : '';
  const shown = { ...query, ...shownFields, text };
  const fields = filterNames.map((name) => [name, formatPostFilter(name, shown)] as const);
  return [...fields, ['sort', formatSort(query.sort)] as const].map(
    ([name, value]) => value !== null && value !== '' && <input key={name} type="hidden" name={name} value={value} />,
  );
}

export function AnalyticsForm(props: FormProps) {
  const { query, textError } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology knows <search>
    <form role="search" aria-label="Период и фразы" className={styles.form} autoComplete="off">
      <PeriodFields {...props} />
      <Phrases {...props} />
      <div className={styles.submit}>
        {/* A text that cannot be read becomes a field, so that it can be corrected. */}
        {textError !== null && (
          <TextField
            label="Поиск по тексту"
            error={textError}
            announcesError
            type="search"
            name="text"
            maxLength={wordTextMax}
            defaultValue={query.text}
          />
        )}
        <Copies copies={query.copies} />
        <HiddenFields {...props} />
        <button type="submit" className={`${controls.button} ${controls.buttonPrimary}`}>
          Показать
        </button>
      </div>
    </form>
  );
}
