/** Lines of the log that tell operators of a fault, without the lines of each start and of each request. */
type Line = Record<string, unknown>;

export const faultLines = (log: readonly Line[]): Line[] =>
  log.filter(({ level, msg }) => Number(level) >= 40 && msg !== 'request' && msg !== 'first administrator created');
