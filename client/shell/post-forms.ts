/** Disables the button of a POST form during its request, so neither a click nor Enter sends the form again. */

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
  // Back navigation can restore the page from the cache with its disabled buttons.
  addEventListener('pageshow', () => {
    for (const form of document.forms) if (form.method === 'post') setBusy(form, false);
  });
}
