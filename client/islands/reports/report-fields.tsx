/** The fields of a report. */

import { useContext, useId, useState } from 'react';
import type { Reports, ReportView } from '../../../shared/api/reports.ts';
import * as messages from '../../../shared/messages.ts';
import { plainOptionsMax } from '../../../shared/rules/limits.ts';
import { reportFormats } from '../../../shared/rules/report-sections.ts';
import {
  type ReportPeriod,
  recipientsTextMax,
  reportNameMax,
  reportPeriods,
  reportWeekdays,
} from '../../../shared/rules/reports.ts';
import {
  Checkbox,
  FormContext,
  FormField,
  SelectField,
  TextField,
  useFieldError,
} from '../../components/form-field.tsx';
import controls from '../../styles/controls.module.css';
import { type ReportTexts, sectionOptions } from './report-form.ts';
import styles from './reports.module.css';

type ChoicesProps = {
  label: string;
  name: string;
  options: readonly (readonly [value: string, text: string])[];
  hint?: string | undefined;
  /** The options stand in a line, not in columns. */
  inLine?: boolean;
};

const fold = (text: string): string => text.trim().toLocaleLowerCase('ru');

/** Checkboxes with one name. A long list has a search, which hides the others. */
function Choices({ label, name, options, hint, inLine = false }: ChoicesProps) {
  const id = useId();
  const { texts } = useContext(FormContext);
  const error = useFieldError(name);
  const [search, setSearch] = useState('');
  const chosen = (texts?.[name] ?? '').split(',');
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset className={controls.field} aria-describedby={described || undefined}>
      <legend className={controls.fieldLabel}>{label}</legend>
      {options.length > plainOptionsMax && (
        <TextField label="Найти" type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
      )}
      <div className={inLine ? styles.row : styles.choices}>
        {options.map(([value, text]) => (
          <div key={value} hidden={!fold(text).includes(fold(search))}>
            <Checkbox name={name} value={value} defaultChecked={chosen.includes(value)}>
              {text}
            </Checkbox>
          </div>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={controls.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={controls.fieldError}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** What reports leave out of the filters. */
function personalHint(views: readonly ReportView[]): string | undefined {
  const names = new Set(views.flatMap(({ personal }) => personal));
  return names.size === 0 ? undefined : `В отчёт не входит личное: ${[...names].join(', ')}`;
}

function recipientsHint(domains: readonly string[]): string {
  const how = 'Адрес в строке, не больше 20';
  return domains.length > 0 ? `${how}. Домены: ${domains.join(', ')}` : `${how}. ${messages.outsideMail}`;
}

type ReportFieldsProps = Pick<Reports, 'views' | 'mailDomains'> & { texts: ReportTexts };

export function ReportFields({ texts, views, mailDomains }: ReportFieldsProps) {
  const [period, setPeriod] = useState(texts.period as ReportPeriod);
  return (
    <>
      <TextField name="name" label="Название *" maxLength={reportNameMax} autoComplete="off" />
      <Choices
        label="Фильтры *"
        name="viewIds"
        options={views.map(({ id, name }) => [String(id), name])}
        hint={views.length === 0 ? `${messages.noSavedViews}. ${messages.saveViewFirst}` : personalHint(views)}
      />
      <SelectField
        name="period"
        label="Период"
        options={reportPeriods}
        onChange={({ target }) => setPeriod(target.value as ReportPeriod)}
      />
      <div className={styles.pair} hidden={period !== 'days'}>
        <TextField name="fromDay" label="С" type="date" />
        <TextField name="toDay" label="По" type="date" />
      </div>
      <Choices label="Разделы" name="sections" options={sectionOptions} />
      <Choices label="Форматы" name="formats" options={Object.entries(reportFormats)} inLine />
      <Choices label="Дни" name="weekdays" options={Object.entries(reportWeekdays)} inLine />
      <TextField name="time" label="Время" type="time" />
      <FormField name="recipients" label="Получатели *" hint={recipientsHint(mailDomains)}>
        {(control) => (
          <textarea
            {...control}
            className={`${controls.input} ${styles.recipients}`}
            maxLength={recipientsTextMax}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </FormField>
    </>
  );
}
