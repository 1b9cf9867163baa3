/** Adds sources by their addresses in VK, one a line, and follows their walls. Shows what became of each line. */

import { useState } from 'react';
import { addSources, type SourceOutcome, sourceOutcomes, type WallSwitches } from '../../../shared/api/owners.ts';
import { cutText, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { refusalOf } from '../../../shared/roles.ts';
import { sourceLinesMax } from '../../../shared/rules/limits.ts';
import { DialogForm } from '../../components/dialogs.tsx';
import { Checkbox, FormField } from '../../components/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';

/** In UTF-16 units. */
const shownMax = 80;

type Line = { address: string; outcome: SourceOutcome };

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <ul aria-label="Строки">
    {lines.map(({ address, outcome }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: an address may be there twice
      <li key={index}>
        {cutText(address, shownMax)}: {sourceOutcomes[outcome]}
      </li>
    ))}
  </ul>
);

/** The second and third switch imply the first. */
const switchesOf = ({ wall, comments, every }: Record<'wall' | 'comments' | 'every', string>): WallSwitches => ({
  isFollowed: [wall, comments, every].some((value) => value !== ''),
  comments: comments !== '',
  everyPost: every !== '',
});

const names = ['addresses', 'wall', 'comments', 'every'] as const;

const countAdded = (lines: readonly Line[]): number => lines.filter(({ outcome }) => outcome === 'added').length;

const describeAdded = (added: number): string => `Добавлено источников: ${formatNumber(added)}`;

/** `onDone` receives the success message. */
type SourceListDialogProps = { onDone: (text: string) => void; onClose: () => void };

export function SourceListDialog({ onDone, onClose }: SourceListDialogProps) {
  const { viewer } = useIslandContext();
  const [lines, setLines] = useState<readonly Line[]>([]);
  /** By all lists that were sent; null before the first. */
  const [added, setAdded] = useState<number | null>(null);
  const submission = useSubmission({
    names,
    check: ({ addresses }) => {
      const count = linesOf(addresses).length;
      if (count === 0) return { addresses: messages.enterAddresses };
      return { addresses: count > sourceLinesMax ? messages.tooManyAddresses : null };
    },
    send: async ({ addresses, ...switches }, form) => {
      const wanted = linesOf(addresses);
      const outcomes = await callApi(addSources(wanted, switchesOf(switches)));
      const read = wanted.map((address, index): Line => ({ address, outcome: outcomes[index] ?? 'missing' }));
      const total = (added ?? 0) + countAdded(read);
      if (read.every(({ outcome }) => outcome === 'added')) return onDone(describeAdded(total));
      setAdded(total);
      setLines(read);
      const left = read.filter(({ outcome }) => outcome !== 'added' && outcome !== 'exists');
      const field = form.elements.namedItem('addresses');
      if (field instanceof HTMLTextAreaElement) field.value = left.map(({ address }) => address).join('\n');
    },
  });
  // Known sources may have got another wall, which the table shows.
  const close = () => (added === null ? onClose() : onDone(describeAdded(added)));

  return (
    <DialogForm title="Добавить списком" draft="source-list" onClose={close} {...submission}>
      <FormField label="Адреса, по одному в строке" error={submission.errors.addresses ?? null}>
        {(control) => (
          <textarea {...control} name="addresses" rows={8} className={controls.input} placeholder="vk.com/gorod" />
        )}
      </FormField>
      {viewer.user.type === 'client' && refusalOf(viewer, 'owner') === null && (
        <>
          <Checkbox name="wall" value="1" defaultChecked>
            Собирать стену
          </Checkbox>
          <Checkbox name="comments" value="1">
            Собирать комментарии
          </Checkbox>
          <Checkbox name="every" value="1">
            Все посты
          </Checkbox>
        </>
      )}
      <div role="status">{lines.length > 0 && <Lines lines={lines} />}</div>
    </DialogForm>
  );
}
