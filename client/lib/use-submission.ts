/** Validates and submits a form. After a failure the fields keep their values. */
import { type FormEvent, useState } from 'react';
import type { ErrorCode } from '../../shared/api/error-codes.ts';
import { ApiFailure, messageOf } from './api.ts';

/** The values of the fields by name. */
export type FormTexts<Name extends string> = Record<Name, string>;
/** Error texts by field name; null where there is no error. */
export type FormErrors<Name extends string> = Partial<Record<Name, string | null>>;

type SubmissionOptions<Name extends string> = {
  /** The `name` attributes of the form's fields. The values of checkboxes with one name are joined by commas. */
  names?: readonly Name[];
  check?: (texts: FormTexts<Name>) => FormErrors<Name>;
  /** The form shows the message of a thrown `Error`. */
  send: (texts: FormTexts<Name>, form: HTMLFormElement) => Promise<void>;
  /** The fields that errors of `send` concern, by code. The form shows the messages of others. */
  fields?: { readonly [Code in ErrorCode]?: Name };
};

export function readTexts<Name extends string>(form: HTMLFormElement, names: readonly Name[]): FormTexts<Name> {
  const data = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(data.getAll(name))])) as FormTexts<Name>;
}

export function focusField(form: HTMLFormElement, name: string) {
  const field = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
  // A hidden field gets its value from the control after it, which takes the focus instead.
  const control = field?.type === 'hidden' ? field.nextElementSibling?.querySelector('input') : field;
  control?.focus();
}

export function useSubmission<Name extends string>({ names = [], check, send, fields = {} }: SubmissionOptions<Name>) {
  const [errors, setErrors] = useState<FormErrors<Name>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const texts = readTexts(form, names);
    const nextErrors: FormErrors<Name> = check?.(texts) ?? {};
    setErrors(nextErrors);
    setFailure(null);
    const firstInvalid = names.find((name) => nextErrors[name]);
    if (firstInvalid) return focusField(form, firstInvalid);
    setBusy(true);
    try {
      await send(texts, form);
    } catch (error) {
      const message = messageOf(error);
      const name = error instanceof ApiFailure && error.code !== null ? fields[error.code] : undefined;
      if (name === undefined) return setFailure(message);
      setErrors({ [name]: message } as FormErrors<Name>);
      focusField(form, name);
    } finally {
      setBusy(false);
    }
  }

  /** Removes the error of a field when the user edits it. */
  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    setErrors((shown) => ({ ...shown, [name]: null }));
    setFailure(null);
  }
  return { errors, failure, busy, onSubmit, onInput };
}
