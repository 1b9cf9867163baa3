/** Errors and update progress of a database, as reported to operators. */

import * as messages from '../../../shared/messages.ts';
import { AppError } from '../../platform/app-error.ts';

/** A database that cannot be opened, migrated or filled. The message is one line for operators. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

/** The database server cannot be reached or is not ready. A retry may succeed. */
export class DatabaseUnavailableError extends DatabaseError {
  override name = 'DatabaseUnavailableError';
}

/** `step`: the English name of the current step. `percent`: the progress of the whole update. */
export type UpdateProgress = { step: string; percent: number };

const newerSchemaText = (version: number, latest: number): string =>
  `The database has a newer version (${version}) than this program supports (${latest}): ` +
  'start the newer program, or restore a backup made before the update';

export const newerSchema = (version: number, latest: number) => new DatabaseError(newerSchemaText(version, latest));

/**
 * A newer program has migrated the database while this one was running. This one must no longer write, because the newer one
 * may not expect its rows.
 */
export class NewerSchemaError extends AppError {
  override name = 'NewerSchemaError';
  /** One line for operators. */
  readonly fault: string;

  constructor(version: number, latest: number) {
    super(503, messages.newerSchema, { headers: { 'Retry-After': '5' } });
    this.fault = newerSchemaText(version, latest);
  }
}

/**
 * Call it for the source of a store migration, which is not updated automatically. `start`: the command that updates it.
 */
export function requireLatestSchema(name: string, version: number, latest: number, start: string): void {
  if (version === latest) return;
  throw new DatabaseError(
    version < latest
      ? `${name} has the older version ${version} of the schema, not ${latest}: start the service on it once ` +
          `(${start}), which migrates it, and stop it`
      : `${name} has the newer version ${version} of the schema, not ${latest}: use the program of that version`,
  );
}
