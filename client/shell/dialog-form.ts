/** A form in a server-rendered dialog: shows its errors, its outcome and that it is under way. */

/** Errors by the name of their field. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

export type DialogForm = {
  dialog: HTMLDialogElement;
  textOf: (name: string) => string;
  /** Shows each error beside its field, clears the others, and focuses the first; false when there was none. */
  showFieldErrors: (errors: FieldErrors) => boolean;
  /** Shows a failure, and the form can be sent again. */
  showFailure: (text: string) => void;
  /** Shows a success; the form cannot be sent again. */
  showSuccess: (text: string) => void;
  setBusy: (busy: boolean) => void;
  open: () => void;
};

function requireElement<T extends Element>(parent: Element, selector: string): T {
  const found = parent.querySelector<T>(selector);
  if (!found) throw new Error(`The dialog ${parent.id} has no ${selector}`);
  return found;
}

function showFieldErrors(form: HTMLFormElement, errors: FieldErrors): boolean {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[aria-describedby]');
  const faulty = [...fields].filter((field) => {
    const text = errors[field.name] ?? '';
    requireElement(form, `#${field.id}-error`).textContent = text;
    field.setAttribute('aria-invalid', String(text !== ''));
    return text !== '';
  });
  faulty[0]?.focus();
  return faulty.length > 0;
}

/** `submit` is called when the form is sent and nothing else is under way. */
function createDialogForm(dialog: HTMLDialogElement, submit: (dialogForm: DialogForm) => Promise<void>): DialogForm {
  const form = requireElement<HTMLFormElement>(dialog, 'form');
  const button = requireElement<HTMLButtonElement>(dialog, '[type="submit"]');
  const failure = requireElement(dialog, '[role="alert"]');
  const success = requireElement(dialog, '[role="status"]');
  const show = (failureText: string, successText: string) => {
    failure.textContent = failureText;
    success.textContent = successText;
  };
  const setBusy = (busy: boolean) => {
    button.disabled = busy;
    button.setAttribute('aria-busy', String(busy));
  };
  const dialogForm: DialogForm = {
    dialog,
    textOf: (name) => String(new FormData(form).get(name) ?? ''),
    showFieldErrors: (errors) => showFieldErrors(form, errors),
    showFailure(text) {
      show(text, '');
      setBusy(false);
    },
    showSuccess(text) {
      show('', text);
      button.setAttribute('aria-busy', 'false');
    },
    setBusy,
    open() {
      form.reset();
      showFieldErrors(form, {});
      show('', '');
      setBusy(false);
      dialog.showModal();
    },
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!button.disabled) submit(dialogForm);
  });
  return dialogForm;
}

/** Makes the form of each dialog once, when it is first opened. */
export function dialogForms(submit: (dialogForm: DialogForm) => Promise<void>) {
  const made = new WeakMap<HTMLDialogElement, DialogForm>();
  return (dialog: HTMLDialogElement): DialogForm => {
    const dialogForm = made.get(dialog) ?? createDialogForm(dialog, submit);
    made.set(dialog, dialogForm);
    return dialogForm;
  };
}
