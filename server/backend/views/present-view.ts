import type * as v from 'valibot';
import { toNullable } from '../rules/reply-values.ts';
import type { ViewRow } from '../store/views-store.ts';
import type { viewReply } from './schemas.ts';

/** `fresh`: the stories that are new since the account last opened the view. */
export const presentView = (view: ViewRow, account: string, fresh: number): v.InferOutput<typeof viewReply> => ({
  ViewID: view.viewId,
  Name: view.name,
  Query: view.query,
  ClientID: toNullable(view.clientId),
  Editable: view.account === account,
  New: fresh,
});
