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

/** `first`: the version of the schema of 1.0.0. `latest`: of this program. */
type SchemaVersions = { first: number; latest: number };

/** Throws a `DatabaseError` for a database that this program can neither use nor migrate. Version 0: an empty one. */
export function requireKnownSchema(version: number, { first, latest }: SchemaVersions): void {
  if (version > latest) throw new DatabaseError(newerSchemaText(version, latest));
  if (version > 0 && version < first) throw new DatabaseError(messages.olderSchema);
}

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

/** For the source of a store migration, whose schema is known but not migrated. `start`: the command that migrates it. */
export function requireLatestSchema(name: string, version: number, latest: number, start: string): void {
  if (version === latest) return;
  throw new DatabaseError(
    `${name} has the older version ${version} of the schema, not ${latest}: start the service on it once ` +
      `(${start}), which migrates it, and stop it`,
  );
}
