/** `npm run bench`: see scripts/bench/README.md. */
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    posts: { type: 'string', default: '1000000' },
    sizes: { type: 'string', default: '10000,100000,1000000' },
    comments: { type: 'string', default: '0' },
    only: { type: 'string', default: '.' },
    engine: { type: 'string', default: 'sqlite' },
    kills: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '2' },
    'posts-a-day': { type: 'string', default: '20000' },
    walls: { type: 'string', default: '200' },
  },
  allowPositionals: true,
});
const posts = Number(values.posts);

const benches: Record<string, () => Promise<void>> = {
  pages: async () => (await import('./pages-bench.ts')).benchPages({ isQuick: values.quick, posts }),
  backend: async () => {
    const { benchBackend } = await import('./backend-bench.ts');
    await benchBackend(values.sizes.split(',').map(Number), Number(values.comments), new RegExp(values.only));
  },
  load: async () => (await import('./load-bench.ts')).benchLoad(Number(values.minutes), posts),
  checks: async () => (await import('./checks-bench.ts')).benchChecks(Number(values['posts-a-day'])),
  comments: async () =>
    (await import('./comments-bench.ts')).benchComments({
      ...{ walls: Number(values.walls), posts: 50, comments: 300, thread: 40 },
    }),
  matching: async () => (await import('./matching-bench.ts')).benchMatching(),
  processes: async () => (await import('./processes-bench.ts')).benchProcesses(values.engine, Number(values.kills)),
};

const bench = benches[positionals[0] ?? 'pages'];
if (!bench) throw new Error(`Unknown bench ${positionals[0]}. Known: ${Object.keys(benches).join(', ')}.`);
await bench();
