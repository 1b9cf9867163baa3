/** The journal: its filters and one page of records (docs/product/journal.md). */
import { useId } from 'react';
import { SelectField, TextField } from '../../client/components/form-field.tsx';
import { JournalIsland } from '../../client/islands/journal/journal-island.tsx';
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/journal-filters.module.css';
import { type JournalFilters as Filters, loadJournalPage, parseJournalFilters } from '../../shared/api/journal.ts';
import { parsePage } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import { journalActions } from '../../shared/rules/journal.ts';
import { journalPageSize, signInNameMax } from '../../shared/rules/limits.ts';
import { DayFilters } from './filter-fields.tsx';
import { islandPage } from './page.tsx';

const hasReversedDays = ({ from, to }: Filters): boolean => from !== null && to !== null && from > to;

function JournalFilters({ filters }: { filters: Filters }) {
  const { who, action, from, to, batch } = filters;
  const errorId = useId();
  const reversed = hasReversedDays(filters);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology knows <search>
    <form role="search" aria-label="Фильтры" className={styles.filters} autoComplete="off">
      <TextField label="Кто" type="search" name="who" defaultValue={who} maxLength={signInNameMax} />
      <SelectField label="Действие" name="action" defaultValue={action ?? ''} options={journalActions}>
        <option value="">Все действия</option>
      </SelectField>
      <DayFilters from={from} to={to} invalid={reversed} noteId={reversed ? errorId : undefined} />
      <div className={styles.actions}>
        <button type="submit" className={controls.button}>
          Показать
        </button>
        <a href="?">{messages.resetFilters}</a>
      </div>
      {batch !== null && (
        <p>
          <input type="hidden" name="batch" value={batch} />
          Записи одного действия. <a href="?">Все записи</a>
        </p>
      )}
      {reversed && (
        <p id={errorId} role="alert" className={controls.fieldError}>
          {messages.reversedDays}
        </p>
      )}
    </form>
  );
}

export const journalPage = islandPage('journal', JournalIsland, async ({ query, backend }) => {
  const filters = parseJournalFilters(query);
  const page = parsePage(query.page);
  const first = await backend.load(loadJournalPage(filters, (page - 1) * journalPageSize));
  return { filters, page, first, main: <JournalFilters filters={filters} /> };
});
