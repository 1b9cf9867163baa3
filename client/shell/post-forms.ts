/** Disables the button of a POST form while its request is under way: neither a click nor Enter sends it again. */

function setBusy(form: HTMLFormElement, busy: boolean): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('button[type="submit"]')) {
    button.disabled = busy;
    button.ariaBusy = busy ? 'true' : null;
  }
}

export function startPostForms(): void {
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLFormElement && target.method === 'post') setBusy(target, true);
  });
  // The browser keeps a page as it was left, and shows it again when the user goes back.
  addEventListener('pageshow', () => {
    for (const form of document.forms) if (form.method === 'post') setBusy(form, false);
  });
}
