/** `npm run bench`: measures what we promise. `-- --quick` is a short run; `-- peers`, `-- backend` and `-- load` measure those. */
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true });

const benches: Record<string, () => Promise<void>> = {
  console: async () => (await import('./bench/console-bench.ts')).benchConsole({ isQuick: values.quick ?? false }),
  peers: async () => (await import('./bench/peers/bench-peers.ts')).benchPeers({ isQuick: values.quick ?? false }),
  backend: async () => (await import('./bench-backend.ts')).benchBackend(),
  load: async () => (await import('./bench-load.ts')).benchLoad(),
};

const bench = benches[positionals[0] ?? 'console'];
if (!bench) throw new Error(`Which bench is ${positionals[0]}? There are ${Object.keys(benches).join(', ')}.`);
await bench();
