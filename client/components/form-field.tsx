/** A labelled control with a hint and an error that screen readers read with it. */

import {
  type ComponentProps,
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useContext,
  useId,
  useState,
} from 'react';
import type { FormErrors } from '../lib/use-submission.ts';
import controls from '../styles/controls.module.css';

/** The initial texts and the errors of the fields of a form, by name. */
export const FormContext = createContext<{ texts?: Readonly<Record<string, string>>; errors?: FormErrors<string> }>({});

export const useFieldError = (name: string | undefined): string | null =>
  useContext(FormContext).errors?.[name ?? ''] ?? null;

type FieldControlProps = {
  id: string;
  name: string | undefined;
  defaultValue: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type FormFieldProps = {
  label: string;
  /** The ID of the control. */
  id?: string | undefined;
  name?: string | undefined;
  /** The default is the form's error for the name. */
  error?: string | null | undefined;
  hint?: ReactNode;
  /** Announces an error that appears while the user works elsewhere. */
  announcesError?: boolean | undefined;
  children: (control: FieldControlProps) => ReactNode;
};

export function FormField({ label, id: wanted, name, error: given, hint, announcesError, children }: FormFieldProps) {
  const ownId = useId();
  const id = wanted ?? ownId;
  const ofForm = useFieldError(name);
  const error = given ?? ofForm;
  const defaultValue = useContext(FormContext).texts?.[name ?? ''];
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={controls.field}>
      <label htmlFor={id} className={controls.fieldLabel}>
        {label}
      </label>
      {children({
        id,
        name,
        defaultValue,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={controls.hint}>
          {hint}
        </p>
      )}
      {(error || announcesError) && (
        <p id={`${id}-error`} role={announcesError ? 'alert' : undefined} className={controls.fieldError}>
          {error}
        </p>
      )}
    </div>
  );
}

type ControlProps = Omit<FormFieldProps, 'children'>;

export function TextField(
  props: ControlProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'name'>,
) {
  const { label, id, name, error, hint, announcesError, ...input } = props;
  return (
    <FormField label={label} id={id} name={name} error={error} hint={hint} announcesError={announcesError}>
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

/**
 * `options` maps values to texts. Pass options with numeric values as `children` instead, because an object would reorder them;
 * children come first.
 */
type SelectFieldProps = ControlProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id' | 'name'> & {
    options?: Readonly<Record<string, string>>;
  };

export function SelectField(props: SelectFieldProps) {
  const { label, name, error, hint, options = {}, children, ...select } = props;
  return (
    <FormField label={label} name={name} error={error} hint={hint}>
      {(control) => (
        <select {...control} {...select} className={controls.select}>
          {children}
          {optionsOf(Object.entries(options))}
        </select>
      )}
    </FormField>
  );
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type'>;

/** A checkbox with its label. `useSubmission` reads an unchecked one as ''. */
export const Checkbox = ({ children, ...input }: CheckboxProps) => (
  <label className={controls.choice}>
    <input {...input} type="checkbox" className={controls.checkbox} />
    {children}
  </label>
);

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
  /** `YYYY-MM-DD`, or '' without a date. */
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
    <FormField label={label} name={name}>
      {(control) => (
        <input
          {...control}
          {...(errorId !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId })}
          type="date"
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
