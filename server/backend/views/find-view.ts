/** Finds a saved view that a call names. */
import { unknownId } from '../../platform/app-error.ts';
import type { Context } from '../http/endpoint.ts';
import type { Identity } from '../rules/account.ts';
import { accountOf } from '../rules/account.ts';
import type { ViewRow } from '../store/views-store.ts';

/** Throws a 404 unless the view is in the viewer's list. */
export async function findView({ store }: Pick<Context, 'store'>, viewer: Identity, id: number): Promise<ViewRow> {
  const view = (await store.views.list(accountOf(viewer))).find(({ viewId }) => viewId === id);
  if (!view) throw unknownId();
  return view;
}
