/**
 * A row that several people may change. Every change by a person, a directory or the command line raises the version, so that
 * an author can tell whether the row has changed since they saw it. Values that the service measures do not raise it.
 * `changedAt` and `changedBy` describe the last change; `changedBy` is null for a change by the service.
 */
export type Versioned = { version: number; changedAt: number | null; changedBy: string | null };
