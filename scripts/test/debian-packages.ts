/** Installs programs that tests need, where that is allowed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Root on Debian or a derivative is most likely in a container. */
const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Does nothing where it is not allowed. The caller checks whether the program exists. */
export function installPackages(...packages: string[]): void {
  if (!mayInstall()) return;
  process.stderr.write(`Installing ${packages.join(' ')}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Does nothing where systemd runs, because it would start the server of the package. */
export function installServerPackages(...packages: string[]): void {
  if (!existsSync('/run/systemd/system')) installPackages(...packages);
}
