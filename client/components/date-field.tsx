/**
 * A native date field. An incomplete date stays in the field and is not reported. Two of them take 6 of the 44 ms of CPU
 * time before the first paint of the feed, so its HTML has read-only text fields in their place, which become date fields after the
 * paint (client/entries/shell.ts).
 */
import { useState } from 'react';
import controls from '../styles/controls.module.css';
import { FormField } from './form-field.tsx';
import { onServer } from './static-children.ts';

type DateFieldProps = {
  label: string;
  name: string;
  /** `YYYY-MM-DD`, or '' for none. */
  value: string;
  /** The ID of the error text. */
  errorId?: string | undefined;
  onChange: (day: string) => void;
};

/** While the user types a year, browsers report dates in the years 2, 20 and 202. */
const isComplete = (day: string): boolean => !day.startsWith('0');

export function DateField({ label, name, value, errorId, onChange }: DateFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <FormField label={label}>
      {(control) => {
        const described = errorId !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId };
        const look = { className: controls.input, max: '9999-12-31' };
        return (
          <>
            <noscript>
              <input {...control} {...described} type="date" name={name} {...look} defaultValue={value} />
            </noscript>
            <input
              {...control}
              {...described}
              type={onServer && value === '' ? 'text' : 'date'}
              name={onServer ? undefined : name}
              {...look}
              {...(onServer && { readOnly: true, 'data-scripted': '', 'data-date': '' })}
              suppressHydrationWarning
              value={draft ?? value}
              onChange={({ currentTarget: { value: day } }) => {
                setDraft(isComplete(day) ? null : day);
                if (isComplete(day)) onChange(day);
              }}
              onBlur={() => setDraft(null)}
            />
          </>
        );
      }}
    </FormField>
  );
}
