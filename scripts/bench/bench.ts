/** `npm run bench`: see scripts/bench/README.md. */
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    seconds: { type: 'string' },
    engine: { type: 'string' },
    kills: { type: 'string' },
  },
  allowPositionals: true,
});

const benches: Record<string, () => Promise<void>> = {
  console: async () => (await import('./console-bench.ts')).benchConsole({ isQuick: values.quick ?? false }),
  backend: async () => (await import('./backend-bench.ts')).benchBackend(),
  engines: async () => (await import('./engines-bench.ts')).benchEngines(),
  pages: async () => (await import('./pages-bench.ts')).benchPages(),
  fair: async () => (await import('./fair-bench.ts')).benchFairness(),
  collect: async () => (await import('./collect-bench.ts')).benchCollect(),
  export: async () => (await import('./export-bench.ts')).benchExport(),
  administration: async () => (await import('./administration-bench.ts')).benchAdministration(),
  processes: async () =>
    (await import('./processes-bench.ts')).benchProcesses(
      values.seconds === undefined ? undefined : Number(values.seconds),
    ),
  kills: async () =>
    (await import('./kills-bench.ts')).benchKills({
      engine: values.engine ?? 'sqlite',
      kills: Number(values.kills ?? 100),
    }),
  load: async () => (await import('./load-bench.ts')).benchLoad(),
};

const bench = benches[positionals[0] ?? 'console'];
if (!bench) throw new Error(`Unknown bench ${positionals[0]}. Known: ${Object.keys(benches).join(', ')}.`);
await bench();
