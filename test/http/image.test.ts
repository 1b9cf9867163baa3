/**
 * Tests the image without Docker: executes the steps of the Dockerfile in plain folders and starts the result. The packages
 * and the build that `npm test` has made from the same inputs are used again, unless IMAGE_BUILD=1.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hashInputs } from '../../scripts/build.ts';
import { listProductionPackages } from '../../scripts/licences.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { type BuiltStage, buildStages, parseDockerfile } from '../support/dockerfile.ts';
import { makeTemporaryFolder, type ServerProcess, startServerProcess } from '../support/server-process.ts';

const root = path.join(import.meta.dirname, '../..');
const stages = parseDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8'));
const lastInstruction = (name: string) => stages.at(-1)?.instructions.findLast((one) => one.name === name)?.text ?? '';

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const packagesStamp = (folder: string) =>
  createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex');

function usePackages(folder: string): boolean {
  const own = path.join(root, 'node_modules');
  if (read(path.join(own, '.installed')) !== packagesStamp(folder)) return false;
  symlinkSync(own, path.join(folder, 'node_modules'));
  return true;
}

/** The hash covers the files of the build context alone: if .dockerignore hides a file by mistake, the hash differs. */
function useBuild(folder: string): boolean {
  if (read(path.join(root, 'dist/.inputs')) !== hashInputs(folder, 'production')) return false;
  cpSync(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true });
  return true;
}

const reuse = { 'npm ci --no-audit --no-fund': usePackages, 'node scripts/build.ts': useBuild };
const shortcuts = process.env.IMAGE_BUILD === '1' ? {} : reuse;

const { folder: target, remove } = makeTemporaryFolder();
let image: BuiltStage;
let app: string;

beforeAll(() => {
  const { NODE_ENV, NODE_OPTIONS, ...rest } = process.env;
  const environment = { ...rest, PATH: `${path.dirname(process.execPath)}:${rest.PATH}` };
  image = buildStages(stages, { context: root, target, environment, shortcuts });
  app = path.join(image.folder, image.workdir);
}, 300_000);
afterAll(remove);

describe('the image', () => {
  test('contains the build, the licences of its packages and nothing else', () => {
    expect(readdirSync(app).sort()).toEqual(['dist', 'licences.txt', 'package.json']);
    expect(globSync('dist/**/*.{ts,tsx,map}', { cwd: app })).toEqual([]);
    const licences = readFileSync(path.join(app, 'licences.txt'), 'utf8');
    const packages = listProductionPackages();
    expect(packages.filter(({ name, version }) => !licences.includes(`${name} ${version}: `))).toEqual([]);
    expect(licences).toContain('Permission is hereby granted, free of charge');
  });

  test('runs as user 1000 and declares /data as its volume', () => {
    expect(lastInstruction('USER')).toBe('1000');
    expect(lastInstruction('VOLUME')).toBe('/data');
    expect(image.environment.DATA_DIR).toBe('/data');
    expect(stages.at(-1)?.instructions).toContainEqual({
      name: 'COPY',
      text: '--from=build --chown=node:node /app/data /data',
    });
    expect(readdirSync(path.join(image.folder, 'data'))).toEqual([]);
  });
});

describe('the container', () => {
  let server: ServerProcess;
  const [node, ...rest]: string[] = JSON.parse(lastInstruction('CMD'));
  const script = rest.at(-1) ?? '';
  const flags = rest.slice(0, -1);
  const healthCommand: string[] = JSON.parse(/CMD (\[.*\])$/.exec(lastInstruction('HEALTHCHECK'))?.[1] ?? '[]');
  const environment = () => ({
    ...image.environment,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: path.join(image.folder, 'data'),
  });
  const listFiles = () => globSync('**', { cwd: app }).map((name) => [name, statSync(path.join(app, name)).mtimeMs]);
  let filesBefore: unknown;

  beforeAll(async () => {
    filesBefore = listFiles();
    server = await startServerProcess(path.basename(script), environment(), {
      command: [process.execPath, ...flags],
      folder: path.join(app, path.dirname(script)),
    });
  });
  afterAll(() => server?.stop());

  const checkHealth = () =>
    spawnSync(process.execPath, [path.join(app, healthCommand[1] ?? '')], {
      env: { ...environment(), PORT: String(server.port) },
    }).status;

  test('starts with the same Node flags as npm start', () => {
    expect([node, script]).toEqual(['node', 'dist/server/main.js']);
    const { stdout } = spawnSync(process.execPath, ['scripts/run.mjs', '../test/support/print-flags'], { cwd: root });
    expect(flags).toEqual(JSON.parse(stdout.toString()));
  });

  test('starts without further settings, is healthy and ready, and serves the sign-in page', async () => {
    const replies = await Promise.all(
      ['/healthz', '/readyz', '/login'].map(async (name) => (await fetch(server.url + name)).status),
    );
    expect(replies).toEqual([200, 200, 200]);
  });

  test('serves its scripts and style sheet', async () => {
    const html = await (await fetch(`${server.url}/login`)).text();
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, name]) => name);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect((await fetch(server.url + file)).status).toBe(200);
  });

  /** Runs a program of the image as `docker exec -i` does. */
  const run = (program: string, args: string[], input = '') => {
    const command = [path.join('dist/server', `${program}.js`), ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: app,
      env: environment(),
      encoding: 'utf8',
      input,
    });
    return { status, stdout, stderr };
  };

  test('imports posts, adds an administrator and makes a backup while it runs', () => {
    const data = path.join(image.folder, 'data');
    const post = JSON.stringify({ OwnerID: -1, PostID: 1, WordID: 99, PostDt: '2026-03-01T09:30:45Z' });
    expect(run('import', ['-'], `${post}\n`)).toEqual({
      status: 1,
      stdout: '0 added, 0 changed, 0 unchanged, 1 bad lines\n',
      stderr: 'line 1: neither WordID nor Word names a phrase\n',
    });
    const db = new DatabaseSync(path.join(data, databaseFileName));
    db.exec("INSERT INTO words (word_id, text, text_folded) VALUES (99, 'метро', 'метро')");
    db.close();
    const added = { status: 0, stdout: '1 added, 0 changed, 0 unchanged, 0 bad lines\n', stderr: '' };
    expect(run('import', ['-'], `${post}\n`)).toEqual(added);
    expect(run('admin', ['add', 'maria'], 'второй-пароль-1\n')).toMatchObject({ status: 0, stderr: '' });
    expect(run('backup', [path.join(data, 'copy.sqlite')])).toMatchObject({ status: 0 });
    const copy = new DatabaseSync(path.join(data, 'copy.sqlite'));
    expect(copy.prepare('SELECT total_posts AS total FROM words WHERE word_id = 99').get()).toEqual({ total: 1 });
    copy.close();
  });

  test('its health check succeeds while it runs and fails afterwards; SIGTERM exits with 0', async () => {
    expect(checkHealth()).toBe(0);
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(checkHealth()).toBe(1);
  });

  test('writes only to its volume, so a read-only root works', () => {
    expect(listFiles()).toEqual(filesBefore);
    expect(existsSync(path.join(image.folder, 'data'))).toBe(true);
    expect(readdirSync(path.join(image.folder, 'data')).length).toBeGreaterThan(0);
  });
});
