/** The form of «Сводка»: period, saved filter and client. It works without scripts. */
import { useId } from 'react';
import { optionsOf, SelectField } from '../../../client/components/form-field.tsx';
import controls from '../../../client/styles/controls.module.css';
import styles from '../../../client/styles/summary.module.css';
import { formatCounted } from '../../../shared/format.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { opensDialog } from '../../../shared/page-names.ts';
import { clientLabel } from '../../../shared/rules/client.ts';
import { summaryMaxDays } from '../../../shared/rules/limits.ts';
import { ShellIcon } from '../../render/icons.tsx';
import { DayFilters } from '../filter-fields.tsx';
import { ReportMenu } from '../report-menu.tsx';
import type { QuickPeriod, SummaryContent } from './summary-input.ts';

const quickNames: Record<QuickPeriod, string> = { day: '24 часа', week: '7 дней' };

/** The address of the page with another choice. */
export function hrefOf({ period, viewId, clientId }: SummaryContent, change: Record<string, string | null>): string {
  const days = period.quick === null ? { from: period.from, to: period.to } : { period: period.quick };
  return formatQuery({ ...days, view: viewId, client: clientId, ...change }) || '?';
}

const QuickPeriods = (props: SummaryContent) => (
  <p className={styles.quick}>
    {(Object.keys(quickNames) as QuickPeriod[]).map((quick) => (
      <a
        key={quick}
        href={hrefOf(props, { from: null, to: null, period: quick })}
        aria-current={props.period.quick === quick && props.period.error === null ? 'true' : undefined}
      >
        {quickNames[quick]}
      </a>
    ))}
  </p>
);

function noteOf({ error, shortened }: SummaryContent['period']): string | null {
  if (error !== null) return error === 'day' ? messages.badDate : messages.reversedDays;
  return shortened ? `Показан только конец периода: ${formatCounted(summaryMaxDays, ['день', 'дня', 'дней'])}` : null;
}

function Days({ period }: SummaryContent) {
  const noteId = useId();
  const note = noteOf(period);
  const isWrong = period.error !== null;
  return (
    <>
      <DayFilters {...period.typed} invalid={isWrong} noteId={note === null ? undefined : noteId} />
      {note !== null && (
        <p id={noteId} role={isWrong ? 'alert' : undefined} className={isWrong ? controls.fieldError : controls.hint}>
          {note}
        </p>
      )}
    </>
  );
}

/** Administrators choose a filter of a client that they have chosen. */
function Choices({ clients, clientId, viewId, filters }: SummaryContent) {
  const hasFilters = clients === null || clientId !== null;
  return (
    <>
      {clients !== null && (
        <SelectField label="Клиент" name="client" defaultValue={clientId ?? ''} error={clients.error ?? null}>
          <option value="">Все клиенты</option>
          {optionsOf((clients.data ?? []).map((client) => [client.id, clientLabel(client)]))}
        </SelectField>
      )}
      {hasFilters && (
        <SelectField label="Фильтр" name="view" defaultValue={viewId ?? ''}>
          <option value="">Все посты</option>
          {optionsOf(filters.map(({ id, name }) => [id, name]))}
        </SelectField>
      )}
    </>
  );
}

export function SummaryForm(props: SummaryContent) {
  const { period } = props;
  return (
    <div className={styles.choice}>
      <QuickPeriods {...props} />
      {/* biome-ignore lint/a11y/useSemanticElements: not every assistive technology knows <search> */}
      <form role="search" aria-label="Период и фильтр" className={styles.form} autoComplete="off">
        {period.quick === 'week' && <input type="hidden" name="period" value="week" />}
        <Days {...props} />
        <Choices {...props} />
        <div className={styles.actions}>
          <button type="submit" className={`${controls.button} ${controls.buttonPrimary}`}>
            Показать
          </button>
          <button type="button" className={controls.button} {...opensDialog('print')}>
            <ShellIcon name="print" />
            Печать
          </button>
          {period.error === null && (
            <ReportMenu page="summary" basePath={props.input.basePath} search={hrefOf(props, {})} />
          )}
        </div>
      </form>
    </div>
  );
}
