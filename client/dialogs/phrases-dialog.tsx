/** Chooses the phrases of a form, which without JavaScript has a native list or a text field for them, and submits it. */
import { useState } from 'react';
import { filteredWordsMax } from '../../shared/rules/limits.ts';
import { DialogForm } from '../components/dialogs.tsx';
import { PhrasePicker } from '../components/phrase-picker.tsx';
import { useSubmission } from '../lib/use-submission.ts';
import controls from '../styles/controls.module.css';
import type { HostedDialogProps } from './dialog-host.tsx';

/** Returns the options of the native list, or null if the form has a text field. */
function readOptions(form: HTMLFormElement | null | undefined) {
  const list = form?.elements.namedItem('words');
  if (!(list instanceof HTMLSelectElement)) return null;
  return [...list.options].map(({ value, text }) => ({ id: Number(value), text }));
}

function PhrasesDialog({ opener, onClose }: HostedDialogProps) {
  const form = opener?.closest('form');
  const [all] = useState(() => readOptions(form));
  const [chosen, setChosen] = useState(() => (opener?.dataset.chosen || '').split(',').filter(Boolean).map(Number));

  async function show() {
    const query = new URLSearchParams();
    for (const [name, value] of form ? new FormData(form) : []) {
      if (name !== 'words' && name !== 'phrases') query.append(name, String(value));
    }
    if (chosen.length > 0) query.set('words', chosen.join());
    location.assign(`?${query}`);
    // The form stays busy until the next page replaces this one.
    await new Promise(() => undefined);
  }

  return (
    <DialogForm title="Фразы" submitLabel="Показать" onClose={onClose} {...useSubmission({ send: show })}>
      <p className={controls.hint}>До {filteredWordsMax}; без выбора — все</p>
      <PhrasePicker all={all} chosen={chosen} onChange={setChosen} />
    </DialogForm>
  );
}

export { PhrasesDialog as HostedDialog };
