/**
 * Runs Jest's test files as ordinary modules of Node: the files of a worker load each module once, in the same realm. Jest's
 * own loader evaluates all modules again for each file, which takes a third of the CPU time of the backend's tests.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import adapter from 'jest-circus/runner';
import { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE as reactInternals } from 'react';
import { classNamesCode } from '../build/css-modules.ts';

const require = createRequire(import.meta.url);

/**
 * React's development build composes a stack for each of the first 10,000 elements of a page, which takes a third of the time of
 * rendering. Its warnings do without.
 */
Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });

/** The transformed files and their source maps, shared by the workers of a run. */
const transformed = process.env.TEST_RUN_FOLDER
  ? path.join(process.env.TEST_RUN_FOLDER, 'transformed')
  : mkdtempSync(path.join(tmpdir(), 'transformed-'));
mkdirSync(transformed, { recursive: true });
/** The source map files by URL; Jest reads them for stack traces. */
let sourceMaps;

/** Another worker may read the file at any time, so that it appears whole. */
function place(file, content) {
  const own = `${file}-${process.pid}`;
  writeFileSync(own, content);
  renameSync(own, file);
}

function transformTsx(url) {
  const file = fileURLToPath(url);
  const result = path.join(transformed, file.replaceAll('/', '-'));
  const mapFile = `${result}.map`;
  sourceMaps.set(url, mapFile);
  if (existsSync(result)) return readFileSync(result, 'utf8');
  const options = { loader: 'tsx', jsx: 'automatic', target: 'node24', sourcemap: 'external', sourcefile: file };
  const { code, map } = transformSync(readFileSync(file, 'utf8'), options);
  place(mapFile, map);
  place(result, code);
  return code;
}

registerHooks({
  load(url, context, next) {
    const ofModule = (source) => ({ format: 'module', source, shortCircuit: true });
    if (url.endsWith('.css')) return ofModule(classNamesCode(fileURLToPath(url)));
    return /\.tsx(\?|$)/.test(url) ? ofModule(transformTsx(url)) : next(url, context);
  },
});

let files = 0;

/** The part of Jest's runtime that the adapter uses. */
const runtime = {
  enterTestCode() {},
  leaveTestCode() {},
  setGlobalsForRuntime() {},
  requireModule: require,
  /** The adapter's module holds the state of one test file. */
  requireInternalModule(file) {
    delete require.cache[file];
    return require(file);
  },
  unstable_shouldLoadAsEsm: () => true,
  /** A new URL each time: two projects have the same files. */
  unstable_importModule(file) {
    files += 1;
    return import(`${pathToFileURL(file)}?${files}`);
  },
};

const environment = {
  global: globalThis,
  /** Adds to a failed test what its file says about it before hooks clean up (test/support/browser.ts). */
  async handleTestEvent({ name, test }) {
    if (name !== 'test_fn_failure') return;
    const text = await globalThis.describeFailure?.();
    if (text) test.errors.push([Object.assign(new Error(text), { stack: text }), test.asyncError]);
  },
};

export default async function runFile(globalConfig, config, _environment, jestRuntime, file, send) {
  const names = new Set(Object.keys(globalThis));
  Object.assign(globalThis, config.globals);
  sourceMaps = jestRuntime.getSourceMaps();
  try {
    return await adapter.default(globalConfig, config, environment, runtime, file, send);
  } finally {
    // Remove what a file added to the global object.
    for (const name of Object.keys(globalThis)) if (!names.has(name)) delete globalThis[name];
  }
}
