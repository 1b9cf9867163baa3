/** Saves the feed's filters, or renames or deletes a saved view, depending on the opener's `data-action`. */

import { useEffect, useRef, useState } from 'react';
import { createView, deleteView, renameView, viewNameMax } from '../../shared/api/views.ts';
import * as messages from '../../shared/messages.ts';
import { localViewsEvent, overviewIds, type SavedViewAction } from '../../shared/page-names.ts';
import type { IslandContext } from '../../shared/pages/islands.ts';
import { ClientSelect } from '../components/client-select.tsx';
import { ConfirmDialog, DialogForm } from '../components/dialogs.tsx';
import { SelectField, TextField } from '../components/form-field.tsx';
import { useNotify } from '../components/message-bar.tsx';
import type { HostedDialogProps } from '../dialogs/dialog-host.tsx';
import { callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { readPreference } from '../lib/preferences.ts';
import { useSubmission } from '../lib/use-submission.ts';
import { addLocalView, deleteLocalView, renameLocalView } from './local-views.ts';

/** All changes reject with an error whose message is for the user. The list then shows the change. */
export type SavedViewChanges = {
  /** `query` is the feed's query string. */
  save: (name: string, query: string, clientId: string | null) => Promise<void>;
  rename: (id: number, name: string) => Promise<void>;
  remove: (id: number) => Promise<void>;
};

function changeRemoteViews(context: IslandContext): SavedViewChanges {
  const reload = () => document.getElementById(overviewIds.reload)?.click();
  return {
    save: (name, query, clientId) => callApi(createView(name, query, clientId), context).then(reload),
    rename: (id, name) => callApi(renameView(id, name), context).then(reload),
    remove: (id) => callApi(deleteView(id), context).then(reload),
  };
}

function changeLocalViews({ viewer: { user } }: IslandContext): SavedViewChanges {
  const report = () => void dispatchEvent(new Event(localViewsEvent));
  return {
    async save(name, query) {
      addLocalView(user, name, query);
      report();
    },
    async rename(id, name) {
      renameLocalView(user, id, name);
      report();
    },
    async remove(id) {
      deleteLocalView(user, id);
      report();
    },
  };
}

/** Changes saved views of the feed: by the backend's capability `views`, or else in local storage. */
export const savedViewChanges = (context: IslandContext): SavedViewChanges =>
  context.capabilities.includes('views') ? changeRemoteViews(context) : changeLocalViews(context);

const title = 'Сохранённый фильтр';

/** Parameters of the feed's address that belong to one visit. */
const transient = ['page', 'view', 'since', 'until', 'phrase'];

/** Returns the query string of the shown posts. An address without a sort shows them in the stored one. */
function shownQuery(): string {
  const params = new URLSearchParams(location.search);
  for (const name of transient) params.delete(name);
  const sort = readPreference('postsSort');
  if (sort !== null && !params.has('sort')) params.set('sort', sort);
  return params.size > 0 ? `?${params}` : '';
}

function nameError(name: string): string | null {
  if (name.trim() === '') return messages.enterTitle;
  return name.trim().length > viewNameMax ? messages.textTooLong(viewNameMax) : null;
}

function NameField({ initial = '', error }: { initial?: string | undefined; error: string | null }) {
  return <TextField label="Название *" error={error} name="name" defaultValue={initial} />;
}

/** Administrators may share a view with a client if the backend stores views. */
function SaveDialog({ onClose }: { onClose: () => void }) {
  const context = useIslandContext();
  const notify = useNotify();
  const mayShare = context.viewer.user.type === 'admin' && context.capabilities.includes('views');
  const [shared, setShared] = useState(false);
  const { errors, ...submission } = useSubmission({
    names: ['name', 'clientId'],
    check: ({ name, clientId }) => ({
      name: nameError(name),
      clientId: shared && clientId === '' ? messages.chooseClient : null,
    }),
    send: async ({ name, clientId }) => {
      await savedViewChanges(context).save(name.trim(), shownQuery(), clientId || null);
      notify({ kind: 'success', text: 'Фильтр сохранён' });
      onClose();
    },
  });
  return (
    <DialogForm title={title} draft="view-new" onClose={onClose} {...submission}>
      <NameField error={errors.name ?? null} />
      <SelectField
        label="Доступ"
        name="access"
        options={{ own: 'Только мне', ...(mayShare && { client: 'Всему клиенту' }) }}
        onChange={({ target }) => setShared(target.value === 'client')}
      />
      {shared && <ClientSelect label="Клиент *" name="clientId" error={errors.clientId ?? null} />}
    </DialogForm>
  );
}

type ViewDialogProps = { id: number; name: string; onClose: () => void };

function RenameDialog({ id, name: viewName, onClose }: ViewDialogProps) {
  const context = useIslandContext();
  const notify = useNotify();
  const { errors, ...submission } = useSubmission({
    names: ['name'],
    check: ({ name }) => ({ name: nameError(name) }),
    send: async ({ name }) => {
      await savedViewChanges(context).rename(id, name.trim());
      notify({ kind: 'success', text: 'Фильтр переименован' });
      onClose();
    },
  });
  return (
    <DialogForm title={title} draft={`view-${id}`} onClose={onClose} {...submission}>
      <NameField initial={viewName} error={errors.name ?? null} />
    </DialogForm>
  );
}

function DeleteDialog({ id, name: viewName, onClose }: ViewDialogProps) {
  const context = useIslandContext();
  const notify = useNotify();
  const removed = useRef(false);
  // The closed dialog has returned the focus to its button, which is removed with the view.
  useEffect(() => () => void (removed.current && document.getElementById(overviewIds.save)?.focus()), []);
  return (
    <ConfirmDialog
      question="Удалить этот фильтр?"
      subject={viewName}
      confirmLabel="Удалить"
      onConfirm={async () => {
        await savedViewChanges(context).remove(id);
        notify({ kind: 'success', text: 'Фильтр удалён' });
        removed.current = true;
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const viewDialogs = { rename: RenameDialog, delete: DeleteDialog } satisfies Record<SavedViewAction, unknown>;

/** A button of a view has `data-action`, `data-view-id` and `data-view-name`. */
export function HostedDialog({ opener, onClose }: HostedDialogProps) {
  // The list replaces its buttons when it changes.
  const [{ action, viewId, viewName = '' }] = useState<DOMStringMap>(() => ({ ...opener?.dataset }));
  const Dialog = viewDialogs[action as SavedViewAction];
  return Dialog ? <Dialog id={Number(viewId)} name={viewName} onClose={onClose} /> : <SaveDialog onClose={onClose} />;
}
