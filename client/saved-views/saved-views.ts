/** Changes saved views of the feed: by the backend's capability `views`, or else in local storage. */
import { createView, deleteView, renameView } from '../../shared/api/views.ts';
import { localViewsEvent, overviewIds } from '../../shared/page-names.ts';
import type { IslandContext } from '../../shared/pages/islands.ts';
import { callApi } from '../lib/api.ts';
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

export const savedViewChanges = (context: IslandContext): SavedViewChanges =>
  context.capabilities.includes('views') ? changeRemoteViews(context) : changeLocalViews(context);
