/** The filters of the phrases: a form that loads the page again. It has no script. */
import { FormField } from '../../../client/components/form-field.tsx';
import controls from '../../../client/styles/controls.module.css';
import styles from '../../../client/styles/word-filters.module.css';
import { defaultWordSort, type WordFilters } from '../../../shared/api/words.ts';
import type { Capability } from '../../../shared/capabilities.ts';
import type { WordSortColumn } from '../../../shared/fields/words.ts';
import { formatQuery, formatSort, type Sort } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { hasWordFilters } from '../../../shared/pages/words-query.ts';
import type { UserType } from '../../../shared/roles.ts';
import { signInNameMax, wordTextMax } from '../../../shared/rules/limits.ts';
import { healthLabels, healthVerdicts } from '../../../shared/rules/word-health.ts';
import { wordStateLabels, wordStates } from '../../../shared/rules/word-states.ts';

type TextFilterProps = { label: string; name: keyof WordFilters; value: string | null; maxLength: number };

const TextFilter = ({ label, name, value, maxLength }: TextFilterProps) => (
  <FormField label={label}>
    {(control) => (
      <input
        {...control}
        type="search"
        name={name}
        maxLength={maxLength}
        className={controls.input}
        defaultValue={value ?? ''}
      />
    )}
  </FormField>
);

type ChoiceFilterProps = {
  label: string;
  name: string;
  value: string;
  choices: readonly (readonly [string, string])[];
};

/** `choices` have a value and a label. */
const ChoiceFilter = ({ label, name, value, choices }: ChoiceFilterProps) => (
  <FormField label={label}>
    {(control) => (
      <select {...control} name={name} className={controls.select} defaultValue={value}>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    )}
  </FormField>
);

const stateChoices = [['', 'Любой'], ...wordStates.map((state) => [state, wordStateLabels[state]] as const)] as const;
const healthChoices = [
  ['', 'Любая'],
  ...healthVerdicts.map((verdict) => [verdict, healthLabels[verdict]] as const),
] as const;
const shownChoices = [
  ['', 'Действующие'],
  ['deleted', 'Удалённые'],
] as const;

type WordFiltersFormProps = {
  filters: WordFilters;
  sort: Sort<WordSortColumn>;
  viewer: UserType;
  capabilities: readonly Capability[];
};

/** Renders nothing without the capabilities. */
export function WordFiltersForm({ filters, sort, viewer, capabilities }: WordFiltersFormProps) {
  const searches = capabilities.includes('word-filters');
  const restores = viewer === 'admin' && capabilities.includes('trash');
  if (!searches && !restores) return null;
  const sortName = formatSort(sort);
  const isSorted = sortName !== formatSort(defaultWordSort);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology knows <search>
    <form role="search" aria-label="Фильтры" className={styles.filters} autoComplete="off">
      {searches && <TextFilter label="Найти фразу" name="text" value={filters.text} maxLength={wordTextMax} />}
      {searches && <ChoiceFilter label="Статус" name="state" value={filters.state ?? ''} choices={stateChoices} />}
      {searches && <ChoiceFilter label="Оценка" name="health" value={filters.health ?? ''} choices={healthChoices} />}
      {searches && viewer === 'admin' && (
        <TextFilter label="Клиент: ID или имя" name="client" value={filters.client} maxLength={signInNameMax} />
      )}
      {restores && (
        <ChoiceFilter label="Показать" name="show" value={filters.deleted ? 'deleted' : ''} choices={shownChoices} />
      )}
      {isSorted && <input type="hidden" name="sort" value={sortName} />}
      <div className={styles.actions}>
        <button type="submit" className={controls.button}>
          Найти
        </button>
        {hasWordFilters(filters) && (
          <a href={formatQuery({ sort: isSorted ? sortName : null }) || '?'}>{messages.resetFilters}</a>
        )}
      </div>
    </form>
  );
}
