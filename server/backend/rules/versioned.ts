/**
 * What several people may change. Every change by a person, a directory or the command line raises the version, so that an
 * author can tell whether it is still what they have seen. What the service measures does not raise it. `changedAt` and
 * `changedBy`: of the last change; `changedBy` is null for a change by the service.
 */
export type Versioned = { version: number; changedAt: number | null; changedBy: string | null };
