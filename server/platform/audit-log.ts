/** The audit stream (docs/operations.md): records of the journal and refusals, as JSON lines on standard output. */
import { pino } from 'pino';
import type { Config } from './settings.ts';

/** Must change when a field changes its name or meaning. */
const version = 1;

/** Times are milliseconds. `reason` and `object` are texts for people. */
export type AuditEntry = { at: number; who: string | null; onBehalfOf: string | null; address: string } & (
  | { kind: 'record'; record: number; action: string; object: string; batch: string | null }
  | { kind: 'refusal'; request: string; method: string; path: string; status: number; reason: string }
);

/** The maximum number of bytes that wait while nobody reads the output; later lines are lost. */
const maxWaiting = 16 * 1024 * 1024;
/** A pipe writes this many bytes atomically, so that lines of several threads and processes do not mix. */
const atomicWriteBytes = 4096;

/** Standard output for lines. A reader that has stopped or closed it delays neither the service nor its exit. */
export function openOutput() {
  const output = pino.destination({
    fd: 1,
    maxLength: maxWaiting,
    maxWrite: atomicWriteBytes,
    retryEAGAIN: () => !isExiting,
  });
  let isExiting = false;
  const flush = output.flushSync.bind(output);
  // Called at exit.
  output.flushSync = () => {
    isExiting = true;
    try {
      flush();
    } catch {}
  };
  return output;
}

let output: ReturnType<typeof openOutput> | null = null;

/** Null without an audit stream. */
export type Audit = ((entry: AuditEntry) => void) | null;

export function openAuditLog({ AUDIT_LOG }: Partial<Pick<Config, 'AUDIT_LOG'>>): Audit {
  if (AUDIT_LOG !== 'stdout') return null;
  output ??= openOutput();
  const { write } = output;
  return ({ at, onBehalfOf: on_behalf_of, ...entry }) =>
    write.call(
      output,
      `${JSON.stringify({ audit: version, at: new Date(at).toISOString(), ...entry, on_behalf_of })}\n`,
    );
}
