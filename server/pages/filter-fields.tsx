/** The day fields of filter forms, which reload the page and have no script. */
import { TextField } from '../../client/components/form-field.tsx';

/** `noteId` is the element that explains the days. */
type DayFiltersProps = { from: string | null; to: string | null; invalid: boolean; noteId: string | undefined };

const labels = { from: 'Дата с', to: 'Дата по' } as const;

export const DayFilters = ({ invalid, noteId, ...days }: DayFiltersProps) =>
  (['from', 'to'] as const).map((name) => (
    <TextField
      key={name}
      label={labels[name]}
      type="date"
      name={name}
      max="9999-12-31"
      defaultValue={days[name] ?? ''}
      {...(invalid && { 'aria-invalid': true })}
      {...(noteId !== undefined && { 'aria-describedby': noteId })}
    />
  ));
