/** A labelled control with a hint and an error that screen readers read with it. */

import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId, useState } from 'react';
import controls from '../styles/controls.module.css';

/** Attributes for the control. */
export type FieldControlProps = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type FormFieldProps = {
  label: string;
  /** Of the control. */
  id?: string | undefined;
  /** Undefined for a field that never has an error, null for none at present. */
  error?: string | null | undefined;
  hint?: ReactNode;
  /** Announces an error that appears while the user works elsewhere. */
  announcesError?: boolean | undefined;
  children: (control: FieldControlProps) => ReactNode;
};

export function FormField({ label, id: wanted, error, hint, announcesError, children }: FormFieldProps) {
  const ownId = useId();
  const id = wanted ?? ownId;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={controls.field}>
      <label htmlFor={id} className={controls.fieldLabel}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${id}-hint`} className={controls.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role={announcesError ? 'alert' : undefined} className={controls.fieldError}>
          {error}
        </p>
      )}
    </div>
  );
}

type ControlProps = Omit<FormFieldProps, 'children'>;

export function TextField(props: ControlProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'>) {
  const { label, id, error, hint, announcesError, ...input } = props;
  return (
    <FormField {...{ label, id, error, hint, announcesError }}>
      {(control) => <input {...control} {...input} className={controls.input} />}
    </FormField>
  );
}

export const optionsOf = (entries: readonly (readonly [value: string | number, text: string])[]) =>
  entries.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));

/** `options` maps values to texts. `children` are the options before them, also those of a list: numeric values would lose its order. */
type SelectFieldProps = ControlProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id'> & { options?: Readonly<Record<string, string>> };

export function SelectField(props: SelectFieldProps) {
  const { label, error, hint, announcesError, options = {}, children, ...select } = props;
  return (
    <FormField {...{ label, error, hint, announcesError }}>
      {(control) => (
        <select {...control} {...select} className={controls.select}>
          {children}
          {optionsOf(Object.entries(options))}
        </select>
      )}
    </FormField>
  );
}

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'>;

/** A checkbox with its label. The value of a checked one is a text, that of another is ''. */
export const Checkbox = ({ children, ...input }: CheckboxProps) => (
  <label className={controls.choice}>
    <input {...input} type="checkbox" className={controls.checkbox} />
    {children}
  </label>
);

/** An error above the fields of a form or the buttons of a dialog. */
export function FailureNotice({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p role="alert" className={controls.noticeFailure}>
      {text}
    </p>
  );
}

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

/** A native date field. An incomplete date stays in the field and is not reported. */
export function DateField({ label, name, value, errorId, onChange }: DateFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <FormField label={label}>
      {(control) => (
        <input
          {...control}
          {...(errorId !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId })}
          type="date"
          name={name}
          className={controls.input}
          value={draft ?? value}
          max="9999-12-31"
          onChange={({ currentTarget: { value: day } }) => {
            setDraft(isComplete(day) ? null : day);
            if (isComplete(day)) onChange(day);
          }}
          onBlur={() => setDraft(null)}
        />
      )}
    </FormField>
  );
}
