/** Saves the feed's filters as a new view, or changes, pins or deletes a saved view. */

import { useEffect, useRef, useState } from 'react';
import { loadRulesOfView } from '../../shared/api/alerts.ts';
import { createView, deleteView, pinView, updateView } from '../../shared/api/views.ts';
import { formatCounted } from '../../shared/format.ts';
import { isolate } from '../../shared/isolate.ts';
import * as messages from '../../shared/messages.ts';
import { describeFilters } from '../../shared/pages/describe-filters.ts';
import { viewNameMax } from '../../shared/rules/view-limits.ts';
import { VersionField } from '../components/changed-by-other.tsx';
import { ClientSelect } from '../components/client-select.tsx';
import { ConfirmDialog, DialogForm } from '../components/dialogs.tsx';
import { SelectField, TextField } from '../components/form-field.tsx';
import { useAttempt } from '../components/message-bar.tsx';
import { OwnOnly } from '../components/own-only.tsx';
import type { ShownFilters } from '../islands/posts/filter-names.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { readPreference } from '../lib/preferences.ts';
import { seenVersion } from '../lib/seen-version.ts';
import { useCall } from '../lib/use-reply.ts';
import { useSubmission } from '../lib/use-submission.ts';
import controls from '../styles/controls.module.css';
import { addLocalView, deleteLocalView, updateLocalView } from './local-views.ts';
import { done, useSeenView, useViewChange } from './use-view-change.ts';
import type { SavedViewAction, View } from './view.ts';

/** Parameters of the feed's URL that a saved view omits. */
const transient = ['page', 'view', 'since', 'until', 'phrase'];

/** Returns the query string of the shown posts. A URL without a sort stands for the stored one. */
function shownQuery(): string {
  const params = new URLSearchParams(location.search);
  for (const name of transient) params.delete(name);
  const sort = readPreference('postsSort');
  if (sort !== null && !params.has('sort')) params.set('sort', sort);
  const query = params.toString();
  return query && `?${query}`;
}

function nameError(name: string): string | null {
  if (name.trim() === '') return messages.enterTitle;
  return name.trim().length > viewNameMax ? messages.textTooLong(viewNameMax) : null;
}

function Filters({ shown }: { shown: ShownFilters }) {
  const filters = describeFilters(shown.query, shown.names, useIslandContext()).map(({ text }) => text);
  return <p className={controls.hint}>Условия: {filters.length > 0 ? filters.join(' · ') : 'нет, все посты'}</p>;
}

/** Lists the rules and reports that depend on a view in the backend. */
function Dependents({ viewId }: { viewId: number }) {
  const { data, error } = useCall(loadRulesOfView(viewId), { revalidateIfStale: true });
  // Reserve the line, so that the buttons below do not move under the pointer.
  if (!data) return <p className={controls.hint}>{error?.message ?? messages.loading}</p>;
  const { rules, ofWork, reports, others } = data;
  const namesOf = (list: typeof rules): string[] =>
    list.map(({ name, clientId }) => `«${isolate(name)}»${clientId === null ? '' : ` (${clientId})`}`);
  const ofAlerts = namesOf(rules);
  if (others > 0) ofAlerts.push(`ещё ${formatCounted(others, ['правило', 'правила', 'правил'])}`);
  const parts = [
    ofAlerts.length > 0 && `правила оповещений ${ofAlerts.join(', ')}`,
    ofWork.length > 0 && `правила разметки ${namesOf(ofWork).join(', ')}`,
    reports.length > 0 && `отчёты ${namesOf(reports).join(', ')}`,
    'лента Atom',
  ];
  return <p className={controls.hint}>Зависят: {parts.filter(Boolean).join(', ')}</p>;
}

type NameDialogProps = { view: View | null; shown: ShownFilters; onChanged: () => void; onClose: () => void };

/**
 * Renames a view, or saves the filters as a new one, which administrators may share with a client if the backend stores views.
 */
function NameDialog({ view, shown, onChanged, onClose }: NameDialogProps) {
  const { viewer, backendKind } = useIslandContext();
  const change = useViewChange(onChanged);
  const mayShare = viewer.user.type === 'admin' && backendKind === 'own';
  const [shared, setShared] = useState(false);

  const seen = useSeenView(view, onChanged, onClose);

  /** Returns false if somebody else has changed the view. */
  function save(form: HTMLFormElement, name: string, clientId: string | null): Promise<boolean> {
    const query = shownQuery();
    return view
      ? change(
          async () => (await seen.send(form, updateView(view.id, { name }, seenVersion(form)))) !== null,
          (user) => updateLocalView(user, view.id, { name }),
          'Фильтр переименован',
        )
      : change(
          () => done(createView(name, query, clientId)),
          (user) => addLocalView(user, name, query),
          'Фильтр сохранён',
        );
  }
  const submission = useSubmission({
    names: ['name', 'clientId'],
    check: ({ name, clientId }) => ({
      name: nameError(name),
      clientId: shared && clientId === '' ? messages.chooseClient : null,
    }),
    send: async ({ name, clientId }, form) => {
      if (await save(form, name.trim(), clientId || null)) onClose();
    },
  });
  return (
    <>
      <DialogForm title="Сохранённый фильтр" draft={`view-${view?.id ?? 'new'}`} onClose={onClose} {...submission}>
        <VersionField row={view} />
        {!view && <Filters shown={shown} />}
        <TextField label="Название *" name="name" defaultValue={view?.name} />
        {!view && (
          <SelectField
            label="Доступ"
            name="access"
            options={{ own: 'Только мне', ...(mayShare && { client: 'Всему клиенту' }) }}
            onChange={({ target }) => setShared(target.value === 'client')}
          />
        )}
        {shared && <ClientSelect label="Клиент *" name="clientId" />}
      </DialogForm>
      {seen.dialog}
    </>
  );
}

type ViewDialogProps = NameDialogProps & { view: View };

function UpdateDialog({ view, shown, onChanged, onClose }: ViewDialogProps) {
  const { id, name } = view;
  const change = useViewChange(onChanged);
  const seen = useSeenView(view, onChanged, onClose);
  const submission = useSubmission({
    send: async (_texts, form) => {
      const query = shownQuery();
      const isSaved = await change(
        async () => (await seen.send(form, updateView(id, { query }, seenVersion(form)))) !== null,
        (user) => updateLocalView(user, id, { query }),
        'Фильтр обновлён',
      );
      if (isSaved) onClose();
    },
  });
  return (
    <>
      <DialogForm
        title="Заменить условия фильтра текущими?"
        role="alertdialog"
        submitLabel="Обновить"
        onClose={onClose}
        {...submission}
      >
        <VersionField row={view} />
        <p>{name}</p>
        <Filters shown={shown} />
        <OwnOnly>
          <Dependents viewId={id} />
        </OwnOnly>
      </DialogForm>
      {seen.dialog}
    </>
  );
}

/** Pins or unpins the view at once. */
function Pin({ view: { id }, pinned, onChanged, onClose }: ViewDialogProps & { pinned: boolean }) {
  const change = useViewChange(onChanged);
  const attempt = useAttempt();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once
  useEffect(() => {
    onClose();
    const text = pinned ? 'Фильтр закреплён' : 'Фильтр откреплён';
    void attempt(async () => {
      await change(
        () => done(pinView(id, pinned)),
        (user) => updateLocalView(user, id, { pinned }),
        text,
      );
    });
  }, []);
  return null;
}

type DeleteDialogProps = ViewDialogProps & { onDeleted: () => void };

function DeleteDialog({ view: { id, name }, onChanged, onDeleted, onClose }: DeleteDialogProps) {
  const change = useViewChange(onChanged);
  const removed = useRef(false);
  // When the dialog closes, it returns the focus to its button. Only then is the button removed with the view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once
  useEffect(() => () => void (removed.current && onDeleted()), []);
  return (
    <ConfirmDialog
      question="Удалить этот фильтр?"
      subject={name}
      confirmLabel="Удалить"
      onConfirm={async () => {
        await change(
          () => done(deleteView(id)),
          (user) => deleteLocalView(user, id),
          'Фильтр удалён',
        );
        removed.current = true;
        onClose();
      }}
      onClose={onClose}
    >
      <OwnOnly>
        <Dependents viewId={id} />
      </OwnOnly>
    </ConfirmDialog>
  );
}

type SavedViewDialogProps = {
  action: SavedViewAction;
  /** Null for `create`. */
  view: View | null;
  /** The filters of the feed. */
  shown: ShownFilters;
  /** Called after a view has changed. */
  onChanged: () => void;
  /** Called after a view was deleted and the dialog has closed. */
  onDeleted: () => void;
  onClose: () => void;
};

export function SavedViewDialog({ action, view, ...rest }: SavedViewDialogProps) {
  if (view === null || action === 'create' || action === 'rename') return <NameDialog view={view} {...rest} />;
  switch (action) {
    case 'update':
      return <UpdateDialog view={view} {...rest} />;
    case 'pin':
    case 'unpin':
      return <Pin view={view} {...rest} pinned={action === 'pin'} />;
    case 'delete':
      return <DeleteDialog view={view} {...rest} />;
  }
}
