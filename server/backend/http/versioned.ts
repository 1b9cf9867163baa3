/** Changes of rows that several people edit: nobody overwrites a change that they have not seen. */

import * as v from 'valibot';
import { formatDateTime } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { AppError } from '../../platform/app-error.ts';
import { zoneOffsets } from '../../platform/zone-offset.ts';
import { type Identity, personTitle } from '../rules/account.ts';
import { toTime } from '../rules/reply-values.ts';
import type { Versioned } from '../rules/versioned.ts';
import type { Resources } from '../store/store.ts';
import { type Context, existing } from './endpoint.ts';

/** The field of a body with the version that the author of the change has seen. Without it, no conflict is detected. */
export const seenVersion = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)));

export const isVersion =
  (seen: number | undefined) =>
  ({ version }: Versioned): boolean =>
    seen === undefined || seen === version;

export const hasAll =
  (values: object) =>
  (row: object): boolean => {
    const stored: Record<string, unknown> = { ...row };
    return Object.entries(values).every(([name, value]) => stored[name] === value);
  };

type Change<Row extends Versioned> = {
  /** The row, read and locked in the transaction; null if it no longer exists. */
  row: Row | null;
  /** Whether the row already has the values that the author wants. */
  isDone: (row: NoInfer<Row>) => boolean | Promise<boolean>;
  /** Whether the author has seen this row. */
  isSeen: (row: NoInfer<Row>) => boolean;
  /** The row in the format of its list. */
  present: (row: NoInfer<Row>) => unknown;
  /** Changes the row while it has this version; null when no row was changed. */
  apply: (row: NoInfer<Row>) => Promise<NoInfer<Row> | null>;
};

type Changing = Pick<Context, 'config' | 'now'> & { viewer: Identity };

/** Clients are not told which administrator it was. */
async function namedFor(viewer: Identity, { people }: Resources, changedBy: string | null): Promise<string> {
  const who = changedBy ?? messages.service;
  if (viewer.type === 'admin' || who === messages.service || who === messages.directory) return who;
  const own = [viewer.clientId, ...(await people.list(viewer.clientId)).map(personTitle)];
  return own.includes(who) ? who : messages.anAdministrator;
}

async function changedByOther(
  { config, viewer, now }: Changing,
  resources: Resources,
  { changedAt, changedBy }: Versioned,
  present: unknown,
): Promise<AppError> {
  const by = await namedFor(viewer, resources, changedBy);
  const at = toTime(changedAt ?? now);
  const time = formatDateTime(at, zoneOffsets(config.CONSOLE_TIME_ZONE)) ?? '';
  return new AppError(409, messages.changedByOther(by, time), {
    code: 'changed-by-other',
    conflict: { By: by, At: at, Now: present },
  });
}

/**
 * Changes a row inside the caller's transaction. A row that already has the wanted values stays unchanged, whatever its
 * version. Throws a 404 if the row is gone, and a 409 if the author has not seen its current values.
 */
export async function changeVersioned<Row extends Versioned>(
  context: Changing,
  resources: Resources,
  { row, isDone, isSeen, present, apply }: Change<Row>,
): Promise<{ before: Row; after: Row }> {
  const before = existing(row);
  if (await isDone(before)) return { before, after: before };
  if (!isSeen(before)) throw await changedByOther(context, resources, before, await present(before));
  return { before, after: existing(await apply(before)) };
}
